/** Computes the members of a user group: everyone on call now in its schedules whom the chat knows. */
import { ChatError, type ChatProvider } from '../../chat/provider.ts';
import { UniqueViolation } from '../../db/driver/database.ts';
import { rememberChatId, type UserRow, userById, usersByIds } from '../../db/people/users.ts';
import type { ScheduleRow } from '../../db/schedules/schedules.ts';
import { onCallAt } from '../../engine/timeline.ts';
import type { OrganizationId, UserId } from '../../ids.ts';
import { writeAuditEntry } from '../shared/audit-log.ts';
import type { Services } from '../shared/services.ts';
import { loadSchedules, workingOnly } from '../timelines/timelines.ts';

export interface Member {
  readonly userId: UserId;
  readonly chatId: string;
}

/** A person who is on call but not in the group. Stored as JSON. */
export interface LeftOut {
  readonly user_id: UserId;
  /** A whole sentence, shown to users. */
  readonly reason: string;
}

export interface WantedMembers {
  readonly members: readonly Member[];
  readonly leftOut: readonly LeftOut[];
}

/** Rule STO-5: empty if the text is damaged. The next sync writes it again. */
export function readLeftOut(json: string): readonly LeftOut[] {
  try {
    const stored: unknown = JSON.parse(json);
    return Array.isArray(stored) ? stored.filter(isLeftOut) : [];
  } catch {
    return [];
  }
}

function isLeftOut(entry: Partial<LeftOut> | null): entry is LeftOut {
  return typeof entry?.user_id === 'string' && typeof entry.reason === 'string';
}

/** Undefined if it is unknown who is on call, because all of the schedules are broken. */
export async function wantedMembers(
  services: Services,
  chat: ChatProvider,
  organizationId: OrganizationId,
  schedules: readonly ScheduleRow[],
): Promise<WantedMembers | undefined> {
  const onCall = await usersOnCall(services, organizationId, schedules);
  if (onCall === undefined) return undefined;
  const members: Member[] = [];
  const leftOut: LeftOut[] = [];
  for (const user of onCall) {
    const found = await memberOf(services, chat, user);
    if ('chatId' in found) members.push(found);
    else leftOut.push(found);
  }
  return { members, leftOut };
}

/** Who is on call now in any of the schedules. Undefined if that is unknown, because all of them are broken. */
export async function usersOnCall(
  { db, clock }: Services,
  organizationId: OrganizationId,
  schedules: readonly ScheduleRow[],
): Promise<UserRow[] | undefined> {
  const now = clock.now();
  const loads = await loadSchedules(db, organizationId, schedules, { start: now, end: now + 1 });
  const loaded = workingOnly(loads);
  if (loaded.length === 0 && loads.length > 0) return undefined;
  const ids = [...new Set(loaded.flatMap(({ timeline }) => onCallAt(timeline, now)))];
  const users = new Map((await db.all(usersByIds, { organizationId, ids })).map((user) => [user.id, user]));
  return ids.flatMap((id) => users.get(id) ?? []);
}

/** Looks up people without a chat id by their email, and stores the result. */
async function memberOf(services: Services, chat: ChatProvider, user: UserRow): Promise<Member | LeftOut> {
  if (user.chat_id !== null) return { userId: user.id, chatId: user.chat_id };
  const leftOut = (reason: string) => ({ user_id: user.id, reason });
  try {
    const chatId = await chat.findUserIdByEmail(user.email);
    if (chatId === undefined)
      return leftOut(
        `They have no chat account: none is entered here, and nobody in the chat has the email ${user.email}.`,
      );
    if (await rememberChatAccount(services, user, chatId)) return { userId: user.id, chatId };
    return leftOut('The chat account with their email belongs to another user here.');
  } catch (error) {
    // A problem that only a person can fix must not keep the others out of the group.
    if (error instanceof ChatError && error.retry !== 'soon') return leftOut(error.message);
    throw error;
  }
}

/** Stores the chat account that was found by the email of a user, unless the email has changed since. False if another user has this chat id. */
export async function rememberChatAccount(
  services: Services,
  { organization_id: organizationId, id, email }: UserRow,
  chatId: string,
): Promise<boolean> {
  try {
    await services.db.transaction(async (tx) => {
      const user = await tx.first(userById, { organizationId, id });
      if (user?.email !== email || (await tx.run(rememberChatId, { organizationId, id, chatId })) === 0) return;
      const entry = { action: 'user.chat_id_found', targetId: id, detail: { chat_id: chatId } };
      await writeAuditEntry(services, tx, { organizationId }, entry);
    });
    return true;
  } catch (error) {
    if (error instanceof UniqueViolation) return false;
    throw error;
  }
}
