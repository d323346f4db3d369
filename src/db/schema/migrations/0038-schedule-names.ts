/** Rule TRU-6: schedules are found by their exact name. */
import type { LaterMigration } from '../migration.ts';

export const scheduleNames: LaterMigration = {
  name: 'schedule names',
  oldestPeer: 9,
  statements: () => [
    'create index schedules_by_name on schedules (organization_id, name, id) where deleted_at is null',
  ],
};
