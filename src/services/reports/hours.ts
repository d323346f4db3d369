/**
 * Hours on call (rule HRS-1): who had how many, of which kind, and who will. Shifts of the past never change, and neither do the rules by which
 * they are sorted, so a report about last year stays what it was. Admins see everyone; others see themselves.
 */
import { setImmediate as otherWork } from 'node:timers/promises';
import type { Queryable } from '../../db/driver/database.ts';
import { anyScheduleById, schedulesOfTeamSince, schedulesSince } from '../../db/reports.ts';
import type { ScheduleRow } from '../../db/schedules.ts';
import { type UserRow, usersByIds } from '../../db/users.ts';
import type { Interval } from '../../engine/schedule.ts';
import { eachShift } from '../../engine/timeline.ts';
import { AppError } from '../../errors.ts';
import { parseId, type ScheduleId, type UserId } from '../../ids.ts';
import { type Caller, hasPermission, requirePermission } from '../../permissions.ts';
import type { HoursOfPerson, HoursQuery, HoursReport, TimeOnCall } from '../../schemas/reports.ts';
import { type TimeByKind, totalOf } from '../../time/hour-kinds.ts';
import { formatInstant } from '../../time/iso.ts';
import { DAY_MS } from '../../time/units.ts';
import { getTeamRow } from '../people/teams.ts';
import { userOf } from '../people/users.ts';
import { intervalOf } from '../schedules/intervals.ts';
import { isBroken } from '../schedules/rotations.ts';
import { loadSchedules, noSchedule } from '../schedules/timelines.ts';
import type { Services } from '../shared/services.ts';
import { loadDayRules } from './day-rules.ts';
import { type TimeOfPerson, timeOfPerson } from './time-on-call.ts';

const DEFAULT_PAST_MS = 30 * DAY_MS;
const DAYS = { usual: 60, most: 366 };

/** A year of a hundred schedules with hourly turns. More is a report that nobody reads, and seconds of work. */
const MAX_SCHEDULES = 2000;
const MAX_SHIFTS = 1_000_000;
const SCHEDULES_PER_BATCH = 200;

/** So many take some milliseconds: then other requests have a turn. */
const SHIFTS_PER_BATCH = 20_000;

export async function reportHours(services: Services, caller: Caller, request: HoursQuery): Promise<HoursReport> {
  await requirePermission(caller, 'cover');
  const { db, clock } = services;
  const now = clock.now();
  const from = request.from ?? formatInstant(now - DEFAULT_PAST_MS);
  const within = intervalOf({ ...request, from }, now, DAYS);
  const schedules = await schedulesOf(db, caller, request, within);
  const { shifts, broken } = await collectShifts(db, caller, schedules, within);
  const people = await sortHours(db, caller, shifts, within, now);
  const names = new Map(schedules.map(({ id, name }) => [id, name]));
  const mean = people.reduce((sum, { time }) => sum + allOf(time), 0) / Math.max(1, people.length);
  const seesAll = await hasPermission(caller, 'read hours');
  return {
    from: formatInstant(within.start),
    to: formatInstant(within.end),
    now: formatInstant(now),
    people: people
      .filter(({ row }) => seesAll || row.id === caller.userId)
      .map(({ row, time }) => present(row, time, mean, names)),
    left_out: broken.map(({ id, name }) => ({ id, name })),
  };
}

async function schedulesOf(
  db: Queryable,
  caller: Caller,
  { team_id, schedule_id }: HoursQuery,
  { start: since }: Interval,
): Promise<readonly ScheduleRow[]> {
  const { organizationId } = caller;
  if (team_id !== undefined && schedule_id !== undefined) {
    throw new AppError('unprocessable_entity', 'Give team_id or schedule_id, not both.');
  }
  if (schedule_id !== undefined) {
    const id = parseId('schedule', schedule_id);
    const row = id && (await db.first(anyScheduleById, { organizationId, id }));
    if (row === undefined) throw noSchedule(schedule_id);
    return [row];
  }
  const wanted = { organizationId, since, limit: MAX_SCHEDULES + 1 };
  const rows =
    team_id === undefined
      ? await db.all(schedulesSince, wanted)
      : await db.all(schedulesOfTeamSince, { ...wanted, teamId: (await getTeamRow(db, caller, team_id)).id });
  if (rows.length > MAX_SCHEDULES) throw tooMuch(`more than ${MAX_SCHEDULES} schedules`);
  return rows;
}

function tooMuch(what: string): AppError {
  return new AppError(
    'unprocessable_entity',
    `The report would be about ${what}: choose a team with team_id, or a shorter interval.`,
  );
}

type ShiftsOfPeople = Map<UserId, Map<ScheduleId, Interval[]>>;

/** A deleted schedule counts until it was deleted. */
async function collectShifts(
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

interface Person {
  readonly row: UserRow;
  readonly time: TimeOfPerson;
}

async function sortHours(
  db: Queryable,
  { organizationId }: Caller,
  shifts: ShiftsOfPeople,
  within: Interval,
  now: number,
): Promise<Person[]> {
  const rows = await db.all(usersByIds, { organizationId, ids: [...shifts.keys()] });
  const rulesOf = await loadDayRules(db, organizationId, rows, within);
  const people: Person[] = [];
  for (const row of rows) {
    people.push({ row, time: timeOfPerson(shifts.get(row.id) ?? new Map(), await rulesOf(row), now) });
    await otherWork();
  }
  return people.sort((a, b) => a.row.name.localeCompare(b.row.name) || (a.row.id < b.row.id ? -1 : 1));
}

function allOf({ past, coming }: TimeOfPerson): number {
  return totalOf(past) + totalOf(coming);
}

function present(
  row: UserRow,
  time: TimeOfPerson,
  mean: number,
  names: ReadonlyMap<ScheduleId, string>,
): HoursOfPerson {
  return {
    user: userOf(row),
    past: timeOnCall(time.past),
    coming: timeOnCall(time.coming),
    share: mean === 0 ? 0 : Math.round((allOf(time) / mean) * 1000) / 1000,
    schedules: time.schedules.map(({ id, pastMs, comingMs }) => ({
      schedule_reference: { id, name: names.get(id) ?? '' },
      past_ms: pastMs,
      coming_ms: comingMs,
    })),
  };
}

function timeOnCall(time: TimeByKind): TimeOnCall {
  return {
    total_ms: totalOf(time),
    holiday_ms: time.holiday,
    weekend_ms: time.weekend,
    night_ms: time.night,
    other_ms: time.other,
  };
}
