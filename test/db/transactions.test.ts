/** [STO-2] Transactions behave as if run one after the other, and are retried when the database aborts them. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { type Database, type Transaction, UniqueViolation } from '../../src/db/driver/database.ts';
import { openDatabase } from '../../src/db/driver/open.ts';
import { statement, writePair, writeStatement } from '../../src/db/driver/statement.ts';
import { insertDeliveries, pendingDeliveries } from '../../src/db/outbox/deliveries.ts';
import { dueQueues, wakeQueues } from '../../src/db/outbox/delivery-queues.ts';
import { insertOrganization, organizationById, updateOrganization } from '../../src/db/people/organizations.ts';
import { migrate } from '../../src/db/schema/migrate.ts';
import type { OrganizationId } from '../../src/ids.ts';
import { createPostgres, describeOnBothDatabases, type TestDatabase } from '../support/servers/databases.ts';

const clock = { now: () => 0 };
const A = 'org_a' as OrganizationId;
const B = 'org_b' as OrganizationId;

const postpone = writeStatement(
  (q, p: { organizationId: OrganizationId; destinationIds: readonly string[] }, { listed }) =>
    q
      .updateTable('delivery_queues')
      .set({ due_at: 1_000 })
      .where('organization_id', '=', p.organizationId)
      .where('destination_id', ...listed(p.destinationIds)),
);

async function fill(db: Database): Promise<void> {
  await migrate(db, clock);
  await db.transaction(async (tx) => {
    for (const id of [A, B]) await tx.run(insertOrganization, { id, name: '0', timeZone: 'UTC', createdAt: 0 });
  });
}

async function numberOf(tx: Transaction, id: OrganizationId): Promise<number> {
  return Number((await tx.first(organizationById, { id }))?.name);
}

async function setNumber(tx: Transaction, id: OrganizationId, number: number): Promise<void> {
  await tx.run(updateOrganization, { id, name: String(number), timeZone: 'UTC' });
}

const addition = writePair(wakeQueues, insertDeliveries, 'raised');

/** One message to one destination, and two to another. */
function sendThree(tx: Transaction, names: readonly [string, string, string]): void {
  const deliveries = names.map((name, i) => ({
    id: name,
    kind: 'chat',
    destination_id: i === 0 ? 'C1' : 'C2',
    later: i === 1 ? 1 : 0,
    message_json: '{}',
    event_json: null,
    subject_id: null,
    replaces_id: null,
  }));
  const queues = [
    { destination_id: 'C1', kind: 'chat', added: 1 },
    { destination_id: 'C2', kind: 'chat', added: 2 },
  ];
  tx.sendPair(addition, { organizationId: A, queues, deliveries, now: 0 });
}

