/**
 * Rule STO-7: a delivery has a number that its queue gave it, and a kind of destination. The first edition ignores all of this: its
 * rows get the defaults, and it finds what is pending in a queue through other indexes, more slowly.
 */
import type { LaterMigration } from '../migration.ts';

export const outboxOrder: LaterMigration = {
  name: 'outbox order',
  oldestPeer: 9,
  statements: () => [
    `alter table delivery_queues add column kind text not null default 'chat'`,
    'alter table delivery_queues add column last_sequence bigint not null default 0',
    `alter table deliveries add column kind text not null default 'chat'`,
    'alter table deliveries add column sequence bigint not null default 0',
    `create index deliveries_pending_in_order on deliveries
      (organization_id, destination_id, sequence, id, kind, created_at) where status = 'pending'`,
    'drop index deliveries_pending',
  ],
};
