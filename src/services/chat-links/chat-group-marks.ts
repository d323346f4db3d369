/** Marks user groups that a change concerns: a worker then brings them up to date (chat-group-sync.ts). */
import {
  type ChatGroupRow,
  chatGroupOfSchedule,
  markChatGroup,
  markChatGroupsOf,
  unlinkChatGroup,
} from '../../db/chat/chat-links.ts';
import type { LockingTransaction } from '../../db/driver/database.ts';
import { lockSchedule } from '../../db/schedules/schedule-locks.ts';
import type { OrganizationId, ScheduleId } from '../../ids.ts';
import type { Services } from '../shared/services.ts';

/** For schedules in which the people on call, or their accounts in the chat, may have changed. */
export async function markGroupsOf(
  { clock }: Services,
  tx: LockingTransaction,
  organizationId: OrganizationId,
  ids: readonly ScheduleId[],
): Promise<void> {
  if ((await tx.run(markChatGroupsOf, { organizationId, ids, now: clock.now() })) > 0) await tx.wakeWorkers();
}

/**
 * Detaches the group of a schedule and returns it; a worker then updates the chat. Before a schedule is deleted, call this first:
 * the link to the group is deleted with it.
 */
export async function detachChatOf(
  { clock }: Services,
  tx: LockingTransaction,
  organizationId: OrganizationId,
  scheduleId: ScheduleId,
): Promise<ChatGroupRow | undefined> {
  await tx.first(lockSchedule, { organizationId, id: scheduleId });
  const group = await tx.first(chatGroupOfSchedule, { organizationId, scheduleId });
  if (group === undefined) return undefined;
  tx.send(unlinkChatGroup, { organizationId, scheduleId });
  tx.send(markChatGroup, { organizationId, id: group.id, now: clock.now() });
  await tx.wakeWorkers();
  return group;
}
