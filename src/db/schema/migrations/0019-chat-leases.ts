/**
 * Leases of user groups have an owner, so that a worker that lost one writes nothing, and what a group is known to have in the chat is
 * stored. A delivery stores since when it has been failing with an error that may never pass. Older nodes ignore these columns.
 */
import type { LaterMigration } from '../migration.ts';

export const chatLeases: LaterMigration = {
  name: 'chat leases',
  oldestPeer: 9,
  statements: ({ id }) => [
    `alter table chat_groups add column lease_id ${id}`,
    'alter table chat_groups add column leased_until bigint',
    'alter table chat_groups add column known_json text',
    'alter table chat_groups add column unsure_at bigint',
    'alter table deliveries add column failing_since bigint',
  ],
};
