/** How many schedules an organization has: a list of a hundred must not take longer because there are a hundred thousand. */
import type { Migration } from '../migration.ts';

export const countedSchedules: Migration = {
  name: 'counted schedules',
  statements: () => [
    'alter table organizations add column schedule_count bigint not null default 0',
    `update organizations set schedule_count = (
      select count(*) from schedules where schedules.organization_id = organizations.id
    )`,
  ],
};
