/** From rows to the engine: timelines of many schedules at once, in a fixed number of queries. */
import type { Queryable } from '../db/database.ts';
import { overridesOfSchedules } from '../db/overrides.ts';
import { type RevisionRow, revisionsOfSchedules } from '../db/revisions.ts';
import type { ScheduleRow } from '../db/schedules.ts';
import type { Interval, Layer, Override, Revision } from '../engine/schedule.ts';
import { reachOf, type Timeline, timelineOf } from '../engine/timeline.ts';
import { AppError } from '../errors.ts';
import type { OrganizationId, ScheduleId, UserId } from '../ids.ts';
import { DAY_MS } from '../time/units.ts';
import { findZone, type Zone } from '../time/zones.ts';

/** Most turns are shorter: what they reach over is loaded for all schedules at once. The others are looked at one by one. */
const TOGETHER_WITHIN_MS = 35 * DAY_MS;

export interface LoadedSchedule {
  readonly row: ScheduleRow;
  /** Right for whole shifts that intersect the interval it was loaded for. */
  readonly timeline: Timeline;
  readonly revisions: readonly Revision[];
  readonly latest: Revision;
}

/** What the current and the next shift may depend on: rule SH-2. */
export function nowAndNext(now: number): Interval {
  return { start: now, end: now + 366 * DAY_MS };
}

export async function loadSchedules(
  db: Queryable,
  organizationId: OrganizationId,
  rows: readonly ScheduleRow[],
  within: Interval,
): Promise<LoadedSchedule[]> {
  const ids = rows.map(({ id }) => id);
  const revisions = Map.groupBy(await db.all(revisionsOfSchedules, { organizationId, ids }), (row) => row.schedule_id);
  const schedules = rows.flatMap((row) => {
    const own = (revisions.get(row.id) ?? []).map(revisionOf);
    const latest = own.at(-1);
    // Every schedule has a revision: without one, it was deleted since its row was read.
    return latest === undefined ? [] : { row, zone: zoneOf(row), revisions: own, latest };
  });

  const none = schedules.map((schedule) => ({ ...schedule, timeline: timelineOf({ ...schedule, overrides: [] }) }));
  const known = limited(
    widest(
      none.map(({ timeline }) => reachOf(timeline, within)),
      within,
    ),
    within,
  );
  const overrides = await loadOverrides(db, organizationId, ids, known);
  const loaded: LoadedSchedule[] = [];
  for (const schedule of schedules) {
    const timeline = timelineOf({ ...schedule, overrides: overrides.get(schedule.row.id) ?? [] });
    loaded.push(await reachedOver(db, { ...schedule, timeline }, within, known));
  }
  return loaded;
}

/** The schedule with all overrides that its shifts in the interval reach over; mostly those that are known do. */
async function reachedOver(
  db: Queryable,
  schedule: LoadedSchedule & { readonly zone: Zone },
  within: Interval,
  known: Interval,
): Promise<LoadedSchedule> {
  const reach = reachOf(schedule.timeline, within);
  if (known.start <= reach.start && reach.end <= known.end) return schedule;
  const { id, organization_id } = schedule.row;
  const wider = widest([reach], known);
  const overrides = (await loadOverrides(db, organization_id, [id], wider)).get(id) ?? [];
  return reachedOver(db, { ...schedule, timeline: timelineOf({ ...schedule, overrides }) }, within, wider);
}

export async function loadSchedule(db: Queryable, row: ScheduleRow, within: Interval): Promise<LoadedSchedule> {
  const [loaded] = await loadSchedules(db, row.organization_id, [row], within);
  if (loaded === undefined) throw new AppError('not_found', `There is no schedule ${JSON.stringify(row.id)}.`);
  return loaded;
}

export function revisionOf(row: RevisionRow): Revision {
  return { number: row.number, validFrom: row.valid_from, layer: JSON.parse(row.layer_json) as Layer };
}

/** A zone that was known when the schedule was made may be unknown to another runtime; it must not be guessed. */
export function zoneOf({ id, time_zone }: Pick<ScheduleRow, 'id' | 'time_zone'>): Zone {
  const zone = findZone(time_zone);
  if (zone === undefined) throw new Error(`schedule ${id} is in ${time_zone}, which this runtime does not know`);
  return zone;
}

async function loadOverrides(
  db: Queryable,
  organizationId: OrganizationId,
  ids: readonly ScheduleId[],
  { start, end }: Interval,
): Promise<Map<ScheduleId, Override[]>> {
  const rows = await db.all(overridesOfSchedules, { organizationId, ids, start, end });
  const overrides = new Map<ScheduleId, Override[]>();
  for (const row of rows) {
    const override = { start: row.start_at, end: row.end_at, users: JSON.parse(row.users_json) as UserId[] };
    const own = overrides.get(row.schedule_id);
    if (own === undefined) overrides.set(row.schedule_id, [override]);
    else own.push(override);
  }
  return overrides;
}

/** Not so far that one schedule with turns of years would have the overrides of all years loaded for all the others. */
function limited({ start, end }: Interval, within: Interval): Interval {
  return {
    start: Math.max(start, within.start - TOGETHER_WITHIN_MS),
    end: Math.min(end, within.end + TOGETHER_WITHIN_MS),
  };
}

function widest(intervals: readonly Interval[], atLeast: Interval): Interval {
  return intervals.reduce(
    (all, { start, end }) => ({ start: Math.min(all.start, start), end: Math.max(all.end, end) }),
    atLeast,
  );
}
