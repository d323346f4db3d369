/**
 * One-time links to set a password and sign in: for invited users, and for users who forgot their password. A link works once, for seven days, until
 * there is a newer one. If passwords are off, only the operator creates links, for when single sign-on fails, and they sign in without a password.
 */
import { randomBytes } from 'node:crypto';
import type { Transaction } from '../../db/driver/database.ts';
import { setFirstTimeZone, userById } from '../../db/people/users.ts';
import { storePassword } from '../../db/sign-in/passwords.ts';
import { deleteSessionsOfUser } from '../../db/sign-in/sessions.ts';
import {
  markSignInLinkUsed,
  type OpenLinkRow,
  openLinkByTokenHash,
  replaceSignInLink,
} from '../../db/sign-in/sign-in-links.ts';
import { AppError, quoted } from '../../errors.ts';
import type { UserId } from '../../ids.ts';
import { type Caller, requirePermission } from '../../permissions.ts';
import type { SignInLinkLook, SignInLinkUse } from '../../schemas/sign-in/sessions.ts';
import { hashPassword } from '../../secrets/argon2.ts';
import { sealed, sealedByEach } from '../../secrets/installation-secret.ts';
import { formatInstant } from '../../time/iso.ts';
import { DAY_MS } from '../../time/units.ts';
import { findZone } from '../../time/zones.ts';
import { findUserByEmail } from '../people/user-emails.ts';
import { getUserRow, userOf } from '../people/users.ts';
import { type Actor, writeAuditEntry } from '../shared/audit-log.ts';
import { changeAs } from '../shared/callers.ts';
import type { Operator } from '../shared/operator.ts';
import type { Services } from '../shared/services.ts';
import { requireGoodPassword, requireUncommonPassword, type SignedIn } from './passwords.ts';
import { startSession, type Visitor } from './sessions.ts';
import { withAttemptLimit } from './sign-in-throttle.ts';

const VALID_MS = 7 * DAY_MS;
const TOKEN_BYTES = 32;

export interface CreatedLink {
  readonly token: string;
  readonly expiresAt: number;
}

/** With the hash by which it was found. */
type OpenLink = OpenLinkRow & { readonly tokenHash: string };

/** The token is in the fragment, which browsers do not send: so it is in no log and no referrer. */
export function addressOf({ token }: Pick<CreatedLink, 'token'>, publicUrl: string): string {
  return `${publicUrl}/app/welcome#${token}`;
}

export async function createSignInLink(services: Services, caller: Caller, id: string): Promise<CreatedLink> {
  if (services.hasNoPasswords) {
    throw new AppError('forbidden', 'Passwords are turned off here, so the user cannot set one: use single sign-on.');
  }
  return changeAs(services, caller, async (tx, caller) => {
    const { id: userId, role } = await getUserRow(tx, caller, id);
    await requirePermission(caller, role === 'owner' ? 'change owners' : 'change users');
    return storeSignInLink(services, tx, caller, userId);
  });
}

export async function createSignInLinkAsOperator(
  services: Services,
  operator: Operator,
  email: string,
): Promise<CreatedLink> {
  const { organizationId } = operator;
  return services.db.transaction(async (tx) => {
    const user = await findUserByEmail(tx, organizationId, email);
    if (user === undefined) throw new AppError('not_found', `There is no user with the email ${quoted(email)}.`);
    return storeSignInLink(services, tx, operator, user.id);
  });
}

export async function storeSignInLink(
  services: Services,
  tx: Transaction,
  actor: Actor,
  userId: UserId,
): Promise<CreatedLink> {
  const { organizationId } = actor;
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const expiresAt = services.clock.now() + VALID_MS;
  await tx.run(replaceSignInLink, {
    organization_id: organizationId,
    user_id: userId,
    token_hash: hashOf(services, token),
    expires_at: expiresAt,
    used_at: null,
  });
  const detail = { expires_at: formatInstant(expiresAt) };
  await writeAuditEntry(services, tx, actor, { action: 'sign_in_link.created', targetId: userId, detail });
  return { token, expiresAt };
}

