/** A schedule with very many revisions gives the same results from a few of them as from all. */
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import fc from 'fast-check';
import type { Database } from '../../../src/db/driver/database.ts';
import { anyOrganization } from '../../../src/db/people/organizations.ts';
import { overridesOfSchedules } from '../../../src/db/schedules/overrides.ts';
import { type RevisionRow, revisionsInForce, revisionsPage } from '../../../src/db/schedules/revisions.ts';
import { scheduleById, schedulesOfUser } from '../../../src/db/schedules/schedules.ts';
import { revisionValidity } from '../../../src/db/schema/migrations/0004-revision-validity.ts';
import { validityOf } from '../../../src/engine/revisions.ts';
import type { Interval, Shift } from '../../../src/engine/schedule.ts';
import {
  nextChangeAfter,
  nextShiftAfter,
  shiftAt,
  shiftsIn,
  type Timeline,
  timelineOf,
} from '../../../src/engine/timeline.ts';
import { buildApp } from '../../../src/http/app.ts';
import { type OrganizationId, parseId, type ScheduleId, type UserId } from '../../../src/ids.ts';
import { processHandoffs } from '../../../src/services/jobs/handoffs.ts';
import { isReadable, revisionOf } from '../../../src/services/timelines/rotations.ts';
import { formatInstant, MAX_INSTANT, MIN_INSTANT } from '../../../src/time/iso.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/time/units.ts';
import { findZone } from '../../../src/time/zones.ts';
import { call, type Person, PUBLIC_URL, silentLog, succeeded, type Watchbill } from '../../support/drivers/api.ts';
import { createOverride, createSchedule, layer } from '../../support/drivers/schedules.ts';
import { givenWatchbill } from '../../support/drivers/suites.ts';
import { describeOnSqlite } from '../../support/servers/databases.ts';

const START = Date.parse('2026-01-05T09:00:00Z');
const CHANGES = 150;

/** Layers for now and for later, many of which are dropped before they begin; some differ only in name. */
const change = fc.record({
  waitMs: fc.constantFrom(0, 1, 1000, 10 * MINUTE_MS, 5 * HOUR_MS, 26 * HOUR_MS),
  startsInMs: fc.constantFrom(-9 * DAY_MS, -1, 0, 1, HOUR_MS, 3 * DAY_MS, 40 * DAY_MS, 500 * DAY_MS),
  order: fc.constantFrom([0, 1, 2], [0, 1], [0], [1, 2], [2, 0, 1], []),
  name: fc.constantFrom('One', 'Two', 'Three'),
  shift_length: fc.constantFrom(
    { amount: 6, unit: 'hours' },
    { amount: 1, unit: 'days' },
    { amount: 2, unit: 'weeks' },
    { amount: 100, unit: 'weeks' },
  ),
  overrideMs: fc.option(fc.constantFrom(HOUR_MS, 30 * HOUR_MS, 20 * DAY_MS), { freq: 1 }),
});

