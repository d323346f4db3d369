/**
 * Deleting a user deactivates them: out of every layer that is or will be in force (a new revision for each), out of every
 * override that is not over, out of their teams; their pending coverage requests are canceled, their keys revoked, their sessions ended. What is
 * past keeps their name.
 */
import { revokeApiKeysOfUser } from '../db/api-keys.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { lockOrganization } from '../db/organizations.ts';
import { deleteOverride, endOverride, endOverrideUsers, type OverrideRow } from '../db/overrides.ts';
import { lockSchedule, type ScheduleRow, schedulesOfUser, updateLatestRevision } from '../db/schedules.ts';
import { deleteSessionsOfUser } from '../db/sessions.ts';
import { deleteSignInLinkOfUser } from '../db/sign-in-links.ts';
import {
  cancelCoverageRequests,
  coverageRequestsToCancel,
  deactivateUser,
  leaveOverride,
  leaveTeams,
  replaceOverrideUsers,
  teamsToLeave,
  unfinishedOverridesOf,
} from '../db/user-deactivation.ts';
import type { UserRow } from '../db/users.ts';
import { withoutUser } from '../engine/departures.ts';
import { planRevision } from '../engine/revisions.ts';
import type { Layer } from '../engine/schedule.ts';
import type { UserId } from '../ids.ts';
import { type Caller, requirePermission } from '../permissions.ts';
import type { Deactivation } from '../schemas/users.ts';
import { findZone } from '../time/zones.ts';
import { writeAuditEntry } from './audit-log.ts';
import { changeAs } from './callers.ts';
import { tellCoverageCanceled } from './coverage-news.ts';
import { type ExpectedTags, requireTag, tagOf } from './entity-tags.ts';
import { notingScheduleChange } from './news.ts';
import { storeOverride } from './overrides.ts';
import { reignsNotOver } from './rotations.ts';
import { appendRevision, getLatestRevision, refreshNextChange, refreshScheduleUsers } from './schedule-changes.ts';
import type { Services } from './services.ts';
import { teamOf } from './teams.ts';
import { getUserRow, requireOtherOwner, userOf } from './users.ts';

/** What deleting the user would change; refused where that would be refused. */
export async function previewDeactivation({ db, clock }: Services, caller: Caller, id: string): Promise<Deactivation> {
  const user = await getUserToDelete(db, caller, id);
  if (user.role === 'owner') await requireOtherOwner(db, caller, user.id);
  const leaving = { organizationId: caller.organizationId, userId: user.id };
  const now = clock.now();
  const schedules = await db.all(schedulesOfUser, { ...leaving, since: now });
  return {
    schedules: schedules.map((schedule) => ({ id: schedule.id, name: schedule.name })),
    overrides: (await db.all(unfinishedOverridesOf, { ...leaving, now })).length,
    coverage_requests: (await db.all(coverageRequestsToCancel, { ...leaving, now })).length,
    teams: (await db.all(teamsToLeave, leaving)).map(teamOf),
  };
}

export function deleteUser(services: Services, caller: Caller, id: string, expected?: ExpectedTags): Promise<void> {
  return changeAs(services, caller, async (tx, caller) => {
    const { organizationId } = caller;
    const now = services.clock.now();
    await tx.run(lockOrganization, { id: organizationId });
    const user = await getUserToDelete(tx, caller, id);
    requireTag(expected, tagOf(userOf(user)));
    if (user.role === 'owner') await requireOtherOwner(tx, caller, user.id);
    const leaving = { organizationId, userId: user.id };
    // First of all: whoever puts the user into something takes this row too, and then finds nobody there.
    await tx.run(deactivateUser, { ...leaving, now });

    const schedules: ScheduleRow[] = [];
    for (const { id: scheduleId } of await tx.all(schedulesOfUser, { ...leaving, since: now })) {
      const locked = await tx.first(lockSchedule, { organizationId, id: scheduleId });
      if (locked !== undefined) schedules.push(locked);
    }
    const unfinished = await tx.all(unfinishedOverridesOf, { ...leaving, now });
    const overrides = Map.groupBy(unfinished, (override) => override.schedule_id);
    for (const schedule of schedules) {
      await leaveSchedule(services, tx, caller, schedule, overrides.get(schedule.id) ?? [], user.id);
    }

    await tx.run(leaveTeams, leaving);
    for (const request of await tx.all(cancelCoverageRequests, { ...leaving, now })) {
      await tellCoverageCanceled(services, tx, { organizationId, id: request.id });
    }
    await tx.run(revokeApiKeysOfUser, { ...leaving, now });
    await tx.run(deleteSessionsOfUser, leaving);
    await tx.run(deleteSignInLinkOfUser, leaving);
    await writeAuditEntry(services, tx, caller, {
      action: 'user.deleted',
      targetId: user.id,
      detail: { name: user.name, email: user.email },
    });
  });
}

