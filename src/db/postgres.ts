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
import { AsyncLocalStorage } from 'node:async_hooks';
import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import pg from 'pg';
import type { DatabaseConfig } from '../config.ts';
import { AppError } from '../errors.ts';
import {
  type Database,
  deletedMeanwhile,
  type QueueTransaction,
  requireWritable,
  UniqueViolation,
} from './database.ts';
import { CHECK_SQL, createChecks, noChecks, SERVER_ID } from './postgres-checks.ts';
import { hangUp, listen, lookEverySecond, WAKE } from './postgres-wake.ts';
import { questionOf, type RowsOfServer, rememberReads, type ServerId } from './remembered-reads.ts';
import {
  type Dialect,
  type Parameters,
  type Prepared,
  prepare,
  type Question,
  type ReadStatement,
  type Statement,
  valuesFor,
} from './statement.ts';
import type { Tables } from './tables.ts';

const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 15_000;

/** For a statement outside of a transaction, or a whole transaction. A server that is well has called the statement off before. */
const PATIENCE_MS = STATEMENT_TIMEOUT_MS + 1_000;

/** Any number that nobody else who uses this database is likely to lock. */
const EXCLUSIVE_LOCK = 0x77617463;

/** Tells nodes that list their columns from those of the first edition, which have no such name. */
const APPLICATION_NAME = 'watchbill 2';

/**
 * Of the same user in the same database. One that has done nothing yet, or is only being set up, may be a pooler's that is about
 * to be lent to another node of ours.
 */
