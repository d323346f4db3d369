/** [OPS-4] Who may send a request to a route is decided before its body is read. The routes come from the app, so that a new one cannot be forgotten. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { glob, readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { after, before, it } from 'node:test';
import { promisify } from 'node:util';
import type { RouteOptions } from 'fastify';
import { routesOf } from '../../../scripts/openapi/routes.ts';
import type { Access } from '../../../src/http/access.ts';
import { LINGER_LIMITS } from '../../../src/http/lingering-close.ts';
import { PLAIN_ROUTES } from '../../../src/http/routes/plain-routes.ts';
import { isAllowed } from '../../../src/permissions.ts';
import { type Person, PUBLIC_URL, startWatchbill, type Watchbill } from '../../support/drivers/api.ts';
import { describeOnSqlite } from '../../support/servers/databases.ts';

const ROOT = new URL('../../../', import.meta.url);

const MB = 1024 * 1024;
const HALF_BODY = Buffer.alloc(MB / 2, ' ');

/** What the service keeps open of one network, of refused requests. */
const MAX_LINGERING = LINGER_LIMITS.connectionsOfNetwork;

/** Longer than a test takes. */
const NEVER_MS = 1_000_000;

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

type Headers = Readonly<Record<string, string>>;

describeOnSqlite('a request with half of its body', (create) => {
  let watchbill: Watchbill;
  let address: string;
  let routes: readonly AddedRoute[];
  let viewer: Person;
  let member: Person;
  const open = new Set<Socket>();

  before(async () => {
    const lingerLimits = { ...LINGER_LIMITS, silenceMs: NEVER_MS, totalMs: NEVER_MS };
    const added = await routesOf(async () => {
      watchbill = await startWatchbill(create, undefined, undefined, { lingerLimits });
    });
    routes = added.flatMap(({ method, ...route }) => [method].flat().map((one) => ({ ...route, method: one })));
    address = await watchbill.app.listen({ port: 0, host: '127.0.0.1' });
    viewer = await watchbill.addPerson('Vera', { seat: 'viewer' });
    member = await watchbill.addPerson('Mina');
  });
  after(async () => {
    for (const socket of open) socket.destroy();
    await watchbill.stop();
  });

  /** Sends the head and half a megabyte of a whole one, and returns the status of the answer. */
  async function sendHalf(method: string, path: string, headers: Headers = {}): Promise<Answer> {
    const { hostname, port } = new URL(address);
    const socket = connect({ port: Number(port), host: hostname });
    open.add(socket);
    socket.once('close', () => open.delete(socket)).on('error', () => {});
    const all = { host: 'x', 'content-type': 'application/json', 'content-length': String(MB), ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
    socket.write(HALF_BODY);
    const [head] = await once(socket, 'data');
    return { status: Number(/^HTTP\/1\.1 (\d+) /.exec(String(head))?.[1]), socket };
  }

  async function statusOf(method: string, path: string, headers?: Headers): Promise<number> {
    const { status, socket } = await sendHalf(method, path, headers);
    socket.destroy();
    return status;
  }

  function pathOf({ url }: AddedRoute): string {
    return url
      .replaceAll(/:\w+(\.ics)?/g, 'x$1')
      .replace('*', 'x')
      .replace(/(?<=.)\/$/, '');
  }

  function accessOf({ config }: AddedRoute): Access {
    return config?.access ?? {};
  }

  it('is answered without a key, whatever the path and the method', async () => {
    const paths = [...new Set(routes.map(pathOf)), '/nowhere'];
    assert.ok(paths.length > 90);
    for (const path of paths) {
      for (const method of METHODS) {
        const status = await statusOf(method, path);
        const ofRoute = routes.find((route) => route.method === method && pathOf(route) === path);
        const { who, pages } = ofRoute === undefined ? { who: undefined } : accessOf(ofRoute);
        const expected =
          ofRoute === undefined || ofRoute.config?.isRefusal
            ? [404, 405]
            : who !== 'anyone'
              ? [401]
              : pages === 'own'
                ? [403]
                : method === 'GET'
                  ? [200, 302, 303, 404]
                  : [413];
        assert.ok(expected.includes(status), `${method} ${path}: ${status}`);
      }
    }
  });

  it('is 413 without a key where one may sign in', async () => {
    const ours = { origin: PUBLIC_URL, 'x-watchbill-request': '1' };
    for (const route of routes.filter((route) => accessOf(route).pages === 'own')) {
      assert.equal(await statusOf(route.method, pathOf(route), ours), 413, pathOf(route));
    }
  });

  it('is 403 from a viewer, unless it is about the viewer alone', async () => {
    const allowed: string[] = [];
    for (const route of routes.filter(isChange)) {
      const { who, floor, onlyReads } = accessOf(route);
      const status = await statusOf(route.method, pathOf(route), { 'x-api-key': viewer.key });
      if (who === 'session') assert.equal(status, 403);
      else if (floor === 'viewer' || onlyReads) {
        assert.ok([200, 204, 404, 413].includes(status), `${route.method} ${route.url}: ${status}`);
        allowed.push(`${route.method} ${route.url}`);
      } else assert.equal(status, 403, `${route.method} ${route.url}`);
    }
    assert.deepEqual(allowed.sort(), [
      'DELETE /mcp',
      'DELETE /user/api_keys/:api_key_id',
      'DELETE /user/calendar_feeds/:calendar_feed_id',
      'DELETE /user/sessions/',
      'PATCH /user/',
      'PATCH /user/notifications/',
      'PATCH /user/settings/',
      'POST /mcp',
      'POST /user/calendar_feeds/',
    ]);
  });

  it('is 403 from a member where an admin is needed', async () => {
    const needing = routes.filter((route) => {
      const { who, floor } = accessOf(route);
      if (who !== undefined || floor === undefined || floor === 'viewer' || route.method === 'HEAD') return false;
      return !isAllowed({ role: 'standard', seat: 'member' }, floor, true);
    });
    assert.ok(needing.length > 20);
    for (const route of needing) {
      const status = await statusOf(route.method, pathOf(route), { 'x-api-key': member.key });
      assert.equal(status, 403, `${route.method} ${route.url}`);
    }
  });

  it('keeps at most fifty connections of a network open', async () => {
    const connections = promisify(watchbill.app.server.getConnections.bind(watchbill.app.server));
    for (const [method, path] of [
      ['POST', '/healthz'],
      ['GET', '/healthz'],
      ['POST', '/teams/'],
      ['GET', '/nowhere'],
    ] as const) {
      const answers: Answer[] = [];
      for (let i = 0; i < MAX_LINGERING + 10; i++) answers.push(await sendHalf(method, path));
      await Promise.all(answers.slice(MAX_LINGERING).map(({ socket }) => socket.closed || once(socket, 'close')));
      assert.equal(await connections(), MAX_LINGERING, `${method} ${path}`);
      for (const { socket } of answers) socket.destroy();
      while ((await connections()) > 0) await new Promise((done) => setImmediate(done));
    }
  });

  function isChange(route: AddedRoute): boolean {
    const { who } = accessOf(route);
    return !['GET', 'HEAD', 'OPTIONS'].includes(route.method) && who !== 'anyone' && route.config?.isRefusal !== true;
  }

  it('[OPS-1] every route is an operation, or in the list with its reason', () => {
    const plain = routes.filter(({ config }) => !config?.isOperation && !config?.isRefusal).map(({ url }) => url);
    const ofOptions = ['/session/oidc', '/session/oidc/callback', '/', '/app', '/app/*'];
    assert.deepEqual([...new Set([...plain, ...ofOptions])].sort(), Object.keys(PLAIN_ROUTES).sort());
  });

  it('[OPS-3] only one file adds hooks, and at most four', async () => {
    const adding: string[] = [];
    for await (const file of glob('src/**/*.ts', { cwd: ROOT.pathname })) {
      const count = (await readFile(new URL(file, ROOT), 'utf8')).split('.addHook(').length - 1;
      adding.push(...Array<string>(count).fill(file));
    }
    assert.deepEqual(adding, Array(4).fill('src/http/pipeline.ts'));
  });
});

type AddedRoute = Omit<RouteOptions, 'method'> & { readonly method: string };

interface Answer {
  readonly status: number;
  readonly socket: Socket;
}
