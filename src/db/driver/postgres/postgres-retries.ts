/**
 * Retries of transactions that PostgreSQL aborts because of another transaction or a deadlock. A transaction on a connection that
 * turns out to be stale is tried once more on a new one.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { counters } from '../../../process/counters.ts';
import { isDeadlock, isSerializationFailure, isStale, unavailable } from './postgres-errors.ts';

/** The pause before a retry is a random time up to this, which doubles with each attempt, so that two conflicting ones separate. */
const FIRST_RETRY_MS = 5;
const MAX_RETRY_MS = 250;

/** How long a retry waits for another that runs before it. */
const MAX_TURN_MS = 1_000;

type Attempt<T> = (patienceMs: number) => Promise<T>;

/** Runs an attempt until it succeeds, fails for another reason, or its time is up. */
export type Retrying = <T>(attempt: Attempt<T>, giveUpAt: number) => Promise<T>;

export function createRetrying(): Retrying {
  let lastTurn: Promise<void> = Promise.resolve();

  /** Retries run one after the other: in parallel they would abort each other again. */
  async function inTurn<T>(attempt: () => Promise<T>): Promise<T> {
    const before = lastTurn;
    const { promise, resolve } = Promise.withResolvers<void>();
    lastTurn = promise;
    await Promise.race([before, delay(MAX_TURN_MS, undefined, { ref: false })]);
    try {
      return await attempt();
    } finally {
      resolve();
    }
  }

  return async <T>(attempt: Attempt<T>, giveUpAt: number) => {
    let mayBeStale = true;
    let wasAborted = false;
    const tryOnce = () => attempt(giveUpAt - performance.now());
    for (let longestPauseMs = FIRST_RETRY_MS; ; longestPauseMs = Math.min(longestPauseMs * 2, MAX_RETRY_MS)) {
      try {
        return await (wasAborted ? inTurn(tryOnce) : tryOnce());
      } catch (error) {
        if (isStale(error) && mayBeStale) {
          mayBeStale = false;
          continue;
        }
        if (!isSerializationFailure(error)) throw error;
        const pauseMs = Math.random() * longestPauseMs;
        if (performance.now() + pauseMs >= giveUpAt) throw unavailable(error);
        counters.retriedTransactions[isDeadlock(error) ? 'deadlock' : 'conflict'] += 1;
        await delay(pauseMs);
        wasAborted = true;
      }
    }
  };
}
