import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countInMemory } from '../../../src/http/limits/rate-limit.ts';
import { networkOf, parseAddress } from '../../../src/network/network-address.ts';
import { startWatchbill } from '../../support/drivers/api.ts';
import { createSqlite } from '../../support/servers/databases.ts';

const LIMIT = 10;
const PROXY = '10.1.2.3';

/** The remaining requests of each address, after one request of each through the same proxy. */
async function leftAfterEach(
  forwardedFor: readonly string[],
  trustedProxies: readonly string[] | undefined,
): Promise<number[]> {
  const options = { trustedProxies, rateLimit: LIMIT };
  const watchbill = await startWatchbill(createSqlite, undefined, undefined, options);
  const left: number[] = [];
  for (const client of forwardedFor) {
    const headers = { 'x-forwarded-for': client };
    const answer = await watchbill.app.inject({ url: '/user/', remoteAddress: PROXY, headers });
    left.push(Number(answer.headers['x-ratelimit-remaining']));
  }
  await watchbill.stop();
  return left;
}

describe('the address of a client', () => {
  const BOTH = ['203.0.113.1', '203.0.113.2'];
  const TRUSTED = ['127.0.0.1', '10.0.0.0/8'];

  it('comes from a trusted proxy', async () => {
    assert.deepEqual(await leftAfterEach(BOTH, TRUSTED), [LIMIT - 1, LIMIT - 1]);
  });

  it('is that of the connection if the proxy is not trusted: a header can be forged', async () => {
    assert.deepEqual(await leftAfterEach(BOTH, undefined), [LIMIT - 1, LIMIT - 2]);
    assert.deepEqual(await leftAfterEach(BOTH, ['192.168.0.0/16']), [LIMIT - 1, LIMIT - 2]);
  });

  it("is the proxy's own if it passes on text that is not an address", async () => {
    const texts = ['anything', '203.0.113.1, made-up', '999.0.0.1', 'fe80::1%x', '1', '"203.0.113.1"', '', PROXY];
    const left = await leftAfterEach(texts, TRUSTED);
    assert.deepEqual(
      left,
      texts.map((_, index) => LIMIT - 1 - index),
    );
  });

  it('is the same in every notation, with or without a port', async () => {
    const spellings = ['203.0.113.1', '203.0.113.1:4711', '::ffff:203.0.113.1', '[::FFFF:203.0.113.1]:80'];
    assert.deepEqual(await leftAfterEach(spellings, TRUSTED), [9, 8, 7, 6]);
  });

  it('is one network for all IPv6 addresses of a /64', async () => {
    const addresses = ['2001:db8::1', '2001:DB8:0:0:1::', '2001:db8:0:0:ffff::7', '2001:db8:0:1::1'];
    assert.deepEqual(await leftAfterEach(addresses, TRUSTED), [9, 8, 7, 9]);
  });
});

describe('a network address', () => {
  for (const [text, address, network] of [
    ['203.0.113.1', '203.0.113.1', '203.0.113.1'],
    ['[2001:db8::1]:443', '2001:db8::1', '2001:db8:0:0::/64'],
    ['1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8', '1:2:3:4::/64'],
    ['::1', '::1', '0:0:0:0::/64'],
    ['::', '::', '0:0:0:0::/64'],
  ] as const) {
    it(`${text} counts for ${network}`, () => {
      assert.equal(parseAddress(text), address);
      assert.equal(networkOf(address), network);
    });
  }
});

describe('counters of requests', () => {
  it('are kept for a limited number of networks; the oldest are dropped', () => {
    const counter = countInMemory(2);
    const counts = ['a', 'a', 'b', 'c', 'b', 'a'].map((bucket) => counter.count(bucket, 1));
    assert.deepEqual(counts, [1, 2, 1, 1, 2, 1]);
  });
});
