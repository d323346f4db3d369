/** Unexpected failures: the caller gets a 500 without details, and the log has the details. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { ERRORS } from '../../../src/errors.ts';
import { buildApp } from '../../../src/http/app.ts';
import type { App } from '../../../src/http/typed-app.ts';
import { createLog } from '../../../src/process/log.ts';
import { call, failed, PUBLIC_URL, startWatchbill, succeeded, type Watchbill } from '../../support/drivers/api.ts';
import { createSchedule } from '../../support/drivers/schedules.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

interface LogLine {
  readonly level: string;
  readonly message: string;
  readonly request_id?: string;
  readonly method?: string;
  readonly path?: string;
  readonly error?: string;
}

describeOnBothDatabases('an unexpected failure', (create) => {
  let watchbill: Watchbill;
  let app: App;
  let logged: string[];

  beforeEach(async () => {
    // Not a shared copy: a table will be removed.
    watchbill = await startWatchbill(() => create());
    logged = [];
    const { services } = watchbill;
    app = await buildApp({
      services,
      docsUrl: 'http://docs.test',
      publicUrl: () => PUBLIC_URL,
      rateLimit: 0,
      log: createLog('debug', services.clock, (line) => logged.push(line)),
    });
  });
  afterEach(async () => {
    await app.close();
    await watchbill.stop();
  });

  function execute(sql: string): Promise<unknown> {
    return watchbill.services.db.exclusively((tx) => tx.execute(sql));
  }

  /** Asserts that the response is a 500 with only the envelope; returns its log line. */
  async function unexpected(method: 'GET' | 'POST', path: string, body?: object): Promise<LogLine> {
    const answer = await call(app, method, path, watchbill.owner.key, body);
    assert.equal(failed(answer, 500, 'internal_server_error'), ERRORS.internal_server_error.message);
    assert.deepEqual(Object.keys(answer.body), ['error']);
    assert.equal(answer.headers['x-content-type-options'], 'nosniff');
    assert.equal(logged.length, 1);
    const line = JSON.parse(logged[0] ?? '') as LogLine;
    assert.equal(line.request_id, answer.headers['x-request-id']);
    assert.ok(line.request_id);
    assert.ok(!logged.join().includes(watchbill.owner.key));
    return line;
  }

  it('because of a missing table names no table, and is logged with its stack', async () => {
    await execute('alter table teams rename to missing_teams');
    const { level, method, path, error } = await unexpected('GET', '/teams/?query=secret');
    assert.deepEqual([level, method, path], ['error', 'GET', '/teams/']);
    assert.match(error ?? '', /teams.*\n\s+at /s);
  });

  it('of a write is the same, and writes nothing', async () => {
    const before = succeeded(await watchbill.owner.get('/teams/')).meta.total;
    await execute('alter table audit_log rename to missing_audit_log');
    const { method, path, error } = await unexpected('POST', '/teams/', { name: 'Harbour' });
    assert.deepEqual([method, path], ['POST', '/teams/']);
    assert.match(error ?? '', /audit_log/);
    assert.equal(succeeded(await watchbill.owner.get('/teams/')).meta.total, before);
  });

  it('because of invalid stored data shows none of that data', async () => {
    await createSchedule(watchbill.owner, [watchbill.owner]);
    await execute(`update audit_log set detail_json = 'Ada’s telephone number'`);
    const { error } = await unexpected('GET', '/audit_log/');
    assert.match(error ?? '', /SyntaxError: .*Ada’s.*\n\s+at /s);
  });

  it('of a broken schedule is reported as such, without its data', async () => {
    const { id } = await createSchedule(watchbill.owner, [watchbill.owner]);
    await execute(`update revisions set layer_json = 'Ada’s telephone number'`);
    const answer = await call(app, 'GET', `/schedules/${id}`, watchbill.owner.key);
    assert.ok(succeeded(answer).schedule.broken.reason);
    assert.ok(!JSON.stringify(answer.body).includes('Ada’s'));
  });

  it('ends with its cause', async () => {
    await execute('alter table teams rename to missing_teams');
    await unexpected('GET', '/teams/');
    await execute('alter table missing_teams rename to teams');
    succeeded(await call(app, 'GET', '/teams/', watchbill.owner.key));
  });
});
