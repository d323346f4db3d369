/**
 * CSRF protection. A browser sends the session cookie with every request, also with those that a foreign page caused. So a change made
 * with a session, and signing in, must prove that one of our pages sent it: by its origin, which no page can forge, and by a header that
 * other origins cannot send without our consent.
 */
import type { FastifyRequest } from 'fastify';
import { AppError, quoted } from '../../errors.ts';

/** Sent by our pages with every request. */
export const PAGE_HEADER = 'x-watchbill-request';

const READING = ['GET', 'HEAD'];

export function isSafeMethod({ method }: FastifyRequest): boolean {
  return READING.includes(method);
}

export interface PublicOrigin {
  /** The public address of the service, without a trailing slash. */
  readonly publicUrl: () => string;
  /** Whether the origin in the header `Host` is accepted too: only if no public address is configured, since any name can resolve to us. */
  readonly trustsHost?: boolean | undefined;
}

/** Throws 403 unless the request comes from one of our pages. */
export function requireSameOrigin({ headers }: FastifyRequest, own: PublicOrigin): void {
  if (!isSameOrigin(headers, own)) {
    const publicUrl = own.publicUrl();
    const shown = URL.parse(publicUrl)?.origin ?? publicUrl;
    throw new AppError(
      'forbidden',
      `With a session, changes must come from the pages of the service: the header Origin must be ${shown}, or without it Sec-Fetch-Site must be same-origin.`,
    );
  }
  if (headers[PAGE_HEADER] !== '1') {
    throw new AppError('forbidden', `With a session, changes need the header ${PAGE_HEADER}: 1; it is missing.`);
  }
}

/** Throws 403 if a page of another origin sent the request. Programs send no origin. */
export function requireNoForeignOrigin({ headers: { origin } }: FastifyRequest, { publicUrl }: PublicOrigin): void {
  const given = origin === undefined ? undefined : originIn(origin);
  if (origin === undefined || (given !== undefined && given === originIn(publicUrl()))) return;
  throw new AppError(
    'forbidden',
    `Pages of ${quoted(origin)} cannot use this address: the origin is not this service.`,
  );
}

function isSameOrigin(
  { origin, host, ...headers }: FastifyRequest['headers'],
  { publicUrl, trustsHost = false }: PublicOrigin,
): boolean {
  if (origin === undefined) return headers['sec-fetch-site'] === 'same-origin';
  const given = originIn(origin);
  if (given === undefined) return false;
  return given === originIn(publicUrl()) || (trustsHost && URL.parse(given)?.host === host?.toLowerCase());
}

/** The origin of a web address; undefined for anything else, such as the origin `null`. */
function originIn(address: string): string | undefined {
  const url = URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) ? url.origin : undefined;
}
