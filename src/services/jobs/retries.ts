/** The rules that deliveries and user groups share: when a worker tries again what failed, and when it gives up. */
import type { Retry } from '../../chat/provider.ts';
import { AppError } from '../../errors.ts';
import { HOUR_MS, MINUTE_MS } from '../../time/units.ts';

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 10 * MINUTE_MS;
const RETRY_LATER_MS = 5 * MINUTE_MS;

/** What asks to be left alone for longer is asked again all the same: it may be a proxy that is wrong. */
const MAX_RETRY_AFTER_MS = HOUR_MS;

/** How long what is retried `briefly` is retried. It holds up its queue for as long. */
export const BRIEF_RETRY_MS = 10 * MINUTE_MS;

/** `ChatError` is one. */
export interface Failure {
  /** A whole sentence: admins read it. */
  readonly message: string;
  readonly retry: Retry;
  /** How long the other side asked to be left alone. */
  readonly retryAfterMs?: number | undefined;
  /** What the other side answered, where that is kept. */
  readonly answerJson?: string | undefined;
}

/**
 * The time that the other side has named. Without one: twice as long each time, and never quite the same, so that what failed
 * together does not come back together.
 */
export function retryDelayMs({ retry, retryAfterMs }: Failure, failures: number): number {
  if (retryAfterMs !== undefined) return Math.min(retryAfterMs, MAX_RETRY_AFTER_MS);
  const backoffMs = Math.min(FIRST_RETRY_MS * 2 ** failures, MAX_RETRY_MS);
  return Math.ceil((retry === 'later' ? RETRY_LATER_MS : backoffMs) * (1 + Math.random() / 2));
}

/** Then nothing can be noted about one piece of work: the lease has to run out. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'service_unavailable';
}
