/** Creates, checks, lists and revokes API keys. Only hashes are stored. */
import { hash } from 'node:crypto';
import type { Transaction } from '../../db/driver/database.ts';
import { userById, usersByIds } from '../../db/people/users.ts';
import {
  type ApiKeyRow,
  apiKeyById,
  apiKeysPage,
  apiKeysTotal,
  type HolderRow,
  holderByKeyHash,
  insertApiKey,
  organizationKeysPage,
  organizationKeysTotal,
  revokeApiKey as revokeApiKeyRow,
} from '../../db/sign-in/api-keys.ts';
import { AppError, quoted } from '../../errors.ts';
import { type ApiKeyId, type OrganizationId, parseId, type UserId } from '../../ids.ts';
import { type Caller, requirePermission } from '../../permissions.ts';
import { memoizeByRow } from '../../process/row-cache.ts';
import type { ApiKey, CreatedApiKey, NewApiKey, OwnedApiKey } from '../../schemas/sign-in/api-keys.ts';
import { isApiKey, newApiKey } from '../../secrets/api-key-format.ts';
import { formatInstant, parseInstant } from '../../time/iso.ts';
import { MINUTE_MS } from '../../time/units.ts';
import { findUserByEmail } from '../people/user-emails.ts';
import { type Actor, writeAuditEntry } from '../shared/audit-log.ts';
import { changeAs } from '../shared/callers.ts';
import { type LastUses, lastUse } from '../shared/last-uses.ts';
import type { Operator } from '../shared/operator.ts';
import { type PageMeta, type PageRequest, readPage } from '../shared/paging.ts';
import type { Services } from '../shared/services.ts';
import { type Authenticated, holderOf } from './authentication.ts';

/** `last_used_at` is for people, who do not need seconds. */
const LAST_USE_INTERVAL_MS = MINUTE_MS;

/** For one user, without revoked keys. More than anyone can distinguish. */
const MAX_KEYS = 100;

/** Prefix of the hash of a read-only key: code that knows nothing of it finds no such key, and lets none write. */
const READ_ONLY = 'read-only ';

/** The holder of the key; undefined if it is malformed, unknown, revoked or expired, without a difference. */
export async function findHolder({ db, clock, lastUses }: Services, key: string): Promise<Authenticated | undefined> {
  const keyHash = hashOfKnown(key);
  if (keyHash === undefined) return undefined;
  const now = clock.now();
  const holder = await db.first(holderByKeyHash, { keyHash, readOnlyHash: READ_ONLY + keyHash });
  if (holder === undefined || (holder.expires_at !== null && holder.expires_at <= now)) return undefined;
  const { key_id: id, organization_id: organizationId } = holder;
  const usedAt = lastUse(lastUses.apiKeys, id, holder.last_used_at);
  if (usedAt === null || usedAt + LAST_USE_INTERVAL_MS <= now) lastUses.apiKeys.set(id, { organizationId, atMs: now });
  return authenticatedBy(holder);
}

/** Caches hashes: most requests have a key that was used a moment ago. */
const hashes = new Map<string, string>();
const MAX_HASHES = 1_000;

function hashOfKnown(key: string): string | undefined {
  let keyHash = hashes.get(key);
  if (keyHash === undefined && isApiKey(key)) {
    if (hashes.size === MAX_HASHES) hashes.clear();
    keyHash = hashOf(key);
    hashes.set(key, keyHash);
  }
  return keyHash;
}

const authenticatedBy = memoizeByRow(
  (row: HolderRow): Authenticated => ({
    ...holderOf(row),
    countedFor: row.key_id,
    ...(isReadOnly(row) && { isReadOnly: true }),
  }),
);

/** The caller's keys, including expired ones, but not revoked ones. */
export async function listApiKeys(
  { db, lastUses }: Services,
  { organizationId, userId }: Caller,
  page: PageRequest,
): Promise<{ api_keys: ApiKey[]; meta: PageMeta }> {
  const list = { page: apiKeysPage, total: apiKeysTotal };
  const { rows, meta } = await readPage(db, list, { organizationId, userId }, page);
  return { api_keys: rows.map((row) => apiKeyOf(row, lastUses)), meta };
}

/** All keys of the organization, for admins. */
export async function listOrganizationKeys(
  services: Services,
  caller: Caller,
  page: PageRequest,
): Promise<{ api_keys: OwnedApiKey[]; meta: PageMeta }> {
  await requirePermission(caller, 'change users');
  return readOrganizationKeys(services, caller, page);
}

export async function listKeysAsOperator(services: Services, operator: Operator): Promise<OwnedApiKey[]> {
  const keys: OwnedApiKey[] = [];
  for (let page = 1; ; page++) {
    const { api_keys, meta } = await readOrganizationKeys(services, operator, { page, per_page: 100 });
    keys.push(...api_keys);
    if (keys.length >= meta.total || api_keys.length === 0) return keys;
  }
}

async function readOrganizationKeys(
  { db, lastUses }: Services,
  { organizationId }: Pick<Caller, 'organizationId'>,
  page: PageRequest,
): Promise<{ api_keys: OwnedApiKey[]; meta: PageMeta }> {
  const list = { page: organizationKeysPage, total: organizationKeysTotal };
  const { rows, meta } = await readPage(db, list, { organizationId }, page);
  const ids = [...new Set(rows.map(({ user_id }) => user_id))];
  const users = await db.all(usersByIds, { organizationId, ids });
  const apiKeys = rows.flatMap((row) => {
    const owner = users.find(({ id }) => id === row.user_id);
    if (owner === undefined) return [];
    return [{ ...apiKeyOf(row, lastUses), user: { id: owner.id, name: owner.name, email: owner.email } }];
  });
  return { api_keys: apiKeys, meta };
}

