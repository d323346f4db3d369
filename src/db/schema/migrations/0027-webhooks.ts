/**
 * Rule HOOK-1: webhooks, their queues, and the watch for gaps ahead. Queues of webhooks are due by a column of their own: the first
 * edition looks at `due_at` alone, and sends whatever is due there to the chat.
 */
import type { LaterMigration } from '../migration.ts';

export const webhooks: LaterMigration = {
  name: 'webhooks',
  oldestPeer: 9,
  statements: ({ id }) => [
    `create table webhooks (
      id ${id} primary key,
      organization_id ${id} not null references organizations (id),
      url text not null,
      description text,
      events_json text not null,
      schedule_ids_json text,
      team_ids_json text,
      secret text not null,
      former_secret text,
      former_secret_until bigint,
      created_at bigint not null,
      failing_since bigint,
      disabled_at bigint,
      disabled_reason text
    )`,
    'create index webhooks_of_organization on webhooks (organization_id, id)',
    'alter table deliveries add column retry_at bigint',
    'alter table deliveries add column answer_json text',
    'alter table delivery_queues add column kind_due_at bigint',
    'create index delivery_queues_due_by_kind on delivery_queues (kind, kind_due_at) where kind_due_at is not null',
    `create table gap_watch (
      organization_id ${id} not null references organizations (id),
      schedule_id ${id} not null references schedules (id),
      due_at bigint not null,
      told_until bigint,
      primary key (schedule_id, organization_id)
    )`,
    'create index gap_watch_due on gap_watch (due_at, organization_id, schedule_id)',
  ],
};
