/**
 * The contract's rate limit, counted by the minute of the clock. Each key has a count of its own, and each user one for all their
 * sessions; all else counts for its address, so nobody gets further by making keys up.
 */
import type { FastifyReply } from 'fastify';
import { AppError } from '../errors.ts';
import type { Clock } from '../time/clock.ts';
import { MINUTE_MS } from '../time/units.ts';

/** With no limit the headers still stand; nobody makes this many requests in a minute. */
const NO_LIMIT = 1_000_000_000;

export interface RateLimit {
  /** Counts a request of that bucket and writes the headers; throws when it is one too many. A promise only where others count too. */
  count(bucket: string, reply: FastifyReply): void | Promise<void>;
}

/** How many requests a bucket has made in a minute, this one included. */
export interface RequestCounter {
  count(bucket: string, minute: number): number | Promise<number>;
}

export function createRateLimit(perMinute: number, clock: Clock, counter = countHere()): RateLimit {
  const limit = perMinute === 0 ? NO_LIMIT : perMinute;

  function admit(count: number, reset: number, reply: FastifyReply): void {
    reply.header('x-ratelimit-limit', limit);
    reply.header('x-ratelimit-remaining', Math.max(0, limit - count));
    reply.header('x-ratelimit-reset', reset);
    if (count > limit) {
      throw new AppError('too_many_requests', `Too many requests: wait ${reset} seconds.`, { retryAfterS: reset });
    }
  }

  return {
    count(bucket, reply) {
      const now = clock.now();
      const minute = Math.floor(now / MINUTE_MS);
      const reset = Math.ceil(((minute + 1) * MINUTE_MS - now) / 1000);
      const counted = counter.count(bucket, minute);
      if (typeof counted !== 'number') return counted.then((count) => admit(count, reset, reply));
      return admit(counted, reset, reply);
    },
  };
}

/** In this process alone. */
export function countHere(): RequestCounter {
  let counts = new Map<string, number>();
  let countedMinute = Number.NaN;
  return {
    count(bucket, minute) {
      if (minute !== countedMinute) {
        counts = new Map();
        countedMinute = minute;
      }
      const count = (counts.get(bucket) ?? 0) + 1;
      counts.set(bucket, count);
      return count;
    },
  };
}
