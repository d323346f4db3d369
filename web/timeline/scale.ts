/** The scale of a timeline: positions of instants in percent, and where days and hours begin in a zone. */
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

/** The style of an interval, as far as it is within the scale. */
export function placeOf(scale: Scale, from: number, to: number): { left: string; width: string } {
  const left = percentAt(scale, Math.max(from, scale.start));
  const right = percentAt(scale, Math.min(to, scale.end));
  return { left: `${left}%`, width: `${Math.max(0, right - left)}%` };
}

/** The instants in the scale at which the zone's clocks show a multiple of `everyHours` since midnight. */
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

/** Midnight of the instant's day in the zone, or some days later or earlier. */
export function midnightOf(at: number, zoneName: string, daysLater = 0): number {
  const zone = zoneNamed(zoneName);
  const day = Math.floor(wallAt(zone, at) / DAY_MS) + daysLater;
  return instantAt(zone, day * DAY_MS, 'first');
}

/** The first day of the reader's week that contains the day. Days are counted from 1970. */
export function weekStartOf(day: number): number {
  return day - ((day + 10 - display().weekStart) % 7);
}

/** The Monday of the week that contains the day. Days are counted from 1970, which began on a Thursday. */
export function mondayOf(day: number): number {
  return day - ((day + 3) % 7);
}

export function zoneNamed(name: string): Zone {
  const zone = findZone(name);
  if (zone === undefined) throw new Error(`no such zone: ${name}`);
  return zone;
}
