/** Rule STO-5: a schedule that cannot be computed affects only itself. The rows are damaged directly in the tables. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { anyOrganization } from '../../src/db/people/organizations.ts';
import { nextDue } from '../../src/services/jobs/due-work.ts';
import { onCallLines } from '../../src/services/schedules/shifts.ts';
import { checkAllSchedules } from '../../src/services/timelines/broken-schedules.ts';
import { startWorker } from '../../src/worker/loop.ts';
import { failed, type Person, silentLog, startWatchbill, succeeded, type Watchbill } from '../support/drivers/api.ts';
import { addManySchedules } from '../support/drivers/many-schedules.ts';
import { createOverride, createSchedule, layer } from '../support/drivers/schedules.ts';
import { eventually, messagesIn, workAt } from '../support/drivers/worker.ts';
import { describeOnBothDatabases } from '../support/servers/databases.ts';

const NOW = Date.UTC(2026, 0, 5, 10);

/** Each makes a schedule broken, with the reason that people see. */
const DAMAGES = [
  {
    what: 'a zone that the runtime does not know',
    sql: (id: string) => `update schedules set time_zone = 'Mars/Olympus' where id = '${id}'`,
    reason: 'This server does not know its time zone "Mars/Olympus".',
  },
  {
    what: 'a layer that is not JSON',
    sql: (id: string) => `update revisions set layer_json = '{"name":' where schedule_id = '${id}'`,
    reason: 'The layer of its revision 0 cannot be read: it is not valid JSON.',
  },
  {
    what: 'JSON that is not a layer',
    sql: (id: string) => `update revisions set layer_json = '{"name":"Days"}' where schedule_id = '${id}'`,
    reason: 'The layer of its revision 0 cannot be read: it has no valid rotationStart.',
  },
] as const;

const [UNKNOWN_ZONE, NOT_JSON] = DAMAGES;

