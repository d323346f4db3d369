/** The schedules of the engine benchmark: always the same, in Europe/Berlin, running since 2021. */
import {
  DAYS,
  type Interval,
  type Layer,
  type Override,
  type RestrictionInterval,
  type Schedule,
  type ShiftUnit,
} from '../src/engine/schedule.ts';
import type { UserId } from '../src/ids.ts';
import { DAY_MS, HOUR_MS } from '../src/time/units.ts';
import { findZone, type Zone } from '../src/time/zones.ts';

/** The measured interval. It contains both clock changes of 2026. */
export const ASKED: Interval = { start: Date.UTC(2026, 0, 1), end: Date.UTC(2027, 0, 2) };

export const BERLIN = berlin();

const PEOPLE = ['anna', 'ben', 'cleo', 'dora', 'emil', 'fritz'] as UserId[];

/** Disjoint windows: 35 in a week. The handoff at 10:00 cuts the third one. */
const WINDOWS_OF_A_DAY = [
  ['00:30', '02:30'],
  ['04:00', '07:30'],
  ['09:00', '12:00'],
  ['13:30', '18:00'],
  ['19:15', '23:45'],
] as const;

const WINDOWS: readonly RestrictionInterval[] = DAYS.flatMap((day) =>
  WINDOWS_OF_A_DAY.map(([from, to]) => ({ day, from, to })),
);

/** Turns of one unit each, from a Monday at 10:00 in Berlin. */
export function layerOf(unit: ShiftUnit): Layer {
  return {
    name: 'primary',
    rotationStart: Date.UTC(2021, 0, 4, 9),
    concurrentUsers: 1,
    users: PEOPLE,
    shiftLength: { amount: 1, unit },
  };
}

export function plainSchedule(unit: ShiftUnit): Schedule {
  return scheduleOf(layerOf(unit), []);
}

/** Rule ROT-5: turns of an open day each, from Monday to Friday. */
export function openDaysSchedule(): Schedule {
  const windows = DAYS.slice(0, 5).map((day) => ({ day, from: '09:00', to: '17:00' }));
  return scheduleOf({ ...layerOf('days'), restrictionIntervals: windows, countedDays: 'open' }, []);
}

/** With 35 windows a week, and 100 overrides in the measured interval, some overlapping. */
export function fullSchedule(unit: ShiftUnit): Schedule {
  return scheduleOf({ ...layerOf(unit), restrictionIntervals: WINDOWS }, overridesIn(ASKED, 100));
}

/** Instants across the measured interval, in no order, and every quarter of an hour on the days of clock changes. */
export function instantsToAsk(): number[] {
  const random = randomFrom(1);
  const instants = Array.from({ length: 4096 }, () => between(ASKED, random()));
  for (const day of [Date.UTC(2026, 2, 29), Date.UTC(2026, 9, 25)]) {
    for (let quarter = 0; quarter < 96; quarter++) instants.push(day + (quarter * HOUR_MS) / 4);
  }
  return instants;
}

/** Intervals of 366 days, from several instants on. */
export function yearsToAsk(): Interval[] {
  return Array.from({ length: 16 }, (_, i) => {
    const start = ASKED.start + i * 5 * HOUR_MS;
    return { start, end: start + 366 * DAY_MS };
  });
}

function scheduleOf(layer: Layer, overrides: readonly Override[]): Schedule {
  return { zone: BERLIN, revisions: [{ number: 0, validFrom: layer.rotationStart, layer }], overrides };
}

function overridesIn(within: Interval, count: number): Override[] {
  const random = randomFrom(2);
  return Array.from({ length: count }, () => {
    const start = between(within, random());
    const end = start + Math.ceil(random() * 30) * HOUR_MS;
    return { start, end, users: [PEOPLE[Math.floor(random() * PEOPLE.length)] as UserId] };
  });
}

function between({ start, end }: Interval, part: number): number {
  return start + Math.floor((end - start) * part);
}

/** Mulberry32: pseudo-random numbers that are the same in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function berlin(): Zone {
  const zone = findZone('Europe/Berlin');
  if (zone === undefined) throw new Error('this runtime does not know Europe/Berlin');
  return zone;
}
