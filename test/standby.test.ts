/** [STO-2] A real hot standby of PostgreSQL, and its promotion. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import type { Database } from '../src/db/database.ts';
import { migrate } from '../src/db/migrate.ts';
import { openDatabase } from '../src/db/open.ts';
import { insertOrganization, organizationById } from '../src/db/organizations.ts';
import type { OrganizationId } from '../src/ids.ts';
import { type PostgresServer, startPostgres } from './support/servers/postgres-server.ts';

const ID = 'org_a' as OrganizationId;

describe('a hot standby', () => {
  let server: PostgresServer;
  let url: string;
  let db: Database;

  before(async () => {
    server = await startPostgres({ settings: ['fsync=off'] });
    url = `postgres://postgres:postgres@localhost:${server.port}/postgres`;
    db = await openDatabase({ kind: 'postgres', url });
    await migrate(db, { now: () => 0 });
    const [{ data_directory: folder }] = await query('show data_directory');
    await server.stopAtOnce();
    // With this file, and no primary to follow, it stays in recovery until it is promoted.
    await writeFile(join(folder, 'standby.signal'), '', { mode: 0o666 });
    await server.start();
  });
  after(async () => {
    await db.close();
    await server.remove();
  });

  // biome-ignore lint/suspicious/noExplicitAny: each caller knows what it asked for
  async function query(text: string): Promise<any> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }

  function insert(): Promise<number> {
    return db.transaction((tx) => tx.run(insertOrganization, { id: ID, name: 'A', timeZone: 'UTC', createdAt: 0 }));
  }

  it('answers reads, refuses transactions with 503, and is written to as soon as it is promoted', async () => {
    assert.deepEqual(await query('select pg_is_in_recovery() as is_standby'), [{ is_standby: true }]);
    assert.equal(await db.first(organizationById, { id: ID }), undefined);
    await assert.rejects(insert(), { code: 'service_unavailable' });
    await db.checkReady('reads');
    await assert.rejects(db.checkReady('writes'), { code: 'service_unavailable' });

    await query('select pg_promote()');
    await db.checkReady('writes');
    assert.equal(await insert(), 1);
  });

  it('that refuses writes is not listened to for good: the primary may be another server by now', {
    timeout: 60_000,
  }, async () => {
    const heard = Promise.withResolvers<void>();
    const unlisten = await db.onWake(() => heard.resolve());
    await query('alter system set default_transaction_read_only = on');
    await query('select pg_reload_conf()');
    // A new connection is made, and the listener called.
    await heard.promise;
    unlisten();
  });
});
