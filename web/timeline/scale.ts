/** Where instants stand on a line from one instant to another, in per cent; and where days and hours begin on it, in a zone. */
import { DAY_MS, HOUR_MS } from '../../src/time/units.ts';
import { findZone, instantAt, wallAt, type Zone } from '../../src/time/zones.ts';
import { display } from '../time/display.ts';

export interface Scale {
  readonly start: number;
  readonly end: number;
}

export function percentAt({ start, end }: Scale, at: number): number {
  return (100 * (at - start)) / (end - start);
}

/** For the style of what reaches from one instant to the other, as far as the scale shows it. */
export function placeOf(scale: Scale, from: number, to: number): { left: string; width: string } {
  const left = percentAt(scale, Math.max(from, scale.start));
  const right = percentAt(scale, Math.min(to, scale.end));
  return { left: `${left}%`, width: `${Math.max(0, right - left)}%` };
}

/** The instants in the scale at which the clocks of the zone show a multiple of so many hours since midnight. */
export function ticksOf({ start, end }: Scale, zoneName: string, everyHours: number): number[] {
  const zone = zoneNamed(zoneName);
  const ticks: number[] = [];
  const firstDay = Math.floor(wallAt(zone, start) / DAY_MS) * DAY_MS;
  for (let dayMs = firstDay; ; dayMs += DAY_MS) {
    for (let hour = 0; hour < 24; hour += everyHours) {
      const at = instantAt(zone, dayMs + hour * HOUR_MS, 'first');
      if (at >= end) return ticks;
      if (at >= start && at !== ticks.at(-1)) ticks.push(at);
    }
  }
}

/** Midnight, in the zone, of the day that holds the instant; so many days later or earlier on request. */
export function midnightOf(at: number, zoneName: string, daysLater = 0): number {
  const zone = zoneNamed(zoneName);
  const day = Math.floor(wallAt(zone, at) / DAY_MS) + daysLater;
  return instantAt(zone, day * DAY_MS, 'first');
}

/** Of days counted from 1970: the first of the week that holds the day, by the reader's weeks. */
export function weekStartOf(day: number): number {
  return day - ((day + 10 - display().weekStart) % 7);
}

/** Of days counted from 1970: the Monday of the week that holds the day. 1970 began on a Thursday. */
export function mondayOf(day: number): number {
  return day - ((day + 3) % 7);
}

export function zoneNamed(name: string): Zone {
  const zone = findZone(name);
  if (zone === undefined) throw new Error(`no such zone: ${name}`);
  return zone;
}
