/**
 * The first step of every request, open routes and unknown paths included: sets the common headers, authenticates the caller and counts
 * the request. It is one hook, since each hook costs time in every request.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, quoted } from '../errors.ts';
import type { Services } from '../services/shared/services.ts';
import { findHolder } from '../services/sign-in/api-keys.ts';
import type { Authenticated } from '../services/sign-in/authentication.ts';
import { findSession } from '../services/sign-in/sessions.ts';
import { noRouteAt } from './error-handler.ts';
import { clientNetworkOf } from './limits/client-address.ts';
import { holdingWork } from './limits/held-work.ts';
import { limitOpenRequests } from './limits/open-requests.ts';
import type { RateLimit } from './limits/rate-limit.ts';
import { isSafeMethod, type PublicOrigin, requireSameOrigin } from './sign-in/csrf.ts';
import type { SessionCookie } from './sign-in/session-cookie.ts';

type BucketOf = (request: FastifyRequest) => Promise<string | undefined>;

declare module 'fastify' {
  interface FastifyRequest {
    authenticated: Authenticated | null;
  }
  interface FastifyInstance {
    /** How long the work of a request may take; undefined: 24 s. */
    workMs: number | undefined;
  }
  interface FastifyContextConfig {
    /** The route changes nothing, whatever its method: a read-only key is enough. */
    onlyReads?: true;
    /** For public routes with a secret address: what to count the request by, instead of the network. */
    bucketOf?: BucketOf;
  }
}

/** The values of `x-api-version`, which is optional. Every response has the version that was used. */
export const API_VERSIONS = ['2026-11-01'] as const;
export const LATEST_API_VERSION = API_VERSIONS[API_VERSIONS.length - 1] as string;

