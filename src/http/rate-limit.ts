/**
 * The contract's rate limit, counted by the minute of the clock. Each key has a count of its own; all that comes without a key
 * that is valid counts for its address, so nobody gets further by making keys up.
 */
import type { FastifyReply } from 'fastify';
import { AppError } from '../errors.ts';
import type { Clock } from '../time/clock.ts';
import { MINUTE_MS } from '../time/units.ts';

/** With no limit the headers still stand; nobody makes this many requests in a minute. */
const NO_LIMIT = 1_000_000_000;

export interface RateLimit {
  /** Counts a request of that bucket and writes the headers; throws when it is one too many. */
  count(bucket: string, reply: FastifyReply): void;
}

export function createRateLimit(perMinute: number, clock: Clock): RateLimit {
  const limit = perMinute === 0 ? NO_LIMIT : perMinute;
  let counts = new Map<string, number>();
  let countedMinute = Number.NaN;

  return {
    count(bucket, reply) {
      const now = clock.now();
      const minute = Math.floor(now / MINUTE_MS);
      if (minute !== countedMinute) {
        counts = new Map();
        countedMinute = minute;
      }
      const count = (counts.get(bucket) ?? 0) + 1;
      counts.set(bucket, count);
      const reset = Math.ceil(((minute + 1) * MINUTE_MS - now) / 1000);
      reply.header('x-ratelimit-limit', limit);
      reply.header('x-ratelimit-remaining', Math.max(0, limit - count));
      reply.header('x-ratelimit-reset', reset);
      if (count > limit) {
        reply.header('retry-after', reset);
        throw new AppError('too_many_requests', `Too many requests: wait ${reset} seconds.`);
      }
    },
  };
}
