/**
 * From rows to the engine: timelines of many schedules at once, in a fixed number of queries. Rule STO-5: this is the only place
 * where rows become timelines, and a row that cannot become one gives a broken schedule, which callers have to handle.
 */
import type { Queryable } from '../../db/driver/database.ts';
import type { RowOf } from '../../db/driver/statement.ts';
import { overridesOfSchedules } from '../../db/schedules/overrides.ts';
import { revisionsInForce } from '../../db/schedules/revisions.ts';
import type { ScheduleRow, UsersOfSchedules } from '../../db/schedules/schedules.ts';
import { overridesWithout } from '../../engine/departures.ts';
import type { Interval, Override, Revision } from '../../engine/schedule.ts';
import { reachOf, type Timeline, timelineOf } from '../../engine/timeline.ts';
import { AppError, quoted } from '../../errors.ts';
import type { OrganizationId, ScheduleId, UserId } from '../../ids.ts';
import { createRowCache } from '../../process/row-cache.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time/units.ts';
import { noSchedule } from '../shared/missing-schedule.ts';
import { readIds } from '../shared/stored-values.ts';
import { waitForAll } from '../shared/wait-for-all.ts';
import type { Work } from '../shared/work.ts';
import { type DeparturesFrom, departuresFrom } from './cover-of-leavers.ts';
import {
  type BrokenSchedule,
  brokenBy,
  computed,
  type DepartureHandling,
  isBroken,
  loadRotations,
  type ScheduleRotation,
  widest,
} from './rotations.ts';
import type { StoredOverride } from './stored-overrides.ts';

/** Most turns are shorter: what they cover is loaded for all schedules at once. The others are loaded one by one. */
const TOGETHER_WITHIN_MS = 35 * DAY_MS;

export interface LoadedSchedule {
  readonly row: ScheduleRow;
  /** Correct for whole shifts that overlap the loaded interval. */
  readonly timeline: Timeline;
  /** Revisions in force in that interval, and the latest. */
  readonly revisions: readonly Revision[];
  readonly latest: Revision;
}

export type ScheduleLoad = LoadedSchedule | BrokenSchedule;

export function workingOnly(loads: readonly ScheduleLoad[]): LoadedSchedule[] {
  return loads.filter((load): load is LoadedSchedule => !isBroken(load));
}

/** For requests about one schedule that need its shifts. */
export function requireWorking(load: ScheduleLoad): LoadedSchedule {
  if (!isBroken(load)) return load;
  const { row, broken } = load;
  throw new AppError('schedule_broken', `The schedule ${quoted(row.name)} is broken. ${broken.reason}`);
}

/** The interval that the current and the next shift may depend on: rule SH-2. */
export function nowAndNext(now: number): Interval {
  return { start: now, end: now + 366 * DAY_MS };
}

/** Shifts seldom extend further beyond an interval: weekly turns are the most common. */
const USUAL_REACH_MS = 8 * DAY_MS;

/** For `loadUsersOf`: users who may be on call in the interval. */
export function usersWithin(
  organizationId: OrganizationId,
  ids: readonly ScheduleId[],
  within: Interval,
): UsersOfSchedules {
  return { organizationId, ids, since: inWholeMinutes(within).start };
}

/** What usually suffices to load schedules. It needs only their ids, so it can be read together with their rows. */
export interface ScheduleReads {
  readonly revisions: readonly RowOf<typeof revisionsInForce>[];
  /** In an interval in which most shifts fit. */
  readonly overrides: readonly RowOf<typeof overridesOfSchedules>[];
}

export async function readSchedules(
  db: Queryable,
  organizationId: OrganizationId,
  ids: readonly ScheduleId[],
  within: Interval,
): Promise<ScheduleReads> {
  const minutes = inWholeMinutes(within);
  const [revisions, overrides] = await waitForAll([
    db.all(revisionsInForce, { organizationId, ids, ...minutes }),
    db.all(overridesOfSchedules, { organizationId, ids, ...around(minutes) }),
  ]);
  return { revisions, overrides };
}

