/** Changes to one user group in the chat: find or create it, fill it with people, disable it. Each call is made only if it is needed. */
import { ChatError, type ChatGroup, type ChatGroupNames, type ChatProvider } from '../../chat/provider.ts';
import type { ChatGroupRow } from '../../db/chat/chat-links.ts';
import type { LeftOut, WantedMembers } from './chat-group-members.ts';

/** The state of the group after a sync. */
export interface Outcome {
  readonly group: ChatGroup;
  readonly leftOut: readonly LeftOut[];
}

/** For a group without schedules. */
export async function retire(chat: ChatProvider, row: ChatGroupRow, actual: ChatGroup | undefined): Promise<Outcome> {
  if (actual?.isEnabled === true) await chat.disableUserGroup(row.id);
  const { id, name, handle } = row;
  return { group: { ...(actual ?? { id, name, handle, memberIds: [] }), isEnabled: false }, leftOut: [] };
}

/** The group of the chat with the handle, or a new one. `requireFound` throws if the found one must not be used. */
export async function findOrCreateUserGroup(
  chat: ChatProvider,
  names: ChatGroupNames,
  requireFound: (found: ChatGroup) => Promise<void> = async () => {},
): Promise<ChatGroup> {
  const found = await chat.findUserGroupByHandle(names.handle);
  if (found !== undefined) {
    await requireFound(found);
    return found;
  }
  return chat.createUserGroup(names).catch(async (error) => {
    // Somebody may have created it at the same time.
    const made = error instanceof ChatError && (await chat.findUserGroupByHandle(names.handle));
    if (!made) throw error;
    await requireFound(made);
    return made;
  });
}

/**
 * A group with members is enabled. If nobody is on call, the bot is its member. If the chat refuses the bot, the group is disabled,
 * so that it no longer mentions the previous people. Members are set before the group is enabled: otherwise a group that stays
 * disabled for this reason would be enabled and disabled again in each sync.
 */
export async function fill(chat: ChatProvider, actual: ChatGroup, { members }: WantedMembers): Promise<Outcome> {
  const chatIds = members.map(({ chatId }) => chatId);
  const refused = await putMembers(chat, actual, chatIds);
  const accepted = chatIds.filter((id) => !refused.includes(id));
  const memberIds = accepted.length > 0 ? accepted : await putBot(chat, actual);
  const isEnabled = memberIds.length > 0;
  if (isEnabled && !actual.isEnabled) await chat.enableUserGroup(actual.id);
  if (!isEnabled && actual.isEnabled) await chat.disableUserGroup(actual.id);
  return {
    group: { ...actual, isEnabled, memberIds: isEnabled ? memberIds : actual.memberIds },
    leftOut: members
      .filter(({ chatId }) => refused.includes(chatId))
      .map(({ userId }) => ({
        user_id: userId,
        reason: 'The chat does not take them into a user group: they have left, or are a guest or a bot.',
      })),
  };
}

/** Returns the members of the group afterwards: none if the chat refuses the bot. */
async function putBot(chat: ChatProvider, actual: ChatGroup): Promise<readonly string[]> {
  const botId = await chat.botUserId();
  return (await putMembers(chat, actual, [botId])).length === 0 ? [botId] : [];
}

/** Returns the members that the chat refuses; the others are set. If all are refused, nothing is changed. */
async function putMembers(
  chat: ChatProvider,
  actual: ChatGroup,
  memberIds: readonly string[],
): Promise<readonly string[]> {
  const isAsWanted = new Set(actual.memberIds).symmetricDifference(new Set(memberIds)).size === 0;
  if (isAsWanted || memberIds.length === 0) return [];
  try {
    await chat.setUserGroupMembers(actual.id, memberIds);
    return [];
  } catch (error) {
    if (!(error instanceof ChatError) || error.failure !== 'unknown members') throw error;
    const others = memberIds.filter((id) => !error.memberIds.includes(id));
    if (others.length === memberIds.length) throw error;
    return [...error.memberIds, ...(await putMembers(chat, actual, others))];
  }
}
