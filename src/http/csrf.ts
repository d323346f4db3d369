/**
 * CSRF protection. A browser sends the session cookie with every request, also with those that a foreign page caused. So a change made
 * with a session, and signing in, must prove that one of our pages sent it: by its origin, which no page can forge, and by a header that
 * other origins cannot send without our consent.
 */
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

const HEADER = 'x-watchbill-request';

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
  if (headers[HEADER] !== '1') {
    throw new AppError('forbidden', `With a session, changes need the header ${HEADER}: 1; it is missing.`);
  }
}

function isSameOrigin(
  { origin, host, ...headers }: FastifyRequest['headers'],
  { publicUrl, trustsHost = false }: PublicOrigin,
): boolean {
  if (origin === undefined) return headers['sec-fetch-site'] === 'same-origin';
  const given = URL.parse(origin);
  if (given === null || !/^https?:$/.test(given.protocol)) return false;
  return given.origin === URL.parse(publicUrl())?.origin || (trustsHost && given.host === host?.toLowerCase());
}
