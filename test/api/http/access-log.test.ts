import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createLog } from '../../../src/process/log.ts';
import { call, startWatchbill, type Watchbill } from '../../support/drivers/api.ts';
import { createSqlite } from '../../support/servers/databases.ts';

describe('the access log', () => {
  const lines: { ms?: number; address?: string; request_id?: string }[] = [];
  let watchbill: Watchbill;

  async function start(hasAccessLog: boolean): Promise<Watchbill> {
    const log = createLog('info', { now: () => 0 }, (line) => lines.push(JSON.parse(line)));
    return startWatchbill(createSqlite, undefined, undefined, { log, hasAccessLog });
  }

  before(async () => {
    watchbill = await start(true);
  });
  after(() => watchbill.stop());

  it('has one line for each request: what, by whom, from where, and the result', async () => {
    lines.length = 0;
    const answer = await watchbill.owner.post('/teams/', { name: 'Payments' });
    const [{ ms, address, request_id, ...line } = {}] = lines;
    assert.equal(lines.length, 1);
    assert.deepEqual(line, {
      level: 'info',
      time: '1970-01-01T00:00:00Z',
      method: 'POST',
      path: '/teams/',
      status: 201,
      user_id: watchbill.owner.id,
      message: 'request',
    });
    assert.deepEqual([request_id, address], [answer.headers['x-request-id'], '127.0.0.1']);
    assert.ok(Number(ms) >= 0);
  });

  it('has the address of a proxy that closes the connection as soon as it has the answer', async () => {
    const { app, owner, stop } = await start(true);
    // Once the request has come, the socket says what it says after such an end.
    app.server.on('request', ({ socket }) => Object.defineProperty(socket, 'remoteAddress', { value: undefined }));
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    lines.length = 0;
    await fetch(`${address}/teams/`, { headers: { 'x-api-key': owner.key } });
    assert.deepEqual(
      lines.map((line) => line.address),
      ['127.0.0.1'],
    );
    await stop();
  });

  it('includes refused requests, without their secrets', async () => {
    lines.length = 0;
    await call(watchbill.app, 'GET', '/session/oidc/callback?code=hidden&state=hidden', 'wb_hidden');
    await call(watchbill.app, 'POST', '/session/', undefined, { email: 'a@example.com', password: 'hidden' });
    assert.deepEqual(
      lines.map((line) => [(line as { path?: string }).path, 'user_id' in line]),
      [
        ['/session/oidc/callback', false],
        ['/session/', false],
      ],
    );
    assert.ok(!JSON.stringify(lines).includes('hidden'));
  });

  it('[OPS-1] has no probes, which would be most of it', async () => {
    lines.length = 0;
    for (const url of ['/healthz', '/readyz/', '/metrics?x=1']) await watchbill.app.inject(url);
    assert.deepEqual(lines, []);
    await watchbill.app.inject('/healthzz');
    assert.equal(lines.length, 1);
  });

  it('is empty unless it is enabled', async () => {
    const quiet = await start(false);
    lines.length = 0;
    await quiet.owner.get('/teams/');
    assert.deepEqual(lines, []);
    await quiet.stop();
  });
});
