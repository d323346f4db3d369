/** Signing in with a password, and changing it. */

import type { Queryable, Transaction } from '../../db/driver/database.ts';
import { anyOrganization } from '../../db/people/organizations.ts';
import { userById } from '../../db/people/users.ts';
import { revokeApiKeysOfUser } from '../../db/sign-in/api-keys.ts';
import { passwordOfUser, storePassword, userWithPassword } from '../../db/sign-in/passwords.ts';
import { deleteOtherSessions, sessionById } from '../../db/sign-in/sessions.ts';
import { deleteSignInLinkOfUser } from '../../db/sign-in/sign-in-links.ts';
import { AppError } from '../../errors.ts';
import type { OrganizationId, UserId } from '../../ids.ts';
import type { User } from '../../schemas/people/users.ts';
import type { Credentials, PasswordChange } from '../../schemas/sign-in/sessions.ts';
import { DUMMY_HASH, hashPassword, isPasswordOf, isUpToDate } from '../../secrets/argon2.ts';
import { isCommonPassword } from '../../secrets/common-passwords.ts';
import { emailKeyOf } from '../../text/emails.ts';
import { getUserRow, userOf } from '../people/users.ts';
import { writeAuditEntry } from '../shared/audit-log.ts';
import { changeAs } from '../shared/callers.ts';
import type { Services } from '../shared/services.ts';
import type { Authenticated } from './authentication.ts';
import { startSession, type Visitor } from './sessions.ts';
import { withAttemptLimit } from './sign-in-throttle.ts';

/** A user who has just signed in. */
export interface SignedIn {
  readonly user: User;
  /** The value of the cookie. */
  readonly token: string;
}

/** Every failure has the same response after the same time, so that it does not reveal which emails exist. */
export async function signInWithPassword(
  services: Services,
  { email, password }: Credentials,
  visitor: Visitor,
): Promise<SignedIn> {
  requirePasswords(services);
  const signedIn = await withAttemptLimit(services, { by: 'password', email, address: visitor.address }, async () => {
    const known = await findByEmail(services.db, email);
    const isRight = await isPasswordOf(known?.hash ?? DUMMY_HASH, password);
    if (!isRight || known === undefined) return undefined;
    const fresh = isUpToDate(known.hash) ? undefined : await hashPassword(password);
    return services.db.transaction((tx) => letIn(services, tx, { ...known, fresh }, visitor));
  });
  if (signedIn === undefined) throw new AppError('unauthorized', 'Email or password is wrong.');
  return signedIn;
}

/** Undefined if the password was changed since it was compared, or the user was deactivated. */
async function letIn(
  services: Services,
  tx: Transaction,
  { owner, hash, fresh }: WithPassword & { readonly fresh: string | undefined },
  visitor: Visitor,
): Promise<SignedIn | undefined> {
  const active = await tx.first(userById, { organizationId: owner.organizationId, id: owner.userId });
  if (active === undefined || (await findHash(tx, owner)) !== hash) return undefined;
  if (fresh !== undefined) await tx.run(storePassword, { ...owner, hash: fresh });
  return { user: userOf(active), token: await startSession(services, tx, owner, visitor, 'password') };
}

/**
 * Requires a session. The other sessions of the user end, and pending sign-in links become invalid. Passwords are hashed before the transaction,
 * since that is slow; the transaction checks again everything that was read before.
 */
export async function changePassword(
  services: Services,
  { caller, sessionId }: Authenticated,
  { current_password, password, revoke_api_keys = false }: PasswordChange,
  { address }: Visitor,
): Promise<void> {
  requirePasswords(services);
  if (sessionId === undefined) throw new AppError('forbidden');
  const { organizationId, userId: id } = caller;
  const email = (await services.db.first(userById, { organizationId, id }))?.email;
  if (email === undefined) throw new AppError('unauthorized');
  const previous = await findHash(services.db, caller);
  if (previous !== undefined) await requireCurrent(services, previous, current_password, { email, address });
  requireGoodPassword(password, email);
  await requireUncommonPassword(password);
  const hash = await hashPassword(password);
  await changeAs(services, caller, async (tx, caller) => {
    const { organizationId, userId } = caller;
    const session = await tx.first(sessionById, { organizationId, userId, id: sessionId });
    if (session === undefined) throw new AppError('unauthorized');
    if ((await findHash(tx, caller)) !== previous) throw wrongCurrent();
    requireGoodPassword(password, (await getUserRow(tx, caller, userId)).email);
    await tx.run(storePassword, { organizationId, userId, hash });
    await tx.run(deleteOtherSessions, { organizationId, userId, id: sessionId });
    await tx.run(deleteSignInLinkOfUser, { organizationId, userId });
    const now = services.clock.now();
    const revoked = revoke_api_keys ? await tx.run(revokeApiKeysOfUser, { organizationId, userId, now }) : 0;
    const detail = revoke_api_keys ? { revoked_api_keys: revoked } : undefined;
    await writeAuditEntry(services, tx, caller, {
      action: 'password.changed',
      targetId: userId,
      ...(detail && { detail }),
    });
  });
}

/** Rules that a schema cannot express. */
export function requireGoodPassword(password: string, email: string): void {
  if (emailKeyOf(password.trim()) === emailKeyOf(email)) {
    throw new AppError('unprocessable_entity', 'password must differ from the email.');
  }
}

export async function requireUncommonPassword(password: string): Promise<void> {
  if (await isCommonPassword(password)) {
    throw new AppError(
      'unprocessable_entity',
      'password must not be a common one, even with digits or signs around it. Use a few words in a row.',
    );
  }
}

function requirePasswords({ hasNoPasswords = false }: Services): void {
  if (hasNoPasswords) throw new AppError('forbidden', 'Passwords are turned off here: use single sign-on.');
}

async function requireCurrent(
  services: Services,
  hash: string,
  given: string | undefined,
  attempt: { readonly email: string; readonly address: string },
): Promise<void> {
  if (given === undefined) {
    throw new AppError('unprocessable_entity', 'current_password is required, because you have a password.');
  }
  const attempted = { by: 'password', ...attempt } as const;
  const isRight = await withAttemptLimit(
    services,
    attempted,
    async () => (await isPasswordOf(hash, given)) || undefined,
  );
  if (!isRight) throw wrongCurrent();
}

type Owner = { readonly organizationId: OrganizationId; readonly userId: UserId };

interface WithPassword {
  readonly owner: Owner;
  readonly hash: string;
}

async function findByEmail(db: Queryable, email: string): Promise<WithPassword | undefined> {
  const organization = await db.first(anyOrganization, {});
  if (organization === undefined) return undefined;
  const organizationId = organization.id;
  const row = await db.first(userWithPassword, { organizationId, emailKey: emailKeyOf(email) });
  if (row === undefined || row.hash === null) return undefined;
  return { owner: { organizationId, userId: row.id }, hash: row.hash };
}

async function findHash(db: Queryable, { organizationId, userId }: Owner): Promise<string | undefined> {
  return (await db.first(passwordOfUser, { organizationId, userId }))?.hash;
}

function wrongCurrent(): AppError {
  return new AppError('unprocessable_entity', 'current_password is wrong.');
}
