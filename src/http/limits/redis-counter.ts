/**
 * Counts requests in Redis for all nodes together. While Redis does not answer in time, each node counts for itself, and returns to Redis
 * when it answers again.
 */
import { Redis } from 'ioredis';
import type { Log } from '../../process/log.ts';
import type { Clock } from '../../time/clock.ts';
import { countInMemory, type RequestCounter } from './rate-limit.ts';

/** Longer than a request of ours takes: a slower count is not worth waiting for. */
const RESPONSE_TIMEOUT_MS = 100;

/** After a timeout Redis is not asked for a while: otherwise every request would wait. */
const RETRY_PAUSE_MS = 1_000;

const MAX_RECONNECT_MS = 2_000;

/** A count is needed in its minute only; the clock of a node may be behind. */
const KEPT_S = 120;

export interface SharedCounter extends RequestCounter {
  close(): void;
}

export function countInRedis(url: string, clock: Clock, log: Log): SharedCounter {
  const here = countInMemory();
  const redis = new Redis(url, {
    enableAutoPipelining: true,
    // Without a connection a command fails at once, instead of waiting for one.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: MAX_RECONNECT_MS,
    commandTimeout: RESPONSE_TIMEOUT_MS,
    retryStrategy: (attempt) => Math.min(attempt * 100, MAX_RECONNECT_MS),
  });
  let isShared = true;
  let leftAloneUntil = Number.NEGATIVE_INFINITY;

  redis.on('error', (error) => lost(error));

  function lost(error: Error): void {
    if (isShared) log.warn('the rate limit is no longer shared: Redis does not answer', { error: error.message });
    isShared = false;
  }

  function found(): void {
    if (!isShared) log.info('the rate limit is shared again');
    isShared = true;
  }

  return {
    async count(bucket, minute) {
      // Also counted here, so that losing Redis does not reset the limit.
      const own = await here.count(bucket, minute);
      if (clock.now() < leftAloneUntil || redis.status !== 'ready') return own;
      try {
        const key = `watchbill:requests:${minute}:${bucket}`;
        const [count] = await Promise.all([redis.incr(key), redis.expire(key, KEPT_S)]);
        found();
        return Math.max(count, own);
      } catch (error) {
        leftAloneUntil = clock.now() + RETRY_PAUSE_MS;
        lost(error as Error);
        return own;
      }
    },
    close: () => redis.disconnect(),
  };
}
