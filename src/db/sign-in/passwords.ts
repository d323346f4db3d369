/** Password hashes of users. */
import type { OrganizationId, UserId } from '../../ids.ts';
import { statement, writeStatement } from '../driver/statement.ts';

type OfUser = { organizationId: OrganizationId; userId: UserId };

export const passwordOfUser = statement((q, p: OfUser) =>
  q
    .selectFrom('passwords')
    .select('hash')
    .where('organization_id', '=', p.organizationId)
    .where('user_id', '=', p.userId),
);

/** The user with this email, and their password hash if they have one. One query, which takes as long for an unknown email. */
export const userWithPassword = statement((q, p: { organizationId: OrganizationId; emailKey: string }) =>
  q
    .selectFrom('users')
    .leftJoin('passwords', 'passwords.user_id', 'users.id')
    .select(['users.id', 'passwords.hash'])
    .where('users.organization_id', '=', p.organizationId)
    .where('users.email_match_key', '=', p.emailKey)
    .where('users.deactivated_at', 'is', null),
);

export const storePassword = writeStatement((q, p: OfUser & { hash: string }) =>
  q
    .insertInto('passwords')
    .values({ organization_id: p.organizationId, user_id: p.userId, hash: p.hash })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ hash: p.hash })),
);
