/** Holds a row: a process that wants to change it waits in the middle of its work, and can be killed there. */
import pg from 'pg';
import type { Database } from '../../../src/db/driver/database.ts';
import type { TestDatabase, TestPostgres } from '../servers/databases.ts';

interface Row {
  readonly table: string;
  readonly key: Readonly<Record<string, string>>;
}

/** The test's work must kill every process that waits for the row. */
export function whileHeld(place: TestDatabase, db: Database, row: Row, work: () => Promise<void>): Promise<void> {
  return 'directUrl' in place ? holdOnPostgres(place as TestPostgres, row, work) : holdOnSqlite(db, row, work);
}

async function holdOnPostgres({ directUrl }: TestPostgres, { table, key }: Row, work: () => Promise<void>) {
  const client = new pg.Client({ connectionString: directUrl });
  await client.connect();
  try {
    await client.query(`begin; select from ${table} where ${equal('', key)} for update`);
    await work();
  } finally {
    await client.end();
  }
}

/** SQLite locks no rows: a trigger begins to count, and never ends, before that row is changed. */
async function holdOnSqlite(db: Database, { table, key }: Row, work: () => Promise<void>): Promise<void> {
  const execute = (sql: string) => db.exclusively((tx) => tx.execute(sql));
  const endless = 'with recursive numbers(n) as (select 1 union all select n + 1 from numbers) select n from numbers';
  await execute(
    `create trigger held before update on ${table} when ${equal('old.', key)} begin select count(*) from (${endless}); end`,
  );
  await work();
  await execute('drop trigger held');
}

function equal(prefix: string, key: Row['key']): string {
  return Object.entries(key)
    .map(([column, value]) => `${prefix}${column} = '${value}'`)
    .join(' and ');
}
