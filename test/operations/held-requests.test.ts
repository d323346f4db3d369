/** Strangers who never finish their requests: memory stays bounded, and every connection is closed. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { newApiKey } from '../../src/secrets/api-key-format.ts';
import { eventually } from '../support/drivers/worker.ts';
import { createSqlite } from '../support/servers/databases.ts';
import { listening, peakMb, type ServerProcess, startCommand, stopped } from '../support/servers/server-process.ts';

const MAX_OPEN_REQUESTS = 50;
const CONNECTIONS = 400;
/** Everything that is sent would be 400 MB. Half of this limit is code that runs for the first time. */
const MAX_GROWTH_MB = 150;

describe('many requests that never end', () => {
  const { server, unfinished, hold, status } = givenServer({ seconds: 300 });

  function assertBounded(before: number, after: number): void {
    assert.ok(after - before < MAX_GROWTH_MB, `memory grew from ${before} to ${after} MB`);
  }

  function holdMany(text: string): Promise<Held[]> {
    return Promise.all(Array.from({ length: CONNECTIONS }, () => hold(text)));
  }

  it('without a key and with a large body are refused at once', async () => {
    const before = await peakMb(server());
    const held = await holdMany(unfinished('/session/', 1024 * 1024));
    const statuses = await Promise.all(held.map(({ status }) => status));
    // Refused for their size or number, or reset while they were still sending.
    const others = statuses.filter((status) => status !== 413 && status !== 429 && !Number.isNaN(status));
    assert.deepEqual(others, []);
    assertBounded(before, await peakMb(server()));
    assert.equal(await status(unfinished('/session/', 1024 * 1024, '', 0)), 413);
  });

  it(`without a key and with a small body are ${MAX_OPEN_REQUESTS} of one address, and make room for the next`, async () => {
    const before = await peakMb(server());
    const small = unfinished('/session/', 16 * 1024);
    const held = await holdMany(small);
    const isFull = async () => held.filter(({ socket }) => !socket.destroyed).length === MAX_OPEN_REQUESTS;
    await eventually(isFull, 'all others are refused');
    assert.equal(await status(small), 429);
    const refused = held.filter(({ socket }) => socket.destroyed).map(({ status }) => status);
    assert.deepEqual(new Set(await Promise.all(refused)), new Set([429]));
    assertBounded(before, await peakMb(server()));
    for (const { socket } of held) socket.destroy();
    const whole = `${small}x`;
    await eventually(async () => (await status(whole)) !== 429, 'there is room again');
  });
});

describe('a request that never ends', () => {
  const { server, ownerKey, unfinished, status } = givenServer({ seconds: 3 });

  it('without a key gets 408', async () => {
    assert.equal(await status(unfinished('/session/', 100)), 408);
  });

  for (const [what, path] of [
    ['that needs a key', '/teams/'],
    ['that does not exist', '/nowhere'],
  ] as const) {
    it(`gets a response before its body on a path ${what}`, async () => {
      const { hostname, port } = new URL(server().address);
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
      assert.equal(await status(text), 408);
    });
  }

  it('with a key gets 408 too', async () => {
    assert.equal(await status(unfinished('/teams/', 64 * 1024, `x-api-key: ${ownerKey}\r\n`)), 408);
  });

  it('does not block others', async () => {
    const held = Promise.all(Array.from({ length: MAX_OPEN_REQUESTS }, () => status(unfinished('/session/', 100))));
    const headers = { 'x-api-key': ownerKey };
    assert.equal((await fetch(`${server().address}/user/`, { headers })).status, 200);
    assert.equal((await fetch(`${server().address}/readyz`)).status, 200);
    await held;
  });
});

interface Held {
  readonly socket: Socket;
  /** Of the response, once the connection is closed. Not a number if there was none. */
  readonly status: Promise<number>;
}

/** A server that waits so long for a request. */
function givenServer({ seconds }: { readonly seconds: number }) {
  const ownerKey = newApiKey();
  let server: ServerProcess;
  let remove: () => Promise<void>;
  before(async () => {
    const place = await createSqlite('migrated');
    remove = place.remove;
    const settings = { WATCHBILL_REQUEST_SECONDS: String(seconds), WATCHBILL_BOOTSTRAP_API_KEY: ownerKey };
    server = await listening(startCommand(place.config, ['serve'], settings));
  });
  after(async () => {
    await stopped(server);
    await remove();
  });

  /** Sends the text and then nothing. */
  async function hold(text: string): Promise<Held> {
    const { promise, resolve } = Promise.withResolvers<number>();
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
    return { socket, status: promise };
  }

  /** Without its last byte, or without any of its body. As our pages send it. */
  function unfinished(path: string, bytes: number, headers = '', sentBytes = bytes - 1): string {
    const { origin } = new URL(server.address);
    const own = `origin: ${origin}\r\nx-watchbill-request: 1\r\nsec-fetch-site: same-origin\r\n`;
    const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\n${own}${headers}content-type: application/json\r\n`;
    return `${head}content-length: ${bytes}\r\n\r\n${'x'.repeat(sentBytes)}`;
  }

  return {
    ownerKey,
    server: () => server,
    unfinished,
    hold,
    status: async (text: string) => (await hold(text)).status,
  };
}
