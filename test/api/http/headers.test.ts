/** The security headers of every kind of response. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { buildApp } from '../../../src/http/app.ts';
import { DOCS_FOLDER, PUBLIC_URL, silentLog } from '../../support/drivers/api.ts';
import { openSession, SAME_ORIGIN } from '../../support/drivers/sessions.ts';
import { givenWatchbill } from '../../support/drivers/suites.ts';
import { createSqlite } from '../../support/servers/databases.ts';

const WEB_FOLDER = fileURLToPath(new URL('../../../dist/web', import.meta.url));

const NOTHING = "default-src 'none'; frame-ancestors 'none'";

/** With a separate nonce in each. */
const WEB_PAGE =
  /^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[\w+/=]{24}'; img-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/;

/** Swagger UI has icons in data: URLs. */
const DOCS_PAGE =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

type Headers = Readonly<Record<string, unknown>>;

function assertGuarded(
  what: string,
  headers: Headers,
  policy: string | RegExp = NOTHING,
  caching: string | RegExp = 'no-store',
): void {
  assert.equal(headers['x-content-type-options'], 'nosniff', what);
  assert.equal(headers['referrer-policy'], 'no-referrer', what);
  assert.equal(headers['x-frame-options'], 'DENY', what);
  assert.equal(headers['cross-origin-resource-policy'], 'same-origin', what);
  const given = String(headers['content-security-policy']);
  if (typeof policy === 'string') assert.equal(given, policy, what);
  else assert.match(given, policy, what);
  const kept = String(headers['cache-control']);
  if (typeof caching === 'string') assert.equal(kept, caching, what);
  else assert.match(kept, caching, what);
  const sharing = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
  assert.deepEqual(sharing, [], `${what} lets another website read it`);
}

