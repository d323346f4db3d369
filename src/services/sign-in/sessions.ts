/**
 * Sessions identify a browser that has signed in. A session ends 30 days after its last use, 180 days after it began, when its user ends it, and when
 * the user is deactivated.
 */
import { randomBytes } from 'node:crypto';
import type { Transaction } from '../../db/driver/database.ts';
import {
  deleteEndedSessions,
  deleteSession,
  deleteSessionsOfUser,
  holderByTokenHash,
  insertSession,
  rehashSession,
  type SessionHolderRow,
  type SessionRow,
  sessionsPage,
  sessionsTotal,
} from '../../db/sign-in/sessions.ts';
import type { OrganizationId, SessionId, UserId } from '../../ids.ts';
import type { Caller } from '../../permissions.ts';
import { memoizeByRow } from '../../process/row-cache.ts';
import type { Session } from '../../schemas/sign-in/sessions.ts';
import { sealed, sealedByEach } from '../../secrets/installation-secret.ts';
import { asSingleLine } from '../../text/harmless-text.ts';
import { formatInstant } from '../../time/iso.ts';
import { DAY_MS, HOUR_MS } from '../../time/units.ts';
import { displayOf } from '../people/display.ts';
import { writeAuditEntry } from '../shared/audit-log.ts';
import { changeAs } from '../shared/callers.ts';
import { lastUse } from '../shared/last-uses.ts';
import { type PageMeta, type PageRequest, readPage } from '../shared/paging.ts';
import type { Services } from '../shared/services.ts';
import { type Authenticated, holderOf } from './authentication.ts';

export const MAX_IDLE_MS = 30 * DAY_MS;
export const MAX_AGE_MS = 180 * DAY_MS;

/** Precise enough for a limit of 30 days, and saves writes. */
const LAST_USE_INTERVAL_MS = HOUR_MS;

const PURPOSE = 'session';
const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;
const MAX_BROWSER_LENGTH = 200;

/** The browser and address of a person who signs in. */
export interface Visitor {
  readonly address: string;
  /** The user agent. */
  readonly browser?: string | undefined;
}

/** Runs in the transaction that identified the user. The token is only in the cookie. */
export async function startSession(
  services: Services,
  tx: Transaction,
  user: { readonly organizationId: OrganizationId; readonly userId: UserId },
  { browser, address }: Visitor,
  by: 'password' | 'link' | 'oidc',
): Promise<string> {
  const { clock, newId } = services;
  const { organizationId, userId } = user;
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const id = newId('session');
  await tx.run(deleteEndedSessions, { organizationId, userId, ...endsAt(clock.now()) });
  const now = clock.now();
  await tx.run(insertSession, {
    id,
    organization_id: organizationId,
    user_id: userId,
    token_hash: hashOf(services, token),
    browser: browser === undefined ? null : asSingleLine(browser.slice(0, MAX_BROWSER_LENGTH)),
    created_at: now,
    last_seen_at: now,
  });
  const actor = { organizationId, userId, address };
  await writeAuditEntry(services, tx, actor, { action: 'session.created', targetId: id, detail: { by } });
  return token;
}

export interface FoundSession {
  readonly authenticated: Authenticated;
  /** Whether it was prolonged: then the cookie has to be prolonged too. */
  readonly isProlonged: boolean;
}

/** Undefined for a token that is malformed, unknown, or of an ended session, without a difference. */
export async function findSession(services: Services, token: string): Promise<FoundSession | undefined> {
  const { clock, lastUses } = services;
  if (!TOKEN.test(token)) return undefined;
  const found = await findHolder(services, token);
  if (found === undefined) return undefined;
  const { row, tokenHash } = found;
  const now = clock.now();
  const { idleSince, startedBefore } = endsAt(now);
  const seenAt = lastUse(lastUses.sessions, row.session_id, row.last_seen_at);
  if (seenAt <= idleSince || row.session_created_at <= startedBefore) return undefined;
  const isProlonged = seenAt + LAST_USE_INTERVAL_MS <= now;
  if (isProlonged) {
    lastUses.sessions.set(row.session_id, { organizationId: row.organization_id, atMs: now });
    await signWithCurrentSecret(services, row, token, tokenHash);
  }
  return { authenticated: authenticatedBy(row), isProlonged };
}

