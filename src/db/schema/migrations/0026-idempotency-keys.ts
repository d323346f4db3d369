/** Rule IDEM-1: a request with an idempotency key is kept for a day with its answer, so that a retry makes nothing a second time. */
import type { LaterMigration } from '../migration.ts';

export const idempotencyKeys: LaterMigration = {
  name: 'idempotency keys',
  oldestPeer: 9,
  statements: ({ id }) => [
    `create table idempotency_keys (
      organization_id ${id} not null references organizations (id),
      user_id ${id} not null references users (id),
      route text not null,
      idempotency_key text not null,
      fingerprint text not null,
      lease_id ${id} not null,
      started_at bigint not null,
      status bigint,
      response_json text,
      primary key (user_id, route, idempotency_key)
    )`,
    'create unique index idempotency_keys_by_lease on idempotency_keys (lease_id)',
    'create index idempotency_keys_by_start on idempotency_keys (started_at)',
    'create index idempotency_keys_of_organization on idempotency_keys (organization_id, user_id)',
  ],
};
