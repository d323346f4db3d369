/**
 * Who is on call, and when. A timeline is a schedule prepared for queries: its revisions with the intervals in which they are in force, and its
 * overrides with the intervals that they decide. All queries are built on one: the first shift that ends after an instant. The rules are
 * in SPEC.md.
 */
import type { UserId } from '../ids.ts';
import { MAX_INSTANT } from '../time/iso.ts';
import { lastAtOrBefore, numbersOf } from '../time/sorted.ts';
import { DAY_MS } from '../time/units.ts';
import { decidingStretches } from './overrides.ts';
import { validityOf } from './revisions.ts';
import {
  asOneTurn,
  crewAt,
  NOBODY,
  type Rotation,
  rotationOf,
  rotationShiftEndingAfter,
  sameCrew,
  samePeople,
  withoutIdleHandoffs,
} from './rotation.ts';
import type { Interval, Override, Schedule, Shift } from './schedule.ts';

export interface Timeline {
  /** Rotation i is in force from `revisionStarts[i]` to `revisionStarts[i + 1]`; the last one until the end of time. */
  readonly revisionStarts: Float64Array;
  readonly rotations: readonly Rotation[];
  /** Where overrides are in force; disjoint, ascending. */
  readonly stretchStarts: Float64Array;
  readonly stretches: readonly Override[];
}

/**
 * Called for each shift that is computed; undefined: not at all. Tests use it to find work without a budget (rule BUD-1).
 */
let observer: (() => void) | undefined;

export function observeShifts(observe: (() => void) | undefined): void {
  observer = observe;
}

/** Rule SH-2: how far ahead the next shift is searched. */
const NEXT_SHIFT_WITHIN_MS = 366 * DAY_MS;

/** Rule SH-4: overrides can hide every change of a rotation for years. The search is part of each write, so it has an end. */
const MAX_SEARCHED_SHIFTS = 1_000;

export interface NextLook {
  readonly at: number;
  readonly isChange: boolean;
}

export function timelineOf(schedule: Schedule): Timeline {
  const validities = validityOf(schedule.revisions);
  const rotation = {
    revisionStarts: numbersOf(validities, (validity) => validity.start),
    rotations: validities.map((validity) => rotationOf(validity.revision.layer, schedule.zone)),
  };
  return timelineWith(rotation, schedule.overrides);
}

/** The same rotation with these overrides. */
export function timelineWith(
  { revisionStarts, rotations }: Pick<Timeline, 'revisionStarts' | 'rotations'>,
  overrides: readonly Override[],
): Timeline {
  const stretches = decidingStretches(overrides);
  return { revisionStarts, rotations, stretchStarts: numbersOf(stretches, (stretch) => stretch.start), stretches };
}

/** Who is on call at the instant; empty: nobody. */
export function onCallAt(timeline: Timeline, at: number): readonly UserId[] {
  if (at >= MAX_INSTANT) return NOBODY;
  const override = overrideAt(timeline, at);
  if (override !== undefined) return override.users;
  const rotation = elementAt(timeline.rotations, lastAtOrBefore(timeline.revisionStarts, at));
  return rotation === undefined ? NOBODY : crewAt(rotation, at);
}

/** Whether the user is on call in the whole interval; of more than 1,000 shifts, only the first are checked. */
export function isAlwaysOnCall(timeline: Timeline, user: UserId, { start, end }: Interval): boolean {
  let at = start;
  for (let searched = 0; at < end && searched < MAX_SEARCHED_SHIFTS; searched++) {
    const shift = shiftEndingAfter(timeline, at);
    if (shift === undefined || shift.start > at || !shift.users.includes(user)) return false;
    at = shift.end;
  }
  return true;
}

/** The override in force at the instant, with the interval in which it is. */
export function overrideAt({ stretches, stretchStarts }: Timeline, at: number): Override | undefined {
  const stretch = elementAt(stretches, lastAtOrBefore(stretchStarts, at));
  return stretch !== undefined && at < stretch.end ? stretch : undefined;
}

/** Rule SH-2: the whole shift that contains the instant. */
export function shiftAt(timeline: Timeline, at: number): Shift | undefined {
  const shift = shiftEndingAfter(timeline, at);
  return shift !== undefined && shift.start <= at ? shift : undefined;
}

