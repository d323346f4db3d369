/** Rule TRU-7: renames and erasures of people are counted, for the events in calendars. What an older node renames is not counted. */
import type { LaterMigration } from '../migration.ts';

export const renames: LaterMigration = {
  name: 'renames',
  oldestPeer: 9,
  statements: () => [
    'alter table organizations add column rename_count bigint not null default 0',
    'alter table organizations add column renamed_at bigint',
  ],
};
