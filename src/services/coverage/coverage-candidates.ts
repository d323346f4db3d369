/**
 * Rule COV-7: candidates for cover, the best first, with reasons. They are the people in the rotations and teams of the schedules. Free people come
 * first, then people in a rotation, then people for whom it is daytime, then people with the fewest hours on call.
 */
import type { Queryable } from '../../db/driver/database.ts';
import type { RowOf } from '../../db/driver/statement.ts';
import { membersOfTeamsOf, schedulesOfUsersSince } from '../../db/reports.ts';
import { type UsersOfSchedules, usersOfSchedules } from '../../db/schedules/schedules.ts';
import type { Interval } from '../../engine/schedule.ts';
import { AppError } from '../../errors.ts';
import type { ScheduleId, UserId } from '../../ids.ts';
import { type Caller, requirePermission } from '../../permissions.ts';
import type {
  CandidatesQuery,
  CoverageCandidate,
  CoverageCandidates,
} from '../../schemas/coverage/coverage-candidates.ts';
import { addTime, noTime } from '../../time/hour-kinds.ts';
import { intersectIntervals, joinIntervals } from '../../time/intervals.ts';
import { formatInstant, parseInstant } from '../../time/iso.ts';
import { DAY_MS, HOUR_MS } from '../../time/units.ts';
import { askedUsers, loadAcceptancesOf, loadDeclines } from '../coverage-state/acceptances.ts';
import { presentShift } from '../coverage-state/coverage-facts.ts';
import { intervalToCover, shiftsOfUser } from '../coverage-state/coverage-shifts.ts';
import { loadTimelines, openPartsOf } from '../coverage-state/open-parts.ts';
import { getUserRow, userOf } from '../people/users.ts';
import { loadDayRules, type RulesUntil } from '../reports/day-rules.ts';
import { countShifts, type ShiftsBySchedule } from '../reports/time-on-call.ts';
import type { Services } from '../shared/services.ts';
import type { CoverageShift } from '../shared/stored-shifts.ts';
import { waitForAll } from '../shared/wait-for-all.ts';
import { Work } from '../shared/work.ts';
import { loadTimeOff } from '../time-off/away.ts';
import { eachPart, loadForTimes } from '../timelines/on-call-times.ts';
import { loadInBatches, workingOnly } from '../timelines/timelines.ts';
import { getCoverageRow } from './coverage-reads.ts';
import { schedulesToCover } from './coverage-requests.ts';

const DEFAULT_MS = 30 * DAY_MS;
const HOURS_MS = 90 * DAY_MS;

/** For the rotations and teams together. Nobody reads further, and the hours of each have to be computed. */
const MAX_PEOPLE = 200;
const MAX_SCHEDULES = 500;
const MAX_CONFLICTS = 20;
/** The names of schedules in a reason. */
const MAX_NAMES = 10;

/** What is to be covered. */
interface Wish {
  readonly requester: UserId;
  readonly shifts: readonly CoverageShift[];
  /** The same time: disjoint, by start. */
  readonly wanted: readonly Interval[];
  /** Undefined for everyone. */
  readonly asked: readonly UserId[] | undefined;
  readonly declined: ReadonlySet<UserId>;
}

