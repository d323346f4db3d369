/**
 * The session cookie. Scripts cannot read it, and other sites cannot cause it to be sent. Over https, its prefix keeps hosts of the same
 * domain from setting it.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MAX_IDLE_MS } from '../../services/sign-in/sessions.ts';

export const SESSION_COOKIE = 'watchbill_session';

export interface SessionCookie {
  find(request: FastifyRequest): string | undefined;
  give(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
}

export function createSessionCookie(publicUrl: () => string): SessionCookie {
  const isSecure = () => publicUrl().startsWith('https:');
  const nameOf = () => (isSecure() ? `__Host-${SESSION_COOKIE}` : SESSION_COOKIE);

  function write(reply: FastifyReply, token: string, maxAgeS: number): void {
    const attributes = `Max-Age=${maxAgeS}; Path=/; HttpOnly; SameSite=Strict${isSecure() ? '; Secure' : ''}`;
    reply.header('set-cookie', `${nameOf()}=${token}; ${attributes}`);
  }

  return {
    find: ({ headers }) => cookieIn(headers.cookie ?? '', nameOf()),
    give: (reply, token) => write(reply, token, MAX_IDLE_MS / 1000),
    clear: (reply) => write(reply, '', 0),
  };
}

export function cookieIn(cookies: string, name: string): string | undefined {
  for (const cookie of cookies.split(';')) {
    const [key, value] = cookie.split('=', 2);
    if (key?.trim() === name) return value?.trim();
  }
  return undefined;
}
