/** Settings of a connection to PostgreSQL: timeouts and statement names. */
import { hash } from 'node:crypto';
import type pg from 'pg';
import { TRANSACTION_TIMEOUT_MS } from '../database.ts';

const CONNECT_TIMEOUT_MS = 5_000;

/** For a statement outside a transaction, as for a whole transaction. */
export const TIMEOUT_MS = TRANSACTION_TIMEOUT_MS;

/** A healthy server aborts a statement before we give up. */
const STATEMENT_TIMEOUT_MS = TIMEOUT_MS - 1_000;

/** A standby, or a primary that was told to refuse writes. */
export const IS_READ_ONLY_SQL = `select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as is_read_only`;

/**
 * Rule STO-3: a name means one SQL text, in every process and every version. Behind a pooler, processes share connections; with names by order of
 * use, a `select` of one process ran the `delete` that another had prepared under the same name. PostgreSQL truncates names after 63 bytes.
 */
export function statementNameOf(text: string): string {
  return hash('sha256', text).slice(0, 32);
}

export function connectionTo(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'watchbill',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  };
}

const SETTINGS = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  // Otherwise a client that loses its connection in a transaction would keep its locks until TCP gives up, hours later.
  idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
  // PostgreSQL reads a small table as a whole. For SERIALIZABLE transactions that is a read of every row: all that write to the table abort each other.
  enable_seqscan: 'off',
  // Where no index fits, the cost of a forbidden scan would make PostgreSQL compile the statement.
  jit: 'off',
  // A list is one parameter. PostgreSQL takes a plan for a list of one for cheaper than the general plan, and would plan the statement each time.
  plan_cache_mode: 'force_generic_plan',
};

/** Sets them for the connection, or for the transaction. */
export function settingsSql(scope: 'session' | 'local'): string {
  return Object.entries(SETTINGS)
    .map(([name, value]) => `set ${scope} ${name} = ${value}`)
    .join('; ');
}
