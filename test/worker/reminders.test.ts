import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { nextDue } from '../../src/services/jobs/due-work.ts';
import { sendReminders } from '../../src/services/jobs/reminders.ts';
import { formatInstant } from '../../src/time/iso.ts';
import { type Person, startWatchbill, succeeded, type Watchbill } from '../support/drivers/api.ts';
import { addHourlySchedules } from '../support/drivers/large-organizations.ts';
import { createOverride, createSchedule, layer } from '../support/drivers/schedules.ts';
import { countingShifts } from '../support/drivers/shift-guard.ts';
import { messagesIn, workAt } from '../support/drivers/worker.ts';
import { describeOnBothDatabases } from '../support/servers/databases.ts';

/** The day is Monday 5 January 2026, unless another is named. */
describeOnBothDatabases('reminders', (create, itOnSqlite) => {
  let watchbill: Watchbill;
  let owner: Person;
  let ada: Person;
  let bob: Person;

  beforeEach(async () => {
    watchbill = await startWatchbill(create, '2026-01-05T10:00:00Z');
    owner = watchbill.owner;
    ada = await addPerson('Ada');
    bob = await addPerson('Bob');
  });
  afterEach(() => watchbill.stop());

  async function addPerson(name: string): Promise<Person> {
    const person = await watchbill.addPerson(name);
    succeeded(await owner.patch(`/users/${person.id}`, { chat_id: `U0${name.toUpperCase()}` }));
    succeeded(await person.patch('/user/notifications/', { notifications: { shift_moved: 'none' } }));
    return person;
  }

  async function remind(person: Person, ...reminder_hours: number[]): Promise<void> {
    succeeded(await person.patch('/user/settings/', { settings: { reminder_hours } }));
    // A worker then finds out when the next reminder is due.
    await sendReminders(watchbill.services);
  }

  /** The reminders of each person, by name: `Ada: You are on call for …`. */
  async function told(): Promise<string[]> {
    const all: string[] = [];
    for (const name of ['Ada', 'Bob']) {
      for (const text of await messagesIn(owner, `U0${name.toUpperCase()}`)) all.push(`${name}: ${text}`);
    }
    return all;
  }

  /** When reminders are due next. */
  async function nextLook(): Promise<string | undefined> {
    const { reminder } = await nextDue(watchbill.services);
    return typeof reminder === 'number' ? formatInstant(reminder) : undefined;
  }

  const BOB_ON_TUESDAY =
    'Bob: You are on call for Primary from Tue 6 Jan 2026, 09:00 UTC until Wed 7 Jan 2026, 09:00 UTC.';
  const ADA_ON_WEDNESDAY =
    'Ada: You are on call for Primary from Wed 7 Jan 2026, 09:00 UTC until Thu 8 Jan 2026, 09:00 UTC.';

  itOnSqlite('are off by default: nothing is sent, nothing is due', async () => {
    await createSchedule(owner, [ada, bob]);
    assert.equal(await nextLook(), undefined);
    for (const day of ['06', '07', '08']) await workAt(watchbill, `2026-01-${day}T08:00:00Z`);
    assert.deepEqual(await told(), []);
  });

  itOnSqlite('that were waiting are not sent once the shift has begun, or went to somebody else', async () => {
    const schedule = await createSchedule(owner, [ada, bob]);
    await remind(bob, 1);
    watchbill.at('2026-01-06T08:00:00Z');
    assert.equal(await sendReminders(watchbill.services), 1);
    await workAt(watchbill, '2026-01-06T09:00:00Z');
    assert.deepEqual(await told(), []);

    watchbill.at('2026-01-08T08:00:00Z');
    assert.equal(await sendReminders(watchbill.services), 1);
    await createOverride(owner, schedule, [ada], '2026-01-08T09:00:00Z', '2026-01-09T09:00:00Z');
    await workAt(watchbill, '2026-01-08T08:01:00Z');
    assert.deepEqual(await told(), []);
  });

  itOnSqlite('come an hour before the shift, at that instant and once', async () => {
    await createSchedule(owner, [ada, bob]);
    await remind(bob, 1);
    assert.equal(await nextLook(), '2026-01-06T08:00:00Z');
    await workAt(watchbill, '2026-01-06T07:59:59.999Z');
    assert.deepEqual(await told(), []);
    await workAt(watchbill, '2026-01-06T08:00:00Z');
    assert.deepEqual(await told(), [BOB_ON_TUESDAY]);
    assert.equal(await nextLook(), '2026-01-08T08:00:00Z');
    await workAt(watchbill, '2026-01-06T08:30:00Z');
    await workAt(watchbill, '2026-01-06T09:00:00Z');
    assert.deepEqual(await told(), [BOB_ON_TUESDAY]);
  });

  itOnSqlite('come a day before and an hour before to people who want both', async () => {
    await createSchedule(owner, [ada, bob]);
    await remind(ada, 24, 1);
    assert.equal(await nextLook(), '2026-01-06T09:00:00Z');
    await workAt(watchbill, '2026-01-06T09:00:00Z');
    assert.deepEqual(await told(), [ADA_ON_WEDNESDAY]);
    assert.equal(await nextLook(), '2026-01-07T08:00:00Z');
    await workAt(watchbill, '2026-01-07T08:00:00Z');
    assert.deepEqual(await told(), [ADA_ON_WEDNESDAY, ADA_ON_WEDNESDAY]);
  });

  itOnSqlite("follow each person's setting: one wants a day, another an hour", async () => {
    await createSchedule(owner, [ada, bob]);
    await remind(ada, 24);
    await remind(bob, 1);
    await workAt(watchbill, '2026-01-06T08:00:00Z');
    assert.deepEqual(await told(), [BOB_ON_TUESDAY]);
    await workAt(watchbill, '2026-01-06T09:00:00Z');
    assert.deepEqual(await told(), [ADA_ON_WEDNESDAY, BOB_ON_TUESDAY]);
  });

  itOnSqlite('stop when the setting is off again', async () => {
    await createSchedule(owner, [ada, bob]);
    await remind(bob, 1);
    await remind(bob);
    assert.equal(await nextLook(), undefined);
    await workAt(watchbill, '2026-01-06T08:00:00Z');
    assert.deepEqual(await told(), []);
  });

  itOnSqlite('are not sent to people who turned them off at the last moment', async () => {
    await createSchedule(owner, [ada, bob]);
    await remind(bob, 1);
    watchbill.at('2026-01-06T08:00:00Z');
    await remind(bob);
    await workAt(watchbill, '2026-01-06T08:00:01Z');
    assert.deepEqual(await told(), []);
    assert.equal(await nextLook(), undefined);
  });

  itOnSqlite('start with a new schedule for people who already wanted them', async () => {
    await remind(bob, 1);
    assert.equal(await nextLook(), undefined);
    await createSchedule(owner, [ada, bob]);
    assert.equal(await nextLook(), '2026-01-06T08:00:00Z');
  });

  itOnSqlite('that were missed are sent once while the shift is still to come, however many there were', async () => {
    await createSchedule(owner, [ada, bob]);
    await remind(ada, 24, 1);
    await workAt(watchbill, '2026-01-07T08:59:59Z');
    assert.deepEqual(await told(), [ADA_ON_WEDNESDAY]);
  });

  itOnSqlite('that were missed are not sent once the shift has begun', async () => {
    await createSchedule(owner, [ada, bob]);
    await remind(ada, 24, 1);
    await workAt(watchbill, '2026-01-07T09:00:00Z');
    assert.deepEqual(await told(), []);
    assert.equal(await nextLook(), '2026-01-08T09:00:00Z');
  });

  itOnSqlite('are not lost if the schedule changes before the worker runs', async () => {
    const schedule = await createSchedule(owner, [ada, bob]);
    await remind(bob, 1);
    watchbill.at('2026-01-06T08:00:05Z');
    await createOverride(owner, schedule, [ada], '2026-02-01T09:00:00Z', '2026-02-01T12:00:00Z');
    await workAt(watchbill, '2026-01-06T08:00:06Z');
    assert.deepEqual(await told(), [BOB_ON_TUESDAY]);
  });

  itOnSqlite('follow overrides: the replacement is reminded, the replaced person is not', async () => {
    const schedule = await createSchedule(owner, [ada, bob]);
    for (const person of [ada, bob]) await remind(person, 1);
    const carl = await addPerson('Carl');
    await remind(carl, 1);
    await createOverride(owner, schedule, [carl], '2026-01-06T09:00:00Z', '2026-01-06T21:00:00Z');
    await workAt(watchbill, '2026-01-06T08:00:00Z');
    assert.deepEqual(await told(), []);
    assert.deepEqual(await messagesIn(owner, 'U0CARL'), [
      'You are on call for Primary from Tue 6 Jan 2026, 09:00 UTC until Tue 6 Jan 2026, 21:00 UTC.',
    ]);
    await workAt(watchbill, '2026-01-06T20:00:00Z');
    assert.deepEqual(await told(), [
      'Bob: You are on call for Primary from Tue 6 Jan 2026, 21:00 UTC until Wed 7 Jan 2026, 09:00 UTC.',
    ]);
  });

  itOnSqlite('follow an override that is deleted again', async () => {
    const schedule = await createSchedule(owner, [ada, bob]);
    await remind(bob, 1);
    const override = await createOverride(owner, schedule, [ada], '2026-01-06T09:00:00Z', '2026-01-07T09:00:00Z');
    assert.equal(await nextLook(), '2026-01-08T08:00:00Z');
    succeeded(await owner.delete(`/schedules/${schedule.id}/overrides/${override.id}`), 204);
    assert.equal(await nextLook(), '2026-01-06T08:00:00Z');
  });

  itOnSqlite('follow a shift that is moved', async () => {
    const schedule = await createSchedule(owner, [ada, bob]);
    await remind(bob, 1);
    const layers = [layer([ada, bob], { rotation_start: '2026-01-05T15:00:00Z' })];
    succeeded(await owner.patch(`/schedules/${schedule.id}`, { layers }));
    await workAt(watchbill, '2026-01-06T08:00:00Z');
    const beforeTheMove = await told();
    await workAt(watchbill, '2026-01-06T14:00:00Z');
    assert.deepEqual(
      [beforeTheMove, await told()],
      [[], ['Bob: You are on call for Primary from Tue 6 Jan 2026, 15:00 UTC until Wed 7 Jan 2026, 15:00 UTC.']],
    );
  });

  itOnSqlite('are not sent to people who are on call right before', async () => {
    const schedule = await createSchedule(owner, [ada, bob]);
    await remind(bob, 1);
    await createOverride(owner, schedule, [ada, bob], '2026-01-06T06:00:00Z', '2026-01-06T09:00:00Z');
    await workAt(watchbill, '2026-01-06T05:00:00Z');
    const one = 'Bob: You are on call for Primary from Tue 6 Jan 2026, 06:00 UTC until Wed 7 Jan 2026, 09:00 UTC.';
    assert.deepEqual(await told(), [one], 'until the end of all that follows');
    await workAt(watchbill, '2026-01-06T08:00:00Z');
    assert.deepEqual(await told(), [one]);
  });

  itOnSqlite('come before each window, even if only one person rotates', async () => {
    const restriction_intervals = ['monday', 'tuesday', 'wednesday'].map((day) => ({
      day,
      from: '09:00',
      to: '17:00',
    }));
    await createSchedule(owner, [ada], { layers: [layer([ada], { restriction_intervals })] });
    await remind(ada, 1);
    for (const day of ['06', '07', '08', '12']) await workAt(watchbill, `2026-01-${day}T08:00:00Z`);
    assert.deepEqual(
      (await told()).map((text) => text.replace(/^.* from /, '')),
      [
        'Tue 6 Jan 2026, 09:00 UTC until Tue 6 Jan 2026, 17:00 UTC.',
        'Wed 7 Jan 2026, 09:00 UTC until Wed 7 Jan 2026, 17:00 UTC.',
        'Mon 12 Jan 2026, 09:00 UTC until Mon 12 Jan 2026, 17:00 UTC.',
      ],
    );
  });

  itOnSqlite('name no end if there is none within the horizon', async () => {
    const layers = [layer([ada], { rotation_start: '2026-01-06T09:00:00Z' })];
    await createSchedule(owner, [ada], { layers });
    await remind(ada, 1);
    await workAt(watchbill, '2026-01-06T08:00:00Z');
    assert.deepEqual(await told(), ['Ada: You are on call for Primary from Tue 6 Jan 2026, 09:00 UTC.']);
  });

  itOnSqlite('count elapsed hours, also across clock changes', async () => {
    watchbill.at('2026-03-27T10:00:00Z');
    const layers = [layer([ada, bob], { rotation_start: '2026-03-27T09:00:00+01:00' })];
    await createSchedule(owner, [ada, bob], { time_zone: 'Europe/Berlin', layers });
    await remind(ada, 24);
    // 09:00 on Sunday is 23 hours after 09:00 on Saturday.
    assert.equal(await nextLook(), '2026-03-28T07:00:00Z');
    await workAt(watchbill, '2026-03-28T07:00:00Z');
    assert.deepEqual(await told(), [
      'Ada: You are on call for Primary from Sun 29 Mar 2026, 09:00 CEST until Mon 30 Mar 2026, 09:00 CEST.',
    ]);
  });

  itOnSqlite('reach people who are on call months from now', async () => {
    const layers = [layer([bob, ada], { shift_length: { amount: 20, unit: 'weeks' } })];
    await createSchedule(owner, [ada, bob], { layers });
    await remind(ada, 1);
    const looks: string[] = [];
    while ((await told()).length === 0 && looks.length < 10) {
      const look = (await nextLook()) ?? assert.fail('nothing is due');
      looks.push(look);
      await workAt(watchbill, look);
    }
    assert.equal(looks.at(-1), '2026-05-25T08:00:00Z');
    assert.ok(looks.length > 1);
  });

  itOnSqlite('are not sent to a user without a chat id, and start when they have one', async () => {
    await createSchedule(owner, [ada, bob]);
    await remind(bob, 24, 1);
    succeeded(await owner.patch(`/users/${bob.id}`, { chat_id: null }));
    await workAt(watchbill, '2026-01-07T09:00:00Z');
    succeeded(await owner.patch(`/users/${bob.id}`, { chat_id: 'U0BOB' }));
    assert.deepEqual(await told(), []);
    await workAt(watchbill, '2026-01-08T08:00:00Z');
    assert.equal((await told()).length, 1);
  });

  itOnSqlite('stop for a deactivated user', async () => {
    await createSchedule(owner, [ada, bob]);
    await remind(bob, 1);
    succeeded(await owner.delete(`/users/${bob.id}`), 204);
    assert.equal(await nextLook(), undefined);
  });

  it('are sent once by several concurrent workers', async () => {
    await remind(bob, 1);
    const names = Array.from({ length: 30 }, (_, i) => `Schedule ${i}`);
    for (const name of names) await createSchedule(owner, [ada, bob], { name });
    watchbill.at('2026-01-06T08:00:00Z');
    const counts = await Promise.all(Array.from({ length: 8 }, () => sendReminders(watchbill.services)));
    await workAt(watchbill, '2026-01-06T08:00:01Z');
    const of = (await told()).map((text) => /for (.*) from/.exec(text)?.[1] ?? text);
    assert.deepEqual(of.sort(), names.sort());
    assert.equal(
      counts.reduce((sum, count) => sum + count),
      names.length,
    );
  });

  itOnSqlite('[BUD-1] of many schedules with hourly turns are searched in several batches', async () => {
    const ids = await addHourlySchedules(watchbill, [owner], { count: 20 });
    for (const id of ids) {
      await createOverride(owner, { id }, [ada], '2026-02-07T00:00:00Z', '2026-02-08T00:00:00Z');
    }
    await remind(ada, 1);
    await watchbill.services.db.exclusively((tx) => tx.execute('update schedules set next_reminder_at = 1'));
    const batches: number[] = [];
    await nextTurn();
    const { total, mostInATurn } = await countingShifts(async () => {
      for (let count = -1; count !== 0; ) {
        count = await sendReminders(watchbill.services);
        batches.push(count);
        await nextTurn();
      }
    });
    assert.ok(total > 15_000, `${total} shifts`);
    assert.ok(mostInATurn < 7_000, `${mostInATurn} shifts in a turn`);
    assert.equal(
      batches.reduce((sum, count) => sum + count),
      ids.length,
    );
  });
});
