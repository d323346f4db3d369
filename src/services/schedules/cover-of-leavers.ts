/**
 * Rule TRU-3: the people whom a departing user covers, by schedule. In an override of several people they take their place back; where the user is
 * alone in it, the override ends and the rotation decides.
 */
import { coverOfLeavers } from '../../db/coverage/coverage-answers.ts';
import type { UnguardedReads } from '../../db/driver/database.ts';
import type { RowOf } from '../../db/driver/statement.ts';
import type { Cover, Departure } from '../../engine/departures.ts';
import type { Interval } from '../../engine/schedule.ts';
import type { OrganizationId, ScheduleId, UserId } from '../../ids.ts';
import { takenBySchedule } from '../coverage/acceptances.ts';
import { readShifts } from '../coverage/coverage-shifts.ts';

interface Taken extends RowOf<typeof coverOfLeavers> {
  readonly shiftsOf: ReadonlyMap<ScheduleId, readonly Interval[]>;
}
type TakenBy = ReadonlyMap<UserId, readonly Taken[]>;

/** The departures with `covers`, for each schedule. */
export type DeparturesFrom = (scheduleId: ScheduleId) => readonly Departure[];

export async function loadDeparturesFrom(
  db: UnguardedReads,
  organizationId: OrganizationId,
  departures: readonly Departure[],
): Promise<DeparturesFrom> {
  if (departures.length === 0) return () => departures;
  const since = Math.min(...departures.map(({ at }) => at));
  const rows = await db.all(coverOfLeavers, { organizationId, since });
  if (rows.length === 0) return () => departures;
  // Read once, and not for each schedule: there may be hundreds of shifts.
  const taken = rows.map((row) => ({ ...row, shiftsOf: takenBySchedule(readShifts(row.shifts_json ?? '') ?? []) }));
  const takenBy = Map.groupBy(taken, ({ taken_by }) => taken_by);
  return (scheduleId) =>
    departures.map((departure) => ({ ...departure, covers: coversOf(departure.user, scheduleId, takenBy) }));
}

/** If the requester has left too, whom they covered. `passedOnBy`: people who may have covered for each other. */
function coversOf(
  user: UserId,
  scheduleId: ScheduleId,
  takenBy: TakenBy,
  passedOnBy: ReadonlySet<UserId> = new Set(),
): Cover[] {
  if (passedOnBy.has(user)) return [];
  const others = new Set([...passedOnBy, user]);
  return (takenBy.get(user) ?? []).flatMap(({ shiftsOf, requester_id: requester, requester_left_at }) => {
    const shifts = shiftsOf.get(scheduleId) ?? [];
    if (requester_left_at === null) return shifts.map(({ start, end }) => ({ start, end, requester }));
    const before = shifts.length === 0 ? [] : coversOf(requester, scheduleId, takenBy, others);
    return shifts.flatMap((shift) =>
      before
        .map((cover) => ({ ...cover, start: Math.max(cover.start, shift.start), end: Math.min(cover.end, shift.end) }))
        .filter(({ start, end }) => start < end),
    );
  });
}
