/** Stores groups and messages of the built-in chat workspace in the database. */
import type { LocalChatStore } from '../../chat/local.ts';
import type { ChatGroup } from '../../chat/provider.ts';
import {
  insertLocalGroup,
  insertLocalMessage,
  type LocalChatGroupRow,
  localGroupByHandle,
  localGroupById,
  renameLocalGroup,
  setLocalGroupEnabled,
  setLocalGroupMembers,
  updateLocalMessage,
} from '../../db/chat/local-chat.ts';
import { UniqueViolation } from '../../db/driver/database.ts';
import { usersByChatIds } from '../../db/people/users.ts';
import { type OrganizationId, parseId } from '../../ids.ts';
import { findUserByEmail } from '../people/user-emails.ts';
import type { Services } from '../shared/services.ts';

export function localChatStore(
  { db, clock, newId }: Omit<Services, 'chatOf'>,
  organizationId: OrganizationId,
): LocalChatStore {
  return {
    async findGroup(text) {
      const id = parseId('localChatGroup', text);
      const row = id && (await db.first(localGroupById, { organizationId, id }));
      return row && localGroupOf(row);
    },
    async findGroupByHandle(handle) {
      const row = await db.first(localGroupByHandle, { organizationId, handle });
      return row && localGroupOf(row);
    },
    async insertGroup({ name, handle }) {
      const row = {
        id: newId('localChatGroup'),
        organization_id: organizationId,
        name,
        handle,
        is_enabled: 1,
        members_json: '[]',
        created_at: clock.now(),
      };
      const inserted = await db.transaction((tx) => tx.run(insertLocalGroup, row));
      return inserted === 0 ? undefined : localGroupOf(row);
    },
    async renameGroup(text, { name, handle }) {
      const id = parseId('localChatGroup', text);
      if (id === undefined) return 'absent';
      try {
        const fields = { organization_id: organizationId, id, name, handle };
        const renamed = await db.transaction((tx) => tx.run(renameLocalGroup, fields));
        return renamed === 0 ? 'absent' : 'done';
      } catch (error) {
        if (error instanceof UniqueViolation) return 'handle taken';
        throw error;
      }
    },
    async setGroupMembers(text, memberIds) {
      const id = parseId('localChatGroup', text);
      if (id === undefined) return false;
      const fields = { organization_id: organizationId, id, members_json: JSON.stringify(memberIds) };
      return (await db.transaction((tx) => tx.run(setLocalGroupMembers, fields))) > 0;
    },
    async setGroupEnabled(text, isEnabled) {
      const id = parseId('localChatGroup', text);
      if (id === undefined) return false;
      const fields = { organization_id: organizationId, id, is_enabled: isEnabled ? 1 : 0 };
      return (await db.transaction((tx) => tx.run(setLocalGroupEnabled, fields))) > 0;
    },
    async insertMessage(channelId, text) {
      const id = newId('localChatMessage');
      const row = { id, organization_id: organizationId, channel_id: channelId, text, created_at: clock.now() };
      await db.transaction((tx) => tx.run(insertLocalMessage, row));
      return id;
    },
    async updateMessage(channelId, messageId, text) {
      const id = parseId('localChatMessage', messageId);
      if (id === undefined) return false;
      const fields = { organizationId, id, channelId, text };
      return (await db.transaction((tx) => tx.run(updateLocalMessage, fields))) > 0;
    },
    async hasUser(chatId) {
      return (await db.all(usersByChatIds, { organizationId, chatIds: [chatId] })).length > 0;
    },
    async findUserIdByEmail(email) {
      const user = await findUserByEmail(db, organizationId, email);
      return user?.chat_id ?? undefined;
    },
  };
}

export function localGroupOf({ id, name, handle, is_enabled, members_json }: LocalChatGroupRow): ChatGroup {
  return { id, name, handle, isEnabled: is_enabled === 1, memberIds: JSON.parse(members_json) as string[] };
}
