/** Settings of a connection to PostgreSQL: timeouts, statement names, batching of writes. */
import { hash } from 'node:crypto';
import type pg from 'pg';

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 15_000;

/** For a statement outside a transaction, or a whole transaction. A healthy server has aborted the statement before. */
export const TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 1_000;

/** Distinguishes nodes that list their columns from nodes of the first edition, which have no such name. */
export const APPLICATION_NAME = 'watchbill 2';

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
    application_name: APPLICATION_NAME,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  };
}

/**
 * Without the second limit, a client that loses its connection in a transaction would keep its locks until TCP gives up, hours
 * later.
 */
export function setLimits(scope: 'session' | 'local'): string {
  const limits = ['statement_timeout', 'idle_in_transaction_session_timeout'];
  return limits.map((limit) => `set ${scope} ${limit} = ${STATEMENT_TIMEOUT_MS}`).join('; ');
}

/** Statements of one turn of the event loop are written to the connection in one piece. */
export function corkWrites({ connection: { stream } }: pg.Client): void {
  stream.cork();
  process.nextTick(() => stream.uncork());
}
