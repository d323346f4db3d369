/** How callers prove who they are. */
import { SESSION_COOKIE } from '../sign-in/session-cookie.ts';

export const SECURITY = [{ apiKey: [] }, { bearerAuth: [] }, { cookieAuth: [] }];

/** For operations that refuse API keys. */
export const ONLY_SESSIONS = [{ cookieAuth: [] }];

export const SECURITY_SCHEMES = {
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
  bearerAuth: { type: 'http', scheme: 'bearer', description: 'The same API key.' },
  cookieAuth: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description: `The session of a browser; over https the cookie is named \`__Host-${SESSION_COOKIE}\`.`,
  },
} as const;
