/**
 * Who it is that an OpenID Connect provider vouches for. The first time by a verified email, from then on by the identity there:
 * an address may change hands, an identity does not. Somebody who was deactivated does not get in, unless an admin has added
 * them again.
 */
import type { Transaction } from '../db/database.ts';
import { deactivatedUsersWithEmail, linkIdentity, userOfIdentity } from '../db/oidc-identities.ts';
import { anyOrganization } from '../db/organizations.ts';
import { userById } from '../db/users.ts';
import { domainOf, emailKeyOf, hasSameLetters } from '../emails.ts';
import { asSingleLine } from '../harmless-text.ts';
import type { OrganizationId, UserId } from '../ids.ts';
import type { Seat } from '../permissions.ts';
import { isEmail } from '../schemas/fields.ts';
import { writeAuditEntry } from './audit-log.ts';
import type { SignedIn } from './passwords.ts';
import type { Services } from './services.ts';
import { startSession, type Visitor } from './sessions.ts';
import { findUserByEmail } from './user-emails.ts';
import { storeUser, userOf } from './users.ts';

/** As the provider tells it. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** Only when the provider says that it is verified: anybody can enter any address. */
  readonly verifiedEmail: string | undefined;
  readonly name: string | undefined;
}

interface Newcomers {
  /** The seat of those whom nobody has added; undefined when they are refused. */
  readonly createUsers: Seat | undefined;
  /** The domains of their emails; undefined for all. */
  readonly createDomains?: readonly string[] | undefined;
}

const LONGEST_NAME = 100;
const LONGEST_EMAIL = 254;

/** Undefined for whoever is not let in. */
export function signInWithOidc(
  services: Services,
  identity: Identity,
  newcomers: Newcomers,
  visitor: Visitor,
): Promise<SignedIn | undefined> {
  return services.db.transaction(async (tx) => {
    const organization = await tx.first(anyOrganization, {});
    if (organization === undefined) return undefined;
    const organizationId = organization.id;
    const userId = await findUser(services, tx, organizationId, identity, newcomers);
    const active = userId && (await tx.first(userById, { organizationId, id: userId }));
    if (!active) return undefined;
    const token = await startSession(services, tx, { organizationId, userId: active.id }, visitor, 'oidc');
    return { user: userOf(active), token };
  });
}

async function findUser(
  services: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  identity: Identity,
  { createUsers, createDomains }: Newcomers,
): Promise<UserId | undefined> {
  const { issuer, subject, verifiedEmail: email } = identity;
  const key = { organizationId, issuer, subject };
  const known = await tx.first(userOfIdentity, key);
  if (known?.deactivated_at === null) return known.id;
  if (email === undefined || !isEmail(email) || email.length > LONGEST_EMAIL) return undefined;

  const withSameKey = await findUserByEmail(tx, organizationId, email);
  const byEmail = withSameKey && hasSameLetters(withSameKey.email, email) ? withSameKey : undefined;
  const mayBeCreated =
    withSameKey === undefined && known === undefined && !(await wasDeactivated(tx, organizationId, email));
  const isOfDomain = createDomains === undefined || createDomains.includes(domainOf(email));
  const newcomer = createUsers && isOfDomain && { name: nameFor(identity, email), email, seat: createUsers };
  const user =
    byEmail ?? (newcomer && mayBeCreated ? await storeUser(services, tx, { organizationId }, newcomer) : undefined);
  if (user === undefined) return undefined;

  const { id: userId } = user;
  await tx.run(linkIdentity, { ...key, userId, createdAt: services.clock.now() });
  await writeAuditEntry(
    services,
    tx,
    { organizationId, userId },
    { action: 'user.oidc_linked', targetId: userId, detail: { issuer, subject } },
  );
  return userId;
}

async function wasDeactivated(tx: Transaction, organizationId: OrganizationId, email: string): Promise<boolean> {
  const emailKey = emailKeyOf(email);
  const deactivated = await tx.all(deactivatedUsersWithEmail, { organizationId, emailKey });
  return deactivated.some((user) => emailKeyOf(user.email) === emailKey);
}

function nameFor({ name }: Identity, email: string): string {
  const told = asSingleLine(name?.toWellFormed() ?? '').trim();
  return [...(told || email)].slice(0, LONGEST_NAME).join('');
}
