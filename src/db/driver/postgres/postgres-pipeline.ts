/**
 * Sends statements through the pipeline of `pg`: each is written at once, and PostgreSQL answers them in order (decision 25). What is sent to a
 * connection in one turn of the event loop leaves as one piece, and takes one round trip.
 *
 * Each statement ends with a `Sync` of its own. So a failed one does not stop those after it: in a transaction PostgreSQL refuses them, but after a
 * failed `begin` it carries them out.
 */
import type pg from 'pg';
import type { Value } from '../statement.ts';

export interface SentStatement {
  /** A statement without a name is prepared each time. */
  readonly name?: string | undefined;
  readonly text: string;
  readonly values?: (Value | readonly string[])[];
  readonly query_timeout?: number | undefined;
}

export interface StatementResult {
  readonly rows: unknown[];
  readonly rowCount: number | null;
  /** What PostgreSQL did: `SELECT`, `COMMIT`, or `ROLLBACK` if it was asked to commit a failed transaction. */
  readonly command: string;
}

/** Connections that hold back what is written to them until the end of this turn. */
const held = new WeakSet<pg.PoolClient>();

/** SQL without a name and without values may have several statements. */
export function send(client: pg.PoolClient, statement: SentStatement): Promise<StatementResult> {
  holdUntilEndOfTurn(client);
  return client.query(statement);
}

/** Otherwise each statement would be a packet. */
function holdUntilEndOfTurn(client: pg.PoolClient): void {
  if (held.has(client)) return;
  held.add(client);
  const { stream } = client.connection;
  stream.cork();
  process.nextTick(() => {
    held.delete(client);
    stream.uncork();
  });
}