/** Whose link it is, for the page that asks for the password. */
export async function inspectSignInLink(services: Services, token: string, visitor: Visitor): Promise<SignInLinkLook> {
  const { name, email, organization_name, expires_at } = await getOpenLink(services, token, visitor);
  return {
    user: { name, email },
    organization: { name: organization_name },
    expires_at: formatInstant(expires_at),
    sets_password: !services.hasNoPasswords,
  };
}

/** The password is hashed before the transaction, since that is slow; the transaction checks the link and the user again. */
export async function redeemSignInLink(
  services: Services,
  { token, password, time_zone }: SignInLinkUse,
  visitor: Visitor,
): Promise<SignedIn> {
  const link = await getOpenLink(services, token, visitor);
  const hash = await hashOfNew(services, password, link.email);
  const owner = { organizationId: link.organization_id, userId: link.user_id };
  return services.db.transaction(async (tx) => {
    const now = services.clock.now();
    const active = await tx.first(userById, { organizationId: owner.organizationId, id: owner.userId });
    const used = await tx.run(markSignInLinkUsed, { ...owner, tokenHash: link.tokenHash, now });
    if (active === undefined || used === 0) throw notValid();
    if (password !== undefined) requireGoodPassword(password, active.email);
    const timeZone = time_zone === undefined ? undefined : findZone(time_zone)?.name;
    if (timeZone !== undefined) await tx.run(setFirstTimeZone, { ...owner, timeZone });
    if (hash !== undefined) await tx.run(storePassword, { ...owner, hash });
    await tx.run(deleteSessionsOfUser, owner);
    const actor = { ...owner, address: visitor.address };
    await writeAuditEntry(services, tx, actor, { action: 'sign_in_link.used', targetId: owner.userId });
    const sessionToken = await startSession(services, tx, owner, visitor, 'link');
    return { user: userOf(await getUserRow(tx, owner, owner.userId)), token: sessionToken };
  });
}

/** Undefined if passwords are off. */
async function hashOfNew(
  { hasNoPasswords = false }: Services,
  password: string | undefined,
  email: string,
): Promise<string | undefined> {
  if (hasNoPasswords && password === undefined) return undefined;
  if (hasNoPasswords) throw new AppError('forbidden', 'Passwords are turned off here: use the link without one.');
  if (password === undefined) throw new AppError('bad_request', 'password is required.');
  requireGoodPassword(password, email);
  await requireUncommonPassword(password);
  return hashPassword(password);
}

/** Tokens cannot be guessed; attempts are limited all the same. */
async function getOpenLink(services: Services, token: string, { address }: Visitor): Promise<OpenLink> {
  const link = await withAttemptLimit(services, { by: 'link', address }, () => findOpenLink(services, token));
  if (link === undefined) throw notValid();
  return link;
}

async function findOpenLink(services: Services, token: string): Promise<OpenLink | undefined> {
  const { db, clock, secret, hasNoPasswords } = services;
  const now = clock.now();
  for (const tokenHash of sealedByEach(secret, purposeOf(hasNoPasswords), token)) {
    const link = await db.first(openLinkByTokenHash, { tokenHash, now });
    if (link !== undefined) return { ...link, tokenHash };
  }
  return undefined;
}

/** The same error for a link that is unknown, used, expired or replaced. */
function notValid(): AppError {
  return new AppError('not_found', 'This link is no longer valid: ask an admin for a new one.');
}

function hashOf({ secret, hasNoPasswords }: Services, token: string): string {
  return sealed(secret, purposeOf(hasNoPasswords), token);
}

/** A link that was created while passwords were on is invalid without them. */
function purposeOf(hasNoPasswords = false): string {
  return hasNoPasswords ? 'link without password' : 'sign-in link';
}
