/** The timers of the loop: it sleeps until something is due, does it then, and makes no queries in between. */
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import type { Database } from '../../src/db/driver/database.ts';
import { WORK_KINDS } from '../../src/services/jobs/due-work.ts';
import type { Services } from '../../src/services/shared/services.ts';
import { formatInstant, parseInstant } from '../../src/time/iso.ts';
import { startWorker } from '../../src/worker/loop.ts';
import { silentLog, startWatchbill, succeeded } from '../support/drivers/api.ts';
import { createSchedule } from '../support/drivers/schedules.ts';
import { messagesIn } from '../support/drivers/worker.ts';
import { createSqlite } from '../support/servers/databases.ts';

/** Counts all queries. */
function counting(db: Database): { db: Database; count(): number } {
  let asked = 0;
  const counted: Database = {
    ...db,
    all(...question) {
      asked += 1;
      return db.all(...question);
    },
    first(...question) {
      asked += 1;
      return db.first(...question);
    },
    transaction(work) {
      asked += 1;
      return db.transaction(work);
    },
    queueTransaction(work) {
      asked += 1;
      return db.queueTransaction(work);
    },
  };
  return { db: counted, count: () => asked };
}

async function startLoop(t: TestContext, now: string) {
  const watchbill = await startWatchbill(createSqlite, now);
  const ada = await watchbill.addPerson('Ada');
  const bob = await watchbill.addPerson('Bob');
  const { id } = await createSchedule(watchbill.owner, [ada, bob]);
  succeeded(await watchbill.owner.put(`/schedules/${id}/chat_channels/C0ONCALL`), 204);
  const { db, count } = counting(watchbill.services.db);
  const services: Services = { ...watchbill.services, db };
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const worker = await startWorker(services, silentLog);
  let nowMs = parseInstant(now) as number;

  /** The number of queries until there are no more, for as many turns of the event loop as needed. */
  async function calm(): Promise<number> {
    const before = count();
    for (let last = -1; last !== count(); ) {
      last = count();
      for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
    }
    return count() - before;
  }

  await calm();
  return {
    watchbill,
    /** Lets that much time pass, and returns the number of queries it caused. */
    async pass(ms: number): Promise<number> {
      nowMs += ms;
      watchbill.at(formatInstant(nowMs));
      t.mock.timers.tick(ms);
      return calm();
    },
    async stop() {
      t.mock.timers.reset();
      await worker.stop();
      await watchbill.stop();
    },
  };
}

it('[WRK-2] a handoff is announced within a second', async (t) => {
  const { watchbill, pass, stop } = await startLoop(t, '2026-01-06T08:59:50Z');
  await pass(9_999);
  assert.deepEqual(await messagesIn(watchbill.owner, 'C0ONCALL'), []);
  for (let ms = 0; ms < 1_000; ms += 100) await pass(100);
  assert.equal((await messagesIn(watchbill.owner, 'C0ONCALL')).length, 1);
  await stop();
});

it('the database is queried only every 15 seconds while nothing is due', async (t) => {
  const { pass, stop } = await startLoop(t, '2026-01-05T10:00:00Z');
  assert.equal(await pass(14_999), 0);
  const look = await pass(1);
  assert.ok(look > 0 && look <= WORK_KINDS.length, `one question for each kind of work, not ${look}`);
  assert.equal(await pass(14_999), 0);
  await stop();
});

it('a change wakes it at once', async (t) => {
  const { watchbill, pass, stop } = await startLoop(t, '2026-01-05T10:00:00Z');
  await watchbill.services.db.transaction((tx) => tx.wakeWorkers());
  assert.ok((await pass(0)) > 0);
  await stop();
});
