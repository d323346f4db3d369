/**
 * The same answers as the engine, written directly with Temporal objects and without tables, for comparison.
 *
 * It is not wasteful: it finds a turn by arithmetic, uses Temporal only where the zone matters, and compares instants as numbers. It supports one
 * revision and no end of time, which is all that the measured schedules need.
 */
import {
  DAYS,
  type Interval,
  type Layer,
  type Override,
  type RestrictionInterval,
  type Schedule,
  type Shift,
} from '../src/engine/schedule.ts';
import type { UserId } from '../src/ids.ts';
import { MAX_INSTANT } from '../src/time/iso.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS } from '../src/time/units.ts';

/** Wall times are milliseconds since the wall clock showed `wallStart`. */
export interface StraightSchedule {
  readonly zone: string;
  readonly rotationStart: number;
  readonly wallStart: Temporal.PlainDateTime;
  readonly turnMs: number;
  /** Rule ROT-5: the days that count, of the week that begins at the start. Undefined: all days. */
  readonly openDays: readonly number[] | undefined;
  readonly users: readonly UserId[];
  readonly concurrentUsers: number;
  /** Windows of the first week as wall times, ascending and disjoint. Empty: unrestricted. */
  readonly windows: readonly Interval[];
  readonly overrides: readonly Override[];
}

const UNIT_MS = { hours: HOUR_MS, days: DAY_MS, weeks: WEEK_MS };
const EARLIER = { disambiguation: 'earlier' } as const;
const LATER = { disambiguation: 'later' } as const;
const IN_MILLISECONDS = { largestUnit: 'milliseconds' } as const;

export function straightOf(schedule: Schedule): StraightSchedule {
  const [revision] = schedule.revisions;
  if (revision === undefined || schedule.revisions.length > 1) throw new Error('the rival knows exactly one revision');
  const { layer } = revision;
  const wallStart = Temporal.Instant.fromEpochMilliseconds(layer.rotationStart)
    .toZonedDateTimeISO(schedule.zone.name)
    .toPlainDateTime();
  return {
    zone: schedule.zone.name,
    rotationStart: layer.rotationStart,
    wallStart,
    turnMs: layer.shiftLength.amount * UNIT_MS[layer.shiftLength.unit],
    openDays: layer.countedDays === 'open' ? openDaysOf(layer, wallStart) : undefined,
    users: layer.users,
    concurrentUsers: layer.concurrentUsers,
    windows: windowsOfFirstWeek(layer.restrictionIntervals ?? [], wallStart),
    overrides: schedule.overrides,
  };
}

export function straightOnCallAt(schedule: StraightSchedule, at: number): readonly UserId[] {
  const override = schedule.overrides.findLast(({ start, end }) => start <= at && at < end);
  if (override !== undefined) return override.users;
  if (at < schedule.rotationStart) return [];
  const { earliestAfter, latestBy } = wallsAround(schedule, at);
  const isOpen =
    schedule.windows.length === 0 ||
    schedule.windows.some(({ start, end }) => {
      const weeks = Math.floor((latestBy - start) / WEEK_MS);
      return earliestAfter <= end + weeks * WEEK_MS;
    });
  return isOpen ? usersOfTurn(schedule, turnAt(schedule, latestBy)) : [];
}

export function straightShiftsIn(schedule: StraightSchedule, within: Interval): Shift[] {
  const turns = turnsIn(schedule, within);
  const rotation = schedule.windows.length === 0 ? turns : overlaps(turns, windowsIn(schedule, within));
  return cutAround(rotation, overrideShifts(schedule.overrides)).filter(
    ({ start, end }) => start < within.end && within.start < end,
  );
}

export function straightNextChangeAfter(schedule: StraightSchedule, at: number): number | undefined {
  for (let lookMs = schedule.turnMs; at + lookMs < MAX_INSTANT; lookMs *= 2) {
    const horizon = at + lookMs;
    let current: Shift | undefined;
    for (const shift of straightShiftsIn(schedule, { start: at, end: horizon })) {
      if (current === undefined && at < shift.start) return shift.start;
      if (current !== undefined && current.end < shift.start) return current.end;
      if (current !== undefined && !samePeople(current.users, shift.users)) return shift.start;
      current = shift;
    }
    if (current !== undefined && current.end < horizon) return current.end;
  }
  return undefined;
}

