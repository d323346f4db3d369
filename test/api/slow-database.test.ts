import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { type App, buildApp } from '../../src/http/app.ts';
import { call, PUBLIC_URL, silentLog, startWatchbill, succeeded, type Watchbill } from '../support/api.ts';
import { createPostgres } from '../support/databases.ts';

const IMPATIENT_MS = 2_000;

describe('a database that takes longer than anybody waits', () => {
  let watchbill: Watchbill;
  let impatient: App;
  let elsewhere: pg.Client;

  before(async () => {
    const place = await createPostgres();
    assert.ok(place.config.kind === 'postgres');
    watchbill = await startWatchbill(async () => place);
    impatient = await buildApp({
      services: watchbill.services,
      docsUrl: 'http://docs.test',
      publicUrl: () => PUBLIC_URL,
      rateLimit: 0,
      log: silentLog,
      answerWithinMs: IMPATIENT_MS,
    });
    elsewhere = new pg.Client({ connectionString: place.config.url });
    await elsewhere.connect();
  });
  after(async () => {
    await elsewhere.end();
    await impatient.close();
    await watchbill.stop();
  });

  it('is not waited for without end, neither for a list nor for a write', async () => {
    const { key, get } = watchbill.owner;
    for (const [method, body] of [['GET'], ['POST', { name: 'Harbour' }]] as const) {
      await elsewhere.query('begin; lock table teams in access exclusive mode');
      const answer = await call(impatient, method, '/teams/', key, body);
      await elsewhere.query('rollback');
      assert.deepEqual([answer.status, answer.body.error.code], [503, 'service_unavailable'], method);
      assert.ok(Number(answer.headers['retry-after']) > 0);
      succeeded(await get('/teams/'));
    }
  });
});
