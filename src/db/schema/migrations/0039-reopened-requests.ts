/** Rule TRU-3: how far a departure has opened coverage requests again. */
import type { LaterMigration } from '../migration.ts';

export const reopenedRequests: LaterMigration = {
  name: 'reopened requests',
  oldestPeer: 9,
  statements: ({ id }) => [`alter table departures add column reopened_to ${id}`],
};
