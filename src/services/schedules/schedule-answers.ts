/** Schedules, layers and shifts as the API returns them: users instead of ids, instants as text. Responses are cached by row. */
import type { Queryable } from '../../db/driver/database.ts';
import type { RowOf } from '../../db/driver/statement.ts';
import { type ScheduleRow, teamsOfSchedules } from '../../db/schedules/schedules.ts';
import { validityOf } from '../../engine/revisions.ts';
import type { Interval, Layer, Revision, Shift } from '../../engine/schedule.ts';
import { nextShiftAfter, shiftAt } from '../../engine/timeline.ts';
import type { OrganizationId, ScheduleId, UserId } from '../../ids.ts';
import type { Caller } from '../../permissions.ts';
import { createRowCache } from '../../process/row-cache.ts';
import type { User } from '../../schemas/people/users.ts';
import type { Schedule, ScheduleLayer, ScheduleShift } from '../../schemas/schedules/schedules.ts';
import { formatInstant, MAX_INSTANT } from '../../time/iso.ts';
import { HOUR_MS } from '../../time/units.ts';
import { teamOf } from '../people/teams.ts';
import { loadUsersOf } from '../people/users.ts';
import type { Services } from '../shared/services.ts';
import { nextTurn } from '../shared/turns.ts';
import { waitForAll } from '../shared/wait-for-all.ts';
import { callerLeft } from '../shared/work.ts';
import { type BrokenSchedule, isBroken, isReadable } from '../timelines/rotations.ts';
import {
  inWholeHours,
  loadSchedules,
  loadStoredSchedules,
  nowAndNext,
  readSchedules,
  type ScheduleLoad,
  type ScheduleReads,
  usersWithin,
} from '../timelines/timelines.ts';

type FindUser = (id: UserId) => User;

/**
 * A cached response, and the interval in which it is valid: until who is on call changes, or the next shift comes within reach
 * (rule SH-2).
 */
interface Shown {
  readonly answer: { readonly schedule: Schedule };
  readonly from: number;
  readonly until: number;
}

const kept = createRowCache<ScheduleRow, Shown>();

/**
 * Callers that get the same row share the work: after a change, many requests wait for the same rows, and all would compute the
 * same response when those arrive. Resolves when the work has ended, even if it fails.
 */
const running = createRowCache<ScheduleRow, Promise<void>>();

/** The current schedule; undefined if it was deleted since its row was read. `reads`: those of `readToShow`, if the caller has them. */
export async function showSchedule(
  db: Queryable,
  row: ScheduleRow,
  now: number,
  reads?: ReadsToShow,
): Promise<{ readonly schedule: Schedule } | undefined> {
  const shown = keptFor(row, now);
  if (shown !== undefined) return shown;
  const others = running.get(row);
  if (others !== undefined) {
    await others;
    const shared = keptFor(row, now);
    if (shared !== undefined) return shared;
  }
  const work = computeShown(db, row.organization_id, [row], now, reads);
  running.set(
    row,
    work.then(
      () => undefined,
      () => undefined,
    ),
  );
  const [computed] = await work;
  return computed?.answer;
}

/** What is frozen is cached until the next clearing, which never comes if rows are not cached. */
function keep(row: ScheduleRow, shown: Shown): Shown {
  if (!Object.isFrozen(row)) return shown;
  Object.freeze(shown.answer.schedule);
  Object.freeze(shown.answer);
  kept.set(row, shown);
  return shown;
}

function keptFor(row: ScheduleRow, now: number): Shown['answer'] | undefined {
  const shown = kept.get(row);
  return shown !== undefined && isValid(shown, now) ? shown.answer : undefined;
}

function isValid({ from, until }: Shown, now: number): boolean {
  return from <= now && now < until;
}

/** Showing more of them takes milliseconds. */
const MANY_SCHEDULES = 20;

/** Long lists that are being computed, by page and by user. A promise resolves also if the computation fails. */
const longLists = new Map<string, Promise<void>>();

type Viewer = Pick<Caller, 'organizationId' | 'userId' | 'hasLeft'>;

/**
 * For lists. If many ask for the same long list at once, the first computes what the others find in the cache. Different long lists of one user are
 * computed one after the other; those of different users take turns.
 */
export async function showList(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { organizationId, userId, hasLeft }: Viewer,
  rows: readonly ScheduleRow[],
): Promise<Schedule[]> {
  if (rows.length <= MANY_SCHEDULES) return showSchedules(db, organizationId, rows, clock.now());
  const page = rows.map(({ id }) => id).join();
  const atWork = () => longLists.get(page) ?? longLists.get(userId);
  do {
    await atWork();
    await nextTurn(userId);
    if (hasLeft?.()) throw callerLeft();
  } while (atWork() !== undefined);
  // The clock is read after the wait: somebody else may be on call by now.
  const shown = showSchedules(db, organizationId, rows, clock.now());
  const ended = shown.then(
    () => undefined,
    () => undefined,
  );
  for (const key of [page, userId]) longLists.set(key, ended);
  void ended.then(() => {
    for (const key of [page, userId]) longLists.delete(key);
  });
  return shown;
}

/** The current schedules, without those that were deleted since their rows were read. */
async function showSchedules(
  db: Queryable,
  organizationId: OrganizationId,
  rows: readonly ScheduleRow[],
  now: number,
): Promise<Schedule[]> {
  const known = rows.flatMap((row) => keptFor(row, now)?.schedule ?? []);
  if (known.length === rows.length) return known;
  const shown = await computeShown(db, organizationId, rows, now);
  return shown.map(({ answer }) => answer.schedule);
}

