/** The views of a timeline: a day, a week from a day on, two weeks, a month. Days are dates in the schedule's zone: `2026-03-23`. */
import { DAY_MS, MINUTE_MS } from '../../src/time/units.ts';
import { instantAt, wallAt } from '../../src/time/zones.ts';
import { written } from '../time/format.ts';
import { midnightOf, type Scale, weekStartOf, zoneNamed } from './scale.ts';

export const VIEWS = {
  day: { label: 'Day', snapMs: 15 * MINUTE_MS },
  week: { label: '7 days', snapMs: 30 * MINUTE_MS },
  fortnight: { label: '2 weeks', snapMs: 30 * MINUTE_MS },
  month: { label: 'Month', snapMs: 60 * MINUTE_MS },
} as const;

export type View = keyof typeof VIEWS;

/** The views with an axis; a month is a calendar. */
export type AxisView = Exclude<View, 'month'>;

const WEEK = 7;
const FORTNIGHT = 14;

const FIRST_YEAR = 1971;
const LAST_YEAR = 2198;

export function viewNamed(name: string | null, otherwise: View = 'fortnight'): View {
  return name !== null && Object.hasOwn(VIEWS, name) ? (name as View) : otherwise;
}

/** The date in the address; without a valid one, the date of `now`. */
export function dateNamed(text: string | null, now: number, zone: string): string {
  return text !== null && isDate(text) ? text : dateAt(now, zone);
}

/** Whether the date exists, in a year that can be shown. */
export function isDate(text: string): boolean {
  const ms = Date.parse(`${text}T00:00:00Z`);
  const year = Number(text.slice(0, 4));
  return !Number.isNaN(ms) && textOf(ms / DAY_MS) === text && year >= FIRST_YEAR && year <= LAST_YEAR;
}

export function dateAt(at: number, zone: string): string {
  return textOf(Math.floor(wallAt(zoneNamed(zone), at) / DAY_MS));
}

/** The scale from midnight to midnight: the day, seven days from it, two weeks from the start of its week, or all weeks of its month. */
export function scaleOf(view: View, date: string, zone: string): Scale {
  const days = daysOf(view, date);
  const [first, next] = view === 'month' ? [weekStartOf(days[0]), weekStartOf(days[1] - 1) + WEEK] : days;
  return { start: midnightIn(zone, first), end: midnightIn(zone, next) };
}

/** A date in the next or previous view. */
export function dateBeside(view: View, date: string, views: 1 | -1): string {
  const [first, next] = daysOf(view, date);
  if (views === 1) return textOf(next);
  if (view === 'week') return textOf(first - WEEK);
  return textOf(view === 'fortnight' ? first - FORTNIGHT : daysOf(view, textOf(first - 1))[0]);
}

/** The first day of the view and the first day after it. Days are counted from 1970. */
function daysOf(view: View, date: string): [first: number, next: number] {
  const day = Date.parse(`${date}T00:00:00Z`) / DAY_MS;
  if (view === 'day') return [day, day + 1];
  if (view === 'week') return [day, day + WEEK];
  if (view === 'month') {
    const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7))];
    return [Date.UTC(year, month - 1, 1) / DAY_MS, Date.UTC(year, month, 1) / DAY_MS];
  }
  const first = weekStartOf(day);
  return [first, first + FORTNIGHT];
}

/** `Monday, 23 March 2026`, `23 March – 5 April 2026`, `March 2026`. */
export function periodText(view: View, { start, end }: Scale, zone: string): string {
  if (view === 'day') return written(start, zone, 'longDay');
  // The middle, because the first and last weeks extend into the neighbouring months.
  if (view === 'month') return written((start + end) / 2, zone, 'month');
  const last = midnightOf(end - 1, zone);
  return `${written(start, zone, 'day')} – ${written(last, zone, 'day')} ${written(last, zone, 'month').slice(-4)}`;
}

function midnightIn(zone: string, day: number): number {
  return instantAt(zoneNamed(zone), day * DAY_MS, 'first');
}

function textOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
