/** Identities of single sign-on, and the users they belong to. */
import type { Selectable } from 'kysely';
import type { OrganizationId, UserId } from '../../ids.ts';
import { statement, writeStatement } from '../driver/statement.ts';
import { columns } from '../schema/columns.ts';
import { insertRow } from '../schema/row-writes.ts';
import type { Tables } from '../schema/tables.ts';

export type IdentityRow = Selectable<Tables['oidc_identities']>;

type IdentityKey = { organizationId: OrganizationId; issuer: string; subject: string };

/** Including deactivated users: they must be recognised. */
export const userOfIdentity = statement((q, p: IdentityKey) =>
  q
    .selectFrom('oidc_identities')
    .innerJoin('users', 'users.id', 'oidc_identities.user_id')
    .select(['users.id', 'users.deactivated_at'])
    .where('oidc_identities.organization_id', '=', p.organizationId)
    .where('oidc_identities.issuer', '=', p.issuer)
    .where('oidc_identities.subject', '=', p.subject),
);

/** In the order in which they were linked. */
export const identitiesOfUser = statement((q, p: { organizationId: OrganizationId; userId: UserId }) =>
  q
    .selectFrom('oidc_identities')
    .select(columns.oidc_identities)
    .where('organization_id', '=', p.organizationId)
    .where('user_id', '=', p.userId)
    .orderBy('created_at')
    .orderBy('issuer')
    .orderBy('subject'),
);

export const deleteIdentity = writeStatement((q, p: IdentityKey & { userId: UserId }) =>
  q
    .deleteFrom('oidc_identities')
    .where('organization_id', '=', p.organizationId)
    .where('issuer', '=', p.issuer)
    .where('subject', '=', p.subject)
    .where('user_id', '=', p.userId),
);

/** Replaces an existing link. */
export const linkIdentity = insertRow('oidc_identities', {
  key: ['organization_id', 'issuer', 'subject'],
  replaced: ['user_id', 'created_at'],
});

export const deactivatedUserWithEmail = statement((q, p: { organizationId: OrganizationId; emailKey: string }) =>
  q
    .selectFrom('users')
    .select('id')
    .where('organization_id', '=', p.organizationId)
    .where('deactivated_at', 'is not', null)
    .where('email_match_key', '=', p.emailKey)
    .limit(1),
);
