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
import { joinIntervals } from '../../time/intervals.ts';
import { readShifts } from '../shared/stored-shifts.ts';

interface Taken extends RowOf<typeof coverOfLeavers> {
  /** In that schedule. */
  readonly shifts: readonly Interval[];
}
type TakenBy = ReadonlyMap<UserId, readonly Taken[]>;

/** The departures with `covers`, for a schedule with these overrides. */
export type DeparturesFrom = (
  scheduleId: ScheduleId,
  overrides: readonly { readonly users: readonly UserId[] | undefined }[],
) => Promise<readonly Departure[]>;

/** What people took is read only if somebody who leaves is in an override with others. */
export function departuresFrom(
  db: UnguardedReads,
  organizationId: OrganizationId,
  departures: readonly Departure[],
): DeparturesFrom {
  if (departures.length === 0) return async () => departures;
  const leavers = new Set(departures.map(({ user }) => user));
  const since = Math.min(...departures.map(({ at }) => at));
  let read: Promise<readonly RowOf<typeof coverOfLeavers>[]> | undefined;
  return async (scheduleId, overrides) => {
    const isShared = overrides.some(({ users = [] }) => users.length > 1 && users.some((user) => leavers.has(user)));
    if (!isShared) return departures;
    read ??= db.all(coverOfLeavers, { organizationId, since });
    // There may be hundreds of shifts in each: only those are parsed that name the schedule.
    const rows = (await read).filter(({ shifts_json }) => shifts_json?.includes(scheduleId));
    const taken = rows.map((row) => {
      const shifts = (readShifts(row.shifts_json ?? '') ?? []).filter((shift) => shift.scheduleId === scheduleId);
      return { ...row, shifts: joinIntervals(shifts) };
    });
    const takenBy = Map.groupBy(taken, ({ taken_by }) => taken_by);
    return departures.map((departure) => ({ ...departure, covers: coversOf(departure.user, takenBy) }));
  };
}

/** If the requester has left too, whom they covered. `passedOnBy`: people who may have covered for each other. */
function coversOf(user: UserId, takenBy: TakenBy, passedOnBy: ReadonlySet<UserId> = new Set()): Cover[] {
  if (passedOnBy.has(user)) return [];
  const others = new Set([...passedOnBy, user]);
  return (takenBy.get(user) ?? []).flatMap(({ shifts, requester_id: requester, requester_left_at }) => {
    if (requester_left_at === null) return shifts.map(({ start, end }) => ({ start, end, requester }));
    const before = shifts.length === 0 ? [] : coversOf(requester, takenBy, others);
    return shifts.flatMap((shift) =>
      before
        .map((cover) => ({ ...cover, start: Math.max(cover.start, shift.start), end: Math.min(cover.end, shift.end) }))
        .filter(({ start, end }) => start < end),
    );
  });
}
