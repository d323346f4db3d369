/** The SQL that PostgreSQL writes differently from SQLite. */
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import type { Tables } from '../../schema/tables.ts';
import { asArray, type Dialect } from '../statement.ts';

export const postgresDialect: Dialect = {
  builder: new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
  listed: (list) => [sql`= any`, sql`(${asArray(list)}::text[])`],
  selected: (ids) => [sql`= any`, sql`(array${ids})`],
  records: (rows, columns) => {
    const names = Object.keys(columns).map((name) => sql.ref(name));
    const typed = Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`);
    return sql`(select ${sql.join(names)} from jsonb_to_recordset(${rows}::jsonb) as rows(${sql.join(typed)}))`;
  },
  joinedBy: (column, keys) => sql`${sql.ref(column)} = any(${asArray(keys)}::text[])`,
  // Not `for update`: that would also block writes of rows that only refer to a locked one.
  locking: (query) => query.forNoKeyUpdate(),
  skippingLocked: (query) => query.forNoKeyUpdate().skipLocked(),
};
