/**
 * Finds users by email. Keys that an older node has left stale are updated here: see the migration "email keys". With all nodes
 * on this version, there are none.
 */
import type { Queryable, Transaction, UnguardedReads } from '../../db/driver/database.ts';
import {
  clearStaleEmailKeys,
  setEmailMatchKey,
  type UserRow,
  usersByEmailKeys,
  usersWithStaleEmailKeys,
} from '../../db/people/users.ts';
import { emailKeyOf } from '../../emails.ts';
import type { OrganizationId } from '../../ids.ts';

/** Active users; those with a correct stored key come first. */
export async function findUsersByEmails(
  db: UnguardedReads,
  organizationId: OrganizationId,
  emails: readonly string[],
): Promise<UserRow[]> {
  const emailKeys = [...new Set(emails.map(emailKeyOf))];
  const found = await db.all(usersByEmailKeys, { organizationId, emailKeys });
  const matching = found.filter(({ email }) => emailKeys.includes(emailKeyOf(email)));
  return [...new Map(matching.map((row) => [row.id, row])).values()];
}

export async function findUserByEmail(
  db: Queryable,
  organizationId: OrganizationId,
  email: string,
): Promise<UserRow | undefined> {
  return (await findUsersByEmails(db, organizationId, [email]))[0];
}

/**
 * Called before an email is written, so that the unique index has all emails. If an older node has given two users the same
 * email, the later one stays without a key.
 */
export async function renewStaleEmailKeys(tx: Transaction, organizationId: OrganizationId): Promise<void> {
  const stale = await tx.all(usersWithStaleEmailKeys, { organizationId });
  if (stale.length === 0) return;
  await tx.run(clearStaleEmailKeys, { organizationId });
  for (const { id, email, deactivated_at } of stale) {
    const emailMatchKey = emailKeyOf(email);
    const holders = await tx.all(usersByEmailKeys, { organizationId, emailKeys: [emailMatchKey] });
    const isTaken = holders.some((holder) => holder.email_match_key === emailMatchKey);
    if (deactivated_at !== null || !isTaken) await tx.run(setEmailMatchKey, { organizationId, id, emailMatchKey });
  }
}
