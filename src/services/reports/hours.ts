/**
 * Hours on call (rule HRS-1): past and coming hours of each person, by kind. Past shifts and the rules for them never change, so a report about last
 * year stays the same. Admins see everyone; others see themselves.
 */
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
import { loadAcceptancesWithin } from '../coverage-state/acceptances.ts';
import { getTeamRow } from '../people/teams.ts';
import { userOf } from '../people/users.ts';
import { noSchedule } from '../shared/missing-schedule.ts';
import type { Services } from '../shared/services.ts';
import { Work } from '../shared/work.ts';
import { intervalOf } from '../timelines/intervals.ts';
import { eachPart, loadForTimes, type PartOfTime, readAllSchedules } from '../timelines/on-call-times.ts';
import { type Cover, type CoverSums, noCover, sumCover } from './cover.ts';
import { loadDayRules, type RulesUntil } from './day-rules.ts';
import { addTimeOnCall, countShifts, noTimeOnCall, type ShiftsBySchedule, type TimeOfPerson } from './time-on-call.ts';

const DEFAULT_PAST_MS = 30 * DAY_MS;
const DAYS = { usual: 60, most: 366 };

const NARROW = 'Choose a team with team_id, a schedule with schedule_id, or a shorter interval.';

export async function reportHours(services: Services, caller: Caller, request: HoursQuery): Promise<HoursReport> {
  await requirePermission(caller, 'cover');
  const { db, clock } = services;
  const now = clock.now();
  const from = request.from ?? formatInstant(now - DEFAULT_PAST_MS);
  const within = intervalOf({ ...request, from }, now, DAYS);
  const seesAll = await hasPermission(caller, 'read hours');
  using work = new Work(caller, { narrow: NARROW, isUnlimited: seesAll });
  const schedules = await schedulesOf(db, caller, request, within, work);
  const { loaded, broken } = await loadForTimes(db, caller, schedules, within, work);
  const people = new People(db, caller, within);
  const cover = new Map<UserId, CoverSums>();
  for await (const { part, shifts } of eachPart(loaded, within, work)) {
    await addCover(db, caller, cover, { part, shifts }, now, work);
    await people.load([...shifts.keys()]);
    for (const [userId, own] of shifts) {
      await people.add(userId, own, now);
      if (work.isDueAfter(countShifts(own))) await work.turn();
    }
  }
  await people.load([...cover.keys()]);
  const all = people.byName();
  const names = new Map(schedules.map(({ id, name }) => [id, name]));
  const mean = all.reduce((sum, { time }) => sum + allOf(time), 0) / Math.max(1, all.length);
  const shown: HoursOfPerson[] = [];
  for (const { row, time } of all) {
    if (!seesAll && row.id !== caller.userId) continue;
    shown.push(present(row, time, cover.get(row.id) ?? noCover(), mean, names));
    if (work.isDueAfter(time.schedules.size)) await work.turn();
  }
  return {
    from: formatInstant(within.start),
    to: formatInstant(within.end),
    now: formatInstant(now),
    people: shown,
    left_out: broken.map(({ id, name }) => ({ id, name })),
  };
}

async function schedulesOf(
  db: Queryable,
  caller: Caller,
  { team_id, schedule_id }: HoursQuery,
  { start: since }: Interval,
  work: Work,
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
  const teamId = team_id === undefined ? undefined : (await getTeamRow(db, caller, team_id)).id;
  return readAllSchedules(work, (page) => {
    const wanted = { organizationId, since, ...page };
    return teamId === undefined ? db.all(schedulesSince, wanted) : db.all(schedulesOfTeamSince, { ...wanted, teamId });
  });
}

/** Adds the cover in the schedules of the report and in this part of its time. */
async function addCover(
  db: Queryable,
  caller: Caller,
  sums: Map<UserId, CoverSums>,
  { part, shifts }: PartOfTime,
  now: number,
  work: Work,
): Promise<void> {
  const { organizationId } = caller;
  const acceptances = await loadAcceptancesWithin(db, { organizationId, ...part }, { work });
  const covers: Cover[] = [];
  for (const { by, of, shifts: taken } of acceptances) {
    const clipped = taken
      .map((shift) => ({ ...shift, start: Math.max(shift.start, part.start), end: Math.min(shift.end, part.end) }))
      .filter(({ start, end }) => start < end);
    if (clipped.length > 0) covers.push({ by, of, shifts: clipped });
    if (work.isDueAfter(taken.length)) await work.turn();
  }
  await sumCover(covers, shifts, now, { sums, work });
}

interface Person {
  readonly row: UserRow;
  readonly rules: readonly RulesUntil[];
  readonly time: TimeOfPerson;
}

/** The people of a report, with their rules and sums. */
class People {
  readonly #db: Queryable;
  readonly #caller: Caller;
  readonly #within: Interval;
  readonly #people = new Map<UserId, Person>();

  constructor(db: Queryable, caller: Caller, within: Interval) {
    this.#db = db;
    this.#caller = caller;
    this.#within = within;
  }

  async load(userIds: readonly UserId[]): Promise<void> {
    const ids = userIds.filter((id) => !this.#people.has(id));
    if (ids.length === 0) return;
    const { organizationId } = this.#caller;
    const rows = await this.#db.all(usersByIds, { organizationId, ids });
    const rulesOf = await loadDayRules(this.#db, organizationId, rows, this.#within);
    for (const row of rows) this.#people.set(row.id, { row, rules: await rulesOf(row), time: noTimeOnCall() });
  }

  async add(userId: UserId, shifts: ShiftsBySchedule, now: number): Promise<void> {
    const person = this.#people.get(userId);
    if (person !== undefined) addTimeOnCall(person.time, shifts, person.rules, now);
  }

  byName(): Person[] {
    return [...this.#people.values()].sort(
      (a, b) => a.row.name.localeCompare(b.row.name) || (a.row.id < b.row.id ? -1 : 1),
    );
  }
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
    schedules: [...time.schedules].map(([id, { pastMs, comingMs }]) => ({
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