/** Rule SH-2: the first shift that starts after the instant. */
export function nextShiftAfter(timeline: Timeline, at: number): Shift | undefined {
  const first = shiftEndingAfter(timeline, at);
  const next = first !== undefined && first.start <= at ? shiftEndingAfter(timeline, first.end) : first;
  return next !== undefined && next.start < at + NEXT_SHIFT_WITHIN_MS ? next : undefined;
}

/** Rule SH-1: the shifts that overlap the interval, in full, or clipped to it. */
export function shiftsIn(timeline: Timeline, within: Interval, { clip = false } = {}): Shift[] {
  const shifts: Shift[] = [];
  if (within.start >= within.end) return shifts;
  let shift = shiftEndingAfter(timeline, within.start);
  while (shift !== undefined && shift.start < within.end) {
    shifts.push(clip ? clipped(shift, within) : shift);
    shift = shiftEndingAfter(timeline, shift.end);
  }
  return shifts;
}

/**
 * Like `shiftsIn`, one after the other: for counting, or for the first few, without keeping all in memory. For all shifts use `shiftsIn`: yielding a
 * shift costs almost as much as finding it.
 */
export function* eachShift(timeline: Timeline, within: Interval, { clip = false } = {}): Generator<Shift, void> {
  if (within.start >= within.end) return;
  let shift = shiftEndingAfter(timeline, within.start);
  while (shift !== undefined && shift.start < within.end) {
    yield clip ? clipped(shift, within) : shift;
    shift = shiftEndingAfter(timeline, shift.end);
  }
}

/**
 * The interval that the whole shifts of rule SH-1 cover. A caller that loads overrides from a database must load all that overlap it: an override
 * that ended before the interval may be what a shift in it starts after. With fewer overrides the result is too wide, never too narrow, so asking
 * again with those in it is enough.
 */
export function reachOf(timeline: Timeline, within: Interval): Interval {
  const first = shiftAt(timeline, within.start);
  const last = shiftAt(timeline, within.end - 1);
  return { start: first?.start ?? within.start, end: last?.end ?? within.end };
}

/** Rule SH-3: time when nobody is on call, clipped to the interval. */
export function gapsIn(timeline: Timeline, within: Interval): Interval[] {
  const gaps: Interval[] = [];
  let gapStart = within.start;
  for (const shift of shiftsIn(timeline, within)) {
    if (gapStart < shift.start) gaps.push({ start: gapStart, end: shift.start });
    gapStart = shift.end;
  }
  if (gapStart < within.end) gaps.push({ start: gapStart, end: within.end });
  return gaps;
}

/**
 * Rule RES-4: time when nobody is on call because the windows of the layer are closed, clipped to the interval. All other gaps
 * are unplanned.
 */
export function offHoursIn(timeline: Timeline, within: Interval): Interval[] {
  const offHours: Interval[] = [];
  for (const gap of gapsIn(timeline, within)) {
    let start = gap.start;
    for (const unplanned of unplannedGapsIn(timeline, gap)) {
      if (start < unplanned.start) offHours.push({ start, end: unplanned.start });
      start = unplanned.end;
    }
    if (start < gap.end) offHours.push({ start, end: gap.end });
  }
  return offHours;
}

/** Time when nobody would be on call without windows either: the layer has no users, or its rotation has not started. */
export function unplannedGapsIn(timeline: Timeline, within: Interval): Interval[] {
  return gapsIn({ ...timeline, rotations: timeline.rotations.map(asOneTurn) }, within);
}

/**
 * Rule SH-4: the first instant after the given one at which other people are on call. Nobody counts as other people. Undefined if that never happens,
 * or if the search ends before.
 */
export function nextChangeAfter(timeline: Timeline, at: number): number | undefined {
  const look = nextLookAfter(timeline, at);
  return look?.isChange === true ? look.at : undefined;
}

/** The next change, or the instant at which the search for it has to be continued; undefined if nothing changes before `end`. */
export function nextLookAfter(timeline: Timeline, at: number, end = MAX_INSTANT): NextLook | undefined {
  const quiet = { ...timeline, rotations: timeline.rotations.map(withoutIdleHandoffs) };
  let shift = shiftEndingAfter(quiet, at);
  if (shift === undefined) return undefined;
  if (at < shift.start) return shift.start < end ? { at: shift.start, isChange: true } : undefined;
  for (let searched = 1; shift.end < end; searched++) {
    const next = shiftEndingAfter(quiet, shift.end);
    if (next?.start !== shift.end || !samePeople(next.users, shift.users)) return { at: shift.end, isChange: true };
    if (searched >= MAX_SEARCHED_SHIFTS) return { at: shift.end, isChange: false };
    shift = next;
  }
  return undefined;
}

