/** Rule COV-5: who took which part of a coverage request, and what remains of it. */
import {
  type AcceptanceFilter,
  type AcceptancesWithin,
  type AnswerWithDepartureRow,
  acceptancesInSchedules,
  acceptancesWithin,
  answersOfRequests,
  type CoverageAnswerRow,
  type PageBefore,
} from '../../db/coverage/coverage-answers.ts';
import type { CoverageRequestRow } from '../../db/coverage/coverage-requests.ts';
import type { Queryable } from '../../db/driver/database.ts';
import type { RowOf } from '../../db/driver/statement.ts';
import type { Interval } from '../../engine/schedule.ts';
import type { CoverageRequestId, ScheduleId, UserId } from '../../ids.ts';
import type { CoverageRequestStatus } from '../../schemas/coverage/coverage-requests.ts';
import { joinIntervals, subtractIntervals } from '../../time/intervals.ts';
import { formatInstant } from '../../time/iso.ts';
import { type CoverageShift, readShifts } from '../shared/stored-shifts.ts';
import { readIds } from '../shared/stored-values.ts';
import type { Work } from '../shared/work.ts';

export interface Acceptance {
  readonly requestId: CoverageRequestId;
  /** The requester. */
  readonly of: UserId;
  readonly by: UserId;
  readonly at: number;
  readonly shifts: readonly CoverageShift[];
  /** When the person who took them was deactivated: shifts from then on are no longer theirs. */
  readonly leftAt?: number | undefined;
}

type ShiftOf = Interval & { readonly scheduleId: ScheduleId };

/** Rule COV-2. */
export function statusOf({ status, end_at, expired_at }: CoverageRequestRow, now: number): CoverageRequestStatus {
  return status === 'pending' && (end_at <= now || expired_at !== null) ? 'expired' : status;
}

/** Rule STO-5: a request whose shifts cannot be read is shown without shifts, and nothing in it can be accepted. */
export function shiftsAsked({ shifts_json }: CoverageRequestRow): CoverageShift[] {
  return readShifts(shifts_json) ?? [];
}

/** In order. `answers` are those to the request. */
export function acceptancesOf(row: CoverageRequestRow, answers: readonly AnswerWithDepartureRow[]): Acceptance[] {
  return answers.flatMap(({ request_id, user_id, answered_at, shifts_json, left_at }) =>
    shifts_json === null
      ? []
      : [
          {
            requestId: request_id,
            of: row.user_id,
            by: user_id,
            at: answered_at,
            shifts: readShifts(shifts_json) ?? [],
            leftAt: left_at ?? undefined,
          },
        ],
  );
}

/** Rule COV-6: who is notified and may accept; undefined: everyone. */
export function askedUsers({ asked_users_json }: CoverageRequestRow): readonly UserId[] | undefined {
  return asked_users_json === null ? undefined : (readIds<UserId>(asked_users_json) ?? []);
}

export interface Decline {
  readonly userId: UserId;
  readonly at: number;
}

/** People who declined, unless they took a part later. */
export function declinesIn(answers: readonly CoverageAnswerRow[]): Decline[] {
  const taking = new Set(answers.flatMap(({ user_id, shifts_json }) => (shifts_json === null ? [] : [user_id])));
  const declines = answers.filter(({ user_id, shifts_json }) => shifts_json === null && !taking.has(user_id));
  return declines.map(({ user_id, answered_at }) => ({ userId: user_id, at: answered_at }));
}

export async function loadDeclines(db: Queryable, row: CoverageRequestRow): Promise<Decline[]> {
  const { organization_id: organizationId, id } = row;
  return declinesIn(await db.all(answersOfRequests, { organizationId, ids: [id] }));
}

/** The shifts that nobody has taken and that are not over; empty once the request is no longer pending. What of them can be taken: open-parts.ts. */
export function openShifts(
  row: CoverageRequestRow,
  acceptances: readonly Acceptance[],
  now: number,
): readonly CoverageShift[] {
  if (statusOf(row, now) !== 'pending') return [];
  return notTaken(shiftsAsked(row), acceptances).filter(({ end }) => end > now);
}

