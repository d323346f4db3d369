/**
 * The identities at OpenID Connect providers with which a user signs in. For each issuer, only the subject that was linked first is accepted: an
 * email address may be given to somebody else, who then has another subject. Admins see and unlink identities.
 */
import { createHash } from 'node:crypto';
import { auditLogStatements } from '../../db/audit-log.ts';
import type { Queryable, Transaction } from '../../db/driver/database.ts';
import { deleteIdentity, type IdentityRow, identitiesOfUser } from '../../db/sign-in/oidc-identities.ts';
import { deleteSessionsOfUser } from '../../db/sign-in/sessions.ts';
import { AppError, quoted } from '../../errors.ts';
import { derivedId, type IdentityId, type OrganizationId, type UserId } from '../../ids.ts';
import { type Caller, requirePermission } from '../../permissions.ts';
import type { Identity, RefusedIdentity } from '../../schemas/sign-in/identities.ts';
import { formatInstant } from '../../time/iso.ts';
import { findUserByEmail } from '../people/user-emails.ts';
import { getUserRow } from '../people/users.ts';
import { type Actor, writeAuditEntry } from '../shared/audit-log.ts';
import { changeAs } from '../shared/callers.ts';
import type { Operator } from '../shared/operator.ts';
import { metaOf, type PageMeta, type PageRequest } from '../shared/paging.ts';
import type { Services } from '../shared/services.ts';

/** The audit action for a subject that was refused because another one is linked. */
export const REFUSED = 'user.oidc_refused';
export const UNLINKED = 'user.oidc_unlinked';

const MAX_REFUSED = 20;

type Owner = { readonly organizationId: OrganizationId; readonly userId: UserId };

/** The identity with which the user signs in at that issuer; undefined if they have not signed in there yet. */
export async function acceptedIdentity(db: Queryable, owner: Owner, issuer: string): Promise<IdentityRow | undefined> {
  return (await db.all(identitiesOfUser, owner)).find((identity) => identity.issuer === issuer);
}

export async function listIdentities(
  { db }: Services,
  caller: Caller,
  id: string,
  page: PageRequest,
): Promise<{ identities: Identity[]; refused: RefusedIdentity[]; meta: PageMeta }> {
  await requirePermission(caller, 'change users');
  const { organizationId } = caller;
  const owner = { organizationId, userId: (await getUserRow(db, caller, id)).id };
  const identities = await loadIdentities(db, owner);
  const start = (page.page - 1) * page.per_page;
  return {
    identities: identities.slice(start, start + page.per_page),
    refused: await loadRefused(db, owner, identities),
    meta: metaOf(page, { total: identities.length }),
  };
}

export async function listIdentitiesAsOperator(
  { db }: Services,
  operator: Operator,
  email: string,
): Promise<Identity[]> {
  return loadIdentities(db, await ownerWithEmail(db, operator, email));
}

/** Also signs the user out everywhere: sessions do not record by which identity they were started. */
export async function unlinkIdentity(
  services: Services,
  caller: Caller,
  id: string,
  identityId: string,
): Promise<void> {
  await changeAs(services, caller, async (tx, caller) => {
    const { id: userId, role } = await getUserRow(tx, caller, id);
    await requirePermission(caller, role === 'owner' ? 'change owners' : 'change users');
    await unlink(services, tx, caller, { organizationId: caller.organizationId, userId }, identityId);
  });
}

export async function unlinkIdentityAsOperator(
  services: Services,
  operator: Operator,
  email: string,
  identityId: string,
): Promise<void> {
  await services.db.transaction(async (tx) =>
    unlink(services, tx, operator, await ownerWithEmail(tx, operator, email), identityId),
  );
}

async function unlink(
  services: Services,
  tx: Transaction,
  actor: Actor,
  owner: Owner,
  identityId: string,
): Promise<void> {
  const rows = await tx.all(identitiesOfUser, owner);
  const identity = rows.find((row) => idOf(row) === identityId);
  if (identity === undefined) {
    throw new AppError('not_found', `The user ${owner.userId} has no identity ${quoted(identityId)}.`);
  }
  const { issuer, subject } = identity;
  await tx.run(deleteIdentity, { ...owner, issuer, subject });
  await tx.run(deleteSessionsOfUser, owner);
  const detail = { issuer, subject };
  await writeAuditEntry(services, tx, actor, { action: UNLINKED, targetId: owner.userId, detail });
}

async function ownerWithEmail(db: Queryable, { organizationId }: Operator, email: string): Promise<Owner> {
  const user = await findUserByEmail(db, organizationId, email);
  if (user === undefined) throw new AppError('not_found', `There is no user with the email ${quoted(email)}.`);
  return { organizationId, userId: user.id };
}

async function loadIdentities(db: Queryable, owner: Owner): Promise<Identity[]> {
  const rows = await db.all(identitiesOfUser, owner);
  return rows.map((row) => ({
    id: idOf(row),
    issuer: row.issuer,
    subject: row.subject,
    created_at: formatInstant(row.created_at),
    is_accepted: rows.find(({ issuer }) => issuer === row.issuer) === row,
  }));
}

/** Without duplicates, and without those that are accepted by now. */
async function loadRefused(
  db: Queryable,
  { organizationId, userId }: Owner,
  identities: readonly Identity[],
): Promise<RefusedIdentity[]> {
  const filters = { targetId: userId, action: REFUSED };
  const wanted = { organizationId, ...filters, limit: 5 * MAX_REFUSED, offset: 0 };
  const entries = await db.all(auditLogStatements(filters).page, wanted);
  const refused = entries.map(({ created_at, address, detail_json }) => {
    const { issuer, subject } = JSON.parse(detail_json) as { issuer: string; subject: string };
    return { issuer, subject, at: formatInstant(created_at), ...(address !== null && { address }) };
  });
  const accepted = identities.filter(({ is_accepted }) => is_accepted).map(keyOf);
  const latest = new Map(refused.toReversed().map((one) => [keyOf(one), one]));
  return refused
    .filter((one) => latest.get(keyOf(one)) === one && !accepted.includes(keyOf(one)))
    .slice(0, MAX_REFUSED);
}

function keyOf({ issuer, subject }: { readonly issuer: string; readonly subject: string }): string {
  return JSON.stringify([issuer, subject]);
}

/** Derived from the row; it changes when the identity is linked again. */
function idOf({ issuer, subject, user_id, created_at }: IdentityRow): IdentityId {
  const digest = createHash('sha256')
    .update(JSON.stringify([issuer, subject, user_id]))
    .digest();
  return derivedId('identity', created_at, digest);
}
