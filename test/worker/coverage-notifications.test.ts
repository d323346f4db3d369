import assert from 'node:assert/strict';
import { it } from 'node:test';
import { expireCoverageRequests } from '../../src/services/coverage/coverage-notifications.ts';
import { sendCoverageReminders } from '../../src/services/coverage/coverage-reminders.ts';
import { parseInstant } from '../../src/time/iso.ts';
import { failed, type Person, succeeded } from '../support/drivers/api.ts';
import { createSchedule, layer } from '../support/drivers/schedules.ts';
import { givenFreshWatchbill } from '../support/drivers/suites.ts';
import { messagesIn, workAt } from '../support/drivers/worker.ts';
import { describeOnBothDatabases } from '../support/servers/databases.ts';

/** In the tests it is Monday 12 January 2026, 10:00 UTC: Bob is on call until Tuesday at 09:00, then Ada. */
const NOW = '2026-01-12T10:00:00Z';
const ADAS_TUESDAY = 'Tue 13 Jan 2026, 09:00 UTC until Wed 14 Jan 2026, 09:00 UTC';
const ADAS_THURSDAY = 'Thu 15 Jan 2026, 09:00 UTC until Fri 16 Jan 2026, 09:00 UTC';
const WEEK = { start: '2026-01-12T10:00:00Z', end: '2026-01-16T09:00:00Z' };

/** The text of a card: the reason, and shifts of a day each by schedule. */
function card(asks: string, parts: Readonly<Record<string, readonly string[]>>, hours = 24): string {
  const lines = Object.entries(parts).flatMap(([name, times]) => [
    `${name}: ${amount(times.length, times.length * hours)}`,
    ...times,
  ]);
  return [asks, 'Why: Away', '', ...lines].join('\n');
}

function amount(shifts: number, hours: number): string {
  return `${shifts} ${shifts === 1 ? 'shift' : 'shifts'}, ${hours} h`;
}

const ASKS = 'Ada asks for cover';
const ASKED = 'Ada asked for cover';

