/** [STO-2] [STO-4] A real hot standby of PostgreSQL, and its promotion. */
import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Database } from '../../src/db/driver/database.ts';
import { openDatabase } from '../../src/db/driver/open.ts';
import { insertOrganization, organizationById } from '../../src/db/people/organizations.ts';
import { migrate } from '../../src/db/schema/migrate.ts';
import type { OrganizationId } from '../../src/ids.ts';
import { startProxy } from '../support/fakes/proxy.ts';
import { cleanUp } from '../support/servers/clean-up.ts';
import { createPostgres } from '../support/servers/databases.ts';
import { type PostgresServer, startPostgres } from '../support/servers/postgres-server.ts';

const ID = 'org_a' as OrganizationId;
const OTHER_ID = 'org_b' as OrganizationId;

const ATTEMPT_INTERVAL_MS = 10;
const FEW_ATTEMPTS = 20;
const MANY_ATTEMPTS = 1_000;

describe('a PostgreSQL server that is a hot standby, or becomes one', () => {
  let server: PostgresServer;
  let url: string;
  let db: Database;

  before(async () => {
    server = await startPostgres({ settings: ['fsync=off'] });
    url = `postgres://postgres:postgres@localhost:${server.port}/postgres`;
    db = await openDatabase({ kind: 'postgres', url });
    await migrate(db, { now: () => 0 });
  });
  after(async () => {
    await db.close();
    await server.remove();
  });

  // biome-ignore lint/suspicious/noExplicitAny: each caller knows the shape of the result
  async function query(text: string): Promise<any> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }

  async function becomeStandby(): Promise<void> {
    const [{ data_directory: folder }] = await query('show data_directory');
    await server.stopAtOnce();
    // With this file, and no primary to follow, it stays in recovery until it is promoted.
    await writeFile(join(folder, 'standby.signal'), '', { mode: 0o666 });
    await server.start();
  }

  function insert(): Promise<number> {
    return db.transaction((tx) => tx.run(insertOrganization, { id: ID, name: 'A', timeZone: 'UTC', createdAt: 0 }));
  }

  function readAsOne(id = ID) {
    return db.asOneReader(() => db.all(organizationById, { id }));
  }

  /** Several attempts: the first reads have no connection for checks yet, and PostgreSQL itself commits now and then. */
  async function isCached(attempts: number): Promise<boolean> {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const rows = await readAsOne();
      if (rows === (await readAsOne())) return true;
      await wait(ATTEMPT_INTERVAL_MS);
    }
    return false;
  }

  it('[STO-4] as a standby serves uncached reads, and refuses transactions with 503; takes writes as soon as it is promoted', async () => {
    await becomeStandby();
    assert.deepEqual(await query('select pg_is_in_recovery() as is_standby'), [{ is_standby: true }]);
    assert.equal(await db.first(organizationById, { id: ID }), undefined);
    await assert.rejects(insert(), { code: 'service_unavailable' });
    await db.checkReady('reads');
    await assert.rejects(db.checkReady('writes'), { code: 'service_unavailable' });
    assert.equal(await isCached(FEW_ATTEMPTS), false);

    await query('select pg_promote()');
    await db.checkReady('writes');
    assert.equal(await insert(), 1);
  });

  it('[STO-4] as a primary has cached reads, until a connection is lost: that of the checks, or another', async () => {
    for (const lost of ['like', 'not like']) {
      assert.equal(await isCached(MANY_ATTEMPTS), true);
      const rows = await readAsOne(OTHER_ID);
      await query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid() and query ${lost} '%pg_current_snapshot%'`);
      await readAsOne().catch(() => undefined);
      assert.equal(await isCached(MANY_ATTEMPTS), true);
      assert.notEqual(await readAsOne(OTHER_ID), rows);
    }
  });

  it('[STO-4] has no cached reads once a proxy leads to another server, though its own state is unchanged', async () => {
    const other = await createPostgres('migrated');
    const there = new URL(other.config.url);
    const here = new URL(other.config.url);
    here.port = String(server.port);
    await server.createDatabase(here.pathname.slice(1));
    const proxy = await startProxy(server.port);
    const between = new URL(here);
    between.port = String(proxy.port);
    const [onOne, onOther, behind] = await Promise.all(
      [here, there, between].map(({ href }) => openDatabase({ kind: 'postgres', url: href })),
    );
    assert.ok(onOne && onOther && behind);
    await migrate(onOne, { now: () => 0 });
    for (const [database, name] of [
      [onOne, 'one'],
      [onOther, 'other'],
    ] as const) {
      await database.transaction((tx) => tx.run(insertOrganization, { id: ID, name, timeZone: 'UTC', createdAt: 0 }));
    }
    const read = (id = ID) => behind.asOneReader(() => behind.first(organizationById, { id }));
    for (let row = await read(); row !== (await read()); row = await read()) await wait(ATTEMPT_INTERVAL_MS);
    assert.equal((await read())?.name, 'one');

    proxy.redirect(Number(there.port));
    // The connection of the transaction stays with the old server, so the read meanwhile needs a new one.
    const outside = AsyncLocalStorage.snapshot();
    await behind.queueTransaction(async (tx) => {
      await tx.first(organizationById, { id: ID });
      await outside(() => read(OTHER_ID));
    });
    assert.equal((await read())?.name, 'other');
    await cleanUp(
      () => behind.close(),
      () => onOne.close(),
      () => onOther.close(),
      () => proxy.stop(),
      () => other.remove(),
    );
  });

  it('that refuses writes is reconnected: the primary may be another server by now', async () => {
    const heard = Promise.withResolvers<void>();
    const unlisten = await db.onWake(() => heard.resolve());
    await query('alter system set default_transaction_read_only = on');
    await query('select pg_reload_conf()');
    // A new connection is opened, and the listener is called.
    await heard.promise;
    unlisten();
    await query('alter system reset default_transaction_read_only');
    await query('select pg_reload_conf()');
  });
});
