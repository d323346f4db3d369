/**
 * PostgreSQL, through `pg`: a pool of connections (postgres-pool.ts), with named prepared statements in each of them. Behind a pooler
 * in transaction mode a connection keeps no state: statements have no name, and each transaction sets its limits (decision 16).
 *
 * Rule STO-2: transactions are SERIALIZABLE; those that lock first, and those of queues, are READ COMMITTED. An aborted transaction is
 * retried from the start until its deadline (postgres-retries.ts).
 *
 * A connection returns to the pool only after an error that leaves it usable. If a server has become read-only, or its prepared
 * statements no longer fit, its connection is closed, and so are all connections of the same generation.
 */
import type pg from 'pg';
import type { DatabaseConfig } from '../../../config/database.ts';
import {
  COMMIT_POLL_MS,
  type Database,
  type DatabaseLimits,
  type QueueTransaction,
  requireWritable,
  TRANSACTION_TIMEOUT_MS,
  tookTooLong,
} from '../database.ts';
import { createPreparation, type Parameters, type Statement, valuesFor } from '../statement.ts';
import { connectionTo, IS_READ_ONLY_SQL, settingsSql, statementNameOf, TIMEOUT_MS } from './postgres-connection.ts';
import { postgresDialect } from './postgres-dialect.ts';
import {
  isConnectionUsable,
  isSerializationFailure,
  isStale,
  rethrow,
  rethrowFromBegin,
  rethrowTranslated,
  translated,
  unavailable,
} from './postgres-errors.ts';
import { createLockQueues } from './postgres-lock-queues.ts';
import { type SentStatement, type StatementResult, send } from './postgres-pipeline.ts';
import { createPostgresPool } from './postgres-pool.ts';
import { createReads, IDENTIFY_SQL } from './postgres-reads.ts';
import { createRetrying } from './postgres-retries.ts';
import { destroyConnection, listen, pollEverySecond, WAKE } from './postgres-wake.ts';

const DEFAULT_POOL_SIZE = 10;

/** An arbitrary number that nobody else who uses this database is likely to lock. */
const EXCLUSIVE_LOCK = 0x77617463;

const IS_READ_ONLY = { text: IS_READ_ONLY_SQL, query_timeout: TIMEOUT_MS };

const SERVER_TIME = {
  text: 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as server_ms',
  query_timeout: TIMEOUT_MS,
};

const SERIALIZABLE = 'begin isolation level serializable';
const READ_COMMITTED = 'begin isolation level read committed';

/** Without a name: it must not fail because prepared statements are gone. */
const COMMIT: SentStatement = { text: 'commit' };

const EXCLUSIVE_ATTEMPTS = 20;

interface SentTransaction {
  readonly tx: QueueTransaction;
  readonly sent: readonly Promise<unknown>[];
  /** Sends what was left until the end. */
  sendLast(): void;
  /** From now on, statements are refused: they would run outside of the transaction. */
  end(): void;
}

