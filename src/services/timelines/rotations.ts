/**
 * Loads schedules with only those revisions that their shifts in an interval depend on. A shift continues across revisions with the same people on
 * call (rule REV-3), so if one reaches the edge of the loaded time, more is loaded.
 */
import type { Queryable } from '../../db/driver/database.ts';
import { type RevisionInForceRow, type RevisionRow, revisionsInForce } from '../../db/schedules/revisions.ts';
import type { ScheduleRow } from '../../db/schedules/schedules.ts';
import { type Departure, revisionsAfter } from '../../engine/departures.ts';
import type { Interval, Revision } from '../../engine/schedule.ts';
import { reachOf, type Timeline, timelineOf } from '../../engine/timeline.ts';
import { quoted } from '../../errors.ts';
import type { OrganizationId, ScheduleId, UserId } from '../../ids.ts';
import { MAX_INSTANT } from '../../time/iso.ts';
import { MINUTE_MS } from '../../time/units.ts';
import { findZone, type Zone } from '../../time/zones.ts';
import { readLayer, type Unreadable } from './stored-layers.ts';

/** The factor by which each search extends: a shift across thousands of revisions is complete after a few. */
const FURTHER = 8;

export interface ScheduleRotation {
  readonly row: ScheduleRow;
  readonly zone: Zone;
  /** The revisions that whole shifts in the interval depend on, and the latest. */
  readonly revisions: readonly Revision[];
  /** Users who are still in stored overrides, though no longer on call. */
  readonly departures: readonly Departure[];
  readonly latest: Revision;
  /** Without overrides. */
  readonly timeline: Timeline;
  /** The time that the whole shifts of the rotation cover. */
  readonly reach: Interval;
}

/** A deactivated user is not on call anywhere, while a worker still removes them from the stored schedules. `applied`: as if that were done. */
export type DepartureHandling = 'applied' | 'ignored';

/** A revision whose layer cannot be read. */
export interface UnreadableRevision extends Omit<Revision, 'layer'>, Unreadable {}

/** Rule STO-5: a schedule that cannot be computed. It has no timeline, so no code can mistake it for one where nobody is on call. */
export interface BrokenSchedule {
  readonly row: ScheduleRow;
  readonly broken: {
    /** Whole sentences, shown to people. */
    readonly reason: string;
  };
  readonly latest: Revision | UnreadableRevision;
}

/** `known`: the revisions in the interval. More are read only while a shift reaches the edge of the loaded time. */
export async function loadRotations(
  db: Queryable,
  organizationId: OrganizationId,
  rows: readonly ScheduleRow[],
  within: Interval,
  departureHandling: DepartureHandling,
  known: readonly RevisionInForceRow[],
): Promise<(ScheduleRotation | BrokenSchedule)[]> {
  const settled = new Map<ScheduleId, ScheduleRotation | BrokenSchedule>();
  let unsettled = rows;
  let asked = within;
  let found = known;
  for (let slackMs = 0; unsettled.length > 0; slackMs = slackMs * FURTHER + MINUTE_MS) {
    const bySchedule = Map.groupBy(found, (revision) => revision.schedule_id);
    const departures = departureHandling === 'applied' ? departuresIn(found[0]?.departures) : [];
    const reaching: ScheduleRotation[] = [];
    for (const row of unsettled) {
      const revisions = bySchedule.get(row.id);
      // Every schedule has a revision: without one, it was deleted since its row was read.
      if (revisions === undefined) continue;
      const rotation = rotationOf(row, revisions, within, departures);
      if (isBroken(rotation) || isWhole(rotation, revisions, asked)) settled.set(row.id, rotation);
      else reaching.push(rotation);
    }
    unsettled = reaching.map(({ row }) => row);
    const { start, end } = widest(
      reaching.map(({ reach }) => reach),
      asked,
    );
    asked = { start: start - slackMs, end: end + slackMs };
    const ids = unsettled.map(({ id }) => id);
    if (ids.length > 0) found = await db.all(revisionsInForce, { organizationId, ids, ...asked });
  }
  return rows.flatMap(({ id }) => settled.get(id) ?? []);
}

