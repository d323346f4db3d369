/** Lists of shifts: of a schedule, of the caller, and of the whole organization at one instant. */
import {
  schedulesOfTeamPage,
  schedulesOfTeamTotal,
  schedulesOfUser,
  schedulesPage,
  schedulesTotal,
} from '../db/schedules.ts';
import type { Shift } from '../engine/schedule.ts';
import { shiftAt, shiftsIn } from '../engine/timeline.ts';
import type { Caller } from '../permissions.ts';
import type { ScheduleShift } from '../schemas/schedules.ts';
import type { OnCall, UserShift } from '../schemas/shifts.ts';
import { formatInstant, parseInstant } from '../time/iso.ts';
import { type IntervalRequest, intervalOf } from './intervals.ts';
import { limitsOf, metaOf, type PageMeta, type PageRequest } from './pages.ts';
import { presentShift } from './schedule-answers.ts';
import { getScheduleRow, patternFor } from './schedules.ts';
import type { Services } from './services.ts';
import { getTeamRow } from './teams.ts';
import { loadSchedule, loadSchedules } from './timelines.ts';
import { loadUsers } from './users.ts';

/** As many as a person reads. */
const MOST_LINES = 1000;

type ShiftsRequest = PageRequest & IntervalRequest & { readonly clip_to_interval: boolean };

export async function listShifts(
  { db, clock }: Services,
  caller: Caller,
  scheduleId: string,
  request: ShiftsRequest,
): Promise<{ shifts: ScheduleShift[]; meta: PageMeta }> {
  const row = await getScheduleRow(db, caller, scheduleId);
  const within = intervalOf(request, clock.now());
  const { timeline } = await loadSchedule(db, row, within);
  const all = shiftsIn(timeline, within, { clip: request.clip_to_interval });
  const shifts = pageOf(all, request);
  const findUser = await loadUsers(db, caller.organizationId, usersIn(shifts));
  return {
    shifts: shifts.map((shift) => presentShift(shift, findUser)),
    meta: metaOf(request, { total: all.length }),
  };
}

/** The caller's shifts in all schedules, by start. */
export async function listUserShifts(
  { db, clock }: Services,
  { organizationId, userId }: Caller,
  request: ShiftsRequest,
): Promise<{ shifts: UserShift[]; meta: PageMeta }> {
  const within = intervalOf(request, clock.now());
  const rows = await db.all(schedulesOfUser, { organizationId, userId, since: within.start });
  const loaded = await loadSchedules(db, organizationId, rows, within);
  const all = loaded
    .flatMap(({ row, timeline }) =>
      shiftsIn(timeline, within, { clip: request.clip_to_interval })
        .filter(({ users }) => users.includes(userId))
        .map((shift) => ({ shift, schedule_reference: { id: row.id, name: row.name } })),
    )
    .sort((a, b) => a.shift.start - b.shift.start);
  const shifts = pageOf(all, request);
  const findUser = await loadUsers(db, organizationId, usersIn(shifts.map(({ shift }) => shift)));
  return {
    shifts: shifts.map(({ shift, schedule_reference }) => ({ ...presentShift(shift, findUser), schedule_reference })),
    meta: metaOf(request, { total: all.length }),
  };
}

/** Who is on call in every schedule, or in every one of a team, at an instant. */
export async function listOnCall(
  { db, clock }: Services,
  caller: Caller,
  { at, team_id, ...page }: PageRequest & { readonly at?: string; readonly team_id?: string },
): Promise<{ oncall: OnCall[]; meta: PageMeta }> {
  const { organizationId } = caller;
  const instant = at === undefined ? clock.now() : (parseInstant(at) as number);
  const everything = { organizationId, pattern: patternFor('') };
  const teamId = team_id === undefined ? undefined : (await getTeamRow(db, caller, team_id)).id;
  const [rows, counted] =
    teamId === undefined
      ? [await db.all(schedulesPage, { ...everything, ...limitsOf(page) }), await db.first(schedulesTotal, everything)]
      : [
          await db.all(schedulesOfTeamPage, { ...everything, teamId, ...limitsOf(page) }),
          await db.first(schedulesOfTeamTotal, { ...everything, teamId }),
        ];
  const loaded = await loadSchedules(db, organizationId, rows, { start: instant, end: instant + 1 });
  const found = loaded.map(({ row, timeline }) => ({ row, shift: shiftAt(timeline, instant) }));
  const findUser = await loadUsers(db, organizationId, usersIn(found.flatMap(({ shift }) => shift ?? [])));
  return {
    oncall: found.map(({ row, shift }) => ({
      schedule_reference: { id: row.id, name: row.name },
      users: (shift?.users ?? []).map(findUser),
      ...(shift && { shift: presentShift(shift, findUser) }),
    })),
    meta: metaOf(page, counted),
  };
}

/** For the command line: every schedule, or those with this in their name. */
export async function onCallLines(
  { db, clock }: Services,
  { organizationId }: Pick<Caller, 'organizationId'>,
  name = '',
): Promise<string[]> {
  const now = clock.now();
  const rows = await db.all(schedulesPage, { organizationId, pattern: patternFor(name), limit: MOST_LINES, offset: 0 });
  const loaded = await loadSchedules(db, organizationId, rows, { start: now, end: now + 1 });
  const found = loaded.map(({ row, timeline }) => ({ row, shift: shiftAt(timeline, now) }));
  const findUser = await loadUsers(db, organizationId, usersIn(found.flatMap(({ shift }) => shift ?? [])));
  return found.map(({ row, shift }) =>
    shift === undefined
      ? `${row.name}: nobody`
      : `${row.name}: ${shift.users.map((id) => findUser(id).name).join(', ')}, until ${formatInstant(shift.end)}`,
  );
}

function usersIn(shifts: readonly Shift[]) {
  return shifts.flatMap(({ users }) => users);
}

function pageOf<T>(all: readonly T[], page: PageRequest): T[] {
  const { limit, offset } = limitsOf(page);
  return all.slice(offset, offset + limit);
}
