/**
 * Rule STO-6: a deleted schedule is marked, and keeps its history. The first edition ignores the mark: while one of its nodes still runs
 * beside, that node goes on to show the schedule.
 */
import type { LaterMigration } from '../migration.ts';

export const deletedSchedules: LaterMigration = {
  name: 'deleted schedules',
  oldestPeer: 9,
  statements: () => [
    'alter table schedules add column deleted_at bigint',
    'create index schedules_not_deleted on schedules (organization_id, id) where deleted_at is null',
  ],
};
