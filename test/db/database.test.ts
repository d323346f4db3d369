import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, beforeEach, it } from 'node:test';
import type { Database } from '../../src/db/driver/database.ts';
import { openDatabase } from '../../src/db/driver/open.ts';
import { statement, writeStatement } from '../../src/db/driver/statement.ts';
import { migrate } from '../../src/db/schema/migrate.ts';
import type { OrganizationId } from '../../src/ids.ts';
import { describeOnBothDatabases, type TestDatabase } from '../support/servers/databases.ts';

const clock = { now: () => Date.parse('2026-01-05T09:00:00Z') };

const insertOrganization = writeStatement((q, p: { id: OrganizationId; name: string; createdAt: number }) =>
  q.insertInto('organizations').values({ id: p.id, name: p.name, time_zone: 'UTC', created_at: p.createdAt }),
);
const insertUnlessThere = writeStatement((q, p: { id: OrganizationId; name: string; createdAt: number }) =>
  q
    .insertInto('organizations')
    .values({ id: p.id, name: p.name, time_zone: 'UTC', created_at: p.createdAt })
    .onConflict((conflict) => conflict.doNothing()),
);
const organizationById = statement((q, p: { id: OrganizationId }) =>
  q.selectFrom('organizations').selectAll().where('id', '=', p.id),
);
const organizationsListed = statement((q, p: { ids: readonly OrganizationId[] }, { listed }) =>
  q
    .selectFrom('organizations')
    .select('id')
    .where('id', ...listed(p.ids))
    .orderBy('id'),
);
const organizationsInBoth = statement(
  (q, p: { ids: readonly OrganizationId[]; others: readonly OrganizationId[] }, { listed }) =>
    q
      .selectFrom('organizations')
      .select('id')
      .where('id', ...listed(p.ids))
      .where('id', ...listed(p.others))
      .orderBy('id'),
);
const rename = writeStatement((q, p: { id: OrganizationId; name: string }) =>
  q.updateTable('organizations').set({ name: p.name }).where('id', '=', p.id),
);

const A = 'org_a' as OrganizationId;
const B = 'org_b' as OrganizationId;
const createdAt = clock.now();

describeOnBothDatabases('a database', (create) => {
  let place: TestDatabase;
  let db: Database;

  beforeEach(async () => {
    place = await create();
    db = await openDatabase(place.config);
    await migrate(db, clock);
  });
  afterEach(async () => {
    await db.close();
    await place.remove();
  });

  it('returns what was stored: text unchanged, instants as numbers, null as undefined', async () => {
    const name = 'Ünïcode ✓ 🛟 "quoted" \'and\' \\ more';
    await db.transaction((tx) => tx.run(insertOrganization, { id: A, name, createdAt }));
    assert.deepEqual(
      { ...(await db.first(organizationById, { id: A })) },
      {
        id: A,
        name,
        time_zone: 'UTC',
        created_at: createdAt,
        schedule_count: 0,
        setup: null,
        rename_count: 0,
        renamed_at: null,
      },
    );
    assert.equal(await db.first(organizationById, { id: B }), undefined);
  });

  it('finds rows by a list of values, however long', async () => {
    await db.transaction((tx) => tx.run(insertOrganization, { id: A, name: 'A', createdAt }));
    const found = async (ids: readonly OrganizationId[]) =>
      (await db.all(organizationsListed, { ids })).map(({ id }) => id);
    assert.deepEqual(await found([]), []);
    assert.deepEqual(await found([A]), [A]);
    assert.deepEqual(await found([B]), []);
    assert.deepEqual(await found([B, A, "org_'" as OrganizationId]), [A]);
    assert.deepEqual(
      await found(Array.from({ length: 5_000 }, (_, i) => (i === 4_999 ? A : `org_${i}`) as OrganizationId)),
      [A],
    );
  });

  it('finds rows by two lists of different lengths', async () => {
    await db.transaction(async (tx) => {
      for (const id of [A, B]) await tx.run(insertOrganization, { id, name: id, createdAt });
    });
    const found = async (ids: readonly OrganizationId[], others: readonly OrganizationId[]) =>
      (await db.all(organizationsInBoth, { ids, others })).map(({ id }) => id);
    assert.deepEqual(await found([A, B], [B]), [B]);
    assert.deepEqual(await found([A], [B, A]), [A]);
    assert.deepEqual(await found([A], [B]), []);
    assert.deepEqual(await found([A], [A]), [A]);
    assert.deepEqual(await found([A, B], [B, A]), [A, B]);
    assert.deepEqual(await found([A], []), []);
  });

  it('returns the number of affected rows', async () => {
    const organization = { id: A, name: 'A', createdAt };
    const counts = await db.transaction(async (tx) => [
      await tx.run(insertUnlessThere, organization),
      await tx.run(insertUnlessThere, organization),
      await tx.run(rename, { id: A, name: 'B' }),
      await tx.run(rename, { id: B, name: 'B' }),
    ]);
    assert.deepEqual(counts, [1, 0, 1, 0]);
  });

  it('rolls back a failed transaction, and the next one works', async () => {
    const failing = db.transaction(async (tx) => {
      await tx.run(insertOrganization, { id: A, name: 'A', createdAt });
      throw new Error('changed my mind');
    });
    await assert.rejects(failing, /changed my mind/);
    assert.equal(await db.first(organizationById, { id: A }), undefined);
    await db.transaction((tx) => tx.run(insertOrganization, { id: B, name: 'B', createdAt }));
    assert.equal((await db.first(organizationById, { id: B }))?.name, 'B');
  });

  it('hides a transaction until it is committed', async () => {
    const outside = AsyncLocalStorage.snapshot();
    await db.transaction(async (tx) => {
      await tx.run(insertOrganization, { id: A, name: 'A', createdAt });
      assert.equal((await tx.first(organizationById, { id: A }))?.name, 'A');
      assert.equal(await outside(() => db.first(organizationById, { id: A })), undefined);
    });
    assert.equal((await db.first(organizationById, { id: A }))?.name, 'A');
  });

  it('lets one of fifty concurrent transactions be first', async () => {
    const attempts = Array.from({ length: 50 }, (_, i) =>
      db.transaction((tx) => tx.run(insertUnlessThere, { id: A, name: `${i}`, createdAt })),
    );
    const counts = await Promise.all(attempts);
    assert.equal(
      counts.reduce((sum, count) => sum + count),
      1,
    );
  });

  it('migrates once, also when several nodes start concurrently', async () => {
    const nodes = await Promise.all(Array.from({ length: 4 }, () => openDatabase(place.config)));
    assert.deepEqual(await Promise.all(nodes.map((node) => migrate(node, clock))), [[], [], [], []]);
    await Promise.all(nodes.map((node) => node.close()));
  });
});

describeOnBothDatabases('an empty database', (create) => {
  it('is migrated by exactly one of several nodes that start concurrently', async () => {
    const place = await create();
    const nodes = await Promise.all(Array.from({ length: 4 }, () => openDatabase(place.config)));
    const done = await Promise.all(nodes.map((node) => migrate(node, clock)));
    const [names, ...more] = done.filter(({ length }) => length > 0);
    assert.deepEqual(more, []);
    assert.equal(names?.[0], 'first tables');
    assert.equal(new Set(names).size, names?.length);
    assert.deepEqual(await migrate(nodes[0] as Database, clock), []);
    await Promise.all(nodes.map((node) => node.close()));
    await place.remove();
  });
});
