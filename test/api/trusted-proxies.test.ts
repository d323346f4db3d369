import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startWatchbill } from '../support/drivers/api.ts';
import { createSqlite } from '../support/servers/databases.ts';

const LIMIT = 10;
const PROXY = '10.1.2.3';

/** How many requests are left to each, after one of Ada's and one of Grace's through the same proxy. */
async function leftAfterBoth(trustedProxies: readonly string[] | undefined): Promise<number[]> {
  const options = { trustedProxies, rateLimit: LIMIT };
  const watchbill = await startWatchbill(createSqlite, undefined, undefined, options);
  const left: number[] = [];
  for (const client of ['203.0.113.1', '203.0.113.2']) {
    const headers = { 'x-forwarded-for': client };
    const answer = await watchbill.app.inject({ url: '/user/', remoteAddress: PROXY, headers });
    left.push(Number(answer.headers['x-ratelimit-remaining']));
  }
  await watchbill.stop();
  return left;
}

describe('where a request comes from', () => {
  it('is what a trusted proxy says', async () => {
    assert.deepEqual(await leftAfterBoth(['127.0.0.1', '10.0.0.0/8']), [LIMIT - 1, LIMIT - 1]);
  });

  it('is the connection itself when the proxy is not trusted: a header can say anything', async () => {
    assert.deepEqual(await leftAfterBoth(undefined), [LIMIT - 1, LIMIT - 2]);
    assert.deepEqual(await leftAfterBoth(['192.168.0.0/16']), [LIMIT - 1, LIMIT - 2]);
  });
});
