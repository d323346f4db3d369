/** When and where a user is on call: now, next, and for how many hours. */
import type { Queryable } from '../../db/driver/database.ts';
import { teamListBy } from '../../db/people/teams.ts';
import { schedulesOfUsersSince } from '../../db/reports.ts';
import type { ScheduleRow } from '../../db/schedules/schedules.ts';
import type { Interval, Shift } from '../../engine/schedule.ts';
import { eachPossibleShift } from '../../engine/shifts-of-user.ts';
import type { UserId } from '../../ids.ts';
import { type Caller, hasPermission } from '../../permissions.ts';
import type { UserOnCall } from '../../schemas/schedules/shifts.ts';
import { joinIntervals } from '../../time/intervals.ts';
import { DAY_MS, HOUR_MS } from '../../time/units.ts';
import { teamOf } from '../people/teams.ts';
import { getUserRow, loadUsers } from '../people/users.ts';
import { readPage } from '../shared/paging.ts';
import type { Services } from '../shared/services.ts';
import { waitForAll } from '../shared/wait-for-all.ts';
import { Work } from '../shared/work.ts';
import { loadForTimes, readAllSchedules, untilDeletion } from '../timelines/on-call-times.ts';
import { type LoadedSchedule, loadInBatches, startOfMinute, workingOnly } from '../timelines/timelines.ts';
import { presentShift } from './schedule-answers.ts';
import { readSchedulesPage } from './schedule-list.ts';

const COUNTED_MS = 30 * DAY_MS;
/** Rule SH-2. */
const AHEAD_MS = 366 * DAY_MS;
const NEXT_SHIFTS = 5;
/** Nobody reads more, and a user of thousands of schedules must not delay other requests. */
const MOST = { page: 1, per_page: 100 };

interface Duty {
  readonly of: LoadedSchedule['row'];
  readonly shift: Shift;
}

export async function getUserOnCall(services: Services, caller: Caller, id: string): Promise<UserOnCall> {
  const { db, clock } = services;
  const { organizationId } = caller;
  const { id: userId } = await getUserRow(db, caller, id);
  const now = clock.now();
  const of = { userId, since: startOfMinute(now - COUNTED_MS) };
  const [{ rows, meta }, teams] = await waitForAll([
    readSchedulesPage(db, { organizationId, of }, MOST),
    readPage(db, teamListBy({ userId }), { organizationId, userId }, MOST),
  ]);
  const within = { start: now - COUNTED_MS, end: now + AHEAD_MS };
  using work = new Work(caller, { narrow: 'List the shifts of each schedule instead.' });
  const loaded = workingOnly(await loadInBatches(db, organizationId, rows, within, work));
  const maySeeHours = userId === caller.userId || (await hasPermission(caller, 'change users'));
  const counted = maySeeHours ? [...loaded, ...(await loadOthers(db, caller, of, rows, now, work))] : [];

  const ahead: Duty[][] = [];
  for (const schedule of loaded)
    ahead.push(await dutiesOf(schedule, userId, { start: now, end: now + AHEAD_MS }, work));
  const duties = ahead.flat().sort((one, other) => one.shift.start - other.shift.start);
  const current = duties.filter(({ shift }) => shift.start <= now);
  const next = duties.filter(({ shift }) => shift.start > now).slice(0, NEXT_SHIFTS);
  const findUser = await loadUsers(
    db,
    organizationId,
    [...current, ...next].flatMap(({ shift }) => shift.users),
  );
  const present = ({ of: { id, name }, shift }: Duty) => ({
    ...presentShift(shift, findUser),
    schedule_reference: { id, name },
  });
  const hasMore = meta.total > rows.length || teams.meta.total > teams.rows.length;
  return {
    current_shifts: current.map(present),
    next_shifts: next.map(present),
    schedules: loaded.flatMap(({ row: { id, name } }, i) => (ahead[i]?.length === 0 ? [] : { id, name })),
    teams: teams.rows.map(teamOf),
    ...(maySeeHours && {
      hours: {
        last_30_days: await hoursIn(counted, userId, { start: now - COUNTED_MS, end: now }, work),
        next_30_days: await hoursIn(counted, userId, { start: now, end: now + COUNTED_MS }, work),
      },
    }),
    ...(hasMore && { has_more: true }),
  };
}

/** Rule TRU-4: a report counts all schedules of a user, deleted ones too. Without `known`. */
async function loadOthers(
  db: Queryable,
  caller: Caller,
  { userId, since }: { readonly userId: UserId; readonly since: number },
  known: readonly ScheduleRow[],
  now: number,
  work: Work,
): Promise<LoadedSchedule[]> {
  const { organizationId } = caller;
  const ids = new Set(known.map(({ id }) => id));
  const all = await readAllSchedules(work, (page) =>
    db.all(schedulesOfUsersSince, { organizationId, userIds: [userId], since, ...page }),
  );
  const others = all.filter(({ id }) => !ids.has(id));
  const within = { start: now - COUNTED_MS, end: now + COUNTED_MS };
  return (await loadForTimes(db, caller, others, within, work)).loaded;
}

/** The first few shifts of the user in the interval. */
async function dutiesOf(
  { row, timeline }: LoadedSchedule,
  userId: UserId,
  within: Interval,
  work: Work,
): Promise<Duty[]> {
  const duties: Duty[] = [];
  for (const shift of eachPossibleShift(timeline, userId, within)) {
    if (work.isDue()) await work.turn();
    if (shift.users.includes(userId)) duties.push({ of: row, shift });
    if (duties.length > NEXT_SHIFTS) break;
  }
  return duties;
}

/** Each instant once, in however many schedules they are on call then. Rounded to a hundredth of an hour. */
async function hoursIn(
  loaded: readonly LoadedSchedule[],
  userId: UserId,
  within: Interval,
  work: Work,
): Promise<number> {
  const theirs: Interval[] = [];
  for (const { row, timeline } of loaded) {
    for (const shift of eachPossibleShift(timeline, userId, untilDeletion(row, within), { clip: true })) {
      if (work.isDue()) await work.turn();
      if (shift.users.includes(userId)) theirs.push(shift);
    }
  }
  const sumMs = joinIntervals(theirs).reduce((sum, { start, end }) => sum + end - start, 0);
  return Math.round((100 * sumMs) / HOUR_MS) / 100;
}
