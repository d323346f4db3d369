/** Rules ICAL-2 and ICAL-3: the events of a feed, one for each person and shift. */
import type { Interval, Shift } from '../../engine/schedule.ts';
import { eachPossibleShift } from '../../engine/shifts-of-user.ts';
import { eachShift, overrideAt } from '../../engine/timeline.ts';
import type { ScheduleId, UserId } from '../../ids.ts';
import { asSingleLine } from '../../text/harmless-text.ts';
import { DAY_MS } from '../../time/units.ts';
import type { Work } from '../shared/work.ts';
import { visitByStart } from '../timelines/shifts-by-start.ts';
import type { LoadedSchedule } from '../timelines/timelines.ts';

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

/** Sorted by start. If there are too many, coming events are kept before past ones, and of both those that are closer to today. */
export async function eventsOf(
  schedules: readonly LoadedSchedule[],
  { start, today, end }: ReturnType<typeof intervalOfFeed>,
  work: Work,
  only?: UserId,
): Promise<CalendarEvent[]> {
  const sorted = schedules.toSorted((one, other) => compare(one.row.id, other.row.id));
  const coming: CalendarEvent[] = [];
  await visitByStart(listsOf(sorted, { start: today, end }, only), work, ({ of, shift }) => {
    coming.push(...eventsFor(of, shift, only));
    return coming.length < MAX_EVENTS;
  });
  coming.length = Math.min(coming.length, MAX_EVENTS);
  const past: CalendarEvent[] = [];
  const room = MAX_EVENTS - coming.length;
  // Doubles the range each time: hundreds of schedules with hourly shifts have enough events in a day.
  for (let until = today, days = 1; until > start && past.length < room; days *= 2) {
    const part = { start: Math.max(start, until - days * DAY_MS), end: until };
    const isOver = (shift: Shift) => shift.end <= today && shift.end <= part.end && shift.end > part.start;
    await visitByStart(listsOf(sorted, part, only), work, ({ of, shift }) => {
      if (isOver(shift)) past.push(...eventsFor(of, shift, only));
      return true;
    });
    until = part.start;
  }
  return room === 0 ? coming : [...past.sort(byStart).slice(-room), ...coming];
}

function listsOf(schedules: readonly LoadedSchedule[], within: Interval, only: UserId | undefined) {
  return schedules.map((of) => ({
    of,
    shifts: only === undefined ? eachShift(of.timeline, within) : eachPossibleShift(of.timeline, only, within),
  }));
}

/** One event for each person, or for the only one that is wanted. */
function eventsFor({ row, timeline }: LoadedSchedule, shift: Shift, only: UserId | undefined): CalendarEvent[] {
  const isOverride = overrideAt(timeline, shift.start) !== undefined;
  return shift.users
    .filter((userId) => only === undefined || userId === only)
    .sort(compare)
    .map((userId) => {
      const others = shift.users.filter((user) => user !== userId);
      return { start: shift.start, end: shift.end, schedule: row, userId, others, isOverride };
    });
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
  covers: Covers,
  nameOf: (id: UserId) => string,
  page: string,
): string {
  const { others, isOverride, schedule, userId } = event;
  const own = isOverride ? covers.get(coverKey(schedule.id, userId)) : undefined;
  const covered = own?.find(({ start, end }) => start < event.end && event.start < end);
  return [
    ...(others.length > 0 ? [`With ${others.map(nameOf).join(', ')}.`] : []),
    ...(covered !== undefined ? [`Covers for ${nameOf(covered.of)}.`] : []),
    ...(isOverride && covered === undefined ? ['This is an override.'] : []),
    page,
  ].join('\n');
}

/** Cover by schedule and person. */
export type Covers = ReadonlyMap<string, readonly Cover[]>;

export function coversByPerson(covers: readonly Cover[]): Covers {
  return Map.groupBy(covers, ({ scheduleId, by }) => coverKey(scheduleId, by));
}

function coverKey(scheduleId: ScheduleId, by: UserId): string {
  return `${scheduleId} ${by}`;
}
