/**
 * Runs nginx and HAProxy with the files in deploy/ in front of two real servers: addresses of clients, compression, live events, and a server that
 * stops while requests come.
 *
 *   node scripts/release/verify/proxies.ts
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, type IncomingMessage, request as plainRequest } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { newApiKey } from '../../../src/secrets/api-key-format.ts';
import { createFolder, startChild } from '../../../test/support/servers/child-processes.ts';
import { cleanUp } from '../../../test/support/servers/clean-up.ts';
import { createSqlite } from '../../../test/support/servers/databases.ts';
import { freePort } from '../../../test/support/servers/ports.ts';
import { killed, listening, type ServerProcess, startCommand } from '../../../test/support/servers/server-process.ts';
import { CALENDAR_FEEDS, METRICS } from './disguised-paths.ts';
import { needTools } from './needed-tools.ts';

const CERTIFICATES = 'test/fixtures/certificates';
const WITHIN_MS = 20_000;

interface Ports {
  readonly http: number;
  readonly https: number;
}

interface Place {
  readonly folder: string;
  readonly ports: Ports;
  /** `127.0.0.1:41234`, for each server. */
  readonly servers: readonly string[];
}

interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** The address of the client. */
  readonly from?: string;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const PROXIES = {
  nginx: startNginx,
  haproxy: startHaproxy,
};

needTools({ nginx: 'nginx', haproxy: 'haproxy' });
for (const [name, start] of Object.entries(PROXIES)) {
  await tryOut(name, start);
  console.log(`${name}: addresses, compression, live events and a stopping server are as they should be.`);
}

/** Both files name the servers, the ports and the certificate in the same way. */
function configured(path: string, { folder, ports, servers }: Place): string {
  const changes: readonly [RegExp, string][] = [
    [/server-1:8080/g, servers[0] ?? ''],
    [/server-2:8080/g, servers[1] ?? ''],
    [/(listen|bind) :?80\b/g, `$1 127.0.0.1:${ports.http}`],
    [/(listen|bind) :?443\b/g, `$1 127.0.0.1:${ports.https}`],
    [/\/etc\/(nginx|haproxy)\/tls/g, folder],
  ];
  return changes.reduce(
    (text, [from, to]) => {
      assert.match(text, from, `${path} has no ${from}`);
      return text.replaceAll(from, to);
    },
    readFileSync(path, 'utf8'),
  );
}