export function isBroken<T>(schedule: T | BrokenSchedule): schedule is BrokenSchedule {
  return typeof schedule === 'object' && schedule !== null && 'broken' in schedule;
}

/** The result of `compute`. A schedule that makes it throw is broken: it must not stop the others. */
export function computed<T>(row: ScheduleRow, latest: BrokenSchedule['latest'], compute: () => T): T | BrokenSchedule {
  try {
    return compute();
  } catch (error) {
    return brokenBy(row, latest, notComputable(error));
  }
}

export function brokenBy(row: ScheduleRow, latest: BrokenSchedule['latest'], reason: string): BrokenSchedule {
  return { row, latest, broken: { reason } };
}

/** In chronological order; empty for undefined and null. See db/people/departure-list.ts. */
export function departuresIn(list: string | null | undefined): Departure[] {
  if (list === null || list === undefined) return [];
  return list
    .split(',')
    .map((one) => {
      const [user, at] = one.split(' ');
      return { user: user as UserId, at: Number(at) };
    })
    .sort((a, b) => a.at - b.at || (a.user < b.user ? -1 : 1));
}

export function revisionOf(row: RevisionRow): Revision | UnreadableRevision {
  const revision = { number: row.number, validFrom: row.valid_from };
  const layer = readLayer(row.layer_json);
  return 'problem' in layer ? { ...revision, ...layer } : { ...revision, layer };
}

export function isReadable(revision: Revision | UnreadableRevision): revision is Revision {
  return 'layer' in revision;
}

export function unreadable({ number, problem }: UnreadableRevision): string {
  return `The layer of its revision ${number} cannot be read: ${problem}.`;
}

/** A zone that was known when the schedule was created may be unknown to another runtime; it must not be guessed. */
export function unknownZone({ time_zone }: ScheduleRow): string {
  return `This server does not know its time zone ${quoted(time_zone)}.`;
}

/** A bug: what is stored was checked before. The error goes to the log, with the warnings of packages, and not to the caller. */
export function notComputable(error: unknown): string {
  process.emitWarning(error instanceof Error ? error : String(error));
  return 'Its shifts cannot be computed: the log of the service says why.';
}

export function widest(intervals: readonly Interval[], atLeast: Interval): Interval {
  return intervals.reduce(
    (all, { start, end }) => ({ start: Math.min(all.start, start), end: Math.max(all.end, end) }),
    atLeast,
  );
}

function rotationOf(
  row: ScheduleRow,
  rows: readonly RevisionInForceRow[],
  within: Interval,
  departures: readonly Departure[],
): ScheduleRotation | BrokenSchedule {
  const stored = rows.map(revisionOf);
  const latest = stored.at(-1) as Revision | UnreadableRevision;
  const readable: Revision[] = [];
  for (const revision of stored) {
    if (!isReadable(revision)) return brokenBy(row, latest, unreadable(revision));
    readable.push(revision);
  }
  const zone = findZone(row.time_zone);
  if (zone === undefined) return brokenBy(row, latest, unknownZone(row));
  return computed(row, latest, () => {
    const revisions = departures.length === 0 ? readable : revisionsAfter(readable, zone, departures);
    const timeline = timelineOf({ zone, revisions, overrides: [] });
    const reach = reachOf(timeline, within);
    return { row, zone, revisions, departures, latest: revisions.at(-1) as Revision, timeline, reach };
  });
}

/**
 * Whether the reach ends before the edges of the loaded time. Validities are contiguous: what was searched and not found is before the first of them,
 * and only the latest may be separate.
 */
function isWhole({ reach }: ScheduleRotation, rows: readonly RevisionRow[], asked: Interval): boolean {
  const first = rows.at(0) as RevisionRow;
  const last = rows.findLast(({ valid_from }) => valid_from <= asked.end);
  const isFirstOfAll = first.number === 0 || first.valid_from >= asked.start;
  const isLastOfAll = last === undefined || last.valid_until >= MAX_INSTANT;
  return (isFirstOfAll || first.valid_from < reach.start) && (isLastOfAll || reach.end < last.valid_until);
}
