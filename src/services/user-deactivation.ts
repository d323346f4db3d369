/**
 * Deleting a user deactivates them: out of every layer that is or will be in force (a new revision for each), out of every
 * override that is not over, out of their teams; their pending coverage requests are canceled, their keys revoked, their sessions ended. What is
 * past keeps their name.
 */
import { revokeApiKeysOfUser } from '../db/api-keys.ts';
import type { Queryable } from '../db/database.ts';
import { lockOrganization } from '../db/organizations.ts';
import { schedulesOfUser } from '../db/schedules.ts';
import { deleteSessionsOfUser } from '../db/sessions.ts';
import { deleteSignInLinkOfUser } from '../db/sign-in-links.ts';
import {
  cancelCoverageRequests,
  coverageRequestsToCancel,
  deactivateUser,
  leaveTeams,
  teamsToLeave,
  unfinishedOverridesOf,
} from '../db/user-deactivation.ts';
import type { UserRow } from '../db/users.ts';
import { type Caller, requirePermission } from '../permissions.ts';
import type { Deactivation } from '../schemas/users.ts';
import { writeAuditEntry } from './audit-log.ts';
import { changeAs } from './callers.ts';
import { tellCoverageCanceled } from './coverage-news.ts';
import { type ExpectedTags, requireTag, tagOf } from './entity-tags.ts';
import { planningOf } from './schedule-changes.ts';
import { planScheduleChange } from './schedule-plan.ts';
import { lockStates } from './schedule-state.ts';
import { writePlans } from './schedule-writes.ts';
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

    const schedules = await tx.all(schedulesOfUser, { ...leaving, since: now });
    const ids = schedules.map((schedule) => schedule.id);
    const planning = planningOf(services, caller, now);
    const plans = (await lockStates(tx, organizationId, ids, now)).map((state) =>
      planScheduleChange(state, { kind: 'departure', userId: user.id }, planning),
    );
    await writePlans(services, tx, caller, plans);

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
