/** API keys: made, checked, revoked. Only a hash is stored, so a stolen database opens no door. */
import { hash } from 'node:crypto';
import { isApiKey, newApiKey } from '../api-keys.ts';
import {
  type ApiKeyRow,
  apiKeyById,
  apiKeysPage,
  apiKeysTotal,
  type HolderRow,
  holderByKeyHash,
  insertApiKey,
  revokeApiKey as revokeApiKeyRow,
} from '../db/api-keys.ts';
import type { Transaction } from '../db/database.ts';
import { question } from '../db/statement.ts';
import { AppError, quoted } from '../errors.ts';
import { type ApiKeyId, type OrganizationId, parseId, type UserId } from '../ids.ts';
import { madeOnce } from '../made-once.ts';
import type { Caller } from '../permissions.ts';
import type { ApiKey, CreatedApiKey, NewApiKey } from '../schemas/api-keys.ts';
import { formatInstant, parseInstant } from '../time/iso.ts';
import { MINUTE_MS } from '../time/units.ts';
import { type Actor, writeAuditEntry } from './audit-log.ts';
import { type Authenticated, holderOf } from './authentication.ts';
import { changeAs } from './callers.ts';
import { type LastUses, lastUse } from './last-uses.ts';
import type { Operator } from './operator.ts';
import { type PageMeta, type PageRequest, readPage } from './pages.ts';
import { askAheadFor, type QuestionsAhead, rememberAsker } from './read-ahead.ts';
import type { Services } from './services.ts';
import { findUserByEmail } from './user-emails.ts';

/** `last_used_at` is for people, who do not care about seconds. */
const NOTE_USE_EVERY_MS = MINUTE_MS;

/** Of one user, without revoked ones. More than anyone can tell apart. */
const MOST_KEYS = 100;

/** Who holds the key; undefined alike for one that is malformed, unknown, revoked or expired. */
export async function findHolder(
  { db, clock, lastUses }: Services,
  key: string,
  ahead?: QuestionsAhead,
): Promise<Authenticated | undefined> {
  const keyHash = hashOfKnown(key);
  if (keyHash === undefined) return undefined;
  const now = clock.now();
  askAheadFor(db, keyHash, question(holderByKeyHash, { keyHash }), ahead);
  const row = await db.first(holderByKeyHash, { keyHash });
  const holder = row === undefined || (row.expires_at !== null && row.expires_at <= now) ? undefined : row;
  rememberAsker(keyHash, holder);
  if (holder === undefined) return undefined;
  const { key_id: id, organization_id: organizationId } = holder;
  const usedAt = lastUse(lastUses.apiKeys, id, holder.last_used_at);
  if (usedAt === null || usedAt + NOTE_USE_EVERY_MS <= now) lastUses.apiKeys.set(id, { organizationId, atMs: now });
  return authenticatedBy(holder);
}

/** Most requests come with a key that was seen a moment ago. */
const hashes = new Map<string, string>();
const MOST_HASHES = 1_000;

function hashOfKnown(key: string): string | undefined {
  let keyHash = hashes.get(key);
  if (keyHash === undefined && isApiKey(key)) {
    if (hashes.size === MOST_HASHES) hashes.clear();
    keyHash = hashOf(key);
    hashes.set(key, keyHash);
  }
  return keyHash;
}

const authenticatedBy = madeOnce((row: HolderRow): Authenticated => ({ ...holderOf(row), countedFor: row.key_id }));

/** The caller's own, also those that have expired; revoked ones are gone. */
export async function listApiKeys(
  { db, lastUses }: Services,
  { organizationId, userId }: Caller,
  page: PageRequest,
): Promise<{ api_keys: ApiKey[]; meta: PageMeta }> {
  const list = { page: apiKeysPage, total: apiKeysTotal };
  const { rows, meta } = await readPage(db, list, { organizationId, userId }, page);
  return { api_keys: rows.map((row) => apiKeyOf(row, lastUses)), meta };
}

/** Everyone may, viewers too: a key that has leaked must not wait for someone else. */
export async function revokeOwnApiKey(services: Services, caller: Caller, id: string): Promise<void> {
  await changeAs(services, caller, (tx, caller) =>
    revoke(services, tx, caller, id, (row) => row.user_id === caller.userId),
  );
}

export async function revokeApiKeyAsOperator(services: Services, operator: Operator, id: string): Promise<void> {
  await services.db.transaction((tx) => revoke(services, tx, operator, id, () => true));
}

