/**
 * Turns that count open days (rule ROT-5), beside rotations of a higher level. These take windows away, and a day without windows is not open, so that
 * all later turns would be counted differently. If that happens, the turns are written out: one for each day of the calendar.
 */
import { hasEmptyOpenDay } from '../engine/open-days.ts';
import { runningTurn } from '../engine/rotation.ts';
import { DAY_MS } from '../time/units.ts';
import { wallAt } from '../time/zones.ts';
import { computedRotation, engineLayerOf, MAX_POSITIONS, type Piece } from './layers.ts';
import { leastCommonMultiple } from './merging.ts';
import type { SourceRotation } from './source.ts';
import { type WeekWindow, WHOLE_WEEK } from './week-windows.ts';

const DAYS_PER_WEEK = 7;

export type TurnsBeside =
  | { readonly rotation: SourceRotation; readonly notes: readonly string[] }
  | { readonly reason: string };

export function turnsBeside(rotation: SourceRotation, pieces: readonly Piece[]): TurnsBeside {
  if (rotation.countsOpenDays !== true) return { rotation, notes: [] };
  const own = openDaysIn(rotation, rotation.windows ?? WHOLE_WEEK);
  const keepsDays = pieces.every(
    ({ windows }) => windows.length === 0 || openDaysIn(rotation, windows)?.join() === own?.join(),
  );
  return keepsDays ? { rotation, notes: [] } : writtenOut(rotation, own ?? []);
}

/** Days from the weekday of the first turn to each open weekday; undefined if some open day has no window, which a layer may not have. */
function openDaysIn(rotation: SourceRotation, windows: readonly WeekWindow[]): readonly number[] | undefined {
  const computed = computedRotation(rotation, windows);
  if (hasEmptyOpenDay(engineLayerOf(rotation, windows), computed.zone)) return undefined;
  return computed.openDays?.offsets ?? Array.from({ length: DAYS_PER_WEEK }, (_, day) => day);
}

/** Open days and turns together repeat after some weeks. */
function writtenOut(rotation: SourceRotation, openDays: readonly number[]): TurnsBeside {
  const { crews, shiftLength, windows = WHOLE_WEEK } = rotation;
  const perWeek = openDays.length;
  const weeks = leastCommonMultiple(crews.length * shiftLength.amount, perWeek) / perWeek;
  const days = weeks * DAYS_PER_WEEK;
  const positions = days * Math.max(...crews.map((crew) => crew.length));
  if (positions > MAX_POSITIONS) {
    return {
      reason: `Its turns count only the days on which it is on call, and the rotations above it take some of them. Written out for each day, it has ${positions} positions; a layer has ${MAX_POSITIONS} at most.`,
    };
  }
  // In UTC, with the same wall times: no clock change moves a turn.
  const { zone } = computedRotation(rotation, windows);
  const counted = computedRotation({ ...rotation, zone: 'UTC', anchor: wallAt(zone, rotation.anchor) }, windows);
  return {
    rotation: {
      ...rotation,
      countsOpenDays: false,
      shiftLength: { amount: 1, unit: 'days' },
      crews: Array.from(
        { length: days },
        (_, day) => crews[runningTurn(counted, counted.start + day * DAY_MS) % crews.length] ?? [],
      ),
    },
    notes: [
      `The rotations above it take some of the days that it counts: its turns are written out for ${weeks} weeks.`,
    ],
  };
}
