/** [BUD-9] A transaction has a deadline: nobody waits for ever behind work that never ends. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { Database, Transaction } from '../../src/db/driver/database.ts';
import { openDatabase } from '../../src/db/driver/open.ts';
import { insertOrganization, organizationById } from '../../src/db/people/organizations.ts';
import { migrate } from '../../src/db/schema/migrate.ts';
import type { OrganizationId } from '../../src/ids.ts';
import { startStopwatch } from '../support/drivers/stopwatch.ts';
import { createSqlite, describeOnBothDatabases, type TestDatabase } from '../support/servers/databases.ts';

/** Instead of 16 s. Long enough for every transaction here that ends by itself. */
const LIMIT_MS = 2_000;

const A = 'org_a' as OrganizationId;
const B = 'org_b' as OrganizationId;
const C = 'org_c' as OrganizationId;

const UNAVAILABLE = { code: 'service_unavailable' };

const row = (id: OrganizationId) => ({ id, name: 'Harbour', timeZone: 'UTC', createdAt: 0 });
const insert = (tx: Transaction, id: OrganizationId) => tx.run(insertOrganization, row(id));
const never = () => new Promise<never>(() => undefined);

async function open({ config }: TestDatabase): Promise<Database> {
  const db = await openDatabase(config, { transactionTimeoutMs: LIMIT_MS });
  await migrate(db, { now: () => 0 });
  return db;
}

async function storedIn(db: Database): Promise<OrganizationId[]> {
  const rows = await Promise.all([A, B, C].map((id) => db.first(organizationById, { id })));
  return rows.flatMap((found) => found?.id ?? []);
}

describeOnBothDatabases('[BUD-9] a transaction whose work does not end in time', (create) => {
  let place: TestDatabase;
  let db: Database;

  beforeEach(async () => {
    place = await create('migrated');
    db = await open(place);
  });
  afterEach(async () => {
    await db.close();
    await place.remove();
  });

  it('is rolled back and refused with 503, and the next one succeeds', async () => {
    for (const begin of [db.transaction, db.queueTransaction]) {
      const endless = begin(async (tx) => {
        await insert(tx, A);
        await never();
      });
      const next = db.transaction((tx) => tx.first(organizationById, { id: A }));
      await assert.rejects(endless, UNAVAILABLE);
      assert.equal(await next, undefined);
    }
    await db.transaction((tx) => insert(tx, B));
    assert.deepEqual(await storedIn(db), [B]);
  });

  it('writes nothing afterwards, neither by itself nor as part of the next one', async () => {
    const { promise: wakeUp, resolve: wake } = Promise.withResolvers<void>();
    let late: Promise<PromiseSettledResult<unknown>[]> | undefined;
    const asleep = db.transaction(async (tx) => {
      await insert(tx, A);
      await wakeUp;
      late = Promise.allSettled([
        insert(tx, A),
        tx.first(organizationById, { id: A }),
        db.transaction((another) => insert(another, A)),
      ]);
      tx.send(insertOrganization, row(A));
      return 'committed';
    });
    await assert.rejects(asleep, UNAVAILABLE);
    await db.transaction(async (tx) => {
      await insert(tx, B);
      wake();
      await wakeUp;
      await insert(tx, C);
    });
    const outcomes = (await late)?.map(({ status }) => status);
    assert.deepEqual(outcomes, ['rejected', 'rejected', 'rejected']);
    assert.deepEqual(await storedIn(db), [B, C]);
  });
});

describe('[BUD-9] transactions that do not end in time, on SQLite', () => {
  it('delay those behind them by one limit together, not by one limit each', async () => {
    const place = await createSqlite('migrated');
    const db = await open(place);
    const stopwatch = startStopwatch();
    const endless = Array.from({ length: 20 }, () => db.transaction(never));
    const next = db.transaction((tx) => insert(tx, B));
    for (const one of endless) await assert.rejects(one, UNAVAILABLE);
    await next;
    assert.ok(stopwatch.elapsedMs() < 5 * LIMIT_MS, `${stopwatch.elapsedMs()} ms`);
    assert.deepEqual(await storedIn(db), [B]);
    await db.close();
    await place.remove();
  });
});
