/**
 * [STO-6] Compares plans with tables that keep the whole history: after any sequence of changes, the tables contain what the plan says, the past is
 * unchanged, and the stored times match the whole history.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { ScheduleRow } from '../../src/db/schedules/schedules.ts';
import { placeOverride } from '../../src/engine/overrides.ts';
import type { Layer, Override, Revision } from '../../src/engine/schedule.ts';
import { nextChangeAfter, onCallAt, type Timeline, timelineOf } from '../../src/engine/timeline.ts';
import { AppError } from '../../src/errors.ts';
import type { OrganizationId, OverrideId, ScheduleId, TeamId, UserId } from '../../src/ids.ts';
import { MAX_NOTICE_MS } from '../../src/services/notifications/reminder-times.ts';
import type { Effect, Planning } from '../../src/services/plan/change.ts';
import { departure } from '../../src/services/plan/departure-effects.ts';
import { update } from '../../src/services/plan/layer-effects.ts';
import { addition, changedOverride, removal } from '../../src/services/plan/override-effects.ts';
import { planScheduleChange, type SchedulePlan } from '../../src/services/plan/schedule-plan.ts';
import { nearUntil, newState, type ScheduleState } from '../../src/services/plan/schedule-state.ts';
import { isDecided, timelineFor, timesOf } from '../../src/services/plan/times.ts';
import type { StoredOverride } from '../../src/services/timelines/stored-overrides.ts';
import { MAX_INSTANT } from '../../src/time/iso.ts';
import { findZone, type Zone } from '../../src/time/zones.ts';
import { byChance } from '../support/chance.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 2, 27);
const ZONE = findZone('Europe/Berlin') as Zone;
const PEOPLE = ['A', 'B', 'C', 'D'] as unknown as UserId[];
const BY = 'A' as UserId;

const RUNS = byChance({ seed: 20260329, numRuns: 100 });

/** The content of the database. */
interface Tables {
  row: ScheduleRow;
  revisions: (Revision & { validUntil: number })[];
  overrides: StoredOverride[];
  inLayersUntil: Map<UserId, number>;
}

const ROW: ScheduleRow = {
  id: 'sch' as ScheduleId,
  organization_id: 'org' as OrganizationId,
  name: 'Primary',
  name_key: 'primary',
  description: null,
  time_zone: 'Europe/Berlin',
  latest_revision: 0,
  next_change_at: null,
  notifications_due_at: null,
  next_reminder_at: null,
  broken_reason: null,
  created_by: BY,
  created_at: START,
  deleted_at: null,
  change_count: 0,
  changed_at: null,
  turns_per_year: 0,
  external_id: null,
  managed_by: null,
};

const UNMANAGED = { external_id: null, managed_by: null };

const layers: fc.Arbitrary<Layer> = fc.record({
  name: fc.constant('Layer'),
  rotationStart: fc.integer({ min: -100, max: 400 }).map((hours) => START + hours * HOUR),
  concurrentUsers: fc.integer({ min: 1, max: 2 }),
  users: fc.array(fc.constantFrom(...PEOPLE), { maxLength: 5 }),
  shiftLength: fc.record({
    amount: fc.integer({ min: 1, max: 3 }),
    unit: fc.constantFrom('hours' as const, 'days' as const),
  }),
});

const overrides: fc.Arbitrary<Override> = fc.record({
  start: fc.integer({ min: -50, max: 300 }).map((hours) => START + hours * HOUR),
  end: fc.integer({ min: -50, max: 300 }).map((hours) => START + hours * HOUR),
  users: fc.uniqueArray(fc.constantFrom(...PEOPLE), { minLength: 1, maxLength: 3 }),
});

/** A change, some time after the one before. An override to remove is chosen by its position among the existing ones. */
type Step = { readonly afterHours: number } & (
  | { readonly kind: 'layer'; readonly layer: Layer }
  | { readonly kind: 'override'; readonly override: Override }
  | {
      readonly kind: 'change';
      readonly place: number;
      readonly inHours: number;
      readonly hours: number;
      readonly users: UserId[];
    }
  | { readonly kind: 'removal'; readonly place: number }
  | { readonly kind: 'departure'; readonly userId: UserId }
);

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc
    .tuple(
      fc.integer({ min: 0, max: 60 }),
      fc.oneof(
        layers.map((layer) => ({ kind: 'layer' as const, layer })),
        overrides.map((override) => ({ kind: 'override' as const, override })),
        fc.record({
          kind: fc.constant('change' as const),
          place: fc.nat(5),
          inHours: fc.integer({ min: -20, max: 60 }),
          hours: fc.integer({ min: 1, max: 90 }),
          users: fc.uniqueArray(fc.constantFrom(...PEOPLE), { maxLength: 3 }),
        }),
        fc.nat(5).map((place) => ({ kind: 'removal' as const, place })),
        fc.constantFrom(...PEOPLE).map((userId) => ({ kind: 'departure' as const, userId })),
      ),
    )
    .map(([afterHours, change]) => ({ afterHours, ...change })),
  { minLength: 1, maxLength: 8 },
);

