/**
 * Finds the user whom an OpenID Connect provider has authenticated. The first time by a verified email, from then on by the identity there: an
 * address may be given to somebody else, an identity is not. So a second identity of the same provider is refused even with the same email. A
 * deactivated user is refused, unless an admin has added them again.
 */

import type { Transaction } from '../../db/driver/database.ts';
import { anyOrganization } from '../../db/people/organizations.ts';
import { userById } from '../../db/people/users.ts';
import { deactivatedUserWithEmail, linkIdentity, userOfIdentity } from '../../db/sign-in/oidc-identities.ts';
import type { OrganizationId, UserId } from '../../ids.ts';
import type { Seat } from '../../permissions.ts';
import { domainOf, emailKeyOf, hasSameLetters } from '../../text/emails.ts';
import { asSingleLine, isEmail } from '../../text/harmless-text.ts';
import { findUserByEmail } from '../people/user-emails.ts';
import { storeUser, userOf } from '../people/users.ts';
import { writeAuditEntry } from '../shared/audit-log.ts';
import type { Services } from '../shared/services.ts';
import { auditFailedSignIn, type FailedSignIn } from './failed-sign-ins.ts';
import { acceptedIdentity, REFUSED } from './identities.ts';
import type { SignedIn } from './passwords.ts';
import { startSession, type Visitor } from './sessions.ts';

/** As the provider sends it. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** Set only if the provider says that it is verified: anybody can enter any address. */
  readonly verifiedEmail: string | undefined;
  readonly name: string | undefined;
}

interface Newcomers {
  /** The seat of new users; undefined: unknown users are refused. */
  readonly createUsers: Seat | undefined;
  /** The allowed email domains of new users; undefined: all. */
  readonly createDomains?: readonly string[] | undefined;
}

const MAX_NAME_LENGTH = 100;
const MAX_EMAIL_LENGTH = 254;

/** Why a sign-in is refused. */
export interface OidcRefusal {
  readonly refusal: 'oidc_unknown_user' | 'oidc_other_identity';
  /** The user with this email, if another identity is linked to them. */
  readonly userId?: UserId;
}

const UNKNOWN: OidcRefusal = { refusal: 'oidc_unknown_user' };

export async function signInWithOidc(
  services: Services,
  identity: Identity,
  newcomers: Newcomers,
  visitor: Visitor,
): Promise<SignedIn | OidcRefusal> {
  const result = await services.db.transaction(async (tx) => {
    const organization = await tx.first(anyOrganization, {});
    if (organization === undefined) return UNKNOWN;
    const organizationId = organization.id;
    const found = await findUser(services, tx, organizationId, identity, newcomers, visitor);
    if (typeof found !== 'string') return found;
    const active = await tx.first(userById, { organizationId, id: found });
    if (active === undefined) return UNKNOWN;
    const token = await startSession(services, tx, { organizationId, userId: active.id }, visitor, 'oidc');
    return { user: userOf(active), token };
  });
  if ('refusal' in result) await auditFailedSignIn(services, failureOf(result, identity, visitor));
  return result;
}

async function findUser(
  services: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  identity: Identity,
  { createUsers, createDomains }: Newcomers,
  { address }: Visitor,
): Promise<UserId | OidcRefusal> {
  const { issuer, subject, verifiedEmail: email } = identity;
  const key = { organizationId, issuer, subject };
  const known = await tx.first(userOfIdentity, key);
  if (known?.deactivated_at === null) {
    const accepted = await acceptedIdentity(tx, { organizationId, userId: known.id }, issuer);
    return accepted?.subject === subject ? known.id : { refusal: 'oidc_other_identity', userId: known.id };
  }
  if (email === undefined || !isEmail(email) || email.length > MAX_EMAIL_LENGTH) return UNKNOWN;

  const withSameKey = await findUserByEmail(tx, organizationId, email);
  const byEmail = withSameKey && hasSameLetters(withSameKey.email, email) ? withSameKey : undefined;
  if (byEmail && (await acceptedIdentity(tx, { organizationId, userId: byEmail.id }, issuer)) !== undefined) {
    return { refusal: 'oidc_other_identity', userId: byEmail.id };
  }
  const mayBeCreated =
    withSameKey === undefined && known === undefined && !(await wasDeactivated(tx, organizationId, email));
  const isOfDomain = createDomains === undefined || createDomains.includes(domainOf(email));
  const newcomer = createUsers && isOfDomain && { name: nameFor(identity, email), email, seat: createUsers };
  const user =
    byEmail ??
    (newcomer && mayBeCreated ? await storeUser(services, tx, { organizationId, address }, newcomer) : undefined);
  if (user === undefined) return UNKNOWN;

  const { id: userId } = user;
  await tx.run(linkIdentity, {
    organization_id: organizationId,
    issuer,
    subject,
    user_id: userId,
    created_at: services.clock.now(),
  });
  await writeAuditEntry(
    services,
    tx,
    { organizationId, userId, address },
    { action: 'user.oidc_linked', targetId: userId, detail: { issuer, subject } },
  );
  return userId;
}

/** An identity that is refused because another is linked has its own action: an admin has to decide. */
function failureOf({ refusal, userId }: OidcRefusal, identity: Identity, { address }: Visitor): FailedSignIn {
  const { issuer, subject, verifiedEmail } = identity;
  return {
    by: 'oidc',
    reason: refusal,
    address,
    email: verifiedEmail,
    userId,
    detail: { issuer, subject },
    ...(refusal === 'oidc_other_identity' && { action: REFUSED }),
    same: [issuer, subject, address],
  };
}

async function wasDeactivated(tx: Transaction, organizationId: OrganizationId, email: string): Promise<boolean> {
  const emailKey = emailKeyOf(email);
  return (await tx.first(deactivatedUserWithEmail, { organizationId, emailKey })) !== undefined;
}

function nameFor({ name }: Identity, email: string): string {
  const told = asSingleLine(name?.toWellFormed() ?? '').trim();
  return [...(told || email)].slice(0, MAX_NAME_LENGTH).join('');
}
