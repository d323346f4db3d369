/** How callers prove who they are. */
import type { Access } from '../../src/http/access.ts';
import { PAGE_HEADER } from '../../src/http/sign-in/csrf.ts';
import { SESSION_COOKIE } from '../../src/http/sign-in/session-cookie.ts';

export const SECURITY: { readonly [scheme: string]: [] }[] = [{ apiKey: [] }, { bearerAuth: [] }, { cookieAuth: [] }];

/** Of an operation. */
export function securityOf({ who }: Access): { readonly security?: (typeof SECURITY)[number][] } {
  if (who === undefined) return {};
  return { security: who === 'anyone' ? [] : [{ cookieAuth: [] }] };
}

export const SECURITY_SCHEMES = {
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'An API key, made in the web application.' },
  bearerAuth: { type: 'http', scheme: 'bearer', description: 'The same API key.' },
  cookieAuth: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description: `The session of a browser, set by signing in; over https the cookie is named \`__Host-${SESSION_COOKIE}\`. Changes also need the header \`${PAGE_HEADER}: 1\` and an \`Origin\` that is the address of the service.`,
  },
} as const;
