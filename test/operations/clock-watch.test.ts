/** Rule STO-9, on a real PostgreSQL, with a simulated clock of the node. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { buildApp } from '../../src/http/app.ts';
import { createLog } from '../../src/process/log.ts';
import { createClockWatch } from '../../src/services/shared/clock-watch.ts';
import { systemClock } from '../../src/time/clock.ts';
import { PUBLIC_URL, silentLog, startWatchbill } from '../support/drivers/api.ts';
import { createPostgres, createSqlite } from '../support/servers/databases.ts';

async function startWatched(create: typeof createPostgres | typeof createSqlite) {
  const watchbill = await startWatchbill(create);
  let aheadMs = 0;
  const clock = { now: () => systemClock.now() + aheadMs };
  const logged: string[] = [];
  const log = createLog('info', clock, (line) => logged.push(JSON.parse(line).message));
  const clockWatch = createClockWatch(watchbill.services.db, clock, log);
  const app = await buildApp({
    services: { ...watchbill.services, clockWatch },
    docsUrl: 'http://docs.test',
    publicUrl: () => PUBLIC_URL,
    rateLimit: 0,
    log: silentLog,
  });
  return {
    app,
    clockWatch,
    logged,
    set: (ms: number) => {
      aheadMs = ms;
    },
    async gauge(): Promise<number | undefined> {
      const found = /^watchbill_clock_difference_seconds (\S+)$/m.exec((await app.inject('/metrics')).body);
      return found ? Number(found[1]) : undefined;
    },
    async stop() {
      await app.close();
      await watchbill.stop();
    },
  };
}

it('[STO-9] a node whose clock differs from the database by 5 s is not ready, and warns once', async () => {
  const { app, clockWatch, logged, set, gauge, stop } = await startWatched(createPostgres);
  await clockWatch.check();
  assert.equal((await app.inject('/readyz')).statusCode, 200);
  assert.ok(Math.abs((await gauge()) ?? 99) < 1);

  for (const [aheadMs, words] of [
    [5_000, 'ahead of'],
    [-5_000, 'behind'],
  ] as const) {
    logged.length = 0;
    set(aheadMs);
    await clockWatch.check();
    await clockWatch.check();
    const { statusCode, body } = await app.inject('/readyz');
    assert.equal(statusCode, 503);
    assert.match(
      JSON.parse(body).error.message,
      new RegExp(`^The clock of this node is \\d\\.\\d s ${words} the database's`),
    );
    assert.ok(Math.abs(((await gauge()) ?? 0) - aheadMs / 1000) < 1);
    assert.deepEqual(logged, ['the clock of this node differs from that of the database']);

    set(0);
    assert.equal((await app.inject('/readyz')).statusCode, 200, 'at once, without waiting for the next check');
    assert.deepEqual(logged.slice(1), ['the clock of this node agrees with that of the database again']);
  }
  await stop();
});

it('[STO-9] on SQLite there is no other clock', async () => {
  const { app, clockWatch, set, gauge, stop } = await startWatched(createSqlite);
  set(5_000);
  await clockWatch.check();
  assert.equal((await app.inject('/readyz')).statusCode, 200);
  assert.equal(await gauge(), undefined);
  await stop();
});
