/** API keys: made, checked, revoked. Only a hash is stored, so a stolen database opens no door. */
import { createHash } from 'node:crypto';
import { isApiKey } from '../api-keys.ts';
import { callerByKeyHash, insertApiKey, touchApiKey } from '../db/api-keys.ts';
import type { Transaction } from '../db/database.ts';
import { AppError } from '../errors.ts';
import type { ApiKeyId, OrganizationId, UserId } from '../ids.ts';
import type { Caller } from '../permissions.ts';
import type { User } from '../schemas/users.ts';
import { MINUTE_MS } from '../time/units.ts';
import type { Services } from './services.ts';
import { userOf } from './users.ts';

/** `last_used_at` is for people, who do not care about seconds: one write a minute for each key. */
const TOUCH_EVERY_MS = MINUTE_MS;

export interface Authenticated {
  readonly caller: Caller;
  readonly user: User;
}

/** Who holds the key. Missing, malformed, unknown, revoked and expired keys all get the same answer. */
export async function authenticate({ db, clock }: Services, key: string | undefined): Promise<Authenticated> {
  if (key === undefined || !isApiKey(key)) throw new AppError('unauthorized');
  const now = clock.now();
  const row = await db.first(callerByKeyHash, { keyHash: hashOf(key), now });
  if (row === undefined) throw new AppError('unauthorized');
  if (row.last_used_at === null || row.last_used_at + TOUCH_EVERY_MS <= now) {
    await db.transaction((tx) => tx.run(touchApiKey, { id: row.key_id, now }));
  }
  return {
    caller: { organizationId: row.organization_id, userId: row.id, role: row.role, seat: row.seat },
    user: userOf(row),
  };
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

/** A key has 200 bits of chance: there is nothing to guess, so a fast hash does, and it costs a request a microsecond. */
function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
