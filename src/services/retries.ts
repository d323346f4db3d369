/**
 * The rules that deliveries and user groups share: how long a worker may keep what it has taken, and when it tries again what failed.
 */
import type { Retry } from '../chat/provider.ts';
import { AppError } from '../errors.ts';
import { MINUTE_MS } from '../time/units.ts';

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 10 * MINUTE_MS;
const RETRY_LATER_MS = 5 * MINUTE_MS;

/** For the few statements before and after a call. */
const DATABASE_MS = 20_000;

/** `ChatError` is one. */
export interface Failure {
  /** A whole sentence: admins read it. */
  readonly message: string;
  readonly retry: Retry;
  /** How long the other side asked to be left alone. */
  readonly retryAfterMs?: number | undefined;
}

/**
 * A worker starts calls for `startingMs`, and the last one takes `longestCallMs` at most. With a shorter lease another worker would
 * take the same work meanwhile.
 */
export function leaseMsFor(startingMs: number, longestCallMs: number): number {
  return startingMs + longestCallMs + DATABASE_MS;
}

/** Twice as long each time, and never quite the same, so that what failed together does not come back together. */
export function waitAfter({ retry, retryAfterMs = 0 }: Failure, failures: number): number {
  const backoffMs = Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS);
  const atLeastMs = Math.max(retryAfterMs, retry === 'later' ? RETRY_LATER_MS : backoffMs);
  return Math.ceil(atLeastMs * (1 + Math.random() / 2));
}

/** Then nothing can be noted about one piece of work: the lease has to run out. */
export function isDatabaseAway(error: unknown): boolean {
  return error instanceof AppError && error.code === 'service_unavailable';
}
