/**
 * The built-in chat workspace, for installations without a chat account. It is as strict as a real one: handles are unique, some are
 * reserved, and groups need a paid plan. Channels are fixed; groups and messages are in the store that it is given.
 */
import { pageOf, plainText } from './plain-text.ts';
import {
  type ChatChannel,
  ChatError,
  type ChatGroup,
  type ChatGroupNames,
  type ChatMessage,
  type ChatPlan,
  type ChatProvider,
} from './provider.ts';

export interface LocalChatStore {
  findGroup(id: string): Promise<ChatGroup | undefined>;
  findGroupByHandle(handle: string): Promise<ChatGroup | undefined>;
  /** Undefined when another group has the handle. */
  insertGroup(names: ChatGroupNames): Promise<ChatGroup | undefined>;
  renameGroup(id: string, names: ChatGroupNames): Promise<'done' | 'absent' | 'handle taken'>;
  /** False when there is no such group. */
  setGroupMembers(id: string, memberIds: readonly string[]): Promise<boolean>;
  /** False when there is no such group. */
  setGroupEnabled(id: string, isEnabled: boolean): Promise<boolean>;
  /** Returns the id of the message. */
  insertMessage(destinationId: string, text: string): Promise<string>;
  /** False when there is no such message. */
  updateMessage(destinationId: string, id: string, text: string): Promise<boolean>;
  hasUser(id: string): Promise<boolean>;
  findUserIdByEmail(email: string): Promise<string | undefined>;
}

const CHANNELS: readonly ChatChannel[] = [
  { id: 'C0GENERAL', name: 'general', isPrivate: false, isArchived: false },
  { id: 'C0ONCALL', name: 'oncall', isPrivate: false, isArchived: false },
  { id: 'C0LEADS', name: 'leads', isPrivate: true, isArchived: false },
];

const BOT_USER_ID = 'U0WATCHBILL';

/** Reserved words after the `@` that reach everyone. */
const RESERVED_HANDLES: readonly string[] = ['channel', 'everyone', 'here'];

export function createLocalChat({ plan, store }: { plan: ChatPlan; store: LocalChatStore }): ChatProvider {
  function requireGroups({ handle }: Partial<ChatGroupNames> = {}): void {
    if (plan === 'free') throw new ChatError('paid plan needed');
    if (handle !== undefined && RESERVED_HANDLES.includes(handle)) {
      throw new ChatError('refused', `The chat keeps the handle @${handle} for itself: choose another one.`);
    }
  }

  return {
    name: 'local',
    botUserId: async () => BOT_USER_ID,
    plan: async () => plan,

    listChannels: async () => CHANNELS,
    findChannel: async (wanted) => CHANNELS.find(({ id }) => id === wanted),
    // It has no people of its own: users are known by their chat ids.
    listPeople: async () => [],
    findUserIdByEmail: (email) => store.findUserIdByEmail(email),
    // Everyone in it is known by their chat id.
    findEmailOfUser: async () => undefined,

    findUserGroup: (id) => store.findGroup(id),
    findUserGroupByHandle: (handle) => store.findGroupByHandle(handle),
    async createUserGroup(names) {
      requireGroups(names);
      const group = await store.insertGroup(names);
      if (group === undefined) throw handleTaken(names.handle);
      return group;
    },
    async renameUserGroup(id, names) {
      requireGroups(names);
      const outcome = await store.renameGroup(id, names);
      if (outcome === 'absent') throw noGroup(id);
      if (outcome === 'handle taken') throw handleTaken(names.handle);
    },
    async setUserGroupMembers(id, memberIds) {
      requireGroups();
      if (memberIds.length === 0) throw new ChatError('refused', 'A user group of the chat cannot be empty.');
      if (!(await store.setGroupMembers(id, memberIds))) throw noGroup(id);
    },
    async enableUserGroup(id) {
      requireGroups();
      if (!(await store.setGroupEnabled(id, true))) throw noGroup(id);
    },
    // On every plan: a group from an earlier plan must not be left enabled.
    async disableUserGroup(id) {
      if (!(await store.setGroupEnabled(id, false))) throw noGroup(id);
    },

    async post(destinationId, message) {
      if (!CHANNELS.some(({ id }) => id === destinationId) && !(await store.hasUser(destinationId))) {
        throw new ChatError('destination gone', `The chat has no channel and nobody ${JSON.stringify(destinationId)}.`);
      }
      return store.insertMessage(destinationId, textOf(message));
    },
    async updateMessage(destinationId, messageId, message) {
      if (!(await store.updateMessage(destinationId, messageId, textOf(message)))) {
        throw new ChatError('refused', `The chat has no message ${JSON.stringify(messageId)}.`);
      }
    },
  };
}

/** With the address of its page on a separate line. */
function textOf(message: ChatMessage): string {
  const page = pageOf(message);
  return page === undefined ? plainText(message) : `${plainText(message)}\n${page}`;
}

function handleTaken(handle: string): ChatError {
  return new ChatError('refused', `Another user group of the chat has the handle @${handle}.`);
}

function noGroup(id: string): ChatError {
  return new ChatError('group gone', `The chat has no user group ${JSON.stringify(id)}.`);
}
