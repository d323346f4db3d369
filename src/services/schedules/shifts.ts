/** Lists of shifts: of a schedule, of the caller, and of the whole organization at one instant. */

import { type ScheduleRow, schedulesOfUser } from '../../db/schedules/schedules.ts';
import type { Interval, Shift } from '../../engine/schedule.ts';
import { eachPossibleShift } from '../../engine/shifts-of-user.ts';
import { eachShift, shiftAt, type Timeline } from '../../engine/timeline.ts';
import type { OrganizationId, ScheduleId, UserId } from '../../ids.ts';
import type { Caller } from '../../permissions.ts';
import { createRowCache } from '../../process/row-cache.ts';
import type { ScheduleShift } from '../../schemas/schedules/schedules.ts';
import type { OnCall, OnCallQuery, UserShift } from '../../schemas/schedules/shifts.ts';
import { asSingleLine } from '../../text/harmless-text.ts';
import { parseInstant } from '../../time/iso.ts';
import { loadUsers, loadUsersOf } from '../people/users.ts';
import { limitsOf, metaOf, type PageMeta, type PageRequest } from '../shared/paging.ts';
import { getScheduleRowWith } from '../shared/schedule-access.ts';
import type { Services } from '../shared/services.ts';
import { waitForAll } from '../shared/wait-for-all.ts';
import { Work } from '../shared/work.ts';
import { type IntervalRequest, intervalOf } from '../timelines/intervals.ts';
import { isBroken } from '../timelines/rotations.ts';
import { pageByStart } from '../timelines/shifts-by-start.ts';
import {
  inWholeHours,
  loadInBatches,
  loadSchedule,
  loadSchedules,
  readSchedules,
  requireWorking,
  type ScheduleLoad,
  startOfMinute,
  usersWithin,
  workingOnly,
} from '../timelines/timelines.ts';
import { presentShift } from './schedule-answers.ts';
import { readSchedulesPage, readSchedulesPageOf } from './schedule-list.ts';

/** The number of schedules that are loaded together for the lines of the command line. */
const LINES_AT_ONCE = 100;

type ShiftsRequest = PageRequest & IntervalRequest & { readonly clip_to_interval: boolean };

interface ShiftsPage {
  readonly shifts: ScheduleShift[];
  readonly meta: PageMeta;
}

/** Cache for dashboards: a page of the shifts from now on, and until when it is valid. */
const kept = createRowCache<
  ScheduleRow,
  { readonly answer: ShiftsPage; readonly from: number; readonly until: number }
>();

export async function listShifts(
  { db, clock }: Services,
  caller: Caller,
  scheduleId: string,
  request: ShiftsRequest,
): Promise<ShiftsPage> {
  const { organizationId } = caller;
  const now = clock.now();
  const within = intervalOf(request, now);
  const loaded = inWholeHours(within);
  const readAbout = (id: ScheduleId) =>
    waitForAll([
      readSchedules(db, organizationId, [id], loaded),
      loadUsersOf(db, usersWithin(organizationId, [id], loaded)),
    ]);
  const { row, others } = await getScheduleRowWith(db, caller, scheduleId, readAbout);
  const isFromNow = request.from === undefined && request.to === undefined && !request.clip_to_interval;
  const last = isFromNow ? kept.get(row) : undefined;
  if (last !== undefined && last.from <= now && now < last.until && isPage(last.answer, request)) return last.answer;

  const [reads, findUsers] = others ?? (await readAbout(row.id));
  const { timeline } = requireWorking(await loadSchedule(db, row, loaded, reads));
  using work = new Work(caller, { narrow: 'Ask for a shorter interval with from and to.' });
  const shifts = eachShift(timeline, within, { clip: request.clip_to_interval });
  const { page, total } = await pageByStart([{ of: row, shifts }], limitsOf(request), work);
  const findUser = await findUsers(usersIn(page));
  const answer = { shifts: page.map(({ shift }) => presentShift(shift, findUser)), meta: metaOf(request, { total }) };
  if (isFromNow) kept.set(row, { answer: Object.freeze(answer), from: now, until: sameUntil(timeline, within) });
  return answer;
}

function isPage({ meta }: ShiftsPage, { page, per_page }: PageRequest): boolean {
  return meta.page === page && meta.per_page === per_page;
}

/**
 * Until when the moving interval contains the same shifts: until the shift at its start ends, and the shift at its end, since none starts before
 * that. Without a shift at both ends, it is not cached.
 */
function sameUntil(timeline: Timeline, { start, end }: Interval): number {
  const [first, last] = [shiftAt(timeline, start), shiftAt(timeline, end - 1)];
  return first && last ? Math.min(first.end, last.end - (end - start)) : start;
}

