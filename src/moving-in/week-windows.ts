/** Weekly windows in minutes since Monday 00:00 on the wall clock: joining, subtracting, and writing them as restriction intervals. */
import { DAYS, type RestrictionInterval } from '../engine/schedule.ts';

export const DAY_MINUTES = 24 * 60;
export const WEEK_MINUTES = 7 * DAY_MINUTES;

export interface WeekWindow {
  /** From 0 to less than a week. */
  readonly start: number;
  /** After `start`; may extend into the next week. */
  readonly end: number;
}

export const WHOLE_WEEK: readonly WeekWindow[] = [{ start: 0, end: WEEK_MINUTES }];

/** A window on a weekday (0 is Monday) between two minutes of the day. If `to` is not later, it ends on the next day. */
export function dayWindow(day: number, fromMinute: number, toMinute: number): WeekWindow {
  const start = day * DAY_MINUTES + fromMinute;
  return { start, end: start + (toMinute > fromMinute ? toMinute - fromMinute : toMinute - fromMinute + DAY_MINUTES) };
}

/** Between two minutes of the week. From a minute to itself is the whole week. */
export function windowBetween(start: number, end: number): WeekWindow {
  const from = positiveRemainder(start);
  return { start: from, end: from + (positiveRemainder(end - start) || WEEK_MINUTES) };
}

function positiveRemainder(minutes: number): number {
  return ((minutes % WEEK_MINUTES) + WEEK_MINUTES) % WEEK_MINUTES;
}

/** Disjoint and ascending, all within one week. A window over Sunday midnight is split in two. */
export function joined(windows: readonly WeekWindow[]): WeekWindow[] {
  const parts = windows
    .flatMap(({ start, end }) => {
      if (end - start >= WEEK_MINUTES) return WHOLE_WEEK;
      const begin = start % WEEK_MINUTES;
      const finish = begin + (end - start);
      return finish <= WEEK_MINUTES
        ? [{ start: begin, end: finish }]
        : [
            { start: begin, end: WEEK_MINUTES },
            { start: 0, end: finish - WEEK_MINUTES },
          ];
    })
    .sort((a, b) => a.start - b.start);
  const result: { start: number; end: number }[] = [];
  for (const { start, end } of parts) {
    const previous = result.at(-1);
    if (previous !== undefined && start <= previous.end) previous.end = Math.max(previous.end, end);
    else result.push({ start, end });
  }
  return result;
}

/** The windows minus the others, disjoint and ascending. */
export function without(windows: readonly WeekWindow[], removed: readonly WeekWindow[]): WeekWindow[] {
  let rest = joined(windows);
  for (const hole of joined(removed)) {
    rest = rest.flatMap(({ start, end }) =>
      [
        { start, end: Math.min(end, hole.start) },
        { start: Math.max(start, hole.end), end },
      ].filter((part) => part.start < part.end),
    );
  }
  return rest;
}

export function isWholeWeek(windows: readonly WeekWindow[]): boolean {
  const [first, ...others] = joined(windows);
  return first !== undefined && others.length === 0 && first.start === 0 && first.end === WEEK_MINUTES;
}

/**
 * The windows as restriction intervals (rule RES-1). A window of up to 24 hours is one interval; a longer one is cut at midnight, since an interval
 * ends on the next day at the latest.
 */
export function restrictionIntervalsOf(windows: readonly WeekWindow[]): RestrictionInterval[] {
  return acrossSunday(joined(windows)).flatMap(({ start, end }) => {
    if (end - start <= DAY_MINUTES) return [intervalOf(start, end)];
    const parts: RestrictionInterval[] = [];
    for (let from = start; from < end; ) {
      const to = Math.min(end, (Math.floor(from / DAY_MINUTES) + 1) * DAY_MINUTES);
      parts.push(intervalOf(from, to));
      from = to;
    }
    return parts;
  });
}

/** Joins the two parts of a window over Sunday midnight. */
function acrossSunday(parts: readonly WeekWindow[]): WeekWindow[] {
  const first = parts[0];
  const last = parts.at(-1);
  if (first === undefined || last === undefined || first === last) return [...parts];
  if (first.start !== 0 || last.end !== WEEK_MINUTES) return [...parts];
  return [...parts.slice(1, -1), { start: last.start, end: WEEK_MINUTES + first.end }];
}

function intervalOf(start: number, end: number): RestrictionInterval {
  const day = Math.floor(start / DAY_MINUTES) % 7;
  const midnight = Math.floor(start / DAY_MINUTES) * DAY_MINUTES;
  return {
    day: DAYS[day] as RestrictionInterval['day'],
    from: timeOfDay(start - midnight),
    to: end - midnight === DAY_MINUTES ? '24:00' : timeOfDay((end - midnight) % DAY_MINUTES),
  };
}

function timeOfDay(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}
