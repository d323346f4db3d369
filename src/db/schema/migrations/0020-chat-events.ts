/**
 * Messages are composed when they are sent, from what happened and from the state at that moment. A delivery keeps what happened beside
 * the text that an older node sends, a linked channel keeps who it last heard to be on call, and a user keeps what mentions them.
 */
import type { LaterMigration } from '../migration.ts';

export const chatEvents: LaterMigration = {
  name: 'chat events',
  oldestPeer: 9,
  statements: () => [
    'alter table deliveries add column event_json text',
    'alter table schedule_chat_channels add column told_users_json text',
    'alter table users add column chat_mentions_json text',
  ],
};
