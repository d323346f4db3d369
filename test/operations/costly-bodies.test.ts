/**
 * Bodies of a megabyte that are made to be expensive, on the routes that take the largest and by everybody: refusing one costs no more than reading it,
 * others are answered in between, and memory stays bounded.
 */
import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { newApiKey } from '../../src/secrets/api-key-format.ts';
import { byId, layer, newSchedule } from '../support/drivers/schedules.ts';
import { createSqlite } from '../support/servers/databases.ts';
import { processorSeconds } from '../support/servers/processor-time.ts';
import {
  apiKeyOf,
  listening,
  peakMb,
  type ServerProcess,
  startCommand,
  stopped,
} from '../support/servers/server-process.ts';

const BODY_BYTES = 1024 * 1024;
const MAX_MB = 400;
const AT_ONCE = 4;

/** How often a body is sent by each person to each route. */
const ROUNDS = 2;

/** Reading a text of that size is the measure. What is refused with more values took 6 to 30 times as long. */
const MOST_TIMES_AS_LONG = 4;

/** Others waited for up to 14 s. On a busy machine every response takes its time. */
const MAX_WAIT_MS = 5_000;

const PEOPLE = [
  { name: 'admin', role: 'admin', seat: 'member' },
  { name: 'member', role: 'standard', seat: 'member' },
  { name: 'viewer', role: 'standard', seat: 'viewer' },
];

/** They take the largest bodies; the last is for read-only keys too. */
const ROUTES = [
  ['POST', '/schedules'],
  ['PATCH', '/schedules/sch_x'],
  ['POST', '/users/batch'],
  ['POST', '/user/time_off/import'],
  ['POST', '/coverage_requests/cov_x/accept'],
  ['POST', '/mcp'],
] as const;

const REFUSED = /^(400|403|413)$/;

const MARK = '*';

const NOBODY = { id: 'usr_x' };

const ONE_TEXT = `{"name":"${'x'.repeat(BODY_BYTES - 11)}"}`;

const COSTLY = {
  'empty items': filled(newSchedule([], { layers: [MARK] }), () => '{}'),
  'valid items': filled(newSchedule([], { layers: [MARK] }), () => JSON.stringify(layer([NOBODY]))),
  'items of an item': filled(newSchedule([], { layers: [layer([], { user_references: [MARK] })] }), () =>
    JSON.stringify(byId(NOBODY)),
  ),
  'items that must differ': filled({ url: 'https://hooks.example.com/', events: [MARK] }, () => '"oncall.changed"'),
  'numbers for a text': filled(newSchedule([], { name: [MARK] }), () => '1'),
  'unknown fields': `{${filled([MARK], (i) => `"field_${i}":1`).slice(1, -1)}}`,
  'objects with different fields': filled({ name: [MARK] }, (i) => `{"a${i}":1,"b${i}":1}`),
  brackets: '['.repeat(BODY_BYTES / 2) + ']'.repeat(BODY_BYTES / 2),
  'NUL at the end': filled({ layers: [MARK], name: '\0' }, () => '{"a":"x"}'),
  'half characters': filled({ layers: [MARK] }, () => '"\\ud800"'),
  'escaped characters': `{"name":"${'\\ud83d\\udedf'.repeat(BODY_BYTES / 12 - 1)}"}`,
};

describe('costly bodies', () => {
  const ownerKey = newApiKey();
  const keys = [ownerKey];
  let server: ServerProcess;
  let remove: () => Promise<void>;
  let bodyMs: number;
  const agent = new Agent({ keepAlive: true });

  before(async () => {
    const place = await createSqlite('migrated');
    remove = place.remove;
    // As `npm start` does: the flags of the tests make V8 keep more memory.
    server = await listening(startCommand(place.config, ['serve'], { WATCHBILL_BOOTSTRAP_API_KEY: ownerKey }, []));
    for (const person of PEOPLE) {
      const email = `${person.name}@example.com`;
      const body = JSON.stringify({ ...person, email });
      assert.equal(await send({ method: 'POST', path: '/users/', body, key: ownerKey }), '201');
      keys.push(await apiKeyOf(place.config, email));
    }
    // The first requests run code for the first time.
    for (const body of [...Object.values(COSTLY), ONE_TEXT]) await sendToAll(body);
    bodyMs = await sendToAll(ONE_TEXT);
  });
  after(async () => {
    agent.destroy();
    await stopped(server);
    await remove();
  });

  for (const [what, body] of Object.entries(COSTLY)) {
    it(`are refused as fast as they are read: ${what}`, async () => {
      assert.ok(body.length > BODY_BYTES - 200 && body.length <= BODY_BYTES, String(body.length));
      const ms = await sendToAll(body);
      assert.ok(ms < MOST_TIMES_AS_LONG * bodyMs, `${ms} ms of the processor; reading one text takes ${bodyMs} ms`);
    });
  }

  it(`take at most ${MAX_MB} MB`, async () => {
    assert.ok((await peakMb(server)) < MAX_MB, `${await peakMb(server)} MB`);
  });

  /** Returns the processor time that the server took, and asserts that others were answered meanwhile. */
  async function sendToAll(body: string): Promise<number> {
    const once = ROUTES.flatMap(([method, path]) => keys.map((key) => ({ method, path, body, key })));
    const all = Array.from({ length: ROUNDS }, () => once).flat();
    const before = processorSeconds(server.process.pid);
    let longestMs = 0;
    async function sendRest(): Promise<void> {
      for (let next = all.pop(); next !== undefined; next = all.pop()) assert.match(await send(next), REFUSED);
    }
    async function watch(): Promise<void> {
      while (all.length > 0) {
        const start = performance.now();
        assert.equal(await send({ method: 'GET', path: '/healthz' }), '200');
        longestMs = Math.max(longestMs, performance.now() - start);
      }
    }
    await Promise.all([watch(), ...Array.from({ length: AT_ONCE }, sendRest)]);
    assert.ok(longestMs < MAX_WAIT_MS, `GET /healthz took ${longestMs} ms`);
    return 1000 * (processorSeconds(server.process.pid) - before);
  }

  /** Returns the status. */
  function send({ method, path, body = '', key = '' }: Sent): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const headers = {
      'content-type': 'application/json',
      'content-length': body.length,
      accept: 'application/json, text/event-stream',
      ...(key !== '' && { 'x-api-key': key }),
    };
    const sent = request(`${server.address}${path}`, { method, headers, agent }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(String(answer.statusCode)));
    });
    sent.on('error', reject);
    sent.end(body);
    return promise;
  }
});

interface Sent {
  readonly method: string;
  readonly path: string;
  /** Of ASCII characters. */
  readonly body?: string;
  readonly key?: string;
}

/** The JSON of the value, with as many items in the place of the mark as fit into a body. */
function filled(value: object, item: (i: number) => string): string {
  const [head = '', tail = ''] = JSON.stringify(value).split(JSON.stringify(MARK));
  const items: string[] = [];
  let bytes = head.length + tail.length;
  for (let next = item(0); bytes + next.length < BODY_BYTES; next = item(items.length)) {
    items.push(next);
    bytes += next.length + 1;
  }
  return head + items.join() + tail;
}
