/** Finds active users by email. */
import type { Queryable, UnguardedReads } from '../../db/driver/database.ts';
import { type UserRow, usersByEmailKeys } from '../../db/people/users.ts';
import type { OrganizationId } from '../../ids.ts';
import { emailKeyOf } from '../../text/emails.ts';

export function findUsersByEmails(
  db: UnguardedReads,
  organizationId: OrganizationId,
  emails: readonly string[],
): Promise<readonly UserRow[]> {
  return db.all(usersByEmailKeys, { organizationId, emailKeys: [...new Set(emails.map(emailKeyOf))] });
}

export async function findUserByEmail(
  db: Queryable,
  organizationId: OrganizationId,
  email: string,
): Promise<UserRow | undefined> {
  return (await findUsersByEmails(db, organizationId, [email]))[0];
}
