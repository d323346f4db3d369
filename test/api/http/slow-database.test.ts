import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { buildApp } from '../../../src/http/app.ts';
import type { App } from '../../../src/http/typed-app.ts';
import { PUBLIC_URL, silentLog, startWatchbill, succeeded, type Watchbill } from '../../support/drivers/api.ts';
import { cleanUp } from '../../support/servers/clean-up.ts';
import { createPostgres } from '../../support/servers/databases.ts';

const IMPATIENT_MS = 2_000;

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
});
