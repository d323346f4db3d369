/** Logs a line for each request that was answered, except probes, which would be most of the log. */
import type { FastifyInstance } from 'fastify';
import type { Log } from '../../process/log.ts';
import { pathOf } from '../error-handler.ts';
import { isProbe } from '../request-guard.ts';

export function logRequests(app: FastifyInstance, log: Log): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (isProbe(request.raw.url ?? '')) return done();
    log.info('request', {
      method: request.method,
      path: pathOf(request.originalUrl),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      request_id: request.id,
      user_id: request.authenticated?.caller.userId,
      address: request.ip,
    });
    done();
  });
}
