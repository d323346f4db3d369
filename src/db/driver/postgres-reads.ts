/**
 * Reads outside of transactions on PostgreSQL. They come from the read cache where rule STO-4 allows it (decision 17), and are
 * prefetched together when the caller knows what it will need.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import type { Database } from './database.ts';
import type { StatementResult } from './postgres-batch.ts';
import { CHECK_SQL, createChecks, noChecks, SERVER_ID } from './postgres-checks.ts';
import { statementNameOf } from './postgres-connection.ts';
import { cacheKeyOf, createReadCache, type RowsOfServer, type ServerId } from './read-cache.ts';
import type { BoundRead, Parameters, ReadStatement, Statement } from './statement.ts';

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

export interface PostgresReads extends Required<Pick<Database, 'all' | 'prefetch' | 'asOneReader'>> {
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
  /** Prefetched rows, by statement and parameters; undefined if the prefetch failed. */
  ahead: Map<unknown, Map<string, Promise<readonly unknown[] | undefined>>> | undefined;
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
    const reader = readers.getStore();
    if (reader !== undefined)
      return (await takeAhead(reader, statement, parameters)) ?? remembered.all(statement, parameters);
    const { rows } = await read((client) => query(client, statement, parameters));
    return rows as R[];
  }

  /** Returned once: a caller who reads again may have written in the meantime. */
  function takeAhead<P extends Parameters, R>(
    { ahead }: Reader,
    statement: ReadStatement<P, R>,
    parameters: P,
  ): Promise<readonly R[] | undefined> | undefined {
    const asked = ahead?.get(statement);
    if (asked === undefined) return undefined;
    const key = cacheKeyOf(parameters);
    const rows = asked.get(key);
    asked.delete(key);
    return rows as Promise<readonly R[] | undefined> | undefined;
  }

  /**
   * All on one connection, in one round trip. Nothing here waits for a read of another reader: a caller with a connection must not wait for one who
   * needs it.
   */
  function prefetch(first: BoundRead, others: () => readonly BoundRead[]): void {
    const reader = readers.getStore();
    if (reader?.ahead?.get(first.statement)?.has(cacheKeyOf(first.parameters))) return;
    if (reader === undefined) return;
    // Without a check nothing would ever be cached: prefetched rows are not read again, and only a read checks.
    const confirmed = confirm(reader);
    if (!remembered.isCached(first)) {
      askTogether(reader, first, others);
      return;
    }
    if (typeof confirmed === 'boolean') return;
    // Callers that share this check began to wait after it started.
    void confirmed.then(() => {
      if (!remembered.isCached(first)) askTogether(reader, first, others);
    });
  }

  function askTogether(reader: Reader, first: BoundRead, others: () => readonly BoundRead[]): void {
    const reads = [first, ...others().filter((other) => !remembered.isCached(other))];
    const answers = read((client) =>
      Promise.all(reads.map(({ statement, parameters }) => readOn(client, statement, parameters))),
    );
    reader.ahead ??= new Map();
    for (const [i, { statement, parameters }] of reads.entries()) {
      const asked = reader.ahead.get(statement) ?? new Map();
      reader.ahead.set(statement, asked);
      const rows = remembered.readThrough(
        statement,
        parameters,
        async () => (await answers)[i] as RowsOfServer<unknown>,
      );
      asked.set(
        cacheKeyOf(parameters),
        rows.catch(() => undefined),
      );
    }
  }

  function readFromServer<P extends Parameters, R>(
    statement: Statement<P, R>,
    parameters: P,
  ): Promise<RowsOfServer<R>> {
    return read((client) => readOn(client, statement, parameters));
  }

  async function readOn<P extends Parameters, R>(
    client: pg.PoolClient,
    statement: Statement<P, R>,
    parameters: P,
  ): Promise<RowsOfServer<R>> {
    const server = identified(client);
    const { rows } = await query(client, statement, parameters);
    return { rows: rows as R[], server: await server };
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
    prefetch,
    asOneReader: (work) => readers.run({ isConfirmed: undefined, ahead: undefined }, work),
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
