/** Which overrides have to be loaded for a list of whole shifts: those outside the interval may still cut a shift inside it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Interval, Override, Schedule } from '../../src/engine/schedule.ts';
import { nextShiftAfter, reachOf, shiftsIn, timelineOf } from '../../src/engine/timeline.ts';
import type { UserId } from '../../src/ids.ts';
import { findZone } from '../../src/time/zones.ts';

const HOUR = 3_600_000;
const START = Date.parse('2026-01-05T09:00:00Z');

const scenario = fc.record({
  turnHours: fc.constantFrom(1, 12, 24, 168, 2000),
  overrides: fc.array(fc.record({ start: fc.integer({ min: 0, max: 800 }), hours: fc.integer({ min: 1, max: 300 }) }), {
    maxLength: 12,
  }),
  from: fc.integer({ min: 0, max: 800 }),
  hours: fc.integer({ min: 1, max: 100 }),
});

test('[SH-1] overrides beyond the reach do not change the shifts', () => {
  fc.assert(
    fc.property(scenario, ({ turnHours, overrides, from, hours }) => {
      const within = { start: START + from * HOUR, end: START + (from + hours) * HOUR };
      const all = overrides.map(({ start, hours: length }, i) => ({
        start: START + start * HOUR,
        end: START + (start + length) * HOUR,
        users: [`X${i}` as UserId],
      }));
      const known = scheduleWith(turnHours, all);

      const near = (interval: Interval) => all.filter(({ start, end }) => end > interval.start && start < interval.end);
      const first = reachOf(timelineOf(scheduleWith(turnHours, near(within))), within);
      const loaded = timelineOf(scheduleWith(turnHours, near(first)));
      const second = reachOf(loaded, within);
      assert.ok(first.start <= second.start && second.end <= first.end, 'with more overrides it reaches no further');
      assert.deepEqual(shiftsIn(loaded, within), shiftsIn(timelineOf(known), within));
      // Outside the interval not all overrides are loaded, so a next shift that starts there is not compared.
      const next = nextShiftAfter(timelineOf(known), within.start);
      if (next !== undefined && next.start < within.end) {
        assert.deepEqual(nextShiftAfter(loaded, within.start)?.start, next.start);
      }
    }),
    { numRuns: 3000, seed: 20260105 },
  );
});

function scheduleWith(turnHours: number, overrides: readonly Override[]): Schedule {
  const zone = findZone('Europe/Berlin');
  assert.ok(zone);
  const layer = {
    name: 'Rotation',
    rotationStart: START,
    concurrentUsers: 1,
    users: ['A', 'B'] as UserId[],
    shiftLength: { amount: turnHours, unit: 'hours' as const },
  };
  return { zone, revisions: [{ number: 0, validFrom: START, layer }], overrides };
}
