/** CSRF protection: changes with a session, and sign-ins, are accepted from our own pages only. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { buildApp } from '../../../src/http/app.ts';
import type { App } from '../../../src/http/typed-app.ts';
import { type Client, clientFrom, failed, PUBLIC_URL, silentLog } from '../../support/drivers/api.ts';
import { givePassword, openSession, PASSWORD } from '../../support/drivers/sessions.ts';
import { givenWatchbill } from '../../support/drivers/suites.ts';
import { describeOnSqlite } from '../../support/servers/databases.ts';

type Headers = Readonly<Record<string, string>>;

const OUR_HEADER = { 'x-watchbill-request': '1' };

/** The headers by which a browser says where a request comes from. */
const OURS: Readonly<Record<string, Headers>> = {
  'the public address': { origin: PUBLIC_URL },
  'no origin, but the same one': { 'sec-fetch-site': 'same-origin' },
};

/** Accepted only if no public address is configured. */
const BY_HOST: Readonly<Record<string, Headers>> = {
  'the address that the browser used': { origin: 'http://10.0.0.7:8080', host: '10.0.0.7:8080' },
  'that address behind a proxy with TLS': { origin: 'https://inside.example.com', host: 'inside.example.com' },
};

const FOREIGN: Readonly<Record<string, Headers>> = {
  'another site': { origin: 'https://evil.example.com' },
  'another port': { origin: `${PUBLIC_URL}:8081` },
  'another scheme': { origin: PUBLIC_URL.replace('http:', 'https:') },
  'a neighbour': { origin: 'http://other.watchbill.test' },
  'our name as its prefix': { origin: 'http://watchbill.test.evil.example.com' },
  'a page without an origin': { origin: 'null' },
  nonsense: { origin: 'watchbill.test' },
  'another protocol on our host': { origin: 'ftp://10.0.0.7', host: '10.0.0.7' },
  'another site that says it is the same': { origin: 'https://evil.example.com', 'sec-fetch-site': 'same-origin' },
  'nothing at all': {},
  'the same site, another origin': { 'sec-fetch-site': 'same-site' },
  'another site, without an origin': { 'sec-fetch-site': 'cross-site' },
  'the address bar': { 'sec-fetch-site': 'none' },
};

describeOnSqlite('a request that changes something', (create) => {
  let cookie: string;

  const { watchbill, ada } = givenWatchbill(create, { ada: 'Ada' });
  before(async () => {
    await givePassword(watchbill, ada);
    ({ cookie } = await openSession(watchbill, ada));
  });

  /** Everything that a session can change, and signing in, as otherwise valid requests. */
  const WRITES: Readonly<Record<string, (client: Client) => ReturnType<Client['get']>>> = {
    'PATCH with a session': (client) => client.patch('/user/', { name: 'Ada' }),
    'POST with a session': (client) => client.post('/user/api_keys/', { name: 'Deploys' }),
    'PUT with a session': (client) => client.put('/user/password', { current_password: PASSWORD, password: PASSWORD }),
    'DELETE with a session': (client) => client.delete('/user/api_keys/key_none'),
    'POST to nowhere with a session': (client) => client.post('/nowhere', {}),
  };
  const OPEN: typeof WRITES = {
    'POST /session/': (client) => client.post('/session/', { email: 'ada@example.com', password: PASSWORD }),
    'DELETE /session/': (client) => client.delete('/session/'),
    'POST /sign_in_links/look': (client) => client.post('/sign_in_links/look', { token: 'x' }),
    'POST /sign_in_links/use': (client) => client.post('/sign_in_links/use', { token: 'x', password: PASSWORD }),
  };

  function every(): [what: string, write: (headers: Headers) => ReturnType<Client['get']>][] {
    const from = (headers: Headers) => clientFrom(watchbill.app, { headers });
    return [
      ...Object.entries(WRITES).map(([what, write]): [string, (headers: Headers) => ReturnType<Client['get']>] => [
        what,
        (headers) => write(from({ cookie, ...headers })),
      ]),
      ...Object.entries(OPEN).map(([what, write]): [string, (headers: Headers) => ReturnType<Client['get']>] => [
        what,
        (headers) => write(from(headers)),
      ]),
    ];
  }

  describe('with the header', () => {
    for (const [from, headers] of Object.entries(OURS)) {
      it(`from ${from} is accepted`, async () => {
        for (const [what, write] of every()) {
          assert.notEqual((await write({ ...headers, ...OUR_HEADER })).status, 403, what);
        }
      });
    }

    for (const [from, headers] of Object.entries({ ...FOREIGN, ...BY_HOST })) {
      it(`from ${from} is 403`, async () => {
        for (const [what, write] of every()) {
          const message = failed(await write({ ...headers, ...OUR_HEADER }), 403, 'forbidden');
          assert.match(message, /the header Origin must be http:\/\/watchbill\.test,/, what);
        }
      });
    }
  });

  for (const value of [undefined, '', '0', 'true']) {
    it(`with ${value === undefined ? 'no header' : `"${value}" as header`} is 403`, async () => {
      for (const [what, write] of every()) {
        const headers = { origin: PUBLIC_URL, ...(value !== undefined && { 'x-watchbill-request': value }) };
        const message = failed(await write(headers), 403, 'forbidden');
        assert.match(message, /the header x-watchbill-request: 1/, what);
      }
    });
  }

  describe('where no public address is configured', () => {
    let unnamed: App;
    before(async () => {
      const { services } = watchbill;
      const publicUrl = () => 'http://localhost:8080';
      const options = { services, publicUrl, trustsHost: true, docsUrl: 'http://docs.test', rateLimit: 0 };
      unnamed = await buildApp({ ...options, log: silentLog });
    });
    after(() => unnamed.close());

    for (const [from, headers] of Object.entries(BY_HOST)) {
      it(`from ${from} is accepted`, async () => {
        const client = clientFrom(unnamed, { headers: { cookie, ...headers, ...OUR_HEADER } });
        assert.equal((await client.patch('/user/', { name: 'Ada' })).status, 200);
      });
    }

    it('from another site is 403', async () => {
      const headers = { cookie, origin: 'https://evil.example.com', host: 'localhost:8080', ...OUR_HEADER };
      failed(await clientFrom(unnamed, { headers }).patch('/user/', { name: 'Ada' }), 403, 'forbidden');
    });
  });

  it('with an API key needs neither', async () => {
    const foreign = { headers: { 'x-api-key': ada.key, cookie, origin: 'https://evil.example.com' } };
    assert.equal((await clientFrom(watchbill.app, foreign).patch('/user/', { name: 'Ada' })).status, 200);
  });

  it('with a session needs both; reading needs neither', async () => {
    for (const method of ['GET', 'HEAD'] as const) {
      const headers = { cookie, origin: 'https://evil.example.com' };
      assert.equal((await watchbill.app.inject({ method, url: '/user/', headers })).statusCode, 200);
    }
  });
});
