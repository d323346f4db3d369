/**
 * Until when each revision is in force, so that a read finds those of its interval however many there are; and indexes for
 * lists that would otherwise read or sort everything before their page.
 */
import type { Migration } from '../migration.ts';

export const revisionValidity: Migration = {
  name: 'reigns',
  statements: () => [
    // 2200-01-01T00:00:00Z: the latest revision is in force until the end of time.
    'alter table revisions add column reign_end bigint not null default 7258118400000',
    `update revisions set reign_end = cut.reign_end
      from (
        select schedule_id, number, min(valid_from) over (
          partition by schedule_id order by number desc rows between unbounded preceding and 1 preceding
        ) as reign_end
        from revisions
      ) as cut
      where cut.schedule_id = revisions.schedule_id and cut.number = revisions.number and cut.reign_end is not null`,
    'create index revisions_in_force on revisions (schedule_id, reign_end, valid_from) where valid_from < reign_end',
    // With the column of its condition: without it, SQLite would look up the row of everyone it counts.
    'create index active_users on users (organization_id, id, deactivated_at) where deactivated_at is null',
    'create index coverage_requests_by_status on coverage_requests (organization_id, status, id)',
  ],
};
