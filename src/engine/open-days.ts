/**
 * Rule ROT-5: turns that count only the days on which the windows of the layer open. One week determines these days, so every answer comes from a
 * table of seven entries.
 */
import { DAY_MS, WEEK_MS } from '../time/units.ts';
import { wallAt, type Zone } from '../time/zones.ts';
import type { Layer } from './schedule.ts';
import { timeOfWeek, type Windows, windowsOf } from './windows.ts';

const DAYS_PER_WEEK = 7;

export interface OpenDays {
  /** Days from the weekday of the rotation's start to each open weekday: ascending, from 0 to 6. */
  readonly offsets: readonly number[];
  /** `counts[d]`: how many open days are among the first d + 1 days of a week that starts on that weekday. */
  readonly counts: readonly number[];
}

/** The fields that decide which days count. */
type CountingLayer = Pick<Layer, 'rotationStart' | 'shiftLength' | 'restrictionIntervals' | 'countedDays'>;

/** The open days of a layer whose rotation starts at that wall time; undefined if all days count, as for turns of hours or weeks. */
export function openDaysOf(
  layer: CountingLayer,
  windows: Windows | undefined,
  wallStartMs: number,
): OpenDays | undefined {
  if (layer.countedDays !== 'open' || layer.shiftLength.unit !== 'days' || windows === undefined) return undefined;
  const isOpen = openWeekdays(windows);
  const first = Math.floor(timeOfWeek(wallStartMs) / DAY_MS);
  const days = Array.from({ length: DAYS_PER_WEEK }, (_, day) => day);
  const offsets = days.filter((day) => isOpen.has((first + day) % DAYS_PER_WEEK));
  return { offsets, counts: days.map((day) => offsets.filter((offset) => offset <= day).length) };
}

/** How many open days have begun this many days after the start of the rotation. */
export function openDaysBy({ offsets, counts }: OpenDays, days: number): number {
  const weeks = Math.floor(days / DAYS_PER_WEEK);
  return weeks * offsets.length + (counts[days - weeks * DAYS_PER_WEEK] as number);
}

/** The number of days from the start of the rotation to the open day with this number, counted from 0. */
export function dayOfOpenDay({ offsets }: OpenDays, number: number): number {
  const weeks = Math.floor(number / offsets.length);
  return weeks * DAYS_PER_WEEK + (offsets[number - weeks * offsets.length] as number);
}

/** Why the layer may not count open days only; undefined if it may, or does not. `zone` is undefined if it is unknown. */
export function problemOfCountedDays(layer: CountingLayer, zone: Zone | undefined): string | undefined {
  if (layer.countedDays !== 'open') return undefined;
  const { unit } = layer.shiftLength;
  if (unit !== 'days') return `shift_length.unit is "${unit}"; it must be "days"`;
  if (layer.restrictionIntervals === undefined) {
    return 'there are no restriction_intervals; at least one is needed';
  }
  if (zone === undefined || !hasEmptyOpenDay(layer, zone)) return undefined;
  return 'one of the open days has no window between its handoff and the next, so the person of that day would never be on call. Choose another rotation_start or other restriction_intervals';
}

/**
 * Whether some counted day has no window from its handoff to the next. The person of that day would never be on call, so such a
 * layer is refused.
 */
export function hasEmptyOpenDay(layer: CountingLayer, zone: Zone): boolean {
  const windows = windowsOf(layer.restrictionIntervals);
  const wallStartMs = wallAt(zone, layer.rotationStart);
  const openDays = openDaysOf(layer, windows, wallStartMs);
  if (openDays === undefined || windows === undefined) return false;
  const { offsets } = openDays;
  const startMs = timeOfWeek(wallStartMs);
  return offsets.some((offset, i) => {
    const nextOffset = offsets[i + 1] ?? (offsets[0] as number) + DAYS_PER_WEEK;
    return !holdsWindow(windows, startMs + offset * DAY_MS, startMs + nextOffset * DAY_MS);
  });
}

/** A window opens the weekday on which it starts, and each further day on which it is still open 24, 48 … hours later. */
function openWeekdays({ starts, ends }: Windows): Set<number> {
  const open = new Set<number>();
  for (const [i, start] of starts.entries()) {
    for (let at = start; at < (ends[i] as number); at += DAY_MS) open.add(Math.floor(at / DAY_MS) % DAYS_PER_WEEK);
  }
  return open;
}

/** Both in milliseconds since Monday 00:00; less than two weeks, and at most one week apart. */
function holdsWindow({ starts, ends }: Windows, from: number, to: number): boolean {
  return [-WEEK_MS, 0, WEEK_MS, 2 * WEEK_MS].some((shift) =>
    starts.some((start, i) => start + shift < to && (ends[i] as number) + shift > from),
  );
}
