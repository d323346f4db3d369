/**
 * Reads the configuration from the environment. `VARIABLES` is the table of all settings; `docs/configuration.md` is generated from it.
 * A bad value is a `ConfigError`: one line with the variable, its value and what is allowed. An empty variable counts as unset. A secret
 * may also come from a file.
 */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { domainOf } from './emails.ts';
import { isSingleLine } from './harmless-text.ts';
import { LOG_LEVELS, type LogLevel } from './log.ts';
import { ENTRA_SHAPE, entraTenantOf, isEntra, isPublicIssuer } from './oidc-issuers.ts';
import { isApiKey } from './secrets/api-key-format.ts';

export type DatabaseConfig =
  | { readonly kind: 'sqlite'; readonly path: string }
  | {
      readonly kind: 'postgres';
      readonly url: string;
      /** The most connections of the pool. */
      readonly poolSize?: number;
      /** Set if the url leads to a pooler in transaction mode. */
      readonly transactionPooler?: {
        /** The address of the database itself, to LISTEN; undefined if there is none. */
        readonly directUrl: string | undefined;
      };
    };

export type ChatConfig =
  | { readonly provider: 'none' }
  | { readonly provider: 'local'; readonly plan: 'paid' | 'free' }
  | {
      readonly provider: 'slack';
      readonly botToken: string;
      readonly userToken: string | undefined;
      readonly signingSecret: string | undefined;
      readonly apiUrl: string | undefined;
    };

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

export type SecretTexts = readonly [current: string, ...former: string[]];

const MIN_SECRET_LENGTH = 32;

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly database: DatabaseConfig;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /** The same, if it was configured: chat messages link to pages there. */
  readonly linkUrl: string | undefined;
  readonly docsUrl: string;
  readonly bootstrap: { readonly email: string; readonly name: string; readonly apiKey: string | undefined };
  readonly trustedProxies: readonly string[] | undefined;
  /** Requests a minute for each key; 0 means no limit. */
  readonly rateLimit: number;
  /** Time in which a whole request has to arrive. */
  readonly requestTimeoutMs: number;
  readonly redisUrl: string | undefined;
  /** The first signs and encrypts, all verify. Undefined only on SQLite, where one is generated beside the database file. */
  readonly secret: SecretTexts | undefined;
  readonly chat: ChatConfig;
  /** Undefined: no single sign-on. */
  readonly oidc: OidcConfig | undefined;
  readonly hasPasswords: boolean;
  /** How long a node continues to respond after a signal to stop. */
  readonly drainMs: number;
  /** The most concurrent streams of live events on this node. */
  readonly eventStreams: number;
  /** Days for which things are kept; undefined means for ever. */
  readonly retention: {
    readonly auditLogDays: number | undefined;
    readonly deliveryDays: number | undefined;
    readonly endedSessionDays: number | undefined;
  };
  /** Undefined if mail is not set up. */
  readonly mail: { readonly url: string; readonly from: string } | undefined;
  /** Private addresses and networks that webhooks may call. */
  readonly webhookAllow: readonly string[];
  /** The address of a dead-man's switch that the worker calls; undefined: none. */
  readonly heartbeatUrl: string | undefined;
  readonly logLevel: LogLevel;
  /** Whether each request is logged. */
  readonly hasAccessLog: boolean;
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

interface Variable<T> {
  readonly about: string;
  readonly allowed: string;
  /** The default, as it would be written in the environment. */
  readonly fallback?: string;
  /** For the documentation, if the default depends on something. */
  readonly fallbackText?: string;
  /** Must not be shown in an error message. */
  readonly secret?: true;
  /** May contain a secret, so it may also come from the file named by this variable with `_FILE`. */
  readonly fromFile?: true;
  readonly parse: (text: string) => T | undefined;
}

