/** [STO-4] A schedule that many requests show at the same time is computed once. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Queryable } from '../../src/db/driver/database.ts';
import { createReadCache } from '../../src/db/driver/read-cache.ts';
import { shownUsersByIds } from '../../src/db/people/users.ts';
import { revisionsInForce } from '../../src/db/schedules/revisions.ts';
import { type ScheduleRow, scheduleById } from '../../src/db/schedules/schedules.ts';
import { createIdSource } from '../../src/ids.ts';
import type { Caller } from '../../src/permissions.ts';
import { showSchedule } from '../../src/services/schedules/schedule-answers.ts';
import { getSchedule } from '../../src/services/schedules/schedules.ts';
import { listShifts } from '../../src/services/schedules/shifts.ts';
import { getScheduleRow } from '../../src/services/shared/schedule-access.ts';
import type { Services } from '../../src/services/shared/services.ts';
import { MAX_INSTANT } from '../../src/time/iso.ts';
import { MINUTE_MS } from '../../src/time/units.ts';

const START = Date.UTC(2026, 0, 5, 9);
const NOW = Date.UTC(2026, 1, 2, 12);

const LAYER = {
  name: 'Days',
  rotationStart: START,
  concurrentUsers: 1,
  users: ['usr_ada'],
  shiftLength: { amount: 1, unit: 'days' },
};

const REVISION = {
  organization_id: 'org_1',
  schedule_id: 'sch_1',
  number: 0,
  valid_from: START,
  valid_until: MAX_INSTANT,
  layer_json: JSON.stringify(LAYER),
  departures: null,
};

const ADA = {
  id: 'usr_ada',
  name: 'Ada',
  email: 'ada@example.com',
  time_zone: null,
  role: 'standard',
  seat: 'member',
  chat_id: null,
  deactivated_at: null,
};

/** As a read cache returns it: frozen. */
function cachedRow(): ScheduleRow {
  return Object.freeze(uncachedRow());
}

function uncachedRow(): ScheduleRow {
  const row = { id: 'sch_1', organization_id: 'org_1', name: 'On call', description: null, time_zone: 'Europe/Berlin' };
  return { ...row, external_id: null, managed_by: null } as unknown as ScheduleRow;
}

/** Each read takes a turn of the event loop. The first `failures` reads of the revisions fail. */
function databaseThatFails(failures = 0): { readonly db: Queryable; reads(): number } {
  let reads = 0;
  const rowsOf = new Map<unknown, readonly object[]>([
    [revisionsInForce, [REVISION]],
    [shownUsersByIds, [ADA]],
  ]);
  const db = {
    async all(statement: unknown) {
      if (statement === revisionsInForce) reads++;
      const isFailing = statement === revisionsInForce && reads <= failures;
      await new Promise(setImmediate);
      if (isFailing) throw new Error('the connection is lost');
      return rowsOf.get(statement) ?? [];
    },
  } as unknown as Queryable;
  return { db, reads: () => reads };
}

describe('a schedule that is shown to many at the same time', () => {
  it('is computed once, and all get the same object', async () => {
    const { db, reads } = databaseThatFails();
    const row = cachedRow();
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => showSchedule(db, row, NOW + i)));
    assert.equal(reads(), 1);
    assert.equal(answers[0]?.schedule.current_oncall_shift?.users[0]?.name, 'Ada');
    for (const answer of answers) assert.equal(answer, answers[0]);
  });

  it('is computed again for a caller with an earlier time', async () => {
    const { db, reads } = databaseThatFails();
    const row = cachedRow();
    const handoff = Date.UTC(2026, 1, 2, 9);
    const [after, before] = await Promise.all([showSchedule(db, row, handoff), showSchedule(db, row, handoff - 1)]);
    assert.equal(reads(), 2);
    assert.notEqual(after?.schedule.current_oncall_shift?.start, before?.schedule.current_oncall_shift?.start);
  });

  it('fails only for the caller whose read fails', async () => {
    const { db } = databaseThatFails(1);
    const row = cachedRow();
    const [first, second] = await Promise.allSettled([showSchedule(db, row, NOW), showSchedule(db, row, NOW)]);
    assert.equal(first.status, 'rejected');
    assert.equal(second.status, 'fulfilled');
  });

  it('is computed for each of them, and not kept, if its row is not cached', async () => {
    const { db, reads } = databaseThatFails();
    const row = uncachedRow();
    const answers = await Promise.all([showSchedule(db, row, NOW), showSchedule(db, row, NOW)]);
    assert.equal(reads(), 2);
    for (const answer of answers) assert.ok(!Object.isFrozen(answer) && !Object.isFrozen(answer?.schedule));
  });
});

describe('a schedule that is read at the same time as its row', () => {
  const id = createIdSource({ now: () => 0 })('schedule');
  const caller = { organizationId: 'org_1', userId: 'usr_ada' } as Caller;
  const server = 'the only one';

  it('is not kept for a row that was read after a later commit', async () => {
    let users = ['usr_ada'];
    const stored = (statement: unknown): readonly object[] => {
      if (statement === scheduleById) return [{ ...uncachedRow(), id }];
      if (statement === shownUsersByIds) return [{ ...ADA }, { ...ADA, id: 'usr_ben', name: 'Ben' }];
      if (statement !== revisionsInForce) return [];
      return [{ ...REVISION, schedule_id: id, layer_json: JSON.stringify({ ...LAYER, users }) }];
    };
    let confirmed: boolean | Promise<boolean> = true;
    const db = createReadCache(
      async (statement) => ({ rows: stored(statement) as never[], server }),
      () => confirmed,
    );
    const services = { db, clock: { now: () => NOW } } as unknown as Services;
    const onCall = async () => (await getSchedule(services, caller, id)).schedule.current_oncall_shift?.users[0]?.name;
    db.forget(server);
    await getScheduleRow(db, caller, id);

    const check = Promise.withResolvers<boolean>();
    confirmed = check.promise;
    const early = onCall();
    await nextTurn();
    users = ['usr_ben'];
    // The check finds the commit: the row that was cached before is read again.
    db.forget(server);
    confirmed = true;
    check.resolve(true);
    await early;
    assert.equal(await onCall(), 'Ben');
  });

  it('is not read again while the responses about it are kept', async () => {
    let reads = 0;
    const stored = new Map<unknown, object>([
      [scheduleById, { ...uncachedRow(), id }],
      [revisionsInForce, { ...REVISION, schedule_id: id }],
      [shownUsersByIds, ADA],
    ]);
    const db = createReadCache(
      async (statement) => {
        reads++;
        const row = stored.get(statement);
        return { rows: row === undefined ? [] : [{ ...row } as never], server };
      },
      () => true,
    );
    db.forget(server);
    const servicesAt = (now: number) => ({ db, clock: { now: () => now } }) as unknown as Services;
    const shownAt = (now: number) => getSchedule(servicesAt(now), caller, id);
    const page = { page: 1, per_page: 20, clip_to_interval: false };
    const shiftsAt = (now: number) => listShifts(servicesAt(now), caller, id, page);
    const first = [await shownAt(NOW), await shiftsAt(NOW)];
    const before = reads;
    const later = NOW + 5 * MINUTE_MS;
    assert.deepEqual([await shownAt(later), await shiftsAt(later)], first);
    assert.equal(reads, before);
  });
});
