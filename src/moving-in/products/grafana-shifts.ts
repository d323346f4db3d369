/**
 * Translates shifts of Grafana OnCall to rotations. A shift is a recurring event: in each turn, the next group has events of the same duration. So
 * the interval of the rule is the length of a turn, and the events are windows in it, unless they fill the turn.
 */
import Type, { type Static } from 'typebox';
import { parseInstant } from '../../time/iso.ts';
import { DAY_MS, MINUTE_MS, WEEK_MS } from '../../time/units.ts';
import { findZone, instantAt, wallAt, type Zone } from '../../time/zones.ts';
import { BadValue, badField, zoneIn } from '../bad-value.ts';
import { Count, Nullable } from '../documents.ts';
import type { SourceRotation, UnfitRotation } from '../source.ts';
import { DAY_MINUTES, WEEK_MINUTES, type WeekWindow, windowBetween } from '../week-windows.ts';
import { rotated, turnMsOf } from './anchors.ts';

export const Shift = Type.Object({
  id: Type.String(),
  name: Nullable(Type.String()),
  type: Type.String(),
  level: Nullable(Type.Integer({ minimum: 0 })),
  time_zone: Nullable(Type.String()),
  start: Type.String(),
  rotation_start: Nullable(Type.String()),
  duration: Count,
  frequency: Nullable(Type.String()),
  interval: Nullable(Count),
  until: Nullable(Type.String()),
  week_start: Nullable(Type.String()),
  by_day: Nullable(Type.Array(Type.String())),
  by_month: Nullable(Type.Array(Type.Integer())),
  by_monthday: Nullable(Type.Array(Type.Integer())),
  users: Nullable(Type.Array(Type.String(), { maxItems: 1_000 })),
  rolling_users: Nullable(Type.Array(Type.Array(Type.String()), { maxItems: 1_000 })),
  start_rotation_from_user_index: Nullable(Type.Integer({ minimum: 0 })),
});
export type Shift = Static<typeof Shift>;

/** What is needed of the schedule to translate a shift. */
export interface ShiftContext {
  readonly zone: Zone;
  readonly emailOf: (userId: string) => string | undefined;
  /** Made in the web application of the product. */
  readonly isWeb: boolean;
  readonly notes: readonly string[];
}

export const UTC = findZone('UTC') as Zone;
const UNITS = { hourly: 'hours', daily: 'days', weekly: 'weeks' } as const;
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** The groups in the order of their turns. */
export function groupsOf(shift: Shift): string[][] {
  const { users, rolling_users, start_rotation_from_user_index: first } = shift;
  const groups = rolling_users ?? (users ? [users] : []);
  if (groups.length === 0) return [];
  if (rolling_users && (first ?? 0) >= groups.length)
    throw badField(shift, 'start_rotation_from_user_index', `less than ${groups.length}, the number of rolling_users`);
  return rotated(groups, first ?? 0);
}

export function zoneOfShift(shift: Shift, { zone }: ShiftContext): Zone {
  return shift.time_zone ? zoneIn(shift, 'time_zone') : zone;
}

/** A wall time of the zone, if the text has no offset. */
export function startIn(shift: Shift, field: 'start' | 'rotation_start' | 'until', zone: Zone): number {
  const text = shift[field] ?? '';
  const hasOffset = /(Z|[+-]\d\d:\d\d)$/.test(text);
  const instant = parseInstant(hasOffset ? text : `${text}Z`);
  if (instant === undefined) throw badField(shift, field, 'a date-time, such as 2026-01-05T09:00:00');
  return hasOffset ? instant : instantAt(zone, instant, 'first');
}

