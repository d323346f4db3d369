/** Rule REV-5: a user leaves a layer. The properties compare the rotation after with the rotation before. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { overridesWithout, revisionsAfter, withoutUser } from '../../src/engine/departures.ts';
import { planLayer } from '../../src/engine/plans.ts';
import { validityOf } from '../../src/engine/revisions.ts';
import { crewAt, type Rotation, rotationOf, rotationShiftEndingAfter } from '../../src/engine/rotation.ts';
import { DAYS, type Layer, type Override, type Revision, type ShiftLength } from '../../src/engine/schedule.ts';
import { onCallAt, shiftsIn, timelineOf } from '../../src/engine/timeline.ts';
import type { UserId } from '../../src/ids.ts';
import { findZone, type Zone } from '../../src/time/zones.ts';
import { byChance } from '../support/chance.ts';
import { instant, type LayerWords, layer, utc } from '../support/drivers/engine-driver.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const DEFAULT_ZONE = 'Europe/Berlin';

function zoneNamed(name: string): Zone {
  return findZone(name) ?? assert.fail(`there is no zone ${name}`);
}

/** The shifts from `now` to `until` after the user left: `B 2026-01-12T09:00Z/2026-01-19T09:00Z`. */
function shiftsAfter(words: LayerWords, user: string, now: string, until: string, zoneName = DEFAULT_ZONE): string[] {
  const zone = zoneNamed(zoneName);
  const before: Revision = { number: 0, validFrom: instant(words.start, zoneName), layer: layer(words, zoneName) };
  const at = instant(now, zoneName);
  const after = planLayer([before], withoutUser(before.layer, zone, user as UserId, at), at);
  const timeline = timelineOf({ zone, revisions: [before, ...after], overrides: [] });
  return shiftsIn(timeline, { start: at, end: instant(until, zoneName) }).map(
    ({ users, start, end }) => `${users.join('')} ${utc(start)}/${utc(end)}`,
  );
}

function leftLayer(words: LayerWords, user: string, now: string): { readonly start: string; readonly users: string } {
  const { rotationStart, users } = withoutUser(layer(words), zoneNamed(DEFAULT_ZONE), user as UserId, instant(now));
  return { start: utc(rotationStart), users: users.join('') };
}

