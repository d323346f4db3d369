/**
 * Rule OPS-4: requests with an idempotency key leave little in the database. What finds a large answer again is stored instead of it, and the keys of a
 * user are counted. An older node would answer a retry of a large answer with `null`, and cannot read the shifts that coverage requests store from now
 * on (stored-shifts.ts), so none may run beside this.
 */
import type { LaterMigration } from '../migration.ts';

export const idempotencyLimits: LaterMigration = {
  name: 'idempotency limits',
  oldestPeer: 42,
  statements: ({ id }) => [
    'alter table idempotency_keys add column kept_json text',
    `create table idempotency_key_counts (
      organization_id ${id} not null references organizations (id),
      user_id ${id} not null references users (id),
      day bigint not null,
      count bigint not null,
      primary key (user_id, day)
    )`,
    'create index idempotency_key_counts_by_day on idempotency_key_counts (day)',
  ],
};
