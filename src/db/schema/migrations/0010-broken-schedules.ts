/** Rule STO-5: why a schedule cannot be computed. Workers leave it alone while this is set. The first edition ignores the column once it has connected again. */
import type { LaterMigration } from '../migration.ts';

export const brokenSchedules: LaterMigration = {
  name: 'broken schedules',
  oldestPeer: 9,
  statements: () => [
    'alter table schedules add column broken_reason text',
    'create index broken_schedules on schedules (id) where broken_reason is not null',
  ],
};
