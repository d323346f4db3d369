/**
 * What a browser keeps while its user is away at the OpenID Connect provider: what the answer is held against, and where they
 * wanted to go. It is sealed, since nobody else may read or make it, and good for ten minutes.
 */
import { createCipheriv, createDecipheriv, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../time/clock.ts';
import { MINUTE_MS } from '../time/units.ts';
import type { Checks } from './oidc.ts';
import { cookieIn } from './session-cookie.ts';

const COOKIE = 'watchbill_oidc';
const LIFETIME_MS = 10 * MINUTE_MS;

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Somebody on their way in. */
export interface Attempt {
  readonly checks: Checks;
  /** Where they wanted to go: a path of ours. */
  readonly to: string;
}

export interface OidcCookie {
  /** Undefined alike when there is none, when it is not ours, and when it is too old. */
  find(request: FastifyRequest): Attempt | undefined;
  give(reply: FastifyReply, attempt: Attempt): void;
  clear(reply: FastifyReply): void;
}

export function createOidcCookie(secret: KeyObject, clock: Clock, publicUrl: () => string): OidcCookie {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'oidc sign-in', KEY_BYTES));
  const isSecure = () => publicUrl().startsWith('https:');
  const nameOf = () => (isSecure() ? `__Host-${COOKIE}` : COOKIE);

  /** Lax: it has to come along when the provider sends the browser back. */
  function write(reply: FastifyReply, value: string, maxAgeMs: number): void {
    const attributes = `Max-Age=${maxAgeMs / 1000}; Path=/; HttpOnly; SameSite=Lax${isSecure() ? '; Secure' : ''}`;
    reply.header('set-cookie', `${nameOf()}=${value}; ${attributes}`);
  }

  return {
    find({ headers }) {
      const text = open(key, cookieIn(headers.cookie ?? '', nameOf()) ?? '');
      if (text === undefined) return undefined;
      const { expiresAt, ...attempt } = JSON.parse(text) as Attempt & { expiresAt: number };
      return clock.now() < expiresAt ? attempt : undefined;
    },
    give: (reply, attempt) =>
      write(reply, seal(key, JSON.stringify({ ...attempt, expiresAt: clock.now() + LIFETIME_MS })), LIFETIME_MS),
    clear: (reply) => write(reply, '', 0),
  };
}

function seal(key: Buffer, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
}

/** Undefined for whatever was not sealed with this key. */
function open(key: Buffer, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length <= IV_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}
