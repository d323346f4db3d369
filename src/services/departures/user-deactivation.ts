/**
 * Deleting a user deactivates them. One short transaction ends their access: keys, sessions, links, calendar feeds, teams and pending coverage
 * requests. From then on they are not on call anywhere. The schedules follow, and what they took of others' requests is open again: within the
 * request if that is little, otherwise by a worker (departures.ts). Past shifts keep their name.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { deleteFeedsOfUser } from '../../db/calendar-feeds.ts';
import type { Queryable } from '../../db/driver/database.ts';
import { lockOrganization } from '../../db/people/organizations.ts';
import {
  cancelCoverageRequests,
  coverageRequestsToCancel,
  deactivateUser,
  leaveTeams,
  teamsToLeave,
  unfinishedOverridesOf,
} from '../../db/people/user-deactivation.ts';
import type { UserRow } from '../../db/people/users.ts';
import { schedulesOfUser } from '../../db/schedules/schedules.ts';
import { revokeApiKeysOfUser } from '../../db/sign-in/api-keys.ts';
import { deleteSessionsOfUser } from '../../db/sign-in/sessions.ts';
import { deleteSignInLinkOfUser } from '../../db/sign-in/sign-in-links.ts';
import { parseId } from '../../ids.ts';
import { type Caller, requirePermission } from '../../permissions.ts';
import type { Deactivation } from '../../schemas/people/deactivation.ts';
import { announceRequests, loadSettled } from '../coverage/coverage-notifications.ts';
import type { LeaseTerm } from '../outbox/leases.ts';
import { enqueue } from '../outbox/outbox.ts';
import { teamOf } from '../people/teams.ts';
import { getUserRow, noUser, requireOtherOwner, userOf } from '../people/users.ts';
import { writeAuditEntry } from '../shared/audit-log.ts';
import { currentUser } from '../shared/callers.ts';
import { type ExpectedTags, requireTag, tagOf } from '../shared/entity-tags.ts';
import type { Services } from '../shared/services.ts';
import { waitForAll } from '../shared/wait-for-all.ts';
import { loadSubscriptions } from '../webhooks/announcements.ts';
import { finishSmallDeparture, type LeavingUser, storeDeparture } from './departures.ts';

/** Preview of deleting the user; refused if deleting would be refused. */
export async function previewDeactivation({ db, clock }: Services, caller: Caller, id: string): Promise<Deactivation> {
  const user = await getUserToDelete(db, caller, id);
  if (user.role === 'owner') await requireOtherOwner(db, caller, user.id);
  const leaving = { organizationId: caller.organizationId, userId: user.id };
  const now = clock.now();
  const [schedules, overrides, requests, teams] = await waitForAll([
    db.all(schedulesOfUser, { ...leaving, since: now }),
    db.all(unfinishedOverridesOf, { ...leaving, now }),
    db.all(coverageRequestsToCancel, { ...leaving, now }),
    db.all(teamsToLeave, leaving),
  ]);
  return {
    schedules: schedules.map((schedule) => ({ id: schedule.id, name: schedule.name })),
    overrides: overrides.length,
    coverage_requests: requests.length,
    teams: teams.map(teamOf),
  };
}

export async function deleteUser(
  services: Services,
  caller: Caller,
  id: string,
  expected?: ExpectedTags,
): Promise<void> {
  const { leaver, leftAt, lease } = await endAccess(services, caller, id, expected);
  // On SQLite other requests are served here, between two transactions.
  await nextTurn();
  // The user is deactivated in any case: a worker does the rest.
  await finishSmallDeparture(services, caller, leaver, leftAt, lease).catch((error) =>
    services.log?.warn('a worker has to finish the departure of a deactivated user', { user: leaver.userId, error }),
  );
}

/** Locks and writes no schedules, whose locks others may have. */
function endAccess(
  services: Services,
  caller: Caller,
  id: string,
  expected: ExpectedTags | undefined,
): Promise<{ readonly leaver: LeavingUser; readonly leftAt: number; readonly lease: LeaseTerm }> {
  const { organizationId } = caller;
  const userId = parseId('user', id);
  if (userId === undefined) throw noUser(id);
  const leaver = { organizationId, userId };
  return services.db.transaction(async (tx) => {
    const leftAt = services.clock.now();
    const [{ role, seat }, user, requests, subscriptions] = await waitForAll([
      currentUser(tx, caller),
      getUserRow(tx, caller, id),
      tx.all(coverageRequestsToCancel, { ...leaver, now: leftAt }),
      loadSubscriptions(tx, organizationId),
    ]);
    await requireMayDelete({ ...caller, role, seat }, user);
    requireTag(expected, tagOf(userOf(user)));
    if (user.role === 'owner') await requireOtherOwner(tx, caller, user.id);
    const canceled = requests.map((row) => ({ ...row, status: 'canceled' }) as const);
    const settled = await waitForAll(canceled.map((row) => loadSettled(services, tx, row)));
    tx.send(lockOrganization, { id: organizationId });
    // First: transactions that add the user to something lock this row too, and then find no active user.
    tx.send(deactivateUser, { ...leaver, now: leftAt });
    const lease = storeDeparture(services, tx, caller, user.id, leftAt);
    tx.send(leaveTeams, leaver);
    tx.send(cancelCoverageRequests, { ...leaver, now: leftAt });
    tx.send(revokeApiKeysOfUser, { ...leaver, now: leftAt });
    tx.send(deleteSessionsOfUser, leaver);
    tx.send(deleteSignInLinkOfUser, leaver);
    tx.send(deleteFeedsOfUser, leaver);
    await enqueue(
      services,
      tx,
      organizationId,
      settled.flatMap(({ cards }) => cards),
    );
    await announceRequests(services, tx, subscriptions, organizationId, { type: 'coverage_request.canceled' }, settled);
    await writeAuditEntry(services, tx, caller, {
      action: 'user.deleted',
      targetId: user.id,
      detail: { name: user.name, email: user.email },
    });
    return { leaver, leftAt, lease };
  });
}

async function getUserToDelete(db: Queryable, caller: Caller, id: string): Promise<UserRow> {
  const row = await getUserRow(db, caller, id);
  await requireMayDelete(caller, row);
  return row;
}

async function requireMayDelete(caller: Caller, { role }: UserRow): Promise<void> {
  await requirePermission(caller, role === 'owner' ? 'change owners' : 'change users');
}
