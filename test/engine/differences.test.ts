/** Compares the results with a check of every hour, on random schedules with edges on the hour. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { firstDifference, hoursByUser, movesBetween, partsChanged, peopleIn } from '../../src/engine/differences.ts';
import { DAYS, type Layer, type Override } from '../../src/engine/schedule.ts';
import { observeShifts, onCallAt, shiftAt, type Timeline, timelineOf } from '../../src/engine/timeline.ts';
import { createIdSource, type UserId } from '../../src/ids.ts';
import { HOUR_MS } from '../../src/time/units.ts';
import { findZone } from '../../src/time/zones.ts';

const newId = createIdSource({ now: () => 0 });
const PEOPLE = ['user', 'user', 'user'].map(() => newId('user'));
const START = Date.UTC(2026, 0, 5);
const HOURS = 60;
const WITHIN = { start: START, end: START + HOURS * HOUR_MS };

const layers: fc.Arbitrary<Layer> = fc.record({
  name: fc.constant('Layer'),
  rotationStart: fc.integer({ min: -10, max: 10 }).map((hours) => START + hours * HOUR_MS),
  concurrentUsers: fc.integer({ min: 1, max: 2 }),
  users: fc.array(fc.constantFrom(...PEOPLE), { maxLength: 4 }),
  shiftLength: fc.record({ amount: fc.integer({ min: 1, max: 9 }), unit: fc.constant('hours' as const) }),
});

const overrides: fc.Arbitrary<Override> = fc
  .record({
    from: fc.integer({ min: -5, max: HOURS }),
    hours: fc.integer({ min: 1, max: 20 }),
    users: fc.uniqueArray(fc.constantFrom(...PEOPLE), { minLength: 1, maxLength: 3 }),
  })
  .map(({ from, hours, users }) => ({ start: START + from * HOUR_MS, end: START + (from + hours) * HOUR_MS, users }));

const timelines = fc.record({ layer: layers, overrides: fc.array(overrides, { maxLength: 3 }) });

function made({ layer, overrides }: { layer: Layer; overrides: Override[] }): Timeline {
  const zone = findZone('UTC');
  assert.ok(zone !== undefined);
  return timelineOf({ zone, revisions: [{ number: 0, validFrom: 0, layer }], overrides });
}

const hours = Array.from({ length: HOURS }, (_, hour) => START + hour * HOUR_MS);
const crewAt = (timeline: Timeline, at: number) => [...onCallAt(timeline, at)].sort().join();

describe('two timelines', () => {
  it('first differ where other people are on call', () =>
    fc.assert(
      fc.property(timelines, timelines, (some, others) => {
        const [one, other] = [made(some), made(others)];
        const expected = hours.find((at) => crewAt(one, at) !== crewAt(other, at));
        assert.equal(firstDifference(one, other, WITHIN), expected);
        assert.equal(firstDifference(other, one, WITHIN), expected);
        assert.equal(firstDifference(one, one, WITHIN), undefined);
      }),
      { numRuns: 2000, seed: 20260105 },
    ));

  it('do not differ if the same people have the same time, in other shifts or another order', () => {
    const [ada, bob] = PEOPLE as [UserId, UserId];
    const layer = (users: UserId[], amount: number): Layer => ({
      name: 'Layer',
      rotationStart: START,
      concurrentUsers: 2,
      users,
      shiftLength: { amount, unit: 'hours' },
    });
    const one = made({ layer: layer([ada, bob], 5), overrides: [] });
    const again = { start: START + HOUR_MS, end: START + 2 * HOUR_MS, users: [bob, ada] };
    const other = made({ layer: layer([bob, ada], 7), overrides: [again] });
    assert.equal(firstDifference(one, other, WITHIN), undefined);
  });

  it('give the people whose next shift starts at another time', () =>
    fc.assert(
      fc.property(timelines, timelines, (some, others) => {
        const [before, after] = [made(some), made(others)];
        const nextOf = (timeline: Timeline, user: UserId) =>
          hours.find(
            (at) => at > START && onCallAt(timeline, at).includes(user) && !onCallAt(timeline, at - 1).includes(user),
          ) ?? null;
        const expected = PEOPLE.map((user) => ({
          user,
          before: nextOf(before, user),
          after: nextOf(after, user),
        }))
          .filter((move) => move.before !== move.after)
          .filter(({ user, after: next }) => next !== null || !hours.every((at) => onCallAt(after, at).includes(user)));
        const moves = movesBetween(before, after, WITHIN);
        assert.deepEqual(
          moves.toSorted((a, b) => (a.user < b.user ? -1 : 1)),
          expected,
        );
        const starts = moves.map((move) => move.after ?? Number.POSITIVE_INFINITY);
        assert.deepEqual(
          starts,
          starts.toSorted((a, b) => a - b),
        );
      }),
      { numRuns: 2000, seed: 20260105 },
    ));

  it('give the people of an interval, up to a limit', () =>
    fc.assert(
      fc.property(timelines, (some) => {
        const timeline = made(some);
        const everybody = [...new Set(hours.flatMap((at) => onCallAt(timeline, at)))];
        assert.deepEqual(peopleIn(timeline, WITHIN, 10), everybody);
        assert.deepEqual(peopleIn(timeline, WITHIN, 2), everybody.slice(0, 2));
      }),
      { numRuns: 500, seed: 20260105 },
    ));

  it("give each person's time on call in an interval, and the number of shifts", () =>
    fc.assert(
      fc.property(timelines, (some) => {
        const timeline = made(some);
        const found = hoursByUser(timeline, WITHIN);
        for (const user of PEOPLE) {
          const theirs = hours.filter((at) => onCallAt(timeline, at).includes(user));
          const starts = new Set(theirs.map((at) => shiftAt(timeline, at)?.start));
          const expected = theirs.length === 0 ? undefined : { ms: theirs.length * HOUR_MS, shifts: starts.size };
          assert.deepEqual(found.get(user), expected);
        }
      }),
      { numRuns: 500, seed: 20260105 },
    ));
});

describe('two layers', () => {
  const [ada, bob] = PEOPLE as [UserId, UserId];
  const monday = { day: 'monday', from: '09:00', to: '17:00' } as const;
  const friday = { day: 'friday', from: '09:00', to: '17:00' } as const;
  const layer: Layer = {
    name: 'Layer',
    rotationStart: START,
    concurrentUsers: 1,
    users: [ada, bob],
    shiftLength: { amount: 1, unit: 'days' },
    restrictionIntervals: [monday, friday],
  };
  for (const [changes, parts] of [
    [{ name: 'Other' }, []],
    [{ restrictionIntervals: [friday, monday] }, []],
    [{ users: [bob, ada] }, ['people']],
    [{ shiftLength: { amount: 1, unit: 'weeks' } }, ['shift length']],
    [{ concurrentUsers: 2 }, ['number on call']],
    [{ restrictionIntervals: [monday] }, ['windows']],
    [{ rotationStart: START + 1, users: [ada] }, ['people', 'start']],
  ] as const) {
    it(`with ${JSON.stringify(Object.keys(changes))} changed differ in ${parts.join(' and ') || 'nothing'}`, () =>
      assert.deepEqual(partsChanged(layer, { ...layer, ...changes }), parts));
  }
});

describe('[BUD-1] a year of hourly turns', () => {
  const zone = findZone('UTC');
  assert.ok(zone !== undefined);
  const year = { start: START, end: START + 366 * 24 * HOUR_MS };
  const people = Array.from({ length: 50 }, () => newId('user'));
  const layer = (users: UserId[], more: Partial<Layer> = {}): Layer => ({
    name: 'Layer',
    rotationStart: START,
    concurrentUsers: 1,
    users,
    shiftLength: { amount: 1, unit: 'hours' },
    ...more,
  });
  const timeline = (...layers: Layer[]) =>
    timelineOf({
      zone,
      revisions: layers.map((one, number) => ({ number, validFrom: one.rotationStart, layer: one })),
      overrides: [],
    });

  const computing = (work: () => void): number => {
    let count = 0;
    observeShifts(() => {
      count += 1;
    });
    try {
      work();
    } finally {
      observeShifts(undefined);
    }
    return count;
  };

  it('is compared with a bounded number of shifts, also if nothing differs', () => {
    const [one, other] = [timeline(layer(people)), timeline(layer([...people, ...people]))];
    const count = computing(() => assert.equal(firstDifference(one, other, year), undefined));
    assert.ok(count <= 5_100, `${count} shifts`);
  });

  it('differs at a plan months ahead, which is found without the months before it', () => {
    const ahead = layer(people.toReversed(), { rotationStart: START + 200 * 24 * HOUR_MS });
    const [one, other] = [timeline(layer(people)), timeline(layer(people), ahead)];
    const count = computing(() => assert.equal(firstDifference(one, other, year), ahead.rotationStart));
    assert.ok(count < 20, `${count} shifts`);
  });

  it('tells whose next shift moves with a few shifts for each person', () => {
    const [one, other] = [timeline(layer(people)), timeline(layer(people.toReversed()))];
    const count = computing(() => assert.equal(movesBetween(one, other, year).length, 50));
    assert.ok(count < 400, `${count} shifts`);
  });

  it('has no moves if too many turns are outside the windows to find out', () => {
    const windows = DAYS.map((day) => ({ day, from: '00:00', to: '01:00' }));
    const one = timeline(layer(people.slice(0, 24), { restrictionIntervals: windows }));
    const count = computing(() => assert.deepEqual(movesBetween(one, timeline(layer(people)), year), []));
    assert.ok(count <= 8_100, `${count} shifts`);
  });
});