/** The turn that has begun by the wall time. */
function turnAt({ turnMs, openDays }: StraightSchedule, wall: number): number {
  if (openDays === undefined) return Math.floor(wall / turnMs);
  const week = Math.floor(wall / WEEK_MS);
  const day = Math.floor((wall - week * WEEK_MS) / DAY_MS);
  const counted = openDays.filter((open) => open <= day).length;
  return Math.floor((week * openDays.length + counted - 1) / (turnMs / DAY_MS));
}

function wallOfTurn({ turnMs, openDays }: StraightSchedule, turn: number): number {
  if (openDays === undefined) return turn * turnMs;
  const count = turn * (turnMs / DAY_MS);
  const week = Math.floor(count / openDays.length);
  return week * WEEK_MS + (openDays[count - week * openDays.length] as number) * DAY_MS;
}

/** The rival knows windows of one day each, and a start on an open day. */
function openDaysOf({ restrictionIntervals = [] }: Layer, wallStart: Temporal.PlainDateTime): number[] {
  const days = new Set(restrictionIntervals.map(({ day }) => (DAYS.indexOf(day) - wallStart.dayOfWeek + 1 + 7) % 7));
  if (!days.has(0)) throw new Error('the rival knows only rotations that start on an open day');
  return [...days].sort((a, b) => a - b);
}

function usersOfTurn({ users, concurrentUsers }: StraightSchedule, turn: number): readonly UserId[] {
  const onCall = new Set<UserId>();
  for (let j = 0; users.length > 0 && j < concurrentUsers; j++) {
    onCall.add(users[(turn * concurrentUsers + j) % users.length] as UserId);
  }
  return [...onCall];
}

function turnsIn(schedule: StraightSchedule, within: Interval): Shift[] {
  const turns: Shift[] = [];
  let turn = Math.max(0, turnAt(schedule, wallsAround(schedule, within.start).latestBy));
  let start = Math.max(schedule.rotationStart, instantOf(schedule, wallOfTurn(schedule, turn)));
  for (; start < within.end; turn++) {
    const end = instantOf(schedule, wallOfTurn(schedule, turn + 1));
    if (end > start) turns.push({ start, end, users: usersOfTurn(schedule, turn) });
    start = end;
  }
  return turns.filter(({ users }) => users.length > 0);
}

function windowsIn(schedule: StraightSchedule, within: Interval): Interval[] {
  const windows: { start: number; end: number }[] = [];
  // A week earlier, so that a window that contains the start is complete.
  const firstWeek = Math.floor(wallsAround(schedule, within.start).latestBy / WEEK_MS) - 1;
  for (let week = firstWeek; ; week++) {
    for (const window of schedule.windows) {
      const start = instantOf(schedule, window.start + week * WEEK_MS);
      const previous = windows.at(-1);
      const touches = previous !== undefined && start <= previous.end;
      if (start >= within.end && !touches) return windows;
      const end = instantOf(schedule, window.end + week * WEEK_MS, LATER);
      if (touches) previous.end = Math.max(previous.end, end);
      else if (end > start) windows.push({ start, end });
    }
  }
}

/** Both lists are ascending and without overlaps. */
function overlaps(turns: readonly Shift[], windows: readonly Interval[]): Shift[] {
  const shifts: Shift[] = [];
  let w = 0;
  for (const turn of turns) {
    while (w < windows.length && (windows[w] as Interval).end <= turn.start) w++;
    for (let i = w; i < windows.length; i++) {
      const window = windows[i] as Interval;
      if (window.start >= turn.end) break;
      const start = Math.max(turn.start, window.start);
      shifts.push({ start, end: Math.min(turn.end, window.end), users: turn.users });
    }
  }
  return shifts;
}

/** The stretches in which each override is in force, ascending: a later override cuts those before it. */
function overrideShifts(overrides: readonly Override[]): Shift[] {
  let shifts: Shift[] = [];
  for (const { start, end, users } of overrides) shifts = [...without(shifts, { start, end }), { start, end, users }];
  return shifts.sort((a, b) => a.start - b.start);
}

