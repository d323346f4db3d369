/**
 * Limits the requests without a key or session that one network may have open. Each uses memory until its body has arrived and its
 * response is sent.
 */
import type { FastifyReply } from 'fastify';
import { AppError } from '../../errors.ts';

/** Several browsers behind one proxy that load their first page at the same time. */
const MAX_OPEN_REQUESTS = 50;

export interface OpenRequests {
  /** Counts the request until its response is sent; throws if there are too many. */
  enter(network: string, reply: FastifyReply): void;
}

export function limitOpenRequests(): OpenRequests {
  const open = new Map<string, number>();

  function leave(network: string): void {
    const left = (open.get(network) ?? 0) - 1;
    if (left > 0) open.set(network, left);
    else open.delete(network);
  }

  return {
    enter(network, reply) {
      const count = open.get(network) ?? 0;
      if (count >= MAX_OPEN_REQUESTS) {
        // Its body is not wanted: keeping the connection would mean reading it.
        reply.header('connection', 'close');
        throw new AppError(
          'too_many_requests',
          `Without a key or session, an address may have ${MAX_OPEN_REQUESTS} requests open at a time.`,
          { retryAfterS: 1 },
        );
      }
      open.set(network, count + 1);
      reply.raw.once('close', () => leave(network));
    },
  };
}
