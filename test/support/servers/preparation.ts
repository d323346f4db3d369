/**
 * Prepares what all suites of a run share: one PostgreSQL, migrated databases to copy, a place for those of SQLite, compiled code, and one Chromium.
 * Suites find it through the environment.
 */
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createFolder } from './child-processes.ts';
import { serveChromium } from './chromium.ts';
import { type PoolMode, startPgBouncer } from './pgbouncer.ts';
import { ensureRequirements } from './requirements.ts';

/**
 * Where Linux keeps files in memory. SQLite waits for the disk at every commit, and PostgreSQL creates a thousand files for each database: tests need
 * neither.
 */
const MEMORY = '/dev/shm';

/** All databases of a run use a part of it. A container may have only 64 MB. */
const ENOUGH_MEMORY_BYTES = 3 * 1024 ** 3;

/** For test processes and their children. */
const COMPILED = fileURLToPath(new URL('../../../node_modules/.cache/watchbill-tests/compiled', import.meta.url));

/** Settings for durability and growing tables, which tests do not need. */
const FORGETFUL = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
];

export interface Preparation extends AsyncDisposable {
  /** Files of the run itself. */
  readonly folder: string;
  /** The process of Chromium, if this run has its own. */
  readonly browserPid: number | undefined;
}

/**
 * Connections to each database: few, so that transactions have to share them, but enough for a test that watches two others. A session keeps its
 * connection.
 */
const POOL_SIZES: Readonly<Record<PoolMode, number>> = { transaction: 3, session: 50 };

/** `hasBrowser`: whether a suite of this run needs one. `pooler`: the mode of the pooler in front of PostgreSQL. */
export async function prepare(hasBrowser: boolean, pooler?: PoolMode): Promise<Preparation> {
  await ensureRequirements();
  await using started = new AsyncDisposableStack();
  const place = (await isRoomy(MEMORY)) ? MEMORY : tmpdir();
  const folder = await createFolder('watchbill-tests-', place);
  started.defer(folder.remove);
  // A nested run, as in test/runner.test.ts, uses what exists. Loading these modules would take half of its processor time.
  if (process.env.TEST_POSTGRES_URL === undefined) {
    const { startPostgres } = await import('./postgres-server.ts');
    const { prepareQuickStart } = await import('./quick-start.ts');
    const { prepareOriginals } = await import('./databases.ts');
    const postgres = await startPostgres({ settings: ['max_connections=300', ...FORGETFUL], place });
    started.defer(postgres.remove);
    process.env.TEST_POSTGRES_URL = `postgres://postgres:postgres@localhost:${postgres.port}`;
    process.env.TEST_SQLITE_FOLDER = folder.path;
    process.env.NODE_COMPILE_CACHE = COMPILED;
    await prepareQuickStart();
    await prepareOriginals();
    if (pooler !== undefined) {
      const { port, stop } = await startPgBouncer(postgres.port, pooler, POOL_SIZES[pooler]);
      started.defer(stop);
      process.env.TEST_POOLER = pooler;
      process.env.TEST_POOLER_PORT = String(port);
    }
  }
  let browserPid: number | undefined;
  if (hasBrowser && process.env.TEST_BROWSER === undefined) {
    const browser = await serveChromium();
    started.defer(() => browser.close());
    process.env.TEST_BROWSER = browser.wsEndpoint();
    browserPid = browser.process().pid;
  }
  const all = started.move();
  return { folder: folder.path, browserPid, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

function isRoomy(folder: string): Promise<boolean> {
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize >= ENOUGH_MEMORY_BYTES,
    () => false,
  );
}
