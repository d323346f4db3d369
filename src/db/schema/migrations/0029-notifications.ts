/** Rule MAIL-2: how each kind of notification reaches a user, where they have chosen that. */
import type { LaterMigration } from '../migration.ts';

export const notifications: LaterMigration = {
  name: 'notifications',
  oldestPeer: 9,
  statements: () => ['alter table users add column notifications_json text'],
};
