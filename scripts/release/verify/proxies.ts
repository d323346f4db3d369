/**
 * nginx and HAProxy with the files in deploy/ in front of two servers of the release: addresses of clients, compression, live events, metrics, and a
 * server that stops while requests come.
 */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { connect, type IncomingHttpHeaders } from 'node:http2';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { newApiKey } from '../../../src/secrets/api-key-format.ts';
import { withoutIntermediate as certificate } from '../../../test/fixtures/certificates/certificates.ts';
import { startChild } from '../../../test/support/servers/child-processes.ts';
import { freePort } from '../../../test/support/servers/ports.ts';
import { listening, type ServerProcess } from '../../../test/support/servers/server-process.ts';
import { ROOT } from '../checkout.ts';
import { CALENDAR_FEEDS, METRICS } from './disguised-paths.ts';
import { type HttpsClient, httpsClient } from './https-client.ts';
import { type ReleasedService, unpackService } from './released-service.ts';
import { end, type Step, until } from './step.ts';

const LIMIT_MS = 20_000;

interface Ports {
  readonly http: number;
  readonly https: number;
}

interface Setting {
  readonly folder: string;
  readonly ports: Ports;
  /** `127.0.0.1:41234`, for each server. */
  readonly servers: readonly string[];
}

/** A proxy that runs, and what is behind it. */
interface Front extends HttpsClient {
  readonly ports: Ports;
  readonly servers: readonly ServerProcess[];
  readonly ownerKey: string;
  readonly owner: Readonly<Record<string, string>>;
}

const PROXIES = { nginx: startNginx, haproxy: startHaproxy };

const CHECKS: readonly ((front: Front) => Promise<void>)[] = [
  leadsToTls,
  speaksHttp2,
  tellsAddresses,
  compressesAnswers,
  compressesNoSecrets,
  passesEventsOn,
  hidesMetrics,
  survivesAStop,
];

export const proxies: Step = {
  name: 'proxies',
  needs: { nginx: 'nginx', haproxy: 'haproxy', 'dpkg-deb': 'dpkg' },
  async run(place) {
    for (const [name, start] of Object.entries(PROXIES)) {
      await tryOut(unpackService(place, name), join(place.work, `${name}-files`), start);
      console.log(`  ${name}: ${CHECKS.length} checks`);
    }
  },
};

async function tryOut(
  service: ReleasedService,
  folder: string,
  start: (setting: Setting) => ChildProcess,
): Promise<void> {
  await using things = new AsyncDisposableStack();
  mkdirSync(folder);
  // HAProxy reads both from one file, nginx from two.
  writeFileSync(join(folder, 'watchbill.pem'), `${certificate.cert}${certificate.key}`);
  writeFileSync(join(folder, 'watchbill.key'), certificate.key);
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
    const child = service.start(['serve'], settings);
    things.defer(() => end(child));
    servers.push(await listening(child));
  }
  const proxy = start({ folder, ports, servers: servers.map(({ address }) => new URL(address).host) });
  // When killed, nginx leaves its workers behind.
  things.defer(() => end(proxy, 'SIGTERM'));

  const client = httpsClient(ports.https);
  await until('the proxy leads to a server', LIMIT_MS, async () => (await client.ask('/readyz')).status === 200);
  for (const check of CHECKS) await check({ ...client, ports, servers, ownerKey, owner: { 'x-api-key': ownerKey } });
}

/** Both files name the servers, the ports and the certificate in the same way. */
function configured(path: string, { folder, ports, servers }: Setting): string {
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
    readFileSync(join(ROOT, path), 'utf8'),
  );
}

