/**
 * Reads outside of transactions on PostgreSQL. They come from the read cache where rule STO-4 allows it (decision 17). What one reader asks for in one
 * turn of the event loop, and is not cached, takes one connection and one round trip.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import type { Database } from '../database.ts';
import { createReadCache, type RowsOfServer, type ServerId } from '../read-cache.ts';
import type { Parameters, ReadStatement, Statement } from '../statement.ts';
import { CHECK_SQL, createChecks, noChecks, SERVER_ID } from './postgres-checks.ts';
import { statementNameOf } from './postgres-connection.ts';
import type { StatementResult } from './postgres-pipeline.ts';

const CHECK = { name: statementNameOf(CHECK_SQL), text: CHECK_SQL };
export const IDENTIFY_SQL = `select ${SERVER_ID} as server`;

export interface ReadOptions {
  /** For checks whether anything was committed; without them nothing is cached. */
  readonly checkOn: pg.ClientConfig | undefined;
  /** Lends a connection of the pool. */
  readonly read: <T>(ask: (client: pg.PoolClient) => Promise<T>) => Promise<T>;
  readonly query: <P extends Parameters, R>(
    client: pg.PoolClient,
    statement: Statement<P, R>,
    parameters: P,
  ) => Promise<StatementResult>;
  /** Returns the row of `IDENTIFY_SQL`. */
  readonly identify: (client: pg.PoolClient) => Promise<StatementResult>;
  /** Called if the connection leads to another server than the checks. */
  readonly onOtherServer: (client: pg.PoolClient) => void;
}

export interface PostgresReads extends Required<Pick<Database, 'all' | 'isCached' | 'asOneReader'>> {
  /** Returns a function that says whether anything may have been committed since its last call. */
  watchCommits(): () => Promise<boolean>;
  /** After a commit of this process, or after a lost connection. */
  forget(): void;
  /** From now on, the server may be another one. */
  reconnect(): void;
  close(): Promise<void>;
}

/** A reader: the result of the check that began after it did, or the pending result. */
interface Reader {
  isConfirmed: boolean | Promise<boolean> | undefined;
  /** What it has asked for in this turn. */
  turn: Turn | undefined;
}

type Ask = (client: pg.PoolClient) => Promise<StatementResult>;

interface Turn {
  readonly asks: Ask[];
  /** The results in the order of the asks, and the server that they came from, if known. */
  readonly answered: Promise<{ readonly results: readonly StatementResult[]; readonly server: ServerId | undefined }>;
}

export function createReads({ checkOn, read, query, identify, onOtherServer }: ReadOptions): PostgresReads {
  const readers = new AsyncLocalStorage<Reader>();
  const serverOf = new WeakMap<pg.PoolClient, ServerId>();
  let checkedServer: ServerId | undefined;
  let stateCount = 0;

  const checks =
    checkOn === undefined
      ? noChecks
      : createChecks({
          connection: checkOn,
          statement: CHECK,
          onState(server) {
            checkedServer = server;
            stateCount++;
            remembered.forget(server);
          },
        });

  const remembered = createReadCache(readFromServer, () => confirm(readers.getStore() as Reader));

  function confirm(reader: Reader): boolean | Promise<boolean> {
    reader.isConfirmed ??= checks.check().then((isKnown) => {
      reader.isConfirmed = isKnown;
      return isKnown;
    });
    return reader.isConfirmed;
  }

  /** Only requests use the cache: workers read once, with the current time among the parameters. */
  async function all<P extends Parameters, R>(statement: ReadStatement<P, R>, parameters: P): Promise<readonly R[]> {
    if (readers.getStore() !== undefined) return remembered.all(statement, parameters);
    const { rows } = await read((client) => query(client, statement, parameters));
    return rows as R[];
  }

  async function readFromServer<P extends Parameters, R>(
    statement: Statement<P, R>,
    parameters: P,
  ): Promise<RowsOfServer<R>> {
    const reader = readers.getStore() as Reader;
    reader.turn ??= newTurn(reader);
    const place = reader.turn.asks.push((client) => query(client, statement, parameters)) - 1;
    const { results, server } = await reader.turn.answered;
    return { rows: results[place]?.rows as R[], server };
  }

  function newTurn(reader: Reader): Turn {
    const asks: Ask[] = [];
    const answered = endOfTurn().then(() => {
      reader.turn = undefined;
      return read((client) => askTogether(client, asks));
    });
    return { asks, answered };
  }

  /** Nothing here waits for a read of another reader: a caller with a connection must not wait for one who needs it. */
  async function askTogether(client: pg.PoolClient, asks: readonly Ask[]) {
    const identifying = identified(client);
    // All have to be answered before the connection is lent again, also if one of them fails.
    const settled = await Promise.allSettled(asks.map(async (ask) => ask(client)));
    const results = settled.map((result) => {
      if (result.status === 'rejected') throw result.reason;
      return result.value;
    });
    return { results, server: await identifying };
  }

  /**
   * Identifies the server of a connection: behind a proxy it may not be the one that was checked. It is read in the same round
   * trip as the rows. If two servers are in use, all connections are replaced, which leads to the primary.
   */
  async function identified(client: pg.PoolClient): Promise<ServerId | undefined> {
    const checked = checkedServer;
    if (checked === undefined || serverOf.get(client) === checked) return checked;
    const asked = await identify(client).catch(() => undefined);
    if (asked === undefined) return undefined;
    const [{ server }] = asked.rows as [{ readonly server: ServerId }];
    serverOf.set(client, server);
    if (server !== checked && checked === checkedServer) onOtherServer(client);
    return server;
  }

  return {
    all,
    isCached: (statement, parameters) => readers.getStore() !== undefined && remembered.isCached(statement, parameters),
    asOneReader: (work) => readers.run({ isConfirmed: undefined, turn: undefined }, work),
    watchCommits() {
      let seen = stateCount;
      return async () => {
        const isKnown = await checks.check();
        if (isKnown && stateCount === seen) return false;
        seen = stateCount;
        return true;
      };
    },
    forget: checks.forget,
    reconnect: checks.reconnect,
    close: checks.close,
  };
}

/** Whatever is started until then, also by promises that are resolved already, belongs to the turn. */
function endOfTurn(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}
