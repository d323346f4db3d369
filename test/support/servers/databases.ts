/** Real databases of both kinds for tests, new or emptied. */
import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import pg from 'pg';
import type { DatabaseConfig } from '../../../src/config/database.ts';
import { openDatabase } from '../../../src/db/driver/open.ts';
import { migrate } from '../../../src/db/schema/migrate.ts';
import { configBehind, type PoolMode, type PostgresConfig } from './pgbouncer.ts';
import { startPostgres } from './postgres-server.ts';

/** Set by `npm run soak -- databases`. */
const IS_EVERYTHING_ON_BOTH = process.env.TEST_ON_BOTH_DATABASES !== undefined;

/** Set by `npm test -- --pooler transaction`: every suite runs on PostgreSQL only, behind PgBouncer. */
const POOLER = process.env.TEST_POOLER as PoolMode | undefined;

export interface TestDatabase {
  readonly config: DatabaseConfig;
  remove(): Promise<void>;
}

export interface TestPostgres extends TestDatabase {
  readonly config: PostgresConfig;
  /** For the test's own queries: bypasses the pooler. */
  readonly directUrl: string;
}

/**
 * `migrated`: a copy of a migrated database, in a tenth of the time of its migrations. Its tables must not be changed. Outside `npm test` there is
 * none to copy, so it is empty, and the caller migrates it.
 */
type Content = 'empty' | 'migrated';

export type CreateDatabase = (content?: Content) => Promise<TestDatabase>;

/** Like `it`, for a test whose logic is the same on both databases. */
type ItOnSqlite = (name: string, test: () => Promise<void>) => void;

export function describeOnBothDatabases(
  what: string,
  suite: (create: CreateDatabase, itOnSqlite: ItOnSqlite) => void,
): void {
  const isEverything = IS_EVERYTHING_ON_BOTH || POOLER !== undefined;
  const itOnPostgres: ItOnSqlite = isEverything ? it : () => undefined;
  if (POOLER === undefined) describe(`${what}, on SQLite`, () => suite(createSqlite, it));
  describe(`${what}, on PostgreSQL`, () => suite(createPostgres, itOnPostgres));
}

/**
 * For suites whose logic is the same on both databases: test/db/same-results.test.ts proves that every statement is. `npm run soak -- databases` runs
 * them on both.
 */
export function describeOnSqlite(what: string, suite: (create: CreateDatabase) => void): void {
  if (!IS_EVERYTHING_ON_BOTH && POOLER === undefined) describe(what, () => suite(createSqlite));
  else describeOnBothDatabases(what, suite);
}

export async function createSqlite(
  content: Content = 'empty',
): Promise<TestDatabase & { readonly config: { readonly path: string } }> {
  const folder = await mkdtemp(join(process.env.TEST_SQLITE_FOLDER ?? tmpdir(), 'watchbill-sqlite-'));
  const path = join(folder, 'watchbill.db');
  const original = process.env.TEST_SQLITE_ORIGINAL;
  if (content === 'migrated' && original !== undefined) await copyFile(original, path);
  return { config: { kind: 'sqlite', path }, remove: () => rm(folder, { recursive: true }) };
}

export async function createPostgres(content: Content = 'empty'): Promise<TestPostgres> {
  const server = process.env.TEST_POSTGRES_URL;
  if (server === undefined)
    throw new Error('PostgreSQL is started by "npm test": see test/support/servers/preparation.ts');
  const original = process.env.TEST_POSTGRES_ORIGINAL;
  if (content === 'migrated' && original !== undefined) return copyOf(original, server);
  const name = newName();
  const directUrl = `${server}/${name}`;
  await query(`${server}/postgres`, `create database ${name}`);
  return {
    config: configFor(directUrl),
    directUrl,
    remove: () => query(`${server}/postgres`, `drop database ${name} with (force)`),
  };
}

/** On a server of its own: each commit of another suite on the same server clears the cache of reads. The database is empty. */
export async function createOwnPostgres(): Promise<TestPostgres> {
  const server = await startPostgres({ settings: ['fsync=off'] });
  await server.createDatabase('watchbill');
  const directUrl = `postgres://postgres:postgres@localhost:${server.port}/watchbill`;
  return { config: { kind: 'postgres', url: directUrl }, directUrl, remove: server.remove };
}

function configFor(directUrl: string): PostgresConfig {
  if (POOLER === undefined) return { kind: 'postgres', url: directUrl };
  return configBehind(Number(process.env.TEST_POOLER_PORT), POOLER, directUrl);
}

/** Unused copies, without rows: creating and dropping one takes PostgreSQL fifty times as long as emptying it. */
const idleCopies: string[] = [];

/** Closes open connections first, as dropping does. In the role of a replica, references are not checked. */
const LEAVE_NO_ROWS = `do $$
  declare name text;
  begin
    perform pg_terminate_backend(pid, 10000) from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid();
    set local session_replication_role = replica;
    for name in select tablename from pg_tables where schemaname = 'public' and tablename not like '%migrations' loop
      execute format('delete from %I', name);
    end loop;
  end
$$`;

async function copyOf(original: string, server: string): Promise<TestPostgres> {
  const directUrl = idleCopies.pop() ?? (await newCopy(original, server));
  return {
    config: configFor(directUrl),
    directUrl,
    async remove() {
      await query(directUrl, LEAVE_NO_ROWS);
      idleCopies.push(directUrl);
    },
  };
}

async function newCopy(original: string, server: string): Promise<string> {
  const name = newName();
  await query(`${server}/postgres`, `create database ${name} template ${original} strategy file_copy`);
  return `${server}/${name}`;
}

/** Migrates one of each, which tests then copy. PostgreSQL must be running. */
export async function prepareOriginals(): Promise<void> {
  const sqlite = await createSqlite();
  const postgres = await createPostgres();
  for (const { config } of [sqlite, postgres]) {
    const db = await openDatabase(config);
    await migrate(db, { now: () => 0 });
    await db.close();
  }
  process.env.TEST_SQLITE_ORIGINAL = sqlite.config.path;
  process.env.TEST_POSTGRES_ORIGINAL = new URL(postgres.directUrl).pathname.slice(1);
}

function newName(): string {
  return `watchbill_${randomUUID().replaceAll('-', '')}`;
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}
