/** People are searched by name, and messages of the built-in chat read by channel. */
import type { Migration } from '../migration.ts';

export const searching: Migration = {
  name: 'searching',
  statements: () => [
    `alter table users add column name_key text not null default ''`,
    // SQLite lowers ASCII alone: a name with other capitals is found by them until it is saved again.
    'update users set name_key = lower(name)',
    'create index local_chat_messages_of_channel on local_chat_messages (organization_id, channel_id, id)',
  ],
};
