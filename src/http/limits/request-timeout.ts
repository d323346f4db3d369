/**
 * Responds with 503 if a request takes too long, whatever it waits for. Fastify's `handlerTimeout` is not used: it stops its timer as soon as a body
 * is read, so it does not cover writes.
 */
import type { FastifyReply } from 'fastify';
import { AppError } from '../../errors.ts';

export function limitRequestTime(reply: FastifyReply, ms: number): void {
  const timer = setTimeout(() => {
    if (!reply.sent) void reply.send(new AppError('service_unavailable'));
  }, ms);
  reply.raw.once('close', () => clearTimeout(timer));
}
