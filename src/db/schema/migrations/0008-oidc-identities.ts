/** By which identity at which OpenID Connect provider somebody signs in. */
import type { Migration } from '../migration.ts';

export const oidcIdentities: Migration = {
  name: 'oidc identities',
  statements: ({ id }) => [
    `create table oidc_identities (
      organization_id ${id} not null references organizations (id),
      issuer ${id} not null,
      subject ${id} not null,
      user_id ${id} not null references users (id),
      created_at bigint not null,
      primary key (organization_id, issuer, subject)
    )`,
    'create index deactivated_users on users (organization_id, lower(email)) where deactivated_at is not null',
  ],
};
