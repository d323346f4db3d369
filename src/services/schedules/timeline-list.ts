/** Who is on call in an interval, for a page of schedules: with a fixed number of queries, and a limited number of shifts. */
import type { RowOf } from '../../db/driver/statement.ts';
import { teamsOfSchedules } from '../../db/schedules/schedules.ts';
import type { Interval, Shift } from '../../engine/schedule.ts';
import { fewestShiftsIn } from '../../engine/shifts-of-user.ts';
import { eachShift, offHoursIn, unplannedGapsIn } from '../../engine/timeline.ts';
import { AppError } from '../../errors.ts';
import type { UserId } from '../../ids.ts';
import type { Caller } from '../../permissions.ts';
import type {
  ScheduleTimeline,
  TimelineShift,
  TimelinesAnswer,
  TimelinesQuery,
} from '../../schemas/schedules/timelines.ts';
import { formatInstant } from '../../time/iso.ts';
import { teamOf } from '../people/teams.ts';
import { loadUsersOf } from '../people/users.ts';
import type { Services } from '../shared/services.ts';
import { waitForAll } from '../shared/wait-for-all.ts';
import { MAX_ANSWER_BYTES, Work } from '../shared/work.ts';
import { intervalOf } from '../timelines/intervals.ts';
import { type BrokenSchedule, isBroken } from '../timelines/rotations.ts';
import { type LoadedSchedule, loadInBatches, type ScheduleLoad, usersWithin } from '../timelines/timelines.ts';
import { readSchedulesPageOf } from './schedule-list.ts';

/** A month of hourly shifts has fewer: only finer shifts are truncated. */
const MAX_SHIFTS = 1000;

const DAYS = { usual: 7, most: 31 };

/** A shift is computed for the list, and again for gaps and off hours. */
const LOOKS_AT_A_SHIFT = 4;

interface Stretch {
  readonly row: LoadedSchedule['row'];
  readonly shifts: readonly Shift[];
  readonly gaps: readonly Interval[];
  readonly offHours: readonly Interval[];
  readonly isCut: boolean;
  readonly broken?: BrokenSchedule['broken'];
}

export async function listTimelines(
  { db, clock }: Services,
  caller: Caller,
  { from, to, team_id, mine, query, ...page }: TimelinesQuery,
): Promise<TimelinesAnswer> {
  const { organizationId, userId } = caller;
  const within = intervalOf({ ...(from && { from }), ...(to && { to }) }, clock.now(), DAYS);
  const of = mine ? { userId, since: mineSince(within, clock.now()) } : undefined;
  const { rows, meta } = await readSchedulesPageOf(db, caller, team_id, { query, of }, page);

  const ids = rows.map(({ id }) => id);
  using work = new Work(caller, { narrow: 'Ask for fewer schedules with per_page, or for a shorter interval.' });
  const [schedules, teams, findUsers] = await waitForAll([
    loadInBatches(db, organizationId, rows, within, work),
    db.all(teamsOfSchedules, { organizationId, ids }),
    loadUsersOf(db, usersWithin(organizationId, ids, within)),
  ]);
  const stretches: Stretch[] = [];
  let [bytes, largestBytes] = [0, 0];
  for (const schedule of schedules) {
    if (work.isDue(LOOKS_AT_A_SHIFT * shiftsExpectedIn(schedule, within))) await work.turn();
    const stretch = stretchOf(schedule, within);
    stretches.push(stretch);
    largestBytes = Math.max(largestBytes, bytesOf(stretch));
    bytes += bytesOf(stretch);
    if (bytes > MAX_ANSWER_BYTES) throw tooLarge(largestBytes);
  }
  return { ...(await present(stretches, teams, findUsers, work)), meta };
}

/** A rotation that the caller has left, or was only planned for, is not theirs, not even for the rest of the day. */
function mineSince({ start, end }: Interval, now: number): number {
  return end <= now ? start : Math.max(start, now);
}

/** A lower bound of its size as JSON: an id has 30 characters. */
function bytesOf({ shifts }: Stretch): number {
  return shifts.reduce((sum, { users }) => sum + 72 + 33 * users.length, 0);
}

/** Before the answer is written, since it would take as much memory as those that fit. */
function tooLarge(largestBytes: number): AppError {
  const perPage = Math.max(1, Math.floor((0.95 * MAX_ANSWER_BYTES) / largestBytes));
  return new AppError(
    'answer_too_large',
    `The answer would have more than ${MAX_ANSWER_BYTES.toLocaleString('en')} bytes: ask with per_page=${perPage} or less, or narrow it by from, to, team_id, query.`,
  );
}

/** About as many as have to be computed. Overrides and windows cut shifts into more. */
function shiftsExpectedIn(schedule: ScheduleLoad, within: Interval): number {
  if (isBroken(schedule)) return 1;
  const { timeline } = schedule;
  return Math.min(MAX_SHIFTS, 10 + fewestShiftsIn(timeline, within) + 2 * timeline.stretches.length);
}

/** If the list of shifts is truncated, the gaps end there too: time that is not shown is not a gap. */
function stretchOf(schedule: ScheduleLoad, within: Interval): Stretch {
  const { row } = schedule;
  if (isBroken(schedule)) return { row, shifts: [], gaps: [], offHours: [], isCut: false, broken: schedule.broken };
  const { timeline } = schedule;
  const shifts = [...eachShift(timeline, within, { clip: true }).take(MAX_SHIFTS + 1)];
  const isCut = shifts.length > MAX_SHIFTS;
  if (isCut) shifts.pop();
  const known = { start: within.start, end: isCut ? (shifts.at(-1)?.end ?? within.end) : within.end };
  return { row, shifts, gaps: unplannedGapsIn(timeline, known), offHours: offHoursIn(timeline, known), isCut };
}

async function present(
  stretches: readonly Stretch[],
  teamsFound: readonly RowOf<typeof teamsOfSchedules>[],
  findUsers: Awaited<ReturnType<typeof loadUsersOf>>,
  work: Work,
): Promise<Omit<TimelinesAnswer, 'meta'>> {
  const teams = Map.groupBy(teamsFound, (team) => team.schedule_id);
  const people = new Set<UserId>();
  const timelines: ScheduleTimeline[] = [];
  for (const { row, shifts, gaps, offHours, isCut, broken } of stretches) {
    for (const { users } of shifts) for (const user of users) people.add(user);
    timelines.push({
      schedule_reference: { id: row.id, name: row.name },
      time_zone: row.time_zone,
      created_at: formatInstant(row.created_at),
      teams: (teams.get(row.id) ?? []).map(teamOf),
      shifts: shifts.map(presentShift),
      gaps: gaps.map(presentInterval),
      off_hours: offHours.map(presentInterval),
      ...(isCut && { is_cut: true }),
      ...(broken && { broken }),
    });
    if (work.isDueAfter(shifts.length)) await work.turn();
  }
  work.present(people.size);
  const findUser = await findUsers(people);
  return { timelines, users: [...people].map(findUser) };
}

function presentShift({ users, start, end }: Shift): TimelineShift {
  return { user_ids: [...users], start: formatInstant(start), end: formatInstant(end) };
}

function presentInterval({ start, end }: Interval): { start: string; end: string } {
  return { start: formatInstant(start), end: formatInstant(end) };
}
