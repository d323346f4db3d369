/** Rule CHAT-9: user groups that have to follow a change are found before those that are only compared with the chat. */
import type { LaterMigration } from '../migration.ts';

export const changedGroups: LaterMigration = {
  name: 'changed groups',
  oldestPeer: 9,
  statements: () => [
    `create index chat_groups_changed on chat_groups (sync_due_at)
      where sync_due_at is not null and change_count > synced_count`,
  ],
};