export function openPostgres(
  { url, transactionPooler, poolSize = DEFAULT_POOL_SIZE }: Extract<DatabaseConfig, { kind: 'postgres' }>,
  { transactionTimeoutMs = TRANSACTION_TIMEOUT_MS }: DatabaseLimits = {},
): Database {
  const hasSessions = transactionPooler === undefined;
  const listenUrl = hasSessions ? url : transactionPooler.directUrl;
  const pool = createPostgresPool({
    url,
    poolSize,
    hasSessions,
    onConnectionError: () => reads.forget(),
    onRetirement: () => reads.reconnect(),
  });
  const retrying = createRetrying();
  const lockQueues = createLockQueues();

  function named(text: string): SentStatement {
    return hasSessions ? { name: statementNameOf(text), text } : { text };
  }

  const prepared = createPreparation(postgresDialect, (compiled) => ({ ...compiled, sent: named(compiled.sql) }));

  /** `timeoutMs` is for a statement outside a transaction; a transaction has one deadline. */
  function query<P extends Parameters, R>(
    client: pg.PoolClient,
    statement: Statement<P, R>,
    parameters: P,
    timeoutMs?: number,
  ): Promise<StatementResult> {
    const found = prepared(statement);
    return send(client, { ...found.sent, values: valuesFor(found, parameters), query_timeout: timeoutMs });
  }

  /** For statements outside of a transaction. */
  async function read<T>(ask: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const client = await pool.connect();
      let isFine = true;
      try {
        return await ask(client);
      } catch (error) {
        isFine = isConnectionUsable(error);
        if (isStale(error)) pool.retireGenerationOf(client);
        if (isStale(error) && attempt === 1) continue;
        // A replica aborts reads that conflict with its replay.
        throw isSerializationFailure(error) ? unavailable(error) : error;
      } finally {
        client.release(!isFine);
      }
    }
  }

  /** Connections whose transaction has written: after the commit, readers that were confirmed before must see it too. */
  const writers = new WeakSet<pg.PoolClient>();

  const commitListeners = new Set<() => void>();

  const reads = createReads({
    // Behind a pooler in transaction mode, each statement of a connection may go to another server.
    checkOn: hasSessions ? connectionTo(url) : undefined,
    read,
    query: (client, statement, parameters) => query(client, statement, parameters, TIMEOUT_MS).catch(rethrowTranslated),
    identify: (client) => send(client, { ...named(IDENTIFY_SQL), query_timeout: TIMEOUT_MS }),
    onOtherServer: pool.retireGenerationOf,
  });

  /**
   * Statements are sent in the order of the calls, and reads and locks at once. The first write, and everything after it, waits until the begin is
   * confirmed: after a failed begin, the write would be carried out outside of a transaction. A read or a lock changes nothing there, and the work
   * fails with the error of the begin. `sent` has the writes that the commit waits for.
   */
  function transactionOf(client: pg.PoolClient, begun: Promise<unknown>): SentTransaction {
    const sent: Promise<unknown>[] = [];
    const lasts: (() => void)[] = [];
    let isBegun = false;
    let isOver = false;
    let waiting: Promise<unknown> | undefined;
    let failure: unknown;
    begun.then(
      () => {
        isBegun = true;
      },
      () => undefined,
    );

    function inOrder<T>(isWrite: boolean, ask: () => Promise<T>): Promise<T> {
      if (isOver) return Promise.reject(new Error('the transaction is over'));
      if (isWrite) writers.add(client);
      if (isBegun || (!isWrite && waiting === undefined)) return ask();
      waiting ??= begun;
      return waiting.then(ask);
    }

    function ask<P extends Parameters, R>(statement: Statement<P, R>, parameters: P): Promise<StatementResult> {
      const isWrite = statement.kind === 'write' && statement.isLock !== true;
      return inOrder(isWrite, () => query(client, statement, parameters).catch(rethrowFirst));
    }

    /** After a failed statement, all others fail too; the error of the first one counts. */
    function rethrowFirst(error: unknown): never {
      failure ??= error;
      throw translated(failure);
    }

    async function all<P extends Parameters, R>(statement: Statement<P, R>, parameters: P): Promise<R[]> {
      return (await ask(statement, parameters)).rows as R[];
    }

    function leaveToCommit(write: Promise<unknown>): void {
      write.catch(() => undefined);
      sent.push(write);
    }

    const tx: QueueTransaction = {
      isTransaction: true,
      all,
      first: async (statement, parameters) => (await all(statement, parameters))[0],
      claim: all,
      async run(statement, parameters) {
        return (await ask(statement, parameters)).rowCount ?? 0;
      },
      send: (statement, parameters) => leaveToCommit(ask(statement, parameters)),
      sendPair: ({ atOnce }, parameters) => leaveToCommit(ask(atOnce, parameters)),
      async wakeWorkers() {
        leaveToCommit(inOrder(true, () => send(client, named(WAKE)).catch(rethrowFirst)));
      },
      beforeCommit: (last) => lasts.push(last),
    };
    return {
      tx,
      sent,
      sendLast() {
        for (const last of lasts) last();
      },
      end() {
        isOver = true;
      },
    };
  }

  /** The commit is sent together with the last writes. If one of them failed, PostgreSQL answers it with a rollback. */
  async function commit(client: pg.PoolClient, sent: readonly Promise<unknown>[]): Promise<void> {
    const committed = send(client, COMMIT).catch(rethrowTranslated);
    committed.catch(() => undefined);
    await Promise.all(sent);
    const { command } = await committed;
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back after a failed statement');
  }

  function beginOn(client: pg.PoolClient, begin: string): Promise<unknown> {
    return send(client, hasSessions ? named(begin) : { text: `${begin}; ${settingsSql('local')}` });
  }

  async function inTransaction<T>(
    begin: string,
    work: (tx: QueueTransaction, client: pg.PoolClient, begun: Promise<unknown>) => Promise<T>,
    patienceMs?: number,
  ): Promise<T> {
    const client = await pool.connect();
    const { promise: late, reject: giveUp } = Promise.withResolvers<never>();
    // Without it, a server that neither responds nor closes the connection would be waited for without end, and again at the `rollback`. Nor is the
    // work waited for, if that waits for something else.
    const expire = () => {
      destroyConnection(client);
      giveUp(tookTooLong());
    };
    const deadline = patienceMs === undefined ? undefined : setTimeout(expire, patienceMs);
    let isFine = true;
    try {
      const begun = beginOn(client, begin).catch(rethrowFromBegin);
      // An error of the begin explains all errors after it.
      const { tx, sent, sendLast, end } = transactionOf(client, begun);
      const worked = work(tx, client, begun).then((result) => {
        sendLast();
        return result;
      });
      const result = await Promise.race([worked, late])
        .finally(end)
        .catch((error) => begun.then(() => rethrow(error)));
      await begun;
      await commit(client, sent);
      if (writers.delete(client)) {
        reads.forget();
        for (const listener of commitListeners) listener();
      }
      return result;
    } catch (error) {
      writers.delete(client);
      const rolledBack = await send(client, { text: 'rollback' }).then(
        () => true,
        () => false,
      );
      isFine = rolledBack && isConnectionUsable(error, { isOwn: true });
      if (isStale(error)) pool.retireGenerationOf(client);
      throw error;
    } finally {
      clearTimeout(deadline);
      client.release(!isFine);
    }
  }

  /** A running node may lock the tables of a migration in another order. PostgreSQL then aborts one of the two, at any time of a long migration. */
  async function afterDeadlocks<T>(attempt: () => Promise<T>): Promise<T> {
    for (let left = EXCLUSIVE_ATTEMPTS; ; left -= 1) {
      try {
        return await attempt();
      } catch (error) {
        if (!isSerializationFailure(error) || left === 1) throw error;
      }
    }
  }

  /** One time limit for everything, so that a request is not carried out long after its response. */
  function retried<T>(
    begin: string,
    work: (tx: QueueTransaction) => Promise<T>,
    locks: readonly string[] = [],
  ): Promise<T> {
    const giveUpAt = performance.now() + transactionTimeoutMs;
    return lockQueues.inTurn(locks, giveUpAt, () =>
      retrying((patienceMs) => inTransaction(begin, work, patienceMs), giveUpAt),
    );
  }

  async function isReadOnly(): Promise<boolean> {
    const { rows } = await read((client) => client.query(IS_READ_ONLY).catch(rethrowTranslated));
    return rows[0].is_read_only;
  }

  return {
    all: reads.all,
    first: async (statement, parameters) => (await reads.all(statement, parameters))[0],
    isCached: reads.isCached,
    asOneReader: reads.asOneReader,
    transaction: (work, locks) => retried(SERIALIZABLE, work, locks),
    lockingTransaction: (work, locks) => retried(READ_COMMITTED, work, locks),
    queueTransaction: (work) => retried(READ_COMMITTED, work),
    exclusively: (work) =>
      afterDeadlocks(() =>
        inTransaction(READ_COMMITTED, async (tx, client, begun) => {
          await begun;
          // A migration, and the wait for another node's, have no time limit.
          await send(client, { text: 'set local statement_timeout = 0' }).catch(rethrowTranslated);
          await send(client, { text: `select pg_advisory_xact_lock(${EXCLUSIVE_LOCK})` }).catch(rethrowTranslated);
          writers.add(client);
          return work({
            ...tx,
            execute: async (sql) => (await send(client, { text: sql }).catch(rethrowTranslated)).rows as object[],
            idType: 'text collate "C"',
          });
        }),
      ),
    async checkReady(wanted) {
      if (!(await isReadOnly()) || wanted === 'reads') return;
      // The server of this connection may no longer be the primary.
      pool.retireGeneration();
      requireWritable(!(await isReadOnly()));
    },
    compareClock: (clock) =>
      read(async (client) => {
        const begun = clock.now();
        const { rows } = await client.query(SERVER_TIME).catch(rethrowTranslated);
        const uncertaintyMs = (clock.now() - begun) / 2;
        return { differenceMs: begun + uncertaintyMs - rows[0].server_ms, uncertaintyMs };
      }),
    onCommit(listener) {
      const mayHaveChanged = reads.watchCommits();
      let isAsking = false;
      const polling = setInterval(async () => {
        if (isAsking) return;
        isAsking = true;
        if (await mayHaveChanged()) listener();
        isAsking = false;
      }, COMMIT_POLL_MS).unref();
      commitListeners.add(listener);
      return () => {
        commitListeners.delete(listener);
        clearInterval(polling);
      };
    },
    async onWake(listener) {
      if (listenUrl === undefined) return pollEverySecond(listener);
      return listen(connectionTo(listenUrl), listener).catch(rethrowTranslated);
    },
    connections: pool.counts,
    async close() {
      await reads.close();
      await pool.end();
    },
  };
}
