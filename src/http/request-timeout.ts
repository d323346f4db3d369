/**
 * A time for the whole of a request, after which it is answered with 503 whatever it still waits for. Not Fastify's
 * `handlerTimeout`: that forgets its timer as soon as a body is read, and so holds for no write.
 */
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';

export function limitRequestTime(app: FastifyInstance, ms: number): void {
  app.addHook('onRequest', (_, reply, done) => {
    const timer = setTimeout(() => {
      if (!reply.sent) void reply.send(new AppError('service_unavailable'));
    }, ms);
    reply.raw.once('close', () => clearTimeout(timer));
    done();
  });
}