describeOnBothDatabases('transactions', (create) => {
  let place: TestDatabase;
  let db: Database;

  beforeEach(async () => {
    place = await create();
    db = await openDatabase(place.config);
    await fill(db);
  });
  afterEach(async () => {
    await db.close();
    await place.remove();
  });

  it('that read and then write the same row lose no update', async () => {
    const increments = Array.from({ length: 20 }, () =>
      db.transaction(async (tx) => setNumber(tx, A, (await numberOf(tx, A)) + 1)),
    );
    await Promise.all(increments);
    assert.equal(await db.transaction((tx) => numberOf(tx, A)), 20);
  });

  it('execute nothing that is sent after their end', async () => {
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const late: Promise<unknown>[] = [];
    const endings = [() => undefined, () => Promise.reject(new Error('refused'))];
    for (const end of endings) {
      await db
        .transaction(async (tx) => {
          await numberOf(tx, A);
          late.push(over.then(() => setNumber(tx, A, 7)));
          return end();
        })
        .catch(() => undefined);
    }
    resolve();
    for (const { status } of await Promise.allSettled(late)) assert.equal(status, 'rejected');
    assert.equal(await db.transaction((tx) => numberOf(tx, A)), 0);
  });

  it('fail with the error of a write that they did not wait for, and store nothing', async () => {
    const again = { id: A, name: 'A second time', timeZone: 'UTC', createdAt: 0 };
    const failing = db.transaction(async (tx) => {
      tx.send(updateOrganization, { id: B, name: '7', timeZone: 'UTC' });
      tx.send(insertOrganization, again);
    });
    await assert.rejects(failing, UniqueViolation);
    assert.equal(await db.transaction((tx) => numberOf(tx, B)), 0);
    const waitingElsewhere = db.transaction(async (tx) => {
      tx.send(insertOrganization, again);
      return numberOf(tx, B);
    });
    await assert.rejects(waitingElsewhere, UniqueViolation);
  });

  it('read what they have written in the same turn', async () => {
    const numbers = await db.transaction(async (tx) => {
      const before = numberOf(tx, B);
      tx.send(updateOrganization, { id: B, name: '3', timeZone: 'UTC' });
      return Promise.all([before, numberOf(tx, B), numberOf(tx, A)]);
    });
    assert.deepEqual(numbers, [0, 3, 0]);
  });

  it('that send two writes, of which the second needs the rows of the first, run both or neither', async () => {
    const storedIn = async (destinationId: string) => {
      const rows = await db.all(pendingDeliveries, { organizationId: A, destinationId, limit: 100 });
      return rows.map(({ id, sequence }) => [sequence, id] as const);
    };
    const additions = Array.from({ length: 10 }, (_, i) =>
      db.transaction(async (tx) => sendThree(tx, [`first ${i}`, `second ${i}`, `third ${i}`])),
    );
    await Promise.all(additions);
    const again = db.transaction(async (tx) => sendThree(tx, ['fourth', 'fifth', 'third 7']));
    await assert.rejects(again, UniqueViolation);
    await db.transaction(async (tx) => sendThree(tx, ['last 1', 'last 2', 'last 3']));

    const [ones, twos] = [await storedIn('C1'), await storedIn('C2')];
    assert.deepEqual(
      ones.map(([sequence]) => sequence),
      Array.from({ length: 11 }, (_, i) => i + 1),
    );
    assert.deepEqual(
      twos.map(([sequence]) => sequence),
      Array.from({ length: 22 }, (_, i) => i + 1),
    );
    assert.deepEqual([ones.at(-1)?.[1], twos.at(-2)?.[1], twos.at(-1)?.[1]], ['last 1', 'last 2', 'last 3']);
    for (let i = 0; i < 20; i += 2) {
      const [earlier, later] = [twos[i]?.[1], twos[i + 1]?.[1]];
      assert.equal(later, earlier?.replace('second', 'third'));
    }
  });

  it('of a queue claim each row once, also during other changes of the queue', async () => {
    const queues = Array.from({ length: 40 }, (_, i) => ({ destination_id: `C${i}`, kind: 'chat', added: 1 }));
    await db.transaction((tx) => tx.all(wakeQueues, { organizationId: A, queues, now: 0 }));
    const claimed: string[] = [];
    const claimSome = () =>
      db.queueTransaction(async (tx) => {
        const rows = await tx.claim(dueQueues, { kind: 'chat', now: 0, limit: 10 });
        const { organization_id: organizationId } = rows[0] ?? { organization_id: A };
        // As when something is enqueued for them, and they are due again later.
        const added = [{ destination_id: 'C100', kind: 'chat', added: 1 }];
        await tx.all(wakeQueues, { organizationId, queues: added, now: 1 });
        await tx.run(postpone, { organizationId, destinationIds: rows.map((row) => row.destination_id) });
        claimed.push(...rows.map((row) => row.destination_id));
      });
    await Promise.all([claimSome(), claimSome(), claimSome(), claimSome()]);
    while (claimed.length < queues.length) await claimSome();
    assert.deepEqual(claimed.toSorted(), queues.map(({ destination_id }) => destination_id).toSorted());
  });
});

