/** Settings of single sign-on with OpenID Connect. */

import { ENTRA_SHAPE, entraTenantOf, isEntra, isPublicIssuer } from '../network/oidc-issuers.ts';
import { domainOf } from '../text/emails.ts';
import { ConfigError } from './config-error.ts';
import { type Environment, oneOf, readerOf, singleLine, text, type Variables } from './variables.ts';

/** A provider of OpenID Connect through which people sign in. */
export interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined for a client without a secret. */
  readonly clientSecret: string | undefined;
  /** The label of the sign-in button. */
  readonly name: string;
  /** The seat of users who are created when they first sign in; undefined: unknown users are refused. */
  readonly createUsers: 'viewer' | 'member' | undefined;
  /** The email domains of users who may be created; undefined: all. */
  readonly createDomains: readonly string[] | undefined;
  /** The GUID of the tenant, if the provider is Microsoft Entra ID. */
  readonly entraTenant: string | undefined;
  /** Whether the operator vouches for all emails of that tenant. */
  readonly trustsEmail: boolean;
}

export const OIDC_VARIABLES = {
  OIDC_ISSUER: {
    about: 'Issuer of the OpenID Connect provider through which people sign in',
    allowed: 'an address that begins with https://, or with http:// on localhost',
    parse: parseIssuer,
  },
  OIDC_CLIENT_ID: {
    about: 'Id by which the provider knows Watchbill; required with `OIDC_ISSUER`',
    ...text('the client id'),
  },
  OIDC_CLIENT_SECRET: {
    about: 'Secret of that client',
    ...text('the client secret'),
    fallbackText: 'a client without one',
    secret: true,
    fromFile: true,
  },
  OIDC_NAME: {
    about: 'What the button to sign in through the provider calls it',
    ...singleLine('a name'),
    fallback: 'single sign-on',
  },
  OIDC_CREATE_USERS: {
    about: 'Whether people whom nobody has added become users at their first single sign-on, and with which seat',
    ...oneOf('no', 'viewer', 'member'),
    fallback: 'no',
  },
  OIDC_CREATE_USERS_DOMAINS: {
    about:
      'The domains of the emails of people who become users that way; required with `OIDC_CREATE_USERS` where anybody can have an account, as with Google',
    allowed: 'domains, with commas between them, such as example.com, example.org',
    fallbackText: 'all domains',
    parse: parseDomains,
  },
  OIDC_TRUST_EMAIL: {
    about:
      'Whether the emails of a tenant of Microsoft Entra ID, which sends no `email_verified`, are trusted: only if nobody but its admins can set them',
    ...oneOf('off', 'on'),
    fallback: 'off',
  },
} as const satisfies Variables;

export function readOidc(environment: Environment): OidcConfig | undefined {
  const { find, get, missing } = readerOf(OIDC_VARIABLES, environment);
  const issuer = find('OIDC_ISSUER');
  const clientId = find('OIDC_CLIENT_ID');
  const clientSecret = find('OIDC_CLIENT_SECRET');
  const name = get('OIDC_NAME');
  const createUsers = get('OIDC_CREATE_USERS');
  const createDomains = find('OIDC_CREATE_USERS_DOMAINS');
  const trustsEmail = get('OIDC_TRUST_EMAIL') === 'on';
  if (issuer === undefined && clientId === undefined) return undefined;
  if (issuer === undefined) throw missing('OIDC_ISSUER', 'with OIDC_CLIENT_ID');
  if (clientId === undefined) throw missing('OIDC_CLIENT_ID', 'with OIDC_ISSUER');
  const entraTenant = entraTenantOf(issuer);
  if (isEntra(issuer) && entraTenant === undefined) {
    throw new ConfigError(`OIDC_ISSUER is "${issuer}"; for Microsoft Entra ID, allowed is ${ENTRA_SHAPE}`);
  }
  if (trustsEmail && entraTenant === undefined) {
    throw new ConfigError(`OIDC_TRUST_EMAIL is "on"; it is allowed only with an OIDC_ISSUER such as ${ENTRA_SHAPE}`);
  }
  if (createUsers !== 'no' && createDomains === undefined && isPublicIssuer(issuer)) {
    throw new ConfigError(
      `OIDC_CREATE_USERS is "${createUsers}"; anybody can have an account at ${issuer}: ` +
        `set OIDC_CREATE_USERS_DOMAINS to ${OIDC_VARIABLES.OIDC_CREATE_USERS_DOMAINS.allowed}`,
    );
  }
  return {
    issuer,
    clientId,
    clientSecret,
    name,
    createUsers: createUsers === 'no' ? undefined : createUsers,
    createDomains,
    entraTenant,
    trustsEmail,
  };
}

/** Kept as written: an issuer is compared exactly, including a slash at its end. */
function parseIssuer(value: string): string | undefined {
  const { protocol, hostname } = URL.parse(value) ?? {};
  const isLocal = protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname ?? '');
  if (protocol !== 'https:' && !isLocal) return undefined;
  // Entra accepts the GUID of a tenant in either case, and writes it in lower case.
  return isEntra(value) ? value.toLowerCase() : value;
}

function parseDomains(value: string): readonly string[] | undefined {
  const domains = value.split(',').map((domain) => domainOf(`@${domain.trim()}`));
  const areDomains = !value.includes('@') && domains.every((domain) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain));
  return areDomains ? domains : undefined;
}
