/** One-time sign-in links: only hashes of their tokens are stored. */
import type { OrganizationId, UserId } from '../../ids.ts';
import { type RowOf, statement, writeStatement } from '../driver/statement.ts';
import { insertRow } from '../schema/row-writes.ts';

type OfUser = { organizationId: OrganizationId; userId: UserId };

/** Earlier links of the user become invalid. */
export const replaceSignInLink = insertRow('sign_in_links', {
  key: ['user_id'],
  replaced: ['token_hash', 'expires_at', 'used_at'],
});

/** Found by the token alone: the organization of the caller is not known yet. */
export const openLinkByTokenHash = statement((q, p: { tokenHash: string; now: number }) =>
  q
    .selectFrom('sign_in_links')
    .innerJoin('users', 'users.id', 'sign_in_links.user_id')
    .innerJoin('organizations', 'organizations.id', 'sign_in_links.organization_id')
    .select([
      'sign_in_links.user_id',
      'sign_in_links.organization_id',
      'sign_in_links.expires_at',
      'users.name',
      'users.email',
      'organizations.name as organization_name',
    ])
    .where('sign_in_links.token_hash', '=', p.tokenHash)
    .where('sign_in_links.expires_at', '>', p.now)
    .where('sign_in_links.used_at', 'is', null)
    .where('users.deactivated_at', 'is', null),
);

export type OpenLinkRow = RowOf<typeof openLinkByTokenHash>;

/** Changes nothing unless it is still valid: of many concurrent uses, one succeeds. */
export const markSignInLinkUsed = writeStatement((q, p: OfUser & { tokenHash: string; now: number }) =>
  q
    .updateTable('sign_in_links')
    .set({ used_at: p.now })
    .where('organization_id', '=', p.organizationId)
    .where('user_id', '=', p.userId)
    .where('token_hash', '=', p.tokenHash)
    .where('expires_at', '>', p.now)
    .where('used_at', 'is', null),
);

export const deleteSignInLinkOfUser = writeStatement((q, p: OfUser) =>
  q.deleteFrom('sign_in_links').where('organization_id', '=', p.organizationId).where('user_id', '=', p.userId),
);
