/**
 * Rules ROT-1 to ROT-5 and RES-4: the rotation of one layer. Who is on call at an instant, and when that part of the turn begins and ends.
 * Revisions and overrides are added in timeline.ts.
 */
import type { UserId } from '../ids.ts';
import { MAX_INSTANT } from '../time/iso.ts';
import { DAY_MS, HOUR_MS, WEEK_MS } from '../time/units.ts';
import { instantAt, latestWallBy, wallAt, type Zone } from '../time/zones.ts';
import { dayOfOpenDay, type OpenDays, openDaysBy, openDaysOf } from './open-days.ts';
import type { Interval, Layer, Shift, ShiftLength, ShiftUnit } from './schedule.ts';
import { isOpenAt, openStretchEndingAfter, type Windows, windowsOf } from './windows.ts';

export interface Rotation {
  readonly zone: Zone;
  readonly start: number;
  /** The wall time at which turn 0 starts, and the wall-clock length of every turn. */
  readonly wallStartMs: number;
  readonly turnMs: number;
  /** Rule ROT-5: the days that count for the length of a turn; undefined: all. */
  readonly openDays: OpenDays | undefined;
  /** Turn k has `crews[k mod crews.length]`. Empty if the layer has no users. */
  readonly crews: readonly (readonly UserId[])[];
  readonly windows: Windows | undefined;
}

export const NOBODY: readonly UserId[] = [];

const ALWAYS: Interval = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };

const UNIT_MS: Record<ShiftUnit, number> = { hours: HOUR_MS, days: DAY_MS, weeks: WEEK_MS };

/** Longer than all of time: a turn of this length is the only one. */
const ENDLESS_MS = 2 * MAX_INSTANT;

export function rotationOf(layer: Layer, zone: Zone): Rotation {
  const wallStartMs = wallAt(zone, layer.rotationStart);
  const windows = windowsOf(layer.restrictionIntervals);
  return {
    zone,
    start: layer.rotationStart,
    wallStartMs,
    turnMs: turnMsOf(layer.shiftLength),
    openDays: openDaysOf(layer, windows, wallStartMs),
    crews: crewsOf(layer.users, layer.concurrentUsers),
    windows,
  };
}

/**
 * The rotation for rule SH-4: if every turn has the same people, one endless turn. Without this, the search for the next change
 * of a single person’s hourly rotation would go through every hour until 2200.
 */
export function withoutIdleHandoffs(rotation: Rotation): Rotation {
  const [first, ...others] = rotation.crews;
  if (first === undefined || !others.every((crew) => samePeople(crew, first))) return rotation;
  return { ...rotation, turnMs: ENDLESS_MS, openDays: undefined, crews: [first] };
}

/** The rotation as one user sees it: if they are in every turn, one endless turn. */
export function withoutHandoffsOf(rotation: Rotation, user: UserId): Rotation {
  const { crews } = rotation;
  if (crews.length < 2 || !crews.every((crew) => crew.includes(user))) return rotation;
  return { ...rotation, turnMs: ENDLESS_MS, openDays: undefined, crews: [[user]] };
}

/** The rotation for rule RES-4: without windows, and as one endless turn, since only the time in which it has people matters. */
export function asOneTurn(rotation: Rotation): Rotation {
  const { crews } = rotation;
  return { ...rotation, windows: undefined, turnMs: ENDLESS_MS, openDays: undefined, crews: crews.slice(0, 1) };
}

/** Who is on call at the instant. */
export function crewAt(rotation: Rotation, epochMs: number): readonly UserId[] {
  const { zone, windows, crews } = rotation;
  if (epochMs < rotation.start || crews.length === 0) return NOBODY;
  const latestWallMs = latestWallBy(zone, epochMs);
  if (windows !== undefined && !isOpenAt(windows, zone, epochMs, latestWallMs)) return NOBODY;
  return crewOf(rotation, turnAt(rotation, latestWallMs));
}

