/** Shutting down by signals, with a real process and real connections. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { newApiKey } from '../../src/secrets/api-key-format.ts';
import { eventually } from '../support/drivers/worker.ts';
import { startChild } from '../support/servers/child-processes.ts';
import { createSqlite, describeOnBothDatabases, type TestDatabase } from '../support/servers/databases.ts';
import {
  environmentFor,
  follow,
  killed,
  listening,
  type ServerProcess,
  startCommand,
  startServer,
  stopped,
} from '../support/servers/server-process.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A connection, and the data received on it. */
interface Connection {
  readonly socket: Socket;
  readonly closed: Promise<void>;
  received(text: string): Promise<void>;
  everything(): string;
}

async function connectTo({ address }: ServerProcess): Promise<Connection> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  socket.once('close', () => resolve());
  let everything = '';
  socket.on('data', (part) => {
    everything += part;
  });
  await once(socket, 'connect');
  // An error also closes the connection, which is what the tests check.
  socket.on('error', () => undefined);
  return {
    socket,
    closed,
    everything: () => everything,
    async received(text) {
      while (!everything.includes(text)) {
        assert.ok(!socket.closed, `closed before ${text} came: ${everything}`);
        await Promise.race([once(socket, 'data'), closed]);
      }
    },
  };
}

/** Resolves when new connections are refused. While the server closes, the operating system may still accept one and drop it. */
async function refused(server: ServerProcess): Promise<void> {
  for (let code = ''; code !== 'ECONNREFUSED'; ) {
    try {
      await (await connectTo(server)).closed;
    } catch (error) {
      code = (error as NodeJS.ErrnoException).code ?? '';
      assert.match(code, /^ECONN(REFUSED|RESET)$/);
    }
  }
}

/** A request without its body. The service has certainly started it, because it asked for the rest. */
async function beginTeam(server: ServerProcess, key: string, body: string): Promise<Connection> {
  const connection = await connectTo(server);
  const head = ['POST /teams/ HTTP/1.1', 'host: localhost', `x-api-key: ${key}`, 'content-type: application/json'];
  connection.socket.write(
    `${[...head, `content-length: ${body.length}`, 'expect: 100-continue'].join('\r\n')}\r\n\r\n`,
  );
  await connection.received('HTTP/1.1 100 Continue');
  return connection;
}

async function teamNames({ address }: ServerProcess, key: string): Promise<string[]> {
  const answer = await fetch(`${address}/teams/`, { headers: { 'x-api-key': key, connection: 'close' } });
  const { teams } = (await answer.json()) as { teams: { name: string }[] };
  return teams.map(({ name }) => name);
}

describeOnBothDatabases('a signal', (create, itOnSqlite) => {
  let place: TestDatabase;
  let server: ServerProcess;
  const key = newApiKey();

  before(async () => {
    place = await create();
  });
  beforeEach(async () => {
    server = await startServer(place.config, key);
  });
  afterEach(() => killed(server));
  after(() => place.remove());

  it('lets running requests finish, closes idle connections, and accepts no new ones', async () => {
    const body = JSON.stringify({ name: 'Begun before' });
    const begun = await beginTeam(server, key, body);
    begun.socket.write(body.slice(0, 5));
    const idle = await connectTo(server);
    idle.socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await idle.received('"status":"ok"');
    const unused = await connectTo(server);

    // Ctrl+C at `npm start` sends two signals: from the terminal and from npm.
    server.process.kill('SIGINT');
    server.process.kill('SIGTERM');
    await Promise.all([idle.closed, unused.closed, refused(server)]);

    begun.socket.write(body.slice(5));
    await begun.closed;
    const [head = '', answer = ''] = begun
      .everything()
      .replace(/^HTTP\/1.1 100 .*\r\n\r\n/, '')
      .split('\r\n\r\n');
    assert.match(head, /^HTTP\/1.1 201 /);
    assert.match(head, /^connection: close$/im);
    assert.equal(JSON.parse(answer).team.name, 'Begun before');
    assert.deepEqual(await server.exited, [0, null]);

    server = await startServer(place.config, key);
    assert.ok((await teamNames(server, key)).includes('Begun before'));
  });

  itOnSqlite('lets a request finish whose head had arrived only in part', async () => {
    const open = await connectTo(server);
    const half = `GET /user/ HTTP/1.1\r\nhost: localhost\r\n`;
    // In one piece: when the first has its response, the half of the second has been read.
    open.socket.write(`GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n${half}`);
    await open.received('"status":"ok"');
    const before = open.everything().length;

    server.process.kill('SIGTERM');
    await refused(server);
    open.socket.write(`x-api-key: ${key}\r\n\r\n`);
    await open.closed;
    const answer = open.everything().slice(before);
    assert.match(answer, /^HTTP\/1.1 200 /);
    assert.match(answer, /^connection: close\r$/im);
    assert.deepEqual(await server.exited, [0, null]);
  });

  itOnSqlite('when repeated later, ends the process at once', async () => {
    const begun = await beginTeam(server, key, '{"name":"Never finished"}');
    server.process.kill('SIGTERM');
    await server.said('another signal ends the process');
    server.process.kill('SIGINT');
    assert.deepEqual(await server.exited, [null, 'SIGINT']);
    await begun.closed;

    server = await startServer(place.config, key);
    assert.ok(!(await teamNames(server, key)).includes('Never finished'));
  });
});

