import assert from 'node:assert/strict';
import { it } from 'node:test';
import { anyOrganization } from '../../src/db/people/organizations.ts';
import type { Caller } from '../../src/permissions.ts';
import type { ScheduleUpdate } from '../../src/schemas/schedules/schedules.ts';
import { deleteUser } from '../../src/services/departures/user-deactivation.ts';
import { recheckEverything } from '../../src/services/jobs/due-work.ts';
import { sendChangeNotifications } from '../../src/services/messages/change-notifications.ts';
import { updateSchedule } from '../../src/services/schedules/schedules.ts';
import { type Person, succeeded } from '../support/drivers/api.ts';
import { byId, createOverride, createSchedule, layer } from '../support/drivers/schedules.ts';
import { givenWatchbill } from '../support/drivers/suites.ts';
import { messagesIn, workAt } from '../support/drivers/worker.ts';
import { describeOnBothDatabases } from '../support/servers/databases.ts';

const CHANNEL = 'C0ONCALL';

/** In the tests it is Monday 12 January 2026, 10:00 UTC: Bob is on call until Tuesday at 09:00, then Ada. */
const TUESDAY = 'Tue 13 Jan 2026, 09:00 UTC';
const WEDNESDAY = 'Wed 14 Jan 2026, 09:00 UTC';