suite('a user leaves', () => {
  const weeks = { start: '2026-01-05T09:00Z', users: 'ABC', every: '7 days' } satisfies LayerWords;

  test('[REV-5] Ada leaves in the turn of Ben: Ben keeps the turn, then Cid, then Ben', () => {
    assert.deepEqual(shiftsAfter(weeks, 'A', '2026-01-15T09:00Z', '2026-02-02T09:00Z'), [
      'B 2026-01-12T09:00Z/2026-01-19T09:00Z',
      'C 2026-01-19T09:00Z/2026-01-26T09:00Z',
      'B 2026-01-26T09:00Z/2026-02-02T09:00Z',
    ]);
  });

  test('[REV-5] the next one leaves: the turn continues, and the one after next follows', () => {
    assert.deepEqual(shiftsAfter(weeks, 'C', '2026-01-15T09:00Z', '2026-02-02T09:00Z'), [
      'B 2026-01-12T09:00Z/2026-01-19T09:00Z',
      'A 2026-01-19T09:00Z/2026-01-26T09:00Z',
      'B 2026-01-26T09:00Z/2026-02-02T09:00Z',
    ]);
  });

  test('[REV-5] the one on call leaves: the next in the order takes over at once, for the rest of the turn', () => {
    assert.deepEqual(shiftsAfter(weeks, 'B', '2026-01-15T09:00Z', '2026-02-02T09:00Z'), [
      'C 2026-01-15T09:00Z/2026-01-19T09:00Z',
      'A 2026-01-19T09:00Z/2026-01-26T09:00Z',
      'C 2026-01-26T09:00Z/2026-02-02T09:00Z',
    ]);
  });

  test('[REV-5] the revision starts with the running turn', () => {
    assert.deepEqual(leftLayer(weeks, 'A', '2026-01-15T09:00Z'), { start: '2026-01-12T09:00Z', users: 'BC' });
  });

  test('[REV-5] at a handoff, the new turn is the running one', () => {
    assert.deepEqual(leftLayer(weeks, 'A', '2026-01-12T09:00Z'), { start: '2026-01-12T09:00Z', users: 'BC' });
    assert.deepEqual(leftLayer(weeks, 'A', '2026-01-12T08:59:59.999Z'), { start: '2026-01-05T09:00Z', users: 'BC' });
  });

  test('[REV-5] a layer that starts later only loses the user', () => {
    assert.deepEqual(leftLayer(weeks, 'B', '2026-01-01T09:00Z'), { start: '2026-01-05T09:00Z', users: 'AC' });
  });

  test('[REV-5] nobody is left', () => {
    assert.deepEqual(leftLayer({ ...weeks, users: 'AA' }, 'A', '2026-01-15T09:00Z').users, '');
  });

  test('[REV-5] a layer without the user does not change', () => {
    const words = layer(weeks);
    assert.equal(withoutUser(words, zoneNamed(DEFAULT_ZONE), 'D' as UserId, instant('2026-01-15T09:00Z')), words);
  });

  test('[REV-5] two at a time, and the leaver is not on call: A B, then C A, then B C', () => {
    assert.deepEqual(
      shiftsAfter({ ...weeks, users: 'ABCD', atATime: 2 }, 'D', '2026-01-06T09:00Z', '2026-01-26T09:00Z'),
      [
        'AB 2026-01-05T09:00Z/2026-01-12T09:00Z',
        'CA 2026-01-12T09:00Z/2026-01-19T09:00Z',
        'BC 2026-01-19T09:00Z/2026-01-26T09:00Z',
      ],
    );
  });

  test('[REV-5] two at a time, and one of them leaves: the other stays, the next joins', () => {
    assert.deepEqual(
      shiftsAfter({ ...weeks, users: 'ABCD', atATime: 2 }, 'A', '2026-01-06T09:00Z', '2026-01-26T09:00Z'),
      [
        'BC 2026-01-06T09:00Z/2026-01-12T09:00Z',
        'DB 2026-01-12T09:00Z/2026-01-19T09:00Z',
        'CD 2026-01-19T09:00Z/2026-01-26T09:00Z',
      ],
    );
  });

  test('[REV-5] more at a time than are left: all of them', () => {
    assert.deepEqual(shiftsAfter({ ...weeks, atATime: 3 }, 'B', '2026-01-06T09:00Z', '2026-01-12T09:00Z'), [
      'AC 2026-01-06T09:00Z/2026-01-12T09:00Z',
    ]);
  });

  test('[REV-5] someone with several positions loses all of them', () => {
    assert.deepEqual(leftLayer({ ...weeks, users: 'ABACA' }, 'A', '2026-01-20T09:00Z'), {
      start: '2026-01-19T09:00Z',
      users: 'CB',
    });
  });

  test('[REV-5] outside the windows the turn continues all the same', () => {
    const words = { ...weeks, windows: ['monday 09:00-17:00'] };
    assert.deepEqual(leftLayer(words, 'A', '2026-01-15T03:00Z'), { start: '2026-01-12T09:00Z', users: 'BC' });
  });

  test('[REV-5] handoffs keep their local time across a clock change', () => {
    const words = { start: '2026-03-16T09:00+01:00', users: 'ABC', every: '1 week' };
    assert.deepEqual(shiftsAfter(words, 'A', '2026-03-25T12:00+01:00', '2026-04-06T09:00+02:00'), [
      'B 2026-03-23T08:00Z/2026-03-30T07:00Z',
      'C 2026-03-30T07:00Z/2026-04-06T07:00Z',
    ]);
  });

  test('[REV-5] the start of the running turn was skipped by the clocks: later handoffs keep their local time', () => {
    const words = { start: '2026-03-27T02:30+01:00', users: 'ABC', every: '1 day' };
    assert.deepEqual(leftLayer(words, 'A', '2026-03-29T12:00Z'), { start: '2026-03-28T01:30Z', users: 'BC' });
    assert.deepEqual(shiftsAfter(words, 'A', '2026-03-29T12:00Z', '2026-03-31T02:30+02:00'), [
      'C 2026-03-29T01:00Z/2026-03-30T00:30Z',
      'B 2026-03-30T00:30Z/2026-03-31T00:30Z',
    ]);
  });
});

