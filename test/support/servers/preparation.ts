/**
 * Prepares what all suites of a run share: one PostgreSQL, migrated databases to copy, a place for those of SQLite, compiled code, and one Chromium.
 * Suites find it through the environment.
 */
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createFolder } from './child-processes.ts';
import { serveChromium } from './chromium.ts';
import { prepareOriginals } from './databases.ts';
import { type PoolMode, startPgBouncer } from './pgbouncer.ts';
import { startPostgres } from './postgres-server.ts';
import { prepareQuickStart } from './quick-start.ts';
import { ensureRequirements, preferHeadlessShell } from './requirements.ts';

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
  if (hasBrowser) await preferHeadlessShell();
  await using started = new AsyncDisposableStack();
  const place = (await isRoomy(MEMORY)) ? MEMORY : tmpdir();
  const folder = await createFolder('watchbill-tests-', place);
  started.defer(folder.remove);
  process.env.TEST_SQLITE_FOLDER = folder.path;
  process.env.NODE_COMPILE_CACHE = COMPILED;
  const [postgres, browser] = await Promise.all([
    startPostgres({ settings: ['max_connections=300', ...FORGETFUL], place }),
    hasBrowser ? serveChromium() : undefined,
    prepareQuickStart(),
  ]);
  started.defer(postgres.remove);
  process.env.TEST_POSTGRES_URL = `postgres://postgres:postgres@localhost:${postgres.port}`;
  if (browser !== undefined) {
    started.defer(() => browser.close());
    process.env.TEST_BROWSER = browser.wsEndpoint();
  }
  await prepareOriginals();
  if (pooler !== undefined) {
    const { port, stop } = await startPgBouncer(postgres.port, pooler, POOL_SIZES[pooler]);
    started.defer(stop);
    process.env.TEST_POOLER = pooler;
    process.env.TEST_POOLER_PORT = String(port);
  }
  const all = started.move();
  return { folder: folder.path, browserPid: browser?.process().pid, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

function isRoomy(folder: string): Promise<boolean> {
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize >= ENOUGH_MEMORY_BYTES,
    () => false,
  );
}
