/** Rule CODE-1: the names that other systems have for teams and schedules, and which file made what. */
import type { LaterMigration } from '../migration.ts';

export const externalIds: LaterMigration = {
  name: 'external ids',
  oldestPeer: 9,
  statements: () => [
    'alter table teams add column external_id text',
    'alter table teams add column managed_by text',
    'alter table schedules add column external_id text',
    'alter table schedules add column managed_by text',
    'alter table overrides add column managed_by text',
    'create unique index teams_by_external_id on teams (organization_id, external_id) where external_id is not null',
    `create unique index schedules_by_external_id on schedules (organization_id, external_id)
      where external_id is not null and deleted_at is null`,
  ],
};
