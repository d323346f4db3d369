/** Rule WRK-1: the timeline of a loaded schedule from now on, and the times at which a worker has to process it. */
import type { ScheduleRow } from '../../db/schedules/schedules.ts';
import type { Override } from '../../engine/schedule.ts';
import { nextLookAfter, type Timeline, timelineOf } from '../../engine/timeline.ts';
import { findZone } from '../../time/zones.ts';
import { lookAhead, MAX_NOTICE_MS } from '../notifications/reminder-times.ts';
import { isReadable, notComputable, unknownZone, unreadable } from '../timelines/rotations.ts';
import { unreadableOverride } from '../timelines/timelines.ts';
import type { TimelineOrReason } from './change.ts';
import type { ScheduleState } from './schedule-state.ts';

/**
 * Rule WRK-1: the times of the next handoff, or of the next search for it, and of the next reminder. A time that is due but not yet
 * processed stays: moved beyond now, it would never be processed. All times stay while the schedule is broken.
 */
export function timesOf(
  { row, revisions, overrides, people }: ScheduleState,
  timeline: TimelineOrReason,
  now: number,
): Pick<ScheduleRow, 'next_change_at' | 'next_reminder_at' | 'broken_reason'> {
  const { next_change_at, next_reminder_at } = row;
  if (row.deleted_at !== null) return { next_change_at: null, next_reminder_at: null, broken_reason: null };
  if (typeof timeline === 'string') return { next_change_at, next_reminder_at, broken_reason: timeline };
  const inSchedule = new Set([
    ...revisions.flatMap((revision) => (isReadable(revision) ? revision.layer.users : [])),
    ...overrides.flatMap(({ users = [] }) => users),
  ]);
  const wanting = new Map([...people].filter(([user, { noticesMs }]) => noticesMs.length > 0 && inSchedule.has(user)));
  return {
    next_change_at: isDue(next_change_at, now) ? next_change_at : (nextLookAfter(timeline, now)?.at ?? null),
    next_reminder_at: isDue(next_reminder_at, now) ? next_reminder_at : nextReminderAt(timeline, wanting, now),
    broken_reason: null,
  };
}

/**
 * Whether the overrides that were loaded decide all that a plan for a new one says. Overrides that begin later than `near.until` decide nothing before
 * that, and the new one changes nothing outside of its own time.
 */
export function isDecided(
  { near, row: before }: ScheduleState,
  { row }: ScheduleState,
  start: number,
  now: number,
): boolean {
  if (near === undefined) return true;
  const { next_change_at: change, next_reminder_at: reminder } = row;
  if (start <= now || before.broken_reason !== null || row.broken_reason !== null) return false;
  const isReminderDecided =
    reminder === null ? before.next_reminder_at === null : reminder + MAX_NOTICE_MS <= near.until;
  return change !== null && change <= near.until && isReminderDecided;
}

function nextReminderAt(timeline: Timeline, people: ScheduleState['people'], now: number): number | null {
  return people.size === 0 ? null : lookAhead(timeline, people, now).nextAt;
}

export function isDue(at: number | null, now: number): boolean {
  return at !== null && at <= now;
}

/** Whether something is due earlier than before. */
export function isSooner(before: ScheduleRow, after: ScheduleRow): boolean {
  const isMended = before.broken_reason !== null && after.broken_reason === null;
  const times = ['next_change_at', 'next_reminder_at', 'notifications_due_at'] as const;
  return times.some((time) => {
    const [was, is] = [before[time], after[time]];
    return is !== null && (isMended || was === null || is < was);
  });
}

/** Valid from now on; the past was not loaded. */
export function timelineFor({ row, revisions, overrides }: ScheduleState): TimelineOrReason {
  const broken = revisions.find((revision) => !isReadable(revision));
  if (broken !== undefined && !isReadable(broken)) return unreadable(broken);
  const zone = findZone(row.time_zone);
  if (zone === undefined) return unknownZone(row);
  const bad = overrides.find(({ users }) => users === undefined);
  if (bad !== undefined) return unreadableOverride(bad);
  try {
    return timelineOf({ zone, revisions: revisions.filter(isReadable), overrides: overrides as readonly Override[] });
  } catch (error) {
    return notComputable(error);
  }
}
