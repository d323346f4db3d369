/** The audit log is read newest first, in an interval, by who, what or to what: one index for each way. */
import type { Migration } from '../migration.ts';

export const auditLogFilters: Migration = {
  name: 'audit log filters',
  statements: () => [
    'drop index audit_log_in_order',
    'create index audit_log_by_time on audit_log (organization_id, created_at, id)',
    'create index audit_log_by_actor on audit_log (organization_id, actor_id, created_at, id)',
    'create index audit_log_by_target on audit_log (organization_id, target_id, created_at, id)',
    'create index audit_log_by_action on audit_log (organization_id, action, created_at, id)',
  ],
};
