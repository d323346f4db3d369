/**
 * All stored data of a database: copies of it, what changed since the start, and how to undo it. It uses its own connections, beside the racing
 * nodes.
 */
import { backup, DatabaseSync, type SQLInputValue } from 'node:sqlite';
import pg from 'pg';
import { createPostgres, createSqlite } from '../support/servers/databases.ts';

export type Row = Readonly<Record<string, unknown>>;

/** Rows that were added since the start, and rows that were removed. A changed row is both. */
export interface Changes {
  readonly added: readonly TableRow[];
  readonly removed: readonly TableRow[];
}

export interface TableRow {
  readonly table: string;
  readonly row: Row;
  /** As the database formats it. */
  readonly text: string;
}

export interface StoredState {
  /** All rows at the start. */
  readonly initial: readonly TableRow[];
  changes(): Promise<Changes>;
  undo(changes: Changes): Promise<void>;
  close(): Promise<void>;
}

/** The rows of each table, each as JSON. */
type Texts = ReadonlyMap<string, readonly string[]>;

export async function copyToSqlite(source: string): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const { config, remove } = await createSqlite();
  const connection = new DatabaseSync(source);
  await backup(connection, config.path);
  connection.close();
  return { path: config.path, remove };
}

/** The same rows in a PostgreSQL with the same tables. */
export async function copyToPostgres(source: string): Promise<{ readonly url: string; remove(): Promise<void> }> {
  const { config, remove } = await createPostgres('migrated');
  const original = await openSqliteState(source);
  const copy = await openPostgresState(config.url);
  await copy.undo({ added: [], removed: original.initial.filter(({ table }) => !/migrations$/.test(table)) });
  await Promise.all([original.close(), copy.close()]);
  return { url: config.url, remove };
}

export async function openPostgresState(url: string): Promise<StoredState> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: tables } = await client.query(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations' order by 1`,
  );
  const parts = tables.map(
    ({ name }) => `'${name}', (select coalesce(json_agg(row_to_json(t)::text), '[]') from "${name}" t)`,
  );
  const query = { name: 'read', text: `select json_build_object(${parts.join(', ')}) as tables` };

  async function read(): Promise<Texts> {
    const { rows } = await client.query(query);
    return new Map(Object.entries(rows[0].tables as Record<string, string[]>));
  }

  const start = await read();
  return {
    initial: rowsOf(start),
    changes: async () => changesBetween(start, await read()),
    async undo(changes) {
      const changed = tablesIn(changes);
      if (changed.length === 0) return;
      // In the role of a replica, PostgreSQL neither checks references nor cascades deletes.
      const statements = ['begin', 'set local session_replication_role = replica'];
      for (const table of changed) {
        const texts = (rows: readonly TableRow[]) => rows.filter((row) => row.table === table).map(({ text }) => text);
        const added = texts(changes.added).map((text) => client.escapeLiteral(text));
        const removed = client.escapeLiteral(`[${texts(changes.removed).join()}]`);
        if (added.length > 0)
          statements.push(`delete from "${table}" t where row_to_json(t)::text in (${added.join()})`);
        statements.push(`insert into "${table}" select * from json_populate_recordset(null::"${table}", ${removed})`);
      }
      await client.query([...statements, 'commit'].join(';'));
    },
    close: () => client.end(),
  };
}

export async function openSqliteState(path: string): Promise<StoredState & { holdWrites(): () => void }> {
  const connection = new DatabaseSync(path, { enableForeignKeyConstraints: false, timeout: 5_000 });
  connection.exec('pragma synchronous = off');
  const names = connection
    .prepare(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name <> 'migrations'`,
    )
    .all() as { name: string }[];
  const selects = new Map(names.map(({ name }) => [name, connection.prepare(`select * from "${name}"`)]));

  function read(): Texts {
    return new Map([...selects].map(([name, select]) => [name, select.all().map((row) => JSON.stringify(row))]));
  }

  const start = read();
  return {
    initial: rowsOf(start),
    changes: async () => changesBetween(start, read()),
    async undo(changes) {
      connection.exec('begin immediate');
      for (const table of tablesIn(changes)) {
        connection.exec(`delete from "${table}"`);
        const rows = (start.get(table) ?? []).map((text) => JSON.parse(text) as Record<string, SQLInputValue>);
        const columns = Object.keys(rows[0] ?? {});
        if (columns.length === 0) continue;
        const places = columns.map(() => '?').join();
        const insert = connection.prepare(`insert into "${table}" ("${columns.join('", "')}") values (${places})`);
        for (const row of rows) insert.run(...Object.values(row));
      }
      connection.exec('commit');
    },
    /** No other connection can start to write until the returned function is called. */
    holdWrites() {
      connection.exec('begin immediate');
      return () => connection.exec('rollback');
    },
    async close() {
      connection.close();
    },
  };
}

function changesBetween(start: Texts, now: Texts): Changes {
  const added: TableRow[] = [];
  const removed: TableRow[] = [];
  for (const [table, before] of start) {
    const after = now.get(table) ?? [];
    const [old, current] = [new Set(before), new Set(after)];
    for (const text of after) if (!old.has(text)) added.push(tableRow(table, text));
    for (const text of before) if (!current.has(text)) removed.push(tableRow(table, text));
  }
  return { added, removed };
}

function rowsOf(texts: Texts): TableRow[] {
  return [...texts].flatMap(([table, rows]) => rows.map((text) => tableRow(table, text)));
}

function tableRow(table: string, text: string): TableRow {
  return { table, row: JSON.parse(text) as Row, text };
}

function tablesIn({ added, removed }: Changes): string[] {
  return [...new Set([...added, ...removed].map(({ table }) => table))];
}
