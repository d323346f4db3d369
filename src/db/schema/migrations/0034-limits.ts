/**
 * Rule BUD-7: notifications that one person causes for another are counted, held and merged. An older node sends held ones one by one. Rule HOOK-2: all
 * secrets of a webhook that were current within a day. An older node knows only the latest two.
 */
import type { LaterMigration } from '../migration.ts';

export const limits: LaterMigration = {
  name: 'limits',
  oldestPeer: 9,
  statements: ({ id }) => [
    'alter table deliveries add column burst text',
    'alter table deliveries add column shift_at bigint',
    'alter table deliveries add column held_until bigint',
    `alter table deliveries add column merged_into ${id}`,
    `create index deliveries_of_burst_pending on deliveries (organization_id, destination_id, burst, sequence, id)
      where status = 'pending' and burst is not null`,
    `create index deliveries_of_burst_sent on deliveries (organization_id, destination_id, burst, done_at)
      where status = 'sent' and burst is not null`,
    `create index deliveries_merged on deliveries (organization_id, merged_into, sequence, id)
      where merged_into is not null`,
    'alter table webhooks add column earlier_secrets_json text',
  ],
};
