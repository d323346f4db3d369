/** Columns that the migration "contract" drops again: nothing reads the keys that belong there. */
import type { LaterMigration } from '../migration.ts';

export const formerEmails: LaterMigration = {
  name: 'former emails',
  oldestPeer: 9,
  statements: () => [
    'alter table users add column former_email_key text',
    'create index former_emails on users (organization_id, former_email_key) where deactivated_at is not null',
    `create index unknown_former_emails on users (organization_id)
      where deactivated_at is not null and former_email_key is null`,
  ],
};
