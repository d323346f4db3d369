/** What of the chat belongs to schedules, and the chat workspace that is built in. */
import type { Migration } from '../migration.ts';

export const chat: Migration = {
  name: 'chat',
  statements: ({ id }) => [
    `create table chat_groups (
      organization_id ${id} not null references organizations (id),
      id ${id} not null,
      name text not null,
      handle text not null,
      change_count bigint not null,
      sync_due_at bigint,
      created_at bigint not null,
      primary key (organization_id, id)
    )`,
    'create index chat_groups_by_sync on chat_groups (sync_due_at) where sync_due_at is not null',

    `create table schedule_chat_groups (
      organization_id ${id} not null references organizations (id),
      schedule_id ${id} primary key references schedules (id) on delete cascade,
      group_id ${id} not null,
      created_at bigint not null,
      foreign key (organization_id, group_id) references chat_groups (organization_id, id)
    )`,
    'create index schedules_of_chat_group on schedule_chat_groups (organization_id, group_id, schedule_id)',

    `create table schedule_chat_channels (
      organization_id ${id} not null references organizations (id),
      schedule_id ${id} not null references schedules (id) on delete cascade,
      channel_id ${id} not null,
      channel_name text not null,
      created_at bigint not null,
      primary key (schedule_id, channel_id)
    )`,
    'create index chat_channels_in_order on schedule_chat_channels (schedule_id, created_at, channel_id)',

    `create table local_chat_groups (
      id ${id} primary key,
      organization_id ${id} not null references organizations (id),
      name text not null,
      handle ${id} not null,
      is_enabled bigint not null check (is_enabled in (0, 1)),
      members_json text not null,
      created_at bigint not null
    )`,
    'create index local_chat_groups_in_order on local_chat_groups (organization_id, id)',
    'create unique index local_chat_groups_by_handle on local_chat_groups (organization_id, handle)',

    `create table local_chat_messages (
      id ${id} primary key,
      organization_id ${id} not null references organizations (id),
      channel_id ${id} not null,
      text text not null,
      created_at bigint not null
    )`,
    'create index local_chat_messages_in_order on local_chat_messages (organization_id, id)',
  ],
};
