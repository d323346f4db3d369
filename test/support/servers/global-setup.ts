/**
 * Before the first test file: starts one PostgreSQL for all of them, migrates the databases that they copy, finds a place for
 * those of SQLite, has compiled code kept, and sees that there is a Chromium. After the last, all of it goes.
 */
import { rmSync } from 'node:fs';
import { mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './chromium.ts';
import { prepareOriginals } from './databases.ts';
import { keepExitCode, type PostgresServer, startPostgres } from './postgres-server.ts';

/** Where Linux keeps files in memory. SQLite waits for the disk with every commit, which is of no use to a test. */
const MEMORY = '/dev/shm';

/** All databases of a run together need a part of it. A container may have only 64 MB. */
const ENOUGH_MEMORY_BYTES = 1024 ** 3;

/** As of the service itself. Every test file is a process, and to compile what all of them load is half of what a short one does. */
const COMPILED = join(tmpdir(), 'node-compile-cache');

let postgres: PostgresServer | undefined;

export async function globalSetup(): Promise<void> {
  await ensureChromium();
  postgres = await startPostgres('max_connections=300', 'fsync=off');
  process.env.TEST_POSTGRES_URL = `postgres://postgres:postgres@localhost:${postgres.port}`;
  process.env.TEST_SQLITE_FOLDER = await folderIn((await isRoomy(MEMORY)) ? MEMORY : tmpdir());
  process.env.NODE_COMPILE_CACHE = COMPILED;
  await prepareOriginals();
}

export async function globalTeardown(): Promise<void> {
  keepExitCode();
  await postgres?.remove();
}

/** For this run. It goes with the process, also when that is told to stop: nobody else would ever empty the memory. */
async function folderIn(parent: string): Promise<string> {
  const folder = await mkdtemp(join(parent, 'watchbill-tests-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function isRoomy(folder: string): Promise<boolean> {
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize >= ENOUGH_MEMORY_BYTES,
    () => false,
  );
}
