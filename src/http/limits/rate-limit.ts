/**
 * The rate limit of the contract, counted per minute of the clock: for each API key, for each user (all sessions together), and for each
 * address of requests without either, so that made-up keys do not help.
 */
import type { FastifyReply } from 'fastify';
import { AppError } from '../../errors.ts';
import type { Clock } from '../../time/clock.ts';
import { MINUTE_MS } from '../../time/units.ts';

/** Without a limit the headers are still sent, with this value. */
const NO_LIMIT = 1_000_000_000;

/** About 10 MB. A limit per network does not stop a caller who has more networks than this. */
const MAX_BUCKETS = 100_000;

export interface RateLimit {
  /** Counts a request of that bucket and writes the headers; throws if it exceeds the limit. A promise only if nodes count together. */
  count(bucket: string, reply: FastifyReply): void | Promise<void>;
  /** Writes the headers of a request that is not counted. */
  exempt(reply: FastifyReply): void;
}

/** The number of requests of a bucket in a minute, including this one. */
export interface RequestCounter {
  count(bucket: string, minute: number): number | Promise<number>;
}

export function createRateLimit(perMinute: number, clock: Clock, counter = countInMemory()): RateLimit {
  const limit = perMinute === 0 ? NO_LIMIT : perMinute;

  function admit(count: number, reset: number, reply: FastifyReply): void {
    reply.header('x-ratelimit-limit', limit);
    reply.header('x-ratelimit-remaining', Math.max(0, limit - count));
    reply.header('x-ratelimit-reset', reset);
    if (count > limit) {
      throw new AppError('too_many_requests', `Too many requests: wait ${reset} seconds.`, { retryAfterS: reset });
    }
  }

  function thisMinute(): { readonly minute: number; readonly reset: number } {
    const now = clock.now();
    const minute = Math.floor(now / MINUTE_MS);
    return { minute, reset: Math.ceil(((minute + 1) * MINUTE_MS - now) / 1000) };
  }

  return {
    exempt: (reply) => admit(0, thisMinute().reset, reply),
    count(bucket, reply) {
      const { minute, reset } = thisMinute();
      const counted = counter.count(bucket, minute);
      if (typeof counted !== 'number') return counted.then((count) => admit(count, reset, reply));
      return admit(counted, reset, reply);
    },
  };
}

/** In this process only. Above `mostBuckets` in a minute, the oldest are dropped: memory stays bounded. */
export function countInMemory(mostBuckets = MAX_BUCKETS): RequestCounter {
  let counts = new Map<string, number>();
  let countedMinute = Number.NaN;
  return {
    count(bucket, minute) {
      if (minute !== countedMinute) {
        counts = new Map();
        countedMinute = minute;
      }
      const known = counts.get(bucket);
      if (known === undefined && counts.size >= mostBuckets) counts.delete(counts.keys().next().value as string);
      const count = (known ?? 0) + 1;
      counts.set(bucket, count);
      return count;
    },
  };
}
