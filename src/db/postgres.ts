/**
 * PostgreSQL, through `pg`: a pool of connections, and statements prepared once in each of them under a name.
 *
 * Rule STO-2: transactions are SERIALIZABLE, and those of queues READ COMMITTED. A transaction that PostgreSQL calls off, because
 * of another one or of a deadlock, is done again from the start until its deadline.
 *
 * A connection goes back into the pool only after an error that leaves it as it was. One to a server that has become read-only, or
 * whose prepared statements no longer fit, is closed, and so are all others that were made before: after a failover or a
 * migration they would fail in the same way.
 */
import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import pg from 'pg';
import { AppError } from '../errors.ts';
import {
  type Database,
  deletedMeanwhile,
  type QueueTransaction,
  requireWritable,
  UniqueViolation,
} from './database.ts';
import { type Dialect, type Parameters, type Prepared, prepare, type Statement, valuesFor } from './statement.ts';
import type { Tables } from './tables.ts';

const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 15_000;

/** For a statement outside of a transaction, or a whole transaction. A server that is well has called the statement off before. */
const PATIENCE_MS = STATEMENT_TIMEOUT_MS + 1_000;

/** Where workers hear that there may be something to do. */
const WAKE_CHANNEL = 'watchbill';
const WAKE = { name: nameOf(`notify ${WAKE_CHANNEL}`), text: `notify ${WAKE_CHANNEL}` };
const RECONNECT_MS = 1_000;

/** How often it is tried whether that way is still open. Meanwhile workers look by themselves every 15 s. */
const LISTEN_CHECK_MS = 15_000;

/** Any number that nobody else who uses this database is likely to lock. */
const EXCLUSIVE_LOCK = 0x77617463;

/** Tells nodes that list their columns from those of the first edition, which have no such name. */
const APPLICATION_NAME = 'watchbill 2';