export function rotationOfShift(shift: Shift, context: ShiftContext): SourceRotation | UnfitRotation {
  const { id, level, duration, until } = shift;
  const name = shift.name || id;
  const zone = zoneOfShift(shift, context);
  const activeUntil = until ? activeUntilOf(shift, zone, context) : Number.POSITIVE_INFINITY;
  const groups = groupsOf(shift);
  const people = groups.map((group) => group.map((user) => context.emailOf(user)));
  const rule = ruleOf(shift, zone);
  const reasons = [
    ...('reason' in rule ? [rule.reason] : []),
    ...groups.flatMap((group, i) =>
      group.length === 0 ? [`Turn ${i + 1} has nobody; every turn of a layer has somebody.`] : [],
    ),
    ...(groups.length === 0 ? ['It has no users.'] : []),
    ...groups
      .flat()
      .flatMap((user) => (context.emailOf(user) === undefined ? [`The email of user ${user} is not known.`] : [])),
  ];
  if (reasons.length > 0 || 'reason' in rule)
    return { id, name, level: level ?? 0, reasons: [...new Set(reasons)], activeUntil };
  const sizes = new Set(groups.map((group) => new Set(group).size));
  const start = startIn(shift, 'start', zone);
  return {
    id,
    name,
    level: level ?? 0,
    zone: zone.name,
    crews: people.map((group) => [...new Set(group as string[])]),
    activeFrom: Math.max(rule.anchor, start, shift.rotation_start ? startIn(shift, 'rotation_start', zone) : start),
    activeUntil,
    ...rule,
    notes: [
      ...context.notes,
      ...(sizes.size > 1 ? ['Its groups differ in size: smaller ones name a person twice, who counts once.'] : []),
      ...(rule.countsOpenDays === true ? ['Its turns count only the days on which it is on call.'] : []),
      ...(rule.windows !== undefined && duration > 0 ? windowNotes(shift) : []),
    ],
  };
}

/** `until` is in UTC. It is the last instant at which an event may start; only events from the web application also end then. */
function activeUntilOf(shift: Shift, zone: Zone, { isWeb }: ShiftContext): number {
  const until = startIn(shift, 'until', UTC);
  if (isWeb) return until;
  const last = lastEventWallMs(shift, wallAt(zone, until), wallAt(zone, startIn(shift, 'start', zone)));
  return last === undefined ? until : Math.max(until, instantAt(zone, last + shift.duration * 1_000, 'first'));
}

/** The start of the last event by that wall time. */
function lastEventWallMs(shift: Shift, by: number, start: number): number | undefined {
  const { frequency, interval, by_day } = shift;
  const unit = UNITS[frequency as keyof typeof UNITS];
  if (unit === undefined || by < start) return undefined;
  if (!by_day?.length) {
    const turnMs = turnMsOf({ amount: interval ?? 1, unit });
    return start + Math.floor((by - start) / turnMs) * turnMs;
  }
  const days = daysIn(shift);
  const last = start + Math.floor((by - start) / DAY_MS) * DAY_MS;
  return Array.from({ length: 7 }, (_, day) => last - day * DAY_MS).find(
    (day) => day >= start && days.includes(weekdayOf(day)),
  );
}

function windowNotes({ by_day, frequency }: Shift): string[] {
  return frequency === 'hourly' || (frequency === 'weekly' && !by_day?.length)
    ? ['Its events are shorter than its turns: they are windows.']
    : [];
}

type Rule = Pick<SourceRotation, 'anchor' | 'shiftLength' | 'windows' | 'countsOpenDays'> | { readonly reason: string };

function ruleOf(shift: Shift, zone: Zone): Rule {
  const { type, frequency, duration, by_day, by_month, by_monthday } = shift;
  const interval = shift.interval ?? 1;
  const unit = UNITS[frequency as keyof typeof UNITS];
  if (type !== 'rolling_users' && type !== 'recurrent_event') return { reason: `Its type is ${type}.` };
  if (frequency === 'monthly') return { reason: 'It recurs every month; turns are hours, days or weeks.' };
  if (unit === undefined)
    return { reason: `Its frequency is ${frequency ?? 'absent'}; turns are hours, days or weeks.` };
  if (by_month?.length || by_monthday?.length)
    return { reason: 'It recurs on days of a month (by_month, by_monthday); windows are weekly.' };
  if (duration % 60 !== 0) return { reason: `Its events last ${duration} seconds; windows are whole minutes.` };
  const start = startIn(shift, 'start', zone);
  if (by_day?.length) return ruleOfDays(shift, { interval, days: daysIn(shift), start, zone });
  const shiftLength = { amount: interval, unit };
  const turnMs = turnMsOf(shiftLength);
  const minutes = duration / 60;
  if (minutes * MINUTE_MS > turnMs) return { reason: OVERLAP };
  if (minutes * MINUTE_MS === turnMs) return { anchor: start, shiftLength };
  if (WEEK_MS % turnMs !== 0) {
    return { reason: `Its events leave time free in turns of ${interval} ${unit}; windows repeat every week.` };
  }
  const first = minuteOfWeek(zone, start);
  const windows = Array.from({ length: WEEK_MS / turnMs }, (_, i) => {
    const from = first + (i * turnMs) / MINUTE_MS;
    return windowBetween(from, from + minutes);
  });
  return { anchor: start, shiftLength, windows };
}

