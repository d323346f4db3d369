/**
 * PostgreSQL, through `pg`: a pool of connections, and statements prepared once in each of them under a name. Behind a pooler in
 * transaction mode nothing lasts on a connection: statements have no name, and each transaction sets its limits itself (decision 16).
 *
 * Rule STO-2: transactions are SERIALIZABLE, and those of queues READ COMMITTED. A transaction that PostgreSQL calls off, because
 * of another one or of a deadlock, is done again from the start until its deadline.
 *
 * A connection goes back into the pool only after an error that leaves it as it was. One to a server that has become read-only, or
 * whose prepared statements no longer fit, is closed, and so are all others that were made before: after a failover or a
 * migration they would fail in the same way.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import pg from 'pg';
import type { DatabaseConfig } from '../../config.ts';
import type { Tables } from '../schema/tables.ts';
import { createConnectionSlots } from './connection-slots.ts';
import { COMMIT_POLL_MS, type Database, type QueueTransaction, requireWritable } from './database.ts';
import {
  APPLICATION_NAME,
  connectionTo,
  corkWrites,
  IS_READ_ONLY_SQL,
  setLimits,
  statementNameOf,
  TIMEOUT_MS,
} from './postgres-connection.ts';
import {
  isAborted,
  isConnectionUsable,
  isSerializationFailure,
  isStale,
  isTooManyConnections,
  rethrow,
  rethrowFromBegin,
  rethrowTranslated,
  translated,
  unavailable,
} from './postgres-errors.ts';
import { createReads } from './postgres-reads.ts';
import { destroyConnection, listen, pollEverySecond, WAKE } from './postgres-wake.ts';
import { type Dialect, type Parameters, type Prepared, prepare, type Statement, valuesFor } from './statement.ts';

const DEFAULT_POOL_SIZE = 10;

/** Wait before the next attempt when PostgreSQL refuses a connection and the pool has none open: a random time in this range. */
const REFUSED_MS = [100, 200] as const;

/** Any number that nobody else who uses this database is likely to lock. */
const EXCLUSIVE_LOCK = 0x77617463;

/**
 * Of the same user in the same database. One that has done nothing yet, or is only being set up, may be a pooler's that is about
 * to be lent to another node of ours.
 */
const END_FIRST_EDITION_CONNECTIONS = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
    and backend_type = 'client backend' and application_name <> '${APPLICATION_NAME}' and query !~* '^(set |$)'`;

const IS_READ_ONLY = { text: IS_READ_ONLY_SQL, query_timeout: TIMEOUT_MS };

const SERVER_TIME = {
  text: 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as server_ms',
  query_timeout: TIMEOUT_MS,
};

const SERIALIZABLE = 'begin isolation level serializable';
const READ_COMMITTED = 'begin isolation level read committed';

/** Before a transaction is done again: any time up to this, which doubles with each attempt, so that two that met part. */
const FIRST_RETRY_MS = 5;
const MAX_RETRY_MS = 250;

/** How long one waits for another that is done again before it. */
const MAX_TURN_MS = 1_000;

const postgresDialect: Dialect = {
  builder: new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
  // Not `in` and a select: the planner would guess how long the list is, and may read the whole table for it.
  among: sql`= any`,
  listed: (list) => sql`(array(select jsonb_array_elements_text(${list}::jsonb)))`,
  records: (rows, columns) => {
    const names = Object.keys(columns).map((name) => sql.ref(name));
    const typed = Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`);
    return sql`(select ${sql.join(names)} from jsonb_to_recordset(${rows}::jsonb) as rows(${sql.join(typed)}))`;
  },
  joinedBy: (column, keys) => sql`${sql.ref(column)} = any(array(select jsonb_array_elements_text(${keys}::jsonb)))`,
  // Not `for update`: that would also wait for everyone who merely writes a row that refers to a locked one.
  locking: (query) => query.forNoKeyUpdate(),
  skippingLocked: (query) => query.forNoKeyUpdate().skipLocked(),
};

