/**
 * Rule IDEM-1: a request that comes with a key is carried out once, however often it is sent. The key is claimed first. The answer is
 * stored in the transaction of the write: there is no write without its answer, and a process that dies leaves neither.
 *
 *   claimed → answered   with the commit of the write; a retry gets the stored answer for a day
 *   claimed → free       when the request fails; the next one begins anew
 *   claimed → claimed    by a retry after 30 s: the first process is gone, or it finds its lease lost and rolls back
 */
import { hash } from 'node:crypto';
import type { Transaction } from '../../db/driver/database.ts';
import { inOneTransaction } from '../../db/driver/shared-transaction.ts';
import {
  claimIdempotencyKey,
  idempotencyKeyOf,
  releaseIdempotencyKey,
  storeIdempotentAnswer,
} from '../../db/idempotency-keys.ts';
import { AppError } from '../../errors.ts';
import type { LeaseId, OrganizationId, UserId } from '../../ids.ts';
import type { Caller } from '../../permissions.ts';
import { DAY_MS } from '../../time/units.ts';
import type { Services } from './services.ts';
import { parsedJson } from './stored-values.ts';

/** Longer than any request takes. */
const ABANDONED_AFTER_MS = 30_000;

export const KEPT_MS = DAY_MS;

export interface IdempotentRequest {
  readonly key: string;
  /** As in the reference: `POST /teams/`. */
  readonly route: string;
  readonly path: string;
  readonly body: unknown;
  /** Rows that the work will lock. */
  readonly locks?: readonly string[];
}

export interface StoredAnswer {
  readonly status: number;
  readonly body: unknown;
}

/**
 * `work` is part of one transaction and may run several times: it must have no effect except its statements. If the transaction is not shared, the
 * response is stored afterwards: if the process dies in between, a retry does the work again.
 */
export async function answerOnce(
  services: Services,
  { organizationId, userId }: Caller,
  { key, route, path, body, locks }: IdempotentRequest,
  work: () => Promise<StoredAnswer>,
  isShared = true,
): Promise<StoredAnswer & { readonly isReplay: boolean }> {
  const { db, newId } = services;
  const claimed = { organizationId, userId, route, idempotencyKey: key };
  const fingerprint = hash('sha256', JSON.stringify([path, body ?? null]), 'base64url');
  const lease = { ...claimed, leaseId: newId('lease') };
  const stored = await claim(services, lease, fingerprint);
  if (stored !== undefined) return { ...stored, isReplay: true };
  try {
    const store = async (tx: Transaction, { status, body }: StoredAnswer) => {
      const responseJson = JSON.stringify(body ?? null);
      const stored = await tx.run(storeIdempotentAnswer, { ...lease, answerStatus: status, responseJson });
      if (stored === 0) throw inUse(1);
      return { status, body, isReplay: false };
    };
    if (isShared) return await inOneTransaction(db, async (tx) => store(tx, await work()), locks);
    const answer = await work();
    return await db.transaction((tx) => store(tx, answer));
  } catch (error) {
    // If this fails, the key is free after 30 s.
    await db.queueTransaction((tx) => tx.run(releaseIdempotencyKey, lease)).catch(() => undefined);
    throw error;
  }
}

interface Lease {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly route: string;
  readonly idempotencyKey: string;
  readonly leaseId: LeaseId;
}

/** Undefined if the key is now claimed for this request; otherwise the stored response. */
async function claim({ db, clock }: Services, lease: Lease, fingerprint: string): Promise<StoredAnswer | undefined> {
  const now = clock.now();
  const wanted = {
    ...lease,
    fingerprint,
    now,
    abandonedBefore: now - ABANDONED_AFTER_MS,
    forgottenBefore: now - KEPT_MS,
  };
  const { leaseId: _, ...key } = lease;
  const found = await db.queueTransaction(async (tx) => {
    if ((await tx.first(claimIdempotencyKey, wanted)) !== undefined) return 'claimed';
    return tx.first(idempotencyKeyOf, key);
  });
  if (found === 'claimed') return undefined;
  // It was released between the two statements.
  if (found === undefined) throw inUse(1);
  if (found.fingerprint !== fingerprint) throw new AppError('idempotency_key_reused');
  if (found.status === null) throw inUse(Math.max(1, Math.ceil((found.started_at + ABANDONED_AFTER_MS - now) / 1000)));
  return { status: found.status, body: parsedJson(found.response_json ?? 'null') };
}

function inUse(retryAfterS: number): AppError {
  return new AppError('idempotency_key_in_use', undefined, { retryAfterS });
}
