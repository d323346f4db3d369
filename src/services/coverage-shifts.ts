/**
 * What a coverage request is about, decided from timelines alone: rules COV-1 and COV-3. The engine says who is on call;
 * nothing here is stored or looked up.
 */
import type { Interval, Override, Shift } from '../engine/schedule.ts';
import { eachShift, type Timeline } from '../engine/timeline.ts';
import { AppError } from '../errors.ts';
import type { ScheduleId, UserId } from '../ids.ts';
import { formatInstant } from '../time/iso.ts';
import { DAY_MS } from '../time/units.ts';
import type { LoadedSchedule } from './timelines.ts';

const MOST_DAYS = 366;
const MOST_SHIFTS = 500;

/** As it is stored: the schedule's name too, since the request outlives the schedule. */
export interface CoverageShift extends Interval {
  readonly scheduleId: ScheduleId;
  readonly scheduleName: string;
}

/** The part of what was asked for that is not yet past, or what is wrong with it. */
export function intervalToCover({ start, end }: Interval, now: number): Interval {
  if (end <= start) {
    throw refusal(`end must be after start: end is ${formatInstant(end)}, start is ${formatInstant(start)}.`);
  }
  if (end <= now) {
    throw refusal(`end must be in the future: end is ${formatInstant(end)}, and it is ${formatInstant(now)}.`);
  }
  if (end - start > MOST_DAYS * DAY_MS) {
    throw refusal(
      `end may be at most ${MOST_DAYS} days after start: end is ${formatInstant(end)}, start is ${formatInstant(start)}.`,
    );
  }
  return { start: Math.max(start, now), end };
}

/** Rule COV-1: what the user is on call for in the interval, by start. */
export function shiftsToCover(
  schedules: readonly LoadedSchedule[],
  userId: UserId,
  within: Interval,
): readonly CoverageShift[] {
  const shifts: CoverageShift[] = [];
  for (const { row, timeline } of schedules) {
    for (const { start, end } of shiftsOf(timeline, userId, within)) {
      if (shifts.length === MOST_SHIFTS) throw tooMany();
      shifts.push({ scheduleId: row.id, scheduleName: row.name, start, end });
    }
  }
  if (shifts.length === 0) {
    throw refusal(
      `There is nothing to cover: you are not on call in these schedules from ${formatInstant(within.start)} to ${formatInstant(within.end)}.`,
    );
  }
  return shifts.sort((a, b) => a.start - b.start);
}

/** Rule COV-1: nobody asks twice for the same time of the same schedule. */
export function requireNotAskedAlready(wanted: readonly CoverageShift[], asked: readonly CoverageShift[]): void {
  const askedBySchedule = Map.groupBy(asked, ({ scheduleId }) => scheduleId);
  for (const shift of wanted) {
    const overlapping = askedBySchedule
      .get(shift.scheduleId)
      ?.find(({ start, end }) => start < shift.end && shift.start < end);
    if (overlapping === undefined) continue;
    throw refusal(
      `Another pending coverage request of yours asks for ${shift.scheduleName} (${shift.scheduleId}) from ${formatInstant(overlapping.start)} to ${formatInstant(overlapping.end)} already.`,
    );
  }
}

/**
 * Rule COV-3: the overrides that put the acceptor in the requester's place, for one schedule. What the requester was on
 * call for when they asked may have gone to somebody else since: only what is still theirs is taken over. One after the other,
 * since a shift of then may be a thousand shorter ones now.
 */
export function* coveringOverrides(
  timeline: Timeline,
  asked: readonly Interval[],
  { requester, acceptor }: { readonly requester: UserId; readonly acceptor: UserId },
  now: number,
): Generator<Override, void> {
  for (const { start, end } of asked) {
    for (const shift of shiftsOf(timeline, requester, { start: Math.max(start, now), end })) {
      const users = shift.users.map((user) => (user === requester ? acceptor : user));
      yield { start: shift.start, end: shift.end, users: [...new Set(users)] };
    }
  }
}

function shiftsOf(timeline: Timeline, userId: UserId, within: Interval): Iterable<Shift> {
  return eachShift(timeline, within, { clip: true }).filter(({ users }) => users.includes(userId));
}

function tooMany(): AppError {
  return new AppError(
    'too_many_shifts_in_coverage_request',
    `A coverage request may hold up to ${MOST_SHIFTS} shifts; these are more.`,
  );
}

function refusal(message: string): AppError {
  return new AppError('unprocessable_entity', message);
}