/** A statement without a name is prepared anew each time. */
interface Named {
  readonly name?: string;
}

/** Instants and counts fit a number; without this `pg` gives 64-bit integers as text. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format),
};

export function openPostgres({
  url,
  transactionPooler,
  poolSize = DEFAULT_POOL_SIZE,
}: Extract<DatabaseConfig, { kind: 'postgres' }>): Database {
  const hasSessions = transactionPooler === undefined;
  const listenUrl = hasSessions ? url : transactionPooler.directUrl;
  const pool = new pg.Pool({
    ...connectionTo(url),
    max: poolSize,
    // Statements that are asked for without waiting for each other go out together, and take one round trip.
    pipeline: true,
    types,
  });
  // An idle connection that breaks is replaced on the next use; without a listener it would end the process. So would one that
  // breaks in a transaction: the caller that waits for its answer gets the error anyway.
  pool.on('error', () => undefined);
  const slots = createConnectionSlots(poolSize);
  pool.on('release', slots.give);
  /** Connections of an earlier generation are not used any more. */
  let generation = 0;
  const generationOf = new WeakMap<pg.PoolClient, number>();
  pool.on('connect', (client) => {
    client.on('error', () => reads.forget());
    generationOf.set(client, generation);
    // Not with the start of the connection, where PgBouncer refuses them. The first statement follows without waiting for it.
    if (hasSessions) client.query(setLimits('session')).catch(() => destroyConnection(client));
  });
  const statements = new Map<Statement<never, unknown>, Prepared & Named>();

  function nameOf(text: string): Named {
    return hasSessions ? { name: statementNameOf(text) } : {};
  }

  /** Waits for a connection that is free, within the time of a statement. */
  async function connect(): Promise<pg.PoolClient> {
    const giveUpAt = performance.now() + TIMEOUT_MS;
    for (let isFirst = false; ; isFirst = true) {
      await slots.take(giveUpAt, isFirst).catch(rethrowTranslated);
      const client = await connectInSlot(giveUpAt);
      if (client === undefined) continue;
      if (generationOf.get(client) === generation) return client;
      client.release(true);
    }
  }

  /** Undefined when PostgreSQL accepts no more, and one of those that are open will be free: then the slot is given back. */
  async function connectInSlot(giveUpAt: number): Promise<pg.PoolClient | undefined> {
    for (;;) {
      try {
        return await pool.connect();
      } catch (error) {
        const mayRetry = isTooManyConnections(error) && performance.now() < giveUpAt;
        if (mayRetry) slots.lower(pool.totalCount);
        if (!mayRetry || pool.totalCount > 0) slots.give();
        if (!mayRetry) throw translated(error);
        if (pool.totalCount > 0) return undefined;
      }
      const [least, most] = REFUSED_MS;
      await delay(least + Math.random() * (most - least));
    }
  }

  /** Of several connections that fail for the same reason, the first one does it for all. */
  function endGenerationOf(client: pg.PoolClient): void {
    if (generationOf.get(client) === generation) endGeneration();
  }

  function endGeneration(): void {
    generation++;
    reads.reconnect();
  }

  function prepared<P, R>(statement: Statement<P, R>): Prepared & Named {
    const key = statement as Statement<never, unknown>;
    let found = statements.get(key);
    if (found === undefined) {
      const compiled = prepare(postgresDialect, statement);
      found = { ...compiled, ...nameOf(compiled.sql) };
      statements.set(key, found);
    }
    return found;
  }

  /** `query_timeout` is for a statement outside of a transaction, which has a deadline as a whole. */
  async function query<P extends Parameters, R>(
    client: pg.PoolClient,
    statement: Statement<P, R>,
    parameters: P,
    {
      rethrow = rethrowTranslated,
      ...options
    }: { readonly query_timeout?: number; readonly rethrow?: (error: unknown) => never } = {},
  ): Promise<pg.QueryResult> {
    const found = prepared(statement);
    const values = valuesFor(found, parameters);
    corkWrites(client);
    return client.query({ ...options, name: found.name, text: found.sql, values }).catch(rethrow);
  }

  /** One statement outside of a transaction. */
  async function read<T>(ask: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const client = await connect();
      let isFine = true;
      try {
        return await ask(client);
      } catch (error) {
        isFine = isConnectionUsable(error);
        if (isStale(error)) endGenerationOf(client);
        if (isStale(error) && attempt === 1) continue;
        // A replica calls off reads that are in the way of what it has to repeat.
        throw isSerializationFailure(error) ? unavailable(error) : error;
      } finally {
        client.release(!isFine);
      }
    }
  }

  /** Connections whose transaction has written: when it is done, readers that were confirmed before must see it too. */
  const writers = new WeakSet<pg.PoolClient>();

  const commitListeners = new Set<() => void>();

  const reads = createReads({
    // Behind a pooler in transaction mode nobody knows which server the next statement of a connection goes to.
    checkOn: hasSessions ? connectionTo(url) : undefined,
    read,
    query: (client, statement, parameters) => query(client, statement, parameters, { query_timeout: TIMEOUT_MS }),
    onOtherServer: endGenerationOf,
  });

  /**
   * Statements go out in the order in which they are asked for. The first reads go out together with the begin; a write waits until
   * the begin is done, and what follows waits with it: after a begin that failed, the write would stand for itself.
   */
  function transactionOf(client: pg.PoolClient, begun: Promise<unknown>): QueueTransaction {
    let isBegun = false;
    let waiting: Promise<unknown> | undefined;
    let failure: unknown;
    begun.then(
      () => {
        isBegun = true;
      },
      () => undefined,
    );

    function send<T>(kind: Statement<never, unknown>['kind'], ask: () => Promise<T>): Promise<T> {
      if (kind === 'write') writers.add(client);
      if (isBegun || (kind === 'read' && waiting === undefined)) return ask();
      waiting ??= begun;
      return waiting.then(ask);
    }

    function ask<P extends Parameters, R>(statement: Statement<P, R>, parameters: P): Promise<pg.QueryResult> {
      return send(statement.kind, () => query(client, statement, parameters, { rethrow }));
    }

    /** What was sent behind a statement that failed fails too; what counts is why the first one did. */
    function rethrow(error: unknown): never {
      failure ??= error;
      throw translated(isAborted(error) ? failure : error);
    }

    return {
      isTransaction: true,
      async all<P extends Parameters, R>(statement: Statement<P, R>, parameters: P) {
        return (await ask(statement, parameters)).rows as R[];
      },
      async first<P extends Parameters, R>(statement: Statement<P, R>, parameters: P) {
        return (await ask(statement, parameters)).rows[0] as R | undefined;
      },
      async claim<P extends Parameters, R>(statement: Statement<P, R>, parameters: P) {
        return (await ask(statement, parameters)).rows as R[];
      },
      async run(statement, parameters) {
        return (await ask(statement, parameters)).rowCount ?? 0;
      },
      async wakeWorkers() {
        await send('write', () => client.query({ text: WAKE, ...nameOf(WAKE) }).catch(rethrow));
      },
    };
  }

  async function inTransaction<T>(
    begin: string,
    work: (client: pg.PoolClient, begun: Promise<unknown>) => Promise<T>,
    patienceMs?: number,
  ): Promise<T> {
    const client = await connect();
    // Without it, a server that neither answers nor hangs up would be waited for without end: with `rollback` once more.
    const deadline = patienceMs && setTimeout(() => destroyConnection(client), patienceMs);
    let isFine = true;
    try {
      const begun = client.query(hasSessions ? begin : `${begin}; ${setLimits('local')}`).catch(rethrowFromBegin);
      // What the begin says explains whatever fails after it.
      const result = await work(client, begun).catch((error) => begun.then(() => rethrow(error)));
      await begun;
      await client.query('commit').catch(rethrowTranslated);
      if (writers.delete(client)) {
        reads.forget();
        for (const listener of commitListeners) listener();
      }
      return result;
    } catch (error) {
      writers.delete(client);
      const rolledBack = await client.query('rollback').then(
        () => true,
        () => false,
      );
      isFine = rolledBack && isConnectionUsable(error, { isOwn: true });
      if (isStale(error)) endGenerationOf(client);
      throw error;
    } finally {
      clearTimeout(deadline);
      client.release(!isFine);
    }
  }

  /** Until it is done, fails for a reason of its own, or the deadline comes. */
  async function repeated<T>(begin: string, work: (tx: QueueTransaction) => Promise<T>): Promise<T> {
    const giveUpAt = performance.now() + TIMEOUT_MS;
    let mayBeStale = true;
    let isCalledOffBefore = false;
    const attempt = () =>
      inTransaction(begin, (client, begun) => work(transactionOf(client, begun)), giveUpAt - performance.now());
    for (let longestPauseMs = FIRST_RETRY_MS; ; longestPauseMs = Math.min(longestPauseMs * 2, MAX_RETRY_MS)) {
      try {
        return await (isCalledOffBefore ? inTurn(attempt) : attempt());
      } catch (error) {
        if (isStale(error) && mayBeStale) {
          mayBeStale = false;
          continue;
        }
        if (!isSerializationFailure(error)) throw error;
        const pauseMs = Math.random() * longestPauseMs;
        if (performance.now() + pauseMs >= giveUpAt) throw unavailable(error);
        await delay(pauseMs);
        isCalledOffBefore = true;
      }
    }
  }

  let lastTurn: Promise<void> = Promise.resolve();

  /** Transactions that were called off are done again one after the other: at the same time, they would call each other off again. */
  async function inTurn<T>(attempt: () => Promise<T>): Promise<T> {
    const before = lastTurn;
    const { promise, resolve } = Promise.withResolvers<void>();
    lastTurn = promise;
    await Promise.race([before, delay(MAX_TURN_MS, undefined, { ref: false })]);
    try {
      return await attempt();
    } finally {
      resolve();
    }
  }

  async function isReadOnly(): Promise<boolean> {
    const { rows } = await read((client) => client.query(IS_READ_ONLY).catch(rethrowTranslated));
    return rows[0].is_read_only;
  }

  return {
    all: reads.all,
    first: async (statement, parameters) => (await reads.all(statement, parameters))[0],
    prefetch: reads.prefetch,
    asOneReader: reads.asOneReader,
    transaction: (work) => repeated(SERIALIZABLE, work),
    queueTransaction: (work) => repeated(READ_COMMITTED, work),
    exclusively: (work) =>
      inTransaction(READ_COMMITTED, async (client, begun) => {
        await begun;
        // A migration, and the wait for another node's, may take as long as they need.
        await client.query('set local statement_timeout = 0').catch(rethrowTranslated);
        await client.query('select pg_advisory_xact_lock($1)', [EXCLUSIVE_LOCK]).catch(rethrowTranslated);
        writers.add(client);
        return work({
          ...transactionOf(client, begun),
          execute: async (sql) => (await client.query(sql).catch(rethrowTranslated)).rows,
          async endFirstEditionConnections() {
            await client.query(END_FIRST_EDITION_CONNECTIONS).catch(rethrowTranslated);
          },
          idType: 'text collate "C"',
        });
      }),
    async checkReady(wanted) {
      if (!(await isReadOnly()) || wanted === 'reads') return;
      // The connection that answered may be to a server that is not the primary any more.
      endGeneration();
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
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: slots.waiting() }),
    async close() {
      await reads.close();
      await pool.end();
    },
  };
}