function startNginx(place: Place) {
  const { folder } = place;
  writeFileSync(join(folder, 'watchbill.conf'), configured('deploy/nginx/watchbill.conf', place));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const main = [
    'daemon off;',
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    `pid ${folder}/nginx.pid;`,
    'error_log stderr crit;',
    'events {}',
    'http {',
    'access_log off;',
    ...temporary.map((what) => `${what}_temp_path ${folder}/${what};`),
    `include ${folder}/watchbill.conf;`,
    '}',
  ];
  writeFileSync(join(folder, 'nginx.conf'), main.join('\n'));
  return startChild('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function startHaproxy(place: Place) {
  const { folder } = place;
  writeFileSync(join(folder, 'haproxy.cfg'), configured('deploy/haproxy/haproxy.cfg', place));
  return startChild('haproxy', ['-f', join(folder, 'haproxy.cfg')], { stdio: ['ignore', 'ignore', 'inherit'] });
}

async function tryOut(name: string, start: typeof startNginx): Promise<void> {
  await using things = new AsyncDisposableStack();
  const after = (step: () => unknown) => things.defer(() => cleanUp(step));
  const { path: folder, remove } = await createFolder('watchbill-proxy-');
  after(remove);
  const database = await createSqlite();
  after(() => database.remove());
  const [certificate, key] = ['leaf.pem', 'leaf.key'].map((file) => readFileSync(join(CERTIFICATES, file), 'utf8'));
  // HAProxy reads both from one file, nginx from two.
  writeFileSync(join(folder, 'watchbill.pem'), `${certificate}${key}`);
  writeFileSync(join(folder, 'watchbill.key'), key ?? '');
  const ports = { http: await freePort(), https: await freePort() };

  const ownerKey = newApiKey();
  const settings = {
    WATCHBILL_BOOTSTRAP_API_KEY: ownerKey,
    WATCHBILL_URL: `https://localhost:${ports.https}`,
    WATCHBILL_TRUSTED_PROXIES: '127.0.0.1',
    WATCHBILL_ACCESS_LOG: 'on',
    WATCHBILL_DRAIN_SECONDS: '5',
  };
  const servers: ServerProcess[] = [];
  for (let i = 0; i < 2; i++) {
    const server = await listening(startCommand(database.config, ['serve'], settings));
    servers.push(server);
    after(() => killed(server));
  }
  const proxy = start({ folder, ports, servers: servers.map(({ address }) => new URL(address).host) });
  after(() => ended(proxy));

  const owner = { 'x-api-key': ownerKey };
  const open = (path: string, { method = 'GET', headers = {}, body, from = '127.0.0.1' }: Ask = {}) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const json = body === undefined ? {} : { 'content-type': 'application/json' };
      const options = {
        host: '127.0.0.1',
        port: ports.https,
        path,
        method,
        headers: { host: `localhost:${ports.https}`, ...json, ...headers },
        localAddress: from,
        rejectUnauthorized: false,
        agent: false,
      };
      request(options, resolve)
        .once('error', reject)
        .end(body === undefined ? undefined : JSON.stringify(body));
    });
  const ask = async (path: string, how: Ask = {}): Promise<Answer> => {
    const answer = await open(path, how);
    const bytes = await buffer(answer);
    const text = (answer.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
    return { status: answer.statusCode ?? 0, headers: answer.headers, text };
  };

  const giveUpAt = performance.now() + WITHIN_MS;
  while ((await ask('/readyz').catch(() => undefined))?.status !== 200) {
    assert.ok(performance.now() < giveUpAt, `${name} does not lead to a server`);
    await delay(100);
  }

  await leadsToTls(ports);
  await tellsAddresses();
  await compresses();
  await streams();
  await hidesMetrics();
  await survivesAStop();

  async function tellsAddresses(): Promise<void> {
    const path = `/schedules/${name}`;
    await ask(path, { from: '127.0.0.5', headers: { ...owner, 'x-forwarded-for': '203.0.113.9' } });
    const line = await Promise.any(servers.map((server) => server.said(`"path":"${path}"`)));
    assert.equal((JSON.parse(line) as { address: string }).address, '127.0.0.5');
  }

  async function compresses(): Promise<void> {
    const headers = { ...owner, 'accept-encoding': 'gzip' };
    const document = await ask('/openapi.json', { headers });
    assert.equal(document.headers['content-encoding'], 'gzip');
    assert.equal((JSON.parse(document.text) as { openapi: string }).openapi.split('.')[0], '3');
    const { team } = JSON.parse(
      (await ask('/teams/', { method: 'POST', headers, body: { name: 'Platform' } })).text,
    ) as {
      team: { id: string };
    };
    // A tag that the proxy made weak still works.
    const { headers: read } = await ask(`/teams/${team.id}`, { headers });
    const changed = await ask(`/teams/${team.id}`, {
      method: 'PATCH',
      headers: { ...headers, 'if-match': read.etag ?? '' },
      body: { description: 'Looks after the platform' },
    });
    assert.equal(changed.status, 200, changed.text);

    // Enough of them that only the rule, and not their size, keeps them from being compressed.
    for (let i = 0; i < 20; i++) {
      const made = await ask('/user/calendar_feeds/', {
        method: 'POST',
        headers,
        body: { kind: 'mine' },
      });
      assert.equal(made.status, 201, made.text);
    }
    for (const path of CALENDAR_FEEDS) {
      const feeds = await ask(path, { headers });
      assert.ok(feeds.text.length > 2_000, feeds.text);
      assert.equal(feeds.headers['content-encoding'], undefined, path);
    }

    const page = await ask('/app/', { headers: { 'accept-encoding': 'gzip' } });
    const [script = ''] = /\/app\/assets\/[^"]+\.js/.exec(page.text) ?? [];
    const asset = await ask(script, { headers: { 'accept-encoding': 'br' } });
    assert.deepEqual([asset.status, asset.headers['content-encoding']], [200, 'br']);
  }

  async function streams(): Promise<void> {
    const stream = await open('/events', { headers: { ...owner, 'accept-encoding': 'gzip' } });
    assert.deepEqual([stream.statusCode, stream.headers['content-encoding']], [200, undefined]);
    let received = '';
    stream.setEncoding('utf8').on('data', (piece: string) => {
      received += piece;
    });
    const comes = async (text: string) => {
      const giveUpAt = performance.now() + WITHIN_MS;
      while (!received.includes(text)) {
        assert.ok(performance.now() < giveUpAt, `${text} does not come through`);
        await delay(20);
      }
    };
    await comes('event: reset');
    const started = performance.now();
    const made = await ask('/teams/', { method: 'POST', headers: owner, body: { name: 'Search' } });
    assert.equal(made.status, 201, made.text);
    await comes('event: change');
    // Held back, it would come with the next event: 15 seconds later.
    assert.ok(performance.now() - started < 10_000, 'the proxy holds events back');
    stream.destroy();
  }

  async function hidesMetrics(): Promise<void> {
    for (const path of METRICS) assert.doesNotMatch((await ask(path)).text, /# TYPE/, path);
    assert.equal((await ask('/metrics')).status, 404);
    assert.equal((await ask('/metrics/oncall')).status, 401);
    const { status, text } = await ask('/metrics/oncall', { headers: { authorization: `Bearer ${ownerKey}` } });
    assert.deepEqual([status, text.includes('# TYPE watchbill_oncall gauge')], [200, true]);
  }

  async function survivesAStop(): Promise<void> {
    const [stopping] = servers;
    let hasEnded = false;
    stopping?.process.once('exit', () => {
      hasEnded = true;
    });
    stopping?.process.kill('SIGTERM');
    let answered = 0;
    for (let rest = 50; rest > 0; rest -= hasEnded ? 1 : 0) {
      const { status, text } = await ask('/user/', { headers: owner });
      assert.equal(status, 200, `${text} after ${answered} answers`);
      answered += 1;
      await delay(10);
    }
    assert.ok(answered > 50);
  }
}

async function leadsToTls({ http, https }: Ports): Promise<void> {
  const [answer] = (await once(
    plainRequest({ host: '127.0.0.1', port: http, path: '/app/?x=1', headers: { host: 'watchbill.test' } }).end(),
    'response',
  )) as [IncomingMessage];
  answer.resume();
  assert.equal(answer.statusCode, 308);
  assert.equal(answer.headers.location, 'https://watchbill.test/app/?x=1', `the port of TLS here is ${https}`);
}

async function ended(child: ReturnType<typeof startChild>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