/** The first shift that ends after the instant: the current one, or else the next. */
export function rotationShiftEndingAfter(rotation: Rotation, epochMs: number): Shift | undefined {
  const { zone, windows, crews } = rotation;
  if (crews.length === 0) return undefined;

  const from = Math.max(epochMs, rotation.start);
  const open = windows === undefined ? ALWAYS : openStretchEndingAfter(windows, zone, from);
  const turn = turnAt(rotation, latestWallBy(zone, Math.max(from, open.start)));
  return {
    start: Math.max(rotation.start, turnStartsAt(rotation, turn), open.start),
    end: Math.min(turnStartsAt(rotation, turn + 1), open.end),
    users: crewOf(rotation, turn),
  };
}

/** The number of the running turn at the instant, which must not be before the start of the rotation. */
export function runningTurn(rotation: Rotation, epochMs: number): number {
  return turnAt(rotation, latestWallBy(rotation.zone, epochMs));
}

/** Rule REV-3: the same users in the same order. */
export function sameCrew(one: readonly UserId[], other: readonly UserId[]): boolean {
  return one === other || (one.length === other.length && one.every((user, i) => user === other[i]));
}

/** Rule SH-4: the same users in any order. Crews name nobody twice. */
export function samePeople(one: readonly UserId[], other: readonly UserId[]): boolean {
  return one === other || (one.length === other.length && one.every((user) => other.includes(user)));
}

/**
 * Rule ROT-1: turn k has started at t if the wall has shown W + k·L by then. The latest wall time shown so far never goes back, even when the clocks
 * do: so the turn is a division, and a turn inside a gap is skipped. `| 0` rounds down and keeps it a small integer: t is not before the start, and
 * there are two million hours in all of time.
 */
function turnAt(rotation: Rotation, latestWallMs: number): number {
  const { wallStartMs, turnMs, openDays } = rotation;
  if (openDays === undefined) return ((latestWallMs - wallStartMs) / turnMs) | 0;
  const daysPerTurn = turnMs / DAY_MS;
  const latestOpenDay = openDaysBy(openDays, ((latestWallMs - wallStartMs) / DAY_MS) | 0) - 1;
  // Before the first open day it is −1, but turn 0 has begun.
  return latestOpenDay <= 0 ? 0 : (latestOpenDay / daysPerTurn) | 0;
}

export function turnStartsAt(rotation: Rotation, turn: number): number {
  return instantAt(rotation.zone, turnWallMs(rotation, turn), 'first');
}

/** The wall time at which the turn starts. */
export function turnWallMs({ wallStartMs, turnMs, openDays }: Rotation, turn: number): number {
  if (openDays === undefined || turn === 0) return wallStartMs + turn * turnMs;
  return wallStartMs + dayOfOpenDay(openDays, turn * (turnMs / DAY_MS)) * DAY_MS;
}

function crewOf(rotation: Rotation, turn: number): readonly UserId[] {
  return rotation.crews[turn % rotation.crews.length] as readonly UserId[];
}

export function turnMsOf({ amount, unit }: ShiftLength): number {
  if (!(amount >= 1)) throw new RangeError(`shift_length.amount is ${amount}; at least 1 is needed for time to go on`);
  return Math.min(amount * UNIT_MS[unit], ENDLESS_MS);
}

/** Rule ROT-3. After M / gcd(M, N) turns the positions repeat, so there are at most M crews. */
function crewsOf(users: readonly UserId[], concurrentUsers: number): (readonly UserId[])[] {
  const crews: (readonly UserId[])[] = [];
  let position = 0;
  if (users.length === 0) return crews;
  do {
    const crew = new Set<UserId>();
    for (let j = 0; j < concurrentUsers; j++) crew.add(users[(position + j) % users.length] as UserId);
    crews.push([...crew]);
    position = (position + concurrentUsers) % users.length;
  } while (position !== 0);
  return crews;
}