/** Usually near a clock change: by an hour, by half an hour, by two, at midnight, by a whole day. */
const anchor = fc.constantFrom(
  ...[
    ['Europe/Berlin', '2026-03-29T01:00:00Z'],
    ['Europe/Berlin', '2026-10-25T01:00:00Z'],
    ['America/New_York', '2026-07-01T00:00:00Z'],
    ['Africa/Cairo', '2026-04-23T22:00:00Z'],
    ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
    ['Antarctica/Troll', '2026-10-25T01:00:00Z'],
    ['Antarctica/Troll', '2026-03-29T01:00:00Z'],
    ['Pacific/Apia', '2011-12-30T10:00:00Z'],
  ].map(([name = '', at = '']) => ({ zone: zoneNamed(name), at: Date.parse(at) })),
);
const nearby = fc.oneof(
  fc.integer({ min: -96, max: 96 }).map((halves) => halves * (HOUR / 2)),
  fc.integer({ min: -3 * DAY, max: 3 * DAY }),
);
const shiftLength: fc.Arbitrary<ShiftLength> = fc.oneof(
  fc.record({ amount: fc.integer({ min: 1, max: 30 }), unit: fc.constant('hours' as const) }),
  fc.record({ amount: fc.integer({ min: 1, max: 9 }), unit: fc.constant('days' as const) }),
  fc.record({ amount: fc.constantFrom(1, 2, 52), unit: fc.constant('weeks' as const) }),
);
const windows = fc.oneof(
  fc.constant([]),
  fc.array(fc.record({ day: fc.constantFrom(...DAYS), from: fc.constant('02:00'), to: fc.constant('17:00') }), {
    minLength: 1,
    maxLength: 5,
  }),
);
const departure = fc
  .record({
    anchor,
    nowOffset: nearby,
    age: fc.oneof(nearby.map(Math.abs), fc.integer({ min: 0, max: 400 * DAY })),
    concurrentUsers: fc.integer({ min: 1, max: 5 }),
    users: fc.array(fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F'), { minLength: 1, maxLength: 8 }),
    pick: fc.nat(),
    shiftLength,
    windows,
  })
  .map(({ anchor, nowOffset, age, users, pick, windows, ...rest }) => {
    const now = anchor.at + nowOffset;
    const layer: Layer = {
      name: 'layer',
      rotationStart: now - age,
      users: users as UserId[],
      ...rest,
      ...(windows.length > 0 && { restrictionIntervals: windows }),
    };
    return { zone: anchor.zone, now, layer, leaver: users[pick % users.length] as UserId };
  });

/** The instants from now on at which a turn or window of the rotation starts or ends. */
function edgesOf(rotation: Rotation, now: number, howMany: number): number[] {
  const edges: number[] = [];
  let at = now;
  for (let i = 0; i < howMany; i++) {
    const shift = rotationShiftEndingAfter(rotation, at) ?? assert.fail('a rotation with users has shifts');
    edges.push(Math.max(shift.start, now), shift.end);
    at = shift.end;
  }
  return edges;
}

function unmasked({ restrictionIntervals, ...layer }: Layer): Layer {
  return layer;
}

const RUNS = byChance({ seed: 20260329, numRuns: 400 });

suite('for every layer, user and instant', () => {
  test('[REV-5] nobody else on call is moved', () => {
    fc.assert(
      fc.property(departure, ({ zone, now, layer, leaver }) => {
        const before = crewAt(rotationOf(layer, zone), now);
        const after = crewAt(rotationOf(withoutUser(layer, zone, leaver, now), zone), now);
        if (!before.includes(leaver)) assert.deepEqual(after, before);
        const stayed = before.filter((user) => user !== leaver);
        assert.deepEqual(
          after.filter((user) => stayed.includes(user)),
          stayed,
        );
        assert.ok(!after.includes(leaver));
      }),
      RUNS,
    );
  });

  test('[REV-5] handoffs and windows stay where they were', () => {
    fc.assert(
      fc.property(departure, ({ zone, now, layer, leaver }) => {
        const after = withoutUser(layer, zone, leaver, now);
        if (after.users.length === 0) return;
        assert.deepEqual(edgesOf(rotationOf(after, zone), now, 20), edgesOf(rotationOf(layer, zone), now, 20));
      }),
      RUNS,
    );
  });

  test('[REV-5] the others keep their order', () => {
    fc.assert(
      fc.property(departure, ({ zone, now, layer, leaver }) => {
        const after = withoutUser(layer, zone, leaver, now);
        if (after.users.length === 0) return;
        // One name for each turn, so that who is on call shows how many turns have passed.
        const names = Array.from({ length: layer.users.length * 50 }, (_, i) => `${i}` as UserId);
        const counter = rotationOf({ ...unmasked(layer), concurrentUsers: 1, users: names }, zone);
        const turnAt = (at: number) => Number(crewAt(counter, at)[0]);
        const rotation = rotationOf(unmasked(after), zone);
        const first = turnAt(now) * layer.concurrentUsers;
        const queue = Array.from(layer.users, (_, i) => layer.users[(first + i) % layer.users.length]).filter(
          (user) => user !== leaver,
        );
        for (const at of [now, ...edgesOf(rotation, now, 12)]) {
          const passed = (turnAt(at) - turnAt(now) + names.length) % names.length;
          const crew = Array.from({ length: layer.concurrentUsers }, (_, j) => {
            return queue[(passed * layer.concurrentUsers + j) % queue.length];
          });
          assert.deepEqual(crewAt(rotation, at), [...new Set(crew)]);
        }
      }),
      RUNS,
    );
  });
});

/** A schedule with a past, a layer in force and perhaps plans, with revisions created one after the other until `now`. */
const scheduleToLeave = fc
  .record({
    anchor,
    nowOffset: nearby,
    users: fc.array(fc.array(fc.constantFrom('A', 'B', 'C', 'D'), { minLength: 1, maxLength: 5 }), {
      minLength: 1,
      maxLength: 4,
    }),
    ages: fc.array(fc.integer({ min: 0, max: 40 * DAY }), { minLength: 4, maxLength: 4 }),
    starts: fc.array(fc.integer({ min: -30 * DAY, max: 50 * DAY }), { minLength: 4, maxLength: 4 }),
    concurrentUsers: fc.integer({ min: 1, max: 3 }),
    shiftLength,
    windows,
    overrides: fc.array(
      fc.record({
        start: fc.integer({ min: -10 * DAY, max: 20 * DAY }),
        length: fc.integer({ min: 1, max: 6 * DAY }),
        users: fc.uniqueArray(fc.constantFrom('A', 'B', 'C', 'D'), { minLength: 1, maxLength: 3 }),
      }),
      { maxLength: 5 },
    ),
    leavers: fc.uniqueArray(fc.constantFrom('A', 'B', 'C', 'D'), { minLength: 1, maxLength: 3 }),
    gap: fc.integer({ min: 0, max: 3 * DAY }),
  })
  .map(({ anchor, nowOffset, users, ages, starts, windows, overrides, leavers, gap, concurrentUsers, shiftLength }) => {
    const now = anchor.at + nowOffset;
    const revisions: Revision[] = [];
    const madeAt = users.map((_, i) => now - (ages[i] as number)).sort((a, b) => a - b);
    for (const [i, people] of users.entries()) {
      const layer: Layer = {
        name: `layer ${i}`,
        rotationStart: now + (starts[i] as number),
        users: people as UserId[],
        concurrentUsers,
        shiftLength,
        ...(windows.length > 0 && { restrictionIntervals: windows }),
      };
      revisions.push(...planLayer(revisions, layer, madeAt[i] as number));
    }
    return {
      zone: anchor.zone,
      now,
      revisions,
      overrides: overrides.map(({ start, length, users }) => ({
        start: now + start,
        end: now + start + length,
        users: users as UserId[],
      })),
      departures: leavers.map((user, i) => ({ user: user as UserId, at: now + i * gap })),
    };
  });

/** The edges of every shift of the timelines, and their neighbours. */
function instantsOf(now: number, ...timelines: readonly ReturnType<typeof timelineOf>[]): number[] {
  const within = { start: now - 15 * DAY, end: now + 60 * DAY };
  const edges = timelines.flatMap((timeline) =>
    shiftsIn(timeline, within).flatMap(({ start, end }) => [start - 1, start, end - 1, end]),
  );
  return [...new Set([now - 1, now, ...edges])];
}

function left(schedule: {
  readonly zone: Zone;
  readonly revisions: readonly Revision[];
  readonly overrides: readonly Override[];
  readonly departures: readonly { readonly user: UserId; readonly at: number }[];
}) {
  const { zone, departures } = schedule;
  const revisions = revisionsAfter(schedule.revisions, zone, departures);
  const rotation = timelineOf({ zone, revisions, overrides: [] });
  const overrides = departures.reduce<readonly Override[]>(
    (before, departure) => overridesWithout(before, departure, rotation),
    schedule.overrides,
  );
  return { zone, revisions, overrides };
}

suite('for every schedule with a past, plans and overrides', () => {
  test('[REV-5] the past stays, and the leaver is on call nowhere', () => {
    fc.assert(
      fc.property(scheduleToLeave, ({ now, departures, ...schedule }) => {
        const [before, after] = [timelineOf(schedule), timelineOf(left({ ...schedule, departures }))];
        for (const at of instantsOf(now, before, after)) {
          if (at < now) assert.deepEqual(onCallAt(after, at), onCallAt(before, at));
          for (const departure of departures) {
            if (at >= departure.at) assert.ok(!onCallAt(after, at).includes(departure.user));
          }
        }
      }),
      RUNS,
    );
  });

  test('[REV-5] where a layer without the user is in force, nothing changes', () => {
    fc.assert(
      fc.property(scheduleToLeave, ({ now, departures: [departure], ...schedule }) => {
        assert.ok(departure !== undefined);
        const validities = validityOf(schedule.revisions);
        const after = timelineOf({ ...left({ ...schedule, departures: [departure] }), overrides: [] });
        const before = timelineOf({ ...schedule, overrides: [] });
        for (const at of instantsOf(now, before, after)) {
          const validity = validities.find(({ start, end }) => start <= at && at < end);
          if (validity?.revision.layer.users.includes(departure.user)) continue;
          assert.deepEqual(onCallAt(after, at), onCallAt(before, at));
        }
      }),
      RUNS,
    );
  });

  test('[REV-5] leaving again changes nothing', () => {
    fc.assert(
      fc.property(scheduleToLeave, ({ departures, ...schedule }) => {
        const once = left({ ...schedule, departures });
        const twice = left({ ...once, departures });
        assert.deepEqual([twice.revisions, twice.overrides], [once.revisions, once.overrides]);
      }),
      RUNS,
    );
  });

  test('[REV-5] the result is the same if only the revisions of an interval and the latest are known', () => {
    fc.assert(
      fc.property(
        scheduleToLeave,
        fc.integer({ min: -5 * DAY, max: 40 * DAY }),
        fc.integer({ min: 1, max: 10 * DAY }),
        ({ now, departures, zone, revisions }, offset, length) => {
          const within = { start: now + offset, end: now + offset + length };
          const latest = revisions.at(-1) as Revision;
          const inForce = validityOf(revisions)
            .filter(({ start, end, revision }) => (start <= within.end && within.start <= end) || revision === latest)
            .map(({ revision }) => revision);
          const all = timelineOf({ zone, revisions: revisionsAfter(revisions, zone, departures), overrides: [] });
          const some = timelineOf({ zone, revisions: revisionsAfter(inForce, zone, departures), overrides: [] });
          assert.deepEqual(shiftsIn(some, within, { clip: true }), shiftsIn(all, within, { clip: true }));
        },
      ),
      RUNS,
    );
  });
});
