/** What a new organization is still asked for in the web application. Those that exist are asked for nothing. */
import type { LaterMigration } from '../migration.ts';

export const organizationSetup: LaterMigration = {
  name: 'organization setup',
  oldestPeer: 9,
  statements: () => ['alter table organizations add column setup text'],
};
