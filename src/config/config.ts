/**
 * Reads the configuration from the environment. `VARIABLES` is the table of all settings; `docs/configuration.md` is generated from it.
 * A bad value is a `ConfigError`: one line with the variable, its value and what is allowed. An empty variable counts as unset. A secret
 * may also come from a file.
 */
import type { LogLevel } from '../process/log-levels.ts';
import { readTextFile } from '../text/text-file.ts';
import { CHAT_VARIABLES, type ChatConfig, readChat } from './chat.ts';
import { ConfigError } from './config-error.ts';
import { DATABASE_VARIABLES, type DatabaseConfig, readDatabase } from './database.ts';
import { HTTP_VARIABLES } from './http.ts';
import { MAIL_VARIABLES, type MailConfig, readMail } from './mail.ts';
import { OIDC_VARIABLES, type OidcConfig, readOidc } from './oidc.ts';
import { daysIn, OPERATIONS_VARIABLES } from './operations.ts';
import { type SecretTexts, SIGN_IN_VARIABLES } from './sign-in.ts';
import { type UnknownSetting, unknownSettings } from './unknown-settings.ts';
import { type Environment, readerOf, type Variable, type Variables } from './variables.ts';

export const VARIABLES = {
  ...HTTP_VARIABLES,
  ...DATABASE_VARIABLES,
  ...SIGN_IN_VARIABLES,
  ...OIDC_VARIABLES,
  ...CHAT_VARIABLES,
  ...MAIL_VARIABLES,
  ...OPERATIONS_VARIABLES,
} as const satisfies Variables;

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
  readonly mail: MailConfig | undefined;
  /** Private addresses and networks that webhooks may call. */
  readonly webhookAllow: readonly string[];
  /** The address of a dead-man's switch that the worker calls; undefined: none. */
  readonly heartbeatUrl: string | undefined;
  /** The port on which a worker serves `/metrics`; undefined: it does not. */
  readonly metricsPort: number | undefined;
  readonly logLevel: LogLevel;
  /** Whether each request is logged. */
  readonly hasAccessLog: boolean;
}

/** `preset`: values that a command sets if the environment does not. */
export function readConfig(given: Environment = process.env, preset: Environment = {}): Config {
  const environment = withFiles({ ...preset, ...given }, given);
  const http = readerOf(HTTP_VARIABLES, environment);
  const signIn = readerOf(SIGN_IN_VARIABLES, environment);
  const operations = readerOf(OPERATIONS_VARIABLES, environment);
  const port = http.get('PORT');
  const linkUrl = http.find('WATCHBILL_URL');
  const publicUrl = linkUrl ?? `http://localhost:${port}`;
  const database = readDatabase(environment);
  const secret = signIn.find('WATCHBILL_SECRET');
  if (database.kind === 'postgres' && secret === undefined) throw signIn.missing('WATCHBILL_SECRET', 'on PostgreSQL');
  const oidc = readOidc(environment);
  const hasPasswords = signIn.get('WATCHBILL_PASSWORDS') === 'on';
  if (!hasPasswords && oidc === undefined)
    throw readerOf(OIDC_VARIABLES, environment).missing('OIDC_ISSUER', 'with WATCHBILL_PASSWORDS=off');
  return {
    port,
    host: http.get('HOST'),
    database,
    publicUrl,
    linkUrl,
    docsUrl: http.find('WATCHBILL_DOCS_URL') ?? `${publicUrl}/docs`,
    bootstrap: {
      email: signIn.get('WATCHBILL_BOOTSTRAP_EMAIL'),
      name: signIn.get('WATCHBILL_BOOTSTRAP_NAME'),
      apiKey: signIn.find('WATCHBILL_BOOTSTRAP_API_KEY'),
    },
    trustedProxies: http.find('WATCHBILL_TRUSTED_PROXIES'),
    rateLimit: http.get('WATCHBILL_RATE_LIMIT'),
    requestTimeoutMs: http.get('WATCHBILL_REQUEST_SECONDS') * 1000,
    redisUrl: http.find('REDIS_URL'),
    secret,
    chat: readChat(environment),
    oidc,
    hasPasswords,
    drainMs: http.get('WATCHBILL_DRAIN_SECONDS') * 1000,
    eventStreams: http.get('WATCHBILL_EVENT_STREAMS'),
    retention: {
      auditLogDays: daysIn(operations.get('WATCHBILL_KEEP_AUDIT_LOG_DAYS')),
      deliveryDays: daysIn(operations.get('WATCHBILL_KEEP_DELIVERIES_DAYS')),
      endedSessionDays: daysIn(operations.get('WATCHBILL_KEEP_ENDED_SESSIONS_DAYS')),
    },
    mail: readMail(environment, linkUrl),
    webhookAllow: operations.find('WATCHBILL_WEBHOOK_ALLOW') ?? [],
    heartbeatUrl: operations.find('WATCHBILL_HEARTBEAT_URL'),
    metricsPort: operations.find('WATCHBILL_METRICS_PORT'),
    logLevel: operations.get('LOG_LEVEL'),
    hasAccessLog: operations.get('WATCHBILL_ACCESS_LOG') === 'on',
  };
}

/** For warnings at the start. */
export function readUnknownSettings(given: Environment = process.env): UnknownSetting[] {
  return unknownSettings(VARIABLES, given);
}

/** For commands that call a running service. */
export function readApiAddress(given: Environment = process.env): { readonly url: string; readonly key: string } {
  const environment = withFiles(given, given);
  const { find, get, missing } = readerOf(HTTP_VARIABLES, environment);
  const key = find('WATCHBILL_API_KEY');
  if (key === undefined) throw missing('WATCHBILL_API_KEY', 'to call the service');
  return { url: find('WATCHBILL_URL') ?? `http://localhost:${get('PORT')}`, key };
}

/** For a command that calls the service only if both its address and a key are set. Undefined: it uses the database. */
export function findApiAddress(given: Environment = process.env): ReturnType<typeof readApiAddress> | undefined {
  const { find, missing } = readerOf(HTTP_VARIABLES, withFiles(given, given));
  const [url, key] = [find('WATCHBILL_URL'), find('WATCHBILL_API_KEY')];
  if (url !== undefined && key !== undefined) return { url, key };
  const hasDatabase = (given.DATABASE_URL ?? given.DATABASE_URL_FILE)?.trim();
  // WATCHBILL_URL is also a setting of the service. Without DATABASE_URL, some database in this folder would answer for the service.
  if (url !== undefined && !hasDatabase)
    throw missing('WATCHBILL_API_KEY', 'to call the service at WATCHBILL_URL (or set DATABASE_URL to read a database)');
  return undefined;
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

/** Keys and addresses have a few hundred characters. */
const MAX_SECRET_BYTES = 64 * 1024;

function textOfFile(name: string, path: string): string {
  let text: string;
  try {
    text = readTextFile(path, MAX_SECRET_BYTES).trim();
  } catch (error) {
    throw new ConfigError(`${name} is "${path}"; it cannot be read: ${(error as Error).message}`);
  }
  if (text === '') throw new ConfigError(`${name} is "${path}"; the file is empty`);
  return text;
}
