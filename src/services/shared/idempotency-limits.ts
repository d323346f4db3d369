/** Rule OPS-4: limits on the idempotency keys of a user. The keys of a day are counted in the database, those in use on each node. */

import type { Transaction } from '../../db/driver/database.ts';
import { countIdempotencyKey, uncountIdempotencyKey } from '../../db/idempotency-keys.ts';
import { AppError } from '../../errors.ts';
import type { OrganizationId, UserId } from '../../ids.ts';
import { DAY_MS } from '../../time/units.ts';

/** In a day of UTC: two overrides in each of 5,000 schedules. With 8 KB each (idempotency.ts) they fill 80 MB. */
const MAX_KEYS_IN_A_DAY = 10_000;

/** At the same time, on a node. It has 10 connections to its database, so more of them only wait. */
const MAX_OPEN_KEYS = 100;

const RETRY_OPEN_AFTER_S = 1;

/** By user: requests with keys that are not answered yet. */
const openKeys = new Map<UserId, number>();

export async function withOpenKey<T>(userId: UserId, work: () => Promise<T>): Promise<T> {
  const open = openKeys.get(userId) ?? 0;
  if (open >= MAX_OPEN_KEYS) {
    throw new AppError(
      'too_many_requests',
      `You have ${MAX_OPEN_KEYS} requests with idempotency keys that are not answered yet: wait for their answers.`,
      { retryAfterS: RETRY_OPEN_AFTER_S },
    );
  }
  openKeys.set(userId, open + 1);
  try {
    return await work();
  } finally {
    const left = (openKeys.get(userId) ?? 0) - 1;
    if (left > 0) openKeys.set(userId, left);
    else openKeys.delete(userId);
  }
}

interface NewKey {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly startedAt: number;
}

/** In the transaction that claims the key, which is rolled back if it is one too many. */
export async function countKey(tx: Transaction, { organizationId, userId, startedAt }: NewKey): Promise<void> {
  const day = dayOf(startedAt);
  const counted = await tx.first(countIdempotencyKey, { organizationId, userId, day });
  if (counted === undefined || counted.count <= MAX_KEYS_IN_A_DAY) return;
  throw new AppError(
    'too_many_requests',
    `You have used ${MAX_KEYS_IN_A_DAY.toLocaleString('en')} idempotency keys today, and may use more tomorrow (UTC).`,
    { retryAfterS: Math.max(1, Math.ceil((day + DAY_MS - startedAt) / 1000)) },
  );
}

/** A request that failed leaves nothing, so its key does not count. */
export async function uncountKey(tx: Transaction, { organizationId, userId, startedAt }: NewKey): Promise<void> {
  await tx.run(uncountIdempotencyKey, { organizationId, userId, day: dayOf(startedAt) });
}

function dayOf(instant: number): number {
  return Math.floor(instant / DAY_MS) * DAY_MS;
}
