/**
 * Weekly windows as they are drawn and typed. They are kept as written, because rule REV-1 compares them that way; only overlapping drawn windows are
 * joined. Times in a week are minutes since Monday 00:00.
 */
import { DAYS, type Day, type RestrictionInterval } from '../../../src/engine/schedule.ts';
import { windowsOf } from '../../../src/engine/windows.ts';
import { MINUTE_MS } from '../../../src/time/units.ts';

/** A window in the form. A time that is being typed may be empty. */
export interface WeekWindow extends RestrictionInterval {
  readonly key: string;
}

export interface Minutes {
  readonly start: number;
  readonly end: number;
}

/** The part of a stretch on one day, in minutes of that day. */
export interface DayPart extends Minutes {
  readonly day: number;
}

export const DAY_MINUTES = 1440;
export const WEEK_MINUTES = 7 * DAY_MINUTES;
export const MAX_WINDOWS = 35;

/** The grid's cells are half an hour. */
export const CELL = 30;

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Times as people type them: `9`, `930`, `9:30`, `09:30`. */
const TYPED_TIME = /^(\d{1,2})(?:[:.h]?(\d\d))?$/;

let made = 0;

export function windowFrom(interval: RestrictionInterval): WeekWindow {
  made += 1;
  return { ...interval, key: `window ${made}` };
}

export function isComplete({ from, to }: RestrictionInterval): boolean {
  return isStart(from) && isEnd(to);
}

export function isStart(time: string): boolean {
  return TIME.test(time);
}

export function isEnd(time: string): boolean {
  return TIME.test(time) || time === '24:00';
}

/** Formats the text as `HH:MM`; returns it unchanged if it is not a time. */
export function tidyTime(text: string): string {
  const match = TYPED_TIME.exec(text.trim());
  return match === null ? text : `${match[1]?.padStart(2, '0')}:${match[2] ?? '00'}`;
}

/** Rule RES-1, for a complete window. */
export function minutesOf({ day, from, to }: RestrictionInterval): Minutes {
  const midnight = DAYS.indexOf(day) * DAY_MINUTES;
  const [start, end] = [minuteOf(from), minuteOf(to)];
  return { start: midnight + start, end: midnight + (end > start ? end : end + DAY_MINUTES) };
}

/** The union of the windows (rule RES-2), cut at midnights. The whole week if there are no windows. */
export function openParts(windows: readonly RestrictionInterval[]): DayPart[] {
  const complete = windows.filter(isComplete);
  if (complete.length === 0) return [];
  const joined = windowsOf(complete);
  if (joined === undefined) return partsOf({ start: 0, end: WEEK_MINUTES });
  return Array.from(joined.starts).flatMap((start, i) =>
    partsOf({ start: start / MINUTE_MS, end: (joined.ends[i] ?? start) / MINUTE_MS }),
  );
}

export function openMinutes(windows: readonly RestrictionInterval[]): number {
  return openParts(windows).reduce((sum, { start, end }) => sum + end - start, 0);
}

/** A stretch, cut at midnights. What goes beyond Sunday continues on Monday. */
export function partsOf({ start, end }: Minutes): DayPart[] {
  const parts: DayPart[] = [];
  for (let at = start; at < end; ) {
    const day = Math.floor(at / DAY_MINUTES);
    const until = Math.min(end, (day + 1) * DAY_MINUTES);
    parts.push({ day: day % 7, start: at - day * DAY_MINUTES, end: until - day * DAY_MINUTES });
    at = until;
  }
  return parts;
}

/** Opens that time of one day too. Windows of the same day that it touches are joined with it. */
export function paint(windows: readonly WeekWindow[], { day, start, end }: DayPart): WeekWindow[] {
  const meets = (window: WeekWindow) => {
    if (!isComplete(window) || DAYS.indexOf(window.day) !== day) return false;
    const other = minutesOf(window);
    const [from, to] = [other.start - day * DAY_MINUTES, other.end - day * DAY_MINUTES];
    return to <= DAY_MINUTES && from <= end && start <= to;
  };
  const met = windows.filter(meets).map(minutesOf);
  const from = Math.min(start, ...met.map((other) => other.start - day * DAY_MINUTES));
  const to = Math.max(end, ...met.map((other) => other.end - day * DAY_MINUTES));
  return [...windows.filter((window) => !meets(window)), windowFrom(intervalOf(day, from, to))].sort(inWeekOrder);
}

/** Opens the same time on each of these days. */
export function paintDays(windows: readonly WeekWindow[], days: readonly number[], time: Minutes): WeekWindow[] {
  return days.reduce((painted, day) => paint(painted, { day, ...time }), [...windows]);
}

/** Moves one edge of the window to another minute of the edge's day, as long as it stays a window. */
export function resize(window: WeekWindow, edge: 'from' | 'to', minute: number): WeekWindow {
  const { start, end } = minutesOf(window);
  const midnight = DAYS.indexOf(window.day) * DAY_MINUTES;
  const [from, to] = [start - midnight, end - midnight];
  const isOvernight = to > DAY_MINUTES;
  if (edge === 'from') {
    const [least, most] = isOvernight ? [to - DAY_MINUTES, DAY_MINUTES - CELL] : [0, to - CELL];
    return { ...window, from: timeText(between(least, minute, most)) };
  }
  const [least, most] = isOvernight ? [CELL, from] : [from + CELL, DAY_MINUTES];
  return { ...window, to: timeText(between(least, minute, most)) };
}

export const PRESETS: readonly { readonly label: string; readonly windows: readonly RestrictionInterval[] }[] = [
  { label: 'Mon–Fri 9–17', windows: onDays(DAYS.slice(0, 5), '09:00', '17:00') },
  { label: 'Nights', windows: onDays(DAYS, '18:00', '08:00') },
  { label: 'Weekends', windows: onDays(DAYS.slice(5), '00:00', '24:00') },
];

export function timeText(minute: number): string {
  const [hour, rest] = [Math.floor(minute / 60), minute % 60];
  return `${String(hour).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}

function onDays(days: readonly Day[], from: string, to: string): RestrictionInterval[] {
  return days.map((day) => ({ day, from, to }));
}

function intervalOf(day: number, start: number, end: number): RestrictionInterval {
  return { day: DAYS[day] ?? 'monday', from: timeText(start), to: timeText(end) };
}

function inWeekOrder(one: WeekWindow, other: WeekWindow): number {
  return DAYS.indexOf(one.day) - DAYS.indexOf(other.day) || one.from.localeCompare(other.from);
}

function minuteOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}

function between(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
