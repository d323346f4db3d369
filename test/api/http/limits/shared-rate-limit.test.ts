import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { buildApp } from '../../../../src/http/app.ts';
import { countInRedis, type SharedCounter } from '../../../../src/http/limits/redis-counter.ts';
import type { App } from '../../../../src/http/typed-app.ts';
import type { Log } from '../../../../src/process/log.ts';
import type { Answer } from '../../../support/drivers/answer.ts';
import { call, failed, silentLog, startWatchbill, type Watchbill } from '../../../support/drivers/api.ts';
import { eventually } from '../../../support/drivers/worker.ts';
import { cleanUp } from '../../../support/servers/clean-up.ts';
import { createPostgres } from '../../../support/servers/databases.ts';
import { createRedis, type TestRedis } from '../../../support/servers/redis.ts';

const LIMIT = 20;
const LOST = 'the rate limit is no longer shared: Redis does not answer';

function remainingIn({ headers }: Answer): number {
  return Number(headers['x-ratelimit-remaining']);
}

describe('the rate limit of two nodes with one Redis', () => {
  let redis: TestRedis;
  let watchbill: Watchbill;
  let nodes: App[];
  let counters: SharedCounter[];
  const said: string[] = [];
  const log: Log = { ...silentLog, warn: (text) => void said.push(text), info: (text) => void said.push(text) };

  before(async () => {
    redis = await createRedis();
    await redis.start();
    watchbill = await startWatchbill(createPostgres, '2026-01-05T09:00:10Z');
    counters = [1, 2].map(() => countInRedis(redis.url, watchbill.services.clock, log));
    nodes = await Promise.all(
      counters.map((requestCounter) =>
        buildApp({
          services: watchbill.services,
          docsUrl: 'http://docs.test',
          publicUrl: () => 'http://watchbill.test',
          rateLimit: LIMIT,
          log: silentLog,
          requestCounter,
        }),
      ),
    );
    await eventually(isShared, 'both nodes have found Redis');
  });
  after(async () => {
    await cleanUp(
      ...counters.map((counter) => () => counter.close()),
      ...nodes.map((node) => () => node.close()),
      () => watchbill.stop(),
      () => redis.stop(),
    );
  });

  let now = Temporal.Instant.from('2026-01-05T09:00:10Z');

  /** A minute in which nothing has been counted. */
  function nextMinute(): void {
    now = now.add({ minutes: 1 });
    watchbill.at(`${now}`);
  }

  function ask(node: App | undefined) {
    assert.ok(node !== undefined);
    return call(node, 'GET', '/user/', watchbill.owner.key);
  }

  async function isShared(): Promise<boolean> {
    nextMinute();
    for (const node of [nodes[0], nodes[1]]) await ask(node);
    // One that stopped waiting for Redis may have been counted there all the same: the third answer shows that both still count there.
    return remainingIn(await ask(nodes[0])) === LIMIT - 3;
  }

  /** If Redis is slow on a busy machine, each node counts alone, as designed. Then the test asks again. */
  async function askWhileShared(count: number): Promise<Answer[]> {
    for (;;) {
      await eventually(isShared, 'both nodes count together');
      nextMinute();
      said.length = 0;
      const answers = await Promise.all(Array.from({ length: count }, (_, i) => ask(nodes[i % 2])));
      if (!said.includes(LOST)) return answers;
    }
  }

  it('is one limit, however the requests are distributed', async () => {
    const answers = await askWhileShared(30);
    const allowed = answers.filter(({ status }) => status === 200);
    assert.equal(allowed.length, LIMIT);
    const remaining = allowed.map(remainingIn).sort((a, b) => a - b);
    assert.deepEqual(
      remaining,
      Array.from({ length: LIMIT }, (_, i) => i),
    );
    for (const answer of answers) {
      if (answer.status === 200) continue;
      failed(answer, 429, 'too_many_requests');
      assert.equal(answer.headers['retry-after'], '50');
    }
  });

  it('starts again with the next minute', async () => {
    nextMinute();
    assert.equal(remainingIn(await ask(nodes[1])), LIMIT - 1);
  });

  it('is counted by each node alone while Redis is down, and together when it is back', async () => {
    await askWhileShared(1);
    await redis.stop();
    await eventually(async () => said.includes(LOST), 'it is told');
    nextMinute();
    const alone = await Promise.all(Array.from({ length: 2 * LIMIT + 2 }, (_, i) => ask(nodes[i % 2])));
    assert.equal(alone.filter(({ status }) => status === 200).length, 2 * LIMIT);
    assert.equal(alone.filter(({ status }) => status === 429).length, 2);

    await redis.start();
    await eventually(isShared, 'both nodes count together again');
    assert.ok(said.includes('the rate limit is shared again'));
  });
});
