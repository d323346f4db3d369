/** A client that is refused while it still sends its body reads the response. What it sends is discarded, up to a limit. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { after, before, it } from 'node:test';
import { promisify } from 'node:util';
import { LINGER_LIMITS, type LingerLimits } from '../../../src/http/lingering-close.ts';
import { inDepth } from '../../support/depth.ts';
import { PUBLIC_URL, startWatchbill, type Watchbill } from '../../support/drivers/api.ts';
import { type CreateDatabase, describeOnSqlite } from '../../support/servers/databases.ts';

const MB = 1024 * 1024;
const BODY = Buffer.alloc(5 * MB, 'x');
const ATTEMPTS = inDepth(5, 20);

const MAX_OPEN_REQUESTS = 50;

/** What both ends of a connection may buffer, beyond what the service reads. */
const BUFFERS_BYTES = 16 * MB;

/** Longer than a test takes. */
const NEVER_MS = 1_000_000;

const PATIENT: LingerLimits = { ...LINGER_LIMITS, silenceMs: NEVER_MS, totalMs: NEVER_MS };

type Headers = Readonly<Record<string, string>>;

const OUR_PAGE: Headers = { origin: PUBLIC_URL, 'x-watchbill-request': '1' };

describeOnSqlite('a request that is refused before its body has arrived', (create) => {
  let watchbill: Watchbill;
  let address: string;
  const refusals: Readonly<Record<string, { path: string; headers: () => Headers; status: number }>> = {
    'too large, without a key': { path: '/session/', headers: () => OUR_PAGE, status: 413 },
    'too large, with a key': { path: '/teams/', headers: () => ({ 'x-api-key': watchbill.owner.key }), status: 413 },
    'without a key': { path: '/teams/', headers: () => ({}), status: 401 },
    'to an unknown path': { path: '/nowhere', headers: () => ({}), status: 404 },
    'of another type': {
      path: '/teams/',
      headers: () => ({ 'x-api-key': watchbill.owner.key, 'content-type': 'text/csv' }),
      status: 415,
    },
  };
  before(async () => {
    watchbill = await startWatchbill(create, undefined, undefined, { lingerLimits: PATIENT });
    address = await watchbill.app.listen({ port: 0, host: '127.0.0.1' });
  });
  after(() => watchbill.stop());

  /** Each sends the whole body, and returns the status that it has read. */
  const clients: Readonly<Record<string, (path: string, headers: Headers) => Promise<number>>> = {
    async 'node:http'(path, headers) {
      const agent = new Agent();
      const sent = request(`${address}${path}`, { method: 'POST', agent, headers: withLength(headers) });
      sent.end(BODY);
      const [response] = await once(sent, 'response');
      let received = '';
      for await (const part of response.setEncoding('utf8')) received += part;
      agent.destroy();
      JSON.parse(received);
      return response.statusCode;
    },
    async fetch(path, headers) {
      const response = await fetch(`${address}${path}`, { method: 'POST', headers: withLength(headers), body: BODY });
      await response.json();
      return response.status;
    },
    async 'a socket that sends everything before it reads'(path, headers) {
      const socket = await opened(address);
      socket.pause();
      await flushed(socket, [headOf(path, withLength(headers)), BODY]);
      return statusIn(socket);
    },
    async 'a socket that sends chunks of unknown length'(path, headers) {
      const socket = await opened(address);
      socket.pause();
      const head = headOf(path, { 'content-type': 'application/json', ...headers, 'transfer-encoding': 'chunked' });
      const chunks = Array<string>((4 * BODY.length) / MB).fill(chunkOf(MB / 4));
      await flushed(socket, [head, ...chunks, '0\r\n\r\n']);
      return statusIn(socket);
    },
  };

  for (const [how, { path, headers, status }] of Object.entries(refusals)) {
    for (const [name, send] of Object.entries(clients)) {
      it(`${how}: ${name} reads ${status}`, async () => {
        const statuses: (number | string)[] = [];
        for (let i = 0; i < ATTEMPTS; i++) statuses.push(await send(path, headers()).catch((error) => String(error)));
        assert.deepEqual(statuses, Array(ATTEMPTS).fill(status));
      });
    }
  }

  it('among too many open ones: a socket that sends everything before it reads reads 429', async () => {
    const held = await Promise.all(Array.from({ length: MAX_OPEN_REQUESTS }, () => opened(address)));
    const head = headOf('/session/', { ...OUR_PAGE, ...withLength({}), 'content-length': '100' });
    const send = clients['a socket that sends everything before it reads'];
    const statuses: number[] = [];
    for (const socket of held) socket.write(head);
    for (let i = 0; i < ATTEMPTS; i++) statuses.push((await send?.('/session/', OUR_PAGE)) ?? 0);
    for (const socket of held) socket.destroy();
    assert.deepEqual(statuses, Array(ATTEMPTS).fill(429));
  });

  it('as malformed: a socket that sends everything before it reads reads 400', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < ATTEMPTS; i++) {
      const socket = await opened(address);
      socket.pause();
      await flushed(socket, ['NONSENSE\r\n\r\n', BODY]);
      statuses.push(await statusIn(socket));
    }
    assert.deepEqual(statuses, Array(ATTEMPTS).fill(400));
  });

  it('can be followed by another over the same connection, if the response does not close it', async () => {
    const socket = await opened(address);
    await flushed(socket, [headOf('/teams/', withLength({})), BODY, 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n']);
    let received = '';
    for await (const part of socket.setEncoding('utf8')) {
      received += part;
      if (received.includes('"version"')) break;
    }
    assert.deepEqual(received.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 401', 'HTTP/1.1 200']);
  });
});

describeOnSqlite('the rest of a refused request', (create) => {
  for (const path of ['/session/', '/teams/']) {
    const status = path === '/session/' ? 413 : 401;
    it(`is read up to a number of bytes (${status})`, async () => {
      await using service = await serving(create, { ...PATIENT, bytes: 2 * MB });
      const socket = await opened(service.address);
      socket.write(headOf(path, { ...OUR_PAGE, ...withLength({}), 'content-length': String(1_000 * MB) }));
      const received = textOf(socket);
      let sent = 0;
      for (; !socket.destroyed && sent < 100 * MB; sent += BODY.length) await flushed(socket, [BODY]);
      assert.ok(sent < 2 * MB + BUFFERS_BYTES, `${sent / MB} MB were sent`);
      assert.match(await received, new RegExp(`^HTTP/1.1 ${status} .*connection: close`, 's'));
    });
  }

  it('is no longer read after some time, however slowly it comes', async () => {
    await using service = await serving(create, { ...PATIENT, totalMs: 100 });
    const socket = await opened(service.address);
    socket.write(headOf('/session/', { ...OUR_PAGE, ...withLength({}) }));
    const received = textOf(socket);
    await closed(socket);
    assert.match(await received, /^HTTP\/1\.1 413 /);
  });

  it('is no longer awaited after some silence', async () => {
    await using service = await serving(create, { ...PATIENT, silenceMs: 100 });
    for (const head of [headOf('/session/', { ...OUR_PAGE, ...withLength({}) }), 'NONSENSE\r\n\r\n']) {
      const socket = await opened(service.address);
      socket.write(head);
      assert.match(await textOf(socket), /^HTTP\/1\.1 4(13|00) /);
      while ((await service.connections()) > 0) await new Promise((done) => setImmediate(done));
      socket.destroy();
    }
  });

  it('is read for a number of connections of a network, and of all networks', async () => {
    for (const limits of [{ connectionsOfNetwork: 2 }, { connections: 2 }]) {
      await using service = await serving(create, { ...PATIENT, ...limits });
      const sockets = [];
      for (let i = 0; i < 3; i++) {
        const socket = await opened(service.address);
        socket.write(headOf('/session/', { ...OUR_PAGE, ...withLength({}) }));
        assert.match(await textOf(socket), /^HTTP\/1\.1 413 /);
        sockets.push(socket);
      }
      // A connection that lingers accepts data; the last one is reset.
      const [first, second, third] = sockets as [Socket, Socket, Socket];
      await closed(third);
      await flushed(first, [BODY.subarray(1)]);
      await flushed(second, [BODY.subarray(1)]);
      assert.ok(!first.destroyed && !second.destroyed);
      first.destroy();
      second.destroy();
    }
  });
});

async function serving(create: CreateDatabase, lingerLimits: LingerLimits) {
  const watchbill = await startWatchbill(create, undefined, undefined, { lingerLimits });
  const address = await watchbill.app.listen({ port: 0, host: '127.0.0.1' });
  const { server } = watchbill.app;
  const connections = promisify(server.getConnections.bind(server));
  return { address, connections, [Symbol.asyncDispose]: () => watchbill.stop() };
}

async function opened(address: string): Promise<Socket> {
  const { hostname, port } = new URL(address);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  // Reset while it is still sending.
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

function withLength(headers: Headers): Headers {
  return { 'content-type': 'application/json', 'content-length': String(BODY.length), ...headers };
}

/** Resolves when all is sent, or the connection is closed. */
function flushed(socket: Socket, parts: readonly (string | Buffer)[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.once('close', () => resolve());
  for (const part of parts.slice(0, -1)) socket.write(part);
  socket.write(parts.at(-1) ?? '', () => resolve());
  return promise;
}

/** Everything until the service closes its end. */
async function textOf(socket: Socket): Promise<string> {
  let received = '';
  socket.setEncoding('utf8').on('data', (part) => {
    received += part;
  });
  await Promise.race([once(socket, 'end'), once(socket, 'close')]);
  return received;
}

/** Writes until the connection is known to be closed. */
async function closed(socket: Socket): Promise<void> {
  while (!socket.destroyed) {
    socket.write('x');
    await new Promise((done) => setImmediate(done));
  }
}

function headOf(path: string, headers: Headers): string {
  const lines = Object.entries({ host: 'watchbill.test', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

function chunkOf(bytes: number): string {
  return `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`;
}

/** The status of the response, whose body is complete. */
async function statusIn(socket: Socket): Promise<number> {
  let received = '';
  socket.setEncoding('utf8').resume();
  for await (const part of socket) {
    received += part;
    if (/\r\n\r\n\{.*\}$/s.test(received)) break;
  }
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d+) /.exec(received)?.[1]);
}
