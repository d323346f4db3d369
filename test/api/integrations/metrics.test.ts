import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, describe, it } from 'node:test';
import { openDatabase } from '../../../src/db/driver/open.ts';
import { anyOrganization } from '../../../src/db/people/organizations.ts';
import { buildApp } from '../../../src/http/app.ts';
import type { App } from '../../../src/http/typed-app.ts';
import { createIdSource } from '../../../src/ids.ts';
import { VERSION } from '../../../src/process/version.ts';
import { enqueue } from '../../../src/services/outbox/outbox.ts';
import { noLastUses } from '../../../src/services/shared/last-uses.ts';
import {
  failed,
  type Person,
  PUBLIC_URL,
  silentLog,
  startWatchbill,
  succeeded,
  TEST_SECRET,
  type Watchbill,
} from '../../support/drivers/api.ts';
import { seriesIn } from '../../support/drivers/metrics.ts';
import { createSchedule } from '../../support/drivers/schedules.ts';
import { eventually, workAt } from '../../support/drivers/worker.ts';
import { describeOnSqlite } from '../../support/servers/databases.ts';

const { cache } = createRequire(import.meta.url);

function isLoaded(library: string): boolean {
  return Object.keys(cache).some((path) => path.includes(`/node_modules/${library}/`));
}

async function scrape(app: App): Promise<string> {
  const { statusCode, headers, body } = await app.inject('/metrics');
  assert.equal(statusCode, 200, body);
  assert.match(String(headers['content-type']), /^text\/plain; version=0\.0\.4/);
  return body;
}

