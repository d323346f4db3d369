/**
 * Hours on call (rule HRS-1): past and coming hours of each person, by kind. Past shifts and the rules for them never change, so a report about last
 * year stays the same. Admins see everyone; others see themselves.
 */
import { setImmediate as otherWork } from 'node:timers/promises';
import type { Queryable } from '../../db/driver/database.ts';
import { type UserRow, usersByIds } from '../../db/people/users.ts';
import { anyScheduleById, schedulesOfTeamSince, schedulesSince } from '../../db/reports.ts';
import type { ScheduleRow } from '../../db/schedules/schedules.ts';
import type { Interval } from '../../engine/schedule.ts';
import { AppError } from '../../errors.ts';
import { parseId, type ScheduleId, type UserId } from '../../ids.ts';
import { type Caller, hasPermission, requirePermission } from '../../permissions.ts';
import type { HoursOfPerson, HoursQuery, HoursReport, TimeOnCall } from '../../schemas/reports.ts';
import { type TimeByKind, totalOf } from '../../time/hour-kinds.ts';
import { formatInstant } from '../../time/iso.ts';
import { DAY_MS } from '../../time/units.ts';
import { loadAcceptancesWithin } from '../coverage/acceptances.ts';
import { getTeamRow } from '../people/teams.ts';
import { userOf } from '../people/users.ts';
import { intervalOf } from '../schedules/intervals.ts';
import { noSchedule } from '../schedules/timelines.ts';
import type { Services } from '../shared/services.ts';
import { type CoverSums, noCover, sumCover } from './cover.ts';
import { loadDayRules } from './day-rules.ts';
import { collectShifts, type ShiftsOfPeople, tooMuch } from './shifts-of-people.ts';
import { type TimeOfPerson, timeOfPerson } from './time-on-call.ts';

const DEFAULT_PAST_MS = 30 * DAY_MS;
const DAYS = { usual: 60, most: 366 };

const MAX_SCHEDULES = 2000;
const MAX_ACCEPTANCES = 50_000;

export async function reportHours(services: Services, caller: Caller, request: HoursQuery): Promise<HoursReport> {
  await requirePermission(caller, 'cover');
  const { db, clock } = services;
  const now = clock.now();
  const from = request.from ?? formatInstant(now - DEFAULT_PAST_MS);
  const within = intervalOf({ ...request, from }, now, DAYS);
  const schedules = await schedulesOf(db, caller, request, within);
  const { shifts, broken } = await collectShifts(db, caller, schedules, within);
  const cover = await collectCover(db, caller, shifts, within, now);
  const everyone = [...new Set([...shifts.keys(), ...cover.keys()])];
  const people = await sortHours(db, caller, everyone, shifts, within, now);
  const names = new Map(schedules.map(({ id, name }) => [id, name]));
  const mean = people.reduce((sum, { time }) => sum + allOf(time), 0) / Math.max(1, people.length);
  const seesAll = await hasPermission(caller, 'read hours');
  return {
    from: formatInstant(within.start),
    to: formatInstant(within.end),
    now: formatInstant(now),
    people: people
      .filter(({ row }) => seesAll || row.id === caller.userId)
      .map(({ row, time }) => present(row, time, cover.get(row.id) ?? noCover(), mean, names)),
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

/** Cover in the schedules of the report, clipped to its interval. */
async function collectCover(
  db: Queryable,
  { organizationId }: Caller,
  shifts: ShiftsOfPeople,
  within: Interval,
  now: number,
): Promise<Map<UserId, CoverSums>> {
  const acceptances = await loadAcceptancesWithin(db, organizationId, within, MAX_ACCEPTANCES + 1);
  if (acceptances.length > MAX_ACCEPTANCES) throw tooMuch(`more than ${MAX_ACCEPTANCES.toLocaleString('en')} covers`);
  const covers = acceptances.map(({ by, of, shifts: taken }) => ({
    by,
    of,
    shifts: taken.flatMap(({ scheduleId, start, end }) => {
      const clipped = { start: Math.max(start, within.start), end: Math.min(end, within.end) };
      return clipped.start < clipped.end ? [{ scheduleId, ...clipped }] : [];
    }),
  }));
  return sumCover(covers, shifts, now);
}

interface Person {
  readonly row: UserRow;
  readonly time: TimeOfPerson;
}

async function sortHours(
  db: Queryable,
  { organizationId }: Caller,
  ids: readonly UserId[],
  shifts: ShiftsOfPeople,
  within: Interval,
  now: number,
): Promise<Person[]> {
  const rows = await db.all(usersByIds, { organizationId, ids });
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
  cover: CoverSums,
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
    cover: {
      taken: { past_ms: cover.takenPastMs, coming_ms: cover.takenComingMs },
      given: { past_ms: cover.givenPastMs, coming_ms: cover.givenComingMs },
    },
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