function effectOf(step: Step, state: ScheduleState, planning: Planning): Effect | undefined {
  const { now } = planning;
  switch (step.kind) {
    case 'layer':
      return newLayer(state, step.layer, planning);
    case 'override':
      return addition(state, { overrides: [placeOverride(step.override, now)], isNotified: true }, planning);
    case 'change': {
      const override = state.overrides[step.place % Math.max(1, state.overrides.length)];
      const start = now + step.inHours * HOUR;
      const change = { start, end: start + step.hours * HOUR, ...(step.users.length > 0 && { users: step.users }) };
      return override && changedOverride(state, { id: override.id, change }, planning);
    }
    case 'removal': {
      const override = state.overrides[step.place % Math.max(1, state.overrides.length)];
      return override && removal(state, override as Override & { readonly id: OverrideId }, planning);
    }
    case 'departure':
      return departure(state, { userId: step.userId, at: now }, planning);
  }
}

function newLayer(state: ScheduleState, layer: Layer, planning: Planning): Effect {
  const details = { name: 'Primary', name_key: 'primary', description: null, ...UNMANAGED };
  return update(state, { details, layer, audit: { action: 'schedule.updated', targetId: ROW.id } }, planning);
}

/** Stores a plan like schedule-writes.ts, statement by statement. */
function store(tables: Tables, { state, revisions, overrides: writes, inLayersUntil, now }: SchedulePlan): Tables {
  const cutAt = Math.min(...revisions.map(({ validFrom }) => validFrom));
  const cut = tables.revisions.map((revision) =>
    revision.validFrom < revision.validUntil && revision.validUntil > cutAt
      ? { ...revision, validUntil: cutAt }
      : revision,
  );
  const lefts = new Map(writes.left.map(({ id, users }) => [id, users]));
  const changes = new Map(writes.changed.map((override) => [override.id, override]));
  const ended = tables.overrides
    .filter(({ id }) => !writes.removed.includes(id))
    .map((stored) => changes.get(stored.id) ?? stored)
    .map((override) => ({
      ...override,
      end: writes.ended.includes(override.id) ? writes.endedAt : override.end,
      users: lefts.get(override.id) ?? override.users,
    }));
  const kept = [...tables.inLayersUntil].map(([user, until]) => [user, Math.min(until, now)] as const);
  return {
    row: state.row,
    revisions: [...cut, ...revisions],
    overrides: [...ended, ...writes.added],
    inLayersUntil: inLayersUntil === undefined ? tables.inLayersUntil : new Map([...kept, ...inLayersUntil]),
  };
}

const DAILY: Layer = {
  name: 'Layer',
  rotationStart: START,
  concurrentUsers: 1,
  users: PEOPLE,
  shiftLength: { amount: 1, unit: 'days' },
};

function load(tables: Tables, now: number, hasChannels: boolean): ScheduleState {
  return {
    ...newState(tables.row),
    isNew: false,
    hasChannels,
    revisions: tables.revisions
      .filter(({ validFrom, validUntil }) => validFrom < validUntil && validUntil >= now)
      .sort((a, b) => a.validUntil - b.validUntil)
      .map(({ number, validFrom, layer }) => ({ number, validFrom, layer })),
    overrides: tables.overrides
      .filter(({ end }) => end > now)
      .sort((a, b) => a.rank - b.rank || (a.id < b.id ? -1 : 1)),
    highestRank: Math.max(0, ...tables.overrides.map(({ rank }) => rank)),
  };
}

/** The timeline of everything that was ever stored. */
function history({ revisions, overrides }: Tables): Timeline {
  const ranked = [...overrides].sort((a, b) => a.rank - b.rank || (a.id < b.id ? -1 : 1));
  return timelineOf({ zone: ZONE, revisions, overrides: ranked as readonly Override[] });
}

function namesAt(timeline: Timeline, at: number): string {
  return [...onCallAt(timeline, at)].sort().join('');
}

/** The users of the override in force at the instant, if any. */
function decidingAt({ overrides }: Tables, at: number): readonly UserId[] | undefined {
  const running = overrides.filter(({ start, end }) => start <= at && at < end);
  return running.sort((a, b) => a.rank - b.rank).at(-1)?.users;
}