const kept = createRowCache<ScheduleRow, { readonly within: Interval; readonly loaded: ScheduleLoad }>();

/** `reads`: those of `readSchedules`, if the caller has them. */
export async function loadSchedules(
  db: Queryable,
  organizationId: OrganizationId,
  rows: readonly ScheduleRow[],
  within: Interval,
  reads?: ScheduleReads,
): Promise<ScheduleLoad[]> {
  const known = rows.flatMap((row) => keptFor(row, within) ?? []);
  if (known.length === rows.length) return known;
  const loaded = await loadAll(db, organizationId, rows, within, 'applied', reads);
  const minutes = inWholeMinutes(within);
  for (const schedule of loaded) kept.set(schedule.row, { within: minutes, loaded: schedule });
  return loaded;
}

/** Building this many timelines takes a few milliseconds. If there are no more, one query loads them all. */
const SCHEDULES_PER_BATCH = 50;

/** Loading a schedule computes about this many shifts, to find what its shifts in the interval depend on. */
const SHIFTS_TO_LOAD = 4;

export function fitInOneBatch(schedules: readonly unknown[]): boolean {
  return schedules.length <= SCHEDULES_PER_BATCH;
}

/** Loads like `loadSchedules`, 50 schedules at a time, and lets others work in between. */
export async function loadInBatches(
  db: Queryable,
  organizationId: OrganizationId,
  rows: readonly ScheduleRow[],
  within: Interval,
  work: Work,
): Promise<ScheduleLoad[]> {
  const size = work.isInTransaction ? Math.max(1, rows.length) : SCHEDULES_PER_BATCH;
  const loaded: ScheduleLoad[] = [];
  for (let i = 0; i < rows.length; i += size) {
    // A large load waits for its turn, also the first time: many may arrive at once.
    if (rows.length > size) await work.turn();
    const batch = await loadSchedules(db, organizationId, rows.slice(i, i + size), within);
    loaded.push(...batch);
    work.isDue(batch.length * SHIFTS_TO_LOAD);
  }
  return loaded;
}

/** As stored: including deactivated users who are still to be removed. For that removal, and for changes that come before it. */
export function loadStoredSchedules(
  db: Queryable,
  organizationId: OrganizationId,
  rows: readonly ScheduleRow[],
  within: Interval,
  reads?: ScheduleReads,
): Promise<ScheduleLoad[]> {
  return loadAll(db, organizationId, rows, within, 'ignored', reads);
}

function keptFor(row: ScheduleRow, { start, end }: Interval): ScheduleLoad | undefined {
  const found = kept.get(row);
  return found && found.within.start <= start && end <= found.within.end ? found.loaded : undefined;
}

/** Widens an interval to whole minutes: requests within a minute then have the same query, and few more changes fall into it. */
function inWholeMinutes({ start, end }: Interval): Interval {
  return { start: startOfMinute(start), end: (Math.floor(end / MINUTE_MS) + 1) * MINUTE_MS };
}

/**
 * For what is read whether or not a response is kept: if its interval moved each minute, it would be read from the database each minute, though nothing
 * has changed.
 */
export function inWholeHours({ start, end }: Interval): Interval {
  return { start: Math.floor(start / HOUR_MS) * HOUR_MS, end: (Math.floor(end / HOUR_MS) + 1) * HOUR_MS };
}

export function startOfMinute(instant: number): number {
  return Math.floor(instant / MINUTE_MS) * MINUTE_MS;
}

