/** [STO-2] [STO-4] Statements that do not wait for each other: how they share a connection and a round trip, and what one that fails does to the others. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { DatabaseConfig } from '../../src/config/database.ts';
import type { Database, Transaction } from '../../src/db/driver/database.ts';
import { openDatabase } from '../../src/db/driver/open.ts';
import { lockStatement, statement } from '../../src/db/driver/statement.ts';
import { insertOrganization, organizationById, updateOrganization } from '../../src/db/people/organizations.ts';
import { createIdSource } from '../../src/ids.ts';
import { openWireGate, type WireGate } from '../races/wire-gate.ts';
import { startProxy, type TcpProxy } from '../support/fakes/proxy.ts';
import { cleanUp } from '../support/servers/clean-up.ts';
import { createPostgres } from '../support/servers/databases.ts';

const newId = createIdSource({ now: () => 0 });

/** Longer than statements that are sent together take to arrive. */
const DELAY_MS = 30;
const SHORT_TIMEOUT_MS = 1_000;
const READS = 12;

const quotient = statement((q, p: { divisor: number }) =>
  q.selectNoFrom(sql<number>`10 / ${p.divisor}::int`.as('result')),
);
const parts = statement((q, p: { list: readonly string[] }, { listed }) =>
  q
    .selectFrom('organizations')
    .select('name')
    .where('name', ...listed(p.list))
    .orderBy('name'),
);
const sleep = statement((q, _: Record<never, never>) => q.selectNoFrom(sql<string>`pg_sleep(60)::text`.as('slept')));
const suicide = statement((q, _: Record<never, never>) =>
  q.selectNoFrom(sql<string>`pg_terminate_backend(pg_backend_pid())::text`.as('ended')),
);
const lockAll = lockStatement((q, _: Record<never, never>, { locking }) =>
  locking(q.selectFrom('organizations').select('id').orderBy('id')),
);

for (const [where, settings] of [
  ['', {}],
  [', as behind a pooler in transaction mode', { transactionPooler: { directUrl: undefined } }],
] as const) {
  describe(`statements that are sent to PostgreSQL together${where}`, () => {
    let place: Awaited<ReturnType<typeof createPostgres>>;
    let proxy: TcpProxy;
    let config: DatabaseConfig;
    let db: Database;
    let id = newId('organization');

    before(async () => {
      place = await createPostgres('migrated');
      const url = new URL(place.config.url);
      proxy = await startProxy(Number(url.port));
      url.port = String(proxy.port);
      config = { kind: 'postgres', url: url.href, ...settings };
      db = await openDatabase(config);
    });
    after(() =>
      cleanUp(
        () => db.close(),
        () => proxy.stop(),
        () => place.remove(),
      ),
    );
    beforeEach(async () => {
      id = newId('organization');
      await db.transaction((tx) => tx.run(insertOrganization, { id, name: '0', timeZone: 'UTC', createdAt: 0 }));
    });

    const nameIn = async (tx: Transaction) => (await tx.first(organizationById, { id }))?.name;
    const rename = (tx: Transaction, name: string) => tx.run(updateOrganization, { id, name, timeZone: 'UTC' });
    const namesOf = async (works: readonly Promise<unknown>[]) =>
      (await Promise.allSettled(works)).map((result) =>
        result.status === 'fulfilled' ? 'done' : String(result.reason.cause?.message ?? result.reason.message),
      );

    async function roundTripsOf(work: () => Promise<unknown>): Promise<number> {
      await work();
      await noCheckIsRunning();
      proxy.delay(DELAY_MS);
      const before = proxy.roundTrips();
      await work().finally(() => proxy.delay(0));
      return proxy.roundTrips() - before;
    }

    /** Once rows come from the cache, the connection of the checks is there, and no check is running that another read would wait for. */
    async function noCheckIsRunning(): Promise<void> {
      if ('transactionPooler' in settings) return;
      const read = () => db.asOneReader(() => db.all(parts, { list: ['cached'] }));
      for (let before = await read(), rows = await read(); rows !== before; rows = await read()) before = rows;
    }

    /** Each with other parameters, so that no two are the same read. */
    const divide = (database: Pick<Database, 'first'>) =>
      Promise.all(Array.from({ length: READS }, (_, i) => database.first(quotient, { divisor: i + 1 })));

    it('are one round trip for all reads of a reader in a turn', async () => {
      let turn = 0;
      // What was read before would wait for a check.
      const readOnce = () => db.first(parts, { list: [`${turn++}`] });
      const read = () => db.asOneReader(() => Promise.all(Array.from({ length: READS }, readOnce)));
      assert.equal(await roundTripsOf(read), 1);
      assert.equal(db.connections?.().total, 1);
    });

    it('have the results of each read, also of those that begin in another turn', async () => {
      const results = await db.asOneReader(async () => {
        const first = divide(db);
        await new Promise((resolve) => setImmediate(resolve));
        return [...(await first), ...(await divide(db))];
      });
      const expected = Array.from({ length: READS }, (_, i) => ({ result: Math.trunc(10 / (i + 1)) }));
      assert.deepEqual(results, [...expected, ...expected]);
    });

    it('take lists as one parameter, whatever is in them', async () => {
      const names = ['', 'null', '{a,b}', 'a"b', 'a\\b', "it's", '\\"', 'ü'];
      await db.transaction(async (tx) => {
        for (const name of names) {
          await tx.run(insertOrganization, { id: newId('organization'), name, timeZone: 'UTC', createdAt: 0 });
        }
      });
      const found = await db.all(parts, { list: names });
      assert.deepEqual(found.map(({ name }) => name).toSorted(), names.toSorted());
      assert.deepEqual(await db.all(parts, { list: ['{a', 'b}', 'a'] }), []);
      assert.deepEqual(await db.all(parts, { list: [] }), []);
    });

    it('fail together if they are reads of one turn, and the connection stays usable', async () => {
      const reads = () => [1, 0, 2].map((divisor) => db.first(quotient, { divisor }));
      assert.deepEqual(new Set(await namesOf(db.asOneReader(reads))), new Set(['division by zero']));
      assert.deepEqual(await db.asOneReader(() => db.first(quotient, { divisor: 5 })), { result: 2 });
      assert.deepEqual(await namesOf(reads()), ['done', 'division by zero', 'done']);
    });

    it('fail with the error of the first in a transaction, which stores nothing', async () => {
      const results: string[] = [];
      const failing = db.transaction(async (tx) => {
        await rename(tx, '1');
        const works = [nameIn(tx), tx.first(quotient, { divisor: 0 }), rename(tx, '2'), nameIn(tx)];
        results.push(...(await namesOf(works)));
      });
      await assert.rejects(failing, /rolled back after a failed statement/);
      assert.deepEqual(results, ['done', ...Array(3).fill('division by zero')]);
      assert.equal(await db.transaction(nameIn), '0');
    });

    it('are a round trip for reads and locks with the begin, and one for writes with the commit', async () => {
      const reading = () => db.transaction(async (tx) => void (await Promise.all([nameIn(tx), divide(tx)])));
      assert.equal(await roundTripsOf(reading), 2);
      const writing = () =>
        db.transaction(async (tx) => {
          await Promise.all([tx.all(lockAll, {}), nameIn(tx)]);
          tx.send(updateOrganization, { id, name: '1', timeZone: 'UTC' });
          tx.send(updateOrganization, { id, name: '2', timeZone: 'UTC' });
        });
      assert.equal(await roundTripsOf(writing), 2);
      assert.equal(await db.transaction(nameIn), '2');
    });

    it('fail when the connection is lost, and the next ones do not', async () => {
      const lost = db.asOneReader(() => [db.first(suicide, {}), db.first(quotient, { divisor: 1 })]);
      for (const { status } of await Promise.allSettled(lost)) assert.equal(status, 'rejected');
      const inTransaction = db.transaction((tx) => Promise.all([tx.first(suicide, {}), nameIn(tx)]));
      await assert.rejects(inTransaction, { code: 'service_unavailable' });
      assert.equal(await db.transaction(nameIn), '0');
    });

    it('fail when the time of the transaction is up', async () => {
      const impatient = await openDatabase(config, { transactionTimeoutMs: SHORT_TIMEOUT_MS });
      const slow = impatient.transaction((tx) => Promise.all([tx.first(sleep, {}), nameIn(tx)]));
      await assert.rejects(slow, { code: 'service_unavailable' });
      assert.equal(await impatient.transaction(nameIn), '0');
      await impatient.close();
    });
  });
}

