/** Reads and formats the time off of a person. */
import { DAY_MS } from '../../src/time/units.ts';
import { instantAt, wallAt } from '../../src/time/zones.ts';
import type { Schemas } from '../api/client.ts';
import { getAllQuery, useAll } from '../api/queries.ts';
import { type Person, useSession } from '../session/session.tsx';
import { msOf, written } from '../time/format.ts';
import { intervalWithZone } from '../time/zone-mark.ts';
import { midnightOf, zoneNamed } from '../timeline/scale.ts';

export type TimeOff = Schemas['TimeOff'];

/** Current and coming time off. */
export function useTimeOff(userId: string) {
  return useAll('/users/{user_id}/time_off/', pathOf(userId), 'time_off');
}

export function timeOffQuery(userId: string) {
  return getAllQuery('/users/{user_id}/time_off/', pathOf(userId), 'time_off');
}

function pathOf(userId: string) {
  return { params: { path: { user_id: userId } } };
}

/** The zone in which the person's whole days are meant. */
export function useZoneOf({ time_zone }: Person): string {
  const { organization } = useSession();
  return time_zone ?? organization.time_zone;
}

/** `Mon 5 Jan – Fri 9 Jan` for whole days, otherwise with times. */
export function timeOffText(start: number | string, end: number | string, zone: string): string {
  if (!isWholeDays(start, end, zone)) return intervalWithZone(start, end, zone);
  const [first, last] = [written(start, zone, 'day'), written(msOf(end) - 1, zone, 'day')];
  return first === last ? first : `${first} – ${last}`;
}

export function isWholeDays(start: number | string, end: number | string, zone: string): boolean {
  return isStartOfDay(msOf(start), zone) && isStartOfDay(msOf(end), zone);
}

/** 01:00 on a day without midnight, as when summer time begins in Santiago. */
export function isStartOfDay(at: number, zone: string): boolean {
  return at === midnightOf(at, zone);
}

/** `2026-01-05`: the date in the zone. */
export function dateOf(at: number, zone: string): string {
  return new Date(wallAt(zoneNamed(zone), at)).toISOString().slice(0, 10);
}

/** Midnight at the start of the date, or some days later; undefined for an invalid date. */
export function startOfDate(date: string, zone: string, daysLater = 0): number | undefined {
  const wallMs = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(wallMs) ? undefined : instantAt(zoneNamed(zone), wallMs + daysLater * DAY_MS, 'first');
}