export const VARIABLES = {
  PORT: {
    about: 'Port to listen on; 0 takes any free one',
    ...wholeNumber(0, 65_535),
    fallback: '8080',
  },
  HOST: {
    about: 'Address to listen on; `0.0.0.0` for all',
    ...text('an address or host name'),
    fallback: '127.0.0.1',
  },
  DATABASE_URL: {
    about: 'The database',
    allowed: 'sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME',
    fallback: 'sqlite:data/watchbill.db',
    parse: parseDatabase,
    fromFile: true,
  },
  DATABASE_POOL_SIZE: {
    about:
      'Most connections of a process to PostgreSQL at the same time, beside one that checks for changes and one that listens',
    ...wholeNumber(2, 1_000),
    fallback: '10',
  },
  DATABASE_POOLER: {
    about:
      'Mode of the pooler in front of PostgreSQL, such as `pool_mode` of PgBouncer; `session` is also right without a pooler',
    ...oneOf('session', 'transaction'),
    fallback: 'session',
  },
  DATABASE_DIRECT_URL: {
    about:
      'PostgreSQL past a pooler, for the one connection on which a node listens; allowed only with `DATABASE_POOLER=transaction`',
    ...url('postgres:', 'postgresql:'),
    fallbackText: 'with such a pooler, the node looks for work every second',
    fromFile: true,
  },
  WATCHBILL_URL: {
    about:
      'Public address of the service, as people and the chat reach it; if it is set, messages in the chat link to their pages',
    allowed: 'an address that begins with http:// or https://, without a path',
    parse: parseOrigin,
    fallbackText: '`http://localhost:PORT`',
  },
  WATCHBILL_API_KEY: {
    about:
      'API key with which `export`, `apply` and `verify` call the service at `WATCHBILL_URL`; the service itself does not use it',
    allowed: '`wb_` and 40 letters and digits, the last 6 of them the checksum',
    secret: true,
    parse: (value) => (isApiKey(value) ? value : undefined),
    fromFile: true,
  },
  WATCHBILL_DOCS_URL: {
    about: 'Where the documentation is served; error answers link into it',
    ...url('http:', 'https:'),
    fallbackText: '`WATCHBILL_URL/docs`',
  },
  WATCHBILL_BOOTSTRAP_EMAIL: {
    about: 'Email of the owner who is created in an empty database',
    allowed: 'an email address',
    fallback: 'owner@example.com',
    parse: (value) => (/^[^\s@]+@[^\s@]+$/.test(value) && isSingleLine(value) ? value : undefined),
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
  WATCHBILL_TRUSTED_PROXIES: {
    about:
      'Proxies in front of the service, whose `X-Forwarded-For` says where a request comes from; without it all that come through a proxy count as one address',
    allowed: 'addresses or networks, with commas between them, such as 127.0.0.1, 10.0.0.0/8',
    fallbackText: 'none',
    parse: parseNetworks,
  },
  WATCHBILL_RATE_LIMIT: {
    about: 'Requests a minute for each API key; 0 for no limit',
    ...wholeNumber(0, 1_000_000),
    fallback: '600',
  },
  WATCHBILL_REQUEST_SECONDS: {
    about: 'In which a whole request has to arrive, with its body; then it is answered with 408',
    ...wholeNumber(1, 300),
    fallback: '30',
  },
  REDIS_URL: {
    about: 'Redis, to share the rate limit between several nodes; while it does not answer, each counts for itself',
    ...url('redis:', 'rediss:'),
    fallbackText: 'each node counts for itself',
    fromFile: true,
  },
  WATCHBILL_SECRET: {
    about:
      'Signs sessions and sign-in links; the same on all nodes. With another one, everybody has to sign in again, unless the old one follows it after a comma: the first signs, all verify',
    allowed: 'at least 32 characters; of several, with commas between them, each',
    fallbackText: 'on SQLite generated beside the database file; on PostgreSQL required',
    secret: true,
    parse: parseSecrets,
    fromFile: true,
  },
  CHAT_PROVIDER: {
    about: 'The chat: a workspace inside Watchbill, Slack, or none',
    ...oneOf('local', 'slack', 'none'),
    fallback: 'local',
  },
  LOCAL_CHAT_PLAN: {
    about: 'Plan of the local workspace; user groups need `paid`',
    ...oneOf('paid', 'free'),
    fallback: 'paid',
  },
  SLACK_BOT_TOKEN: {
    about: 'Bot token of the Slack app; required with `CHAT_PROVIDER=slack`',
    ...token('xox'),
    fromFile: true,
  },
  SLACK_USER_TOKEN: {
    about: 'User token of a Slack admin, for workspaces where only admins manage user groups',
    ...token('xox'),
    fromFile: true,
  },
  SLACK_SIGNING_SECRET: {
    about: 'Signing secret of the Slack app, for slash commands and buttons',
    ...text('the signing secret'),
    secret: true,
    fromFile: true,
  },
  SLACK_API_URL: {
    about: 'Another address for the Slack Web API, for tests and proxies',
    ...url('http:', 'https:'),
    fallbackText: "Slack's own",
  },
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
    about: 'Secret that goes with it',
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
    about: 'Whether people whom nobody has added become users when they first sign in so, and with which seat',
    ...oneOf('no', 'viewer', 'member'),
    fallback: 'no',
  },
  SMTP_URL: {
    about:
      'Mail server, for invitations, forgotten passwords and notifications; needs `MAIL_FROM` and `WATCHBILL_URL`. With a password, the server has to offer TLS',
    allowed: 'an address that begins with smtp:// or smtps://',
    fallbackText: 'no mail',
    secret: true,
    fromFile: true,
    parse: (value) => (['smtp:', 'smtps:'].includes(URL.parse(value)?.protocol ?? '') ? value : undefined),
  },
  MAIL_FROM: {
    about: 'Sender of the mails',
    allowed: 'an email address, or a name and an address such as Watchbill <oncall@example.com>, in one line',
    parse: (value) =>
      isSingleLine(value) && /^(?:[^<>@]+ <[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(value) ? value : undefined,
  },
  WATCHBILL_WEBHOOK_ALLOW: {
    about:
      'Addresses that webhooks may lead to although they are not public, also without https; without it, only public addresses over https',
    allowed: 'addresses or networks, with commas between them, such as 10.1.2.3, 10.0.0.0/8',
    fallbackText: 'none',
    parse: parseNetworks,
  },
  WATCHBILL_HEARTBEAT_URL: {
    about:
      'Address that a worker calls (`GET`) once a minute while all kinds of work are on time, for a service that raises the alarm when the calls stop',
    allowed: 'an address that begins with http:// or https://',
    fallbackText: 'no calls',
    secret: true,
    fromFile: true,
    parse: (value) => (['http:', 'https:'].includes(URL.parse(value)?.protocol ?? '') ? value : undefined),
  },
  OIDC_CREATE_USERS_DOMAINS: {
    about:
      'The domains of the emails of people who become users so; required with `OIDC_CREATE_USERS` where anybody can have an account, as with Google',
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
  WATCHBILL_PASSWORDS: {
    about: 'Whether people sign in with passwords; `off` leaves single sign-on alone, and needs `OIDC_ISSUER`',
    ...oneOf('on', 'off'),
    fallback: 'on',
  },
  WATCHBILL_KEEP_AUDIT_LOG_DAYS: {
    about: 'How long audit entries are kept',
    ...daysOrForEver(),
    fallback: 'forever',
  },
  WATCHBILL_KEEP_DELIVERIES_DAYS: {
    about: 'How long deliveries are kept after they were sent or given up',
    ...daysOrForEver(),
    fallback: '90',
  },
  WATCHBILL_KEEP_ENDED_SESSIONS_DAYS: {
    about: 'How long sessions are kept after they ended by themselves',
    ...daysOrForEver(),
    fallback: '30',
  },
  WATCHBILL_DRAIN_SECONDS: {
    about:
      'After a signal to stop, how long to go on answering while `/readyz` says 503: as long as a load balancer takes to notice',
    ...wholeNumber(0, 300),
    fallback: '0',
  },
  WATCHBILL_EVENT_STREAMS: {
    about:
      'Streams of live events (`GET /events`) that a node takes at a time; further ones get 503, and 0 switches them off',
    ...wholeNumber(0, 100_000),
    fallback: '2000',
  },
  LOG_LEVEL: {
    about: 'The least level that is logged',
    ...oneOf(...LOG_LEVELS),
    fallback: 'info',
  },
  WATCHBILL_ACCESS_LOG: {
    about: 'Whether each request is logged, at level `info`',
    ...oneOf('off', 'on'),
    fallback: 'off',
  },
} as const satisfies Record<string, Variable<unknown>>;

export type VariableName = keyof typeof VARIABLES;
type Value<N extends VariableName> = NonNullable<ReturnType<(typeof VARIABLES)[N]['parse']>>;
type NameWithFallback = {
  [N in VariableName]: (typeof VARIABLES)[N] extends { fallback: string } ? N : never;
}[VariableName];

type Environment = Readonly<Record<string, string | undefined>>;

/** `preset`: values that a command sets if the environment does not. */
export function readConfig(given: Environment = process.env, preset: Environment = {}): Config {
  const environment = withFiles({ ...preset, ...given }, given);
  const port = get(environment, 'PORT');
  const linkUrl = find(environment, 'WATCHBILL_URL');
  const publicUrl = linkUrl ?? `http://localhost:${port}`;
  const database = readDatabase(environment);
  const secret = find(environment, 'WATCHBILL_SECRET');
  if (database.kind === 'postgres' && secret === undefined) throw missing('WATCHBILL_SECRET', 'on PostgreSQL');
  const oidc = readOidc(environment);
  const hasPasswords = get(environment, 'WATCHBILL_PASSWORDS') === 'on';
  if (!hasPasswords && oidc === undefined) throw missing('OIDC_ISSUER', 'with WATCHBILL_PASSWORDS=off');
  return {
    port,
    host: get(environment, 'HOST'),
    database,
    publicUrl,
    linkUrl,
    docsUrl: find(environment, 'WATCHBILL_DOCS_URL') ?? `${publicUrl}/docs`,
    bootstrap: {
      email: get(environment, 'WATCHBILL_BOOTSTRAP_EMAIL'),
      name: get(environment, 'WATCHBILL_BOOTSTRAP_NAME'),
      apiKey: find(environment, 'WATCHBILL_BOOTSTRAP_API_KEY'),
    },
    trustedProxies: find(environment, 'WATCHBILL_TRUSTED_PROXIES'),
    rateLimit: get(environment, 'WATCHBILL_RATE_LIMIT'),
    requestTimeoutMs: get(environment, 'WATCHBILL_REQUEST_SECONDS') * 1000,
    redisUrl: find(environment, 'REDIS_URL'),
    secret,
    chat: readChat(environment),
    oidc,
    hasPasswords,
    drainMs: get(environment, 'WATCHBILL_DRAIN_SECONDS') * 1000,
    eventStreams: get(environment, 'WATCHBILL_EVENT_STREAMS'),
    retention: {
      auditLogDays: daysIn(get(environment, 'WATCHBILL_KEEP_AUDIT_LOG_DAYS')),
      deliveryDays: daysIn(get(environment, 'WATCHBILL_KEEP_DELIVERIES_DAYS')),
      endedSessionDays: daysIn(get(environment, 'WATCHBILL_KEEP_ENDED_SESSIONS_DAYS')),
    },
    mail: readMail(environment, linkUrl),
    webhookAllow: find(environment, 'WATCHBILL_WEBHOOK_ALLOW') ?? [],
    heartbeatUrl: find(environment, 'WATCHBILL_HEARTBEAT_URL'),
    logLevel: get(environment, 'LOG_LEVEL'),
    hasAccessLog: get(environment, 'WATCHBILL_ACCESS_LOG') === 'on',
  };
}

/** For commands that call a running service. */
export function readApiAddress(given: Environment = process.env): { readonly url: string; readonly key: string } {
  const environment = withFiles(given, given);
  const key = find(environment, 'WATCHBILL_API_KEY');
  if (key === undefined) throw missing('WATCHBILL_API_KEY', 'to call the service');
  return { url: find(environment, 'WATCHBILL_URL') ?? `http://localhost:${get(environment, 'PORT')}`, key };
}

/** A variable of a command that is not a setting of the service: an address or a secret. A secret may come from the file that `NAME_FILE` names. */
export function readVariable(name: string, given: Environment = process.env): string | undefined {
  const file = given[`${name}_FILE`]?.trim();
  if (!file) return given[name]?.trim() || undefined;
  if (given[name]?.trim()) throw new ConfigError(`${name} and ${name}_FILE are both set; only one of them is allowed`);
  return textOfFile(`${name}_FILE`, file);
}

/** A file replaces a preset, but must not be given together with a value. */
function withFiles(environment: Environment, given: Environment): Environment {
  const fromFiles = Object.entries<Variable<unknown>>(VARIABLES)
    .filter(([name, { fromFile }]) => fromFile && given[`${name}_FILE`]?.trim())
    .map(([name]) => {
      if (given[name]?.trim())
        throw new ConfigError(`${name} and ${name}_FILE are both set; only one of them is allowed`);
      return [name, textOfFile(`${name}_FILE`, given[`${name}_FILE`]?.trim() ?? '')];
    });
  return { ...environment, ...Object.fromEntries(fromFiles) };
}

function textOfFile(name: string, path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new ConfigError(`${name} is "${path}"; it cannot be read: ${(error as Error).message}`);
  }
  if (text === '') throw new ConfigError(`${name} is "${path}"; the file is empty`);
  return text;
}

function readDatabase(environment: Environment): DatabaseConfig {
  const database = get(environment, 'DATABASE_URL');
  const poolSize = get(environment, 'DATABASE_POOL_SIZE');
  const pooler = get(environment, 'DATABASE_POOLER');
  const directUrl = find(environment, 'DATABASE_DIRECT_URL');
  if (directUrl !== undefined && pooler !== 'transaction') {
    throw new ConfigError('DATABASE_DIRECT_URL is set; it is used only with DATABASE_POOLER=transaction');
  }
  if (database.kind !== 'postgres') return database;
  return { ...database, poolSize, ...(pooler === 'transaction' && { transactionPooler: { directUrl } }) };
}

function readChat(environment: Environment): ChatConfig {
  const provider = get(environment, 'CHAT_PROVIDER');
  const plan = get(environment, 'LOCAL_CHAT_PLAN');
  const botToken = find(environment, 'SLACK_BOT_TOKEN');
  const slack = {
    userToken: find(environment, 'SLACK_USER_TOKEN'),
    signingSecret: find(environment, 'SLACK_SIGNING_SECRET'),
    apiUrl: find(environment, 'SLACK_API_URL'),
  };
  if (provider === 'none') return { provider };
  if (provider === 'local') return { provider, plan };
  if (botToken === undefined) throw missing('SLACK_BOT_TOKEN', 'with CHAT_PROVIDER=slack');
  return { provider, botToken, ...slack };
}

/** Mails contain links, so a public address is required. */
function readMail(environment: Environment, linkUrl: string | undefined): Config['mail'] {
  const url = find(environment, 'SMTP_URL');
  const from = find(environment, 'MAIL_FROM');
  if (url === undefined && from === undefined) return undefined;
  if (url === undefined) throw missing('SMTP_URL', 'with MAIL_FROM');
  if (from === undefined) throw missing('MAIL_FROM', 'with SMTP_URL');
  if (linkUrl === undefined) throw missing('WATCHBILL_URL', 'with SMTP_URL');
  return { url, from };
}

function readOidc(environment: Environment): OidcConfig | undefined {
  const issuer = find(environment, 'OIDC_ISSUER');
  const clientId = find(environment, 'OIDC_CLIENT_ID');
  const clientSecret = find(environment, 'OIDC_CLIENT_SECRET');
  const name = get(environment, 'OIDC_NAME');
  const createUsers = get(environment, 'OIDC_CREATE_USERS');
  const createDomains = find(environment, 'OIDC_CREATE_USERS_DOMAINS');
  const trustsEmail = get(environment, 'OIDC_TRUST_EMAIL') === 'on';
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
        `set OIDC_CREATE_USERS_DOMAINS to ${VARIABLES.OIDC_CREATE_USERS_DOMAINS.allowed}`,
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

function find<N extends VariableName>(environment: Environment, name: N): Value<N> | undefined {
  const variable: Variable<unknown> = VARIABLES[name];
  const written = environment[name]?.trim() || variable.fallback;
  if (written === undefined) return undefined;
  const value = variable.parse(written);
  if (value !== undefined) return value as Value<N>;
  const shown = variable.secret ? 'set to something else (not shown)' : JSON.stringify(withoutPassword(written));
  throw new ConfigError(`${name} is ${shown}; allowed is ${variable.allowed}`);
}

function get<N extends NameWithFallback>(environment: Environment, name: N): Value<N> {
  return find(environment, name) as Value<N>;
}

function missing(name: VariableName, when: string): ConfigError {
  return new ConfigError(`${name} is not set; ${when} it must be ${VARIABLES[name].allowed}`);
}

/** For messages: without the password. */
export function shownDatabase(database: DatabaseConfig): string {
  return database.kind === 'sqlite' ? `sqlite:${database.path}` : withoutPassword(database.url);
}

function withoutPassword(written: string): string {
  return written.replace(/(:\/\/[^:/?#]*:).*@/, '$1…@').replace(/([?&]password=)[^&#]*/g, '$1…');
}

function text(allowed: string) {
  return { allowed, parse: (value: string) => value };
}

function singleLine(what: string) {
  return {
    allowed: `${what}, in one line and without control characters`,
    parse: (value: string) => (isSingleLine(value) ? value : undefined),
  };
}

function wholeNumber(least: number, most: number) {
  return {
    allowed: `a whole number from ${least} to ${most}`,
    parse: (value: string) =>
      /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most ? Number(value) : undefined,
  };
}

function daysOrForEver() {
  const { allowed, parse } = wholeNumber(1, 36_500);
  return {
    allowed: `${allowed}, or forever`,
    parse: (value: string): number | 'forever' | undefined => (value === 'forever' ? value : parse(value)),
  };
}

function daysIn(days: number | 'forever'): number | undefined {
  return days === 'forever' ? undefined : days;
}

function oneOf<const T extends string>(...values: readonly T[]) {
  return { allowed: values.join(', '), parse: (value: string) => values.find((one) => one === value) };
}

function url(...protocols: readonly string[]) {
  return {
    allowed: `an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    parse: (value: string) =>
      protocols.includes(URL.parse(value)?.protocol ?? '') ? value.replace(/\/+$/, '') : undefined,
  };
}

/** Unique, in order. */
function parseSecrets(value: string): SecretTexts | undefined {
  const [current = '', ...former] = new Set(value.split(',').map((secret) => secret.trim()));
  return [current, ...former].every((secret) => secret.length >= MIN_SECRET_LENGTH) ? [current, ...former] : undefined;
}

function parseOrigin(value: string): string | undefined {
  const { protocol = '', username, password, pathname, search, hash } = URL.parse(value) ?? {};
  const isOrigin = pathname === '/' && [username, password, search, hash].every((part) => part === '');
  return isOrigin && ['http:', 'https:'].includes(protocol) ? value.replace(/\/+$/, '') : undefined;
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

function token(prefix: string) {
  return {
    allowed: `a token that begins with ${prefix}`,
    secret: true,
    parse: (value: string) => (value.startsWith(prefix) ? value : undefined),
  } as const;
}

function parseNetworks(value: string): readonly string[] | undefined {
  const networks = value.split(',').map((network) => network.trim());
  return networks.every(isNetwork) ? networks : undefined;
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function parseDatabase(value: string): DatabaseConfig | undefined {
  if (value.startsWith('sqlite:') && value.length > 'sqlite:'.length)
    return { kind: 'sqlite', path: value.slice('sqlite:'.length) };
  const protocol = URL.parse(value)?.protocol;
  return protocol === 'postgres:' || protocol === 'postgresql:' ? { kind: 'postgres', url: value } : undefined;
}
