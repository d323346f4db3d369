/**
 * Rules RES-1 to RES-3: weekly windows on the wall clock, and the stretches of real time in which they are open.
 *
 * Windows are numbered: with n of them in a week, occurrence i of the calendar is window i mod n of week ⌊i / n⌋. That
 * makes "the one before" and "the one after" a subtraction and an addition, also across Sunday.
 */
import { lastAtOrBefore, numbersOf } from '../time/sorted.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS } from '../time/units.ts';
import { earliestWallAfter, instantAt, latestWallBy, steadyOffset, type Zone } from '../time/zones.ts';
import { DAYS, type Interval, type RestrictionInterval } from './schedule.ts';

/** Disjoint and not touching, ascending; never the whole week. Milliseconds since Monday 00:00 on the wall. */
export interface Windows {
  readonly starts: Float64Array;
  /** Extends into the next week if a window crosses Sunday midnight. */
  readonly ends: Float64Array;
}

/** Monday, 1969-12-01: the wall time of week 0. Early enough that every occurrence has a number ≥ 0. */
const WEEK_ZERO_MS = -31 * DAY_MS;

/** The windows of a layer, overlapping and touching ones joined; undefined if they do not restrict anything. */
export function windowsOf(intervals: readonly RestrictionInterval[] | undefined): Windows | undefined {
  if (intervals === undefined || intervals.length === 0) return undefined;

  const joined: { start: number; end: number }[] = [];
  for (const { start, end } of intervals.map(weekIntervalOf).sort((a, b) => a.start - b.start)) {
    const previous = joined.at(-1);
    if (previous !== undefined && start <= previous.end) previous.end = Math.max(previous.end, end);
    else joined.push({ start, end });
  }

  const last = joined.pop() as { start: number; end: number };
  const apart = joined.filter(({ start, end }) => {
    if (last.end < start + WEEK_MS) return true;
    last.end = Math.max(last.end, end + WEEK_MS);
    return false;
  });
  if (last.end - last.start >= WEEK_MS) return undefined;
  apart.push(last);
  return {
    starts: numbersOf(apart, ({ start }) => start),
    ends: numbersOf(apart, ({ end }) => end),
  };
}

/** Whether the windows are open at the instant, by which the wall has shown `latestWallMs` at the latest. */
export function isOpenAt(windows: Windows, zone: Zone, epochMs: number, latestWallMs: number): boolean {
  return earliestWallAfter(zone, epochMs) <= wallEnd(windows, lastStartedBy(windows, latestWallMs));
}

/**
 * The first stretch of time that ends after the instant and in which the windows are open throughout. Windows that touch only because of a clock
 * change are one stretch, and a window that the clocks skip completely does not exist.
 */
export function openStretchEndingAfter(windows: Windows, zone: Zone, epochMs: number): Interval {
  const wallMs = latestWallBy(zone, epochMs);
  const started = lastStartedBy(windows, wallMs);
  const likely = wallMs < wallEnd(windows, started) ? started : started + 1;
  const offset = steadyOffset(zone, epochMs, wallEnd(windows, likely - 1), wallStart(windows, likely + 1));
  if (offset === undefined) return openStretchNearClockChange(windows, zone, epochMs, started);
  return { start: wallStart(windows, likely) - offset, end: wallEnd(windows, likely) - offset };
}

function openStretchNearClockChange(windows: Windows, zone: Zone, epochMs: number, started: number): Interval {
  let first = started;
  while (closing(windows, zone, first) <= Math.max(epochMs, opening(windows, zone, first))) first += 1;
  let last = first;
  while (closing(windows, zone, first - 1) >= opening(windows, zone, first)) first -= 1;
  while (opening(windows, zone, last + 1) <= closing(windows, zone, last)) last += 1;
  return { start: opening(windows, zone, first), end: closing(windows, zone, last) };
}

/** Rule RES-1. `to` at or before `from` is on the next day; `24:00` is the next day's `00:00`. */
function weekIntervalOf({ day, from, to }: RestrictionInterval): Interval {
  const midnight = DAYS.indexOf(day) * DAY_MS;
  const start = timeOfDayMs(from);
  const end = timeOfDayMs(to);
  return { start: midnight + start, end: midnight + (end > start ? end : end + DAY_MS) };
}

/** `HH:MM`, as the schema ensures. */
function timeOfDayMs(text: string): number {
  const digit = (place: number) => text.charCodeAt(place) - 48;
  return (digit(0) * 10 + digit(1)) * HOUR_MS + (digit(3) * 10 + digit(4)) * MINUTE_MS;
}

/** Milliseconds since Monday 00:00 on the wall. */
export function timeOfWeek(wallMs: number): number {
  return (wallMs - WEEK_ZERO_MS) % WEEK_MS;
}

/** The occurrence that started last, at the wall time or before it. */
function lastStartedBy(windows: Windows, wallMs: number): number {
  const week = ((wallMs - WEEK_ZERO_MS) / WEEK_MS) | 0;
  const inWeekMs = wallMs - WEEK_ZERO_MS - week * WEEK_MS;
  return week * windows.starts.length + lastAtOrBefore(windows.starts, inWeekMs);
}

/** Rule T-3: a window starts at the first of a repeated wall time and ends at the last. */
function opening(windows: Windows, zone: Zone, occurrence: number): number {
  return instantAt(zone, wallStart(windows, occurrence), 'first');
}

function closing(windows: Windows, zone: Zone, occurrence: number): number {
  return instantAt(zone, wallEnd(windows, occurrence), 'last');
}

function wallStart(windows: Windows, occurrence: number): number {
  return wallOf(windows.starts, occurrence);
}

function wallEnd(windows: Windows, occurrence: number): number {
  return wallOf(windows.ends, occurrence);
}

function wallOf(inWeekMs: Float64Array, occurrence: number): number {
  const week = (occurrence / inWeekMs.length) | 0;
  return WEEK_ZERO_MS + week * WEEK_MS + (inWeekMs[occurrence - week * inWeekMs.length] as number);
}