export async function listCandidates(
  services: Services,
  caller: Caller,
  query: CandidatesQuery,
): Promise<CoverageCandidates> {
  await requirePermission(caller, 'cover');
  const { db, clock } = services;
  const { organizationId } = caller;
  const now = clock.now();
  using work = new Work(caller, { narrow: 'Name fewer schedules with schedule_ids, or a shorter interval.' });
  const wish = await wishOf(db, caller, query, now, work);
  if (wish.shifts.length === 0) return { shifts: [], coverage_candidates: [] };
  const pool = await loadPool(db, organizationId, wish, now);
  const lookedAt = lookedAtFor(wish.shifts, now);
  const within = spanOf(lookedAt);
  const ids = pool.map(({ row }) => row.id);
  const [schedules, timeOffOf, rulesOf] = await waitForAll([
    db.all(schedulesOfUsersSince, {
      organizationId,
      userIds: ids,
      since: within.start,
      after: '',
      limit: MAX_SCHEDULES,
    }),
    loadTimeOff(db, organizationId, ids, spanOf(wish.shifts)),
    loadDayRules(
      db,
      organizationId,
      pool.map(({ row }) => row),
      within,
    ),
  ]);
  const { loaded } = await loadForTimes(db, caller, schedules, within, work);
  const onCall = new Map(ids.map((id) => [id, noTimesOnCall()]));
  for (const interval of lookedAt) {
    for await (const { shifts } of eachPart(loaded, interval, work, new Set(ids))) {
      for (const [id, own] of shifts) {
        addTimes(onCall.get(id) as TimesOnCall, own, wish, now);
        if (work.isDueAfter(countShifts(own))) await work.turn();
      }
    }
  }
  const names = new Map(schedules.map(({ id, name }) => [id, name]));
  const candidates: Candidate[] = [];
  for (const person of pool) {
    const { id } = person.row;
    const known = { onCall: onCall.get(id) as TimesOnCall, away: timeOffOf(id), rules: await rulesOf(person.row) };
    candidates.push(lookAt(person, wish, known));
    if (work.isDueAfter(wish.shifts.length)) await work.turn();
  }
  work.present(candidates.length);
  return {
    shifts: wish.shifts.map(presentShift),
    coverage_candidates: candidates.sort(byRank).map((candidate) => present(candidate, names)),
  };
}

/** The hours before and to come, and what is to be covered: disjoint, by start. */
function lookedAtFor(wanted: readonly Interval[], now: number): Interval[] {
  return joinIntervals([{ start: now - HOURS_MS, end: now + HOURS_MS }, ...wanted]);
}

async function wishOf(db: Queryable, caller: Caller, query: CandidatesQuery, now: number, work: Work): Promise<Wish> {
  const { coverage_request_id, start, end, user_id, schedule_ids } = query;
  if (coverage_request_id !== undefined) {
    if ([start, end, user_id, schedule_ids].some((field) => field !== undefined)) {
      throw refusal('Give coverage_request_id alone, or start, end, user_id and schedule_ids.');
    }
    const row = await getCoverageRow(db, caller, coverage_request_id);
    const { organizationId } = caller;
    const [acceptances, declines, timelines] = await waitForAll([
      loadAcceptancesOf(db, row),
      loadDeclines(db, row),
      loadTimelines(db, organizationId, [row], now, work),
    ]);
    const { takeable: shifts } = await openPartsOf({ row, acceptances }, timelines, now, work);
    return {
      requester: row.user_id,
      shifts,
      wanted: joinIntervals(shifts),
      asked: askedUsers(row),
      declined: new Set(declines.map(({ userId }) => userId)),
    };
  }
  const startMs = start === undefined ? now : (parseInstant(start) as number);
  const endMs = end === undefined ? startMs + DEFAULT_MS : (parseInstant(end) as number);
  const within = intervalToCover({ start: startMs, end: endMs }, now);
  const requester = user_id === undefined ? caller.userId : (await getUserRow(db, caller, user_id)).id;
  const schedules = await schedulesToCover(db, caller, requester, schedule_ids?.split(','), within.start);
  // As much as is needed later: then it is loaded once, and all requests share it.
  const known = spanOf(lookedAtFor([within], now));
  const loads = workingOnly(await loadInBatches(db, caller.organizationId, schedules, known, work));
  const shifts = shiftsOfUser(loads, requester, within);
  return { requester, shifts, wanted: joinIntervals(shifts), asked: undefined, declined: new Set() };
}

interface Person {
  readonly row: RowOf<typeof usersOfSchedules>;
  readonly inRotation: boolean;
  readonly inTeam: boolean;
}

