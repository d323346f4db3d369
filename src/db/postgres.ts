/**
 * PostgreSQL, through `pg`: a pool of connections, and statements prepared once in each of them under a name.
 *
 * Transactions are READ COMMITTED; invariants are held by constraints and conditional writes. One that PostgreSQL calls off
 * (a deadlock, say) is done again from the start.
 */
import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import pg from 'pg';
import { AppError } from '../errors.ts';
import { type Database, deletedMeanwhile, type Queryable, type Transaction, UniqueViolation } from './database.ts';
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

/** Two losers of the same deadlock seldom meet again; a third time something else is wrong. */
const ATTEMPTS = 3;
const RETRY_WITHIN_MS = 50;
const CALLED_OFF = new Set(['40001', '40P01']);
const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

/** A write to a replica. How long none is tried after one: each would be an error in its log, also those that nobody waits for. */
const READ_ONLY = '25006';
const READ_ONLY_MS = 1_000;

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
  taking: (query) => query.forNoKeyUpdate().skipLocked(),
};

/** Instants and counts fit a number; without this `pg` gives 64-bit integers as text. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format),
};

export function openPostgres(url: string): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    // Who loses the way to the database in the middle of a transaction must not keep its locks until TCP gives up, hours later.
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
    types,
  });
  // An idle connection that breaks is replaced on the next use; without a listener it would end the process. So would one that
  // breaks in a transaction: whoever waits for its answer hears of it anyway.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const statements = new Map<Statement<never, unknown>, Prepared & { readonly name: string }>();

  function queryable(connection: pg.Pool | pg.PoolClient): Queryable {
    // The pool throws away a connection whose answer did not come in time.
    const patience = connection === pool ? { query_timeout: PATIENCE_MS } : {};
    async function query<P extends Parameters, R>(statement: Statement<P, R>, parameters: P) {
      const key = statement as Statement<never, unknown>;
      let found = statements.get(key);
      if (found === undefined) {
        const compiled = prepare(postgresDialect, statement);
        found = { ...compiled, name: nameOf(compiled.sql) };
        statements.set(key, found);
      }
      const values = valuesFor(found, parameters);
      try {
        return await connection.query({ ...patience, name: found.name, text: found.sql, values });
      } catch (error) {
        // A replica calls off reads that are in the way of what it has to repeat.
        throw connection === pool && isCalledOff(error) ? unavailable(error) : translated(error);
      }
    }
    return {
      async all<P extends Parameters, R>(statement: Statement<P, R>, parameters: P) {
        return (await query(statement, parameters)).rows as R[];
      },
      async first<P extends Parameters, R>(statement: Statement<P, R>, parameters: P) {
        return (await query(statement, parameters)).rows[0] as R | undefined;
      },
      async run(statement, parameters) {
        return (await query(statement, parameters)).rowCount ?? 0;
      },
    };
  }

  function transactionOf(client: pg.PoolClient): Transaction {
    return {
      ...queryable(client),
      isTransaction: true,
      async wakeWorkers() {
        await client.query(WAKE).catch(rethrowTranslated);
      },
    };
  }

  async function inTransaction<T>(work: (client: pg.PoolClient) => Promise<T>, patienceMs?: number): Promise<T> {
    const client = await pool.connect().catch(rethrowTranslated);
    // Without it, a server that neither answers nor hangs up would be waited for without end: with `rollback` once more.
    const deadline = patienceMs && setTimeout(() => hangUp(client), patienceMs);
    let broken = false;
    try {
      await client.query('begin').catch(rethrowTranslated);
      const result = await work(client);
      await client.query('commit').catch(rethrowTranslated);
      return result;
    } catch (error) {
      await client.query('rollback').catch(() => {
        broken = true;
      });
      throw error;
    } finally {
      clearTimeout(deadline);
      client.release(broken);
    }
  }

  let readOnly: { readonly error: unknown; readonly until: number } | undefined;

  return {
    ...queryable(pool),
    async transaction(work) {
      if (readOnly !== undefined && performance.now() < readOnly.until) throw readOnly.error;
      for (let attempt = 1; ; attempt++) {
        try {
          return await inTransaction((client) => work(transactionOf(client)), PATIENCE_MS);
        } catch (error) {
          if (isReadOnly(error)) readOnly = { error, until: performance.now() + READ_ONLY_MS };
          if (!isCalledOff(error)) throw error;
          if (attempt === ATTEMPTS) throw unavailable(error);
          await delay(Math.random() * RETRY_WITHIN_MS * attempt);
        }
      }
    },
    exclusively: (work) =>
      inTransaction(async (client) => {
        // A migration, and the wait for another node's, may take as long as they need.
        await client.query('set local statement_timeout = 0').catch(rethrowTranslated);
        await client.query('select pg_advisory_xact_lock($1)', [EXCLUSIVE_LOCK]).catch(rethrowTranslated);
        return work({
          ...transactionOf(client),
          execute: async (sql) => (await client.query(sql).catch(rethrowTranslated)).rows,
          idType: 'text collate "C"',
        });
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
  // Who only listens never notices that the other end is gone without a word.
  const checking = setInterval(() => {
    const asked = client;
    asked?.query('select 1').catch(() => hangUp(asked));
  }, LISTEN_CHECK_MS).unref();
  return () => {
    isOver = true;
    clearInterval(checking);
    void client?.end();
  };
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

function rethrowTranslated(error: unknown): never {
  throw translated(error);
}

function unavailable(cause: unknown): AppError {
  return new AppError('service_unavailable', undefined, { cause });
}

/** Translated already. */
function isReadOnly(error: unknown): boolean {
  return error instanceof AppError && error.cause instanceof pg.DatabaseError && error.cause.code === READ_ONLY;
}

function isCalledOff(error: unknown): boolean {
  return error instanceof pg.DatabaseError && CALLED_OFF.has(error.code ?? '');
}
