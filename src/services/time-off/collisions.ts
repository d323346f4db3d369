/** The shifts of people during their time off. */
import type { Queryable } from '../../db/driver/database.ts';
import { schedulesOfUser } from '../../db/schedules/schedules.ts';
import type { Interval } from '../../engine/schedule.ts';
import { eachPossibleShift } from '../../engine/shifts-of-user.ts';
import type { OrganizationId, UserId } from '../../ids.ts';
import type { CollidingShift } from '../../schemas/time-off.ts';
import { formatInstant } from '../../time/iso.ts';
import { DAY_MS } from '../../time/units.ts';
import type { Work } from '../shared/work.ts';
import { visitByStart } from '../timelines/shifts-by-start.ts';
import { loadInBatches, workingOnly } from '../timelines/timelines.ts';

/** For one time off, and in the answer of an import. Nobody reads more, so no more are computed. */
const MAX_COLLISIONS = 100;

/** The schedules and shifts of the user that are searched for one time off. Beyond these, there may be more collisions. */
const MAX_SCHEDULES = 500;
const MAX_COMPUTED = 5_000;

/** How far ahead rotations are searched. */
const MAX_AHEAD_MS = 732 * DAY_MS;

export interface Collisions {
  readonly colliding_shifts: CollidingShift[];
  readonly has_more_collisions?: boolean;
}

/** Broken schedules have no shifts. */
export async function loadCollisions(
  db: Queryable,
  { organizationId, userId }: { readonly organizationId: OrganizationId; readonly userId: UserId },
  timeOff: readonly Interval[],
  now: number,
  work: Work,
): Promise<(timeOff: Interval) => Promise<Collisions>> {
  const lastEnd = timeOff.reduce((last, { end }) => Math.max(last, end), now);
  const within = { start: now, end: Math.min(now + MAX_AHEAD_MS, lastEnd) };
  if (within.end <= within.start) return async () => ({ colliding_shifts: [] });
  const rows = await db.all(schedulesOfUser, { organizationId, userId, since: now });
  const loaded = workingOnly(await loadInBatches(db, organizationId, rows.slice(0, MAX_SCHEDULES), within, work));

  return async ({ start, end }) => {
    const rest = { start: Math.max(start, within.start), end: Math.min(end, within.end) };
    if (rest.end <= rest.start) return { colliding_shifts: [] };
    const possible = loaded.map(({ row, timeline }) => ({
      of: { id: row.id, name: row.name },
      shifts: eachPossibleShift(timeline, userId, rest, { clip: true }),
    }));
    const found: CollidingShift[] = [];
    let computed = 0;
    await visitByStart(possible, work, ({ of: scheduleReference, shift: { start, end, users } }) => {
      if (users.includes(userId))
        found.push({ start: formatInstant(start), end: formatInstant(end), schedule_reference: scheduleReference });
      computed += 1;
      return found.length <= MAX_COLLISIONS && computed < MAX_COMPUTED;
    });
    const hasMore = found.length > MAX_COLLISIONS || computed === MAX_COMPUTED || rows.length > MAX_SCHEDULES;
    return { colliding_shifts: found.slice(0, MAX_COLLISIONS), ...(hasMore && { has_more_collisions: true }) };
  };
}

/** The first collisions of several entries, which are by start: as many together as one entry may have. */
export function firstCollisions<T extends Collisions>(entries: readonly T[]): T[] {
  let left = MAX_COLLISIONS;
  return entries.map((entry) => {
    const { colliding_shifts: shifts } = entry;
    const shown = shifts.slice(0, left);
    left -= shown.length;
    return shown.length === shifts.length ? entry : { ...entry, colliding_shifts: shown, has_more_collisions: true };
  });
}