describe('response headers', () => {
  const { watchbill, owner, viewer } = givenWatchbill(
    createSqlite,
    { viewer: { name: 'Vera', seat: 'viewer' } },
    undefined,
    undefined,
    { webFolder: WEB_FOLDER },
  );

  type Method = 'GET' | 'HEAD' | 'POST' | 'DELETE' | 'OPTIONS';

  /** Sends a request as another website would. */
  async function ask(method: Method, url: string, key?: string, payload?: string | object, type = 'application/json') {
    const headers = {
      origin: 'https://evil.example.com',
      ...(key !== undefined && { 'x-api-key': key }),
      ...(payload !== undefined && { 'content-type': type }),
    };
    return watchbill.app.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
  }

  it('are in every response of the API', async () => {
    const { id } = (await owner.post('/teams/', { name: 'Harbour' })).body.team;
    const kinds = [
      [200, 'GET', '/user/', owner.key],
      [200, 'HEAD', '/user/', owner.key],
      [201, 'POST', '/teams/', owner.key, { name: 'Platform' }],
      [204, 'DELETE', `/teams/${id}`, owner.key],
      [400, 'POST', '/teams/', owner.key, '{'],
      [401, 'GET', '/user/'],
      [401, 'GET', '/user/', 'let me in'],
      [403, 'POST', '/teams/', viewer.key, { name: 'Mine' }],
      [404, 'GET', '/teams/tea_1', owner.key],
      [404, 'GET', '/nowhere'],
      [404, 'GET', '/%ff'],
      [405, 'OPTIONS', '/user/'],
      [413, 'POST', '/teams/', owner.key, JSON.stringify({ name: 'x'.repeat(1024 * 1024) })],
      [422, 'POST', '/teams/', owner.key, { name: 'platform' }],
      [200, 'GET', '/healthz'],
      [200, 'GET', '/metrics'],
      [200, 'GET', '/session/'],
      [415, 'POST', '/teams/', owner.key, 'Platform', 'text/plain'],
      [401, 'POST', '/chat/slack/commands', undefined, 'text=me', 'application/x-www-form-urlencoded'],
    ] as const;
    for (const [status, method, url, key, payload, type] of kinds) {
      const answer = await ask(method, url, key, payload, type);
      const what = `${method} ${url.slice(0, 40)}`;
      assert.equal(answer.statusCode, status, `${what}: ${answer.body}`);
      assertGuarded(`${what}, ${status}`, answer.headers);
    }
  });

  it('are in responses to a session, refused or not', async () => {
    const { cookie } = await openSession(watchbill, owner);
    for (const [status, headers] of [
      [403, { origin: 'https://evil.example.com' }],
      [204, SAME_ORIGIN],
    ] as const) {
      const url = '/user/sessions/';
      const answer = await watchbill.app.inject({ method: 'DELETE', url, headers: { ...headers, cookie } });
      assert.equal(answer.statusCode, status);
      assertGuarded(String(status), answer.headers);
    }
  });

  it('are in 429 responses', async () => {
    const { services } = watchbill;
    const strict = await buildApp({
      services,
      docsUrl: 'http://docs.test',
      publicUrl: () => PUBLIC_URL,
      rateLimit: 1,
      log: silentLog,
    });
    await strict.inject('/session/');
    const refused = await strict.inject('/session/');
    assert.equal(refused.statusCode, 429);
    assertGuarded('429', refused.headers);
    await strict.close();
  });

  it('tell browsers to use https only, if the public address is https', async () => {
    const { services } = watchbill;
    const address = 'https://watchbill.example.com';
    const options = { services, docsUrl: `${address}/docs`, publicUrl: () => address, rateLimit: 1, log: silentLog };
    const secure = await buildApp({ ...options, webFolder: WEB_FOLDER, docsFolder: DOCS_FOLDER });
    const hsts = 'strict-transport-security';
    for (const url of ['/healthz', '/user/', '/app/', '/docs', '/nowhere']) {
      assert.equal((await secure.inject(url)).headers[hsts], 'max-age=31536000', url);
      assert.equal((await watchbill.app.inject(url)).headers[hsts], undefined, url);
    }
    await secure.close();
  });

  it('[TRU-1] tell our pages when the answer was sent, to the millisecond', async () => {
    watchbill.at('2026-01-05T09:00:01.250Z');
    const headers = { 'x-api-key': owner.key, 'x-watchbill-request': '1' };
    for (const url of ['/schedules', '/schedules/sch_none', '/session/']) {
      const answer = await watchbill.app.inject({ url, headers });
      assert.equal(answer.headers['x-watchbill-time'], '2026-01-05T09:00:01.250Z', url);
    }
    assert.equal((await owner.get('/schedules')).headers['x-watchbill-time'], undefined);
  });

  it('let the web application load its own files, and nothing else', async () => {
    const page = await ask('GET', '/app/schedules');
    assert.equal(page.statusCode, 200);
    assertGuarded('a page', page.headers, WEB_PAGE, 'no-cache');
    assertGuarded('the way there', (await ask('GET', '/')).headers);
    assertGuarded('no file', (await ask('GET', '/app/none.js')).headers);
    const [, script = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(page.body) ?? [];
    const asset = await ask('GET', script);
    assert.equal(asset.statusCode, 200, script);
    assertGuarded('an asset', asset.headers, NOTHING, /^public, .*immutable$/);
  });

  it('let the pages below /docs load their own files, and nothing else', async () => {
    for (const url of ['/docs', '/docs/errors']) {
      const page = await ask('GET', url);
      assert.equal(page.statusCode, 200, url);
      assertGuarded(url, page.headers, DOCS_PAGE, 'no-cache');
    }
    for (const url of ['/docs/swagger-ui-bundle.js', '/docs/json', '/openapi.json']) {
      const file = await ask('GET', url);
      assert.equal(file.statusCode, 200, url);
      assertGuarded(url, file.headers, NOTHING, 'no-cache');
    }
    assertGuarded('no page', (await ask('GET', '/docs/none')).headers);
  });
});
