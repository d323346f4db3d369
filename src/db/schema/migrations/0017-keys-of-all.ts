/** An index to list the API keys of an organization that are not revoked. */
import type { LaterMigration } from '../migration.ts';

export const keysOfAll: LaterMigration = {
  name: 'keys of all',
  oldestPeer: 9,
  statements: () => [
    'create index api_keys_in_use on api_keys (organization_id, user_id, id) where revoked_at is null',
  ],
};