/** The value of a metric with these labels; undefined if it is missing. */
function figureOf(text: string, metric: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${metric} `));
  return line === undefined ? undefined : Number(line.slice(metric.length));
}

describeOnSqlite('GET /metrics', (create) => {
  let watchbill: Watchbill;
  let owner: Person;

  before(async () => {
    const wasLoaded = isLoaded('prom-client');
    watchbill = await startWatchbill(create);
    assert.equal(isLoaded('prom-client'), wasLoaded, 'a start must not pay for it');
    owner = watchbill.owner;
  });
  after(() => watchbill.stop());

  async function read(metric: string): Promise<number | undefined> {
    return figureOf(await scrape(watchbill.app), metric);
  }

  async function send(destinationId: string): Promise<void> {
    const { services } = watchbill;
    const organization = await services.db.first(anyOrganization, {});
    assert.ok(organization !== undefined);
    const message = { lines: [['A word about Ada']] };
    await services.db.transaction((tx) => enqueue(services, tx, organization.id, [{ destinationId, message }]));
  }

  it('needs no key, and has the format of Prometheus', async () => {
    const text = await scrape(watchbill.app);
    assert.ok(isLoaded('prom-client'));
    for (const line of text.trimEnd().split('\n')) {
      assert.match(line, /^$|^# (HELP|TYPE) \w+ \S|^\w+(\{(\w+="[^"]*",?)*\})? -?[\d.e+-]+$/);
    }
    const helped = [...text.matchAll(/^# HELP (\w+)/gm)].map(([, name]) => name);
    assert.equal(new Set(helped).size, helped.length, 'each metric is described once');
    assert.ok((figureOf(text, 'process_resident_memory_bytes') ?? 0) > 0);
  });

  it('counts responses by route pattern and status', async () => {
    const asked = 'watchbill_requests_total{method="GET",route="/users/{user_id}",status="200"}';
    assert.equal(await read(asked), undefined);
    for (let i = 0; i < 3; i++) succeeded(await owner.get(`/users/${owner.id}`));
    failed(await owner.get('/users/usr_none/'), 404, 'not_found');
    failed(await owner.post('/teams/', { name: '' }), 400, 'bad_request');
    await watchbill.app.inject({ method: 'HEAD', url: '/healthz' });
    const text = await scrape(watchbill.app);
    assert.equal(figureOf(text, asked), 3);
    assert.equal(figureOf(text, asked.replace('200', '404')), 1);
    assert.equal(figureOf(text, 'watchbill_requests_total{method="POST",route="/teams/",status="400"}'), 1);
    assert.equal(figureOf(text, 'watchbill_requests_total{method="HEAD",route="/healthz",status="200"}'), 1);
  });

  it('counts routes with several methods by the method of the request', async () => {
    for (const [method, url] of [
      ['DELETE', '/users/batch'],
      ['GET', '/mcp'],
      ['DELETE', '/mcp'],
    ] as const) {
      const { statusCode } = await watchbill.app.inject({ method, url, headers: { 'x-api-key': owner.key } });
      assert.equal(statusCode, 405, url);
    }
    const series = seriesIn(await scrape(watchbill.app));
    const asked = series.filter(({ metric, labels, value }) => {
      const isRequest = metric === 'watchbill_requests_total' || metric === 'watchbill_request_duration_seconds_count';
      return isRequest && value > 0 && ['/users/batch', '/mcp'].includes(labels.route ?? '');
    });
    assert.deepEqual(asked.map(({ labels: { method, route, status = '' } }) => `${method} ${route} ${status}`).sort(), [
      'DELETE /mcp ',
      'DELETE /mcp 405',
      'DELETE /users/batch ',
      'DELETE /users/batch 405',
      'GET /mcp ',
      'GET /mcp 405',
    ]);
    const methods = new Set(series.map(({ labels }) => labels.method));
    assert.deepEqual([...methods].sort(), ['', 'DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT', undefined]);
  });

  it('[OPS-1] starts the counts of failures at 0: Prometheus sees no increase in a series that starts at 1', async () => {
    const text = await scrape(watchbill.app);
    const series = text.matchAll(/watchbill_requests_total\{(method="\w*",route="[^"]*")/g);
    const routes = new Set([...series].map(([, labels = '']) => labels));
    assert.ok(routes.size > 100, `${routes.size} routes`);
    for (const of of routes) {
      for (const status of [500, 502, 503]) {
        assert.equal(figureOf(text, `watchbill_requests_total{${of},status="${status}"}`), 0, of);
      }
    }
  });

  it('[OPS-1] has the times of each route that was asked, in buckets that contain those before', async () => {
    const labels = 'method="GET",route="/users/{user_id}/on_call"';
    const buckets = (text: string) =>
      [...text.matchAll(/^watchbill_request_duration_seconds_bucket\{(.*),le="([^"]*)"\} (\d+)$/gm)].filter(
        ([, of]) => of === labels,
      );
    assert.deepEqual(buckets(await scrape(watchbill.app)), []);
    for (let i = 0; i < 3; i++) succeeded(await owner.get(`/users/${owner.id}/on_call`));
    failed(await owner.get('/users/usr_none/on_call'), 404, 'not_found');

    const text = await scrape(watchbill.app);
    const counts = buckets(text).map(([, , , count]) => Number(count));
    assert.deepEqual(
      counts,
      counts.toSorted((a, b) => a - b),
    );
    assert.deepEqual(
      buckets(text).map(([, , bound = '']) => bound),
      ['0.001', '0.0025', '0.005', '0.01', '0.025', '0.05', '0.1', '0.25', '0.5', '1', '2.5', '10', '25', '+Inf'],
    );
    const name = 'watchbill_request_duration_seconds';
    assert.deepEqual([counts.at(-1), figureOf(text, `${name}_count{${labels}}`)], [4, 4]);
    const sum = figureOf(text, `${name}_sum{${labels}}`) ?? 0;
    assert.ok(sum > 0 && sum < 60, `${sum} s`);
    assert.doesNotMatch(text, /duration_seconds.*usr_/);
  });

  it('[OPS-1] has the delay of the event loop, for each of several scrapers', async () => {
    const name = 'watchbill_event_loop_delay_seconds';
    const longStops = (text: string) =>
      (figureOf(text, `${name}_bucket{le="+Inf"}`) ?? Number.NaN) - (figureOf(text, `${name}_bucket{le="0.25"}`) ?? 0);
    const first = await scrape(watchbill.app);
    assert.ok(figureOf(first, `${name}_sum`) !== undefined && figureOf(first, `${name}_count`) !== undefined);
    // Nothing else can run meanwhile.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
    await eventually(async () => longStops(await scrape(watchbill.app)) > longStops(first), 'the stop was counted');
    const [one, other] = [await scrape(watchbill.app), await scrape(watchbill.app)];
    assert.ok(
      longStops(one) > longStops(first) && longStops(other) >= longStops(one),
      'no scrape takes it from others',
    );
    // Those of prom-client begin again with each scrape, and include the time between two samples.
    assert.doesNotMatch(other, /nodejs_eventloop_lag|NaN/i);
  });

  it('[OPS-1] says which version runs', async () => {
    assert.equal(await read(`watchbill_build_info{version="${VERSION}",node="${process.versions.node}"}`), 1);
  });

  it('counts requests to unknown paths together', async () => {
    for (const url of ['/nope', '/users/a/b/c', '/%', '/wp-login.php?x=1']) await watchbill.app.inject(url);
    const text = await scrape(watchbill.app);
    assert.equal(figureOf(text, 'watchbill_requests_total{method="",route="",status="404"}'), 4);
    assert.doesNotMatch(text, /nope|wp-login/);
  });

  it('shows how long work of each kind has been due, and counts finished work', async () => {
    const lag = (kind: string) => `watchbill_worker_lag_seconds{kind="${kind}"}`;
    watchbill.at('2026-01-05T10:00:00Z');
    const ada = await watchbill.addPerson('Ada');
    const { id } = await createSchedule(owner, [owner, ada], { name: 'Secret project' });
    succeeded(await owner.put(`/schedules/${id}/chat_user_group/`, { name: 'Group', handle: 'group' }));
    watchbill.at('2026-01-06T08:59:59Z');
    assert.equal(await read(lag('handoff')), 0);

    watchbill.at('2026-01-06T09:01:30.500Z');
    const late = await scrape(watchbill.app);
    assert.equal(figureOf(late, lag('handoff')), 90.5);
    assert.equal(figureOf(late, lag('group_sync')), 23 * 3600 - 14 * 60 + 90.5);
    for (const kind of ['change_notification', 'reminder', 'delivery', 'expiry'])
      assert.equal(figureOf(late, lag(kind)), 0, kind);

    await workAt(watchbill, '2026-01-06T09:01:31Z');
    const done = await scrape(watchbill.app);
    for (const kind of ['handoff', 'group_sync']) assert.equal(figureOf(done, lag(kind)), 0, kind);
    const difference = (metric: string) => (figureOf(done, metric) ?? 0) - (figureOf(late, metric) ?? 0);
    assert.equal(difference('watchbill_handoffs_total'), 1);
    assert.equal(difference('watchbill_group_syncs_total{result="done"}'), 1);
    assert.equal(difference('watchbill_group_syncs_total{result="failed"}'), 0);
  });

  it('shows the size and age of the outbox, and the results of deliveries', async () => {
    watchbill.at('2026-01-06T12:00:00Z');
    await send('C0ONCALL');
    watchbill.at('2026-01-06T12:05:00Z');
    await send('C0NOWHERE');
    watchbill.at('2026-01-06T12:06:00Z');
    const before = await scrape(watchbill.app);
    assert.equal(figureOf(before, 'watchbill_outbox_pending{kind="chat"}'), 2);
    assert.equal(figureOf(before, 'watchbill_outbox_oldest_seconds{kind="chat"}'), 360);
    assert.equal(figureOf(before, 'watchbill_worker_lag_seconds{kind="delivery"}'), 360);

    await workAt(watchbill, '2026-01-06T12:06:01Z');
    const after = await scrape(watchbill.app);
    assert.equal(figureOf(after, 'watchbill_outbox_pending{kind="chat"}'), 0);
    assert.equal(figureOf(after, 'watchbill_outbox_oldest_seconds{kind="chat"}'), 0);
    for (const [result, count] of Object.entries({ sent: 1, failed: 1, retried: 0 })) {
      const metric = `watchbill_deliveries_total{kind="chat",result="${result}"}`;
      assert.equal((figureOf(after, metric) ?? 0) - (figureOf(before, metric) ?? 0), count, result);
    }
  });

  it('shows the connections to PostgreSQL, if any', async () => {
    const text = await scrape(watchbill.app);
    const states = ['total', 'idle', 'waiting'].map((state) =>
      figureOf(text, `watchbill_database_connections{state="${state}"}`),
    );
    if (watchbill.services.db.connections === undefined) {
      assert.doesNotMatch(text, /database_connections/);
    } else {
      const [total = 0, idle = 0, waiting] = states;
      assert.ok(total > 0 && idle > 0 && idle <= total && waiting === 0, String(states));
    }
  });

  it('contains no names', async () => {
    assert.doesNotMatch(await scrape(watchbill.app), /Ada|Secret|example\.com|(usr|sch|org|tea|key)_\w{26}|wb_/);
  });
});

describe('GET /metrics while the database cannot be reached', () => {
  it('shows the metrics of the process', async () => {
    const clock = { now: () => 0 };
    const db = await openDatabase({ kind: 'postgres', url: 'postgres://nobody@127.0.0.1:1/nowhere' });
    const base = { db, clock, newId: createIdSource(clock), secret: TEST_SECRET };
    const services = { ...base, chatOf: () => undefined, lastUses: noLastUses() };
    const app = await buildApp({
      services,
      docsUrl: 'http://docs.test',
      publicUrl: () => PUBLIC_URL,
      rateLimit: 0,
      log: silentLog,
    });
    try {
      assert.equal((await app.inject('/readyz')).statusCode, 503);
      const text = await scrape(app);
      assert.equal(figureOf(text, 'watchbill_requests_total{method="GET",route="/readyz",status="503"}'), 1);
      assert.equal(figureOf(text, 'watchbill_database_connections{state="total"}'), 0);
      assert.doesNotMatch(text, /worker_lag|outbox/);
    } finally {
      await app.close();
      await db.close();
    }
  });
});