function notTaken(asked: readonly CoverageShift[], acceptances: readonly Acceptance[]): CoverageShift[] {
  if (acceptances.length === 0) return [...asked];
  const taken = takenBySchedule(acceptances.flatMap(shiftsCovered));
  return asked.flatMap((shift) =>
    subtractIntervals(shift, taken.get(shift.scheduleId) ?? []).map((part) => ({ ...shift, ...part })),
  );
}

/** Rule TRU-3: without the time after the departure of the person who took them. */
export function shiftsCovered({ shifts, leftAt = Number.POSITIVE_INFINITY }: Acceptance): CoverageShift[] {
  return shifts.filter(({ start }) => start < leftAt).map((shift) => ({ ...shift, end: Math.min(shift.end, leftAt) }));
}

/** The field of an acceptance that ended before its last shift did. */
export function endedAt({ shifts, leftAt }: Acceptance): { ended_at?: string } {
  return leftAt !== undefined && shifts.some(({ end }) => end > leftAt) ? { ended_at: formatInstant(leftAt) } : {};
}

/** The intervals of the shifts, by schedule. */
export function takenBySchedule(shifts: readonly ShiftOf[]): Map<ScheduleId, Interval[]> {
  const bySchedule = Map.groupBy(shifts, ({ scheduleId }) => scheduleId);
  return new Map([...bySchedule].map(([id, own]) => [id, joinIntervals(own)]));
}

export async function loadAcceptancesOf(db: Queryable, row: CoverageRequestRow): Promise<Acceptance[]> {
  const { organization_id: organizationId, id } = row;
  return acceptancesOf(row, await db.all(answersOfRequests, { organizationId, ids: [id] }));
}

/** An acceptance has up to 500 shifts, usually a few. */
const PER_PAGE = 100;
const LATEST: PageBefore = { beforeEnd: Number.MAX_SAFE_INTEGER, beforeId: '', limit: PER_PAGE };

interface Reading {
  /** Absent inside a transaction, where nothing pauses. */
  readonly work?: Work;
  /** After this many shifts, earlier acceptances are left out. Absent: all are read. */
  readonly mostShifts?: number;
}

/** The acceptances in an organization that overlap the interval, in order. */
export function loadAcceptancesWithin(
  db: Queryable,
  which: AcceptancesWithin,
  reading: Reading,
): Promise<Acceptance[]> {
  return inOrder((page) => db.all(acceptancesWithin, { ...which, ...page }), reading);
}

/** The shifts in these schedules that somebody took, of acceptances that end after an instant. */
export async function loadAcceptancesIn(
  db: Queryable,
  which: AcceptanceFilter,
  reading: Reading,
): Promise<Acceptance[]> {
  const found = await inOrder((page) => db.all(acceptancesInSchedules, { ...which, ...page }), reading);
  const ids = new Set(which.scheduleIds);
  return found.map((one) => ({ ...one, shifts: one.shifts.filter(({ scheduleId }) => ids.has(scheduleId)) }));
}

type ReadPage = (page: PageBefore) => Promise<readonly RowOf<typeof acceptancesWithin>[]>;

/** Reads page after page, the latest end first. Of two in the same millisecond, the one stored later counts as later. */
async function inOrder(
  read: ReadPage,
  { work, mostShifts = Number.POSITIVE_INFINITY }: Reading,
): Promise<Acceptance[]> {
  const found: Acceptance[] = [];
  let shifts = 0;
  for (let page = LATEST, isLast = false; !isLast && shifts < mostShifts; ) {
    const rows = await read(page);
    for (const row of rows) {
      const acceptance = acceptanceOf(row);
      found.push(acceptance);
      shifts += acceptance.shifts.length;
      if (shifts >= mostShifts) break;
      if (work?.isDueAfter(acceptance.shifts.length)) await work.turn();
    }
    const last = rows.at(-1);
    isLast = rows.length < PER_PAGE;
    page = { ...page, beforeEnd: last?.end_at ?? 0, beforeId: last?.id ?? '' };
  }
  return found.reverse().sort((a, b) => a.at - b.at);
}

function acceptanceOf({
  request_id,
  user_id,
  taken_by,
  taken_at,
  shifts_json,
}: RowOf<typeof acceptancesWithin>): Acceptance {
  return {
    requestId: request_id,
    of: user_id,
    by: taken_by,
    at: taken_at,
    shifts: readShifts(shifts_json ?? '') ?? [],
  };
}
