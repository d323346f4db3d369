/** Signals that come before a process serves or works, and those that the first process of a container gets, with real processes. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { openDatabase } from '../../src/db/driver/open.ts';
import { LATER, migrate } from '../../src/db/schema/migrate.ts';
import { eventually } from '../support/drivers/worker.ts';
import { createPostgres, createSqlite, type TestPostgres } from '../support/servers/databases.ts';
import { commandFlags } from '../support/servers/quick-start.ts';
import { follow, listening, type RunningProcess, startCommand, stopped } from '../support/servers/server-process.ts';

const SERVICES = ['serve', 'worker', 'demo'] as const;

/** Runs before anything else in the process. */
function preload(code: string): string[] {
  return [...commandFlags(), '--import', `data:text/javascript,${encodeURIComponent(code)}`];
}

/** Sends the signal as soon as somebody listens to it, and says whether there was a database by then. */
const signalAtOnce = (database: string) => `
  import { existsSync, writeSync } from 'node:fs';
  process.on('newListener', (event) => {
    if (event !== 'SIGTERM') return;
    writeSync(1, existsSync(${JSON.stringify(database)}) ? 'handled late\\n' : 'handled before the database\\n');
    process.nextTick(() => process.kill(process.pid, event));
  });
`;

/** The kernel keeps signals without a handler from the first process of a container; this one only takes itself for it. */
const AS_FIRST_PROCESS = `Object.defineProperty(process, 'pid', { value: 1 });`;

describe('a signal during the start', () => {
  for (const command of SERVICES) {
    it(`ends ${command} orderly, however early it comes`, async () => {
      const place = await createSqlite();
      const running = follow(startCommand(place.config, [command], {}, preload(signalAtOnce(place.config.path))));
      assert.equal(await running.said('handled'), 'handled before the database');
      assert.deepEqual(await running.exited, [0, null]);
      await place.remove();
    });
  }
});

describe('a signal during a migration on PostgreSQL', () => {
  let place: TestPostgres;
  let elsewhere: pg.Client;
  /** From here on, tables are changed. */
  const done = LATER.findIndex(({ name }) => name === 'contract');

  before(async () => {
    place = await createPostgres();
    const db = await openDatabase(place.config);
    await migrate(db, { now: () => 0 }, LATER.slice(0, done));
    await db.close();
    elsewhere = new pg.Client({ connectionString: place.directUrl });
    await elsewhere.connect();
  });
  after(async () => {
    await elsewhere.end();
    await place.remove();
  });

  async function applied(): Promise<number> {
    const { rows } = await elsewhere.query('select count(*)::int as count from later_migrations');
    return rows[0].count;
  }

  /** Starts it while another transaction reads the tables, so that it waits in the middle of its migration. */
  async function startMigrating(words: readonly string[], flags = commandFlags()): Promise<RunningProcess> {
    await elsewhere.query('begin; lock table schedules in access share mode');
    const running = follow(startCommand(place.config, words, {}, flags));
    await eventually(async () => {
      await elsewhere.query('select pg_stat_clear_snapshot()');
      const { rows } = await elsewhere.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    }, 'the migration waits');
    return running;
  }

  for (const [words, signal] of [
    [['serve'], 'SIGTERM'],
    [['worker'], 'SIGINT'],
  ] as const) {
    it(`ends ${words} at once, and leaves the tables as they were`, async () => {
      const before = await applied();
      const running = await startMigrating(words);
      running.process.kill(signal);
      assert.deepEqual(await running.exited, [0, null]);
      await elsewhere.query('rollback');
      assert.equal(await applied(), before);
    });
  }

  it('ends a command without success', async () => {
    for (const [flags, outcome] of [
      [commandFlags(), [null, 'SIGTERM']],
      [preload(AS_FIRST_PROCESS), [128 + 15, null]],
    ] as const) {
      const running = await startMigrating(['migrate'], flags);
      running.process.kill('SIGTERM');
      assert.deepEqual(await running.exited, outcome);
      await elsewhere.query('rollback');
    }
  });

  it('is made up for by the next start', async () => {
    await stopped(await listening(startCommand(place.config, ['serve'])));
    assert.equal(await applied(), LATER.length);
  });
});

describe('a second signal to the first process of a container', () => {
  it('ends it at once', async () => {
    const place = await createPostgres('migrated');
    const flags = preload(AS_FIRST_PROCESS);
    const server = await listening(startCommand(place.config, ['serve'], { WATCHBILL_DRAIN_SECONDS: '300' }, flags));
    server.process.kill('SIGTERM');
    await server.said('another signal ends the process');
    server.process.kill('SIGINT');
    assert.deepEqual(await server.exited, [128 + 2, null]);
    await place.remove();
  });
});
