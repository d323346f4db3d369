/** Rule OFF-1: when people are away. Older nodes do not show it, and need not. */
import type { LaterMigration } from '../migration.ts';

export const timeOff: LaterMigration = {
  name: 'time off',
  oldestPeer: 9,
  statements: ({ id }) => [
    `create table time_off (
      id ${id} primary key,
      organization_id ${id} not null references organizations (id),
      user_id ${id} not null references users (id),
      start_at bigint not null,
      end_at bigint not null,
      reason text,
      event_key text,
      created_at bigint not null,
      check (start_at < end_at)
    )`,
    'create index time_off_of_user on time_off (user_id, start_at, id)',
    'create unique index time_off_by_event on time_off (user_id, event_key)',
  ],
};