/** Of the same user in the same database. */
const END_FIRST_EDITION_CONNECTIONS = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
    and backend_type = 'client backend' and application_name <> '${APPLICATION_NAME}'`;

/** A standby, or a primary that was told to refuse writes. */
const IS_READ_ONLY = {
  text: `select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as is_read_only`,
  query_timeout: PATIENCE_MS,
};

const SERVER_TIME = {
  text: 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as server_ms',
  query_timeout: PATIENCE_MS,
};

const SERIALIZABLE = 'begin isolation level serializable';
const READ_COMMITTED = 'begin isolation level read committed';

/** Before a transaction is done again: any time up to this, which doubles with each attempt, so that two that met part. */
const FIRST_RETRY_MS = 5;
const LONGEST_RETRY_MS = 250;

/** How long one waits for another that is done again before it. */
const LONGEST_TURN_MS = 1_000;

const CALLED_OFF = new Set(['40001', '40P01']);
const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';
const FEATURE_NOT_SUPPORTED = '0A000';
const TRANSACTION_ABORTED = '25P02';

/**
 * What only an older connection says: the server is read-only (25006) or a standby (0A000 at the begin); a prepared statement gives
 * other columns than when it was prepared (0A000), is gone (26000), or is there already (42P05).
 */
const STALE = new Set([FEATURE_NOT_SUPPORTED, '25006', '26000', '42P05']);

/** Bad values, constraints, transactions that were called off, statements that took too long: the connection is as before. */
const CONNECTION_IS_FINE = /^(22|23|40|57014)/;

/**
 * No way in, or none just now: failed, refused, too many, shutting down or starting up, a bad disk; statements that took too long;
 * and what a replica cannot do.
 */
const UNAVAILABLE = /^(08|25006|28|3D|53|55000|57|58)/;

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
  // Not `for update`: that would also wait for everyone who merely writes a row that refers to a locked one.
  locking: (query) => query.forNoKeyUpdate(),
  skippingLocked: (query) => query.forNoKeyUpdate().skipLocked(),
};

/** Instants and counts fit a number; without this `pg` gives 64-bit integers as text. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format),
};

export function openPostgres(url: string): Database {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: APPLICATION_NAME,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    // Who loses the way to the database in the middle of a transaction must not keep its locks until TCP gives up, hours later.
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
    // Statements that are asked for without waiting for each other go out together, and take one round trip.
    pipeline: true,
    types,
  });
  // An idle connection that breaks is replaced on the next use; without a listener it would end the process. So would one that
  // breaks in a transaction: whoever waits for its answer hears of it anyway.
  pool.on('error', () => undefined);
  /** Connections of an earlier generation are not used any more. */
  let generation = 0;
  const generationOf = new WeakMap<pg.PoolClient, number>();
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    generationOf.set(client, generation);
  });
  const statements = new Map<Statement<never, unknown>, Prepared & { readonly name: string }>();

  async function connect(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await pool.connect().catch(rethrowTranslated);
      if (generationOf.get(client) === generation) return client;
      client.release(true);
    }
  }

  /** Of several connections that fail for the same reason, the first one does it for all. */
  function endGenerationOf(client: pg.PoolClient): void {
    if (generationOf.get(client) === generation) generation++;
  }

  function prepared<P, R>(statement: Statement<P, R>): Prepared & { readonly name: string } {
    const key = statement as Statement<never, unknown>;
    let found = statements.get(key);
    if (found === undefined) {
      const compiled = prepare(postgresDialect, statement);
      found = { ...compiled, name: nameOf(compiled.sql) };
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
    writeTogether(client);
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
        isFine = CONNECTION_IS_FINE.test(sqlStateOf(error) ?? '');
        if (isStale(error)) endGenerationOf(client);
        if (isStale(error) && attempt === 1) continue;
        // A replica calls off reads that are in the way of what it has to repeat.
        throw isCalledOff(error) ? unavailable(error) : error;
      } finally {
        client.release(!isFine);
      }
    }
  }

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
      throw translated(sqlStateOf(error) === TRANSACTION_ABORTED ? failure : error);
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
        await send('write', () => client.query(WAKE).catch(rethrow));
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
    const deadline = patienceMs && setTimeout(() => hangUp(client), patienceMs);
    let isFine = true;
    try {
      const begun = client.query(begin).catch(rethrowOfBegin);
      // What the begin says explains whatever fails after it.
      const result = await work(client, begun).catch((error) => begun.then(() => rethrow(error)));
      await begun;
      await client.query('commit').catch(rethrowTranslated);
      return result;
    } catch (error) {
      const rolledBack = await client.query('rollback').then(
        () => true,
        () => false,
      );
      // An error that did not come from PostgreSQL is the work's own.
      isFine = rolledBack && CONNECTION_IS_FINE.test(sqlStateOf(error) ?? '22');
      if (isStale(error)) endGenerationOf(client);
      throw error;
    } finally {
      clearTimeout(deadline);
      client.release(!isFine);
    }
  }

  /** Until it is done, fails for a reason of its own, or the deadline comes. */
  async function repeated<T>(begin: string, work: (tx: QueueTransaction) => Promise<T>): Promise<T> {
    const giveUpAt = performance.now() + PATIENCE_MS;
    let mayBeStale = true;
    let isCalledOffBefore = false;
    const attempt = () =>
      inTransaction(begin, (client, begun) => work(transactionOf(client, begun)), giveUpAt - performance.now());
    for (let longestPauseMs = FIRST_RETRY_MS; ; longestPauseMs = Math.min(longestPauseMs * 2, LONGEST_RETRY_MS)) {
      try {
        return await (isCalledOffBefore ? inTurn(attempt) : attempt());
      } catch (error) {
        if (isStale(error) && mayBeStale) {
          mayBeStale = false;
          continue;
        }
        if (!isCalledOff(error)) throw error;
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
    await Promise.race([before, delay(LONGEST_TURN_MS, undefined, { ref: false })]);
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
    async all<P extends Parameters, R>(statement: Statement<P, R>, parameters: P) {
      const { rows } = await read((client) => query(client, statement, parameters, { query_timeout: PATIENCE_MS }));
      return rows as R[];
    },
    async first<P extends Parameters, R>(statement: Statement<P, R>, parameters: P) {
      const { rows } = await read((client) => query(client, statement, parameters, { query_timeout: PATIENCE_MS }));
      return rows[0] as R | undefined;
    },
    transaction: (work) => repeated(SERIALIZABLE, work),
    queueTransaction: (work) => repeated(READ_COMMITTED, work),
    exclusively: (work) =>
      inTransaction(READ_COMMITTED, async (client, begun) => {
        await begun;
        // A migration, and the wait for another node's, may take as long as they need.
        await client.query('set local statement_timeout = 0').catch(rethrowTranslated);
        await client.query('select pg_advisory_xact_lock($1)', [EXCLUSIVE_LOCK]).catch(rethrowTranslated);
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
      generation++;
      requireWritable(!(await isReadOnly()));
    },
    compareClock: (clock) =>
      read(async (client) => {
        const begun = clock.now();
        const { rows } = await client.query(SERVER_TIME).catch(rethrowTranslated);
        const uncertaintyMs = (clock.now() - begun) / 2;
        return { differenceMs: begun + uncertaintyMs - rows[0].server_ms, uncertaintyMs };
      }),
    onWake: (listener) => listen(url, listener),
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      await pool.end();
    },
  };
}

/**
 * Rule STO-3: a name means one SQL text, in every process and every version. Behind a pooler, processes share connections; with
 * names by order of use, a `select` of one process ran the `delete` that another had prepared under the same name. PostgreSQL
 * cuts names after 63 bytes.
 */
function nameOf(text: string): string {
  return hash('sha256', text).slice(0, 32);
}

/** On a connection of its own. One that breaks is replaced, and the listener called: something may have been missed. */
async function listen(url: string, listener: () => void): Promise<() => void> {
  let isOver = false;
  let client: pg.Client | undefined;

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: APPLICATION_NAME,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: CONNECT_TIMEOUT_MS,
      keepAlive: true,
    });
    fresh.on('notification', listener);
    fresh.on('error', () => undefined);
    try {
      await fresh.connect();
      await fresh.query(`listen ${WAKE_CHANNEL}`);
    } catch (error) {
      hangUp(fresh);
      throw error;
    }
    fresh.once('end', reconnect);
    client = fresh;
    if (isOver) await fresh.end();
  }

  async function reconnect(): Promise<void> {
    while (!isOver) {
      try {
        await connect();
        listener();
        return;
      } catch {
        await delay(RECONNECT_MS, undefined, { ref: false });
      }
    }
  }

  await connect().catch(rethrowTranslated);
  // A connection that only listens does not notice that the server is gone without a word, or is not the primary any more.
  const checking = setInterval(() => {
    const asked = client;
    asked?.query(IS_READ_ONLY.text).then(
      ({ rows }) => rows[0].is_read_only && hangUp(asked),
      () => hangUp(asked),
    );
  }, LISTEN_CHECK_MS).unref();
  return () => {
    isOver = true;
    clearInterval(checking);
    void client?.end();
  };
}

/** What is asked for in one go is written to the connection in one piece. */
function writeTogether({ connection: { stream } }: pg.Client): void {
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** At once, and whatever the other end does: to say goodbye might take as long as what is given up. */
function hangUp(client: pg.Client): void {
  client.connection.stream.destroy();
}

/** What PostgreSQL says is a `DatabaseError`; anything else is about the way to it. */
function translated(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return unavailable(error);
  if (error.code === UNIQUE_VIOLATION) {
    const [, columns = ''] = /^Key \(([^)]*)\)/.exec(error.detail ?? '') ?? [];
    return new UniqueViolation(
      columns.split(', ').map((column) => `${error.table}.${column}`),
      error,
    );
  }
  if (error.code === FOREIGN_KEY_VIOLATION) return deletedMeanwhile(error);
  return UNAVAILABLE.test(error.code ?? '') ? unavailable(error) : error;
}

function rethrow(error: unknown): never {
  throw error;
}

function rethrowTranslated(error: unknown): never {
  throw translated(error);
}

function unavailable(cause: unknown): AppError {
  return new AppError('service_unavailable', undefined, { cause });
}

/** A standby takes no SERIALIZABLE transaction: nothing else makes PostgreSQL say so to a begin. */
function rethrowOfBegin(error: unknown): never {
  throw sqlStateOf(error) === FEATURE_NOT_SUPPORTED ? unavailable(error) : translated(error);
}

/** What PostgreSQL called the error, also once it is translated. */
function sqlStateOf(error: unknown): string | undefined {
  if (error instanceof pg.DatabaseError) return error.code;
  return error instanceof Error && error.cause instanceof pg.DatabaseError ? error.cause.code : undefined;
}

function isStale(error: unknown): boolean {
  return STALE.has(sqlStateOf(error) ?? '');
}

function isCalledOff(error: unknown): boolean {
  return CALLED_OFF.has(sqlStateOf(error) ?? '');
}
