/** Logs a line for each request that was answered, except probes, which would be most of the log. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../../process/log.ts';
import { pathOf } from '../known-methods.ts';

export interface AccessLog {
  /** When the request comes: a socket that was closed since has no address. */
  noteAddress(request: FastifyRequest): void;
  /** When it is answered. */
  write(request: FastifyRequest, reply: FastifyReply): void;
}

export function createAccessLog(log: Log): AccessLog {
  const addresses = new WeakMap<FastifyRequest, string>();
  return {
    noteAddress: (request) => void addresses.set(request, request.ip),
    write(request, reply) {
      if (!request.is404 && request.routeOptions.config.access?.isProbe) return;
      log.info('request', {
        method: request.method,
        path: pathOf(request.originalUrl),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        request_id: request.id,
        user_id: request.authenticated?.caller.userId,
        address: addresses.get(request),
      });
    },
  };
}