describeOnSqlite('a schedule with many revisions', (create) => {
  let people: readonly Person[];
  let now = START;
  let key: { organizationId: OrganizationId; id: ScheduleId };
  let revisions: readonly RevisionRow[];
  let timeline: Timeline;

  const { watchbill } = givenWatchbill(create);
  before(async () => {
    const { services } = watchbill;
    const changed = await changeOften(watchbill);
    const { schedule } = changed;
    ({ people, now } = changed);

    const { db } = services;
    const organization = await db.first(anyOrganization, {});
    key = { organizationId: organization?.id as OrganizationId, id: parseId('schedule', schedule.id) as ScheduleId };
    revisions = await readRevisions();
    const zone = findZone('Europe/Berlin');
    assert.ok(zone);
    const everything = { organizationId: key.organizationId, ids: [key.id], start: MIN_INSTANT, end: MAX_INSTANT };
    const overrides = (await db.all(overridesOfSchedules, everything)).map(({ start_at, end_at, users_json }) => ({
      start: start_at,
      end: end_at,
      users: JSON.parse(users_json) as UserId[],
    }));
    timeline = timelineOf({ zone, revisions: revisions.map(revisionOf).filter(isReadable), overrides });
  });

  function readRevisions(): Promise<readonly RevisionRow[]> {
    const { organizationId, id: scheduleId } = key;
    return watchbill.services.db.all(revisionsPage, { organizationId, scheduleId, limit: 2 * CHANGES, offset: 0 });
  }

  /** Intervals around every instant at which a revision starts or was planned to start, and some long ones. */
  function intervals(): Interval[] {
    const instants = new Set(revisions.map(({ valid_from }) => valid_from));
    return [
      ...[...instants].flatMap((at) => [
        { start: at - 1, end: at },
        { start: at, end: at + 1 },
        { start: at + 1, end: at + 3 * DAY_MS },
        { start: at - 2 * DAY_MS, end: at + 1 },
      ]),
      { start: START - 400 * DAY_MS, end: START - 300 * DAY_MS },
      { start: START - DAY_MS, end: START + 300 * DAY_MS },
      { start: now, end: now + 366 * DAY_MS },
      { start: now + 450 * DAY_MS, end: now + 600 * DAY_MS },
    ];
  }

  it('[REV-2] has plans that never came into force, and shifts that continue across revisions', () => {
    const validities = validityOf(revisions.map(revisionOf).filter(isReadable));
    assert.ok(revisions.length > 100 && validities.length > 20 && validities.length < revisions.length - 20);
    const seams = validities.filter(({ start }) => shiftAt(timeline, start)?.start !== start);
    assert.ok(seams.length > 5, `${seams.length} seams inside shifts`);
  });

  it('[SH-1] has the shifts that the engine finds with all revisions', async () => {
    for (const { start, end } of intervals()) {
      const range = `from=${formatInstant(start)}&to=${formatInstant(end)}`;
      for (const clip of [false, true]) {
        const path = `/schedules/${key.id}/shifts/?per_page=100&clip_to_interval=${clip}&${range}`;
        const { shifts, meta } = succeeded(await watchbill.owner.get(path));
        const expected = shiftsIn(timeline, { start, end }, { clip });
        assert.equal(meta.total, expected.length, range);
        assert.deepEqual(shifts.map(plain), expected.slice(0, 100).map(presented), range);
      }
    }
  });

  it('[SH-2] has the current and the next shift, and the latest revision', async () => {
    const { schedule } = succeeded(await watchbill.owner.get(`/schedules/${key.id}`));
    const [current, next] = [shiftAt(timeline, now), nextShiftAfter(timeline, now)];
    assert.deepEqual(
      schedule.current_oncall_shift && plain(schedule.current_oncall_shift),
      current && presented(current),
    );
    assert.deepEqual(schedule.next_oncall_shift && plain(schedule.next_oncall_shift), next && presented(next));
    assert.equal(schedule.current_revision, revisions.length - 1);
  });

  it('[WRK-1] has its next change', async () => {
    await processHandoffs(watchbill.services);
    const row = await watchbill.services.db.first(scheduleById, key);
    assert.equal(row?.next_change_at, nextChangeAfter(timeline, now) ?? null);
  });

  it('knows who is in its layers from now on, and until when', async () => {
    const untilAt = new Map<string, number>();
    for (const { end, revision } of validityOf(revisions.map(revisionOf).filter(isReadable))) {
      for (const user of revision.layer.users) untilAt.set(user, Math.min(end, MAX_INSTANT));
    }
    for (const { id } of people) {
      const who = { organizationId: key.organizationId, userId: parseId('user', id) as UserId };
      const found = async (since: number) =>
        (await watchbill.services.db.all(schedulesOfUser, { ...who, since })).length === 1;
      const until = untilAt.get(id) ?? 0;
      assert.deepEqual([await found(START), await found(now)], [true, until > now]);
      if (until > now) assert.deepEqual([await found(until - 1), await found(until)], [true, false]);
    }
  });

  it('[REV-2] stores when each revision ends, also in an upgraded database', async () => {
    const stored = inForce(revisions);
    const expected = validityOf(revisions.map(revisionOf).filter(isReadable)).map(({ revision, start, end }) => [
      revision.number,
      start,
      Math.min(end, MAX_INSTANT),
    ]);
    assert.deepEqual(stored, expected);

    await watchbill.services.db.exclusively(async (tx) => {
      const statements = revisionValidity.statements({ id: tx.idType });
      const indexes = statements.flatMap((sql) => /create index (\w+)/.exec(sql)?.[1] ?? []);
      for (const index of indexes) await tx.execute(`drop index ${index}`);
      await tx.execute('alter table revisions drop column valid_until');
      for (const sql of statements) await tx.execute(sql);
      await tx.execute('alter table revisions rename column reign_end to valid_until');
    });
    assert.deepEqual(inForce(await readRevisions()), expected);
  });
});