async function loadAll(
  db: Queryable,
  organizationId: OrganizationId,
  rows: readonly ScheduleRow[],
  asked: Interval,
  departureHandling: DepartureHandling,
  known?: ScheduleReads,
): Promise<ScheduleLoad[]> {
  if (rows.length === 0) return [];
  const within = inWholeMinutes(asked);
  const ids = rows.map(({ id }) => id);
  const reads = known ?? (await readSchedules(db, organizationId, ids, asked));
  const rotations = await loadRotations(db, organizationId, rows, within, departureHandling, reads.revisions);
  const reaches = rotations.flatMap((rotation) => (isBroken(rotation) ? [] : rotation.reach));
  const reached = limited(widest(reaches, within), within);
  const usual = around(within);
  const isUsual = usual.start <= reached.start && reached.end <= usual.end;
  const covered = isUsual ? usual : reached;
  const overrides = isUsual ? overridesIn(reads.overrides) : await loadOverrides(db, organizationId, ids, covered);
  // All rotations have the same.
  const [departures = []] = rotations.flatMap((rotation) => (isBroken(rotation) ? [] : [rotation.departures]));
  const from = departuresFrom(db, organizationId, departures);
  const loaded: ScheduleLoad[] = [];
  for (const rotation of rotations) {
    const own = overrides.get(rotation.row.id) ?? [];
    loaded.push(isBroken(rotation) ? rotation : await reachedOver(db, rotation, from, own, within, covered));
  }
  return loaded;
}

/** The schedule with all overrides that its shifts in the interval cover; usually the known ones suffice. */
async function reachedOver(
  db: Queryable,
  rotation: ScheduleRotation,
  from: DeparturesFrom,
  stored: readonly ReadOverride[],
  within: Interval,
  known: Interval,
): Promise<ScheduleLoad> {
  const { row, latest } = rotation;
  const readable: Override[] = [];
  for (const { id, start, end, users } of stored) {
    if (users === undefined) return brokenBy(row, latest, unreadableOverride({ id }));
    readable.push({ start, end, users });
  }
  const departures = await from(row.id, readable);
  const reached = computed(row, latest, () => {
    const overrides = departures.reduce<readonly Override[]>(
      (before, departure) => overridesWithout(before, departure, rotation.timeline),
      readable,
    );
    const timeline = overrides.length === 0 ? rotation.timeline : timelineOf({ ...rotation, overrides });
    return { timeline, reach: reachOf(timeline, within) };
  });
  if (isBroken(reached)) return reached;
  const { timeline, reach } = reached;
  if (known.start <= reach.start && reach.end <= known.end) return { ...rotation, timeline };
  const { id, organization_id } = row;
  const wider = widest([reach], known);
  const more = (await loadOverrides(db, organization_id, [id], wider)).get(id) ?? [];
  return reachedOver(db, rotation, from, more, within, wider);
}

export async function loadSchedule(
  db: Queryable,
  row: ScheduleRow,
  within: Interval,
  reads?: ScheduleReads,
): Promise<ScheduleLoad> {
  const [loaded] = await loadSchedules(db, row.organization_id, [row], within, reads);
  if (loaded === undefined) throw noSchedule(row.id);
  return loaded;
}

export function unreadableOverride({ id }: Pick<StoredOverride, 'id'>): string {
  return `The users of its override ${id} cannot be read.`;
}

/** What a timeline needs of an override. */
type ReadOverride = Pick<StoredOverride, 'id' | 'start' | 'end' | 'users'>;

async function loadOverrides(
  db: Queryable,
  organizationId: OrganizationId,
  ids: readonly ScheduleId[],
  { start, end }: Interval,
): Promise<Map<ScheduleId, ReadOverride[]>> {
  return overridesIn(await db.all(overridesOfSchedules, { organizationId, ids, start, end }));
}

function overridesIn(rows: ScheduleReads['overrides']): Map<ScheduleId, ReadOverride[]> {
  const overrides = new Map<ScheduleId, ReadOverride[]>();
  for (const row of rows) {
    const override = { id: row.id, start: row.start_at, end: row.end_at, users: readIds<UserId>(row.users_json) };
    const own = overrides.get(row.schedule_id);
    if (own === undefined) overrides.set(row.schedule_id, [override]);
    else own.push(override);
  }
  return overrides;
}

function around({ start, end }: Interval): Interval {
  return { start: start - USUAL_REACH_MS, end: end + USUAL_REACH_MS };
}

/** Limited, so that one schedule with turns of years does not load the overrides of all years for all the others. */
function limited({ start, end }: Interval, within: Interval): Interval {
  return {
    start: Math.max(start, within.start - TOGETHER_WITHIN_MS),
    end: Math.min(end, within.end + TOGETHER_WITHIN_MS),
  };
}
