/** Settings of the database. */
import { ConfigError } from './config-error.ts';
import { type Environment, oneOf, readerOf, url, type Variables, wholeNumber, withoutPassword } from './variables.ts';

export type DatabaseConfig =
  | { readonly kind: 'sqlite'; readonly path: string }
  | {
      readonly kind: 'postgres';
      readonly url: string;
      /** The most connections of the pool. */
      readonly poolSize?: number;
      /** Set if the url leads to a pooler in transaction mode. */
      readonly transactionPooler?: {
        /** Leads past the pooler, for LISTEN; undefined: workers poll every second. */
        readonly directUrl: string | undefined;
      };
    };

export const DATABASE_VARIABLES = {
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
} as const satisfies Variables;

export function readDatabase(environment: Environment): DatabaseConfig {
  const { find, get } = readerOf(DATABASE_VARIABLES, environment);
  const database = get('DATABASE_URL');
  const poolSize = get('DATABASE_POOL_SIZE');
  const pooler = get('DATABASE_POOLER');
  const directUrl = find('DATABASE_DIRECT_URL');
  if (directUrl !== undefined && pooler !== 'transaction') {
    throw new ConfigError('DATABASE_DIRECT_URL is set; it is used only with DATABASE_POOLER=transaction');
  }
  if (database.kind !== 'postgres') return database;
  return { ...database, poolSize, ...(pooler === 'transaction' && { transactionPooler: { directUrl } }) };
}

/** For messages: without the password. */
export function shownDatabase(database: DatabaseConfig): string {
  return database.kind === 'sqlite' ? `sqlite:${database.path}` : withoutPassword(database.url);
}

function parseDatabase(value: string): DatabaseConfig | undefined {
  if (value.startsWith('sqlite:') && value.length > 'sqlite:'.length)
    return { kind: 'sqlite', path: value.slice('sqlite:'.length) };
  const protocol = URL.parse(value)?.protocol;
  return protocol === 'postgres:' || protocol === 'postgresql:' ? { kind: 'postgres', url: value } : undefined;
}
