/** Rule COV-1: the shifts that a coverage request may ask for, and the errors for those it may not. Pure functions. */
import type { ScheduleRow } from '../../db/schedules/schedules.ts';
import type { Interval } from '../../engine/schedule.ts';
import { eachPossibleShift } from '../../engine/shifts-of-user.ts';
import type { Timeline } from '../../engine/timeline.ts';
import { AppError } from '../../errors.ts';
import type { UserId } from '../../ids.ts';
import { formatInstant } from '../../time/iso.ts';
import { DAY_MS } from '../../time/units.ts';
import type { CoverageShift } from '../shared/stored-shifts.ts';

const MAX_DAYS = 366;
const MAX_SHIFTS = 500;
/** Rule BUD-1: a slice. */
const MAX_COMPUTED = 5_000;
const MAX_SCHEDULES = 500;

interface ScheduleToCover {
  readonly row: Pick<ScheduleRow, 'id' | 'name'>;
  readonly timeline: Timeline;
}

/** The part of the request that is not past. Throws if it is invalid. */
export function intervalToCover({ start, end }: Interval, now: number): Interval {
  if (end <= start) {
    throw refusal(`end must be after start: end is ${formatInstant(end)}, start is ${formatInstant(start)}.`);
  }
  if (end <= now) {
    throw refusal(`end must be in the future: end is ${formatInstant(end)}, and it is ${formatInstant(now)}.`);
  }
  if (end - start > MAX_DAYS * DAY_MS) {
    throw refusal(
      `end may be at most ${MAX_DAYS} days after start: end is ${formatInstant(end)}, start is ${formatInstant(start)}.`,
    );
  }
  return { start: Math.max(start, now), end };
}

/** Rule COV-1: the user's shifts in the interval, by start; 422 if there are none. */
export function shiftsToCover(
  schedules: readonly ScheduleToCover[],
  { userId, isForOther = false }: { readonly userId: UserId; readonly isForOther?: boolean },
  within: Interval,
): readonly CoverageShift[] {
  const shifts = shiftsOfUser(schedules, userId, within);
  if (shifts.length > 0) return shifts;
  throw refusal(
    `There is nothing to cover: ${isForOther ? 'the user is' : 'you are'} not on call in these schedules from ${formatInstant(within.start)} to ${formatInstant(within.end)}.`,
  );
}

/** Runs inside transactions, which must not pause: what it may compute is limited. */
export function shiftsOfUser(
  schedules: readonly ScheduleToCover[],
  userId: UserId,
  within: Interval,
): readonly CoverageShift[] {
  const shifts: CoverageShift[] = [];
  let computed = 0;
  for (const { row, timeline } of schedules) {
    for (const { start, end, users } of eachPossibleShift(timeline, userId, within, { clip: true })) {
      computed += 1;
      if (computed > MAX_COMPUTED) throw tooMuchWork();
      if (!users.includes(userId)) continue;
      if (shifts.length === MAX_SHIFTS) throw tooMany();
      shifts.push({ scheduleId: row.id, scheduleName: row.name, start, end });
    }
  }
  return shifts.sort((a, b) => a.start - b.start);
}

/** Loading more of them takes too long for a transaction. */
export function requireFewSchedules(schedules: readonly unknown[]): void {
  if (schedules.length > MAX_SCHEDULES) throw tooMuchWork();
}

/** Rule COV-1: the same time of the same schedule cannot be requested twice. */
export function requireNotAskedAlready(
  wanted: readonly CoverageShift[],
  asked: readonly CoverageShift[],
  isForOther = false,
): void {
  const askedBySchedule = Map.groupBy(asked, ({ scheduleId }) => scheduleId);
  for (const shift of wanted) {
    const overlapping = askedBySchedule
      .get(shift.scheduleId)
      ?.find(({ start, end }) => start < shift.end && shift.start < end);
    if (overlapping === undefined) continue;
    throw refusal(
      `Another pending coverage request of ${isForOther ? 'theirs' : 'yours'} asks for ${shift.scheduleName} (${shift.scheduleId}) from ${formatInstant(overlapping.start)} to ${formatInstant(overlapping.end)} already.`,
    );
  }
}

function tooMuchWork(): AppError {
  return new AppError(
    'too_much_work',
    `These are more than ${MAX_SCHEDULES} schedules, or more than ${MAX_COMPUTED} shifts to look at: name fewer schedules with schedule_ids, or a shorter interval.`,
  );
}

function tooMany(): AppError {
  return new AppError(
    'too_many_shifts_in_coverage_request',
    `A coverage request may have up to ${MAX_SHIFTS} shifts; these are more.`,
  );
}

function refusal(message: string): AppError {
  return new AppError('unprocessable_entity', message);
}
