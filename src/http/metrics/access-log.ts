/** Logs a line for each request that was answered. */
import type { FastifyInstance } from 'fastify';
import type { Log } from '../../process/log.ts';
import { pathOf } from '../error-handler.ts';

export function logRequests(app: FastifyInstance, log: Log): void {
  app.addHook('onResponse', (request, reply, done) => {
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
