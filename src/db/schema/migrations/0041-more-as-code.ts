/** Rule CODE-1: the names that other systems have for webhooks, and which file made them. The linked channels of all schedules are one list. */
import type { LaterMigration } from '../migration.ts';

export const moreAsCode: LaterMigration = {
  name: 'more as code',
  oldestPeer: 40,
  statements: () => [
    'alter table webhooks add column external_id text',
    'alter table webhooks add column managed_by text',
    `create unique index webhooks_by_external_id on webhooks (organization_id, external_id)
      where external_id is not null`,
    'create index chat_channels_of_organization on schedule_chat_channels (organization_id, schedule_id, channel_id)',
  ],
};
