/**
 * Rules COV-6 and COV-7: whom a coverage request asks, who asks on behalf of another, and when its next reminder is due. A request of an
 * older node has no reminders.
 */
import type { LaterMigration } from '../migration.ts';

export const coverageAsks: LaterMigration = {
  name: 'coverage asks',
  oldestPeer: 9,
  statements: ({ id }) => [
    'alter table coverage_requests add column asked_users_json text',
    `alter table coverage_requests add column asked_by ${id} references users (id)`,
    'alter table coverage_requests add column next_reminder_at bigint',
    // Seven days before: a worker computes the next one from the shifts.
    `update coverage_requests set next_reminder_at = start_at - 604800000 where status = 'pending' and expired_at is null`,
    `create index coverage_requests_to_remind on coverage_requests (next_reminder_at)
      where status = 'pending' and expired_at is null and next_reminder_at is not null`,
  ],
};