describe('[STO-2] transactions on PostgreSQL', () => {
  let place: Awaited<ReturnType<typeof createPostgres>>;
  let db: Database;

  beforeEach(async () => {
    place = await createPostgres();
    db = await openDatabase(place.config);
  });
  afterEach(async () => {
    await db.close();
    await place.remove();
  });

  it('that run several statements at once are retried if one of them is aborted', async () => {
    await fill(db);
    const CHANGES = 20;
    let attempts = 0;
    const change = async () =>
      db.transaction(async (tx) => {
        attempts++;
        const number = await numberOf(tx, A);
        await Promise.all([setNumber(tx, A, number + 1), setNumber(tx, B, number + 1), tx.wakeWorkers()]);
      });
    await Promise.all(Array.from({ length: CHANGES }, change));
    assert.equal(await db.transaction((tx) => numberOf(tx, A)), CHANGES);
    // From the second attempt on, one at a time: concurrently, they would abort each other again and again.
    assert.ok(attempts <= 2.5 * CHANGES, `${attempts} attempts`);
  });

  it('that read two rows and each write one of them cannot both succeed', async () => {
    await fill(db);
    let readers = 0;
    const bothHaveRead = Promise.withResolvers<void>();
    const takeIfFree = (id: OrganizationId) =>
      db.transaction(async (tx) => {
        const taken = (await numberOf(tx, A)) + (await numberOf(tx, B));
        readers++;
        if (readers === 2) bothHaveRead.resolve();
        await bothHaveRead.promise;
        if (taken === 0) await setNumber(tx, id, 1);
        return taken === 0;
      });
    assert.deepEqual((await Promise.all([takeIfFree(A), takeIfFree(B)])).sort(), [false, true]);
  });

  for (const [where, settings] of [
    ['', {}],
    [', as behind a pooler in transaction mode', { transactionPooler: { directUrl: undefined } }],
  ] as const) {
    it(`that change different rows of a small table do not abort each other${where}`, async () => {
      await fill(db);
      // PostgreSQL now knows that reading the whole table costs less than an index.
      await db.exclusively((tx) => tx.execute('analyze organizations'));
      const other = await openDatabase({ ...place.config, ...settings });
      let attempts = 0;
      const bothHaveRead = Promise.withResolvers<void>();
      const increase = (id: OrganizationId) =>
        other.transaction(async (tx) => {
          attempts++;
          const number = await numberOf(tx, id);
          if (attempts === 2) bothHaveRead.resolve();
          await bothHaveRead.promise;
          await setNumber(tx, id, number + 1);
        });
      await Promise.all([increase(A), increase(B)]).finally(() => other.close());
      assert.equal(attempts, 2);
    });
  }

  it('that continue after a failed statement are not taken for committed', async () => {
    await fill(db);
    const forgiving = db.transaction(async (tx) => {
      await setNumber(tx, B, 7);
      await tx.run(insertOrganization, { id: A, name: '', timeZone: 'UTC', createdAt: 0 }).catch(() => undefined);
    });
    await assert.rejects(forgiving, /rolled back after a failed statement/);
    assert.equal(await db.transaction((tx) => numberOf(tx, B)), 0);
  });

  const fails = statement((q, p: { sqlState: string }) =>
    q.selectNoFrom(sql<string>`fail(${p.sqlState}::text)`.as('nothing')),
  );
  const FAIL = `create function fail(state text) returns text language plpgsql as $$
    begin
      raise exception 'on purpose' using errcode = state;
    end
  $$`;

  it('are retried for as long as others conflict, not only a few times', async () => {
    await db.exclusively((tx) => tx.execute(FAIL));
    for (const sqlState of ['40001', '40P01']) {
      let attempts = 0;
      await db.transaction(async (tx) => {
        attempts++;
        if (attempts < 8) await tx.first(fails, { sqlState });
      });
      assert.equal(attempts, 8, sqlState);
    }
  });

  it('that fail for their own reason are not retried', async () => {
    let attempts = 0;
    const failing = db.transaction(async () => {
      attempts++;
      throw new Error('on purpose');
    });
    await assert.rejects(failing, /on purpose/);
    assert.equal(attempts, 1);
  });

  const all = statement((q, _: Record<never, never>) => q.selectFrom('migrations').selectAll());

  it('and reads continue when a prepared statement returns other columns, or is gone', async () => {
    await migrate(db, clock);
    const uses = [() => db.all(all, {}), () => db.transaction((tx) => tx.all(all, {}))];
    const count = (await db.all(all, {})).length;
    for (const [i, use] of uses.entries()) {
      assert.equal((await use()).length, count);
      await db.exclusively((tx) => tx.execute(`alter table migrations add column c${i} text`));
      assert.equal((await use()).length, count);
      assert.equal(db.connections?.().total, 1);
      await db.exclusively((tx) => tx.execute('deallocate all'));
      assert.equal((await use()).length, count);
    }
  });

  it('work again at once when a read-only server accepts writes', async () => {
    await migrate(db, clock);
    await db.close();
    const name = new URL(place.config.url).pathname.slice(1);
    const config = { kind: 'postgres', url: place.directUrl } as const;
    const admin = await openDatabase(config);
    await admin.exclusively((tx) => tx.execute(`alter database ${name} set default_transaction_read_only = on`));
    db = await openDatabase(config);
    // Ten connections, all opened while the server refuses writes.
    await Promise.all(Array.from({ length: 10 }, () => db.all(all, {})));
    const insert = (id: OrganizationId) =>
      db.transaction((tx) => tx.run(insertOrganization, { id, name: 'A', timeZone: 'UTC', createdAt: 0 }));
    await assert.rejects(insert(A), { code: 'service_unavailable' });
    await assert.rejects(db.checkReady('writes'), { code: 'service_unavailable' });
    await db.checkReady('reads');

    await Promise.all(Array.from({ length: 10 }, () => db.all(all, {})));
    await admin.exclusively((tx) => tx.execute(`alter database ${name} reset default_transaction_read_only`));
    await Promise.all([A, B].map(insert));
    await db.checkReady('writes');
    await admin.close();
  });
});

describe('the types', () => {
  it('forbid writes and locks outside a transaction, and claims outside a queue transaction', () => {
    async function neverCalled(db: Database): Promise<void> {
      const key = { id: A };
      // @ts-expect-error a database has no `run`
      await db.run(updateOrganization, { ...key, name: '', timeZone: '' });
      // @ts-expect-error it writes
      await db.all(updateOrganization, { ...key, name: '', timeZone: '' });
      // @ts-expect-error it claims
      await db.transaction((tx) => tx.all(dueQueues, { kind: 'chat', now: 0, limit: 1 }));
      // @ts-expect-error nor is there `claim`
      await db.transaction((tx) => tx.claim(dueQueues, { kind: 'chat', now: 0, limit: 1 }));
    }
    assert.equal(typeof neverCalled, 'function');
  });
});