describe('a signal, whatever the database', { concurrency: true }, () => {
  it('waits at most ten seconds for a request that never ends', async () => {
    const place = await createSqlite();
    const key = newApiKey();
    const server = await startServer(place.config, key);
    const begun = await beginTeam(server, key, '{"name":"Never finished"}');
    server.process.kill('SIGTERM');
    await begun.closed;
    assert.deepEqual(await server.exited, [0, null]);
    await place.remove();
  });

  for (const [command, ready] of [
    ['serve', '"listening"'],
    ['worker', '"working"'],
  ] as const) {
    it(`shuts ${command} down normally as soon as its log says that it is ready`, async () => {
      const place = await createSqlite();
      const running = follow(startCommand(place.config, [command]));
      await running.said(ready);
      await stopped(running);
      await place.remove();
    });
  }

  it('reaches the service through npm start', async () => {
    const place = await createSqlite();
    // In its own process group, so that everything can be ended if the service stays behind.
    const npm = startChild('npm', ['start'], {
      cwd: ROOT,
      env: { ...process.env, ...environmentFor(place.config) },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    try {
      const service = await listening(npm);
      npm.kill('SIGTERM');
      await service.exited;
      await assert.rejects(connectTo(service), { code: 'ECONNREFUSED' });
    } finally {
      endGroup(npm.pid);
      await place.remove();
    }
  });
});

function endGroup(leader: number | undefined): void {
  assert.ok(leader !== undefined);
  try {
    process.kill(-leader, 'SIGKILL');
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ESRCH');
  }
}

describe('[OPS-1] a node that drains', () => {
  it('is not ready, which is no error: neither in the log nor in the metrics', async () => {
    const place = await createSqlite();
    const server = await listening(startCommand(place.config, ['serve'], { WATCHBILL_DRAIN_SECONDS: '60' }));
    try {
      let log = '';
      server.process.stdout?.on('data', (part) => {
        log += part;
      });
      const ask = (path: string) => fetch(`${server.address}${path}`, { headers: { connection: 'close' } });
      assert.equal((await ask('/readyz')).status, 200);
      server.process.kill('SIGTERM');
      await eventually(async () => (await ask('/readyz')).status === 503, 'the node drains');
      const refused = await ask('/readyz');
      assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '5']);
      assert.equal((await refused.json()).error.message, 'This node is stopping.');
      const failed = /^watchbill_requests_total\{.*status="5..".*\} [1-9]/m;
      assert.doesNotMatch(await (await ask('/metrics')).text(), failed);
      // This line comes after those of the requests.
      await server.said('another signal ends the process');
      assert.doesNotMatch(log, /"level":"(error|warn)"/);
    } finally {
      await killed(server);
      await place.remove();
    }
  });
});