describeOnBothDatabases('notifications about coverage requests', (create, itOnSqlite) => {
  const { watchbill, owner, ada, bob } = givenFreshWatchbill(create, { ada: 'Ada', bob: 'Bob' });

  /** Daily turns of Ada and Bob. The channels are linked for the test only. */
  async function withSchedules(
    channelsByName: Readonly<Record<string, readonly string[]>>,
    test: (told: (channel: string) => Promise<string[]>) => Promise<void>,
    options: object = {},
  ): Promise<void> {
    watchbill.at(NOW);
    const paths: string[] = [];
    for (const [name, channels] of Object.entries(channelsByName)) {
      const { id } = await createSchedule(owner, [ada, bob], { name, ...options });
      for (const channel of channels) succeeded(await owner.put(`/schedules/${id}/chat_channels/${channel}`), 204);
      paths.push(`/schedules/${id}`);
    }
    const earlier = new Map<string, number>();
    for (const channel of ['C0ONCALL', 'C0GENERAL']) {
      earlier.set(channel, (await messagesIn(owner, channel)).length);
    }
    try {
      await test(async (channel) => (await messagesIn(owner, channel)).slice(earlier.get(channel)));
    } finally {
      for (const path of paths) {
        for (const channel of earlier.keys()) await owner.delete(`${path}/chat_channels/${channel}`);
        succeeded(await owner.delete(path), 204);
      }
    }
  }

  async function ask(as: Person, times: { start: string; end: string } = WEEK): Promise<{ id: string }> {
    const answer = await as.post('/user/coverage_requests', { ...times, reason: 'Away' });
    return succeeded(answer, 201).coverage_request;
  }

  const accept = (as: Person, { id }: { id: string }) => as.post(`/coverage_requests/${id}/accept`);
  const cancel = (as: Person, { id }: { id: string }) => as.delete(`/user/coverage_requests/${id}`);

  itOnSqlite('are sent at once, in each channel for the shifts of its schedules, with buttons to accept', () =>
    withSchedules({ Primary: ['C0ONCALL', 'C0GENERAL'], Second: ['C0GENERAL'], Untold: [] }, async (told) => {
      const request = await ask(ada, { start: NOW, end: '2026-01-14T09:00:00Z' });
      await workAt(watchbill, NOW);
      assert.deepEqual(await told('C0ONCALL'), [
        `${card(ASKS, { Primary: [ADAS_TUESDAY] })}\n… and 2 more in other schedules\n[Take all (3 shifts, 72 h)] [Can’t]`,
      ]);
      assert.deepEqual(await told('C0GENERAL'), [
        `${card(ASKS, { Primary: [ADAS_TUESDAY], Second: [ADAS_TUESDAY] })}\n… and 1 more in other schedules\n[Take all (3 shifts, 72 h)] [Can’t]`,
      ]);
      succeeded(await cancel(ada, request), 204);
    }),
  );

  itOnSqlite('are not announced if no schedule has a channel', () =>
    withSchedules({ Untold: [] }, async (told) => {
      succeeded(await accept(bob, await ask(ada)));
      await workAt(watchbill, '2026-01-12T10:01:00Z');
      assert.deepEqual([...(await told('C0ONCALL')), ...(await told('C0GENERAL'))], []);
    }),
  );

  itOnSqlite('truncate a long list', () =>
    withSchedules(
      { Hourly: ['C0ONCALL'] },
      async (told) => {
        const request = await ask(ada, { start: NOW, end: '2026-01-13T10:00:00Z' });
        await workAt(watchbill, NOW);
        const lines = (await told('C0ONCALL')).join().split('\n');
        assert.deepEqual(
          [lines.length, ...lines.slice(-2)],
          [4 + 10 + 2, '… and 2 more', '[Take all (12 shifts, 12 h)] [Can’t]'],
        );
        succeeded(await cancel(ada, request), 204);
      },
      { layers: [layer([ada, bob], { shift_length: { amount: 1, unit: 'hours' } })] },
    ),
  );

  itOnSqlite('of an acceptance update the request, and say who covers what; not the overrides', () =>
    withSchedules({ Primary: ['C0ONCALL'] }, async (told) => {
      const request = await ask(ada);
      const shifts = { Primary: [ADAS_TUESDAY, ADAS_THURSDAY] };
      await workAt(watchbill, NOW);
      assert.deepEqual(await told('C0ONCALL'), [`${card(ASKS, shifts)}\n[Take all (2 shifts, 48 h)] [Can’t]`]);
      succeeded(await accept(bob, request));
      await workAt(watchbill, '2026-01-12T10:01:00Z');
      assert.deepEqual(await told('C0ONCALL'), [
        `${card(ASKED, shifts)}\n\nBob took it.`,
        `Bob covers for Ada:\nPrimary: ${ADAS_TUESDAY}\nPrimary: ${ADAS_THURSDAY}`,
      ]);
    }),
  );

  itOnSqlite('of an acceptance during the shift say who is on call now', () =>
    withSchedules({ Primary: ['C0ONCALL'] }, async (told) => {
      const now = '2026-01-13T10:00:00Z';
      await workAt(watchbill, now);
      const before = (await told('C0ONCALL')).length;
      succeeded(await accept(bob, await ask(ada, { start: now, end: '2026-01-13T12:00:00Z' })));
      await workAt(watchbill, now);
      assert.deepEqual((await told('C0ONCALL')).slice(before), [
        'Bob covers for Ada:\nPrimary: Tue 13 Jan 2026, 10:00 UTC until Tue 13 Jan 2026, 12:00 UTC',
        [
          'Primary: Bob is on call until Tue 13 Jan 2026, 12:00 UTC.',
          'Before: Ada.',
          'Next: Ada from Tue 13 Jan 2026, 12:00 UTC.',
        ].join('\n'),
      ]);
    }),
  );

  itOnSqlite('of an acceptance that is undone in time are not sent', () =>
    withSchedules({ Primary: ['C0ONCALL'] }, async (told) => {
      const { schedules } = succeeded(await owner.get('/schedules?query=Primary'));
      const request = await ask(ada, { start: NOW, end: '2026-01-14T09:00:00Z' });
      await workAt(watchbill, NOW);
      succeeded(await accept(bob, request));
      const path = `/schedules/${schedules[0].id}/overrides/`;
      const { overrides } = succeeded(await owner.get(path));
      for (const { id } of overrides) succeeded(await owner.delete(path + id), 204);
      await workAt(watchbill, '2026-01-12T10:01:00Z');
      assert.ok(!(await told('C0ONCALL')).some((text) => text.startsWith('Bob covers')));
    }),
  );

  itOnSqlite('of a partial acceptance report that part', () =>
    withSchedules({ Primary: ['C0ONCALL'] }, async (told) => {
      const request = await ask(ada);
      watchbill.at('2026-01-14T10:00:00Z');
      succeeded(await accept(bob, request));
      await workAt(watchbill, '2026-01-14T10:00:00Z');
      const covered = (await told('C0ONCALL')).at(-1);
      assert.equal(covered, `Bob covers for Ada:\nPrimary: ${ADAS_THURSDAY}`);
    }),
  );

  itOnSqlite('of a cancellation update the request, and nothing else', () =>
    withSchedules({ Primary: ['C0ONCALL'] }, async (told) => {
      const request = await ask(ada, { start: NOW, end: '2026-01-14T09:00:00Z' });
      await workAt(watchbill, NOW);
      succeeded(await cancel(ada, request), 204);
      await workAt(watchbill, NOW);
      assert.deepEqual(await told('C0ONCALL'), [`${card(ASKED, { Primary: [ADAS_TUESDAY] })}\n\nAda no longer asks.`]);
    }),
  );

  itOnSqlite('of a request that is settled before it was sent are not sent', () =>
    withSchedules({ Primary: ['C0ONCALL'] }, async (told) => {
      succeeded(await cancel(ada, await ask(ada, { start: NOW, end: '2026-01-14T09:00:00Z' })), 204);
      await workAt(watchbill, NOW);
      assert.deepEqual(await told('C0ONCALL'), []);
    }),
  );

  itOnSqlite('of a request whose requester has left say that it is canceled', () =>
    withSchedules({ Primary: ['C0ONCALL'] }, async (told) => {
      const eve = await watchbill.addPerson('Eve');
      const { schedules } = succeeded(await owner.get('/schedules?query=Primary'));
      succeeded(await owner.patch(`/schedules/${schedules[0].id}`, { layers: [layer([eve])] }));
      await ask(eve, { start: NOW, end: '2026-01-12T11:00:00Z' });
      await workAt(watchbill, NOW);
      succeeded(await owner.delete(`/users/${eve.id}`), 204);
      await workAt(watchbill, NOW);
      assert.deepEqual(await told('C0ONCALL'), [
        `${card('Eve asked for cover', { Primary: ['Mon 12 Jan 2026, 10:00 UTC until Mon 12 Jan 2026, 11:00 UTC'] }, 1)}\n\nEve no longer asks.`,
      ]);
    }),
  );

  itOnSqlite('[COV-2] of an expiry update the request at its end, and nothing else', () =>
    withSchedules({ Primary: ['C0ONCALL'] }, async (told) => {
      const request = await ask(ada, { start: NOW, end: '2026-01-13T10:00:00Z' });
      const shifts = { Primary: ['Tue 13 Jan 2026, 09:00 UTC until Tue 13 Jan 2026, 10:00 UTC'] };
      await workAt(watchbill, NOW);
      await workAt(watchbill, '2026-01-13T09:59:59Z');
      assert.equal((await told('C0ONCALL'))[0], `${card(ASKS, shifts, 1)}\n[Take all (1 shift, 1 h)] [Can’t]`);
      const before = (await told('C0ONCALL')).length;
      await workAt(watchbill, '2026-01-13T10:00:00Z');
      const [first, ...others] = await told('C0ONCALL');
      assert.deepEqual([first, 1 + others.length], [`${card(ASKED, shifts, 1)}\n\nNobody took it in time.`, before]);
      assert.equal(succeeded(await ada.get(`/coverage_requests/${request.id}`)).coverage_request.status, 'expired');
    }),
  );

  itOnSqlite(
    '[COV-7] are repeated for open requests 7, 3 and 1 days and 12 hours before the first open shift, once each',
    () =>
      withSchedules({ Primary: ['C0ONCALL'] }, async (told) => {
        const request = await ask(ada, { start: '2026-01-21T09:00:00Z', end: '2026-01-22T09:00:00Z' });
        const [schedule] = succeeded(await ada.get(`/coverage_requests/${request.id}`)).coverage_request.shifts;
        const reminders = async (at: string) => {
          await workAt(watchbill, at);
          return (await told('C0ONCALL')).filter((text) => text.startsWith('Still open: ')).length;
        };
        assert.equal(await reminders('2026-01-14T08:59:59Z'), 0);
        watchbill.at('2026-01-14T09:00:00Z');
        const looked = await Promise.all(Array.from({ length: 4 }, () => sendCoverageReminders(watchbill.services)));
        assert.equal(
          looked.reduce((sum, count) => sum + count),
          1,
        );
        assert.equal(await reminders('2026-01-14T09:00:00Z'), 1);
        assert.equal(await reminders('2026-01-18T08:59:59Z'), 1);
        assert.equal(await reminders('2026-01-18T09:00:00Z'), 2);
        const part = {
          schedule_id: schedule.schedule_reference.id,
          start: schedule.start,
          end: '2026-01-21T21:00:00Z',
        };
        succeeded(await bob.post(`/coverage_requests/${request.id}/accept`, { shifts: [part] }));
        // The first open shift now starts twelve hours later.
        assert.equal(await reminders('2026-01-18T20:59:59Z'), 2);
        assert.equal(await reminders('2026-01-18T21:00:00Z'), 3);
        const rest = { Primary: ['Wed 21 Jan 2026, 21:00 UTC until Thu 22 Jan 2026, 09:00 UTC'] };
        assert.equal(
          (await told('C0ONCALL')).findLast((text) => text.startsWith('Still open: ')),
          `${card(`Still open: ${ASKS}`, rest, 12)}\n\nBob took 1 shift, 12 h.\n[Take the rest (1 shift, 12 h)] [Can’t]`,
        );
        // Two missed ones become one.
        assert.equal(await reminders('2026-01-21T10:00:00Z'), 4);
        assert.equal(await reminders('2026-01-21T21:00:00Z'), 4);
      }),
  );

  itOnSqlite('[COV-6] of a request to certain people go only to them, and tell the requester who asked for them', () =>
    withSchedules({ Primary: ['C0ONCALL'] }, async (told) => {
      for (const [person, chatId] of [
        [ada, 'U0ADA'],
        [bob, 'U0BOB'],
      ] as const) {
        succeeded(await owner.patch(`/users/${person.id}`, { chat_id: chatId }));
      }
      const wanted = { ...WEEK, reason: 'Away', user_id: ada.id, asked_user_ids: [bob.id] };
      const { coverage_request: request } = succeeded(await owner.post('/coverage_requests', wanted), 201);
      await workAt(watchbill, NOW);
      assert.deepEqual(await told('C0ONCALL'), []);
      assert.match((await messagesIn(owner, 'U0BOB')).join(), /^Owner asks for cover for Ada\n/);
      const asked = 'Owner asks others to cover your shifts (2 shifts, 48 h).';
      assert.deepEqual(await messagesIn(owner, 'U0ADA'), [asked]);
      succeeded(await bob.post(`/coverage_requests/${request.id}/decline`));
      succeeded(await bob.post(`/coverage_requests/${request.id}/decline`));
      await workAt(watchbill, NOW);
      assert.deepEqual(await messagesIn(owner, 'U0ADA'), [
        asked,
        'Bob can’t cover for you (2 shifts, 48 h). Others still can.',
      ]);
      succeeded(await cancel(ada, request), 204);
    }),
  );

  it('[COV-2] expire a request once with several concurrent workers', () =>
    withSchedules({ Primary: [] }, async () => {
      for (let hour = 10; hour < 20; hour++) {
        await ask(ada, { start: `2026-01-13T${hour}:00:00Z`, end: `2026-01-13T${hour}:30:00Z` });
      }
      watchbill.at('2026-01-13T20:00:00Z');
      const counts = await Promise.all(Array.from({ length: 6 }, () => expireCoverageRequests(watchbill.services)));
      assert.equal(
        counts.reduce((sum, count) => sum + count),
        10,
      );
      assert.equal(await expireCoverageRequests(watchbill.services), 0);
    }));

  it('[COV-2] of a request that a worker has expired: a node whose clock is behind can neither accept nor cancel it', () =>
    withSchedules({ Primary: ['C0ONCALL'] }, async () => {
      const request = await ask(ada, { start: NOW, end: '2026-01-13T10:00:00Z' });
      assert.equal(
        await expireCoverageRequests({ ...watchbill.services, clock: { now: () => at('2026-01-13T10:00:00Z') } }),
        1,
      );
      watchbill.at('2026-01-13T09:59:59Z');
      for (const answer of [await accept(bob, request), await cancel(ada, request)]) {
        assert.match(failed(answer, 422, 'coverage_request_not_pending'), /it is expired\.$/);
      }
    }));

  it('[COV-2] of a concurrent acceptance and expiry have one result', () =>
    withSchedules({ Primary: ['C0ONCALL'] }, async (told) => {
      const ahead = { ...watchbill.services, clock: { now: () => at('2026-01-16T09:00:00Z') } };
      for (let i = 0; i < 5; i++) {
        watchbill.at(NOW);
        const day = `2026-01-${13 + 2 * i}`;
        const request = await ask(ada, { start: `${day}T10:00:00Z`, end: `${day}T11:00:00Z` });
        await workAt(watchbill, NOW);
        ahead.clock = { now: () => at(`${day}T11:00:00Z`) };
        const [accepted, expired] = await Promise.all([accept(bob, request), expireCoverageRequests(ahead)]);
        assert.deepEqual([accepted.status, expired].toSorted(), accepted.status === 200 ? [0, 200] : [1, 422]);
        await workAt(watchbill, `${day}T11:00:00Z`);
        const messages = (await told('C0ONCALL')).filter((text) => text.startsWith('Ada ask'));
        assert.match(
          messages.at(-1) ?? '',
          accepted.status === 200 ? /\nBob took it\.$/ : /\nNobody took it in time\.$/,
        );
      }
    }));

  function at(text: string): number {
    const instant = parseInstant(text);
    assert.ok(instant !== undefined);
    return instant;
  }
});
