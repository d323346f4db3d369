/** Several nodes on one PostgreSQL, as real processes: they share their state, and restarting them in turns fails no request. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { newApiKey } from '../../src/secrets/api-key-format.ts';
import { openEvents } from '../support/drivers/event-stream.ts';
import { cleanUp } from '../support/servers/clean-up.ts';
import { createPostgres, type TestDatabase } from '../support/servers/databases.ts';
import { createRedis, type TestRedis } from '../support/servers/redis.ts';
import {
  apiKeyOf,
  follow,
  killed,
  listening,
  type ServerProcess,
  startCommand,
  stopped,
} from '../support/servers/server-process.ts';

const CLIENTS = 4;
const LIMIT = 20;
const CHECK_INTERVAL_MS = 50;

/** Long enough for the load balancer to notice, also on a busy machine. */
const DRAIN_SECONDS = '4';

function ask(address: string, path: string, apiKey: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${address}${path}`, {
    ...init,
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
  });
}

describe('two nodes on one PostgreSQL', () => {
  let place: TestDatabase;
  const nodes: (ServerProcess | undefined)[] = [];
  const key = newApiKey();

  before(async () => {
    place = await createPostgres();
    nodes.push(await startNode(), await startNode());
  });
  after(async () => {
    await cleanUp(...nodes.map((node) => () => node && killed(node)), () => place.remove());
  });

  function startNode(): Promise<ServerProcess> {
    const more = { WATCHBILL_BOOTSTRAP_API_KEY: key, WATCHBILL_DRAIN_SECONDS: DRAIN_SECONDS };
    return listening(startCommand(place.config, ['serve', '--no-worker'], more));
  }

  function addressOf(index: number): string {
    const node = nodes[index];
    assert.ok(node !== undefined);
    return node.address;
  }

  it('a key that one has revoked stops working on the other at once', async () => {
    const made = follow(startCommand(place.config, ['keys', 'create', '--email', 'owner@example.com']));
    const other = await made.said('wb_');
    const [here, there] = [addressOf(0), addressOf(1)];
    assert.equal((await ask(there, '/user/', other)).status, 200);
    const { api_keys } = (await (await ask(here, '/user/api_keys/', key)).json()) as {
      api_keys: { id: string; hint: string }[];
    };
    const id = api_keys.find(({ hint }) => other.endsWith(hint))?.id;
    assert.equal((await ask(here, `/user/api_keys/${id}`, key, { method: 'DELETE' })).status, 204);
    assert.equal((await ask(there, '/user/', other)).status, 401);
  });

  it('[LIVE-1] a change on one is reported on the other, and revoking a key ends its stream on the other', async () => {
    const [here, there] = [addressOf(0), addressOf(1)];
    const other = await apiKeyOf(place.config, 'owner@example.com');
    const reader = await openEvents(there, { 'x-api-key': other });
    await reader.nextNamed('reset');
    const made = await ask(here, '/teams/', key, { method: 'POST', body: JSON.stringify({ name: 'Told' }) });
    const { team } = (await made.json()) as { team: { id: string } };
    const { data } = await reader.nextNamed('change');
    assert.deepEqual(data.changes, [{ kind: 'team', ids: [team.id] }]);

    const { api_keys } = (await (await ask(here, '/user/api_keys/', key)).json()) as {
      api_keys: { id: string; hint: string }[];
    };
    const id = api_keys.find(({ hint }) => other.endsWith(hint))?.id;
    assert.equal((await ask(here, `/user/api_keys/${id}`, key, { method: 'DELETE' })).status, 204);
    await reader.ended();
  });

  it('stopped and started in turns under load, no request fails', async () => {
    const ready = new Set<number>([0, 1]);
    let isOver = false;
    let written = 0;
    const failures: string[] = [];

    /** A load balancer: it asks each node whether it is ready, and sends no requests to one that is not. */
    async function check(): Promise<void> {
      while (!isOver) {
        const answers = nodes.map((node) => node && fetch(`${node.address}/readyz`).catch(() => undefined));
        for (const [index, answering] of answers.entries()) {
          const answer = await answering;
          if (answer?.ok) ready.add(index);
          else ready.delete(index);
        }
        await wait(CHECK_INTERVAL_MS);
      }
    }

    async function write(): Promise<void> {
      for (let turn = 0; !isOver; turn++) {
        const targets = [...ready];
        const target = targets[turn % targets.length];
        if (target === undefined) {
          failures.push('no node was ready');
          return;
        }
        const name = `Team ${written++}`;
        const made = ask(addressOf(target), '/teams/', key, { method: 'POST', body: JSON.stringify({ name }) });
        const answer = await made.catch((error: Error) => error);
        if (answer instanceof Error || answer.status !== 201) failures.push(`${name}: ${answer}`);
        else await answer.text();
      }
    }

    const working = Promise.all([check(), ...Array.from({ length: CLIENTS }, write)]);
    for (const index of [0, 1]) {
      const old = nodes[index];
      assert.ok(old !== undefined);
      old.process.kill('SIGTERM');
      assert.deepEqual(await old.exited, [0, null]);
      nodes[index] = await startNode();
      while (!ready.has(index)) await wait(CHECK_INTERVAL_MS);
    }
    isOver = true;
    await working;
    assert.deepEqual(failures, []);
    const { meta } = (await (await ask(addressOf(0), '/teams/?per_page=1', key)).json()) as { meta: { total: number } };
    assert.equal(meta.total, written + 1, 'and the one of the stream');
    assert.ok(written > 100, `only ${written} writes`);
  });
});

describe('two nodes with one Redis', () => {
  let place: TestDatabase;
  let redis: TestRedis;
  const nodes: ServerProcess[] = [];
  let log = '';

  before(async () => {
    place = await createPostgres();
    redis = await createRedis();
    await redis.start();
    nodes.push(await startNode(), await startNode());
  });
  after(async () => {
    await cleanUp(
      ...nodes.map((node) => () => stopped(node)),
      () => redis.stop(),
      () => place.remove(),
    );
  });

  async function startNode(): Promise<ServerProcess> {
    const more = { REDIS_URL: redis.url, WATCHBILL_RATE_LIMIT: `${LIMIT}` };
    const node = await listening(startCommand(place.config, ['serve', '--no-worker'], more));
    node.process.stdout?.on('data', (text) => {
      log += text;
    });
    return node;
  }

  /** Within one minute, with a new key, alternating between the nodes. */
  async function askInTurns(count: number): Promise<Response[]> {
    const key = await apiKeyOf(place.config, 'owner@example.com');
    const asked: Promise<Response>[] = [];
    for (let i = 0; i < count; i++) {
      const answer = ask(nodes[i % 2]?.address ?? '', '/user/', key);
      asked.push(answer);
      // One after the other at first: the count of the second shows whether both have found Redis.
      if (i < 2) await answer;
    }
    return Promise.all(asked);
  }

  function numberIn({ headers }: Response, name: string): number {
    return Number(headers.get(name));
  }

  /** A minute may end meanwhile, and on a machine so busy that Redis is late each node counts alone, as it should: then once more. */
  async function askWhileShared(count: number): Promise<Response[]> {
    for (;;) {
      log = '';
      const answers = await askInTurns(count);
      const resets = answers.map((answer) => numberIn(answer, 'x-ratelimit-reset'));
      const isOneMinute = Math.max(...resets) === resets[0];
      const [, second] = answers;
      const isShared = second !== undefined && numberIn(second, 'x-ratelimit-remaining') === LIMIT - 2;
      if (isOneMinute && isShared && !log.includes('the rate limit is no longer shared')) return answers;
    }
  }

  it('share the rate limit of a key, however its requests are distributed', async () => {
    const answers = await askWhileShared(LIMIT + 10);
    const allowed = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 429);
    assert.deepEqual([allowed.length, refused.length], [LIMIT, 10]);
    assert.deepEqual(
      allowed.map((answer) => numberIn(answer, 'x-ratelimit-remaining')).sort((a, b) => b - a),
      Array.from({ length: LIMIT }, (_, i) => LIMIT - 1 - i),
    );
    for (const answer of refused) assert.ok(numberIn(answer, 'retry-after') > 0);
  });
});
