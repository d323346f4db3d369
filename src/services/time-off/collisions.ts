/** The shifts of people during their time off. */
import type { Queryable } from '../../db/driver/database.ts';
import { schedulesOfUser } from '../../db/schedules/schedules.ts';
import { shiftsOf } from '../../engine/coverage.ts';
import type { Interval } from '../../engine/schedule.ts';
import type { OrganizationId, UserId } from '../../ids.ts';
import type { CollidingShift } from '../../schemas/time-off.ts';
import { formatInstant } from '../../time/iso.ts';
import { DAY_MS } from '../../time/units.ts';
import { loadSchedules, workingOnly } from '../schedules/timelines.ts';

/** For one time off. Nobody reads more. */
const MAX_COLLISIONS = 100;

/** How far ahead rotations are searched. */
const MAX_AHEAD_MS = 732 * DAY_MS;

export interface Collisions {
  readonly colliding_shifts: CollidingShift[];
  readonly has_more_collisions?: true;
}

/** Broken schedules have no shifts. */
export async function loadCollisions(
  db: Queryable,
  { organizationId, userId }: { readonly organizationId: OrganizationId; readonly userId: UserId },
  timeOff: readonly Interval[],
  now: number,
): Promise<(timeOff: Interval) => Collisions> {
  const coming = timeOff.filter(({ end }) => end > now);
  const within = {
    start: now,
    end: Math.min(now + MAX_AHEAD_MS, Math.max(now, ...coming.map(({ end }) => end))),
  };
  if (within.end <= within.start) return () => ({ colliding_shifts: [] });
  const rows = await db.all(schedulesOfUser, { organizationId, userId, since: now });
  const loaded = workingOnly(await loadSchedules(db, organizationId, rows, within));
  return ({ start, end }) => {
    const rest = { start: Math.max(start, within.start), end: Math.min(end, within.end) };
    if (rest.end <= rest.start) return { colliding_shifts: [] };
    const shifts = loaded
      .flatMap(({ row: { id, name }, timeline }) =>
        Iterator.from(shiftsOf(timeline, userId, rest))
          .take(MAX_COLLISIONS + 1)
          .map((shift) => ({ start: shift.start, end: shift.end, schedule_reference: { id, name } }))
          .toArray(),
      )
      .sort((a, b) => a.start - b.start);
    return {
      colliding_shifts: shifts.slice(0, MAX_COLLISIONS).map((shift) => ({
        ...shift,
        start: formatInstant(shift.start),
        end: formatInstant(shift.end),
      })),
      ...(shifts.length > MAX_COLLISIONS && { has_more_collisions: true }),
    };
  };
}
