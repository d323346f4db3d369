/** Collects when people are on call from the timelines of many schedules. */
import { setImmediate as otherWork } from 'node:timers/promises';
import type { Queryable } from '../../db/driver/database.ts';
import type { ScheduleRow } from '../../db/schedules/schedules.ts';
import type { Interval } from '../../engine/schedule.ts';
import { eachShift } from '../../engine/timeline.ts';
import { AppError } from '../../errors.ts';
import type { ScheduleId, UserId } from '../../ids.ts';
import type { Caller } from '../../permissions.ts';
import { isBroken } from '../schedules/rotations.ts';
import { loadSchedules } from '../schedules/timelines.ts';

/** A year of a hundred schedules with hourly turns. A longer report would take seconds, and nobody reads it. */
const MAX_SHIFTS = 1_000_000;
const SCHEDULES_PER_BATCH = 200;

/** This many take some milliseconds; then other requests get a turn. */
const SHIFTS_PER_BATCH = 20_000;

/** By person and schedule: disjoint, by start. */
export type ShiftsOfPeople = Map<UserId, Map<ScheduleId, Interval[]>>;

/** A deleted schedule counts until its deletion. */
export async function collectShifts(
  db: Queryable,
  { organizationId }: Caller,
  rows: readonly ScheduleRow[],
  within: Interval,
): Promise<{ shifts: ShiftsOfPeople; broken: ScheduleRow[] }> {
  const shifts: ShiftsOfPeople = new Map();
  const broken: ScheduleRow[] = [];
  let count = 0;
  for (let i = 0; i < rows.length; i += SCHEDULES_PER_BATCH) {
    for (const load of await loadSchedules(db, organizationId, rows.slice(i, i + SCHEDULES_PER_BATCH), within)) {
      if (isBroken(load)) {
        broken.push(load.row);
        continue;
      }
      const { id, deleted_at } = load.row;
      const until = { start: within.start, end: Math.min(within.end, deleted_at ?? within.end) };
      for (const { start, end, users } of eachShift(load.timeline, until, { clip: true })) {
        for (const user of new Set(users)) listIn(shifts, user, id).push({ start, end });
        count += 1;
        if (count > MAX_SHIFTS) throw tooMuch(`more than ${MAX_SHIFTS.toLocaleString('en')} shifts`);
        if (count % SHIFTS_PER_BATCH === 0) await otherWork();
      }
    }
  }
  return { shifts, broken };
}

function listIn(shifts: ShiftsOfPeople, user: UserId, schedule: ScheduleId): Interval[] {
  const own = shifts.get(user) ?? new Map<ScheduleId, Interval[]>();
  shifts.set(user, own);
  const list = own.get(schedule) ?? [];
  own.set(schedule, list);
  return list;
}

export function tooMuch(what: string): AppError {
  return new AppError(
    'unprocessable_entity',
    `The report would be about ${what}: choose a team with team_id, or a shorter interval.`,
  );
}
