/** Logs a line for each request that was answered, except probes, which would be most of the log. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Log } from '../../process/log.ts';
import { pathOf } from '../error-handler.ts';
import { isProbe } from '../request-guard.ts';

export function logRequests(app: FastifyInstance, log: Log): void {
  /** Read when a request comes: a socket that was closed since has no address. */
  const addresses = new WeakMap<FastifyRequest, string>();
  app.addHook('onRequest', (request, _reply, done) => {
    addresses.set(request, request.ip);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (isProbe(request.raw.url ?? '')) return done();
    log.info('request', {
      method: request.method,
      path: pathOf(request.originalUrl),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      request_id: request.id,
      user_id: request.authenticated?.caller.userId,
      address: addresses.get(request),
    });
    done();
  });
}