/** The caller's shifts in all schedules, by start. */
export async function listUserShifts(
  { db, clock }: Services,
  caller: Caller,
  request: ShiftsRequest,
): Promise<{ shifts: UserShift[]; meta: PageMeta }> {
  const { organizationId, userId } = caller;
  const within = intervalOf(request, clock.now());
  const rows = await db.all(schedulesOfUser, { organizationId, userId, since: startOfMinute(within.start) });
  const ids = rows.map(({ id }) => id);
  using work = new Work(caller, { narrow: 'Ask for a shorter interval with from and to.' });
  const [loads, findUsers] = await waitForAll([
    loadInBatches(db, organizationId, rows, within, work),
    loadUsersOf(db, usersWithin(organizationId, ids, within)),
  ]);
  const possible = workingOnly(loads).map(({ row, timeline }) => ({
    of: row,
    shifts: eachPossibleShift(timeline, userId, within, { clip: request.clip_to_interval }),
  }));
  const { page, total } = await pageByStart(possible, limitsOf(request), work, ({ users }) => users.includes(userId));
  const findUser = await findUsers(usersIn(page));
  return {
    shifts: page.map(({ of, shift }) => ({ ...presentShift(shift, findUser), schedule_reference: referenceTo(of) })),
    meta: metaOf(request, { total }),
  };
}

/** Who is on call at an instant, in every schedule or in those of a team. */
export async function listOnCall(
  { db, clock }: Services,
  caller: Caller,
  { at, team_id, name, external_id, ...page }: OnCallQuery,
): Promise<{ oncall: OnCall[]; meta: PageMeta }> {
  const { organizationId } = caller;
  const instant = at === undefined ? clock.now() : (parseInstant(at) as number);
  const { rows, meta } = await readSchedulesPageOf(db, caller, team_id, { name, external_id }, page);
  const within = { start: instant, end: instant + 1 };
  const ids = rows.map(({ id }) => id);
  const [loaded, findUsers] = await waitForAll([
    loadSchedules(db, organizationId, rows, within),
    loadUsersOf(db, usersWithin(organizationId, ids, within)),
  ]);
  const found = loaded.map((load) => momentOf(load, instant));
  const findUser = await findUsers(usersIn(found));
  return {
    oncall: found.map(({ row, shift, broken }) => ({
      schedule_reference: referenceTo(row),
      users: (shift?.users ?? []).map(findUser),
      ...(shift && { shift: presentShift(shift, findUser) }),
      ...(broken && { broken }),
    })),
    meta,
  };
}

/** For the command line: every schedule, or those whose name contains this. */
export async function onCallLines(
  { db, clock }: Services,
  { organizationId }: Pick<Caller, 'organizationId'>,
  name?: string,
): Promise<string[]> {
  const lines: string[] = [];
  for (let page = 1; ; page++) {
    const more = await onCallLinesOf({ db, clock }, organizationId, { query: name }, page);
    lines.push(...more);
    if (more.length < LINES_AT_ONCE) return lines;
  }
}

async function onCallLinesOf(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  organizationId: OrganizationId,
  wanted: { readonly query: string | undefined },
  page: number,
): Promise<string[]> {
  const now = clock.now();
  const { rows } = await readSchedulesPage(db, { organizationId, ...wanted }, { page, per_page: LINES_AT_ONCE });
  const loaded = await loadSchedules(db, organizationId, rows, { start: now, end: now + 1 });
  const found = loaded.map((load) => momentOf(load, now));
  const findUser = await loadUsers(db, organizationId, usersIn(found));
  return found.map(({ row, shift, broken }) => onCallLine(row.name, shift && presentShift(shift, findUser), broken));
}

/** For a terminal: who is on call in a schedule, and until when. */
export function onCallLine(
  name: string,
  shift: { readonly users: readonly { readonly name: string }[]; readonly end: string } | undefined,
  broken: { readonly reason: string } | undefined,
): string {
  if (broken !== undefined) return asSingleLine(`${name}: broken. ${broken.reason}`);
  if (shift === undefined) return asSingleLine(`${name}: nobody`);
  return asSingleLine(`${name}: ${shift.users.map((user) => user.name).join(', ')}, until ${shift.end}`);
}

function momentOf(load: ScheduleLoad, instant: number) {
  const { row } = load;
  if (isBroken(load)) return { row, shift: undefined, broken: load.broken };
  return { row, shift: shiftAt(load.timeline, instant), broken: undefined };
}

function usersIn(found: readonly { readonly shift: Shift | undefined }[]): UserId[] {
  return found.flatMap(({ shift }) => shift?.users ?? []);
}

function referenceTo({ id, name }: ScheduleRow): { id: string; name: string } {
  return { id, name };
}
