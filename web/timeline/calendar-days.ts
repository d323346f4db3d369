/** The weeks of a month calendar. All days have the same width, also on days with 23 or 25 hours. */
import { DAY_MS } from '../../src/time/units.ts';
import { instantAt, wallAt } from '../../src/time/zones.ts';
import { type Scale, zoneNamed } from './scale.ts';

const DAYS = 7;

/** The instants at which the days of a week begin, and the end of the last day. */
export type WeekEdges = readonly number[];

/** The weeks of a scale that starts and ends at week boundaries. */
export function weeksOf({ start, end }: Scale, zoneName: string): WeekEdges[] {
  const zone = zoneNamed(zoneName);
  const first = Math.round(wallAt(zone, start) / DAY_MS);
  const count = Math.round((wallAt(zone, end) / DAY_MS - first) / DAYS);
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: DAYS + 1 }, (_, day) => instantAt(zone, (first + week * DAYS + day) * DAY_MS, 'first')),
  );
}

/** The style of an interval within the week; undefined if it is outside. */
export function placeInWeek(
  edges: WeekEdges,
  start: number,
  end: number,
): { readonly left: string; readonly width: string } | undefined {
  const [left, right] = [daysUntil(edges, start), daysUntil(edges, end)];
  if (right <= left) return undefined;
  return { left: `${(100 * left) / DAYS}%`, width: `${(100 * (right - left)) / DAYS}%` };
}

/** Where an instant is in the week, in percent of its width; undefined if it is outside. */
export function percentInWeek(edges: WeekEdges, at: number): number | undefined {
  const [start = 0, end = 0] = [edges[0], edges[DAYS]];
  return at >= start && at < end ? (100 * daysUntil(edges, at)) / DAYS : undefined;
}

/** Days since the start of the week, with fractions, from 0 to 7. */
function daysUntil(edges: WeekEdges, at: number): number {
  const day = edges.findLastIndex((edge) => edge <= at);
  if (day === -1) return 0;
  if (day >= DAYS) return DAYS;
  const [from, to] = [edges[day] as number, edges[day + 1] as number];
  return day + (at - from) / (to - from);
}