/** Security headers of every response. Pages set their own content policy and `cache-control`. */
const HEADERS = {
  'x-api-version': LATEST_API_VERSION,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** For a year. Without `includeSubDomains`: other hosts of the domain are not ours. */
const HEADERS_OVER_HTTPS = { ...HEADERS, 'strict-transport-security': 'max-age=31536000' };

/**
 * Probes take a node out of service when they get no response, and often share their address with other clients. So these paths have
 * no rate limit and do not authenticate.
 */
const PROBE = /^\/(healthz|readyz|metrics)\/?(\?|$)/;

export function isProbe(url: string): boolean {
  return PROBE.test(url);
}

export interface RequestGuardOptions extends PublicOrigin {
  readonly services: Services;
  readonly rateLimit: RateLimit;
  readonly cookie: SessionCookie;
  readonly workMs: number | undefined;
}

export function installRequestGuard(
  app: FastifyInstance,
  { services, rateLimit, cookie, workMs, ...own }: RequestGuardOptions,
): void {
  const openRequests = limitOpenRequests();
  const ownBuckets = collectOwnBuckets(app);
  let headers: Readonly<Record<string, string>> | undefined;
  app.decorateRequest('authenticated', null);
  app.decorate('workMs', workMs);
  app.addHook('onRequest', (request, reply, done) => {
    request.arrivedAt = performance.now();
    const begin = () => void guard(request, reply).then(() => done(), done);
    if (isSafeMethod(request)) services.db.asOneReader(begin);
    else begin();
  });

  async function guard(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    headers ??= own.publicUrl().startsWith('https:') ? HEADERS_OVER_HTTPS : HEADERS;
    reply.headers(headers);
    reply.header('x-request-id', request.id);
    if (isProbe(request.raw.url ?? '')) {
      rateLimit.exempt(reply);
      requireKnownVersion(request);
      return;
    }
    let bucket: string | undefined;
    try {
      const key = keyIn(request);
      const bucketOf = ownBuckets.find(request);
      if (bucketOf !== undefined) bucket = await bucketOf(request);
      else if (key !== undefined) request.authenticated = (await findHolder(services, key)) ?? null;
      else if (request.headers.cookie !== undefined) request.authenticated = await bySession(request, reply);
      if (request.authenticated !== null && !isSafeMethod(request)) {
        request.authenticated = withAddress(request.authenticated, request.ip);
      }
    } finally {
      // Before any check: a 401 counts, and has the headers, like every other response.
      const { authenticated } = request;
      const known = authenticated?.countedFor ?? bucket;
      const network = known === undefined ? clientNetworkOf(request) : '';
      const counted = rateLimit.count(known ?? network, reply);
      if (counted !== undefined) await counted;
      if (known === undefined) openRequests.enter(network, reply);
    }
    if (request.authenticated?.sessionId !== undefined && !isSafeMethod(request)) requireSameOrigin(request, own);
    requireKnownVersion(request);
    // Before the body is read: it is not needed.
    if (request.is404) throw noRouteAt(request);
    if (request.authenticated?.isReadOnly && !isSafeMethod(request) && !request.routeOptions.config.onlyReads) {
      throw new AppError('forbidden', 'This API key may only read: GET and HEAD. Use another key for changes.');
    }
  }

  async function bySession(request: FastifyRequest, reply: FastifyReply): Promise<Authenticated | null> {
    const token = cookie.find(request);
    const found = token === undefined ? undefined : await findSession(services, token);
    if (token === undefined || found === undefined) return null;
    if (found.isProlonged) cookie.give(reply, token);
    return found.authenticated;
  }
}

/** Another bearer token is ignored: it may be meant for a proxy. */
const BEARER_KEY = /^Bearer +(wb_\S*) *$/i;

function keyIn({ headers }: FastifyRequest): string | undefined {
  const key = headers['x-api-key'] as string | undefined;
  if (headers.authorization === undefined) return key;
  const [, bearer = key] = BEARER_KEY.exec(headers.authorization) ?? [];
  if (key === undefined || key === bearer) return bearer;
  throw new AppError('bad_request', 'The headers x-api-key and authorization contain different keys: send only one.');
}

/** Finds `bucketOf` by the start of the path. Looking it up in the route's options costs more: Fastify copies them each time. */
function collectOwnBuckets(app: FastifyInstance): { find(request: FastifyRequest): BucketOf | undefined } {
  const starts = new Set<string>();
  app.addHook('onRoute', ({ url, config }) => {
    if (config?.bucketOf !== undefined) starts.add(url.split(':', 1)[0] ?? url);
  });
  return {
    find(request) {
      for (const start of starts) if (request.url.startsWith(start)) return request.routeOptions.config.bucketOf;
      return undefined;
    },
  };
}

/** For the audit log, which reads do not write to. */
function withAddress(authenticated: Authenticated, address: string): Authenticated {
  return { ...authenticated, caller: { ...authenticated.caller, address } };
}

/** Default body limit of open routes: enough for a form. */
const ANONYMOUS_BODY_LIMIT_BYTES = 16 * 1024;

/** For routes that are open to callers without a key or session. */
export function limitBodies(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    route.bodyLimit ??= ANONYMOUS_BODY_LIMIT_BYTES;
  });
}

/** For routes that are not open. */
export function requireAuthentication(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _, done) => {
    if (request.authenticated === null) throw new AppError('unauthorized');
    done();
  });
}

/** A hook for routes behind `requireAuthentication` that no API key may use. */
export function requireSession(refusal = 'An API key cannot do this: sign in to the web application.') {
  return async (request: FastifyRequest): Promise<void> => {
    if (authenticatedOf(request).sessionId === undefined) throw new AppError('forbidden', refusal);
  };
}

/** The caller. Only for routes behind `requireAuthentication`. */
export function callerOf(request: FastifyRequest): Authenticated['caller'] {
  return authenticatedOf(request).caller;
}

/** The same for work that is worth stopping when the caller has gone. */
export function waitingCallerOf(request: FastifyRequest): Authenticated['caller'] {
  const { socket, server } = request;
  return {
    ...callerOf(request),
    hasLeft: () => socket.destroyed,
    afterAnswer: holdingWork(request),
    workMs: server.workMs,
  };
}

export function authenticatedOf({ authenticated }: FastifyRequest): Authenticated {
  if (authenticated === null) throw new Error('a route without authentication asked who is calling');
  return authenticated;
}

/** Request ids, unique across nodes and restarts, to find a request in the log. */
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
    `x-api-version must be one of ${API_VERSIONS.join(', ')}; it is ${quoted(String(wanted))}.`,
  );
}
