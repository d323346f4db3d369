import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { failed, startWatchbill } from '../../support/drivers/api.ts';
import { givenWatchbill } from '../../support/drivers/suites.ts';
import { createSqlite } from '../../support/servers/databases.ts';

const FOLDER = fileURLToPath(new URL('../../../dist/web', import.meta.url));

/** In bytes, compressed. */
const LARGEST_FIRST_SCRIPT = 200_000;
const LARGEST_PRELOADED_FONT = 32_000;

describe('the served web application', () => {
  const { watchbill } = givenWatchbill(createSqlite, {}, undefined, undefined, { webFolder: FOLDER });

  async function get(url: string, headers: Record<string, string> = {}) {
    return watchbill.app.inject({ url, headers });
  }

  async function scriptIn(page: string): Promise<string> {
    const script = /<script type="module"[^>]* src="([^"]+)"/.exec(page)?.[1];
    assert.ok(script !== undefined, page);
    return script;
  }

  test('is where / redirects to', async () => {
    const answer = await get('/');
    assert.deepEqual([answer.statusCode, answer.headers.location], [302, '/app/']);
  });

  test('every path below /app/ returns the same document, which is not cached', async () => {
    for (const path of ['/app', '/app/', '/app/schedules/sch_1/edit', '/app/settings/api-keys?x=1']) {
      const answer = await get(path);
      assert.equal(answer.statusCode, 200, path);
      assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
      assert.equal(answer.headers['cache-control'], 'no-cache');
      assert.match(answer.body, /<div id="root">/);
    }
  });

  test('the document has no inline script, names no other host, and has a new nonce each time', async () => {
    const pages = await Promise.all([get('/app/'), get('/app/')]);
    const nonces = pages.map(({ body, headers }) => {
      const nonce = /<meta name="csp-nonce" content="([^"]+)"/.exec(body)?.[1];
      const policy = String(headers['content-security-policy']);
      assert.ok(policy.includes(`style-src 'self' 'nonce-${nonce}'`), policy);
      assert.match(policy, /default-src 'none'; script-src 'self';/);
      assert.doesNotMatch(policy, /unsafe|\*|http/);
      assert.doesNotMatch(body, /<script(?![^>]* src="\/app\/)/);
      assert.doesNotMatch(body, /(src|href)="(?!\/app\/)/);
      return nonce;
    });
    assert.notEqual(nonces[0], nonces[1]);
  });

  test('assets are named by their content, cached for ever and sent compressed', async () => {
    const script = await scriptIn((await get('/app/')).body);
    const plain = await get(script);
    const brotli = await get(script, { 'accept-encoding': 'gzip, deflate, br' });
    const gzip = await get(script, { 'accept-encoding': 'gzip' });
    assert.match(script, /^\/app\/assets\/[\w.-]+-[\w-]{8}\.js$/);
    assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(plain.headers['content-type'], 'text/javascript; charset=utf-8');
    assert.equal(plain.headers['content-encoding'], undefined);
    assert.deepEqual([brotli.headers['content-encoding'], gzip.headers['content-encoding']], ['br', 'gzip']);
    assert.equal(brotli.headers.vary, 'accept-encoding');
    assert.ok(brotliDecompressSync(brotli.rawPayload).equals(plain.rawPayload));
    assert.ok(gunzipSync(gzip.rawPayload).equals(plain.rawPayload));
  });

  test('files whose names do not change are sent again only if they have changed', async () => {
    const { headers, rawPayload } = await get('/app/icon.svg');
    assert.equal(headers['cache-control'], 'no-cache');
    assert.ok(rawPayload.length > 0);
    const again = await get('/app/icon.svg', { 'if-none-match': String(headers.etag) });
    assert.deepEqual([again.statusCode, again.rawPayload.length], [304, 0]);
  });

  test('the typeface is preloaded, small and cached for ever, and its licence is served too', async () => {
    const { body: page, headers } = await get('/app/');
    const fonts = [...page.matchAll(/href="([^"]+\.woff2)"/g)].map(([, path = '']) => path);
    assert.equal(fonts.length, 1);
    assert.match(String(headers['content-security-policy']), /font-src 'self'/);
    const font = await get(fonts[0] ?? '', { 'accept-encoding': 'gzip, deflate, br' });
    assert.deepEqual([font.statusCode, font.headers['content-type']], [200, 'font/woff2']);
    assert.equal(font.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.ok(font.rawPayload.length <= LARGEST_PRELOADED_FONT, `it is ${font.rawPayload.length} bytes`);
    assert.match((await get('/app/geist-license.txt')).body, /SIL Open Font License, Version 1\.1/);
  });

  test('unknown files are 404, and nothing outside the folder is served', async () => {
    const paths = [
      '/app/assets/none.js',
      '/app/package.json',
      '/app/index.html',
      '/app/../package.json',
      '/app/..%2f..%2fpackage.json',
      '/app/assets/..%2f..%2f..%2fpackage.json',
    ];
    for (const path of paths) {
      const answer = await get(path);
      failed({ status: answer.statusCode, body: answer.json(), headers: answer.headers }, 404, 'not_found');
    }
  });

  test('the first page needs at most 200 kB of compressed script', async () => {
    const { body: page } = await get('/app/');
    const named = [...page.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, path = '']) => path);
    let total = 0;
    for (const path of named) {
      const script = await get(path);
      total += (await get(path, { 'accept-encoding': 'br' })).rawPayload.length;
      const imported = [...script.body.matchAll(/(?:from|import)"\.\/([^"]+)"/g)].map(
        ([, name]) => `/app/assets/${name}`,
      );
      assert.deepEqual(
        imported.filter((other) => !named.includes(other)),
        [],
        `what ${path} needs is asked for with it`,
      );
    }
    assert.ok(named.some((path) => path.startsWith('/app/assets/')));
    assert.ok(total <= LARGEST_FIRST_SCRIPT, `it is ${total} bytes in ${named.length} files`);
  });
});

test('without a built web application the API works, and /app/ says what to do', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'watchbill-web-'));
  const watchbill = await startWatchbill(createSqlite, undefined, undefined, { webFolder: join(empty, 'none') });
  const answer = await watchbill.app.inject({ url: '/app/' });
  const said = failed({ status: answer.statusCode, body: answer.json(), headers: answer.headers }, 404, 'not_found');
  assert.match(said, /npm run build/);
  assert.equal((await watchbill.owner.get('/user/')).status, 200);
  await watchbill.stop();
  await rm(empty, { recursive: true });
});
