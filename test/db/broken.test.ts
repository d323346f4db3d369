/** Databases without space, or with a dead connection. Whole processes are tested in test/nodes/chaos.test.ts. */
import assert from 'node:assert/strict';
import { chmod, rename } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { openDatabase } from '../../src/db/driver/open.ts';
import { statement, writeStatement } from '../../src/db/driver/statement.ts';
import { migrate } from '../../src/db/schema/migrate.ts';
import type { OrganizationId } from '../../src/ids.ts';
import { startProxy } from '../support/fakes/proxy.ts';
import { createPostgres, createSqlite } from '../support/servers/databases.ts';

const clock = { now: () => Date.parse('2026-01-05T09:00:00Z') };

const insertOrganization = writeStatement((q, p: { id: OrganizationId; name: string }) =>
  q.insertInto('organizations').values({ id: p.id, name: p.name, time_zone: 'UTC', created_at: 0 }),
);
const organizationById = statement((q, p: { id: OrganizationId }) =>
  q.selectFrom('organizations').select('name').where('id', '=', p.id),
);

const SMALL = 'org_small' as OrganizationId;
const LARGE = 'org_large' as OrganizationId;

describe('SQLite on a full disk', () => {
  it('refuses writes that do not fit, still reads, and works again when there is room', async () => {
    const place = await createSqlite();
    const db = await openDatabase(place.config);
    await migrate(db, clock);
    const leave = (pages: number) => db.exclusively((tx) => tx.execute(`pragma max_page_count = ${pages}`));
    const write = (id: OrganizationId, name: string) =>
      db.transaction((tx) => tx.run(insertOrganization, { id, name }));

    await write(SMALL, 'Small');
    await leave(1);
    const large = 'x'.repeat(1_000_000);
    await assert.rejects(write(LARGE, large), { code: 'service_unavailable' });
    assert.equal(await db.first(organizationById, { id: LARGE }), undefined);
    assert.equal((await db.first(organizationById, { id: SMALL }))?.name, 'Small');

    await leave(1_000_000);
    await write(LARGE, large);
    assert.equal((await db.first(organizationById, { id: LARGE }))?.name, large);
    await db.close();
    await place.remove();
  });
});

describe('SQLite without write permission', () => {
  it('is ready for reads, and not for writes', async () => {
    const place = await createSqlite();
    const db = await openDatabase(place.config);
    await migrate(db, clock);
    await db.checkReady('writes');
    await chmod(place.config.path, 0o400);
    await db.checkReady('reads');
    // Root may write regardless of permissions.
    if (process.getuid?.() === 0) await db.checkReady('writes');
    else await assert.rejects(db.checkReady('writes'), { code: 'service_unavailable' });
    // A missing file cannot be written.
    await rename(place.config.path, `${place.config.path}.away`);
    await assert.rejects(db.checkReady('writes'), { code: 'service_unavailable' });
    await rename(`${place.config.path}.away`, place.config.path);
    await db.close();
    await place.remove();
  });
});

describe('PostgreSQL behind a firewall that drops idle connections', () => {
  it('is listened to again, on a new connection, and missed changes are noticed', async () => {
    const place = await createPostgres();
    const url = new URL(place.directUrl);
    const proxy = await startProxy(Number(url.port));
    url.host = `127.0.0.1:${proxy.port}`;
    const db = await openDatabase({ kind: 'postgres', url: String(url) });
    await migrate(db, clock);
    let heard = Promise.withResolvers<void>();
    const unlisten = await db.onWake(() => heard.resolve());

    proxy.forget();
    await heard.promise;
    heard = Promise.withResolvers<void>();
    await db.transaction((tx) => tx.wakeWorkers());
    await heard.promise;

    unlisten();
    await db.close();
    await proxy.stop();
    await place.remove();
  });
});