function startNginx(setting: Setting): ChildProcess {
  const { folder } = setting;
  writeFileSync(join(folder, 'watchbill.conf'), configured('deploy/nginx/watchbill.conf', setting));
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
  return startProxy('nginx', ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')]);
}

function startHaproxy(setting: Setting): ChildProcess {
  const file = join(setting.folder, 'haproxy.cfg');
  writeFileSync(file, configured('deploy/haproxy/haproxy.cfg', setting));
  return startProxy('haproxy', ['-q', '-f', file]);
}

function startProxy(program: string, words: readonly string[]): ChildProcess {
  return startChild(program, words, { stdio: ['ignore', 'ignore', 'inherit'] });
}

async function leadsToTls({ ports: { http } }: Front): Promise<void> {
  const asked = request({
    host: '127.0.0.1',
    port: http,
    path: '/app/?x=1',
    headers: { host: 'watchbill.test' },
  }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  assert.deepEqual([answer.statusCode, answer.headers.location], [308, 'https://watchbill.test/app/?x=1']);
}

async function speaksHttp2({ ports: { https } }: Front): Promise<void> {
  const session = connect(`https://localhost:${https}`, { rejectUnauthorized: false });
  const stream = session.request({ ':path': '/app/' });
  const [headers] = (await once(stream, 'response')) as [IncomingHttpHeaders];
  session.destroy();
  assert.equal(headers[':status'], 200);
}

async function tellsAddresses({ ask, owner, servers }: Front): Promise<void> {
  await ask('/schedules/nowhere', { from: '127.0.0.5', headers: { ...owner, 'x-forwarded-for': '203.0.113.9' } });
  const line = await Promise.any(servers.map((server) => server.said('"path":"/schedules/nowhere"')));
  assert.equal((JSON.parse(line) as { address: string }).address, '127.0.0.5');
}

async function compressesAnswers({ ask, owner }: Front): Promise<void> {
  const headers = { ...owner, 'accept-encoding': 'gzip' };
  // Not a file that the service sends compressed itself.
  const schema = await ask('/schemas/watchbill-file.json', { headers });
  assert.equal(schema.headers['content-encoding'], 'gzip');
  assert.match((JSON.parse(schema.text) as { title: string }).title, /^Watchbill: /);

  const made = await ask('/teams/', { method: 'POST', headers, body: { name: 'Platform' } });
  const { team } = JSON.parse(made.text) as { team: { id: string } };
  // A tag that the proxy made weak still works.
  const { headers: read } = await ask(`/teams/${team.id}`, { headers });
  const changed = await ask(`/teams/${team.id}`, {
    method: 'PATCH',
    headers: { ...headers, 'if-match': read.etag ?? '' },
    body: { description: 'Looks after the platform' },
  });
  assert.equal(changed.status, 200, changed.text);

  const page = await ask('/app/', { headers: { 'accept-encoding': 'gzip' } });
  const [script = ''] = /\/app\/assets\/[^"]+\.js/.exec(page.text) ?? [];
  const asset = await ask(script, { headers: { 'accept-encoding': 'br' } });
  assert.deepEqual([asset.status, asset.headers['content-encoding']], [200, 'br']);
}

async function compressesNoSecrets({ ask, owner }: Front): Promise<void> {
  const headers = { ...owner, 'accept-encoding': 'gzip' };
  // Enough of them that only the rule, and not their size, keeps them from being compressed.
  for (let i = 0; i < 20; i++) {
    const made = await ask('/user/calendar_feeds/', { method: 'POST', headers, body: { kind: 'mine' } });
    assert.equal(made.status, 201, made.text);
  }
  for (const path of CALENDAR_FEEDS) {
    const feeds = await ask(path, { headers });
    assert.ok(feeds.text.length > 2_000, feeds.text);
    assert.equal(feeds.headers['content-encoding'], undefined, path);
  }
}

async function passesEventsOn({ ask, open, owner }: Front): Promise<void> {
  const stream = await open('/events', { headers: { ...owner, 'accept-encoding': 'gzip' } });
  assert.deepEqual([stream.statusCode, stream.headers['content-encoding']], [200, undefined]);
  let received = '';
  stream.setEncoding('utf8').on('data', (piece: string) => {
    received += piece;
  });
  await until('the stream begins', LIMIT_MS, () => received.includes('event: reset'));
  const made = await ask('/teams/', { method: 'POST', headers: owner, body: { name: 'Search' } });
  assert.equal(made.status, 201, made.text);
  // Held back, it would come with the next event: 15 seconds later.
  await until('the proxy passes an event on', 10_000, () => received.includes('event: change'));
  stream.destroy();
}

async function hidesMetrics({ ask, ownerKey }: Front): Promise<void> {
  for (const path of METRICS) assert.doesNotMatch((await ask(path)).text, /# TYPE/, path);
  for (const path of ['/metrics', '/metrics/', '/metrics?x=1']) assert.equal((await ask(path)).status, 404, path);
  assert.equal((await ask('/metrics/oncall')).status, 401);
  const { status, text } = await ask('/metrics/oncall', { headers: { authorization: `Bearer ${ownerKey}` } });
  assert.deepEqual([status, text.includes('# TYPE watchbill_oncall gauge')], [200, true]);
}

async function survivesAStop({ ask, owner, servers: [stopping] }: Front): Promise<void> {
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
    await wait(10);
  }
  assert.ok(answered > 50);
}