describeOnBothDatabases('[STO-5] a broken schedule', (create, itOnSqlite) => {
  let watchbill: Watchbill;
  let owner: Person;
  let ada: Person;
  let bob: Person;
  let good: { readonly id: string };
  let bad: { readonly id: string };

  /** Two schedules with daily turns of Ada and Bob; both have channels. */
  beforeEach(async () => {
    watchbill = await startWatchbill(create, '2026-01-05T10:00:00Z');
    owner = watchbill.owner;
    [ada, bob] = [await watchbill.addPerson('Ada'), await watchbill.addPerson('Bob')];
    good = await createSchedule(owner, [ada, bob], { name: 'Good' });
    bad = await createSchedule(owner, [ada, bob], { name: 'Bad' });
    for (const { id } of [good, bad]) succeeded(await owner.put(`/schedules/${id}/chat_channels/C0ONCALL`), 204);
  });
  afterEach(() => watchbill.stop());

  async function execute(sql: string): Promise<void> {
    await watchbill.services.db.exclusively((tx) => tx.execute(sql));
  }

  async function brokenInMetrics(): Promise<number> {
    const { body } = await watchbill.app.inject('/metrics');
    return Number(/^watchbill_broken_schedules (\d+)$/m.exec(body)?.[1]);
  }

  /** The entry of each schedule in a list, by name. */
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what the test is about to assert
  function byName(list: readonly any[]): Record<string, any> {
    return Object.fromEntries(list.map((one) => [one.name ?? one.schedule_reference.name, one]));
  }

  for (const { what, sql, reason } of DAMAGES) {
    itOnSqlite(`with ${what} is shown as broken, and all others as usual`, async () => {
      await execute(sql(bad.id));
      const schedules = byName(succeeded(await owner.get('/schedules')).schedules);
      assert.deepEqual(schedules.Bad.broken, { reason });
      assert.equal(schedules.Bad.current_oncall_shift, undefined);
      assert.equal(schedules.Bad.next_oncall_shift, undefined);
      assert.equal(schedules.Good.broken, undefined);
      assert.equal(schedules.Good.current_oncall_shift.users[0].name, 'Ada');
      assert.deepEqual(succeeded(await owner.get(`/schedules/${bad.id}`)).schedule, schedules.Bad);

      const oncall = byName(succeeded(await owner.get('/oncall')).oncall);
      assert.deepEqual(oncall.Bad.broken, { reason });
      assert.deepEqual(oncall.Bad.users, []);
      assert.equal(oncall.Good.users[0].name, 'Ada');

      const timelines = byName(succeeded(await owner.get('/timelines/')).timelines);
      assert.deepEqual(timelines.Bad.broken, { reason });
      assert.deepEqual([timelines.Bad.shifts, timelines.Bad.gaps, timelines.Bad.off_hours], [[], [], []]);
      assert.equal(timelines.Good.shifts.length, 8);

      const message = failed(await owner.get(`/schedules/${bad.id}/shifts/`), 422, 'schedule_broken');
      assert.equal(message, `The schedule "Bad" is broken. ${reason}`);
      assert.ok(succeeded(await owner.get(`/schedules/${good.id}/shifts/`)).shifts.length > 0);
      assert.equal(succeeded(await owner.get(`/schedules/${bad.id}/revisions/`)).revisions.length, 1);
      assert.ok(succeeded(await ada.get('/user/shifts/')).shifts.length > 0);

      const organization = await watchbill.services.db.first(anyOrganization, {});
      assert.ok(organization !== undefined);
      const lines = await onCallLines(watchbill.services, { organizationId: organization.id });
      assert.deepEqual(lines, ['Good: Ada, until 2026-01-06T09:00:00Z', `Bad: broken. ${reason}`]);
    });

    itOnSqlite(`with ${what} delays no handoff of others, is tried once, and is counted`, async () => {
      await execute(sql(bad.id));
      await workAt(watchbill, '2026-01-06T09:00:00Z');
      const told = await messagesIn(owner, 'C0ONCALL');
      assert.deepEqual(told.length, 1, told.join('\n'));
      assert.match(told[0] ?? '', /^Good: Bob is on call until/);
      assert.equal(await brokenInMetrics(), 1);
      const due = await nextDue(watchbill.services);
      assert.equal(due.handoff, Date.parse('2026-01-07T09:00:00Z'), 'only the handoff of the other is due');
    });

    itOnSqlite(`with ${what} prevents no change of others, and can be renamed and deleted`, async () => {
      await execute(sql(bad.id));
      await createOverride(owner, good, [bob], '2026-01-05T12:00:00Z', '2026-01-05T14:00:00Z');
      succeeded(await owner.patch(`/schedules/${bad.id}`, { name: 'Still bad' }));
      await workAt(watchbill, '2026-01-05T10:01:00Z');
      assert.match((await messagesIn(owner, 'C0ONCALL')).join('\n'), /Good/);
      succeeded(await owner.delete(`/users/${ada.id}`), 204);
      succeeded(await owner.delete(`/schedules/${bad.id}`), 204);
      const schedules = byName(succeeded(await owner.get('/schedules')).schedules);
      assert.deepEqual(Object.keys(schedules), ['Good']);
      assert.deepEqual(
        schedules.Good.users.map(({ name }: { name: string }) => name),
        ['Bob'],
      );
    });
  }

  itOnSqlite(
    'works again at the first start on a runtime that knows its zone, and announces the current state',
    async () => {
      await execute(UNKNOWN_ZONE.sql(bad.id));
      await workAt(watchbill, '2026-01-06T09:00:00Z');
      assert.equal(await brokenInMetrics(), 1);
      await execute(`update schedules set time_zone = 'UTC' where id = '${bad.id}'`);
      await workAt(watchbill, '2026-01-08T10:00:00Z');
      assert.ok(!(await messagesIn(owner, 'C0ONCALL')).some((text) => text.startsWith('Bad')));
      const worker = await startWorker(watchbill.services, silentLog);
      await eventually(
        async () => (await messagesIn(owner, 'C0ONCALL')).some((text) => text.startsWith('Bad: Bob is on call until')),
        'the handoff of the schedule that works again',
      );
      await worker.stop();
      assert.equal(await brokenInMetrics(), 0);
    },
  );

  itOnSqlite('is found at a start, before any of its work is due', async () => {
    await execute(NOT_JSON.sql(bad.id));
    assert.equal(await brokenInMetrics(), 0);
    const worker = await startWorker(watchbill.services, silentLog);
    await eventually(async () => (await brokenInMetrics()) === 1, 'one broken schedule');
    await worker.stop();
  });

  for (const others of [17, 18, 19, 43]) {
    it(`is found after ${others} others by the check at a start`, async () => {
      await addManySchedules(watchbill.services.db, { count: others, people: [ada, bob], nowMs: NOW });
      await execute(UNKNOWN_ZONE.sql(bad.id));
      assert.equal(await checkAllSchedules(watchbill.services), 1);
      assert.equal(await brokenInMetrics(), 1);
      await execute(`update schedules set time_zone = 'UTC' where id = '${bad.id}'`);
      assert.equal(await checkAllSchedules(watchbill.services), 1);
      assert.equal(await checkAllSchedules(watchbill.services), 0);
    });
  }

  it('delays no reminder of others, and keeps its own', async () => {
    succeeded(await owner.patch(`/users/${bob.id}`, { chat_id: 'U0BOB' }));
    succeeded(await bob.patch('/user/settings/', { settings: { reminder_hours: [1] } }));
    await workAt(watchbill, '2026-01-05T10:00:00Z');
    await execute(UNKNOWN_ZONE.sql(bad.id));
    await workAt(watchbill, '2026-01-06T08:00:00Z');
    const told = await messagesIn(owner, 'U0BOB');
    assert.equal(told.length, 1);
    assert.match(told[0] ?? '', /^You are on call for Good from/);
    assert.equal(await brokenInMetrics(), 1);
    const [row] = (await watchbill.services.db.exclusively((tx) =>
      tx.execute(`select next_reminder_at from schedules where id = '${bad.id}'`),
    )) as { next_reminder_at: number }[];
    assert.equal(Number(row?.next_reminder_at), Date.parse('2026-01-06T08:00:00Z'));
  });

  itOnSqlite('does not stop user groups from following the others, and empties none', async () => {
    for (const [person, chat_id] of [[ada, 'U0ADA'] as const, [bob, 'U0BOB'] as const]) {
      succeeded(await owner.patch(`/users/${person.id}`, { chat_id }));
    }
    const shared = { name: 'Shared', handle: 'shared' };
    for (const { id } of [good, bad]) succeeded(await owner.put(`/schedules/${id}/chat_user_group/`, shared));
    const alone = await createSchedule(owner, [ada, bob], { name: 'Alone' });
    succeeded(await owner.put(`/schedules/${alone.id}/chat_user_group/`, { name: 'Alone', handle: 'alone' }));
    await execute(UNKNOWN_ZONE.sql(bad.id));
    await execute(UNKNOWN_ZONE.sql(alone.id));
    await workAt(watchbill, '2026-01-06T09:00:00Z');
    await workAt(watchbill, '2026-01-06T09:30:00Z');
    const { groups } = succeeded(await owner.get('/chat/local/groups/'));
    const members = Object.fromEntries(
      groups.map(({ handle, member_ids }: { handle: string; member_ids: string[] }) => [handle, member_ids]),
    );
    assert.deepEqual(members, { shared: ['U0BOB'], alone: ['U0ADA'] });
  });

  itOnSqlite('prevents no coverage request; one that names it is refused with the reason', async () => {
    await execute(UNKNOWN_ZONE.sql(bad.id));
    const asked = { start: '2026-01-05T10:00:00Z', end: '2026-01-06T09:00:00Z', reason: 'Dentist' };
    failed(
      await ada.post('/user/coverage_requests', { ...asked, schedule_ids: [good.id, bad.id] }),
      422,
      'schedule_broken',
    );
    const { coverage_request } = succeeded(await ada.post('/user/coverage_requests', asked), 201);
    assert.deepEqual(
      coverage_request.shifts.map((shift: { schedule_reference: { name: string } }) => shift.schedule_reference.name),
      ['Good'],
    );
    succeeded(await bob.post(`/coverage_requests/${coverage_request.id}/accept`));
    const { oncall } = succeeded(await owner.get('/oncall'));
    assert.equal(byName(oncall).Good.users[0].name, 'Bob');
  });

  itOnSqlite('accepts other people, though nobody knows yet when they are on call', async () => {
    await execute(UNKNOWN_ZONE.sql(bad.id));
    const { schedule } = succeeded(await owner.patch(`/schedules/${bad.id}`, { layers: [layer([bob])] }));
    assert.deepEqual(schedule.broken, { reason: UNKNOWN_ZONE.reason });
    assert.equal(schedule.users[0].name, 'Bob');
    assert.equal(await brokenInMetrics(), 1);
  });

  itOnSqlite('can be one with an override whose users cannot be read', async () => {
    const { id } = await createOverride(owner, bad, [bob], '2026-01-05T12:00:00Z', '2026-01-05T14:00:00Z');
    await execute(`update overrides set users_json = 'Bob' where id = '${id}'`);
    const { Bad, Good } = byName(succeeded(await owner.get('/schedules')).schedules);
    assert.equal(Bad.broken.reason, `The users of its override ${id} cannot be read.`);
    assert.equal(Good.broken, undefined);

    // Changing another field must not put nobody on call.
    const path = `/schedules/${bad.id}/overrides/${id}`;
    const refusal = failed(await owner.patch(path, { reason: 'Ill' }), 422, 'schedule_broken');
    assert.match(refusal, /^user_references is needed: the users of the override ovr_\w+ cannot be read/);
    const user_references = [{ type: 'internal_user_id', value: ada.id }];
    succeeded(await owner.patch(path, { user_references }));
    const repaired = byName(succeeded(await owner.get('/schedules')).schedules).Bad;
    assert.deepEqual([repaired.broken, repaired.current_oncall_shift.users[0].name], [undefined, 'Ada']);
  });
});
