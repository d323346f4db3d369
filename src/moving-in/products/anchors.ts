/** Arithmetic on turns by the wall clock: finds the start of another turn than the one that a product gives. */
import type { ShiftLength, ShiftUnit } from '../../engine/schedule.ts';
import { DAY_MS, HOUR_MS, WEEK_MS } from '../../time/units.ts';
import { instantAt, latestWallBy, wallAt, type Zone } from '../../time/zones.ts';

const UNIT_MS: Readonly<Record<ShiftUnit, number>> = { hours: HOUR_MS, days: DAY_MS, weeks: WEEK_MS };

export function turnMsOf({ amount, unit }: ShiftLength): number {
  return amount * UNIT_MS[unit];
}

/** The length in the largest unit that divides it; undefined if it is not whole hours. */
export function lengthOfSeconds(seconds: number): ShiftLength | undefined {
  const ms = seconds * 1_000;
  for (const unit of ['weeks', 'days', 'hours'] as const) {
    if (ms > 0 && ms % UNIT_MS[unit] === 0) return { amount: ms / UNIT_MS[unit], unit };
  }
  return undefined;
}

/** The number of turns from the one at `anchor` to the one at the instant; negative before it. */
export function turnsBetween(zone: Zone, anchor: number, length: ShiftLength, at: number): number {
  return Math.floor((latestWallBy(zone, at) - wallAt(zone, anchor)) / turnMsOf(length));
}

/** The start of the turn this many turns after the one that starts at `anchor`. */
export function turnStart(zone: Zone, anchor: number, length: ShiftLength, turns: number): number {
  return instantAt(zone, wallAt(zone, anchor) + turns * turnMsOf(length), 'first');
}

/** The crews, starting this many turns later; `turns` may be negative. */
export function rotated<T>(crews: readonly T[], turns: number): T[] {
  const position = ((turns % crews.length) + crews.length) % crews.length;
  return [...crews.slice(position), ...crews.slice(0, position)];
}
