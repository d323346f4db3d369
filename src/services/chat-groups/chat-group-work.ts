/** Leases user groups that are due, for the worker (chat-group-sync.ts). */
import { dueChangedGroups, dueChatGroups, groupBeingChanged } from '../../db/chat/chat-links.ts';
import { takeLeases } from '../outbox/leases.ts';
import { runTasks, type Task } from '../outbox/parallel-work.ts';
import { isDatabaseUnavailable } from '../outbox/retries.ts';
import type { Services } from '../shared/services.ts';
import { GROUP_LEASES, syncGroup } from './chat-group-sync.ts';

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
    const changed = await takeLeases(services, tx, GROUP_LEASES, await tx.claim(dueChangedGroups, { now, limit }));
    if (changed.length > 0 || (await tx.first(groupBeingChanged, { now })) !== undefined) return changed;
    return takeLeases(services, tx, GROUP_LEASES, await tx.claim(dueChatGroups, { now, limit }));
  });
  return leased.map(({ key, lease }) => async () => {
    await syncGroup(services, key, lease, false).catch((error) => {
      if (isDatabaseUnavailable(error)) throw error;
    });
  });
}