/** With a session: see `NoNewApiKey`. Everyone may, viewers too: a key can do no more than its owner. */
export async function createOwnApiKey(services: Services, caller: Caller, wanted: NewApiKey): Promise<CreatedApiKey> {
  const fields = fieldsOf(services, wanted);
  return changeAs(services, caller, async (tx, caller) => {
    const { organizationId, userId } = caller;
    const { total } = (await tx.first(apiKeysTotal, { organizationId, userId })) ?? { total: 0 };
    if (total >= MOST_KEYS) {
      throw new AppError(
        'unprocessable_entity',
        `You have ${total} API keys, and ${MOST_KEYS} is the most: revoke one first.`,
      );
    }
    const key = newApiKey();
    const id = await storeApiKey(services, tx, { ...fields, key, organizationId, userId });
    const detail = { ...wanted, name: fields.name };
    await writeAuditEntry(services, tx, caller, { action: 'api_key.created', targetId: id, detail });
    const row = await tx.first(apiKeyById, { organizationId, id });
    if (row === undefined) throw new Error(`the API key ${id} is gone as soon as it was made`);
    return { ...apiKeyOf(row, services.lastUses), key };
  });
}

/** The key is in the answer and nowhere else. */
export async function createApiKeyAsOperator(
  services: Services,
  operator: Operator,
  email: string,
  wanted: NewApiKey,
): Promise<{ id: ApiKeyId; key: string }> {
  const { organizationId } = operator;
  const fields = fieldsOf(services, wanted);
  const key = newApiKey();
  return services.db.transaction(async (tx) => {
    const user = await findUserByEmail(tx, organizationId, email);
    if (user === undefined) throw new AppError('not_found', `There is no user with the email ${quoted(email)}.`);
    const id = await storeApiKey(services, tx, { ...fields, key, organizationId, userId: user.id });
    const detail = { ...wanted, name: fields.name, user: user.id };
    await writeAuditEntry(services, tx, operator, { action: 'api_key.created', targetId: id, detail });
    return { id, key };
  });
}

function fieldsOf({ clock }: Services, { name, expires_at }: NewApiKey): { name: string; expiresAt: number | null } {
  const expiresAt = (expires_at === undefined ? undefined : parseInstant(expires_at)) ?? null;
  if (expiresAt !== null && expiresAt <= clock.now()) {
    throw new AppError('unprocessable_entity', `A key must expire in the future, not at ${expires_at}.`);
  }
  return { name: name.trim(), expiresAt };
}

export async function storeApiKey(
  { clock, newId }: Services,
  tx: Transaction,
  {
    key,
    ...owner
  }: { key: string; organizationId: OrganizationId; userId: UserId; name: string; expiresAt: number | null },
): Promise<ApiKeyId> {
  const id = newId('apiKey');
  await tx.run(insertApiKey, {
    ...owner,
    id,
    keyHash: hashOf(key),
    hint: key.slice(-4),
    createdAt: clock.now(),
  });
  return id;
}

async function revoke(
  services: Services,
  tx: Transaction,
  actor: Actor,
  id: string,
  isAllowed: (row: ApiKeyRow) => boolean,
): Promise<void> {
  const { organizationId } = actor;
  const keyId = parseId('apiKey', id);
  const row = keyId && (await tx.first(apiKeyById, { organizationId, id: keyId }));
  if (row === undefined || !isAllowed(row)) throw noApiKey(id);
  const revoked = await tx.run(revokeApiKeyRow, { organizationId, id: row.id, now: services.clock.now() });
  if (revoked === 0) throw noApiKey(id);
  const { name, user_id: user } = row;
  await writeAuditEntry(services, tx, actor, { action: 'api_key.revoked', targetId: row.id, detail: { name, user } });
}

function apiKeyOf({ id, name, hint, created_at, expires_at, last_used_at }: ApiKeyRow, { apiKeys }: LastUses): ApiKey {
  const usedAt = lastUse(apiKeys, id, last_used_at);
  return {
    id,
    name,
    hint,
    created_at: formatInstant(created_at),
    ...(expires_at !== null && { expires_at: formatInstant(expires_at) }),
    ...(usedAt !== null && { last_used_at: formatInstant(usedAt) }),
  };
}

function noApiKey(id: string): AppError {
  return new AppError('not_found', `There is no API key ${quoted(id)}.`);
}

/** A key has 200 bits of chance: there is nothing to guess, so a fast hash does, and it costs a request a microsecond. */
function hashOf(key: string): string {
  return hash('sha256', key);
}
