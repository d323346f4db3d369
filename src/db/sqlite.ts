/**
 * SQLite, through `node:sqlite`. One connection writes and one reads: a transaction may wait for other work in between
 * its statements, and what others read meanwhile must not be its unfinished state. WAL lets both go on at once.
 *
 * Transactions form a queue. Each is `IMMEDIATE`: it has the write lock from its first statement on, so it never fails
 * half-way because another process (the command line, say) wrote in between. While another process has the lock, the wait
 * for it is ours: SQLite's own would stop everything else in this process too.
 */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely';
import { AppError } from '../errors.ts';
import { type Database, deletedMeanwhile, type Queryable, type Transaction, UniqueViolation } from './database.ts';
import { type Dialect, type Parameters, type Prepared, prepare, type Statement, valuesFor } from './statement.ts';
import type { Tables } from './tables.ts';

/** How long a transaction waits for another process to finish its own, and how often it looks. */
const BUSY_TIMEOUT_MS = 5_000;
const BUSY_POLL_MS = 5;

/** In the low byte; the rest tells why. */
const SQLITE_BUSY = 5;

const sqliteDialect: Dialect = {
  builder: new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  }),
  listed: (list) => sql`(select value from json_each(${list}))`,
  locking: (query) => query,
};

export function openSqlite(path: string): Database {
  mkdirSync(dirname(path), { recursive: true });
  const writer = connect(path);
  writer.exec('pragma busy_timeout = 0');
  const reader = connect(path);
  const tx: Transaction = { ...queryable(writer), isTransaction: true };
  let queue: Promise<unknown> = Promise.resolve();

  async function transact<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    await begin(writer);
    try {
      const result = await work(tx);
      writer.exec('commit');
      return result;
    } catch (error) {
      if (writer.isTransaction) writer.exec('rollback');
      throw error;
    }
  }

  function transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const result = queue.then(() => transact(work));
    queue = result.catch(() => undefined);
    return result;
  }

  return {
    ...queryable(reader),
    transaction,
    exclusively: (work) =>
      transaction((tx) => work({ ...tx, execute: async (sql) => writer.prepare(sql).all(), idType: 'text' })),
    async close() {
      await queue;
      reader.close();
      writer.close();
    },
  };
}

async function begin(writer: DatabaseSync): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += BUSY_POLL_MS) {
    try {
      writer.exec('begin immediate');
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (waitedMs >= BUSY_TIMEOUT_MS) throw new AppError('service_unavailable', undefined, { cause: error });
    }
    await delay(BUSY_POLL_MS);
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY;
}

/** `FULL`: what was answered survives the power plug. */
function connect(path: string): DatabaseSync {
  const connection = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  connection.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;');
  return connection;
}

function queryable(connection: DatabaseSync): Queryable {
  const known = new Map<Statement<never, unknown>, Prepared & { readonly sqlite: StatementSync }>();

  function prepared<P extends Parameters, R>(statement: Statement<P, R>) {
    const key = statement as Statement<never, unknown>;
    let found = known.get(key);
    if (found === undefined) {
      const compiled = prepare(sqliteDialect, statement);
      found = { ...compiled, sqlite: connection.prepare(compiled.sql) };
      known.set(key, found);
    }
    return found;
  }

  function execute<T>(call: () => T): T {
    try {
      return call();
    } catch (error) {
      throw translated(error);
    }
  }

  return {
    async all<P extends Parameters, R>(statement: Statement<P, R>, parameters: P) {
      const found = prepared(statement);
      return execute(() => found.sqlite.all(...valuesFor(found, parameters)) as R[]);
    },
    async first<P extends Parameters, R>(statement: Statement<P, R>, parameters: P) {
      const found = prepared(statement);
      return execute(() => found.sqlite.get(...valuesFor(found, parameters)) as R | undefined);
    },
    async run(statement, parameters) {
      const found = prepared(statement);
      return execute(() => Number(found.sqlite.run(...valuesFor(found, parameters)).changes));
    },
  };
}

function translated(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error.message === 'FOREIGN KEY constraint failed') return deletedMeanwhile(error);
  const [, columns] = /^UNIQUE constraint failed: (.*)$/.exec(error.message) ?? [];
  return columns === undefined ? error : new UniqueViolation(columns.split(', '), error);
}
