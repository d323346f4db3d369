/** A temporary database for a part of the benchmark, set up as in an installation. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseConfig } from '../src/config/database.ts';
import { startPostgres } from '../test/support/servers/postgres-server.ts';

export async function withSqlite<T>(work: (database: DatabaseConfig) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'watchbill-bench-'));
  try {
    return await work({ kind: 'sqlite', path: join(folder, 'watchbill.db') });
  } finally {
    await rm(folder, { recursive: true });
  }
}

export async function withPostgres<T>(work: (database: DatabaseConfig) => Promise<T>): Promise<T> {
  const postgres = await startPostgres();
  try {
    await postgres.createDatabase('watchbill');
    return await work({ kind: 'postgres', url: `postgres://postgres:postgres@localhost:${postgres.port}/watchbill` });
  } finally {
    await postgres.remove();
  }
}
