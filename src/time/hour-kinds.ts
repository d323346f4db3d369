/**
 * Rule HRS-1: sorts time into holidays, weekends, nights and other hours, by a person's wall clock. Each instant counts once, in the first kind that
 * fits. An hour that is repeated when clocks go back counts twice.
 */
import { DAY_MS, MINUTE_MS } from './units.ts';
import { offsetFrom, type Zone } from './zones.ts';

export const HOUR_KINDS = ['holiday', 'weekend', 'night', 'other'] as const;
export type HourKind = (typeof HOUR_KINDS)[number];

/** Milliseconds of each kind. */
export type TimeByKind = Record<HourKind, number>;

export interface DayRules {
  readonly zone: Zone;
  /** Minutes after midnight. If the start is later than the end, the night ends on the next day. If they are equal, there is no night. */
  readonly nightStart: number;
  readonly nightEnd: number;
  /** 0 is Sunday. */
  readonly weekendDays: ReadonlySet<number>;
  /** Days since 1970-01-01. */
  readonly holidays: { has(day: number): boolean };
}

/** 1970-01-01 was a Thursday. */
const FIRST_WEEKDAY = 4;

export function noTime(): TimeByKind {
  return { holiday: 0, weekend: 0, night: 0, other: 0 };
}

export function totalOf({ holiday, weekend, night, other }: TimeByKind): number {
  return holiday + weekend + night + other;
}

/** Adds the time from `start` to `end`. */
export function addTime(sum: TimeByKind, start: number, end: number, rules: DayRules): void {
  let at = start;
  while (at < end) {
    const { offsetMs, untilMs } = offsetFrom(rules.zone, at);
    const to = Math.min(end, untilMs);
    addWallTime(sum, at + offsetMs, to + offsetMs, rules);
    at = to;
  }
}

/** Between two clock changes. */
function addWallTime(sum: TimeByKind, start: number, end: number, rules: DayRules): void {
  for (let day = Math.floor(start / DAY_MS); day * DAY_MS < end; day += 1) {
    const midnight = day * DAY_MS;
    const from = Math.max(start, midnight) - midnight;
    const to = Math.min(end, midnight + DAY_MS) - midnight;
    if (rules.holidays.has(day)) sum.holiday += to - from;
    else if (rules.weekendDays.has(weekdayOf(day))) sum.weekend += to - from;
    else {
      const night = nightIn(from, to, rules);
      sum.night += night;
      sum.other += to - from - night;
    }
  }
}

function nightIn(from: number, to: number, { nightStart, nightEnd }: DayRules): number {
  const [starts, ends] = [nightStart * MINUTE_MS, nightEnd * MINUTE_MS];
  if (starts <= ends) return overlap(from, to, starts, ends);
  return overlap(from, to, 0, ends) + overlap(from, to, starts, DAY_MS);
}

function overlap(from: number, to: number, start: number, end: number): number {
  return Math.max(0, Math.min(to, end) - Math.max(from, start));
}

function weekdayOf(day: number): number {
  return (((day + FIRST_WEEKDAY) % 7) + 7) % 7;
}
