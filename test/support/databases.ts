/** Both databases for real, each new and empty. A suite on a database is a suite on both. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'node:test';
import pg from 'pg';
import type { DatabaseConfig } from '../../src/config.ts';

export interface TestDatabase {
  readonly config: DatabaseConfig;
  remove(): Promise<void>;
}

export function describeOnBothDatabases(what: string, suite: (create: () => Promise<TestDatabase>) => void): void {
  describe(`${what}, on SQLite`, () => suite(createSqlite));
  describe(`${what}, on PostgreSQL`, () => suite(createPostgres));
}

export async function createSqlite(): Promise<TestDatabase & { readonly config: { readonly path: string } }> {
  const folder = await mkdtemp(join(tmpdir(), 'watchbill-sqlite-'));
  return {
    config: { kind: 'sqlite', path: join(folder, 'watchbill.db') },
    remove: () => rm(folder, { recursive: true }),
  };
}

export async function createPostgres(): Promise<TestDatabase> {
  const server = process.env.TEST_POSTGRES_URL;
  if (server === undefined) throw new Error('PostgreSQL is started by "npm test": see test/support/global-setup.ts');
  const name = `watchbill_${randomUUID().replaceAll('-', '')}`;
  await administer(server, `create database ${name}`);
  return {
    config: { kind: 'postgres', url: `${server}/${name}` },
    remove: () => administer(server, `drop database ${name} with (force)`),
  };
}

async function administer(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${server}/postgres` });
  await client.connect();
  await client.query(sql);
  await client.end();
}