describeOnSqlite('a schedule, long after its last revision', (create) => {
  const { watchbill } = givenWatchbill(create);

  it('loads only the revisions that matter', async () => {
    const { people, schedule, now } = await changeOften(watchbill);
    let loaded = 0;
    const { services } = watchbill;
    const db = watching(services.db, (rows) => {
      loaded += rows;
    });
    const app = await buildApp({
      services: { ...services, db },
      docsUrl: '',
      publicUrl: () => PUBLIC_URL,
      rateLimit: 0,
      log: silentLog,
    });
    const { owner, at } = watchbill;
    // Long after the changes: the current shift began under the latest revision.
    at(formatInstant(now + 700 * DAY_MS));
    const path = `/schedules/${schedule.id}`;
    for (const [method, url, body] of [
      ['GET', path],
      ['GET', '/schedules'],
      ['GET', '/oncall'],
      ['GET', `${path}/shifts/`],
      ['PATCH', path, { name: 'Renamed' }],
      ['PATCH', path, { layers: [layer(people)] }],
    ] as const) {
      loaded = 0;
      succeeded(await call(app, method, url, owner.key, body));
      assert.ok(loaded <= 12, `${method} ${url} loaded ${loaded} revisions`);
    }
    await app.close();
  });
});

interface OftenChanged {
  readonly people: readonly Person[];
  readonly schedule: { readonly id: string };
  /** The time of the last change. */
  readonly now: number;
}

async function changeOften(watchbill: Watchbill): Promise<OftenChanged> {
  const { owner, addPerson } = watchbill;
  const people = [await addPerson('Ada'), await addPerson('Ben'), await addPerson('Cy')];
  const schedule = await createSchedule(owner, people, { time_zone: 'Europe/Berlin' });
  let now = START;
  for (const { waitMs, startsInMs, order, overrideMs, ...rest } of fc.sample(change, { numRuns: CHANGES, seed: 7 })) {
    now += waitMs;
    watchbill.at(formatInstant(now));
    const users = order.map((i) => people[i] as Person);
    const layers = [layer(users, { ...rest, rotation_start: formatInstant(now + startsInMs) })];
    succeeded(await owner.patch(`/schedules/${schedule.id}`, { layers }));
    if (overrideMs === null) continue;
    const start = now + HOUR_MS;
    const end = start + overrideMs;
    await createOverride(owner, schedule, [people[1] as Person], formatInstant(start), formatInstant(end));
  }
  return { people, schedule, now };
}

/** Number, start and end of each revision that is, was or will be in force. */
function inForce(rows: readonly RevisionRow[]): [number, number, number][] {
  return rows
    .filter(({ valid_from, valid_until }) => valid_from < valid_until)
    .map(({ number, valid_from, valid_until }) => [number, valid_from, valid_until]);
}

/** The database; `count` gets the number of revisions of each read, also in transactions. */
function watching(db: Database, count: (rows: number) => void): Database {
  function watched<T extends Pick<Database, 'all'>>(queryable: T): T {
    return new Proxy(queryable, {
      get(target, name, receiver) {
        if (name === 'transaction') {
          return (work: Parameters<Database['transaction']>[0]) => db.transaction((tx) => work(watched(tx)));
        }
        if (name !== 'all') return Reflect.get(target, name, receiver);
        const all: Database['all'] = async (statement, parameters) => {
          const rows = await target.all(statement, parameters);
          if (Object.is(statement, revisionsInForce)) count(rows.length);
          return rows;
        };
        return all;
      },
    });
  }
  return watched(db);
}

function plain({ users, start, end }: { users: { id: string }[]; start: string; end: string }) {
  return { users: users.map(({ id }) => id), start, end };
}

function presented({ users, start, end }: Shift) {
  return { users: [...users], start: formatInstant(start), end: formatInstant(end) };
}
