/**
 * Rule TRU-3: what is open in a coverage request. Everything that offers cover, and the acceptance itself, uses this file, so that what is offered can
 * be taken.
 */
import type { CoverageRequestRow } from '../../db/coverage/coverage-requests.ts';
import type { Queryable } from '../../db/driver/database.ts';
import { type ScheduleRow, schedulesByIds } from '../../db/schedules/schedules.ts';
import type { Interval } from '../../engine/schedule.ts';
import { eachPossibleShift } from '../../engine/shifts-of-user.ts';
import type { Timeline } from '../../engine/timeline.ts';
import type { OrganizationId, ScheduleId, UserId } from '../../ids.ts';
import { joinIntervals } from '../../time/intervals.ts';
import { readWithRows } from '../shared/read-with-rows.ts';
import type { CoverageShift } from '../shared/stored-shifts.ts';
import { type Asker, Work } from '../shared/work.ts';
import { isBroken } from '../timelines/rotations.ts';
import {
  fitInOneBatch,
  loadInBatches,
  loadSchedules,
  readSchedules,
  type ScheduleLoad,
} from '../timelines/timelines.ts';
import { type Acceptance, openShifts, shiftsAsked, statusOf } from './acceptances.ts';

export interface OpenParts {
  /** What accepting all of it would give now, by start. */
  readonly takeable: readonly CoverageShift[];
  /** In broken schedules: nobody can tell whether the requester is on call. The request stays open for them, but nobody can take them now. */
  readonly unknown: readonly CoverageShift[];
}

export const NOTHING_OPEN: OpenParts = { takeable: [], unknown: [] };

/** By schedule, from now on. Deleted schedules are absent. */
export type TimelinesNow = ReadonlyMap<ScheduleId, Timeline | 'broken'>;

export interface AnsweredRequest {
  readonly row: CoverageRequestRow;
  readonly acceptances: readonly Acceptance[];
}

export function timelinesIn(loads: readonly ScheduleLoad[]): Map<ScheduleId, Timeline | 'broken'> {
  return new Map(loads.map((load) => [load.row.id, isBroken(load) ? 'broken' : load.timeline]));
}

export async function openPartsOf(
  { row, acceptances }: AnsweredRequest,
  timelines: TimelinesNow,
  now: number,
  work: Work,
): Promise<OpenParts> {
  const [takeable, unknown]: [CoverageShift[], CoverageShift[]] = [[], []];
  for (const shift of openShifts(row, acceptances, now)) {
    const part = { ...shift, start: Math.max(shift.start, now) };
    const timeline = timelines.get(shift.scheduleId);
    if (timeline === undefined) continue;
    if (timeline === 'broken') unknown.push(part);
    else takeable.push(...(await timesOnCall(timeline, row.user_id, part, work)).map((time) => ({ ...part, ...time })));
  }
  return { takeable: takeable.sort(byStart), unknown };
}

/** Where the work is used up (inside a transaction, after a slice), the rest counts as on call: accepting it looks again. */
async function timesOnCall(timeline: Timeline, userId: UserId, within: Interval, work: Work): Promise<Interval[]> {
  const times: Interval[] = [];
  if (work.isUsedUp) return [within];
  for (const { start, end, users } of eachPossibleShift(timeline, userId, within, { clip: true })) {
    if (users.includes(userId)) times.push({ start, end });
    if (work.isDue()) await work.turn();
    if (work.isUsedUp && end < within.end) return joinIntervals([...times, { start: end, end: within.end }]);
  }
  return joinIntervals(times);
}

function byStart(a: Interval, b: Interval): number {
  return a.start - b.start;
}

/** The schedules in those of the requests that are pending. */
export function schedulesOfPending(rows: readonly CoverageRequestRow[], now: number): ScheduleId[] {
  const pending = rows.filter((row) => statusOf(row, now) === 'pending');
  return [...new Set(pending.flatMap((row) => shiftsAsked(row).map(({ scheduleId }) => scheduleId)))];
}

function untilAllEnd(rows: readonly CoverageRequestRow[], now: number): Interval {
  const ends = rows.filter((row) => statusOf(row, now) === 'pending').map(({ end_at }) => end_at);
  return { start: now, end: Math.max(now, ...ends) };
}

/** What `openPartsOf` needs for these requests. Usually one round trip. */
export async function loadTimelines(
  db: Queryable,
  organizationId: OrganizationId,
  requests: readonly CoverageRequestRow[],
  now: number,
  work: Work,
): Promise<TimelinesNow> {
  const ids = schedulesOfPending(requests, now);
  if (ids.length === 0) return new Map();
  const within = untilAllEnd(requests, now);
  if (!fitInOneBatch(ids)) {
    const rows = await db.all(schedulesByIds, { organizationId, ids });
    return timelinesIn(await loadInBatches(db, organizationId, rows, within, work));
  }
  const [rows, reads] = await readWithRows(
    () => db.all(schedulesByIds, { organizationId, ids }),
    () => readSchedules(db, organizationId, ids, within),
  );
  return timelinesIn(await loadSchedules(db, organizationId, rows, within, reads));
}

/** Of each request, in order. */
export async function openPartsOfEach(
  requests: readonly AnsweredRequest[],
  timelines: TimelinesNow,
  now: number,
  work: Work,
): Promise<OpenParts[]> {
  const open: OpenParts[] = [];
  for (const request of requests) open.push(await openPartsOf(request, timelines, now, work));
  return open;
}

/** The same for schedules that were read before: those of `schedulesOfPending`, without deleted ones. */
export async function loadOpenParts(
  db: Queryable,
  organizationId: OrganizationId,
  schedules: readonly ScheduleRow[],
  request: AnsweredRequest,
  now: number,
  work: Work,
): Promise<OpenParts> {
  const within = untilAllEnd([request.row], now);
  return openPartsOf(request, timelinesIn(await loadInBatches(db, organizationId, schedules, within, work)), now, work);
}

/** For reads and changes of a caller. */
export function workOfRequests(asker: Asker): Work {
  return new Work(asker, { narrow: 'Ask for fewer requests at a time with per_page.' });
}

/** For a departure, which must not be refused. */
export function workOfDeparture({ userId }: Asker): Work {
  return new Work({ userId }, { narrow: '', isUnlimited: true });
}

/** For messages: what was committed is told in any case. */
export function workOfMessages({ user_id: userId }: CoverageRequestRow): Work {
  return new Work({ userId }, { narrow: '', isUnlimited: true });
}