/** All allowed steps, each with the tables before and after it. */
function* eachChange(first: Layer, someSteps: readonly Step[], hasChannels = true) {
  let ids = 0;
  const newOverrideId = () => `ovr_${String(ids++).padStart(3, '0')}` as OverrideId;
  let now = START;
  const empty: Tables = { row: ROW, revisions: [], overrides: [], inLayersUntil: new Map() };
  const atFirst = { now, by: BY, newOverrideId };
  let tables = store(empty, planScheduleChange(newState(ROW), newLayer(newState(ROW), first, atFirst), atFirst));
  for (const step of someSteps) {
    now += step.afterHours * HOUR;
    const before = load(tables, now, hasChannels);
    let plan: SchedulePlan;
    try {
      const planning = { now, by: BY, newOverrideId };
      const effect = effectOf(step, before, planning);
      if (effect === undefined) continue;
      plan = planScheduleChange(before, effect, planning);
    } catch (error) {
      if (error instanceof AppError) continue;
      throw error;
    }
    const after = store(tables, plan);
    yield { step, now, plan, tables, after };
    tables = after;
  }
}

function farOverride(
  { inHours, hours, users }: { readonly inHours: number; readonly hours: number; readonly users: readonly UserId[] },
  number: number,
  now: number,
): StoredOverride {
  const start = now + inHours * HOUR;
  const by = { createdBy: BY, createdAt: START, changedBy: null, changedAt: null, managedBy: null };
  const id = `ovr_far${String(number).padStart(2, '0')}` as OverrideId;
  const rank = 1_000 + number;
  return {
    id,
    scheduleId: ROW.id,
    start,
    end: start + hours * HOUR,
    users,
    rank,
    deletedAt: null,
    reason: null,
    ...by,
  };
}

const anything = [layers, steps] as const;

