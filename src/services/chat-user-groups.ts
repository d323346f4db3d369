/** Rules CH-3 and CH-5: a schedule's user group in the chat. The chat is asked first and outside any transaction. */
import { ChatError, type ChatGroupNames, type ChatProvider } from '../chat/provider.ts';
import {
  type ChatGroupRow,
  chatGroupOfSchedule,
  linkChatGroup,
  markChatGroup,
  putChatGroup,
} from '../db/chat-links.ts';
import type { Queryable } from '../db/database.ts';
import { lockSchedule, type ScheduleRow } from '../db/schedules.ts';
import { AppError } from '../errors.ts';
import type { Caller } from '../permissions.ts';
import type { NewUserGroup, UserGroup } from '../schemas/chat.ts';
import { writeAuditEntry } from './audit-log.ts';
import { getChat } from './chat-connection.ts';
import { detachChatOf, settleUserGroup, syncUserGroup } from './chat-group-sync.ts';
import { getScheduleRow, getScheduleToChange } from './schedules.ts';
import type { Services } from './services.ts';

export async function getUserGroup({ db }: Services, caller: Caller, id: string): Promise<UserGroup> {
  const group = await findGroupRow(db, await getScheduleRow(db, caller, id));
  if (group === undefined) throw noGroup(id);
  return userGroupOf(group);
}

/**
 * Of two callers at once, the later one decides. If they brought different groups, the earlier one's is disabled again; if
 * the schedule was deleted meanwhile, so is the group.
 */
export async function attachUserGroup(
  services: Services,
  caller: Caller,
  id: string,
  wanted: NewUserGroup,
): Promise<UserGroup> {
  const schedule = await getScheduleToChange(services, caller, id);
  const chat = getChat(services, caller);
  const { organizationId } = caller;
  const scheduleId = schedule.id;
  const names = { name: wanted.name.trim(), handle: wanted.handle };
  const group = { id: await groupInChat(services, chat, schedule, names), ...names };

  const { isThere, previous } = await services.db.transaction(async (tx) => {
    const now = services.clock.now();
    const isThere = (await tx.first(lockSchedule, { organizationId, id: scheduleId })) !== undefined;
    const previous = await findGroupRow(tx, schedule);
    await tx.run(putChatGroup, { organizationId, ...group, now });
    if (!isThere) return { isThere, previous };
    if (previous?.id !== group.id) {
      await tx.run(linkChatGroup, { organizationId, scheduleId, groupId: group.id, createdAt: now });
      if (previous !== undefined) await tx.run(markChatGroup, { organizationId, id: previous.id, now });
    }
    const action = actionOf(previous, group);
    if (action !== undefined) {
      await writeAuditEntry(services, tx, caller, { action, targetId: scheduleId, detail: { user_group: group } });
    }
    return { isThere, previous };
  });

  if (previous !== undefined && previous.id !== group.id) await settleUserGroup(services, organizationId, previous.id);
  await syncUserGroup(services, chat, organizationId, group.id);
  if (!isThere) await getScheduleRow(services.db, caller, id);
  return group;
}

export async function detachUserGroup(services: Services, caller: Caller, id: string): Promise<void> {
  const { id: scheduleId } = await getScheduleToChange(services, caller, id);
  const { organizationId } = caller;
  const groupId = await services.db.transaction(async (tx) => {
    const groupId = await detachChatOf(services, tx, organizationId, scheduleId);
    if (groupId === undefined) throw noGroup(id);
    await writeAuditEntry(services, tx, caller, {
      action: 'schedule.chat_user_group_detached',
      targetId: scheduleId,
      detail: { user_group: groupId },
    });
    return groupId;
  });
  await settleUserGroup(services, organizationId, groupId);
}

/** The id of the group that is to be the schedule's: its own renamed, one that has the handle, or a new one. */
async function groupInChat(
  { db }: Services,
  chat: ChatProvider,
  schedule: ScheduleRow,
  names: ChatGroupNames,
): Promise<string> {
  if ((await chat.plan()) === 'free') throw new ChatError('paid plan needed');
  const own = await findGroupRow(db, schedule);
  const group =
    (own && (await chat.findUserGroup(own.id))) ??
    (await chat.findUserGroupByHandle(names.handle)) ??
    (await chat.createUserGroup(names).catch(async (error) => {
      // Someone else may have made it just now.
      const made = error instanceof ChatError && (await chat.findUserGroupByHandle(names.handle));
      if (!made) throw error;
      return made;
    }));
  if (group.name !== names.name || group.handle !== names.handle) await chat.renameUserGroup(group.id, names);
  return group.id;
}

function findGroupRow(db: Queryable, { organization_id, id }: ScheduleRow): Promise<ChatGroupRow | undefined> {
  return db.first(chatGroupOfSchedule, { organizationId: organization_id, scheduleId: id });
}

function actionOf(previous: ChatGroupRow | undefined, { id, name, handle }: UserGroup): string | undefined {
  if (previous?.id !== id) return 'schedule.chat_user_group_attached';
  return previous.name === name && previous.handle === handle ? undefined : 'schedule.chat_user_group_renamed';
}

function userGroupOf({ id, name, handle }: ChatGroupRow): UserGroup {
  return { id, name, handle };
}

function noGroup(scheduleId: string): AppError {
  return new AppError('not_found', `The schedule ${scheduleId} has no user group in the chat.`);
}
