/** Rule OPS-1: `worker` as a process, with metrics on a port of its own. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, it } from 'node:test';
import { run } from '../support/servers/child-processes.ts';
import { cleanUp } from '../support/servers/clean-up.ts';
import { describeOnBothDatabases, type TestDatabase } from '../support/servers/databases.ts';
import { follow, killed, type RunningProcess, startCommand, stopped } from '../support/servers/server-process.ts';

describeOnBothDatabases('[OPS-1] worker with WATCHBILL_METRICS_PORT', (create, itOnSqlite) => {
  let place: TestDatabase;
  let worker: RunningProcess;
  let metrics: string;

  before(async () => {
    place = await create();
    worker = follow(startCommand(place.config, ['worker'], { WATCHBILL_METRICS_PORT: '0' }));
    ({ metrics } = JSON.parse(await worker.said('"working"')));
  });
  after(() =>
    cleanUp(
      () => killed(worker),
      () => place.remove(),
    ),
  );

  it('has the metrics that alerts need, on HOST', async () => {
    assert.match(metrics, /^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
    const answer = await fetch(metrics);
    const body = await answer.text();
    assert.equal(answer.status, 200, body);
    assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
    for (const series of [
      'watchbill_deliveries_total{kind="chat",result="failed"}',
      'watchbill_group_syncs_total{result="failed"}',
      'watchbill_handoffs_total',
      'watchbill_worker_lag_seconds{kind="handoff"}',
      'watchbill_outbox_oldest_seconds{kind="mail"}',
    ]) {
      assert.ok(body.includes(`\n${series} 0\n`), series);
    }
    assert.match(body, /^process_resident_memory_bytes \d+$/m);
    assert.doesNotMatch(body, /watchbill_requests_total/);
  });

  itOnSqlite('has nothing else there', async () => {
    const origin = new URL(metrics).origin;
    for (const path of ['/', '/metricsx', '/readyz', '/user/', '/%']) {
      assert.equal((await fetch(`${origin}${path}`)).status, 404, path);
    }
    const posted = await fetch(metrics, { method: 'POST', body: 'x'.repeat(1_000_000) });
    assert.deepEqual([posted.status, posted.headers.get('allow')], [405, 'GET, HEAD']);
    const head = await fetch(`${metrics}/?x=1`, { method: 'HEAD' });
    assert.deepEqual([head.status, await head.text()], [200, '']);
  });

  itOnSqlite('is asked by the health check of the image, which ends however much is answered', async () => {
    const full = createHttpServer((_, response) => response.end('x'.repeat(100_000))).listen(0, '127.0.0.1');
    // It never closes a connection.
    full.keepAliveTimeout = 0;
    await once(full, 'listening');
    const check = (variables: Record<string, string>) =>
      run(process.execPath, ['bin/healthy.mjs'], { env: { PORT: '1', ...variables } });
    await check({ WATCHBILL_METRICS_PORT: new URL(metrics).port });
    await check({ PORT: String((full.address() as AddressInfo).port) });
    await assert.rejects(check({}), { code: 1 });
    full.close();
  });

  itOnSqlite('says in one line that the port is taken, and works on nothing', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const refused = startCommand(place.config, ['worker'], { WATCHBILL_METRICS_PORT: String(port) });
    assert.ok(refused.stdout !== null && refused.stderr !== null);
    const [[code], log, error] = await Promise.all([once(refused, 'exit'), text(refused.stdout), text(refused.stderr)]);
    other.close();
    assert.deepEqual([code, error], [1, `WATCHBILL_METRICS_PORT is ${port}; another program listens there\n`]);
    assert.doesNotMatch(log, /"working"/);
  });

  itOnSqlite('stops with a scraper that is still connected', async () => {
    const { host, hostname, port } = new URL(metrics);
    const socket = connect(Number(port), hostname);
    socket.write(`GET /metrics HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
    await once(socket, 'data');
    socket.on('error', () => undefined);
    await stopped(worker);
    socket.destroy();
  });
});