suite('a plan', () => {
  test('leads to the state that the tables then have', () => {
    fc.assert(
      fc.property(...anything, (first, someSteps) => {
        for (const { now, plan, after } of eachChange(first, someSteps)) {
          const { revisions, overrides, highestRank, row } = load(after, now, true);
          // A revision that ended at this very moment is loaded, but is not part of the future.
          const inForce = revisions.filter(({ number }) => after.revisions[number]?.validUntil !== now);
          assert.deepEqual(
            plan.state.revisions.filter(({ number }) => after.revisions[number]?.validUntil !== now),
            inForce,
          );
          assert.deepEqual(
            [...plan.state.overrides].sort((a, b) => a.rank - b.rank || (a.id < b.id ? -1 : 1)),
            overrides,
          );
          assert.deepEqual([plan.state.highestRank >= highestRank, plan.state.row], [true, row]);
        }
      }),
      RUNS,
    );
  });

  test('for a new override, from the overrides near it alone, is the plan from all of them, or is known not to be decided', () => {
    const reminded = { chat_id: 'U1', notifications_json: '{}', name: 'Name', email: 'name@example.com' };
    const noticesMs = [2 * HOUR, MAX_NOTICE_MS];
    const far = fc.record({
      inHours: fc.integer({ min: 1, max: 900 }),
      hours: fc.integer({ min: 1, max: 40 }),
      users: fc.uniqueArray(fc.constantFrom(...PEOPLE), { minLength: 1, maxLength: 2 }),
    });
    const count = { decided: 0, smaller: 0 };
    fc.assert(
      fc.property(...anything, fc.array(far, { maxLength: 12 }), far, fc.subarray([...PEOPLE]), (...given) => {
        const [first, someSteps, others, { inHours, hours, users }, wanting] = given;
        for (const { now, after } of eachChange(first, someSteps)) {
          const start = now + inHours * HOUR;
          const end = start + hours * HOUR;
          const tables = {
            ...after,
            overrides: [...after.overrides, ...others.map((one, i) => farOverride(one, i, now))],
          };
          const people = new Map(wanting.map((user) => [user, { ...reminded, noticesMs }]));
          const stored = { ...load(tables, now, true), people };
          const row = { ...stored.row, ...timesOf(stored, timelineFor(stored), now) };
          const whole: ScheduleState = { ...stored, row };
          const until = nearUntil(row, now);
          const overrides = whole.overrides.filter((one) => one.start <= until || (one.start < end && one.end > start));
          const near: ScheduleState = { ...whole, overrides, near: { until, unfinished: whole.overrides.length } };
          const added = { overrides: [{ start, end, users }], isNotified: true };
          const planning = { now, by: BY, newOverrideId: () => 'ovr_new' as OverrideId, isTold: () => true };
          const [one, other] = [near, whole].map((state) =>
            planScheduleChange(state, addition(state, added, planning), planning),
          ) as [SchedulePlan, SchedulePlan];
          if (!isDecided(near, one.state, start, now)) continue;
          count.decided += 1;
          if (overrides.length < whole.overrides.length) count.smaller += 1;
          const said = ({ state, notifications, audit, overrides: writes, wakesWorkers }: SchedulePlan) => [
            state.row,
            state.highestRank,
            notifications,
            audit,
            writes,
            wakesWorkers,
          ];
          assert.deepEqual(said(one), said(other));
        }
      }),
      RUNS,
    );
    assert.ok(count.smaller > 10, JSON.stringify(count));
  });

  test('changes nothing before now', () => {
    fc.assert(
      fc.property(...anything, (first, someSteps) => {
        for (const { now, tables, after } of eachChange(first, someSteps)) {
          const [was, is] = [history(tables), history(after)];
          for (let at = START - 10 * HOUR; at < now; at += 3 * HOUR) assert.equal(namesAt(is, at), namesAt(was, at));
          if (now > START) assert.equal(namesAt(is, now - 1), namesAt(was, now - 1));
        }
      }),
      RUNS,
    );
  });

  test('[WRK-1] stores when who is on call changes next, unless that is due and not processed yet', () => {
    fc.assert(
      fc.property(...anything, (first, someSteps) => {
        for (const { now, tables, after } of eachChange(first, someSteps)) {
          const was = tables.row.next_change_at;
          const expected = was !== null && was <= now ? was : (nextChangeAfter(history(after), now) ?? null);
          assert.equal(after.row.next_change_at, expected);
        }
      }),
      RUNS,
    );
  });

  test('keeps who is in the layers, and until when', () => {
    fc.assert(
      fc.property(...anything, (first, someSteps) => {
        for (const { now, after } of eachChange(first, someSteps)) {
          const until = new Map<UserId, number>();
          const inForce = after.revisions
            .filter(({ validFrom, validUntil }) => validFrom < validUntil && validUntil > now)
            .sort((a, b) => a.validUntil - b.validUntil);
          for (const { layer, validUntil } of inForce) for (const user of layer.users) until.set(user, validUntil);
          const inLayersUntil = new Map([...after.inLayersUntil].filter(([, end]) => end > now));
          assert.deepEqual([...inLayersUntil].sort(), [...until].sort());
        }
      }),
      RUNS,
    );
  });

  test('[REV-5] removes a user from all future shifts, and gives the rest of running ones to the others', () => {
    fc.assert(
      fc.property(...anything, (first, someSteps) => {
        for (const { step, now, tables, after } of eachChange(first, someSteps)) {
          if (step.kind !== 'departure') continue;
          const [was, is] = [history(tables), history(after)];
          for (let at = now; at < now + 500 * HOUR; at += 7 * HOUR) {
            assert.ok(!onCallAt(is, at).includes(step.userId), `at ${new Date(at).toISOString()}`);
            const deciding: readonly UserId[] = decidingAt(tables, at) ?? [];
            const others: UserId[] = deciding.filter((user) => user !== step.userId);
            if (others.length > 0) assert.equal(namesAt(is, at), others.sort().join(''));
          }
          for (const { id, users = [] } of after.overrides) assert.ok(users.length > 0, `${id} has nobody left`);
          const crew = onCallAt(was, now);
          if (!crew.includes(step.userId)) assert.equal(namesAt(is, now), namesAt(was, now));
        }
      }),
      RUNS,
    );
  });

  test('[OVR-1] makes the new override win, whatever others there are', () => {
    fc.assert(
      fc.property(...anything, (first, someSteps) => {
        for (const { step, plan, after } of eachChange(first, someSteps)) {
          if (step.kind !== 'override') continue;
          const [{ start, end, users } = assert.fail('nothing was added')] = plan.overrides.added;
          const is = history(after);
          for (let at = start; at < end; at += HOUR) assert.equal(namesAt(is, at), [...users].sort().join(''));
        }
      }),
      RUNS,
    );
  });

  test('[OVR-5] changes the future part of an override, and keeps its id and its rank', () => {
    let count = 0;
    fc.assert(
      fc.property(...anything, (first, someSteps) => {
        const running = { start: START, end: START + 300 * HOUR, users: PEOPLE.slice(0, 2) };
        const given: Step = { kind: 'override', afterHours: 0, override: running };
        for (const { now, plan, tables, after } of eachChange(first, [given, ...someSteps])) {
          const [changed] = plan.overrides.changed;
          if (changed === undefined) continue;
          count += 1;
          const was = tables.overrides.find(({ id }) => id === changed.id);
          assert.equal(changed.rank, was?.rank);
          const over = after.overrides.filter(({ rank }) => rank === changed.rank);
          for (let at = (was?.start ?? now) + 1; at < now; at += HOUR) {
            const holding = over.filter(({ start, end }) => start <= at && at < end);
            assert.deepEqual(
              holding.map(({ users }) => users),
              at < (was?.end ?? 0) ? [was?.users] : [],
            );
          }
        }
      }),
      RUNS,
    );
    assert.ok(count > 20, `${count} changes were tried`);
  });

  test("[CH-6] notifies when somebody's time changes, and never without channels", () => {
    fc.assert(
      fc.property(...anything, (first, someSteps) => {
        for (const { now, plan, tables, after } of eachChange(first, someSteps)) {
          const [was, is] = [history(tables), history(after)];
          let isDifferent = false;
          for (let at = now; at < now + 800 * HOUR && !isDifferent; at += HOUR) {
            isDifferent = namesAt(was, at) !== namesAt(is, at);
          }
          if (isDifferent) assert.equal(plan.notifications.length, 1);
          if (plan.notifications.length > 0) assert.ok((after.row.notifications_due_at ?? 0) > now);
        }
        for (const { plan } of eachChange(first, someSteps, false)) assert.deepEqual(plan.notifications, []);
      }),
      RUNS,
    );
  });

  test('[STO-5] keeps the times of a schedule that it cannot compute, with the reason', () => {
    const broken = { ...ROW, time_zone: 'Mars/Olympus', next_change_at: 5, next_reminder_at: 6 };
    const state: ScheduleState = {
      ...newState(broken),
      hasChannels: true,
      revisions: [{ number: 0, validFrom: START, layer: DAILY }],
    };
    const planning = { now: START, by: BY, newOverrideId: () => 'ovr' as OverrideId };
    const effect = departure(state, { userId: PEOPLE[0] as UserId, at: START }, planning);
    const { state: after, notifications, revisions } = planScheduleChange(state, effect, planning);
    assert.match(after.row.broken_reason ?? '', /does not know its time zone "Mars\/Olympus"/);
    assert.deepEqual([after.row.next_change_at, after.row.next_reminder_at, notifications], [5, 6, []]);
    assert.deepEqual(
      revisions.map((revision) => revision.layer.users.join('')),
      ['BCD'],
    );
    assert.equal(revisions[0]?.validUntil, MAX_INSTANT);
  });

  test('links teams only if it is told to', () => {
    const planning = { now: START, by: BY, newOverrideId: () => 'ovr' as OverrideId };
    const details = { name: 'New', name_key: 'new', description: 'About it', ...UNMANAGED };
    const audit = { action: 'schedule.updated', targetId: ROW.id };
    const teamIds = ['tea_1'] as unknown as TeamId[];
    const state = { ...newState(ROW), isNew: false };
    const renamed = planScheduleChange(state, update(state, { details, audit }, planning), planning);
    assert.deepEqual([renamed.teamIds, renamed.wakesWorkers, renamed.state.row.name], [undefined, false, 'New']);
    const linked = planScheduleChange(state, update(state, { details, audit, teamIds }, planning), planning);
    assert.deepEqual(linked.teamIds, teamIds);
  });

  test('wakes workers only for work that is due earlier than before, and for a user group', () => {
    const handoff = START + 24 * 3_600_000;
    const state: ScheduleState = {
      ...newState({ ...ROW, next_change_at: handoff }),
      isNew: false,
      revisions: [{ number: 0, validFrom: START, layer: DAILY }],
    };
    const planning = { now: START, by: BY, newOverrideId: () => 'ovr' as OverrideId };
    const wakes = (before: ScheduleState, start: number) => {
      const override = { start, end: start + 3_600_000, users: [PEOPLE[2] as UserId] };
      const plan = planScheduleChange(
        before,
        addition(before, { overrides: [override], isNotified: true }, planning),
        planning,
      );
      return [plan.wakesWorkers, plan.marksChatGroup];
    };
    assert.deepEqual(wakes(state, handoff + 3_600_000), [false, false]);
    assert.deepEqual(wakes(state, handoff - 3_600_000), [true, false]);
    assert.deepEqual(wakes({ ...state, hasChatGroup: true }, handoff + 3_600_000), [true, true]);
    assert.deepEqual(wakes({ ...state, hasChannels: true }, handoff + 3_600_000), [true, false]);
    const mended = { ...state, row: { ...state.row, broken_reason: 'It was.' } };
    assert.deepEqual(wakes(mended, handoff + 3_600_000), [true, false]);
  });
});
