/**
 * Sign-ins that were refused because another identity is linked to the user: either the account was created anew at the provider, or the address was
 * given to somebody else. An admin has to decide, and unlinks the linked identity or changes the email of the user.
 */
import { type AuditEntryRow, auditLogStatements } from '../../db/audit-log.ts';
import type { Queryable } from '../../db/driver/database.ts';
import { type UserRow, usersByIds } from '../../db/people/users.ts';
import type { OrganizationId, UserId } from '../../ids.ts';
import { emailKeyOf } from '../../text/emails.ts';
import { REFUSED, UNLINKED } from './identities.ts';

/** Far more than happen: each is an account with the address of a user. */
const MAX_ENTRIES = 100;

export interface RefusedUser {
  readonly name: string;
  /** When it was first refused. */
  readonly since: number;
}

/** The users about whom an admin still has to decide, if the refusal is not older than `since`. */
export async function refusedUsers(
  db: Queryable,
  organizationId: OrganizationId,
  since: number,
): Promise<RefusedUser[]> {
  const entriesOf = (action: string) => {
    const filters = { action, from: since };
    return db.all(auditLogStatements(filters).page, { organizationId, ...filters, limit: MAX_ENTRIES, offset: 0 });
  };
  const refusals = await entriesOf(REFUSED);
  if (refusals.length === 0) return [];
  const unlinkings = await entriesOf(UNLINKED);
  const ids = [...new Set(refusals.map(({ target_id }) => target_id as UserId))];
  const users = await db.all(usersByIds, { organizationId, ids });
  return users.flatMap((user) => {
    const open = refusals.filter((refusal) => refusal.target_id === user.id && isOpen(refusal, user, unlinkings));
    if (open.length === 0) return [];
    return [{ name: user.name, since: Math.min(...open.map(({ created_at }) => created_at)) }];
  });
}

function isOpen(refusal: AuditEntryRow, user: UserRow, unlinkings: readonly AuditEntryRow[]): boolean {
  const { email } = JSON.parse(refusal.detail_json) as { email?: string };
  const hasOtherEmail = email !== undefined && emailKeyOf(email) !== emailKeyOf(user.email);
  const wasUnlinked = unlinkings.some(
    ({ target_id, created_at }) => target_id === user.id && created_at >= refusal.created_at,
  );
  return !hasOtherEmail && !wasUnlinked;
}
