/**
 * Calls the services of compose.yaml from beside them: through the balancer, and at the ports of the servers.
 *
 *   node compose-client.ts KEY NAME    NAME: in the path of requests, and of a new team
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { httpsClient } from './https-client.ts';
import { until } from './step.ts';

const LIMIT_MS = 60_000;
/** So many that some reach each server, whichever process of nginx answers. */
const CALLS = 20;

const [key = '', round = ''] = process.argv.slice(2);
const owner = { 'x-api-key': key };
const { ask } = httpsClient(443);

for (let i = 0; i < CALLS; i++) {
  const headers = { ...owner, 'x-forwarded-for': '203.0.113.9' };
  const { status, text } = await ask(`/schedules/${round}`, { headers });
  assert.equal(status, 404, text);
}
const [redirect] = (await once(get('http://127.0.0.1/app/'), 'response')) as [IncomingMessage];
assert.deepEqual([redirect.statusCode, redirect.headers.location], [308, 'https://127.0.0.1/app/']);
redirect.destroy();

// One database, and one count of requests, which is in Redis.
await ask('/teams/', { method: 'POST', headers: owner, body: { name: round } });
await until('both servers count the requests together', LIMIT_MS, async () => {
  const [first = 0, second] = [await remainingAt(8080), await remainingAt(8081)];
  return second === first - 1;
});

async function remainingAt(port: number): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/teams/`, { headers: owner });
  assert.ok((await answer.text()).includes(round));
  return Number(answer.headers.get('x-ratelimit-remaining'));
}
