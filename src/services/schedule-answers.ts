/** Schedules, layers and shifts as the contract shows them: people in full instead of ids, instants as text. */
import type { Queryable } from '../db/database.ts';
import { teamsOfSchedules } from '../db/schedules.ts';
import type { Layer, Shift } from '../engine/schedule.ts';
import { nextShiftAfter, shiftAt } from '../engine/timeline.ts';
import type { OrganizationId, UserId } from '../ids.ts';
import type { Schedule, ScheduleLayer, ScheduleShift } from '../schemas/schedules.ts';
import type { User } from '../schemas/users.ts';
import { formatInstant } from '../time/iso.ts';
import { teamOf } from './teams.ts';
import type { LoadedSchedule } from './timelines.ts';
import { loadUsers } from './users.ts';

type FindUser = (id: UserId) => User;

/** All of them with two queries, however many there are. */
export async function presentSchedules(
  db: Queryable,
  organizationId: OrganizationId,
  loaded: readonly LoadedSchedule[],
  now: number,
): Promise<Schedule[]> {
  const ids = loaded.map(({ row }) => row.id);
  const teams = Map.groupBy(await db.all(teamsOfSchedules, { organizationId, ids }), (team) => team.schedule_id);
  const withShifts = loaded.map((schedule) => ({
    ...schedule,
    current: shiftAt(schedule.timeline, now),
    next: nextShiftAfter(schedule.timeline, now),
  }));
  const findUser = await loadUsers(
    db,
    organizationId,
    withShifts.flatMap(({ latest, current, next }) => [
      ...latest.layer.users,
      ...(current?.users ?? []),
      ...(next?.users ?? []),
    ]),
  );
  return withShifts.map(({ row, latest, current, next }) => ({
    id: row.id,
    name: row.name,
    ...(row.description !== null && { description: row.description }),
    time_zone: row.time_zone,
    layers: [presentLayer(latest.layer, findUser)],
    teams: (teams.get(row.id) ?? []).map(teamOf),
    current_revision: latest.number,
    current_revision_valid_from: formatInstant(latest.validFrom),
    ...(current && { current_oncall_shift: presentShift(current, findUser) }),
    ...(next && { next_oncall_shift: presentShift(next, findUser) }),
    users: [...new Set(latest.layer.users)].map(findUser),
  }));
}

export function presentLayer(layer: Layer, findUser: FindUser): ScheduleLayer {
  return {
    name: layer.name,
    rotation_start: formatInstant(layer.rotationStart),
    concurrent_oncall_users: layer.concurrentUsers,
    users: layer.users.map(findUser),
    shift_length: layer.shiftLength,
    ...(layer.restrictionIntervals && { restriction_intervals: [...layer.restrictionIntervals] }),
  };
}

export function presentShift({ start, end, users }: Shift, findUser: FindUser): ScheduleShift {
  return { users: users.map(findUser), start: formatInstant(start), end: formatInstant(end) };
}