/** For admins; the key of an owner can be revoked only by an owner. */
export async function revokeOrganizationKey(services: Services, caller: Caller, id: string): Promise<void> {
  await changeAs(services, caller, async (tx, caller) => {
    await requirePermission(caller, 'change users');
    const { organizationId } = caller;
    await revoke(services, tx, caller, id, async (row) => {
      const owner = await tx.first(userById, { organizationId, id: row.user_id });
      if (owner?.role === 'owner') await requirePermission(caller, 'change owners');
      return true;
    });
  });
}

/** Allowed for everyone, viewers too: revoking a leaked key must not wait for somebody else. */
export async function revokeOwnApiKey(services: Services, caller: Caller, id: string): Promise<void> {
  await changeAs(services, caller, (tx, caller) =>
    revoke(services, tx, caller, id, async (row) => row.user_id === caller.userId),
  );
}

export async function revokeApiKeyAsOperator(services: Services, operator: Operator, id: string): Promise<void> {
  await services.db.transaction((tx) => revoke(services, tx, operator, id, async () => true));
}

/**
 * Requires a session: otherwise a stolen key could create another, and give access after it is revoked. Allowed for everyone, viewers too: a key can
 * do no more than its owner.
 */
export async function createOwnApiKey(services: Services, caller: Caller, wanted: NewApiKey): Promise<CreatedApiKey> {
  const fields = fieldsOf(services, wanted);
  return changeAs(services, caller, async (tx, caller) => {
    const { organizationId, userId } = caller;
    const { total } = (await tx.first(apiKeysTotal, { organizationId, userId })) ?? { total: 0 };
    if (total >= MAX_KEYS) {
      throw new AppError(
        'unprocessable_entity',
        `You have ${total} API keys, and the maximum is ${MAX_KEYS}: revoke one first.`,
      );
    }
    const key = newApiKey();
    const row = await storeApiKey(services, tx, { ...fields, key, organizationId, userId });
    const detail = { ...wanted, name: fields.name };
    await writeAuditEntry(services, tx, caller, { action: 'api_key.created', targetId: row.id, detail });
    return { ...apiKeyOf(row, services.lastUses), key };
  });
}

/** The key is only in the result. */
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
    const { id } = await storeApiKey(services, tx, { ...fields, key, organizationId, userId: user.id });
    const detail = { ...wanted, name: fields.name, user: user.id };
    await writeAuditEntry(services, tx, operator, { action: 'api_key.created', targetId: id, detail });
    return { id, key };
  });
}

interface KeyFields {
  readonly name: string;
  readonly expiresAt: number | null;
  readonly isReadOnly?: boolean;
}

function fieldsOf({ clock }: Services, { name, expires_at, read_only = false }: NewApiKey): KeyFields {
  const expiresAt = (expires_at === undefined ? undefined : parseInstant(expires_at)) ?? null;
  if (expiresAt !== null && expiresAt <= clock.now()) {
    throw new AppError('unprocessable_entity', `A key must expire in the future, not at ${expires_at}.`);
  }
  return { name: name.trim(), expiresAt, isReadOnly: read_only };
}

export async function storeApiKey(
  { clock, newId }: Services,
  tx: Transaction,
  {
    key,
    name,
    expiresAt,
    isReadOnly = false,
    organizationId,
    userId,
  }: KeyFields & { readonly key: string; readonly organizationId: OrganizationId; readonly userId: UserId },
): Promise<ApiKeyRow> {
  const row = {
    id: newId('apiKey'),
    organization_id: organizationId,
    user_id: userId,
    name,
    key_hash: (isReadOnly ? READ_ONLY : '') + hashOf(key),
    hint: key.slice(-4),
    created_at: clock.now(),
    expires_at: expiresAt,
    last_used_at: null,
    revoked_at: null,
  };
  await tx.run(insertApiKey, row);
  return row;
}

async function revoke(
  services: Services,
  tx: Transaction,
  actor: Actor,
  id: string,
  isAllowed: (row: ApiKeyRow) => Promise<boolean>,
): Promise<void> {
  const { organizationId } = actor;
  const keyId = parseId('apiKey', id);
  const row = keyId && (await tx.first(apiKeyById, { organizationId, id: keyId }));
  if (row === undefined || !(await isAllowed(row))) throw noApiKey(id);
  const revoked = await tx.run(revokeApiKeyRow, { organizationId, id: row.id, now: services.clock.now() });
  if (revoked === 0) throw noApiKey(id);
  const { name, user_id: user } = row;
  await writeAuditEntry(services, tx, actor, { action: 'api_key.revoked', targetId: row.id, detail: { name, user } });
}

function apiKeyOf(row: ApiKeyRow, { apiKeys }: LastUses): ApiKey {
  const { id, name, hint, created_at, expires_at, last_used_at } = row;
  const usedAt = lastUse(apiKeys, id, last_used_at);
  return {
    id,
    name,
    hint,
    read_only: isReadOnly(row),
    created_at: formatInstant(created_at),
    ...(expires_at !== null && { expires_at: formatInstant(expires_at) }),
    ...(usedAt !== null && { last_used_at: formatInstant(usedAt) }),
  };
}

function isReadOnly({ key_hash }: Pick<ApiKeyRow, 'key_hash'>): boolean {
  return key_hash.startsWith(READ_ONLY);
}

function noApiKey(id: string): AppError {
  return new AppError('not_found', `There is no API key ${quoted(id)}.`);
}

/** A key has 200 random bits and cannot be guessed, so a fast hash is enough; it costs a microsecond. */
function hashOf(key: string): string {
  return hash('sha256', key);
}
