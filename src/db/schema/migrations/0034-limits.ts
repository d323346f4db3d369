/** Rule HOOK-2: all secrets of a webhook that were current within a day. An older node knows only the latest two. */
import type { LaterMigration } from '../migration.ts';

export const limits: LaterMigration = {
  name: 'limits',
  oldestPeer: 9,
  statements: () => ['alter table webhooks add column earlier_secrets_json text'],
};
