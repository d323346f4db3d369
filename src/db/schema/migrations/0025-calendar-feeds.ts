/**
 * Addresses that calendars subscribe to, and the change counter of a schedule, which numbers the versions of its events. A change by
 * an older node is not counted: its events have the number of the version before.
 */
import type { LaterMigration } from '../migration.ts';

export const calendarFeeds: LaterMigration = {
  name: 'calendar feeds',
  oldestPeer: 9,
  statements: ({ id }) => [
    'alter table schedules add column change_count bigint not null default 0',
    'alter table schedules add column changed_at bigint',
    `create table calendar_feeds (
      id ${id} primary key,
      organization_id ${id} not null references organizations (id),
      user_id ${id} not null references users (id),
      kind text not null check (kind in ('mine', 'schedule', 'team')),
      subject_id ${id},
      token_hash text not null,
      encrypted_token text not null,
      secret_id text not null,
      created_at bigint not null,
      check ((kind = 'mine') = (subject_id is null))
    )`,
    'create unique index calendar_feeds_by_hash on calendar_feeds (token_hash)',
    'create index calendar_feeds_of_user on calendar_feeds (user_id, id)',
    'create index calendar_feeds_by_secret on calendar_feeds (secret_id, id)',
  ],
};
