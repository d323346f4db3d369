/** The address that each entry of the audit log came from, and identities by user. An older node leaves the address null. */
import type { LaterMigration } from '../migration.ts';

export const auditAddresses: LaterMigration = {
  name: 'audit addresses',
  oldestPeer: 9,
  statements: () => [
    'alter table audit_log add column address text',
    'create index oidc_identities_of_user on oidc_identities (organization_id, user_id, created_at, issuer, subject)',
  ],
};