async function loadPool(
  db: Queryable,
  organizationId: Caller['organizationId'],
  { requester, shifts, asked }: Wish,
  now: number,
): Promise<Person[]> {
  const ids = [...new Set(shifts.map(({ scheduleId }) => scheduleId))];
  const wanted: UsersOfSchedules = { organizationId, ids, since: now };
  const [rotating, members] = await waitForAll([
    db.all(usersOfSchedules, wanted),
    db.all(membersOfTeamsOf, { organizationId, ids, limit: MAX_PEOPLE }),
  ]);
  const inRotation = new Set(rotating.map(({ id }) => id));
  const inTeam = new Set(members.map(({ id }) => id));
  const rows = new Map([...rotating, ...members].map((row) => [row.id, row]));
  return [...rows.values()]
    .filter(({ id, seat, deactivated_at }) => id !== requester && seat === 'member' && deactivated_at === null)
    .filter(({ id }) => asked === undefined || asked.includes(id))
    .slice(0, MAX_PEOPLE)
    .map((row) => ({ row, inRotation: inRotation.has(row.id), inTeam: inTeam.has(row.id) }));
}

interface Conflict extends Interval {
  readonly scheduleId: ScheduleId;
}

/** When a person is on call elsewhere: sums, and the first few conflicts. */
interface TimesOnCall {
  conflicts: readonly Conflict[];
  readonly schedulesInConflict: Set<ScheduleId>;
  conflictMs: number;
  pastMs: number;
  comingMs: number;
}

function noTimesOnCall(): TimesOnCall {
  return { conflicts: [], schedulesInConflict: new Set(), conflictMs: 0, pastMs: 0, comingMs: 0 };
}

/** Adds the shifts of a part of the time, which is later than all parts before. */
function addTimes(sums: TimesOnCall, own: ShiftsBySchedule, { wanted }: Wish, now: number): void {
  const conflicts = [...own]
    .flatMap(([scheduleId, times]) =>
      intersectIntervals(wanted, joinIntervals(times)).map((time) => ({ scheduleId, ...time })),
    )
    .sort((a, b) => a.start - b.start);
  for (const { scheduleId } of conflicts) sums.schedulesInConflict.add(scheduleId);
  sums.conflictMs += lengthOf(joinIntervals(conflicts));
  sums.conflicts = firstOf([...sums.conflicts, ...conflicts]);
  const all = joinIntervals([...own.values()].flat());
  sums.pastMs += lengthOf(intersectIntervals(all, [{ start: now - HOURS_MS, end: now }]));
  sums.comingMs += lengthOf(intersectIntervals(all, [{ start: now, end: now + HOURS_MS }]));
}

/** The first few, by start. Those of a schedule that touch are one: a part ended there. */
function firstOf(conflicts: readonly Conflict[]): Conflict[] {
  return [...Map.groupBy(conflicts, ({ scheduleId }) => scheduleId)]
    .flatMap(([scheduleId, own]) => joinIntervals(own).map((time) => ({ scheduleId, ...time })))
    .sort((a, b) => a.start - b.start)
    .slice(0, MAX_CONFLICTS);
}

interface Candidate extends Person, Readonly<TimesOnCall> {
  readonly hasDeclined: boolean;
  /** The requested time in milliseconds, each instant once. */
  readonly wantedMs: number;
  readonly awayMs: number;
  readonly wakingMs: number;
}

interface Circumstances {
  readonly onCall: TimesOnCall;
  readonly away: readonly Interval[];
  readonly rules: readonly RulesUntil[];
}

function lookAt(person: Person, { wanted, declined }: Wish, { onCall, away, rules }: Circumstances): Candidate {
  return {
    ...person,
    ...onCall,
    hasDeclined: declined.has(person.row.id),
    wantedMs: lengthOf(wanted),
    awayMs: lengthOf(intersectIntervals(wanted, away)),
    wakingMs: wakingTimeIn(wanted, rules),
  };
}

