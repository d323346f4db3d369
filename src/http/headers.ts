/**
 * What every answer carries: the version of the API, what to ask the log for, and what a browser must not do with it. All
 * but the id never differ, so they stand here as they are sent. The pages under /docs bring a content policy of their own.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { LATEST_API_VERSION } from './api-version.ts';

const HEADERS = {
  'x-api-version': LATEST_API_VERSION,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Ids of requests, distinct across nodes and restarts. */
export function createRequestIds(): () => string {
  const process = randomBytes(6).toString('base64url');
  let count = 0;
  return () => `${process}-${(count++).toString(36)}`;
}

export function installHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(HEADERS);
    reply.header('x-request-id', request.id);
    done();
  });
}
