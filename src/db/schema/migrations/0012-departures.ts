/** Users who were deactivated and still stand in schedules: a worker takes them out. The first edition does not know the table. */
import type { LaterMigration } from '../migration.ts';

export const departures: LaterMigration = {
  name: 'departures',
  oldestPeer: 9,
  statements: ({ id }) => [
    `create table departures (
      organization_id ${id} not null references organizations (id),
      user_id ${id} not null references users (id),
      started_by ${id} not null references users (id),
      left_at bigint not null,
      due_at bigint not null,
      primary key (organization_id, user_id)
    )`,
    'create index departures_by_due on departures (due_at)',
  ],
};
