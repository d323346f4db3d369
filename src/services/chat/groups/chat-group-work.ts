/** Leases user groups that are due, for the worker (chat-group-sync.ts). */
import {
  type ChatGroupRow,
  dueChangedGroups,
  dueChatGroups,
  groupBeingChanged,
  leaseChatGroup,
  renewGroupLease,
} from '../../../db/chat/chat-links.ts';
import type { Transaction } from '../../../db/driver/database.ts';
import { isOwnLease, LEASE_MS } from '../../jobs/leases.ts';
import { runTasks, type Task } from '../../jobs/parallel-work.ts';
import { isDatabaseUnavailable } from '../../jobs/retries.ts';
import type { Services } from '../../shared/services.ts';
import { type GroupKey, type GroupLease, keyOf, syncGroup } from './chat-group-sync.ts';

/** Syncs due groups, and returns their number. */
export function syncDueGroups(services: Services): Promise<number> {
  return runTasks(services, claimDueGroups);
}

/**
 * Leases groups that are due. Each task syncs one of them. Rule CHAT-9: groups of a handoff or another change come first. While one of them is being
 * changed, none is compared with the chat: a comparison may change a group too, and so take the last call that the chat allows.
 */
export async function claimDueGroups(services: Services, limit: number): Promise<readonly Task[]> {
  const leased = await services.db.queueTransaction(async (tx) => {
    const now = services.clock.now();
    const changed = await lease(services, tx, await tx.claim(dueChangedGroups, { now, limit }), now);
    if (changed.length > 0 || (await tx.first(groupBeingChanged, { now })) !== undefined) return changed;
    return lease(services, tx, await tx.claim(dueChatGroups, { now, limit }), now);
  });
  return leased.map(({ key, lease }) => async () => {
    await syncGroup(services, key, lease, false).catch((error) => {
      if (isDatabaseUnavailable(error)) throw error;
    });
  });
}

async function lease(
  services: Services,
  tx: Transaction,
  groups: readonly ChatGroupRow[],
  now: number,
): Promise<{ readonly key: GroupKey; readonly lease: GroupLease }[]> {
  const until = now + LEASE_MS;
  const leased: { key: GroupKey; lease: GroupLease }[] = [];
  for (const group of groups) {
    if (isOwnLease(services, group.lease_id)) {
      await tx.run(renewGroupLease, { ...keyOf(group), leaseId: group.lease_id, until });
      continue;
    }
    const lease = { id: services.newId('lease'), until };
    // Somebody still has the lease: a worker that died, perhaps in the middle of a change.
    const unsureAt = group.lease_id === null ? group.unsure_at : now;
    await tx.run(leaseChatGroup, { ...keyOf(group), leaseId: lease.id, until, unsureAt });
    leased.push({ key: keyOf(group), lease });
  }
  return leased;
}
