import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, before, beforeEach, describe, it } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import Type from 'typebox';
import { buildApp } from '../../../src/http/app.ts';
import type { App } from '../../../src/http/typed-app.ts';
import { newApiKey } from '../../../src/secrets/api-key-format.ts';
import { validatorOf } from '../../../src/validation/validation.ts';
import type { Answer } from '../../support/drivers/answer.ts';
import { failed, PUBLIC_URL, silentLog, succeeded } from '../../support/drivers/api.ts';
import { documentedOperations } from '../../support/drivers/openapi.ts';
import { createSchedule, newSchedule } from '../../support/drivers/schedules.ts';
import { givenWatchbill } from '../../support/drivers/suites.ts';
import { describeOnSqlite } from '../../support/servers/databases.ts';

const RATE_LIMIT_HEADERS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

describeOnSqlite('bad requests', (create) => {
  const { watchbill, owner } = givenWatchbill(create);

  interface Raw {
    readonly method?: string;
    readonly path: string;
    readonly headers?: Record<string, string>;
    readonly body?: string | Buffer;
  }

  /** Sends a request of the owner exactly as given. */
  async function send({ method = 'GET', path, headers = {}, body }: Raw, app: App = watchbill.app): Promise<Answer> {
    const answer = await app.inject({
      method: method as 'GET',
      url: path,
      headers: { 'x-api-key': owner.key, ...headers },
      ...(body !== undefined && { payload: body }),
    });
    return { status: answer.statusCode, body: JSON.parse(answer.body), headers: answer.headers };
  }

  function sendJson(body: string | Buffer, path = '/teams/'): Promise<Answer> {
    return send({ method: 'POST', path, headers: { 'content-type': 'application/json' }, body });
  }

  describe('a body', () => {
    const BROKEN = [
      ['that breaks off', '{"name":'],
      ['that is not JSON', 'name=Platform'],
      ['that is JavaScript', "{name: 'Platform'}"],
      ['with NaN', '{"name": NaN}'],
      ['that is empty', ''],
      ['that is null', 'null'],
      ['that is a number', '7'],
      ['that is a string', '"Platform"'],
      ['that is a list', '[{"name": "Platform"}]'],
      ['in UTF-16', Buffer.from('{"name": "Platform"}', 'utf16le')],
      ['with NUL in a text', '{"name": "Plat\\u0000form"}'],
      ['with NUL in a field name', '{"name": "Platform", "\\u0000": 1}'],
      ['with half a character', '{"name": "Plat\\ud83dform"}'],
      ['with halves in the wrong order', '{"name": "Plat\\udedf\\ud83dform"}'],
      ['with half a character in a field name', '{"name": "Platform", "\\ud800": 1}'],
      ['with __proto__', '{"name": "Platform", "__proto__": {"role": "owner"}}'],
      ['with __proto__ deep inside', '{"name": [{"a": {"__proto__": 1}}]}'],
      ['with __proto__ in disguise', '{"name": "Platform", "__pr\\u006fto__": {"role": "owner"}}'],
      ['with constructor.prototype', '{"name": "Platform", "constructor": {"prototype": {"role": "owner"}}}'],
      ['with constructor', '{"name": "Platform", "constructor": 1}'],
      ['with toString', '{"name": "Platform", "toString": 1}'],
      ['a thousand levels deep', `{"name": ${'['.repeat(1000)}${']'.repeat(1000)}}`],
      ['with a number that is infinite', '{"name": 1e999}'],
    ] as const;
    for (const [what, body] of BROKEN) {
      it(`${what} is 400`, async () => {
        failed(await sendJson(body), 400, 'bad_request');
      });
    }

    it('[DOC-6] that is not JSON is refused in our own words', async () => {
      const words = 'The body is not valid JSON, or has a field that JavaScript reserves.';
      for (const body of ['{"name":', '{"__proto__": 1}']) {
        assert.equal(failed(await sendJson(body), 400, 'bad_request'), words);
      }
      const headers = { 'content-type': 'application/json', 'content-length': '5' };
      const short = await send({ method: 'POST', path: '/teams/', headers, body: '{}' });
      assert.equal(failed(short, 400, 'bad_request'), 'The body is not as long as content-length says.');
    });

    it('that is not UTF-8 is 400, also in chunks', async () => {
      const body = Buffer.from('{"name": "Plat\xffform"}', 'latin1');
      for (const payload of [body, Readable.from([body])]) {
        const { statusCode, json } = await watchbill.app.inject({
          method: 'POST',
          url: '/teams/',
          headers: { 'x-api-key': owner.key, 'content-type': 'application/json' },
          payload,
        });
        assert.deepEqual([statusCode, json().error.message], [400, 'The body is not valid UTF-8.']);
      }
    });

    it('changes nothing when it is refused', async () => {
      const count = async () => succeeded(await owner.get('/teams/')).meta.total;
      const before = await count();
      for (const [, body] of BROKEN) await sendJson(body);
      assert.equal(await count(), before);
      assert.equal(({} as { role?: string }).role, undefined);
    });

    it('that is missing but required is 400', async () => {
      const schedule = await createSchedule(owner, [owner]);
      for (const [method, path] of [
        ['POST', '/teams/'],
        ['POST', '/users/'],
        ['POST', '/schedules'],
        ['POST', `/schedules/${schedule.id}/overrides/`],
        ['PATCH', `/schedules/${schedule.id}`],
        ['PATCH', `/users/${owner.id}`],
      ] as const) {
        failed(await send({ method, path }), 400, 'bad_request');
      }
    });

    for (const type of [
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/html',
      'json',
      '',
    ]) {
      it(`of the media type "${type}" is 415`, async () => {
        const headers = { 'content-type': type };
        const answer = await send({ method: 'POST', path: '/teams/', headers, body: '{"name": "Platform"}' });
        failed(answer, 415, 'unsupported_media_type');
      });
    }

    it('that is compressed is refused, for any caller', async () => {
      for (const [encoding, pack] of [
        ['br', brotliCompressSync],
        ['gzip', gzipSync],
        ['deflate', deflateSync],
      ] as const) {
        const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
        const body = pack('{"name":"Packed"}');
        failed(await send({ method: 'POST', path: '/teams/', headers, body }), 400, 'bad_request');
      }
    });

    it('may name its charset', async () => {
      const headers = { 'content-type': 'application/json; charset=utf-8' };
      succeeded(await send({ method: 'POST', path: '/teams/', headers, body: '{"name": "Charset"}' }), 201);
    });

    it('[OPS-4] over 64 KiB is 413, whatever its content; exactly 64 KiB is read', async () => {
      const padded = (bytes: number) => `{"name": 7}${' '.repeat(bytes - 11)}`;
      failed(await sendJson(padded(64 * 1024)), 400, 'bad_request');
      failed(await sendJson(padded(64 * 1024 + 1)), 413, 'payload_too_large');
      failed(await sendJson('x'.repeat(2 * 1024 * 1024)), 413, 'payload_too_large');
    });

    it('[OPS-4] has up to 1 MiB where many things are sent at once', async () => {
      const padded = (bytes: number) => `{"name": 7}${' '.repeat(bytes - 11)}`;
      const paths = ['/schedules', '/users/batch', '/user/time_off/import', '/coverage_requests/cov_1/accept'];
      for (const path of paths) {
        failed(await sendJson(padded(1024 * 1024), path), 400, 'bad_request');
        failed(await sendJson(padded(1024 * 1024 + 1), path), 413, 'payload_too_large');
      }
    });

    for (const amount of ['9007199254740992', '99999999999999999999999', '1e300', '1e999', '-0.5', '"1"', 'true']) {
      it(`with ${amount} for a whole number is 400`, async () => {
        const body = JSON.stringify(newSchedule([owner])).replace('"amount":1', `"amount":${amount}`);
        assert.match(failed(await sendJson(body, '/schedules'), 400, 'bad_request'), /shift_length\.amount/);
      });
    }

    it('is quoted only in part in the message', async () => {
      const message = failed(await sendJson(`{"name": ["${'x'.repeat(50_000)}"]}`), 400, 'bad_request');
      assert.ok(message.length < 200, message.slice(0, 300));
      assert.match(message, /; it is an array of 1\.$/);
      const { body } = await watchbill.owner.post('/users/', {
        name: 'A',
        email: 'a@example.com',
        role: 'x'.repeat(99),
      });
      assert.match(body.error.message, /; it is "x+…"\.$/);
    });
  });

  describe('a query', () => {
    for (const query of [
      'page=1&page=1',
      'page=',
      'page=0x10',
      'page=%31%30%00',
      'page=99999999999999999999',
      'page=-1',
      'page[]=1',
      'per_page=1e2',
      '__proto__=1',
      'constructor=1',
      'Page=1',
    ]) {
      it(`?${query} is 400 on every list`, async () => {
        for (const path of ['/teams/', '/users/', '/schedules', '/oncall', '/user/shifts']) {
          failed(await owner.get(`${path}?${query}`), 400, 'bad_request');
        }
      });
    }
  });

  describe('[DOC-6] an unknown field is named together with those that are known', () => {
    it('of a query, those of every list last', async () => {
      assert.equal(
        failed(await owner.get('/audit_log/?since=2026-01-05T09:00:00Z'), 400, 'bad_request'),
        'since is not a known field. Known: actor_id, target_id, action, from, to, page and per_page.',
      );
    });

    it('of an object inside a body', async () => {
      const body = JSON.stringify(newSchedule([owner])).replace('"amount":1', '"amount":1,"a/b~c":1');
      assert.equal(
        failed(await sendJson(body, '/schedules'), 400, 'bad_request'),
        'layers[0].shift_length.a/b~c is not a known field. Known of layers[0].shift_length: amount and unit.',
      );
    });

    it('of an object that may be null', async () => {
      const body = { settings: { display: { colours: 'many' } } };
      assert.equal(
        failed(await owner.patch('/user/settings/', body), 400, 'bad_request'),
        'settings.display.colours is not a known field. Known of settings.display: date_format, time_format and week_start.',
      );
    });

    it('of a long object, not all of them', () => {
      const names = Array.from({ length: 100 }, (_, i) => `field_${i}`);
      const schema = Type.Object(Object.fromEntries(names.map((name) => [name, Type.Optional(Type.String())])), {
        additionalProperties: false,
      });
      const message = validatorOf(schema)({ colour: 1 }).error?.message ?? '';
      assert.match(message, /^colour is not a known field\. Known: field_0, .*, field_29 and others\.$/);
    });
  });

  describe('a path', () => {
    for (const [method, path] of [
      ['GET', '/'],
      ['GET', '/nope'],
      ['GET', '//'],
      ['GET', '/users/usr_1/keys'],
      ['GET', '/users/a%2Fb'],
      ['GET', '/users/%00'],
      ['GET', '/users/__proto__'],
      ['GET', '/users/..%2f..%2fetc%2fpasswd'],
      ['GET', '/SCHEDULES'],
      ['PUT', '/calendars/abc'],
      ['POST', '/users/batch/more'],
    ] as const) {
      it(`${method} ${path} is 404`, async () => {
        failed(await send({ method, path }), 404, 'not_found');
      });
    }

    for (const [method, path, allowed] of [
      ['PUT', '/user/', 'GET, HEAD, PATCH'],
      ['DELETE', '/schedules', 'GET, HEAD, POST'],
      ['PATCH', '/teams', 'GET, HEAD, POST'],
      ['POST', '/user/shifts?page=1', 'GET, HEAD'],
      ['PUT', '/oncall', 'GET, HEAD'],
      ['POST', '/schedules/sch_1/overrides/ovr_1/', 'DELETE, GET, HEAD, PATCH'],
      ['GET', '/coverage_requests/cov_1/accept', 'POST'],
      ['OPTIONS', '/teams/', 'GET, HEAD, POST'],
      ['PUT', '/%75ser/', 'GET, HEAD, PATCH'],
      ['POST', '/users/usr%2F1', 'DELETE, GET, HEAD, PATCH'],
      ['GET', '/users/batch', 'POST'],
      ['DELETE', '/users/batch/', 'POST'],
      ['PATCH', '/user/time_off/import?page=1', 'POST'],
      ['GET', '/users/usr_1/time_off/import', 'POST'],
      ['PUT', '/calendars/abc.ics', 'GET, HEAD'],
      ['POST', '/docs', 'GET, HEAD'],
      ['DELETE', '/docs/errors/', 'GET, HEAD'],
      ['POST', '/healthz', 'GET, HEAD'],
      ['TRACE', '/teams/', 'GET, HEAD, POST'],
      ['PROPFIND', '/teams/', 'GET, HEAD, POST'],
    ] as const) {
      it(`${method} ${path} is 405, with the methods that are allowed`, async () => {
        const answer = await send({ method, path });
        assert.match(failed(answer, 405, 'method_not_allowed'), new RegExp(`${method}, only ${allowed}\\.$`));
        assert.equal(answer.headers.allow, allowed);
      });
    }
  });

  it('[TRU-6] each path is 405 for every method that is not documented, whoever asks', async () => {
    const byPath = Map.groupBy(documentedOperations(), ({ path }) => path.replace(/\/$/, ''));
    for (const [path, operations] of byPath) {
      const documented = operations.map(({ method }) => method);
      const allowed = [...documented, ...(documented.includes('GET') ? ['HEAD'] : [])].toSorted().join(', ');
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        if (documented.includes(method)) continue;
        for (const headers of [{}, { 'x-api-key': owner.key }]) {
          const url = path.replaceAll(/\{\w+\}/g, 'unknown');
          const { statusCode, headers: answered } = await watchbill.app.inject({
            method: method as 'GET',
            url,
            headers,
          });
          assert.deepEqual([statusCode, answered.allow], [405, allowed], `${method} ${url}`);
        }
      }
    }
  });

  describe('[DOC-6] headers that HTTP asks for', () => {
    it('401 names the ways to authenticate, none of which opens a dialog of the browser', async () => {
      for (const request of [
        { path: '/user/', headers: { 'x-api-key': '' } },
        { path: '/user/', headers: { 'x-api-key': newApiKey() } },
        { method: 'POST', path: '/chat/slack/commands', headers: { 'content-type': 'text/plain' }, body: 'text=me' },
      ]) {
        const answer = await send(request);
        failed(answer, 401, 'unauthorized');
        const challenge = 'Bearer realm="Watchbill", ApiKey realm="Watchbill", header="x-api-key"';
        assert.equal(answer.headers['www-authenticate'], challenge);
      }
      assert.equal((await send({ path: '/user/' })).headers['www-authenticate'], undefined);
    });

    it('415 names the type of bodies', async () => {
      const headers = { 'content-type': 'text/csv' };
      const answer = await send({ method: 'POST', path: '/teams/', headers, body: 'name' });
      failed(answer, 415, 'unsupported_media_type');
      assert.equal(answer.headers.accept, 'application/json');
    });
  });

  describe('x-api-version', () => {
    it('is in every response', async () => {
      for (const path of ['/user/', '/healthz', '/nope', '/users/usr_1', '/teams/?page=0']) {
        assert.equal((await send({ path })).headers['x-api-version'], '2026-11-01', path);
        const unauthorized = await send({ path, headers: { 'x-api-key': 'no' } });
        assert.equal(unauthorized.headers['x-api-version'], '2026-11-01', path);
      }
      assert.equal((await sendJson('{')).headers['x-api-version'], '2026-11-01');
    });

    it('may be sent with every request', async () => {
      const headers = { 'x-api-version': '2026-11-01' };
      for (const path of ['/user/', '/teams/', '/schedules', '/healthz']) succeeded(await send({ path, headers }));
    });

    for (const version of ['2026-10-31', '2026-11-02', '2026-13-01', '1', 'latest', '', '2026-11-01, 2026-11-01']) {
      it(`"${version}" is 400, and the message lists the versions`, async () => {
        const answer = await send({ path: '/user/', headers: { 'x-api-version': version } });
        assert.match(failed(answer, 400, 'bad_request'), /x-api-version .*2026-11-01/);
        assert.equal(answer.headers['x-api-version'], '2026-11-01');
      });
    }
  });

  describe('the rate limit', () => {
    let limited: App;
    beforeEach(async () => {
      limited = await buildApp({
        services: watchbill.services,
        docsUrl: 'http://docs.test',
        publicUrl: () => PUBLIC_URL,
        rateLimit: 3,
        log: silentLog,
      });
    });
    afterEach(() => limited.close());

    function headersOf({ headers }: Answer) {
      return Object.fromEntries([...RATE_LIMIT_HEADERS, 'retry-after'].map((name) => [name, headers[name]]));
    }

    it('is in responses of every kind, without retry-after', async () => {
      for (const answer of [
        await send({ path: '/user/' }),
        await send({ path: '/healthz' }),
        await send({ path: '/nope' }),
        await send({ path: '/nope', headers: { 'x-api-key': 'no' } }),
        await send({ path: '/users/usr_1' }),
        await send({ path: '/teams/?page=0' }),
        await sendJson('{'),
        await sendJson('x'.repeat(2 * 1024 * 1024)),
        await send({ method: 'POST', path: '/teams/', headers: { 'content-type': 'text/html' }, body: 'x' }),
      ]) {
        for (const name of RATE_LIMIT_HEADERS) assert.match(String(answer.headers[name]), /^\d+$/, name);
        assert.ok(!('retry-after' in answer.headers));
      }
    });

    it('counts down, errors included, and then responds 429 with retry-after', async () => {
      const remaining: unknown[] = [];
      for (const path of ['/user/', '/nope', '/users/usr_1']) {
        const answer = await send({ path }, limited);
        assert.notEqual(answer.status, 429);
        assert.equal(headersOf(answer)['x-ratelimit-limit'], '3');
        remaining.push(headersOf(answer)['x-ratelimit-remaining']);
      }
      assert.deepEqual(remaining, ['2', '1', '0']);
      for (const path of ['/user/', '/nope']) {
        const answer = await send({ path }, limited);
        failed(answer, 429, 'too_many_requests');
        const headers = headersOf(answer);
        assert.deepEqual([headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']], ['3', '0']);
        for (const name of ['x-ratelimit-reset', 'retry-after']) {
          const seconds = Number(headers[name]);
          assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60, `${name}: ${headers[name]}`);
        }
        assert.equal(answer.headers['x-api-version'], '2026-11-01');
      }
    });

    it('is counted by key, and by address without a key', async () => {
      const other = await watchbill.addPerson('Other');
      const withKey = (key: string) => send({ path: '/nope', headers: { 'x-api-key': key } }, limited);
      assert.equal(headersOf(await withKey(other.key))['x-ratelimit-remaining'], '2');
      assert.equal(headersOf(await withKey('no key'))['x-ratelimit-remaining'], '2');
      assert.equal(headersOf(await withKey(newApiKey()))['x-ratelimit-remaining'], '1');
      assert.equal(headersOf(await withKey(newApiKey()))['x-ratelimit-remaining'], '0');
    });

    it('never refuses a probe, even if its address or key is over the limit', async () => {
      for (let i = 0; i < 5; i++) await limited.inject('/nope');
      for (let i = 0; i < 5; i++) await send({ path: '/nope' }, limited);
      for (const path of ['/healthz', '/readyz', '/metrics', '/healthz/', '/readyz?probe=1']) {
        for (const headers of [{}, { 'x-api-key': owner.key }]) {
          const answer = await limited.inject({ url: path, headers });
          assert.equal(answer.statusCode, 200, `${path}: ${answer.body}`);
          assert.equal(answer.headers['x-ratelimit-remaining'], '3', path);
        }
      }
      const others = await Promise.all(['/nope', '/healthzz', '/metrics/none'].map((url) => limited.inject(url)));
      assert.deepEqual(
        others.map(({ statusCode }) => statusCode),
        [429, 429, 429],
      );
    });

    it('starts again with the next minute', async () => {
      watchbill.at('2026-01-05T09:10:30Z');
      assert.deepEqual(headersOf(await send({ path: '/user/' }, limited)), {
        'x-ratelimit-limit': '3',
        'x-ratelimit-remaining': '2',
        'x-ratelimit-reset': '30',
        'retry-after': undefined,
      });
      watchbill.at('2026-01-05T09:11:00Z');
      const answer = headersOf(await send({ path: '/user/' }, limited));
      assert.deepEqual([answer['x-ratelimit-remaining'], answer['x-ratelimit-reset']], ['2', '60']);
    });
  });

  describe('over a real connection', () => {
    let port: number;
    before(async () => {
      port = Number(new URL(await watchbill.app.listen({ port: 0, host: '127.0.0.1' })).port);
    });

    /** Sends the bytes as they are, and reads until the server closes the connection. */
    async function exchange(request: string): Promise<Answer> {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const socket = connect(port, '127.0.0.1', () => socket.write(request));
      let received = '';
      socket.setEncoding('utf8');
      socket.on('data', (chunk) => {
        received += chunk;
      });
      socket.on('close', () => resolve(received));
      socket.on('error', (error) => {
        if (received === '') reject(error);
      });
      const [head = '', body = ''] = (await promise).split('\r\n\r\n');
      const [statusLine = '', ...fields] = head.split('\r\n');
      const headers = Object.fromEntries(
        fields.map((field) => [field.slice(0, field.indexOf(':')).toLowerCase(), field.slice(field.indexOf(':') + 2)]),
      );
      return { status: Number(statusLine.split(' ')[1]), headers, body: JSON.parse(body) };
    }

    const start = (line: string) => `${line} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n`;

    it('a valid request succeeds', async () => {
      const { status, body } = await exchange(`${start('GET /user/')}x-api-key: ${owner.key}\r\n\r\n`);
      assert.deepEqual([status, body.user.id], [200, owner.id]);
    });

    for (const [what, request] of [
      ['thousands of headers', `${start('GET /user/')}${'x-filler: 0123456789\r\n'.repeat(5000)}\r\n`],
      ['one header of 100 kB', `${start('GET /user/')}x-filler: ${'x'.repeat(100_000)}\r\n\r\n`],
      ['a path of 100 kB', `${start(`GET /${'x'.repeat(100_000)}`)}\r\n`],
      ['no HTTP at all', 'HELO mail.example.com\r\n\r\n'],
      ['a method that nobody knows', `${start('FETCH /user/')}\r\n`],
      ['two lengths', `${start('POST /teams/')}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`],
      [
        'a length and chunks',
        `${start('POST /teams/')}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
      ],
      ['a header with a control character', `${start('GET /user/')}x-filler: \x01\x02\r\n\r\n`],
    ] as const) {
      it(`${what} gets the error envelope`, async () => {
        failed(await exchange(request), 400, 'bad_request');
      });
    }

    it('a key that is sent twice counts as none', async () => {
      const key = `x-api-key: ${owner.key}\r\n`;
      failed(await exchange(`${start('GET /user/')}${key}${key}\r\n`), 401, 'unauthorized');
    });

    it('a bad request does not affect the next', async () => {
      succeeded(await owner.get('/user/'));
    });
  });
});
