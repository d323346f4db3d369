/** Strangers who never finish their requests: memory stays bounded, and every connection is closed. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { newApiKey } from '../../src/secrets/api-key-format.ts';
import { createSqlite } from '../support/servers/databases.ts';
import { listening, type ServerProcess, startCommand, stopped } from '../support/servers/server-process.ts';

/** Long enough for a busy machine to read the headers of all connections. */
const TIMEOUT_S = 3;
const MAX_OPEN_REQUESTS = 50;
const CONNECTIONS = 400;
/** Everything that is sent would be 400 MB. Half of this limit is code that runs for the first time. */
const MAX_GROWTH_MB = 150;

describe('a request that never ends', () => {
  const ownerKey = newApiKey();
  let server: ServerProcess;
  let remove: () => Promise<void>;
  before(async () => {
    const place = await createSqlite('migrated');
    remove = place.remove;
    const settings = { WATCHBILL_REQUEST_SECONDS: String(TIMEOUT_S), WATCHBILL_BOOTSTRAP_API_KEY: ownerKey };
    server = await listening(startCommand(place.config, ['serve'], settings));
  });
  after(async () => {
    await stopped(server);
    await remove();
  });

  /** Sends the text and then nothing. Returns the status of the response after the server has closed the connection. */
  async function holdOpen(text: string): Promise<number | undefined> {
    const { promise, resolve } = Promise.withResolvers<number | undefined>();
    const { hostname, port } = new URL(server.address);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    let received = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      received += chunk;
    });
    // Closed while we are still sending.
    socket.on('error', () => {});
    socket.on('end', () => socket.destroy());
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(received)?.[1])));
    await once(socket, 'connect');
    socket.write(text);
    return promise;
  }

  /** Without its last byte, or without any of its body. */
  function unfinished(path: string, bytes: number, headers = '', sentBytes = bytes - 1): string {
    const { origin } = new URL(server.address);
    const own = `origin: ${origin}\r\nx-watchbill-request: 1\r\nsec-fetch-site: same-origin\r\n`;
    const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\n${own}${headers}content-type: application/json\r\n`;
    return `${head}content-length: ${bytes}\r\n\r\n${'x'.repeat(sentBytes)}`;
  }

  /** The peak resident memory of the process. */
  async function peakMb(): Promise<number> {
    const status = await readFile(`/proc/${server.process.pid}/status`, 'utf8');
    return Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1]) / 1024;
  }

  function assertBounded(before: number, after: number): void {
    assert.ok(after - before < MAX_GROWTH_MB, `memory grew from ${before} to ${after} MB`);
  }

  function counted(statuses: readonly (number | undefined)[]): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const status of statuses) counts[String(status)] = (counts[String(status)] ?? 0) + 1;
    return counts;
  }

  function holdMany(text: string): Promise<(number | undefined)[]> {
    return Promise.all(Array.from({ length: CONNECTIONS }, () => holdOpen(text)));
  }

  it('without a key and with a large body is refused at once', async () => {
    const before = await peakMb();
    const statuses = await holdMany(unfinished('/session/', 1024 * 1024));
    // Refused for their size or number, or reset while they were still sending.
    const { 413: large = 0, 429: many = 0, NaN: reset = 0 } = counted(statuses);
    assert.equal(large + many + reset, CONNECTIONS, JSON.stringify(counted(statuses)));
    assertBounded(before, await peakMb());
    assert.equal(await holdOpen(unfinished('/session/', 1024 * 1024, '', 0)), 413);
  });

  it(`without a key and with a small body is one of ${MAX_OPEN_REQUESTS} of its address, and gets 408`, async () => {
    const before = await peakMb();
    const begun = performance.now();
    const statuses = await holdMany(unfinished('/session/', 16 * 1024));
    const timeouts = (performance.now() - begun) / (TIMEOUT_S * 1000);
    const { 408: late = 0, 429: refused = 0 } = counted(statuses);
    assert.equal(late + refused, CONNECTIONS);
    // Requests that come after the first have ended get their places.
    assert.ok(late >= MAX_OPEN_REQUESTS, `${late} were let in`);
    assert.ok(late <= MAX_OPEN_REQUESTS * Math.ceil(timeouts), `${late} were let in, in ${timeouts} timeouts`);
    assertBounded(before, await peakMb());
  });

  it('makes room for the next', async () => {
    assert.equal(await holdOpen(unfinished('/session/', 100)), 408);
  });

  for (const [what, path] of [
    ['that needs a key', '/teams/'],
    ['that does not exist', '/nowhere'],
  ] as const) {
    it(`gets a response before its body on a path ${what}`, async () => {
      const { hostname, port } = new URL(server.address);
      const socket = connect(Number(port), hostname);
      socket.setEncoding('utf8');
      socket.write(unfinished(path, 1024 * 1024));
      const [answer] = await once(socket, 'data');
      assert.match(String(answer), path === '/teams/' ? /^HTTP\/1\.1 401 / : /^HTTP\/1\.1 404 /);
      socket.destroy();
    });
  }

  for (const [what, text] of [
    ['without a byte', ''],
    ['in the middle of its headers', 'GET /user/ HTTP/1.1\r\nhost: localhost\r\nx-'],
  ] as const) {
    it(`${what} gets 408`, async () => {
      assert.equal(await holdOpen(text), 408);
    });
  }

  it('with a key gets 408 too', async () => {
    assert.equal(await holdOpen(unfinished('/teams/', 1024 * 1024, `x-api-key: ${ownerKey}\r\n`)), 408);
  });

  it('does not block others', async () => {
    const held = Promise.all(Array.from({ length: MAX_OPEN_REQUESTS }, () => holdOpen(unfinished('/session/', 100))));
    const headers = { 'x-api-key': ownerKey };
    assert.equal((await fetch(`${server.address}/user/`, { headers })).status, 200);
    assert.equal((await fetch(`${server.address}/readyz`)).status, 200);
    await held;
  });
});