describeOnBothDatabases('change notifications of a schedule', (create, itOnSqlite) => {
  let alreadyTold = 0;

  const { watchbill, owner, ada, bob, carol } = givenWatchbill(create, { ada: 'Ada', bob: 'Bob', carol: 'Carol' });

  /** Daily turns of Ada and Bob, with a channel, which is unlinked at the end of the test. */
  async function withSchedule(
    test: (schedule: { readonly id: string; readonly path: string }) => Promise<void>,
    options: object = {},
  ): Promise<void> {
    watchbill.at('2026-01-12T10:00:00Z');
    const { id } = await createSchedule(owner, [ada, bob], options);
    const path = `/schedules/${id}`;
    await link(path);
    try {
      await test({ id, path });
    } finally {
      await owner.delete(`${path}/chat_channels/${CHANNEL}`);
      await owner.delete(path);
    }
  }

  async function link(path: string, channel = CHANNEL): Promise<void> {
    succeeded(await owner.put(`${path}/chat_channels/${channel}`), 204);
  }

  async function changeLayer(path: string, people: readonly Person[], changes: object = {}): Promise<void> {
    succeeded(await owner.patch(path, { layers: [layer(people, changes)] }));
  }

  /** The new messages in the channel after everything due then is done. */
  async function toldAt(instant: string): Promise<string[]> {
    await workAt(watchbill, instant);
    const all = await messagesIn(owner, CHANNEL);
    const told = all.slice(alreadyTold);
    alreadyTold = all.length;
    return told;
  }

  itOnSqlite('say what changed, from when on, and whose next shifts moved', () =>
    withSchedule(async ({ path }) => {
      await changeLayer(path, [ada, bob, carol]);
      assert.deepEqual(await toldAt('2026-01-12T10:00:04Z'), []);
      assert.deepEqual(await toldAt('2026-01-12T10:00:05Z'), [
        [
          `Primary: Owner changed the people, from ${TUESDAY} on.`,
          `Next shift of Carol: ${TUESDAY}.`,
          `Next shift of Ada: ${WEDNESDAY} (was ${TUESDAY}).`,
          `Next shift of Bob: Thu 15 Jan 2026, 09:00 UTC (was ${WEDNESDAY}).`,
        ].join('\n'),
      ]);
      assert.deepEqual(await toldAt('2026-01-12T11:00:00Z'), []);
    }),
  );

  itOnSqlite('say who is on call now, if that changed', () =>
    withSchedule(async ({ path }) => {
      await changeLayer(path, [carol, ada]);
      assert.deepEqual(await toldAt('2026-01-12T10:00:05Z'), [
        [
          'Primary: Owner changed the people.',
          'On call now: Ada in place of Bob.',
          `Next shift of Carol: ${TUESDAY}.`,
          `Next shift of Ada: ${WEDNESDAY} (was ${TUESDAY}).`,
          `Next shift of Bob: none (was ${WEDNESDAY}).`,
        ].join('\n'),
      ]);
    }),
  );

  itOnSqlite('name every changed part of the layer', () =>
    withSchedule(async ({ path }) => {
      await changeLayer(path, [ada, bob, carol], {
        shift_length: { amount: 2, unit: 'days' },
        concurrent_oncall_users: 2,
        restriction_intervals: [{ day: 'friday', from: '09:00', to: '17:00' }],
        rotation_start: '2026-01-13T09:00:00Z',
      });
      const [message = ''] = await toldAt('2026-01-12T10:00:05Z');
      assert.equal(
        message.split('\n')[0],
        `Primary: Owner changed the people, the shift length, the number on call, the windows and the start, from ${TUESDAY} on.`,
      );
    }),
  );

  itOnSqlite('report created and removed overrides', () =>
    withSchedule(async ({ id, path }) => {
      const times = ['2026-01-13T12:00:00Z', '2026-01-14T12:00:00Z'] as const;
      const override = await createOverride(owner, { id }, [carol], ...times);
      const fromUntil = 'from Tue 13 Jan 2026, 12:00 UTC until Wed 14 Jan 2026, 12:00 UTC';
      assert.deepEqual(await toldAt('2026-01-12T10:00:05Z'), [
        `Primary: Owner put Carol on call ${fromUntil}, in place of Ada and Bob.`,
      ]);
      succeeded(await owner.delete(`${path}/overrides/${override.id}`), 204);
      assert.deepEqual(await toldAt('2026-01-12T10:00:10Z'), [
        `Primary: Owner removed the override with Carol ${fromUntil}. On call then: Ada and Bob.`,
      ]);
      const { id: ofAda } = await createOverride(owner, { id }, [ada], ...times);
      assert.deepEqual(await toldAt('2026-01-12T10:00:15Z'), [
        `Primary: Owner put Ada on call ${fromUntil}, in place of Bob.`,
      ]);
      succeeded(await owner.patch(`${path}/overrides/${ofAda}`, { user_references: [byId(bob)] }));
      assert.deepEqual(await toldAt('2026-01-12T10:00:20Z'), [
        `Primary: Owner changed the override with Ada ${fromUntil}. It is now with Bob ${fromUntil}, in place of Ada.`,
      ]);
    }),
  );

  itOnSqlite('[OVR-5] report an override that is moved, shortened or given to others', () =>
    withSchedule(async ({ id, path }) => {
      const times = ['2026-01-13T12:00:00Z', '2026-01-13T18:00:00Z'] as const;
      const override = `${path}/overrides/${(await createOverride(owner, { id }, [carol], ...times)).id}`;
      assert.equal((await toldAt('2026-01-12T10:00:05Z')).length, 1);
      const at = (hour: number) => `Tue 13 Jan 2026, ${hour}:00 UTC`;

      succeeded(await owner.patch(override, { end: '2026-01-13T15:00:00Z' }));
      assert.deepEqual(await toldAt('2026-01-12T10:00:10Z'), [
        `Primary: Owner changed the override with Carol from ${at(12)} until ${at(18)}. It is now with Carol from ${at(12)} until ${at(15)}, in place of Ada. On call in the rest of the earlier time: Ada.`,
      ]);
      succeeded(await owner.patch(override, { user_references: [byId(bob)] }));
      assert.deepEqual(await toldAt('2026-01-12T10:00:15Z'), [
        `Primary: Owner changed the override with Carol from ${at(12)} until ${at(15)}. It is now with Bob from ${at(12)} until ${at(15)}, in place of Ada.`,
      ]);
      succeeded(await owner.patch(override, { reason: 'Swapped' }));
      assert.deepEqual(await toldAt('2026-01-12T10:00:20Z'), []);
    }),
  );

  itOnSqlite('[OVR-5] report only the result of several changes to one override', () =>
    withSchedule(async ({ id, path }) => {
      const times = ['2026-01-13T12:00:00Z', '2026-01-13T18:00:00Z'] as const;
      const at = (hour: number) => `Tue 13 Jan 2026, ${hour}:00 UTC`;
      const made = await createOverride(owner, { id }, [carol], ...times);
      const override = `${path}/overrides/${made.id}`;
      succeeded(await owner.patch(override, { user_references: [byId(bob)], end: '2026-01-13T16:00:00Z' }));
      assert.deepEqual(await toldAt('2026-01-12T10:00:05Z'), [
        `Primary: Owner put Bob on call from ${at(12)} until ${at(16)}, in place of Ada.`,
      ]);
      for (const end of ['2026-01-13T17:00:00Z', '2026-01-13T16:00:00Z'])
        succeeded(await owner.patch(override, { end }));
      assert.deepEqual(await toldAt('2026-01-12T10:00:10Z'), [], 'changed and changed back');
      succeeded(await owner.delete(override), 204);
      const again = await createOverride(owner, { id }, [bob], times[0], '2026-01-13T16:00:00Z');
      assert.deepEqual(await toldAt('2026-01-12T10:00:15Z'), [], 'removed and created again');
      const second = `${path}/overrides/${again.id}`;
      succeeded(await owner.patch(second, { end: '2026-01-13T17:00:00Z' }));
      succeeded(await owner.delete(second), 204);
      assert.deepEqual(await toldAt('2026-01-12T10:00:20Z'), [
        `Primary: Owner removed the override with Bob from ${at(12)} until ${at(16)}. On call then: Ada.`,
      ]);
    }),
  );

  itOnSqlite('[OVR-5] say who is on call now when a running override is given to others', () =>
    withSchedule(async ({ id, path }) => {
      const made = await createOverride(owner, { id }, [carol], '2026-01-12T10:00:00Z', '2026-01-12T12:00:00Z');
      assert.equal((await toldAt('2026-01-12T10:30:00Z')).length, 1);
      succeeded(await owner.patch(`${path}/overrides/${made.id}`, { user_references: [byId(ada)] }));
      const fromUntil = 'from Mon 12 Jan 2026, 10:30 UTC until Mon 12 Jan 2026, 12:00 UTC';
      assert.deepEqual(await toldAt('2026-01-12T10:30:05Z'), [
        [
          `Primary: Owner changed the override with Carol ${fromUntil}. It is now with Ada ${fromUntil}, in place of Bob.`,
          'On call now: Ada in place of Carol.',
        ].join('\n'),
      ]);
    }),
  );

  itOnSqlite('report only the rest of a running override', () =>
    withSchedule(async ({ id, path }) => {
      const override = await createOverride(owner, { id }, [carol], '2026-01-12T10:00:00Z', '2026-01-12T12:00:00Z');
      assert.equal((await toldAt('2026-01-12T10:30:00Z')).length, 1);
      succeeded(await owner.delete(`${path}/overrides/${override.id}`), 204);
      assert.deepEqual(await toldAt('2026-01-12T10:30:05Z'), [
        [
          'Primary: Owner removed the override with Carol from Mon 12 Jan 2026, 10:30 UTC until Mon 12 Jan 2026, 12:00 UTC. On call then: Bob.',
          'On call now: Bob in place of Carol.',
        ].join('\n'),
      ]);
    }),
  );

  itOnSqlite('report an override in a gap, however far ahead', () =>
    withSchedule(
      async ({ id }) => {
        await createOverride(owner, { id }, [ada], '2027-06-01T00:00:00Z', '2027-06-02T00:00:00Z');
        assert.deepEqual(await toldAt('2026-01-12T10:00:05Z'), [
          'Empty: Owner put Ada on call from Tue 1 Jun 2027, 00:00 UTC until Wed 2 Jun 2027, 00:00 UTC, in place of nobody.',
        ]);
      },
      { name: 'Empty', layers: [layer([])] },
    ),
  );

  itOnSqlite('show times in the zone of the schedule', () =>
    withSchedule(
      async ({ id }) => {
        await createOverride(owner, { id }, [carol], '2026-01-12T12:00:00Z', '2026-01-12T14:00:00Z');
        const [message = ''] = await toldAt('2026-01-12T10:00:05Z');
        assert.match(message, / from Mon 12 Jan 2026, 13:00 CET until Mon 12 Jan 2026, 15:00 CET, /);
      },
      { time_zone: 'Europe/Berlin' },
    ),
  );

  for (const [what, change] of [
    ['a new name and description', { name: 'Other', description: 'Other' }],
    ['no team any more', { team_ids: [] }],
    ['the same layer', () => ({ layers: [layer([ada, bob])] })],
    ['another name of the layer', () => ({ layers: [layer([ada, bob], { name: 'Other' })] })],
    ['the same turns in a longer list', () => ({ layers: [layer([ada, bob, ada, bob])] })],
    ['windows that leave nothing out', () => ({ layers: [layer([ada, bob], { restriction_intervals: everyDay() })] })],
  ] as const) {
    itOnSqlite(`do not report ${what}`, () =>
      withSchedule(async ({ path }) => {
        succeeded(await owner.patch(path, typeof change === 'function' ? change() : change));
        assert.deepEqual(await toldAt('2026-01-12T10:01:00Z'), []);
      }),
    );
  }

  itOnSqlite('do not report how one person’s time is cut into shifts', () =>
    withSchedule(
      async ({ path }) => {
        await changeLayer(path, [ada], { shift_length: { amount: 1, unit: 'weeks' } });
        assert.deepEqual(await toldAt('2026-01-12T10:01:00Z'), []);
      },
      { layers: [layer([ada])] },
    ),
  );

  itOnSqlite('do not report an override for people who are on call anyway, nor its removal', () =>
    withSchedule(async ({ id, path }) => {
      const override = await createOverride(owner, { id }, [bob], '2026-01-12T12:00:00Z', '2026-01-13T09:00:00Z');
      assert.deepEqual(await toldAt('2026-01-12T10:01:00Z'), []);
      succeeded(await owner.delete(`${path}/overrides/${override.id}`), 204);
      assert.deepEqual(await toldAt('2026-01-12T10:02:00Z'), []);
    }),
  );

  itOnSqlite('do not report the removal of an override that a later one covers', () =>
    withSchedule(async ({ id, path }) => {
      const covered = await createOverride(owner, { id }, [ada], '2026-01-12T12:00:00Z', '2026-01-12T14:00:00Z');
      await createOverride(owner, { id }, [carol], '2026-01-12T11:00:00Z', '2026-01-12T15:00:00Z');
      assert.equal((await toldAt('2026-01-12T10:01:00Z')).length, 1);
      succeeded(await owner.delete(`${path}/overrides/${covered.id}`), 204);
      assert.deepEqual(await toldAt('2026-01-12T10:02:00Z'), []);
    }),
  );

  itOnSqlite('do not report an override that was created and removed in a burst', () =>
    withSchedule(async ({ id, path }) => {
      const times = ['2026-01-12T12:00:00Z', '2026-01-12T14:00:00Z'] as const;
      const mistake = await createOverride(owner, { id }, [ada], ...times);
      succeeded(await owner.delete(`${path}/overrides/${mistake.id}`), 204);
      assert.deepEqual(await toldAt('2026-01-12T10:01:00Z'), []);

      const another = await createOverride(owner, { id }, [ada], ...times);
      succeeded(await owner.delete(`${path}/overrides/${another.id}`), 204);
      await createOverride(owner, { id }, [carol], ...times);
      assert.deepEqual(await toldAt('2026-01-12T10:02:00Z'), [
        'Primary: Owner put Carol on call from Mon 12 Jan 2026, 12:00 UTC until Mon 12 Jan 2026, 14:00 UTC, in place of Bob.',
      ]);
    }),
  );

  itOnSqlite('of a burst of five changes are one message with the result', () =>
    withSchedule(async ({ id, path }) => {
      await changeLayer(path, [ada, bob, carol]);
      await createOverride(ada, { id }, [carol], '2026-01-20T12:00:00Z', '2026-01-20T14:00:00Z');
      await changeLayer(path, [ada, bob]);
      watchbill.at('2026-01-12T10:00:03Z');
      await createOverride(owner, { id }, [carol], '2026-01-21T12:00:00Z', '2026-01-21T14:00:00Z');
      succeeded(await bob.patch(path, { layers: [layer([ada, bob], { shift_length: { amount: 2, unit: 'days' } })] }));
      assert.deepEqual(await toldAt('2026-01-12T10:00:07Z'), []);
      assert.deepEqual(await toldAt('2026-01-12T10:00:08Z'), [
        [
          'Primary:',
          `Owner and Bob changed the people and the shift length, from ${WEDNESDAY} on.`,
          'Next shift of Carol: Tue 20 Jan 2026, 12:00 UTC.',
          `Next shift of Bob: Thu 15 Jan 2026, 09:00 UTC (was ${WEDNESDAY}).`,
          'Ada put Carol on call from Tue 20 Jan 2026, 12:00 UTC until Tue 20 Jan 2026, 14:00 UTC, in place of Ada.',
          'Owner put Carol on call from Wed 21 Jan 2026, 12:00 UTC until Wed 21 Jan 2026, 14:00 UTC, in place of Ada.',
        ].join('\n'),
      ]);
    }),
  );

  itOnSqlite('wait at most half a minute, even if the burst continues', () =>
    withSchedule(async ({ id }) => {
      for (let second = 0; second <= 28; second += 4) {
        assert.deepEqual(await toldAt(`2026-01-12T10:00:${String(second).padStart(2, '0')}Z`), []);
        await createOverride(owner, { id }, [carol], `2026-01-20T1${second / 4}:00:00Z`, '2026-01-20T18:00:00Z');
        await createOverride(owner, { id }, [ada], `2026-01-20T1${second / 4}:00:00Z`, '2026-01-20T18:00:00Z');
      }
      assert.deepEqual(await toldAt('2026-01-12T10:00:29Z'), []);
      assert.equal((await toldAt('2026-01-12T10:00:30Z')).length, 1);
    }),
  );

  itOnSqlite('go to every channel of the schedule, and are dropped when it has none left', () =>
    withSchedule(async ({ id, path }) => {
      await link(path, 'C0GENERAL');
      await createOverride(owner, { id }, [carol], '2026-01-12T12:00:00Z', '2026-01-12T14:00:00Z');
      const [message] = await toldAt('2026-01-12T10:00:05Z');
      assert.ok(message !== undefined);
      assert.deepEqual(await messagesIn(owner, 'C0GENERAL'), [message]);

      await createOverride(owner, { id }, [carol], '2026-01-13T12:00:00Z', '2026-01-13T14:00:00Z');
      for (const channel of [CHANNEL, 'C0GENERAL'])
        succeeded(await owner.delete(`${path}/chat_channels/${channel}`), 204);
      assert.deepEqual(await toldAt('2026-01-12T10:01:00Z'), []);
      await link(path);
      assert.deepEqual(await toldAt('2026-01-12T10:02:00Z'), []);
    }),
  );

  itOnSqlite('from before a channel was linked are not sent', () =>
    withSchedule(async ({ id, path }) => {
      succeeded(await owner.delete(`${path}/chat_channels/${CHANNEL}`), 204);
      await createOverride(owner, { id }, [carol], '2026-01-12T12:00:00Z', '2026-01-12T14:00:00Z');
      await link(path);
      assert.deepEqual(await toldAt('2026-01-12T10:01:00Z'), []);
    }),
  );

  itOnSqlite('about a deletion are sent at once, and nothing afterwards', () =>
    withSchedule(async ({ path }) => {
      await changeLayer(path, [bob, carol, ada]);
      succeeded(await owner.delete(path), 204);
      assert.deepEqual(await toldAt('2026-01-12T10:00:00Z'), [
        'Primary: Owner deleted the schedule. Carol is no longer on call for it.',
      ]);
      assert.deepEqual(await toldAt('2026-01-12T10:01:00Z'), []);
    }),
  );

  itOnSqlite('of a user who left are one message for each schedule, including their overrides', async () => {
    const dan = await watchbill.addPerson('Dan');
    await withSchedule(
      async (first) => {
        await withSchedule(
          async (second) => {
            for (const { id } of [first, second]) {
              await createOverride(owner, { id }, [dan], '2026-01-14T12:00:00Z', '2026-01-14T14:00:00Z');
            }
            await createOverride(owner, second, [dan, carol], '2026-01-15T12:00:00Z', '2026-01-15T14:00:00Z');
            assert.equal((await toldAt('2026-01-12T10:00:05Z')).length, 2);
            succeeded(await owner.delete(`/users/${dan.id}`), 204);
            const told = await toldAt('2026-01-12T10:00:10Z');
            assert.deepEqual(told.sort(), [
              [
                `First: Owner changed the people, from ${TUESDAY} on.`,
                `Next shift of Ada: ${TUESDAY} (was ${WEDNESDAY}).`,
                `Next shift of Bob: ${WEDNESDAY} (was Thu 15 Jan 2026, 09:00 UTC).`,
                `Next shift of Dan: none (was ${TUESDAY}).`,
              ].join('\n'),
              [
                'Second: Owner changed the people, from Wed 14 Jan 2026, 12:00 UTC on.',
                'Next shift of Dan: none (was Wed 14 Jan 2026, 12:00 UTC).',
              ].join('\n'),
            ]);
          },
          { name: 'Second' },
        );
      },
      { name: 'First', layers: [layer([ada, bob, dan])] },
    );
  });

  it('are sent once by several concurrent workers', async () => {
    watchbill.at('2026-01-12T10:00:00Z');
    const paths: string[] = [];
    for (let i = 0; i < 20; i++) {
      const { id } = await createSchedule(owner, [ada, bob], { name: `Storm ${i}` });
      await link(`/schedules/${id}`);
      await changeLayer(`/schedules/${id}`, [ada, carol]);
      paths.push(`/schedules/${id}`);
    }
    watchbill.at('2026-01-12T10:00:05Z');
    const counts = await Promise.all(Array.from({ length: 6 }, () => sendChangeNotifications(watchbill.services)));
    assert.equal(
      counts.reduce((sum, count) => sum + count),
      paths.length,
    );
    const told = await toldAt('2026-01-12T10:00:05Z');
    assert.deepEqual(
      told.map((text) => text.split(':')[0]).sort(),
      Array.from({ length: 20 }, (_, i) => `Storm ${i}`).sort(),
    );
    for (const path of paths) {
      succeeded(await owner.delete(`${path}/chat_channels/${CHANNEL}`), 204);
      succeeded(await owner.delete(path), 204);
    }
  });

  itOnSqlite('do not wait until a clock that was set back catches up', () =>
    withSchedule(async ({ id }) => {
      await createOverride(owner, { id }, [carol], '2026-01-12T12:00:00Z', '2026-01-12T14:00:00Z');
      watchbill.at('2026-01-12T08:00:00Z');
      await recheckEverything(watchbill.services);
      const told = await toldAt('2026-01-12T08:00:00Z');
      assert.ok(told.some((text) => text.startsWith('Primary: Owner put Carol on call')));
    }),
  );

  itOnSqlite('are correct even if time passes during the change', () =>
    withSchedule(async ({ id }) => {
      const { db } = watchbill.services;
      const organization = await db.first(anyOrganization, {});
      assert.ok(organization !== undefined);
      const caller: Caller = {
        organizationId: organization.id,
        userId: owner.id as Caller['userId'],
        role: 'owner',
        seat: 'member',
      };
      let nowMs = watchbill.services.clock.now();
      const clock = { now: () => nowMs++ };
      const eve = await watchbill.addPerson('Eve');
      const services = { ...watchbill.services, clock };
      const change = (people: readonly Person[]) =>
        updateSchedule(services, caller, id, { layers: [layer(people)] } as ScheduleUpdate);

      await change([ada, eve]);
      const first = await toldAt('2026-01-12T10:00:10Z');
      nowMs = watchbill.services.clock.now();
      await deleteUser(services, caller, eve.id);
      assert.deepEqual(
        [...first, ...(await toldAt('2026-01-12T10:00:20Z'))],
        [
          [
            'Primary: Owner changed the people.',
            'On call now: Eve in place of Bob.',
            `Next shift of Eve: ${WEDNESDAY}.`,
            `Next shift of Bob: none (was ${WEDNESDAY}).`,
          ].join('\n'),
          [
            'Primary: Owner changed the people.',
            'On call now: Ada in place of Eve.',
            `Next shift of Eve: none (was ${WEDNESDAY}).`,
          ].join('\n'),
        ],
      );
    }),
  );

  itOnSqlite('do not suppress a handoff that was already due', () =>
    withSchedule(async ({ id }) => {
      watchbill.at('2026-01-13T09:00:00Z');
      await createOverride(owner, { id }, [carol], '2026-01-13T12:00:00Z', '2026-01-13T14:00:00Z');
      const [handoff = '', ...others] = await toldAt('2026-01-13T09:00:00Z');
      assert.deepEqual(others, []);
      assert.match(handoff, /^Primary: Ada is on call until Tue 13 Jan 2026, 12:00 UTC\.\nBefore: Bob\./);
    }),
  );
});

/** The whole week, in seven windows. */
function everyDay(): object[] {
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  return days.map((day) => ({ day, from: '00:00', to: '24:00' }));
}
