/** Whole days in the zone of a person: from midnight to midnight, or to 01:00 on a day without midnight, as when summer time begins in Santiago. */
import { DAY_MS } from '../../src/time/units.ts';
import { instantAt, wallAt } from '../../src/time/zones.ts';
import { msOf } from '../time/format.ts';
import { midnightOf, zoneNamed } from '../timeline/scale.ts';

export function isWholeDays(start: number | string, end: number | string, zone: string): boolean {
  return isStartOfDay(msOf(start), zone) && isStartOfDay(msOf(end), zone);
}

export function isStartOfDay(at: number, zone: string): boolean {
  return at === midnightOf(at, zone);
}

/** The whole days that a time touches. */
export function daysAround(start: number | undefined, end: number | undefined, zone: string) {
  return {
    start: start === undefined ? undefined : midnightOf(start, zone),
    end: end === undefined ? undefined : midnightOf(end - 1, zone, 1),
  };
}

/** `2026-01-05`: the date in the zone. */
export function dateOf(at: number, zone: string): string {
  return new Date(wallAt(zoneNamed(zone), at)).toISOString().slice(0, 10);
}

/** The start of the date, or of a day some days later; undefined for an invalid date. */
export function startOfDate(date: string, zone: string, daysLater = 0): number | undefined {
  const wallMs = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(wallMs) ? undefined : instantAt(zoneNamed(zone), wallMs + daysLater * DAY_MS, 'first');
}
