/** When deliveries and user groups are retried after a failure, and when they are given up. */
import type { Retry } from '../../chat/provider.ts';
import { AppError } from '../../errors.ts';
import { HOUR_MS, MINUTE_MS } from '../../time/units.ts';

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 10 * MINUTE_MS;
const RETRY_LATER_MS = 5 * MINUTE_MS;

/** Upper limit of a `retry-after`: a longer one may be the fault of a proxy. */
export const MAX_RETRY_AFTER_MS = HOUR_MS;

/** How long failures with the retry `briefly` are retried. The queue waits that long. */
export const BRIEF_RETRY_MS = 10 * MINUTE_MS;

/** `ChatError` implements it. */
export interface Failure {
  /** A whole sentence, shown to admins. */
  readonly message: string;
  readonly retry: Retry;
  /** The `retry-after` of the other side. */
  readonly retryAfterMs?: number | undefined;
  /** The response of the other side, if it is stored. */
  readonly answerJson?: string | undefined;
}

/** The `retry-after` of the other side, or else an exponential backoff with jitter. */
export function retryDelayMs({ retry, retryAfterMs }: Failure, failures: number): number {
  if (retryAfterMs !== undefined) return Math.min(retryAfterMs, MAX_RETRY_AFTER_MS);
  const backoffMs = Math.min(FIRST_RETRY_MS * 2 ** failures, MAX_RETRY_MS);
  return Math.ceil((retry === 'later' ? RETRY_LATER_MS : backoffMs) * (1 + Math.random() / 2));
}

/** Then a failure cannot be stored, and the lease has to expire. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'service_unavailable';
}
