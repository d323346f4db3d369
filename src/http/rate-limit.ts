/** The contract's rate limit: by API key, or by address where there is none that could be one. Headers on every answer. */
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isApiKey } from '../api-keys.ts';
import { AppError } from '../errors.ts';

/** With no limit the headers still stand; nobody makes this many requests in a minute. */
const NO_LIMIT = 1_000_000_000;

export async function installRateLimit(app: FastifyInstance, perMinute: number): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    max: perMinute === 0 ? NO_LIMIT : perMinute,
    timeWindow: '1 minute',
    keyGenerator: (request: FastifyRequest) => {
      const key = request.headers['x-api-key'];
      return typeof key === 'string' && isApiKey(key) ? key : request.ip;
    },
    errorResponseBuilder: (_, { after }) => new AppError('too_many_requests', `Too many requests: wait ${after}.`),
  });
  // For everything, before anything else is decided: a 401 counts, and carries the headers, like every other answer.
  app.addHook('onRequest', app.rateLimit());
}