function without(shifts: readonly Shift[], hole: Interval): Shift[] {
  return shifts.flatMap((shift) => {
    if (shift.end <= hole.start || hole.end <= shift.start) return shift;
    const left = shift.start < hole.start ? [{ ...shift, end: hole.start }] : [];
    return hole.end < shift.end ? [...left, { ...shift, start: hole.end }] : left;
  });
}

/** Both lists are ascending and without overlaps. */
function cutAround(rotation: readonly Shift[], overrides: readonly Shift[]): Shift[] {
  const shifts: Shift[] = [];
  let o = 0;
  for (const { start, end, users } of rotation) {
    // The previous override may extend into this shift, or beyond it.
    let from = Math.max(start, overrides[o - 1]?.end ?? start);
    for (; o < overrides.length; o++) {
      const override = overrides[o] as Shift;
      if (override.start >= end) break;
      if (from < override.start) shifts.push({ start: from, end: override.start, users });
      shifts.push(override);
      from = Math.max(from, override.end);
    }
    if (from < end) shifts.push({ start: from, end, users });
  }
  shifts.push(...overrides.slice(o));
  return shifts;
}

/** The earliest wall time shown after the instant, and the latest shown up to it: the next millisecond and this one, except in a repeated hour. */
function wallsAround({ zone, wallStart }: StraightSchedule, at: number): { earliestAfter: number; latestBy: number } {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDateTime();
  const wall = wallStart.until(local, IN_MILLISECONDS).milliseconds;
  const first = local.toZonedDateTime(zone, EARLIER);
  if (first.epochMilliseconds === local.toZonedDateTime(zone, LATER).epochMilliseconds) {
    return { earliestAfter: wall + 1, latestBy: wall };
  }
  const change = first.getTimeZoneTransition('next') as Temporal.ZonedDateTime;
  if (at < change.epochMilliseconds) {
    return { earliestAfter: wallStart.until(change.toPlainDateTime(), IN_MILLISECONDS).milliseconds, latestBy: wall };
  }
  const lastBefore = change.subtract({ milliseconds: 1 }).toPlainDateTime();
  return { earliestAfter: wall + 1, latestBy: wallStart.until(lastBefore, IN_MILLISECONDS).milliseconds };
}

/** Rule T-3: the first or the last instant of a repeated wall time; the end of the gap for a skipped one. */
function instantOf(
  { zone, wallStart }: StraightSchedule,
  wall: number,
  occurrence: typeof EARLIER | typeof LATER = EARLIER,
) {
  const local = wallStart.add({ milliseconds: wall });
  const moment = local.toZonedDateTime(zone, occurrence);
  if (moment.toPlainDateTime().equals(local)) return moment.epochMilliseconds;
  const beforeGap = local.toZonedDateTime(zone, EARLIER);
  return (beforeGap.getTimeZoneTransition('next') as Temporal.ZonedDateTime).epochMilliseconds;
}

function windowsOfFirstWeek(intervals: readonly RestrictionInterval[], wallStart: Temporal.PlainDateTime): Interval[] {
  const intoDay = wallStart.toPlainDate().toPlainDateTime().until(wallStart, IN_MILLISECONDS).milliseconds;
  const intoWeek = (wallStart.dayOfWeek - 1) * DAY_MS + intoDay;
  const windows = intervals
    .map(({ day, from, to }) => {
      const lengthMs = msOfDay(to) - msOfDay(from);
      const start = (DAYS.indexOf(day) * DAY_MS + msOfDay(from) - intoWeek + WEEK_MS) % WEEK_MS;
      return { start, end: start + (lengthMs > 0 ? lengthMs : lengthMs + DAY_MS) };
    })
    .sort((a, b) => a.start - b.start);
  if (windows.some(({ end }, i) => end >= (windows[i + 1]?.start ?? (windows[0]?.start ?? 0) + WEEK_MS))) {
    throw new Error('the rival knows only windows that do not touch');
  }
  return windows;
}

function msOfDay(time: string): number {
  return Number(time.slice(0, 2)) * HOUR_MS + Number(time.slice(3)) * MINUTE_MS;
}

function samePeople(some: readonly UserId[], others: readonly UserId[]): boolean {
  return some.length === others.length && some.every((user) => others.includes(user));
}
