import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { plainFetch } from '../../../src/http/sign-in/plain-fetch.ts';

const ASKING = { method: 'GET', headers: {}, body: undefined, redirect: 'manual' } as const;

async function startServer(test: TestContext, handle: RequestListener): Promise<string> {
  const server = createServer(handle).listen(0, '127.0.0.1');
  test.after(() => server.close().closeAllConnections());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describe('a plain fetch', () => {
  it('sends a form with its headers, and returns status, headers and text', async (test) => {
    const url = await startServer(test, async (request, response) => {
      const { authorization } = request.headers;
      response.writeHead(400, { 'set-cookie': ['a=1', 'b=2'], 'content-type': 'application/json' });
      response.end(JSON.stringify({ method: request.method, authorization, body: await text(request) }));
    });
    const body = new URLSearchParams({ code: 'a&b' });
    const answer = await plainFetch(url, { ...ASKING, method: 'POST', headers: { authorization: 'Basic x' }, body });
    assert.equal(answer.status, 400);
    assert.deepEqual(answer.headers.getSetCookie(), ['a=1', 'b=2']);
    assert.deepEqual(await answer.json(), { method: 'POST', authorization: 'Basic x', body: 'code=a%26b' });
  });

  it('returns a redirect without following it, and a response without a body', async (test) => {
    const url = await startServer(test, ({ url }, response) => {
      if (url === '/gone') response.writeHead(204).end();
      else response.writeHead(302, { location: '/gone' }).end();
    });
    const { status, headers } = await plainFetch(url, ASKING);
    assert.deepEqual([status, headers.get('location')], [302, '/gone']);
    assert.equal((await plainFetch(`${url}gone`, ASKING)).body, null);
  });

  it('fails like fetch if nothing listens, and if a response is cut off', async (test) => {
    const url = await startServer(test, ({ socket }, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{', () => socket.destroy());
    });
    await assert.rejects(plainFetch(url, ASKING), TypeError);
    await assert.rejects(plainFetch('http://127.0.0.1:1/', ASKING), TypeError);
    await assert.rejects(plainFetch('nowhere', ASKING), TypeError);
  });

  it("fails with the signal's reason, before and during the response", async (test) => {
    for (const begins of [false, true]) {
      const giveUp = new AbortController();
      const reason = new DOMException('too late', 'TimeoutError');
      const url = await startServer(test, (_, response) => {
        if (begins) response.write('{', () => giveUp.abort(reason));
        else giveUp.abort(reason);
      });
      await assert.rejects(plainFetch(url, { ...ASKING, signal: giveUp.signal }), reason);
    }
  });
});
