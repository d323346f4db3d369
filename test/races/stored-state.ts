/**
 * All stored data of a database: copies of it, what changed since the start, and how to undo it. It uses its own connections, beside the racing
 * nodes.
 */
import { backup, DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { createPostgres, createSqlite, type TestPostgres } from '../support/servers/databases.ts';

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

/** The rows of each table, as lines of JSON. */
type Texts = ReadonlyMap<string, string>;

export async function copyToSqlite(source: string): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const { config, remove } = await createSqlite();
  const connection = new DatabaseSync(source);
  await backup(connection, config.path);
  connection.close();
  return { path: config.path, remove };
}

/** The same rows in a PostgreSQL with the same tables. */
export async function copyToPostgres(source: string): Promise<TestPostgres> {
  const place = await createPostgres('migrated');
  const original = await openSqliteState(source);
  const copy = await openPostgresState(place.directUrl);
  await copy.undo({ added: [], removed: original.initial.filter(({ table }) => !/migrations$/.test(table)) });
  await Promise.all([original.close(), copy.close()]);
  return place;
}

export async function openPostgresState(url: string): Promise<StoredState> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: tables } = await client.query(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations' order by 1`,
  );
  const parts = tables.map(
    ({ name }) => `(select string_agg(row_to_json(t)::text, e'\\n') from "${name}" t) as "${name}"`,
  );
  const query = { name: 'read', text: `select ${parts.join(', ')}` };

  async function read(): Promise<Texts> {
    const { rows } = await client.query(query);
    return textsOf(rows[0]);
  }

  const { initial, changesIn } = compareWith(await read());
  return {
    initial,
    changes: async () => changesIn(await read()),
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
  const tables = connection
    .prepare(
      `select t.name, json_group_array(c.name) as columns from sqlite_schema t, pragma_table_info(t.name) c
        where t.type = 'table' and t.name not like 'sqlite_%' and t.name <> 'migrations' group by t.name`,
    )
    .all()
    .map(({ name, columns }) => ({ name: String(name), columns: JSON.parse(String(columns)) as string[] }));
  const objects = new Map(
    tables.map(({ name, columns }) => [
      name,
      `json_object(${columns.map((column) => `'${column}', "${column}"`).join()})`,
    ]),
  );
  const parts = [...objects].map(
    ([name, object]) => `(select group_concat(${object}, char(10)) from "${name}") as "${name}"`,
  );
  const select = connection.prepare(`select ${parts.join(', ')}`);
  const undoing = new Map(
    tables.map(({ name, columns }) => {
      const values = columns.map((column) => `value ->> '${column}'`);
      return [
        name,
        {
          remove: connection.prepare(
            `delete from "${name}" where ${objects.get(name)} in (select value from json_each(?))`,
          ),
          insert: connection.prepare(
            `insert into "${name}" ("${columns.join('", "')}") select ${values.join()} from json_each(?)`,
          ),
        },
      ];
    }),
  );

  function read(): Texts {
    return textsOf(select.get() ?? {});
  }

  const { initial, changesIn } = compareWith(read());
  return {
    initial,
    changes: async () => changesIn(read()),
    async undo({ added, removed }) {
      connection.exec('begin immediate');
      for (const [table, { remove, insert }] of undoing) {
        const lines = (rows: readonly TableRow[]) => rows.filter((row) => row.table === table).map(({ text }) => text);
        const [extra, missing] = [lines(added), lines(removed)];
        if (extra.length > 0) remove.run(JSON.stringify(extra));
        if (missing.length > 0) insert.run(`[${missing.join()}]`);
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

function textsOf(row: Row): Texts {
  return new Map(Object.entries(row).map(([table, text]) => [table, String(text ?? '')]));
}

/** JSON escapes line breaks within values. */
function linesOf(text = ''): string[] {
  return text === '' ? [] : text.split('\n');
}

/** A trial changes few tables: the lines of the others are not even looked at. */
function compareWith(start: Texts): { initial: TableRow[]; changesIn(now: Texts): Changes } {
  const initial = [...start].map(([table, text]) => ({ table, lines: new Set(linesOf(text)) }));
  /** The last text of each table without changes. After an undo, its rows may have another order. */
  const unchanged = new Map(start);
  return {
    initial: initial.flatMap(({ table, lines }) => [...lines].map((line) => tableRow(table, line))),
    changesIn(now) {
      const changes = { added: [] as TableRow[], removed: [] as TableRow[] };
      for (const { table, lines: before } of initial) {
        const text = now.get(table) ?? '';
        if (text === unchanged.get(table)) continue;
        const after = new Set(linesOf(text));
        const [added, removed] = [after.difference(before), before.difference(after)];
        if (added.size + removed.size === 0) unchanged.set(table, text);
        for (const line of added) changes.added.push(tableRow(table, line));
        for (const line of removed) changes.removed.push(tableRow(table, line));
      }
      return changes;
    },
  };
}

function tableRow(table: string, text: string): TableRow {
  return { table, row: JSON.parse(text) as Row, text };
}

function tablesIn({ added, removed }: Changes): string[] {
  return [...new Set([...added, ...removed].map(({ table }) => table))];
}
