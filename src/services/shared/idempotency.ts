/**
 * Rule IDEM-1: a request that comes with a key is carried out once, however often it is sent. The key is claimed first. The answer is
 * stored in the transaction of the write: there is no write without its answer, and a process that dies leaves neither. Instead of a large answer
 * (rule OPS-4) it stores what finds it again: a small request must not leave megabytes in the database.
 *
 *   claimed → answered   with the commit of the write; for a day a retry gets the stored answer, or reads a large one again
 *   claimed → free       when the request fails; the next one begins anew
 *   claimed → claimed    by a retry after 30 s: the first process is gone, or it finds its lease lost and rolls back
 */
import { hash } from 'node:crypto';
import type { Transaction } from '../../db/driver/database.ts';
import { inOneTransaction } from '../../db/driver/shared-transaction.ts';
import {
  claimIdempotencyKey,
  type IdempotencyKeyRow,
  idempotencyKeyOf,
  releaseIdempotencyKey,
  storeIdempotentAnswer,
} from '../../db/idempotency-keys.ts';
import { AppError } from '../../errors.ts';
import type { LeaseId, OrganizationId, UserId } from '../../ids.ts';
import type { Caller } from '../../permissions.ts';
import { DAY_MS } from '../../time/units.ts';
import { countKey, uncountKey, withOpenKey } from './idempotency-limits.ts';
import type { Services } from './services.ts';
import { parsedJson } from './stored-values.ts';

/** Longer than any request takes. */
const ABANDONED_AFTER_MS = 30_000;

export const KEPT_MS = DAY_MS;

/** In bytes of JSON. Overrides, people and teams have less; so have schedules of a dozen people. */
export const MAX_STORED_ANSWER = 8 * 1024;

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

interface Answered extends StoredAnswer {
  readonly isReplay: boolean;
}

/** For answers that may be larger than `MAX_STORED_ANSWER`. */
export interface ReadAgain {
  /** What is stored instead of the body. */
  keep(body: unknown): unknown;
  /** The body as it is now, if the caller may still read it. */
  read(kept: unknown): Promise<unknown>;
}

export interface HowOnce {
  readonly isShared?: boolean;
  readonly again?: ReadAgain | undefined;
}

/**
 * `work` is part of one transaction and may run several times: it must have no effect except its statements. If the transaction is not shared, the
 * response is stored afterwards: if the process dies in between, a retry does the work again.
 */
export function answerOnce(
  services: Services,
  caller: Caller,
  request: IdempotentRequest,
  work: () => Promise<StoredAnswer>,
  how: HowOnce = {},
): Promise<Answered> {
  return withOpenKey(caller.userId, () => answerWithKey(services, caller, request, work, how));
}

async function answerWithKey(
  services: Services,
  { organizationId, userId }: Caller,
  { key, route, path, body, locks }: IdempotentRequest,
  work: () => Promise<StoredAnswer>,
  { isShared = true, again }: HowOnce,
): Promise<Answered> {
  const { db, newId } = services;
  const claimed = { organizationId, userId, route, idempotencyKey: key };
  const fingerprint = hash('sha256', JSON.stringify([path, body ?? null]), 'base64url');
  const lease = { ...claimed, leaseId: newId('lease'), startedAt: services.clock.now() };
  const found = await claim(services, lease, fingerprint);
  if (found !== undefined) return { status: found.status, body: await bodyOf(found, again), isReplay: true };
  try {
    const store = async (tx: Transaction, { status, body }: StoredAnswer) => {
      const stored = await tx.run(storeIdempotentAnswer, {
        ...lease,
        answerStatus: status,
        ...storedForm(body, again),
      });
      if (stored === 0) throw inUse(1);
      return { status, body, isReplay: false };
    };
    if (isShared) return await inOneTransaction(db, async (tx) => store(tx, await work()), locks);
    const answer = await work();
    return await db.transaction((tx) => store(tx, answer));
  } catch (error) {
    // If this fails, the key is free after 30 s.
    await release(services, lease).catch(() => undefined);
    throw error;
  }
}

/** The body, or what finds a large one again. */
function storedForm(body: unknown, again: ReadAgain | undefined) {
  const json = JSON.stringify(body ?? null);
  if (again === undefined || Buffer.byteLength(json) <= MAX_STORED_ANSWER)
    return { responseJson: json, keptJson: null };
  return { responseJson: null, keptJson: JSON.stringify(again.keep(body)) };
}

function bodyOf({ response_json, kept_json }: FoundAnswer, again: ReadAgain | undefined): unknown {
  if (kept_json === null) return parsedJson(response_json ?? 'null');
  // The route has had a `readAgain` when the answer was stored, and routes keep theirs.
  if (again === undefined) throw new Error('an answer that was not stored cannot be read again');
  return again.read(parsedJson(kept_json));
}

type FoundAnswer = Pick<IdempotencyKeyRow, 'response_json' | 'kept_json'> & { readonly status: number };

interface Lease {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly route: string;
  readonly idempotencyKey: string;
  readonly leaseId: LeaseId;
  readonly startedAt: number;
}

/** Undefined if the key is now claimed for this request; otherwise what is stored of the response. */
async function claim({ db }: Services, lease: Lease, fingerprint: string): Promise<FoundAnswer | undefined> {
  const { leaseId: _, startedAt: now, ...key } = lease;
  const abandonedBefore = now - ABANDONED_AFTER_MS;
  const wanted = { ...key, leaseId: lease.leaseId, fingerprint, now, abandonedBefore, forgottenBefore: now - KEPT_MS };
  const found = await db.queueTransaction(async (tx) => {
    if ((await tx.first(claimIdempotencyKey, wanted)) === undefined) return tx.first(idempotencyKeyOf, key);
    await countKey(tx, lease);
    return 'claimed';
  });
  if (found === 'claimed') return undefined;
  // It was released between the two statements.
  if (found === undefined) throw inUse(1);
  if (found.fingerprint !== fingerprint) throw new AppError('idempotency_key_reused');
  const { status } = found;
  if (status === null) throw inUse(Math.max(1, Math.ceil((found.started_at + ABANDONED_AFTER_MS - now) / 1000)));
  return { ...found, status };
}

async function release({ db }: Services, { startedAt, ...key }: Lease): Promise<void> {
  await db.queueTransaction(async (tx) => {
    if ((await tx.run(releaseIdempotencyKey, key)) > 0) await uncountKey(tx, { ...key, startedAt });
  });
}

function inUse(retryAfterS: number): AppError {
  return new AppError('idempotency_key_in_use', undefined, { retryAfterS });
}
