/**
 * A browser sends the session cookie along whoever made it send the request. So whatever a session changes, and signing in
 * itself, must show that a page of ours asked for it: by its origin, which no page can make up, and by a header that no page of
 * another origin can send without our consent.
 */
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

const HEADER = 'x-watchbill-request';

const READING = ['GET', 'HEAD'];

export function isSafeMethod({ method }: FastifyRequest): boolean {
  return READING.includes(method);
}

export interface PublicOrigin {
  /** As people reach the service, without a slash at the end. */
  readonly publicUrl: () => string;
  /**
   * Whether the header `Host` names our origin too: only where nobody has said what our address is. A name that is not ours can
   * be made to lead to us.
   */
  readonly trustsHost?: boolean | undefined;
}

/** Throws 403 unless it comes from a page of ours. */
export function requireSameOrigin({ headers }: FastifyRequest, own: PublicOrigin): void {
  if (!isSameOrigin(headers, own)) {
    const publicUrl = own.publicUrl();
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

function isSameOrigin(
  { origin, host, ...headers }: FastifyRequest['headers'],
  { publicUrl, trustsHost = false }: PublicOrigin,
): boolean {
  if (origin === undefined) return headers['sec-fetch-site'] === 'same-origin';
  const given = URL.parse(origin);
  if (given === null || !/^https?:$/.test(given.protocol)) return false;
  return given.origin === URL.parse(publicUrl())?.origin || (trustsHost && given.host === host?.toLowerCase());
}