const END_FIRST_EDITION_CONNECTIONS = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
    and backend_type = 'client backend' and application_name <> '${APPLICATION_NAME}' and query !~* '^(set |$)'`;

/** A standby, or a primary that was told to refuse writes. */
const IS_READ_ONLY = {
  text: `select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as is_read_only`,
  query_timeout: PATIENCE_MS,
};

const SERVER_TIME = {
  text: 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as server_ms',
  query_timeout: PATIENCE_MS,
};

const CHECK = { name: hashOf(CHECK_SQL), text: CHECK_SQL };
const IDENTIFY = { name: hashOf(`select ${SERVER_ID} as server`), text: `select ${SERVER_ID} as server` };

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

/** A prepared statement is gone, or is there already. */
const PREPARED_ELSEWHERE = new Set(['26000', '42P05']);

/**
 * What only an older connection says: the server is read-only (25006) or a standby (0A000 at the begin); a prepared statement gives
 * other columns than when it was prepared (0A000), or is not where it was.
 */
const STALE = new Set([FEATURE_NOT_SUPPORTED, '25006', ...PREPARED_ELSEWHERE]);

/** Seen only when a new connection did not help. */
const SET_POOLER =
  'The database mixes up prepared statements. Behind a pooler in transaction mode, DATABASE_POOLER=transaction must be set.';

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

/** A statement without a name is prepared anew each time. */
interface Named {
  readonly name?: string;
}

/** Instants and counts fit a number; without this `pg` gives 64-bit integers as text. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format),
};

/** Who reads: the answer of the check that began after they did, or that answer to come. */
interface Reader {
  isConfirmed: boolean | Promise<boolean> | undefined;
  /** What they asked ahead, by statement and parameters; undefined where that failed. */
  ahead: Map<unknown, Map<string, Promise<readonly unknown[] | undefined>>> | undefined;
}

export function openPostgres({ url, transactionPooler }: Extract<DatabaseConfig, { kind: 'postgres' }>): Database {
  const hasSessions = transactionPooler === undefined;
  const listenUrl = hasSessions ? url : transactionPooler.directUrl;
  const pool = new pg.Pool({
    ...connectionTo(url),
    max: POOL_SIZE,
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
    client.on('error', () => checks.forget());
    generationOf.set(client, generation);
    // Not with the start of the connection, where PgBouncer refuses them. The first statement follows without waiting for it.
    if (hasSessions) client.query(setLimits('session')).catch(() => hangUp(client));
  });
  const statements = new Map<Statement<never, unknown>, Prepared & Named>();

  function nameOf(text: string): Named {
    return hasSessions ? { name: hashOf(text) } : {};
  }

  async function connect(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await pool.connect().catch(rethrowTranslated);
      if (generationOf.get(client) === generation) return client;
      client.release(true);
    }
  }

  /** Of several connections that fail for the same reason, the first one does it for all. */
  function endGenerationOf(client: pg.PoolClient): void {
    if (generationOf.get(client) === generation) endGeneration();
  }

  function endGeneration(): void {
    generation++;
    checks.reconnect();
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

  const readers = new AsyncLocalStorage<Reader>();
  /** Connections whose transaction has written: when it is done, readers that were confirmed before must see it too. */
  const writers = new WeakSet<pg.PoolClient>();
  const serverOf = new WeakMap<pg.PoolClient, ServerId>();
  let checkedServer: ServerId | undefined;

  // Behind a pooler in transaction mode nobody knows which server the next statement of a connection goes to.
  const checks = !hasSessions
    ? noChecks
    : createChecks({
        connection: connectionTo(url),
        statement: CHECK,
        onState(server) {
          checkedServer = server;
          remembered.forget(server);
        },
      });

  const remembered = rememberReads(readFromServer, () => {
    const reader = readers.getStore() as Reader;
    reader.isConfirmed ??= checks.check().then((isKnown) => {
      reader.isConfirmed = isKnown;
      return isKnown;
    });
    return reader.isConfirmed;
  });

  /** Remembered rows are for requests alone: workers ask once, with the time of day in the question. */
  async function all<P extends Parameters, R>(statement: ReadStatement<P, R>, parameters: P): Promise<readonly R[]> {
    const reader = readers.getStore();
    if (reader !== undefined)
      return (await takeAhead(reader, statement, parameters)) ?? remembered.all(statement, parameters);
    const { rows } = await read((client) => query(client, statement, parameters, { query_timeout: PATIENCE_MS }));
    return rows;
  }

  /** Once: who asks again may have written meanwhile. */
  function takeAhead<P extends Parameters, R>(
    { ahead }: Reader,
    statement: ReadStatement<P, R>,
    parameters: P,
  ): Promise<readonly R[] | undefined> | undefined {
    const asked = ahead?.get(statement);
    if (asked === undefined) return undefined;
    const question = questionOf(parameters);
    const rows = asked.get(question);
    asked.delete(question);
    return rows as Promise<readonly R[] | undefined> | undefined;
  }

  /**
   * All on one connection, where they take one round trip together. Nothing here waits for a read of another reader: who holds a
   * connection must not wait for one who needs it.
   */
  function askAhead(first: Question, others: () => readonly Question[]): void {
    const reader = readers.getStore();
    if (reader === undefined || remembered.isRemembered(first)) return;
    if (reader.ahead?.get(first.statement)?.has(questionOf(first.parameters))) return;
    const questions = [first, ...others().filter((other) => !remembered.isRemembered(other))];
    const answers = read((client) =>
      Promise.all(questions.map(({ statement, parameters }) => readOn(client, statement, parameters))),
    );
    reader.ahead ??= new Map();
    for (const [i, { statement, parameters }] of questions.entries()) {
      const asked = reader.ahead.get(statement) ?? new Map();
      reader.ahead.set(statement, asked);
      const rows = remembered.readAnew(statement, parameters, async () => (await answers)[i] as RowsOfServer<unknown>);
      asked.set(
        questionOf(parameters),
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
    const { rows } = await query(client, statement, parameters, { query_timeout: PATIENCE_MS });
    return { rows, server: await server };
  }

  /**
   * The server behind a connection, as far as that matters: behind a proxy it may not be the one that was checked. It is asked in
   * the same go as the rows. When two servers are in use, all connections are made anew, which leads to the one in charge.
   */
  async function identified(client: pg.PoolClient): Promise<ServerId | undefined> {
    const checked = checkedServer;
    if (checked === undefined || serverOf.get(client) === checked) return checked;
    writeTogether(client);
    const asked = await client.query<{ server: ServerId }>(IDENTIFY).catch(() => undefined);
    const server = asked?.rows[0]?.server;
    if (server === undefined) return undefined;
    serverOf.set(client, server);
    if (server !== checked && checked === checkedServer) endGenerationOf(client);
    return server;
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
    const deadline = patienceMs && setTimeout(() => hangUp(client), patienceMs);
    let isFine = true;
    try {
      const begun = client.query(hasSessions ? begin : `${begin}; ${setLimits('local')}`).catch(rethrowOfBegin);
      // What the begin says explains whatever fails after it.
      const result = await work(client, begun).catch((error) => begun.then(() => rethrow(error)));
      await begun;
      await client.query('commit').catch(rethrowTranslated);
      if (writers.delete(client)) checks.forget();
      return result;
    } catch (error) {
      writers.delete(client);
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
    all,
    first: async (statement, parameters) => (await all(statement, parameters))[0],
    askAhead,
    asOneReader: (work) => readers.run({ isConfirmed: undefined, ahead: undefined }, work),
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
    async onWake(listener) {
      if (listenUrl === undefined) return lookEverySecond(listener);
      return listen(connectionTo(listenUrl), listener).catch(rethrowTranslated);
    },
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      await checks.close();
      await pool.end();
    },
  };
}

/**
 * Rule STO-3: a name means one SQL text, in every process and every version. Behind a pooler, processes share connections; with
 * names by order of use, a `select` of one process ran the `delete` that another had prepared under the same name. PostgreSQL
 * cuts names after 63 bytes.
 */
function hashOf(text: string): string {
  return hash('sha256', text).slice(0, 32);
}

function connectionTo(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: APPLICATION_NAME,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  };
}

/**
 * Who loses the way to the database in the middle of a transaction must not keep its locks until TCP gives up, hours later:
 * hence the second one.
 */
function setLimits(scope: 'session' | 'local'): string {
  const limits = ['statement_timeout', 'idle_in_transaction_session_timeout'];
  return limits.map((limit) => `set ${scope} ${limit} = ${STATEMENT_TIMEOUT_MS}`).join('; ');
}

/** What is asked for in one go is written to the connection in one piece. */
function writeTogether({ connection: { stream } }: pg.Client): void {
  stream.cork();
  process.nextTick(() => stream.uncork());
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
  if (PREPARED_ELSEWHERE.has(error.code ?? ''))
    return new AppError('service_unavailable', SET_POOLER, { cause: error });
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
