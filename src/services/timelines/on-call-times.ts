/** When people are on call, from the timelines of many schedules: part by part, so that memory never has all shifts of a year. */
import type { Queryable } from '../../db/driver/database.ts';
import type { ScheduleRow } from '../../db/schedules/schedules.ts';
import type { Interval } from '../../engine/schedule.ts';
import { fewestShiftsIn } from '../../engine/shifts-of-user.ts';
import { eachShift } from '../../engine/timeline.ts';
import type { ScheduleId, UserId } from '../../ids.ts';
import type { Caller } from '../../permissions.ts';
import { DAY_MS } from '../../time/units.ts';
import type { Work } from '../shared/work.ts';
import { isBroken } from './rotations.ts';
import { type LoadedSchedule, loadInBatches, workingOnly } from './timelines.ts';

/** About as many shifts are in memory at a time. Longer parts compute fewer shifts twice: those that two parts share. */
const SHIFTS_PER_PART = 10_000;
const LONGEST_PART_MS = 28 * DAY_MS;

const SCHEDULES_PER_PAGE = 500;

/** By person and schedule: disjoint, by start. */
export type ShiftsOfPeople = ReadonlyMap<UserId, ReadonlyMap<ScheduleId, readonly Interval[]>>;

export interface PartOfTime {
  readonly part: Interval;
  /** Clipped to the part. */
  readonly shifts: ShiftsOfPeople;
}

type ReadPage = (page: { readonly after: ScheduleId | ''; readonly limit: number }) => Promise<readonly ScheduleRow[]>;

export async function readAllSchedules(work: Work, read: ReadPage): Promise<ScheduleRow[]> {
  const schedules: ScheduleRow[] = [];
  for await (const rows of pagesOfSchedules(work, read)) schedules.push(...rows);
  return schedules;
}

/** There may be tens of thousands. */
export async function* pagesOfSchedules(work: Work, read: ReadPage): AsyncGenerator<readonly ScheduleRow[], void> {
  let after: ScheduleId | '' = '';
  for (;;) {
    const rows = await read({ after, limit: SCHEDULES_PER_PAGE });
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < SCHEDULES_PER_PAGE) return;
    after = last.id;
    await work.turn();
  }
}

export async function loadForTimes(
  db: Queryable,
  { organizationId }: Caller,
  rows: readonly ScheduleRow[],
  within: Interval,
  work: Work,
): Promise<{ loaded: LoadedSchedule[]; broken: ScheduleRow[] }> {
  const loads = await loadInBatches(db, organizationId, rows, within, work);
  return { loaded: workingOnly(loads), broken: loads.filter(isBroken).map(({ row }) => row) };
}

/** The parts of the interval, in order. A deleted schedule counts until its deletion. `only`: the people that matter; undefined for all. */
export async function* eachPart(
  schedules: readonly LoadedSchedule[],
  within: Interval,
  work: Work,
  only?: ReadonlySet<UserId>,
): AsyncGenerator<PartOfTime, void> {
  const expected = schedules.reduce((sum, { timeline }) => sum + fewestShiftsIn(timeline, within), 0);
  await work.expect(expected);
  const share = SHIFTS_PER_PART / Math.max(1, expected);
  const partMs = Math.min(LONGEST_PART_MS, Math.max(DAY_MS, Math.floor(share * (within.end - within.start))));
  for (let { start } = within; start < within.end; start += partMs) {
    const part = { start, end: Math.min(start + partMs, within.end) };
    // The caller may have run queries since the previous part, so this may no longer be our turn.
    await work.turn();
    yield { part, shifts: await shiftsIn(schedules, part, work, only) };
  }
}

async function shiftsIn(
  schedules: readonly LoadedSchedule[],
  part: Interval,
  work: Work,
  only: ReadonlySet<UserId> | undefined,
): Promise<ShiftsOfPeople> {
  const shifts = new Map<UserId, Map<ScheduleId, Interval[]>>();
  for (const { row, timeline } of schedules) {
    for (const { start, end, users } of eachShift(timeline, untilDeletion(row, part), { clip: true })) {
      for (const user of users)
        if (only === undefined || only.has(user)) listIn(shifts, user, row.id).push({ start, end });
      if (work.isDue()) await work.turn();
    }
  }
  return shifts;
}

/** The part of the interval in which a schedule counts. Empty if it was deleted before. */
export function untilDeletion({ deleted_at }: ScheduleRow, { start, end }: Interval): Interval {
  return { start, end: Math.max(start, Math.min(end, deleted_at ?? end)) };
}

function listIn(shifts: Map<UserId, Map<ScheduleId, Interval[]>>, user: UserId, schedule: ScheduleId): Interval[] {
  let own = shifts.get(user);
  if (own === undefined) {
    own = new Map();
    shifts.set(user, own);
  }
  let list = own.get(schedule);
  if (list === undefined) {
    list = [];
    own.set(schedule, list);
  }
  return list;
}