/** The time outside the person's nights, on any day. */
function wakingTimeIn(wanted: readonly Interval[], periods: readonly RulesUntil[]): number {
  const sum = noTime();
  let since = Number.NEGATIVE_INFINITY;
  for (const { until, rules } of periods) {
    const anyDay = { ...rules, weekendDays: new Set<number>(), holidays: new Set<number>() };
    for (const { start, end } of intersectIntervals(wanted, [{ start: since, end: until }]))
      addTime(sum, start, end, anyDay);
    since = until;
  }
  return sum.other;
}

function byRank(a: Candidate, b: Candidate): number {
  return (
    Number(a.hasDeclined) - Number(b.hasDeclined) ||
    quarterOf(busyMs(a), a.wantedMs) - quarterOf(busyMs(b), b.wantedMs) ||
    Number(b.inRotation) - Number(a.inRotation) ||
    quarterOf(b.wakingMs, b.wantedMs) - quarterOf(a.wakingMs, a.wantedMs) ||
    a.pastMs + a.comingMs - (b.pastMs + b.comingMs) ||
    a.row.name.localeCompare(b.row.name) ||
    (a.row.id < b.row.id ? -1 : 1)
  );
}

function busyMs({ conflictMs, awayMs }: Candidate): number {
  return conflictMs + awayMs;
}

/** In quarters, rounded up: an hour more or less in a week must not decide. */
function quarterOf(part: number, whole: number): number {
  return Math.ceil((4 * part) / whole);
}

function present(candidate: Candidate, names: ReadonlyMap<ScheduleId, string>): CoverageCandidate {
  const { row, conflicts, conflictMs, wantedMs, wakingMs } = candidate;
  return {
    user: userOf(row),
    is_free: busyMs(candidate) === 0,
    has_declined: candidate.hasDeclined,
    in_rotation: candidate.inRotation,
    in_team: candidate.inTeam,
    conflicts: conflicts.map(({ scheduleId, start, end }) => ({
      start: formatInstant(start),
      end: formatInstant(end),
      schedule_reference: { id: scheduleId, name: names.get(scheduleId) ?? '' },
    })),
    conflict_ms: conflictMs,
    away_ms: candidate.awayMs,
    waking_share: Math.round((1000 * wakingMs) / wantedMs) / 1000,
    past_ms: candidate.pastMs,
    coming_ms: candidate.comingMs,
    reasons: reasonsOf(candidate, names),
  };
}

function reasonsOf(candidate: Candidate, names: ReadonlyMap<ScheduleId, string>): string[] {
  const { hasDeclined, inRotation, schedulesInConflict, conflictMs, awayMs, wakingMs, wantedMs, pastMs, comingMs } =
    candidate;
  const elsewhere = [...schedulesInConflict].map((id) => names.get(id) ?? '');
  return [
    ...(hasDeclined ? ['said that they cannot'] : []),
    inRotation ? 'in the rotation' : 'in the team',
    conflictMs === 0 ? 'not on call then' : `on call then for ${hours(conflictMs)}: ${shortList(elsewhere)}`,
    ...(awayMs === 0 ? [] : [`away for ${hours(awayMs)} of it`]),
    `${Math.round((100 * wakingMs) / wantedMs)}% in their waking hours`,
    `${hours(pastMs)} on call in the last 90 days, ${hours(comingMs)} in the next 90`,
  ];
}

function shortList(names: readonly string[]): string {
  const left = names.length - MAX_NAMES;
  return [...names.slice(0, MAX_NAMES), ...(left > 0 ? [`${left} more`] : [])].join(', ');
}

function hours(ms: number): string {
  return `${Math.round((10 * ms) / HOUR_MS) / 10} h`;
}

function spanOf(shifts: readonly Interval[]): Interval {
  return {
    start: Math.min(...shifts.map(({ start }) => start)),
    end: Math.max(...shifts.map(({ end }) => end)),
  };
}

function lengthOf(intervals: readonly Interval[]): number {
  return intervals.reduce((sum, { start, end }) => sum + end - start, 0);
}

function refusal(message: string): AppError {
  return new AppError('unprocessable_entity', message);
}
