/**
 * Brings user groups in the chat to the state that their schedules want (rule CH-4): enabled while a schedule has the group,
 * named as asked, with those in it who are on call now in any of its schedules.
 *
 * A change to that state marks the group in its own transaction, by raising `change_count` and setting `sync_due_at`. A sync
 * that finds the mark raised again since it began does it all again: so whoever touches the chat last has seen the latest
 * state, however many nodes sync the same group at once. What the chat refused for now stays due.
 */
import { ChatError, type ChatGroup, type ChatProvider } from '../chat/provider.ts';
import {
  type ChatGroupRow,
  chatGroupById,
  chatGroupOfSchedule,
  clearChatGroup,
  markChatGroup,
  schedulesOfChatGroup,
  unlinkChatGroup,
} from '../db/chat-links.ts';
import type { Transaction } from '../db/database.ts';
import { lockSchedule, type ScheduleRow } from '../db/schedules.ts';
import { usersByIds } from '../db/users.ts';
import { onCallAt } from '../engine/timeline.ts';
import type { OrganizationId, ScheduleId } from '../ids.ts';
import type { Services } from './services.ts';
import { loadSchedules } from './timelines.ts';

type WantedGroup = Omit<ChatGroup, 'id'>;

/**
 * Takes the schedule's group from it, and gives the group's id if there was one. When the schedule goes too, this comes first:
 * its rows here go with it. After the transaction, `settleUserGroup` tells the chat.
 */
export async function detachChatOf(
  { clock }: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  scheduleId: ScheduleId,
): Promise<string | undefined> {
  await tx.first(lockSchedule, { organizationId, id: scheduleId });
  const group = await tx.first(chatGroupOfSchedule, { organizationId, scheduleId });
  if (group === undefined) return undefined;
  await tx.run(unlinkChatGroup, { organizationId, scheduleId });
  await tx.run(markChatGroup, { organizationId, id: group.id, now: clock.now() });
  return group.id;
}

/** Throws what the chat says. */
export async function syncUserGroup(
  services: Services,
  chat: ChatProvider,
  organizationId: OrganizationId,
  id: string,
): Promise<void> {
  const { db } = services;
  for (;;) {
    const row = await db.first(chatGroupById, { organizationId, id });
    if (row === undefined) throw new Error(`there is no chat group ${id}`);
    await bringTo(chat, id, await wantedState(services, chat, row));
    const changeCount = row.change_count;
    if ((await db.transaction((tx) => tx.run(clearChatGroup, { organizationId, id, changeCount }))) > 0) return;
  }
}

/** As `syncUserGroup`, for those who do not wait for the chat: what it refuses, or no chat at all, leaves the group due. */
export async function settleUserGroup(services: Services, organizationId: OrganizationId, id: string): Promise<void> {
  const chat = services.chatOf(organizationId);
  if (chat === undefined) return;
  await syncUserGroup(services, chat, organizationId, id).catch((error) => {
    if (!(error instanceof ChatError)) throw error;
  });
}

/** The row is read before the schedules: a change in between raises its count, and is then seen. */
async function wantedState(
  services: Services,
  chat: ChatProvider,
  { organization_id: organizationId, id, name, handle }: ChatGroupRow,
): Promise<WantedGroup> {
  const schedules = await services.db.all(schedulesOfChatGroup, { organizationId, id });
  const chatIds = await chatIdsOnCall(services, organizationId, schedules);
  const memberIds = chatIds.length === 0 ? [chat.botUserId] : chatIds;
  return { name, handle, isEnabled: schedules.length > 0, memberIds };
}

/** Those without a chat id are left out. */
async function chatIdsOnCall(
  { db, clock }: Services,
  organizationId: OrganizationId,
  schedules: readonly ScheduleRow[],
): Promise<string[]> {
  const now = clock.now();
  const loaded = await loadSchedules(db, organizationId, schedules, { start: now, end: now + 1 });
  const ids = [...new Set(loaded.flatMap(({ timeline }) => onCallAt(timeline, now)))];
  const users = new Map((await db.all(usersByIds, { organizationId, ids })).map((user) => [user.id, user]));
  return ids.flatMap((id) => users.get(id)?.chat_id ?? []);
}

async function bringTo(chat: ChatProvider, id: string, wanted: WantedGroup): Promise<void> {
  const actual = await chat.findUserGroup(id);
  if (!wanted.isEnabled) {
    if (actual?.isEnabled === true) await chat.disableUserGroup(id);
    return;
  }
  if (actual === undefined) {
    throw new ChatError('refused', `The user group @${wanted.handle} is no longer in the chat: attach it again.`);
  }
  if (actual.name !== wanted.name || actual.handle !== wanted.handle) await chat.renameUserGroup(id, wanted);
  if (!actual.isEnabled) await chat.enableUserGroup(id);
  const present = new Set(actual.memberIds);
  if (present.symmetricDifference(new Set(wanted.memberIds)).size > 0) {
    await chat.setUserGroupMembers(id, wanted.memberIds);
  }
}
