/** When to look for problems that admins are told of, and which they were told of. */
import type { LaterMigration } from '../migration.ts';

export const noticeWatch: LaterMigration = {
  name: 'notice watch',
  oldestPeer: 9,
  statements: ({ id }) => [
    `create table notice_watch (
      organization_id ${id} primary key references organizations (id),
      due_at bigint,
      told_json text not null default '[]'
    )`,
    `create index users_who_administer on users (organization_id, id) where role <> 'standard' and deactivated_at is null`,
    'create index notice_watch_due on notice_watch (due_at) where due_at is not null',
  ],
};
