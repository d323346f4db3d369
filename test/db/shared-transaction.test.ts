/** [BUD-9] Inside a transaction, nothing waits for another connection. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import type { Database, Transaction } from '../../src/db/driver/database.ts';
import { openDatabase } from '../../src/db/driver/open.ts';
import { inOneTransaction } from '../../src/db/driver/shared-transaction.ts';
import { anyOrganization, insertOrganization, organizationById } from '../../src/db/people/organizations.ts';
import { migrate } from '../../src/db/schema/migrate.ts';
import type { OrganizationId } from '../../src/ids.ts';
import { describeOnBothDatabases, type TestDatabase } from '../support/servers/databases.ts';

const A = 'org_a' as OrganizationId;
const B = 'org_b' as OrganizationId;

function insert(tx: Transaction, id: OrganizationId): Promise<number> {
  return tx.run(insertOrganization, { id, name: 'Harbour', timeZone: 'UTC', createdAt: 0 });
}

describeOnBothDatabases('[BUD-9] inside a transaction', (create) => {
  let place: TestDatabase;
  let db: Database;
  let other: Database;

  beforeEach(async () => {
    place = await create('migrated');
    [db, other] = [await openDatabase(place.config), await openDatabase(place.config)];
    await migrate(db, { now: () => 0 });
  });
  afterEach(async () => {
    await Promise.all([db.close(), other.close()]);
    await place.remove();
  });

  const stored = async () => {
    const rows = await Promise.all([A, B].map((id) => db.first(organizationById, { id })));
    return rows.map((row) => row?.id);
  };

  const begins = {
    transaction: <T>(work: (tx: Transaction) => Promise<T>) => db.transaction(work),
    'shared transaction': <T>(work: (tx: Transaction) => Promise<T>) => inOneTransaction(db, work),
    'queue transaction': <T>(work: (tx: Transaction) => Promise<T>) => db.queueTransaction(work),
    'exclusive transaction': <T>(work: (tx: Transaction) => Promise<T>) => db.exclusively(work),
  };
  const uses: Readonly<Record<string, () => Promise<unknown>>> = {
    'a read': () => db.all(anyOrganization, {}),
    'a read of one row': () => db.first(anyOrganization, {}),
    'a read of another database': () => other.all(anyOrganization, {}),
    'a queue transaction': () => db.queueTransaction((tx) => insert(tx, B)),
    'exclusive work': () => db.exclusively((tx) => insert(tx, B)),
    'a transaction on another database': () => other.transaction((tx) => insert(tx, B)),
  };
  for (const [outer, begin] of Object.entries(begins)) {
    it(`(${outer}), any use of the database is an error, also if it is ignored, and nothing is stored`, async () => {
      for (const [what, use] of Object.entries(uses)) {
        for (const wait of [use, () => use().catch(() => undefined), async () => void use()]) {
          const using = begin(async (tx) => {
            await insert(tx, A);
            await wait();
          });
          await assert.rejects(using, { name: 'Error', message: /not allowed inside a transaction/ }, what);
        }
      }
      assert.deepEqual(await stored(), [undefined, undefined]);
    });
  }

  it('that is shared, transactions are part of it; in any other they are an error', async () => {
    await inOneTransaction(db, async (tx) => {
      await insert(tx, A);
      assert.ok(await db.transaction((inner) => inner.first(organizationById, { id: A })));
    });
    const nested = db.transaction(() => db.transaction((tx) => insert(tx, B)));
    await assert.rejects(nested, /not allowed inside a transaction/);
    assert.deepEqual(await stored(), [A, undefined]);
  });

  it('work can start something that uses the database after its end', async () => {
    const { promise: over, resolve } = Promise.withResolvers<void>();
    let later: Promise<unknown> | undefined;
    await db.transaction(async (tx) => {
      later = over.then(() => db.transaction((after) => insert(after, B)));
      await insert(tx, A);
    });
    resolve();
    await later;
    assert.deepEqual(await stored(), [A, B]);
  });
});
