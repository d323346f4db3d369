/** Rule OPS-1: `/metrics` of real processes answers in time, whatever their PostgreSQL does. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { startProxy, type TcpProxy } from '../support/fakes/proxy.ts';
import { run } from '../support/servers/child-processes.ts';
import { cleanUp } from '../support/servers/clean-up.ts';
import { createPostgres, type TestPostgres } from '../support/servers/databases.ts';
import { follow, killed, listening, type ServerProcess, startCommand } from '../support/servers/server-process.ts';

/** The statement that counts pending messages. Only scrapes send it. */
const WAITING_SCRAPES = `select pid from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query like '%"oldest"%from "deliveries"%'`;

describe('[OPS-1] /metrics while PostgreSQL hangs', () => {
  let place: TestPostgres;
  let proxy: TcpProxy;
  let server: ServerProcess;
  let worker: ReturnType<typeof follow>;
  let elsewhere: pg.Client;
  /** Of a server and of a worker. */
  let addresses: readonly string[];

  before(async () => {
    place = await createPostgres();
    elsewhere = new pg.Client({ connectionString: place.directUrl });
    await elsewhere.connect();
    const url = new URL(place.config.url);
    proxy = await startProxy(Number(url.port));
    url.port = String(proxy.port);
    const behind = { ...place.config, url: String(url) };
    server = await listening(startCommand(behind, ['serve', '--no-worker']));
    worker = follow(startCommand(behind, ['worker'], { WATCHBILL_METRICS_PORT: '0' }));
    const { metrics } = JSON.parse(await worker.said('"working"')) as { metrics: string };
    addresses = [`${server.address}/metrics`, metrics];
  });
  after(() =>
    cleanUp(
      () => killed(server),
      () => killed(worker),
      () => elsewhere.end(),
      () => proxy.stop(),
      () => place.remove(),
    ),
  );

  /** The names of the metrics of the process and of the database that this is about, and whether the database answered. */
  async function scrape(address: string): Promise<readonly string[]> {
    const answer = await fetch(address);
    const text = await answer.text();
    assert.equal(answer.status, 200, text);
    const found = [...text.matchAll(/^(watchbill_(?!requests|request_duration)\w+|process_resident_memory_bytes)/gm)];
    const [isUp = 'watchbill_database_up: not said'] = /^watchbill_database_up .*$/m.exec(text) ?? [];
    return [...new Set(found.map(([name]) => name)), isUp];
  }

  const ofProcess = ['watchbill_handoffs_total', 'watchbill_database_connections', 'process_resident_memory_bytes'];
  const ofDatabase = [
    'watchbill_worker_lag_seconds',
    'watchbill_outbox_pending',
    'watchbill_outbox_oldest_seconds',
    'watchbill_broken_schedules',
  ];

  function assertWithoutDatabase(names: readonly string[]): void {
    assert.ok(names.includes('watchbill_database_up 0'), String(names));
    for (const name of ofProcess) assert.ok(names.includes(name), name);
    for (const name of ofDatabase) assert.ok(!names.includes(name), name);
  }

  /** The processes of PostgreSQL that measure for scrapes, and wait for the locked table. */
  async function waitingScrapes(): Promise<readonly number[]> {
    // Within a transaction, PostgreSQL shows the connections as they were at the first look.
    await elsewhere.query('select pg_stat_clear_snapshot()');
    return (await elsewhere.query(WAITING_SCRAPES)).rows.map(({ pid }) => pid as number);
  }

  /** The health check of a worker's container. */
  async function assertHealthy(): Promise<void> {
    const env = { PORT: '1', WATCHBILL_METRICS_PORT: new URL(addresses[1] ?? '').port };
    await run(process.execPath, ['bin/healthy.mjs'], { env });
  }

  async function assertWithDatabase(): Promise<void> {
    for (const address of addresses) {
      const names = await scrape(address);
      assert.ok(names.includes('watchbill_database_up 1'), String(names));
      for (const name of [...ofProcess, ...ofDatabase]) assert.ok(names.includes(name), name);
    }
  }

  it('leaves out what the database knows if a table is locked, and asks once for all scrapes', async () => {
    await elsewhere.query('begin; lock table deliveries in access exclusive mode');
    try {
      await assertHealthy();
      assert.deepEqual(await waitingScrapes(), [], 'the health check measures nothing');
      let waiting: readonly number[] | undefined;
      for (let turn = 0; turn < 2; turn++) {
        const answers = await Promise.all(addresses.flatMap((address) => [scrape(address), scrape(address)]));
        const pids = await waitingScrapes();
        waiting ??= pids;
        assert.ok(pids.length > 0, 'the answers waited until PostgreSQL gave up');
        assert.deepEqual(pids.toSorted(), waiting.toSorted(), 'later scrapes sent further statements');
        for (const names of answers) assertWithoutDatabase(names);
      }
    } finally {
      await elsewhere.query('rollback');
    }
    await assertWithDatabase();
  });

  it('leaves it out if PostgreSQL is silent', async () => {
    proxy.stall();
    let isGivenUp = false;
    const ready = fetch(`${server.address}/readyz`).then(() => {
      isGivenUp = true;
    });
    const [answers] = await Promise.all([Promise.all(addresses.map(scrape)), assertHealthy()]);
    assert.ok(!isGivenUp, 'the answers waited until the database was given up');
    for (const names of answers) assertWithoutDatabase(names);
    await proxy.mend();
    await ready;
    await assertWithDatabase();
  });
});
