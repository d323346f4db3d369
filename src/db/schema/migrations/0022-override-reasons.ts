/** Why an override was made, and who changed it last. An older node leaves them null. */
import type { LaterMigration } from '../migration.ts';

export const overrideReasons: LaterMigration = {
  name: 'override reasons',
  oldestPeer: 9,
  statements: ({ id }) => [
    'alter table overrides add column reason text',
    `alter table overrides add column changed_by ${id} references users (id)`,
    'alter table overrides add column changed_at bigint',
    'create index overrides_with_reason on overrides (organization_id, id) where reason is not null',
  ],
};
