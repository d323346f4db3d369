/** What the worker does by itself: when it is due, and what has to go out to the chat. */
import type { Migration } from '../migration.ts';

export const worker: Migration = {
  name: 'worker',
  statements: ({ id }) => [
    'alter table schedules add column news_due_at bigint',
    'alter table schedules add column next_reminder_at bigint',
    'create index schedules_by_news on schedules (news_due_at) where news_due_at is not null',
    'create index schedules_by_next_reminder on schedules (next_reminder_at) where next_reminder_at is not null',

    `alter table users add column reminder_hours_json text not null default '[]'`,

    `create table schedule_news (
      id ${id} primary key,
      organization_id ${id} not null references organizations (id),
      schedule_id ${id} not null references schedules (id) on delete cascade,
      news_json text not null,
      created_at bigint not null
    )`,
    'create index schedule_news_in_order on schedule_news (schedule_id, id)',

    `create table deliveries (
      id ${id} primary key,
      organization_id ${id} not null references organizations (id),
      destination_id ${id} not null,
      message_json text not null,
      subject_id ${id},
      replaces_id ${id},
      status text not null check (status in ('pending', 'sent', 'failed')),
      attempts bigint not null,
      error text,
      chat_message_id text,
      created_at bigint not null,
      done_at bigint,
      check ((status = 'pending') = (done_at is null))
    )`,
    'create index deliveries_in_order on deliveries (organization_id, id)',
    'create index deliveries_by_status on deliveries (organization_id, status, id)',
    `create index deliveries_pending on deliveries (organization_id, destination_id, id, created_at) where status = 'pending'`,
    'create index deliveries_by_subject on deliveries (organization_id, subject_id, id) where subject_id is not null',
    'create index deliveries_done on deliveries (done_at) where done_at is not null',

    `create table delivery_queues (
      organization_id ${id} not null references organizations (id),
      destination_id ${id} not null,
      due_at bigint,
      lease_id ${id},
      failures bigint not null,
      primary key (organization_id, destination_id)
    )`,
    'create index delivery_queues_by_due on delivery_queues (due_at) where due_at is not null',

    'alter table chat_groups add column failures bigint not null default 0',
    'alter table chat_groups add column synced_at bigint',
    'alter table chat_groups add column synced_count bigint not null default 0',
    'alter table chat_groups add column sync_error text',
    `alter table chat_groups add column left_out_json text not null default '[]'`,
    'update chat_groups set sync_due_at = created_at',

    'alter table coverage_requests add column expired_at bigint',
    `create index coverage_requests_to_expire on coverage_requests (end_at) where status = 'pending' and expired_at is null`,
  ],
};
