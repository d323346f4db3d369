/**
 * What the worker deletes when its time is over is found through an index. `erased_at` marks deactivated users whose personal data
 * was erased; nodes that do not know it show them by the name that erasure leaves.
 */
import type { LaterMigration } from '../migration.ts';

export const retention: LaterMigration = {
  name: 'retention',
  oldestPeer: 9,
  statements: ({ id }) => [
    'alter table users add column erased_at bigint',
    `create index users_to_erase on users (organization_id, id) where deactivated_at is not null and erased_at is null`,
    `create table erasures (
      organization_id ${id} not null references organizations (id),
      user_id ${id} not null references users (id),
      traces_json text not null,
      primary key (organization_id, user_id)
    )`,
    `create index chat_groups_failing on chat_groups (organization_id, id) where sync_error is not null`,
    'create index sessions_by_last_seen on sessions (last_seen_at)',
    'create index sessions_by_start on sessions (created_at)',
    'create index sign_in_links_by_expiry on sign_in_links (expires_at)',
  ],
};
