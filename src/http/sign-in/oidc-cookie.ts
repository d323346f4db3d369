/**
 * The cookie that a browser keeps while its user is at the OpenID Connect provider: the checks for the response, and the page to return to.
 * It is encrypted and valid for ten minutes.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { encryptionFor, type Secret } from '../../secrets/installation-secret.ts';
import type { Clock } from '../../time/clock.ts';
import { MINUTE_MS } from '../../time/units.ts';
import type { Checks } from './oidc.ts';
import { cookieIn } from './session-cookie.ts';

const COOKIE = 'watchbill_oidc';
const LIFETIME_MS = 10 * MINUTE_MS;

/** A sign-in that is in progress. */
export interface Attempt {
  readonly checks: Checks;
  /** The requested page: a path of ours. */
  readonly to: string;
}

export interface OidcCookie {
  /** Undefined if there is no cookie, if it is not ours, or if it is too old. */
  find(request: FastifyRequest): Attempt | undefined;
  give(reply: FastifyReply, attempt: Attempt): void;
  clear(reply: FastifyReply): void;
}

export function createOidcCookie(secret: Secret, clock: Clock, publicUrl: () => string): OidcCookie {
  const { encrypt, decrypt } = encryptionFor(secret, 'oidc sign-in');
  const isSecure = () => publicUrl().startsWith('https:');
  const nameOf = () => (isSecure() ? `__Host-${COOKIE}` : COOKIE);

  /** Lax: it must be sent when the provider redirects the browser back. */
  function write(reply: FastifyReply, value: string, maxAgeMs: number): void {
    const attributes = `Max-Age=${maxAgeMs / 1000}; Path=/; HttpOnly; SameSite=Lax${isSecure() ? '; Secure' : ''}`;
    reply.header('set-cookie', `${nameOf()}=${value}; ${attributes}`);
  }

  return {
    find({ headers }) {
      const text = decrypt(cookieIn(headers.cookie ?? '', nameOf()) ?? '');
      if (text === undefined) return undefined;
      const { expiresAt, ...attempt } = JSON.parse(text) as Attempt & { expiresAt: number };
      return clock.now() < expiresAt ? attempt : undefined;
    },
    give: (reply, attempt) =>
      write(reply, encrypt(JSON.stringify({ ...attempt, expiresAt: clock.now() + LIFETIME_MS })), LIFETIME_MS),
    clear: (reply) => write(reply, '', 0),
  };
}
