/** Rules ICAL-2 and ICAL-3: the events of a feed, one for each person and shift. Pure functions. */
import type { Interval, Shift } from '../../engine/schedule.ts';
import { overrideAt, shiftsIn } from '../../engine/timeline.ts';
import { asSingleLine } from '../../harmless-text.ts';
import type { ScheduleId, UserId } from '../../ids.ts';
import { DAY_MS } from '../../time/units.ts';
import type { LoadedSchedule } from '../schedules/timelines.ts';

export const MAX_EVENTS = 5_000;

const PAST_DAYS = 30;
const DAYS_AHEAD = 366;

/** A person takes over from `of` in a part of the schedule. */
export interface Cover extends Interval {
  readonly scheduleId: ScheduleId;
  readonly by: UserId;
  readonly of: UserId;
}

export interface CalendarEvent extends Interval {
  readonly schedule: LoadedSchedule['row'];
  readonly userId: UserId;
  readonly others: readonly UserId[];
  readonly isOverride: boolean;
}

/** Whole UTC days around the day of `now`, so that a feed does not change during the day. */
export function intervalOfFeed(now: number): Interval & { readonly today: number } {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  return { start: today - PAST_DAYS * DAY_MS, today, end: today + DAYS_AHEAD * DAY_MS };
}

/** Sorted by start. If there are too many, future events are kept before past ones, and earlier future ones before later ones. */
export function eventsOf(
  schedules: readonly LoadedSchedule[],
  { start, today, end }: ReturnType<typeof intervalOfFeed>,
  only?: UserId,
): CalendarEvent[] {
  const coming: CalendarEvent[] = [];
  // Doubles the range each time: hundreds of schedules with hourly shifts have enough events in a day.
  for (let from = today, days = 1; from < end && coming.length < MAX_EVENTS; days *= 2) {
    const chunk = { start: from, end: Math.min(from + days * DAY_MS, end) };
    const startsHere = ({ start }: Shift) => start >= chunk.start || chunk.start === today;
    coming.push(...schedules.flatMap((schedule) => eventsIn(schedule, chunk, startsHere, only)).sort(byStart));
    from = chunk.end;
  }
  coming.length = Math.min(coming.length, MAX_EVENTS);
  const room = MAX_EVENTS - coming.length;
  if (room === 0) return coming;
  const past = schedules.flatMap((schedule) =>
    eventsIn(schedule, { start, end: today }, (shift) => shift.end <= today, only),
  );
  return [...past.sort(byStart).slice(-room), ...coming];
}

function eventsIn(
  { row, timeline }: LoadedSchedule,
  within: Interval,
  isWanted: (shift: Shift) => boolean,
  only: UserId | undefined,
): CalendarEvent[] {
  const events: CalendarEvent[] = [];
  for (const shift of shiftsIn(timeline, within)) {
    if (!isWanted(shift) || (only !== undefined && !shift.users.includes(only))) continue;
    const isOverride = overrideAt(timeline, shift.start) !== undefined;
    for (const userId of only === undefined ? shift.users : [only]) {
      const others = shift.users.filter((user) => user !== userId);
      events.push({ start: shift.start, end: shift.end, schedule: row, userId, others, isOverride });
    }
    if (events.length >= MAX_EVENTS) break;
  }
  return events;
}

/** Events with the same start always have the same order. */
function byStart(one: CalendarEvent, other: CalendarEvent): number {
  return one.start - other.start || compare(one.schedule.id, other.schedule.id) || compare(one.userId, other.userId);
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Stays the same as long as the person has a shift in the schedule with this start. */
export function uidOf({ schedule, userId, start }: CalendarEvent): string {
  return `${start}-${userId}-${schedule.id}@watchbill`;
}

export function summaryOf({ schedule, userId }: CalendarEvent, isOwn: boolean, nameOf: (id: UserId) => string): string {
  const name = asSingleLine(schedule.name);
  return isOwn ? `On call: ${name}` : `${name}: ${nameOf(userId)}`;
}

export function descriptionOf(
  event: CalendarEvent,
  covers: readonly Cover[],
  nameOf: (id: UserId) => string,
  page: string,
): string {
  const { others, isOverride } = event;
  const covered = isOverride ? covers.find((cover) => isCovering(cover, event)) : undefined;
  return [
    ...(others.length > 0 ? [`With ${others.map(nameOf).join(', ')}.`] : []),
    ...(covered !== undefined ? [`Covers for ${nameOf(covered.of)}.`] : []),
    ...(isOverride && covered === undefined ? ['This is an override.'] : []),
    page,
  ].join('\n');
}

function isCovering(cover: Cover, { schedule, userId, start, end }: CalendarEvent): boolean {
  return cover.scheduleId === schedule.id && cover.by === userId && cover.start < end && start < cover.end;
}
