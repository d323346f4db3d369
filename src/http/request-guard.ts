/**
 * The first step of every request, also of one without a route: common headers, who calls, the rate limit, and whether the caller may send this to the
 * route at all. It ends before the body is read. It is one function, since each hook costs time in every request.
 */
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, quoted } from '../errors.ts';
import type { Services } from '../services/shared/services.ts';
import { findHolder } from '../services/sign-in/api-keys.ts';
import type { Authenticated } from '../services/sign-in/authentication.ts';
import { findSession } from '../services/sign-in/sessions.ts';
import { type Access, requireAccess } from './access.ts';
import type { KnownMethods } from './known-methods.ts';
import { clientNetworkOf } from './limits/client-address.ts';
import { limitOpenRequests } from './limits/open-requests.ts';
import type { RateLimit } from './limits/rate-limit.ts';
import type { Lingering } from './lingering-close.ts';
import { isSafeMethod, type PublicOrigin, requireNoForeignOrigin, requireSameOrigin } from './sign-in/csrf.ts';
import type { SessionCookie } from './sign-in/session-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    authenticated: Authenticated | null;
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

const NO_ROUTE: FastifyContextConfig = { isRefusal: true };

export interface RequestGuardOptions extends PublicOrigin {
  readonly services: Services;
  readonly rateLimit: RateLimit;
  readonly cookie: SessionCookie;
  readonly methods: KnownMethods;
  readonly lingering: Lingering;
}

export type RequestGuard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export function createRequestGuard({
  services,
  rateLimit,
  cookie,
  methods,
  lingering,
  ...own
}: RequestGuardOptions): RequestGuard {
  const openRequests = limitOpenRequests();
  let headers: Readonly<Record<string, string>> | undefined;

  return async function guard(request, reply) {
    headers ??= own.publicUrl().startsWith('https:') ? HEADERS_OVER_HTTPS : HEADERS;
    reply.headers(headers);
    reply.header('x-request-id', request.id);
    // Nobody reads the body of a read.
    if (isSafeMethod(request) && bringsBody(request)) lingering.discardRest(request, reply);
    const { access = {}, isRefusal = false } = request.is404 ? NO_ROUTE : request.routeOptions.config;
    if (access.isProbe) {
      rateLimit.exempt(reply);
      requireOneHost(request);
    } else await identify(request, reply, access);
    const { authenticated } = request;
    if (!isSafeMethod(request) && authenticated?.sessionId !== undefined) requireSameOrigin(request, own);
    requireKnownVersion(request);
    if (isRefusal) throw methods.refusalOf(request);
    if (access.pages === 'own') requireSameOrigin(request, own);
    if (access.pages === 'not foreign') requireNoForeignOrigin(request, own);
    requireAccess(request, authenticated, access);
  };

  /** Finds the caller, and counts the request. */
  async function identify(request: FastifyRequest, reply: FastifyReply, { countedFor }: Access): Promise<void> {
    let bucket: string | undefined;
    try {
      requireOneHost(request);
      const key = keyIn(request);
      if (countedFor !== undefined) bucket = await countedFor(request);
      else if (key !== undefined) request.authenticated = (await findHolder(services, key)) ?? null;
      else if (request.headers.cookie !== undefined) request.authenticated = await bySession(request, reply);
      if (request.authenticated !== null && !isSafeMethod(request)) {
        request.authenticated = withAddress(request.authenticated, request.ip);
      }
    } finally {
      // Before any check: a 401 counts, and has the headers, like every other response.
      const known = request.authenticated?.countedFor ?? bucket;
      const network = known === undefined ? clientNetworkOf(request) : '';
      const counted = rateLimit.count(known ?? network, reply);
      if (counted !== undefined) await counted;
      if (known === undefined) openRequests.enter(network, reply);
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

/**
 * RFC 9112, section 3.2: Node takes the first of several, and a proxy in front may have taken another. Only the raw headers, which are names and
 * values in turn, have them all.
 */
function requireOneHost({ raw: { rawHeaders } }: FastifyRequest): void {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  if (count > 1) throw new AppError('bad_request', 'The request has more than one Host header: send one.');
}

function bringsBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
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

/** For the audit log, which reads do not write to. */
function withAddress(authenticated: Authenticated, address: string): Authenticated {
  return { ...authenticated, caller: { ...authenticated.caller, address } };
}

function requireKnownVersion({ headers }: FastifyRequest): void {
  const wanted = headers['x-api-version'];
  if (wanted === undefined || API_VERSIONS.some((version) => version === wanted)) return;
  throw new AppError(
    'bad_request',
    `x-api-version must be one of ${API_VERSIONS.join(', ')}; it is ${quoted(String(wanted))}.`,
  );
}
