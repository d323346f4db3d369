/** [STO-4] The read cache on PostgreSQL: no reader may see a state from before its read began, whichever process wrote. */
import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Database } from '../../src/db/driver/database.ts';
import { openDatabase } from '../../src/db/driver/open.ts';
import { insertOrganization, organizationById, updateOrganization } from '../../src/db/people/organizations.ts';
import { createIdSource } from '../../src/ids.ts';
import { startProxy, type TcpProxy } from '../support/fakes/proxy.ts';
import { cleanUp } from '../support/servers/clean-up.ts';
import { createPostgres } from '../support/servers/databases.ts';

const newId = createIdSource({ now: () => 0 });

/** Other tests commit on the same server, and each of their commits clears this cache. */
const MANY_ATTEMPTS = 2_000;

/** Long enough for another node to write meanwhile. */
const UNDER_WAY_MS = 400;

const WRITES = 60;
const READERS = 8;
const MAX_DELAY_MS = 8;

describe('[STO-4] reads from PostgreSQL', () => {
  let place: Awaited<ReturnType<typeof createPostgres>>;
  let proxy: TcpProxy;
  /** Behind the proxy. */
  let db: Database;
  /** Opened separately, as by another node. */
  let elsewhere: Database;
  const fields = { timeZone: 'UTC', createdAt: 0 };
  let id = newId('organization');

  before(async () => {
    place = await createPostgres('migrated');
    const url = new URL(place.config.url);
    proxy = await startProxy(Number(url.port));
    url.port = String(proxy.port);
    db = await openDatabase({ kind: 'postgres', url: url.href });
    elsewhere = await openDatabase(place.config);
  });
  after(() =>
    cleanUp(
      () => db.close(),
      () => elsewhere.close(),
      () => proxy.stop(),
      () => place.remove(),
    ),
  );
  beforeEach(async () => {
    id = newId('organization');
    await elsewhere.transaction((tx) => tx.run(insertOrganization, { ...fields, id, name: '0' }));
  });

  function read() {
    return db.first(organizationById, { id });
  }

  function readAsOne() {
    return db.asOneReader(read);
  }

  function write(database: Database, name: string): Promise<number> {
    return database.transaction((tx) => tx.run(updateOrganization, { id, timeZone: 'UTC', name }));
  }

  /** Waits for a row that is returned twice. */
  async function remembered(readRow = readAsOne): Promise<object> {
    for (let attempt = 0; attempt < MANY_ATTEMPTS; attempt++) {
      const row = await readRow();
      if (row !== undefined && row === (await readRow())) return row;
      await wait(1);
    }
    throw new Error('nothing is remembered');
  }

  it('return the same frozen row object while nothing is committed', async () => {
    const row = await remembered();
    assert.throws(() => Object.assign(row, { name: 'Mine' }), TypeError);
  });

  it('are cached for one reader only: others read the database', async () => {
    await remembered();
    assert.notEqual(await read(), await read());
  });

  it('see what this process wrote since the reader began', async () => {
    await remembered();
    await db.asOneReader(async () => {
      for (const name of ['1', '2', '3']) {
        await read();
        await write(db, name);
        assert.equal((await read())?.name, name);
      }
    });
  });

  it('see nothing of an open or failed transaction', async () => {
    await remembered();
    const outside = AsyncLocalStorage.snapshot();
    const undone = db.transaction(async (tx) => {
      await tx.run(updateOrganization, { id, timeZone: 'UTC', name: 'Unfinished' });
      assert.equal((await outside(readAsOne))?.name, '0');
      assert.equal((await tx.first(organizationById, { id }))?.name, 'Unfinished');
      throw new Error('on purpose');
    });
    await assert.rejects(undone, /on purpose/);
    assert.equal((await readAsOne())?.name, '0');
  });

  it('wait for a check that began after them, not for an earlier one', async () => {
    await remembered();
    proxy.delay(UNDER_WAY_MS, 'back');
    const early = readAsOne();
    await write(elsewhere, 'Later');
    const late = readAsOne();
    proxy.delay(0);
    assert.equal((await late)?.name, 'Later');
    await early;
  });

  it('never return data from before they began, with two nodes and a slow network', async () => {
    let committed = 0;
    let isOver = false;
    let remembered = 0;

    /** The longer a check takes, the more is committed meanwhile. */
    async function disturb(): Promise<void> {
      for (let i = 0; !isOver; i++) {
        proxy.delay((i * 7) % (MAX_DELAY_MS + 1), i % 3 === 0 ? 'both' : 'back');
        await wait(1);
      }
    }

    async function writeAll(): Promise<void> {
      for (let i = 1; i <= WRITES; i++) {
        await write(i % 5 === 0 ? db : elsewhere, String(i));
        committed = i;
        // Sometimes long enough for something to be cached.
        await wait(i % 3 === 0 ? 30 : 0);
      }
      isOver = true;
    }

    async function readAll(): Promise<void> {
      let last: object | undefined;
      while (!isOver) {
        const atLeast = committed;
        await db.asOneReader(async () => {
          for (let i = 0; i < 3; i++) {
            const row = await read();
            assert.ok(Number(row?.name) >= atLeast, `${row?.name} was read when ${atLeast} was committed`);
            if (row === last) remembered += 1;
            last = row;
          }
        });
      }
    }

    await Promise.all([disturb(), writeAll(), ...Array.from({ length: READERS }, readAll)]);
    proxy.delay(0);
    assert.ok(remembered > 0);
  });

  it('continue without a check that gets no response', async () => {
    await remembered();
    const client = new pg.Client({ connectionString: place.config.url });
    await client.connect();
    const { rows } = await client.query(
      `select pid from pg_stat_activity
        where datname = current_database() and query like '%pg_current_snapshot%' and pid <> pg_backend_pid()`,
    );
    await client.end();
    assert.equal(rows.length, 1);
    process.kill(rows[0].pid, 'SIGSTOP');
    try {
      assert.equal((await readAsOne())?.name, '0');
    } finally {
      process.kill(rows[0].pid, 'SIGCONT');
    }
    await write(elsewhere, 'Later');
    assert.equal((await readAsOne())?.name, 'Later');
  });
});