async function findHolder(
  { db, secret }: Services,
  token: string,
): Promise<{ readonly row: SessionHolderRow; readonly tokenHash: string } | undefined> {
  const hashes = sealedByEach(secret, PURPOSE, token);
  // A concurrent request may sign the session again after its current hash was looked up: so that hash is tried again at the end.
  const tried = hashes.length > 1 ? [...hashes, ...hashes.slice(0, 1)] : hashes;
  for (const tokenHash of tried) {
    const row = await db.first(holderByTokenHash, { tokenHash });
    if (row !== undefined) return { row, tokenHash };
  }
  return undefined;
}

/**
 * A session that was signed with an earlier secret is signed again when it is prolonged. Once every session has been used or has expired, the earlier
 * secret can be removed. At most once an hour, also while nodes have the secrets in different orders.
 */
async function signWithCurrentSecret(
  services: Services,
  { session_id: id, organization_id: organizationId, id: userId }: SessionHolderRow,
  token: string,
  earlierHash: string,
): Promise<void> {
  const tokenHash = hashOf(services, token);
  if (tokenHash === earlierHash || services.isReadOnly) return;
  await services.db
    .queueTransaction((tx) => tx.run(rehashSession, { organizationId, userId, id, tokenHash, earlierHash }))
    .catch((error) => services.log?.warn('a session could not be signed with the current secret', { error }));
}

const authenticatedBy = memoizeByRow(
  (row: SessionHolderRow): Authenticated => ({
    ...holderOf(row),
    ...displayOf(row),
    countedFor: row.id,
    sessionId: row.session_id,
  }),
);

/** The caller's active sessions. */
export async function listSessions(
  { db, clock }: Services,
  { caller: { organizationId, userId }, sessionId }: Authenticated,
  page: PageRequest,
): Promise<{ sessions: Session[]; meta: PageMeta }> {
  const wanted = { organizationId, userId, ...endsAt(clock.now()) };
  const { rows, meta } = await readPage(db, { page: sessionsPage, total: sessionsTotal }, wanted, page);
  return { sessions: rows.map((row) => sessionOf(row, sessionId)), meta };
}

export async function endSession({ db }: Services, { caller, sessionId: id }: Authenticated): Promise<void> {
  const { organizationId, userId } = caller;
  if (id !== undefined) await db.transaction((tx) => tx.run(deleteSession, { organizationId, userId, id }));
}

/** Allowed for everyone, viewers too: signing out a lost browser must not wait for somebody else. */
export async function endAllSessions(services: Services, caller: Caller): Promise<void> {
  await changeAs(services, caller, async (tx, caller) => {
    const { organizationId, userId } = caller;
    const ended = await tx.run(deleteSessionsOfUser, { organizationId, userId });
    const detail = { sessions: ended };
    await writeAuditEntry(services, tx, caller, { action: 'session.ended_everywhere', targetId: userId, detail });
  });
}

function sessionOf({ id, browser, created_at, last_seen_at }: SessionRow, current: SessionId | undefined): Session {
  return {
    id,
    created_at: formatInstant(created_at),
    last_seen_at: formatInstant(last_seen_at),
    is_current: id === current,
    ...(browser !== null && { browser }),
  };
}

function endsAt(now: number): { idleSince: number; startedBefore: number } {
  return { idleSince: now - MAX_IDLE_MS, startedBefore: now - MAX_AGE_MS };
}

function hashOf({ secret }: Services, token: string): string {
  return sealed(secret, PURPOSE, token);
}
