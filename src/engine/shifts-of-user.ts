/** Finds the shifts of one user without computing those of everybody else, and bounds how many shifts an interval has. */
import type { UserId } from '../ids.ts';
import { MAX_INSTANT } from '../time/iso.ts';
import { lastAtOrBefore } from '../time/sorted.ts';
import { DAY_MS, WEEK_MS } from '../time/units.ts';
import { type Rotation, runningTurn, turnMsOf, turnStartsAt } from './rotation.ts';
import type { Interval, Layer, Override, Shift } from './schedule.ts';
import { clipped, shiftEndingAfter, type Timeline } from './timeline.ts';
import { windowsOf } from './windows.ts';

/**
 * All shifts of the user that overlap the interval, and some of others: the caller checks `users`. It skips the turns of others, so it yields about as
 * many shifts as the user has turns and overrides. Yielding the others too lets a caller pause after each shift that was computed.
 */
export function* eachPossibleShift(
  timeline: Timeline,
  user: UserId,
  within: Interval,
  { clip = false } = {},
): Generator<Shift, void> {
  const { stretches, stretchStarts } = timeline;
  const first = Math.max(0, lastAtOrBefore(stretchStarts, within.start));
  const inside = stretches.slice(first, lastAtOrBefore(stretchStarts, within.end) + 1);
  const overrides = inside.filter(({ users }) => users.includes(user));
  let at = possibleFrom(timeline, user, overrides, within.start);
  while (at < within.end) {
    const shift = shiftEndingAfter(timeline, at);
    if (shift === undefined || shift.start >= within.end) return;
    yield clip ? clipped(shift, within) : shift;
    at = possibleFrom(timeline, user, overrides, shift.end);
  }
}

/** The user is not on call from `at` until the returned instant. */
function possibleFrom(timeline: Timeline, user: UserId, overrides: readonly Override[], at: number): number {
  const override = overrides.find(({ end }) => end > at);
  return Math.max(at, Math.min(override?.start ?? Number.POSITIVE_INFINITY, turnFrom(timeline, user, at)));
}

/** When the first turn of the user in one of the rotations begins, or `at` if it is running. */
function turnFrom({ revisionStarts, rotations }: Timeline, user: UserId, at: number): number {
  for (let i = Math.max(0, lastAtOrBefore(revisionStarts, at)); i < rotations.length; i++) {
    const rotation = rotations[i] as Rotation;
    const from = Math.max(at, revisionStarts[i] as number, rotation.start);
    const until = i + 1 < rotations.length ? (revisionStarts[i + 1] as number) : Number.POSITIVE_INFINITY;
    const start = from < until ? turnInRotation(rotation, user, from) : undefined;
    if (start !== undefined && start < until) return start;
  }
  return Number.POSITIVE_INFINITY;
}

function turnInRotation(rotation: Rotation, user: UserId, from: number): number | undefined {
  const { crews } = rotation;
  const running = runningTurn(rotation, from);
  for (let turn = running; turn < running + crews.length; turn++) {
    if (!crews[turn % crews.length]?.includes(user)) continue;
    return turn === running ? from : turnStartsAt(rotation, turn);
  }
  return undefined;
}

const YEAR_MS = 365.25 * DAY_MS;

/** How many turns a layer has in a year, rounded up. A window that interrupts a turn counts too, since it starts another shift. */
export function turnsPerYear({ users, shiftLength, restrictionIntervals }: Layer): number {
  if (users.length === 0) return 0;
  const windows = windowsOf(restrictionIntervals);
  const turns = openTimeIn({ windows }, YEAR_MS) / turnMsOf(shiftLength);
  return Math.ceil(turns + (windows === undefined ? 0 : (windows.starts.length * YEAR_MS) / WEEK_MS));
}

/** Clocks may skip a whole day, and some hours. */
const SKIPPED_MS = 2 * DAY_MS;

/** A lower bound of the number of shifts in the interval, from the lengths of turns and windows alone. */
export function fewestShiftsIn({ revisionStarts, rotations, stretches }: Timeline, within: Interval): number {
  const overriddenMs = stretches.reduce((sum, stretch) => sum + Math.max(0, lengthOf(overlap(stretch, within))), 0);
  return rotations.reduce((sum, rotation, i) => {
    const { crews, turnMs, openDays, start } = rotation;
    if (crews.length === 0) return sum;
    const inForce = {
      start: Math.max(start, revisionStarts[i] as number),
      end: revisionStarts[i + 1] ?? MAX_INSTANT,
    };
    const openMs = openTimeIn(rotation, lengthOf(overlap(inForce, within)) - SKIPPED_MS) - overriddenMs;
    // A turn that counts open days is at most a week for each of them.
    const longestTurnMs = openDays === undefined ? turnMs : (turnMs / DAY_MS) * WEEK_MS;
    return sum + Math.max(0, Math.floor(openMs / longestTurnMs));
  }, 0);
}

/** At least this much of any interval of that length is inside the windows. */
function openTimeIn({ windows }: Pick<Rotation, 'windows'>, lengthMs: number): number {
  if (windows === undefined) return lengthMs;
  const perWeekMs = windows.starts.reduce((sum, start, i) => sum + (windows.ends[i] as number) - start, 0);
  return Math.floor(lengthMs / WEEK_MS) * perWeekMs;
}

function overlap(one: Interval, other: Interval): Interval {
  return { start: Math.max(one.start, other.start), end: Math.min(one.end, other.end) };
}

function lengthOf({ start, end }: Interval): number {
  return end - start;
}