describe('the statements after a begin that fails', () => {
  let place: Awaited<ReturnType<typeof createPostgres>>;
  let gate: WireGate;
  let db: Database;
  const id = newId('organization');

  before(async () => {
    place = await createPostgres('migrated');
    const url = new URL(place.directUrl);
    const rewrite = (text: string) => text.replace('begin isolation level serializable', 'begin nonsense');
    gate = await openWireGate({ host: url.hostname, port: Number(url.port), rewrite });
    url.host = `127.0.0.1:${gate.port}`;
    db = await openDatabase({ kind: 'postgres', url: url.href });
    await db.queueTransaction((tx) => tx.run(insertOrganization, { id, name: '0', timeZone: 'UTC', createdAt: 0 }));
  });
  after(() =>
    cleanUp(
      () => db.close(),
      () => gate.stop(),
      () => place.remove(),
    ),
  );

  const written = { id, name: '9', timeZone: 'UTC' };
  const works: Record<string, (tx: Transaction) => Promise<unknown>> = {
    'writes are refused': (tx) => tx.run(updateOrganization, written),
    'writes that nobody waits for are refused': async (tx) => tx.send(updateOrganization, written),
    'writes after reads and locks are refused': async (tx) => {
      await Promise.all([tx.all(lockAll, {}), tx.first(organizationById, { id })]);
      await tx.run(updateOrganization, written);
    },
    'wake-ups are refused': (tx) => tx.wakeWorkers(),
    'reads alone do not succeed': (tx) => tx.first(organizationById, { id }),
  };
  for (const [which, work] of Object.entries(works)) {
    it(which, async () => {
      gate.record();
      await assert.rejects(db.transaction(work), { code: '42601' });
      assert.deepEqual(
        gate.statements().filter((text) => /^(update|notify|commit)/.test(text)),
        [],
      );
      assert.equal((await db.first(organizationById, { id }))?.name, '0');
    });
  }
});
