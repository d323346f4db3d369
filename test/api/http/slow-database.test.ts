import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { buildApp } from '../../../src/http/app.ts';
import type { App } from '../../../src/http/typed-app.ts';
import {
  callFrom,
  failed,
  PUBLIC_URL,
  silentLog,
  startWatchbill,
  succeeded,
  type Watchbill,
} from '../../support/drivers/api.ts';
import { createSchedule, newOverride } from '../../support/drivers/schedules.ts';
import { startStopwatch } from '../../support/drivers/stopwatch.ts';
import { eventually } from '../../support/drivers/worker.ts';
import { cleanUp } from '../../support/servers/clean-up.ts';
import { createPostgres } from '../../support/servers/databases.ts';

const IMPATIENT_MS = 2_000;

/** A change with a time limit of its own would wait for 15 s. */
const MUCH_LATER_MS = 10_000;

const START = '2026-02-01T00:00:00Z';
const END = '2026-02-02T00:00:00Z';

const WAITING = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

describe('a slow database', () => {
  let watchbill: Watchbill;
  let impatient: App;
  let address: string;
  let elsewhere: pg.Client;

  before(async () => {
    const place = await createPostgres();
    watchbill = await startWatchbill(async () => place);
    impatient = await buildApp({
      services: watchbill.services,
      docsUrl: 'http://docs.test',
      publicUrl: () => PUBLIC_URL,
      rateLimit: 0,
      log: silentLog,
      answerWithinMs: IMPATIENT_MS,
    });
    // Over a real connection: injected requests read their body differently.
    address = await impatient.listen({ host: '127.0.0.1', port: 0 });
    elsewhere = new pg.Client({ connectionString: place.directUrl });
    await elsewhere.connect();
  });
  after(async () => {
    await cleanUp(
      () => elsewhere.end(),
      () => impatient.close(),
      () => watchbill.stop(),
    );
  });

  it('makes lists and writes time out', async () => {
    const { key, get } = watchbill.owner;
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    for (const request of [{ method: 'GET' }, { method: 'POST', body: '{"name":"Harbour"}' }]) {
      await elsewhere.query('begin; lock table teams in access exclusive mode');
      const answer = await fetch(`${address}/teams/`, { ...request, headers });
      const { rows: waiting } = await elsewhere.query(WAITING);
      await elsewhere.query('rollback');
      assert.equal(waiting.length, 1, `${request.method} was answered only when the database gave up`);
      const { error } = (await answer.json()) as { error: { code: string } };
      assert.deepEqual([answer.status, error.code], [503, 'service_unavailable'], request.method);
      assert.ok(Number(answer.headers.get('retry-after')) > 0);
      succeeded(await get('/teams/'));
    }
  });

  it('does not carry out a change that waited for its turn until its time was up', async () => {
    const { get, post } = watchbill.owner;
    const ada = await watchbill.addPerson('Ada');
    const { id } = await createSchedule(watchbill.owner, [ada]);
    const path = `/schedules/${id}/overrides/`;
    await elsewhere.query('begin');
    await elsewhere.query('select from schedules where id = $1 for update', [id]);
    const changes = Array.from({ length: 3 }, () => post(path, newOverride([ada], START, END)));
    // PostgreSQL gives up on two of them. The third gets its turn then, but has no time left.
    failed(await Promise.race(changes), 503, 'service_unavailable');
    const stopwatch = startStopwatch();
    for (const change of changes) failed(await change, 503, 'service_unavailable');
    assert.ok(stopwatch.elapsedMs() < MUCH_LATER_MS, 'the third change waited much longer');
    await elsewhere.query('rollback');
    assert.equal(succeeded(await get(path)).meta.total, 0);
  });

  it('does not let changes that wait for the same row keep all connections', async () => {
    const { get, key } = watchbill.owner;
    const ben = await watchbill.addPerson('Ben');
    const viewer = await watchbill.addPerson('Vera', { seat: 'viewer' });
    const { id } = await createSchedule(watchbill.owner, [ben]);
    await elsewhere.query('begin');
    await elsewhere.query('select from schedules where id = $1 for update', [id]);
    // More than there are connections.
    const path = `/schedules/${id}/overrides/`;
    const changes = Array.from({ length: 30 }, (_, i) => {
      const headers = { 'x-api-key': key, ...(i % 2 === 0 && { 'idempotency-key': `key-${i}` }) };
      return callFrom(watchbill.app, { headers }, 'POST', path, newOverride([ben], START, END));
    });
    const countWaiting = async () => {
      // Within a transaction, PostgreSQL shows the connections as they were at the first look.
      await elsewhere.query('select pg_stat_clear_snapshot()');
      return (await elsewhere.query(WAITING)).rows.length;
    };
    await eventually(async () => (await countWaiting()) === 2, 'two changes wait in the database');
    for (let i = 0; i < 20; i++) succeeded(await get('/user/'));
    assert.equal(await countWaiting(), 2);
    failed(await viewer.post(path, newOverride([ben], START, END)), 403, 'forbidden');
    await elsewhere.query('rollback');
    for (const change of await Promise.all(changes)) succeeded(change, 201);
  });
});
