/** Statements on one SQLite connection, each prepared on its first use. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely';
import type { Tables } from '../../schema/tables.ts';
import {
  createPreparation,
  type Dialect,
  type Parameters,
  type Prepared,
  type Statement,
  type Value,
  valuesFor,
  type WritePair,
} from '../statement.ts';
import { translating } from './sqlite-errors.ts';

const sqliteDialect: Dialect = {
  builder: new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  }),
  listed: (list) => [sql`in`, sql`(select value from json_each(${list}))`],
  selected: (ids) => [sql`in`, sql`${ids}`],
  records: (rows, columns) => {
    const picked = Object.keys(columns).map((name) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`);
    return sql`(select ${sql.join(picked)} from json_each(${rows}))`;
  },
  // The plus keeps SQLite from starting with the keys: it would then read all records for each of them.
  joinedBy: (column, keys) => sql`+${sql.ref(column)} in (select value from json_each(${keys}))`,
  locking: (query) => query,
  skippingLocked: (query) => query,
};

export function statementsOn(connection: DatabaseSync) {
  const prepared = createPreparation(sqliteDialect, (compiled): PreparedHere => {
    const sqlite = connection.prepare(compiled.sql);
    sqlite.setReturnArrays(true);
    return { ...compiled, sqlite, columns: sqlite.columns().map(({ name }) => name) };
  });

  /** Returns the number of affected rows. */
  function write<P extends Parameters>(statement: Statement<P, unknown>, parameters: P): number {
    return translating(() => {
      const found = prepared(statement);
      return Number(found.sqlite.run(...boundTo(found, parameters)).changes);
    });
  }

  function read<P extends Parameters, R>(statement: Statement<P, R>, parameters: P): R[] {
    return translating(() => {
      const found = prepared(statement);
      const rows: unknown[] = found.sqlite.all(...boundTo(found, parameters));
      for (let i = 0; i < rows.length; i++) rows[i] = rowOf(found, rows[i]);
      return rows as R[];
    });
  }

  return {
    all: async <P extends Parameters, R>(statement: Statement<P, R>, parameters: P) => read(statement, parameters),
    async first<P extends Parameters, R>(statement: Statement<P, R>, parameters: P) {
      return translating(() => {
        const found = prepared(statement);
        const row: unknown = found.sqlite.get(...boundTo(found, parameters));
        return row === undefined ? undefined : (rowOf(found, row) as R);
      });
    },
    run: async <P extends Parameters>(statement: Statement<P, unknown>, parameters: P) => write(statement, parameters),
    send<P extends Parameters>(statement: Statement<P, unknown>, parameters: P) {
      write(statement, parameters);
    },
    sendPair<P extends Parameters>({ first, second, rows }: WritePair<P>, parameters: P) {
      write(second, { ...parameters, [rows]: read(first, parameters) });
    },
  };
}

/** Lists are JSON here: no value is an array. */
function boundTo(prepared: Prepared, parameters: Parameters): Value[] {
  return valuesFor(prepared, parameters) as Value[];
}

interface PreparedHere extends Prepared {
  readonly sqlite: StatementSync;
  readonly columns: readonly string[];
}

/**
 * Builds an object with the same shape as all other rows of the statement. The objects of `node:sqlite` have a hidden class each, which V8 keeps in
 * old space: under load these caused a full garbage collection every few seconds.
 */
function rowOf(prepared: PreparedHere, values: unknown): unknown {
  if (!Array.isArray(values)) throw new TypeError('a row is an array of its values');
  const row: Record<string, unknown> = {};
  for (let i = 0; i < values.length; i++) row[prepared.columns[i] as string] = values[i];
  return row;
}
