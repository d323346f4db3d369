/** Settings of sign-in: the secret of the installation, passwords and the first owner. Single sign-on is in oidc.ts. */

import { isApiKey } from '../secrets/api-key-format.ts';
import { isEmail } from '../text/harmless-text.ts';
import { oneOf, singleLine, type Variables } from './variables.ts';

export type SecretTexts = readonly [current: string, ...former: string[]];

const MIN_SECRET_LENGTH = 32;

export const SIGN_IN_VARIABLES = {
  WATCHBILL_SECRET: {
    about:
      'Signs sessions and sign-in links; the same on all nodes. With another one, everybody has to sign in again, unless the old one follows it after a comma: the first signs, all verify',
    allowed: 'at least 32 characters; of several, with commas between them, each',
    fallbackText: 'on SQLite generated beside the database file; on PostgreSQL required',
    secret: true,
    parse: parseSecrets,
    fromFile: true,
  },
  WATCHBILL_PASSWORDS: {
    about: 'Whether people sign in with passwords; `off` leaves single sign-on alone, and needs `OIDC_ISSUER`',
    ...oneOf('on', 'off'),
    fallback: 'on',
  },
  WATCHBILL_BOOTSTRAP_EMAIL: {
    about: 'Email of the owner who is created in an empty database',
    allowed: 'an email address',
    fallback: 'owner@example.com',
    parse: (value) => (isEmail(value) ? value : undefined),
  },
  WATCHBILL_BOOTSTRAP_NAME: {
    about: 'Name of that owner',
    ...singleLine('a name'),
    fallback: 'Owner',
  },
  WATCHBILL_BOOTSTRAP_API_KEY: {
    about: 'API key of that owner',
    allowed: '`wb_` and 40 letters and digits, the last 6 of them the checksum',
    fallbackText: 'generated and printed once',
    secret: true,
    parse: (value) => (isApiKey(value) ? value : undefined),
    fromFile: true,
  },
} as const satisfies Variables;

/** Unique, in order. */
function parseSecrets(value: string): SecretTexts | undefined {
  const [current = '', ...former] = new Set(value.split(',').map((secret) => secret.trim()));
  return [current, ...former].every((secret) => secret.length >= MIN_SECRET_LENGTH) ? [current, ...former] : undefined;
}