/** As stored: including people who are leaving. For the response to a change, which comes before their departure. */
export async function showStoredSchedules(
  db: Queryable,
  organizationId: OrganizationId,
  rows: readonly ScheduleRow[],
  now: number,
): Promise<Schedule[]> {
  const reads = await readToShow(db, organizationId, idsOf(rows), now);
  const loaded = await loadStoredSchedules(db, organizationId, rows, shownWithin(now), reads.schedules);
  const shown = await presentSchedules(loaded, reads, now);
  return shown.map(({ answer }) => answer.schedule);
}

async function computeShown(
  db: Queryable,
  organizationId: OrganizationId,
  rows: readonly ScheduleRow[],
  now: number,
  known?: ReadsToShow,
): Promise<Shown[]> {
  const reads = known ?? (await readToShow(db, organizationId, idsOf(rows), now));
  const loaded = await loadSchedules(db, organizationId, rows, shownWithin(now), reads.schedules);
  return presentSchedules(loaded, reads, now);
}

/** What schedules are shown with. It needs only their ids, so it can be read together with their rows. */
interface ReadsToShow {
  readonly schedules: ScheduleReads;
  readonly teams: readonly RowOf<typeof teamsOfSchedules>[];
  readonly findUsers: Awaited<ReturnType<typeof loadUsersOf>>;
}

/** Takes one round trip, however many schedules there are. */
export async function readToShow(
  db: Queryable,
  organizationId: OrganizationId,
  ids: readonly ScheduleId[],
  now: number,
): Promise<ReadsToShow> {
  const within = shownWithin(now);
  const [schedules, teams, findUsers] = await waitForAll([
    readSchedules(db, organizationId, ids, within),
    db.all(teamsOfSchedules, { organizationId, ids }),
    loadUsersOf(db, usersWithin(organizationId, ids, within)),
  ]);
  return { schedules, teams, findUsers };
}

function shownWithin(now: number): Interval {
  return inWholeHours(nowAndNext(now));
}

function idsOf(rows: readonly ScheduleRow[]): ScheduleId[] {
  return rows.map(({ id }) => id);
}

async function presentSchedules(
  loaded: readonly ScheduleLoad[],
  { teams: found, findUsers }: ReadsToShow,
  now: number,
): Promise<Shown[]> {
  const teams = Map.groupBy(found, (team) => team.schedule_id);
  const withShifts = loaded.map((load) => shiftsOf(load, now));
  const findUser = await findUsers(
    withShifts.flatMap(({ layers, inForce = [], current, next }) => [
      ...[...layers, ...inForce].flatMap(({ users }) => users),
      ...(current?.users ?? []),
      ...(next?.users ?? []),
    ]),
  );
  return withShifts.map(({ row, latest, layers, inForce, current, next, broken }) => {
    const schedule = {
      id: row.id,
      name: row.name,
      ...(row.description !== null && { description: row.description }),
      time_zone: row.time_zone,
      layers: layers.map((layer) => presentLayer(layer, findUser)),
      ...(inForce && { layers_in_force: inForce.map((layer) => presentLayer(layer, findUser)) }),
      teams: (teams.get(row.id) ?? []).map(teamOf),
      current_revision: latest.number,
      current_revision_valid_from: formatInstant(latest.validFrom),
      ...(current && { current_oncall_shift: presentShift(current, findUser) }),
      ...(next && { next_oncall_shift: presentShift(next, findUser) }),
      users: [...new Set(layers.flatMap(({ users }) => users))].map(findUser),
      ...(broken && { broken }),
      ...(row.external_id !== null && { external_id: row.external_id }),
      ...(row.managed_by !== null && { managed_by: row.managed_by }),
    };
    const planned = latest.validFrom > now ? latest.validFrom : MAX_INSTANT;
    const until = Math.min(current?.end ?? MAX_INSTANT, next?.start ?? MAX_INSTANT, planned, now + HOUR_MS);
    return keep(row, { answer: { schedule }, from: now, until });
  });
}

interface ShiftsOfNow extends Pick<ScheduleLoad, 'row' | 'latest'> {
  readonly layers: readonly Layer[];
  /** Undefined if the latest revision is in force. */
  readonly inForce?: readonly Layer[];
  readonly current?: Shift | undefined;
  readonly next?: Shift | undefined;
  readonly broken?: BrokenSchedule['broken'];
}

/** The current shifts, and the parts of the schedule that can be shown even if it is broken. */
function shiftsOf(load: ScheduleLoad, now: number): ShiftsOfNow {
  const { row, latest } = load;
  const layers = isReadable(latest) ? [latest.layer] : [];
  if (isBroken(load)) return { row, latest, layers, broken: load.broken };
  const { timeline, revisions } = load;
  return {
    row,
    latest,
    layers,
    ...(latest.validFrom > now && { inForce: layersAt(revisions, now) }),
    current: shiftAt(timeline, now),
    next: nextShiftAfter(timeline, now),
  };
}

function layersAt(revisions: readonly Revision[], at: number): Layer[] {
  const validity = validityOf(revisions).find(({ start, end }) => start <= at && at < end);
  return validity === undefined ? [] : [validity.revision.layer];
}

export function presentLayer(layer: Layer, findUser: FindUser): ScheduleLayer {
  return {
    name: layer.name,
    rotation_start: formatInstant(layer.rotationStart),
    concurrent_oncall_users: layer.concurrentUsers,
    users: layer.users.map(findUser),
    shift_length: layer.shiftLength,
    ...(layer.restrictionIntervals && { restriction_intervals: [...layer.restrictionIntervals] }),
    ...(layer.countedDays && { counted_days: layer.countedDays }),
  };
}

export function presentShift({ start, end, users }: Shift, findUser: FindUser): ScheduleShift {
  return { users: users.map(findUser), start: formatInstant(start), end: formatInstant(end) };
}
