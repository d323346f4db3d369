/**
 * Ends the time of the first edition: gives columns and tables the names that the code uses. No older node may run beside it.
 */
import type { LaterMigration } from '../migration.ts';

export const contract: LaterMigration = {
  name: 'contract',
  oldestPeer: 40,
  statements: () => [
    'alter table revisions rename column reign_end to valid_until',

    'drop index schedules_by_news',
    'alter table schedules rename column news_due_at to notifications_due_at',
    `create index schedules_by_notifications on schedules (notifications_due_at) where notifications_due_at is not null`,
    'drop index schedule_news_in_order',
    'alter table schedule_news rename to change_notifications',
    'alter table change_notifications rename column news_json to notification_json',
    'create index change_notifications_in_order on change_notifications (schedule_id, id)',
    // A quotation mark within a JSON string has a backslash before it, so this is the name of a field.
    `update deliveries set event_json = replace(event_json, '"news":', '"changes":') where event_json like '%"news":%'`,
    `update deliveries set message_json = replace(message_json, '"news":', '"changes":')
      where kind = 'mail' and message_json like '%"news":%'`,
  ],
};