async function getUserToDelete(db: Queryable, caller: Caller, id: string): Promise<UserRow> {
  const row = await getUserRow(db, caller, id);
  await requirePermission(caller, row.role === 'owner' ? 'change owners' : 'change users');
  return row;
}

async function leaveSchedule(
  services: Services,
  tx: Transaction,
  caller: Caller,
  schedule: ScheduleRow,
  overrides: readonly OverrideRow[],
  userId: UserId,
): Promise<void> {
  await notingScheduleChange(services, tx, caller, schedule, async () => {
    await leaveLayers(services, tx, caller, schedule, userId);
    for (const override of overrides) await leaveUnfinishedOverride(services, tx, caller, override, userId);
    await refreshNextChange(services, tx, caller, schedule.id);
    return ['people'];
  });
}

/** Rule REV-5. Every layer in force from now on is written again without the user, in the order in which they come into force. */
async function leaveLayers(
  services: Services,
  tx: Transaction,
  caller: Caller,
  row: ScheduleRow,
  userId: UserId,
): Promise<void> {
  const now = services.clock.now();
  const reigns = await reignsNotOver(tx, { organizationId: row.organization_id, id: row.id }, now);
  if (!reigns.some(({ revision }) => revision.layer.users.includes(userId))) return;

  const zone = findZone(row.time_zone);
  // Without a zone no turn can be computed; the user still has to go.
  const leave = (layer: Layer): Layer =>
    zone === undefined
      ? { ...layer, users: layer.users.filter((one) => one !== userId) }
      : withoutUser(layer, zone, userId, now);
  let last = await getLatestRevision(tx, row);
  for (const { revision } of reigns) {
    const next = planRevision(last, leave(revision.layer), now);
    if (next === undefined) continue;
    await appendRevision(services, tx, caller, row.id, next);
    last = next;
  }
  await tx.run(updateLatestRevision, { organizationId: row.organization_id, id: row.id, latestRevision: last.number });
  await refreshScheduleUsers(services, tx, caller, row.id);
}

/** The others stay on call. Nobody left: it goes as if it were deleted. A part that is past stays as it was. */
async function leaveUnfinishedOverride(
  services: Services,
  tx: Transaction,
  caller: Caller,
  row: OverrideRow,
  userId: UserId,
): Promise<void> {
  const now = services.clock.now();
  const { organization_id: organizationId, schedule_id: scheduleId, id } = row;
  const users = (JSON.parse(row.users_json) as UserId[]).filter((one) => one !== userId);
  if (row.start_at < now) {
    await tx.run(endOverride, { organizationId, scheduleId, id, now });
    await tx.run(endOverrideUsers, { organizationId, overrideId: id, now });
    if (users.length > 0) {
      await storeOverride(services, tx, caller, scheduleId, { start: now, end: row.end_at, users }, row.rank);
    }
  } else if (users.length > 0) {
    await tx.run(replaceOverrideUsers, { organizationId, id, usersJson: JSON.stringify(users) });
    await tx.run(leaveOverride, { organizationId, overrideId: id, userId });
  } else {
    await tx.run(deleteOverride, { organizationId, scheduleId, id });
  }
}