/**
 * Who is on call after the people at the instant, and from when on. Consecutive turns of the same people are joined, and gaps are skipped. `change`:
 * the next change after the instant.
 */
export function nextPeopleAfter(timeline: Timeline, at: number, change: number): Omit<Shift, 'end'> | undefined {
  const users = onCallAt(timeline, change);
  const next = users.length > 0 ? { start: change, users } : nextShiftAfter(timeline, change);
  return next !== undefined && next.start < at + NEXT_SHIFT_WITHIN_MS ? next : undefined;
}

/** The first whole shift that ends after the instant: the current one, or else the next. */
export function shiftEndingAfter(timeline: Timeline, at: number): Shift | undefined {
  observer?.();
  if (at >= MAX_INSTANT) return undefined;
  const { stretches } = timeline;
  const index = lastAtOrBefore(timeline.stretchStarts, at);
  const stretch = elementAt(stretches, index);
  if (stretch !== undefined && at < stretch.end) return stretch;

  const nextStretch = stretches[index + 1];
  const floor = stretch === undefined ? Number.NEGATIVE_INFINITY : stretch.end;
  const ceiling = nextStretch === undefined ? MAX_INSTANT : nextStretch.start;
  return rotationShiftBetween(timeline, at, floor, ceiling) ?? nextStretch;
}

/** The first shift of the rotation that ends after the instant, cut to the time between two overrides (rule OVR-4). */
function rotationShiftBetween(timeline: Timeline, at: number, floor: number, ceiling: number): Shift | undefined {
  const { revisionStarts } = timeline;
  let validity = lastAtOrBefore(revisionStarts, at);
  let shift = revisionShiftEndingAfter(timeline, validity, at);
  while (shift === undefined) {
    validity += 1;
    const revisionStart = revisionStarts[validity];
    if (revisionStart === undefined || revisionStart >= ceiling) return undefined;
    shift = revisionShiftEndingAfter(timeline, validity, revisionStart);
  }
  if (shift.start >= ceiling) return undefined;

  let { start, end } = shift;
  const { users } = shift;
  // Rule REV-3: the shift continues across revisions, in both directions, while the same crew is on the other side.
  for (let next = validity + 1; end < ceiling && end === revisionStarts[next]; next++) {
    const after = revisionShiftEndingAfter(timeline, next, end);
    if (after === undefined || after.start > end || !sameCrew(after.users, users)) break;
    end = after.end;
  }
  for (let previous = validity - 1; start > floor && start === revisionStarts[previous + 1]; previous--) {
    const before = revisionShiftEndingAfter(timeline, previous, start - 1);
    if (before === undefined || !sameCrew(before.users, users)) break;
    start = before.start;
  }
  return { start: Math.max(start, floor), end: Math.min(end, ceiling), users };
}

/** The first shift of one revision that ends after the instant, cut to the time in which it is in force. */
function revisionShiftEndingAfter(timeline: Timeline, validity: number, at: number): Shift | undefined {
  const rotation = elementAt(timeline.rotations, validity);
  if (rotation === undefined) return undefined;
  const { revisionStarts } = timeline;
  const revisionStart = revisionStarts[validity] as number;
  const validUntil = validity + 1 < revisionStarts.length ? (revisionStarts[validity + 1] as number) : MAX_INSTANT;
  const shift = rotationShiftEndingAfter(rotation, at);
  if (shift === undefined || shift.start >= validUntil) return undefined;
  if (shift.start >= revisionStart && shift.end <= validUntil) return shift;
  return { start: Math.max(shift.start, revisionStart), end: Math.min(shift.end, validUntil), users: shift.users };
}

export function clipped(shift: Shift, within: Interval): Shift {
  return {
    start: Math.max(shift.start, within.start),
    end: Math.min(shift.end, within.end),
    users: shift.users,
  };
}

/** Like `elements[index]`, which for −1 would search for a property of that name and take ten times as long. */
function elementAt<T>(elements: readonly T[], index: number): T | undefined {
  return index < 0 ? undefined : elements[index];
}