const OVERLAP = 'An event lasts until after the next one starts, so that two turns are on call at once.';

interface DayRule {
  readonly interval: number;
  /** 0 is Monday. */
  readonly days: readonly number[];
  readonly start: number;
  readonly zone: Zone;
}

function ruleOfDays(shift: Shift, { interval, days, start, zone }: DayRule): Rule {
  const { frequency, duration, type } = shift;
  const isSingle = type === 'recurrent_event' || (shift.rolling_users ?? []).length <= 1;
  const weekStart = WEEKDAYS.indexOf((shift.week_start ?? 'SU').slice(0, 2).toUpperCase());
  if (weekStart === -1) throw badField(shift, 'week_start', `one of ${WEEKDAYS.join(', ')}`);
  const minutes = duration / 60;
  const minuteOfDay = minuteOfWeek(zone, start) % DAY_MINUTES;
  const windows = days.map(
    (day): WeekWindow => windowBetween(day * DAY_MINUTES + minuteOfDay, day * DAY_MINUTES + minuteOfDay + minutes),
  );
  if (eventsOverlap(windows) || minutes >= WEEK_MINUTES) return { reason: OVERLAP };
  if (frequency === 'hourly')
    return { reason: 'It recurs every few hours on certain days; such turns do not repeat every week.' };
  // In the product's order of weekdays.
  const ordered = Array.from({ length: 7 }, (_, i) => (weekStart + i) % 7).filter((day) => days.includes(day));
  const startDay = Math.floor(minuteOfWeek(zone, start) / DAY_MINUTES);
  const first = days.includes(startDay) ? startDay : (ordered[0] ?? startDay);
  const begin = daysLater(zone, start, (first - startDay + 7) % 7);
  if (frequency === 'daily') {
    if (minutes > DAY_MINUTES) return { reason: OVERLAP };
    if (isSingle && type === 'recurrent_event' && interval > 1)
      return { reason: `It recurs every ${interval} days on certain days of the week; windows repeat every week.` };
    return { anchor: begin, shiftLength: { amount: interval, unit: 'days' }, windows, countsOpenDays: !isSingle };
  }
  if (interval > 1) return { reason: `It recurs in one of ${interval} weeks; windows repeat every week.` };
  // A turn begins with the first event of the week, which may be before the start.
  const firstOfWeek = ordered[0] ?? first;
  const anchor = daysLater(zone, begin, -((first - firstOfWeek + 7) % 7));
  return { anchor, shiftLength: { amount: 1, unit: 'weeks' }, windows };
}

function eventsOverlap(windows: readonly WeekWindow[]): boolean {
  const sorted = [...windows].sort((a, b) => a.start - b.start);
  return sorted.some(({ start, end }, i) => {
    const next = sorted[i + 1] ?? { start: (sorted[0]?.start ?? start) + WEEK_MINUTES };
    return end > next.start;
  });
}

/** Each once; 0 is Monday. */
function daysIn(shift: Shift): number[] {
  const days = (shift.by_day ?? []).map((name, i) => {
    const day = WEEKDAYS.indexOf(name.toUpperCase());
    if (day === -1) {
      throw new BadValue(
        shift,
        ['by_day', i],
        `by_day must have only ${WEEKDAYS.join(', ')}; it has ${JSON.stringify(name)}.`,
      );
    }
    return day;
  });
  return [...new Set(days)];
}

function daysLater(zone: Zone, at: number, days: number): number {
  return instantAt(zone, wallAt(zone, at) + days * DAY_MS, 'first');
}

/** 1970-01-01 was a Thursday. */
function minuteOfWeek(zone: Zone, at: number): number {
  return Math.floor((wallAt(zone, at) + 3 * DAY_MS) / MINUTE_MS) % WEEK_MINUTES;
}

/** 0 is Monday. */
function weekdayOf(wallMs: number): number {
  return Math.floor(wallMs / DAY_MS + 3) % 7;
}

/** The end of an event that does not recur. */
export function endOf(start: number, { duration }: Shift): number {
  return start + duration * 1_000;
}
