/** Rule COV-7: when reminders of a pending coverage request are due. Pure functions. */
import type { Interval } from '../../engine/schedule.ts';
import { DAY_MS, HOUR_MS } from '../../time/units.ts';

/** Before the first shift that nobody has taken. */
export const NOTICES_MS = [7 * DAY_MS, 3 * DAY_MS, DAY_MS, 12 * HOUR_MS];

/** When the next reminder is due, for the first open shift that has not begun; null if no reminder is left. */
export function nextReminderAt(open: readonly Interval[], now: number): number | null {
  const times = timesFor(open, now).filter((at) => at > now);
  return times.length === 0 ? null : Math.min(...times);
}

/** Whether a reminder was due since then, and its shift has not begun. */
export function isReminderDue(open: readonly Interval[], now: number, since: number): boolean {
  return timesFor(open, now).some((at) => since <= at && at <= now);
}

function timesFor(open: readonly Interval[], now: number): number[] {
  const starts = open.map(({ start }) => start).filter((start) => start > now);
  if (starts.length === 0) return [];
  const first = Math.min(...starts);
  return NOTICES_MS.map((notice) => first - notice);
}
