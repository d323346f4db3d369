/**
 * A browser sends the session cookie along whoever made it send the request. So whatever a session changes, and signing in
 * itself, must show that a page of ours asked for it: by its origin, which no page can make up, and by a header that no page of
 * another origin can send without our consent.
 */
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

const HEADER = 'x-watchbill-request';

const READING = ['GET', 'HEAD'];

export function isReading({ method }: FastifyRequest): boolean {
  return READING.includes(method);
}

/** Throws 403 unless it comes from a page of ours. */
export function requireOwnPage({ headers }: FastifyRequest, publicUrl: string): void {
  if (!isOwnOrigin(headers, publicUrl)) {
    const shown = URL.parse(publicUrl)?.origin ?? publicUrl;
    throw new AppError(
      'forbidden',
      `With a session, changes are made from the pages of the service alone: the header Origin must be ${shown}, or without it Sec-Fetch-Site must be same-origin.`,
    );
  }
  if (headers[HEADER] !== '1') {
    throw new AppError('forbidden', `With a session, changes need the header ${HEADER}: 1; it is missing.`);
  }
}

/** The address by which the browser reached us is ours as well: there may be several ways to us, and a cookie belongs to one. */
function isOwnOrigin({ origin, host, ...headers }: FastifyRequest['headers'], publicUrl: string): boolean {
  if (origin === undefined) return headers['sec-fetch-site'] === 'same-origin';
  const given = URL.parse(origin);
  if (given === null || !/^https?:$/.test(given.protocol)) return false;
  return given.origin === URL.parse(publicUrl)?.origin || given.host === host?.toLowerCase();
}
