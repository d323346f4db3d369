import type { DatabaseConfig } from '../../../src/config/database.ts';
import type { Database } from '../../../src/db/driver/database.ts';

const COLUMNS: Readonly<Record<DatabaseConfig['kind'], string>> = {
  sqlite: `select tables.name as "table", columns.name as "column" from sqlite_schema tables, pragma_table_info(tables.name) columns
    where tables.type = 'table' and tables.name not like 'sqlite_%'`,
  postgres: `select table_name as "table", column_name as "column" from information_schema.columns where table_schema = 'public'`,
};

/** The existing tables with their columns. */
export async function storedTables(
  db: Database,
  kind: DatabaseConfig['kind'],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = (await db.exclusively((tx) => tx.execute(COLUMNS[kind]))) as { table: string; column: string }[];
  const byTable = Map.groupBy(rows, ({ table }) => table);
  return new Map([...byTable].map(([table, columns]) => [table, columns.map(({ column }) => column)]));
}
