/** How dates and times are written for a user, where they have chosen that. */
import type { LaterMigration } from '../migration.ts';

export const display: LaterMigration = {
  name: 'display',
  oldestPeer: 9,
  statements: () => ['alter table users add column display_json text'],
};
