/**
 * What every request passes first, open routes and unknown paths included: it gets the headers that every answer carries,
 * its caller is looked up, and it is counted. One hook does all of it: each further one would cost every request.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { type Authenticated, findHolder } from '../services/api-keys.ts';
import type { Services } from '../services/services.ts';
import type { RateLimit } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    authenticated: Authenticated | null;
  }
}

/** The versions of `x-api-version`, which is optional on every request. Every answer carries the one that was used. */
export const API_VERSIONS = ['2026-11-01'] as const;
export const LATEST_API_VERSION = API_VERSIONS[API_VERSIONS.length - 1] as string;

/** What a browser must not do with an answer. The pages under /docs bring a content policy of their own. */
const HEADERS = {
  'x-api-version': LATEST_API_VERSION,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

export function installAdmission(app: FastifyInstance, services: Services, rateLimit: RateLimit): void {
  app.decorateRequest('authenticated', null);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS);
    reply.header('x-request-id', request.id);
    const key = request.headers['x-api-key'];
    try {
      if (typeof key === 'string') request.authenticated = (await findHolder(services, key)) ?? null;
    } finally {
      // Before anything else is decided: a 401 counts, and carries the headers, like every other answer.
      rateLimit.count(request.authenticated?.keyId ?? request.ip, reply);
    }
    requireKnownVersion(request);
  });
}

/** For routes that are not open. */
export function requireAuthentication(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _, done) => {
    if (request.authenticated === null) throw new AppError('unauthorized');
    done();
  });
}

/** Who asks. Only for routes behind `requireAuthentication`. */
export function callerOf(request: FastifyRequest): Authenticated['caller'] {
  return authenticatedOf(request).caller;
}

export function authenticatedOf({ authenticated }: FastifyRequest): Authenticated {
  if (authenticated === null) throw new Error('a route without authentication asked who is calling');
  return authenticated;
}

/** Ids of requests, distinct across nodes and restarts: what to ask the log for. */
export function createRequestIds(): () => string {
  const process = randomBytes(6).toString('base64url');
  let count = 0;
  return () => `${process}-${(count++).toString(36)}`;
}

function requireKnownVersion({ headers }: FastifyRequest): void {
  const wanted = headers['x-api-version'];
  if (wanted === undefined || API_VERSIONS.some((version) => version === wanted)) return;
  throw new AppError(
    'bad_request',
    `x-api-version must be one of ${API_VERSIONS.join(', ')}; it is ${JSON.stringify(wanted).slice(0, 60)}.`,
  );
}
