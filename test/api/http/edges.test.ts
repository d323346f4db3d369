/** Edge cases: concurrent requests, and unusual HTTP. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { buildApp } from '../../../src/http/app.ts';
import { call, failed, type Person, PUBLIC_URL, silentLog, succeeded } from '../../support/drivers/api.ts';
import { givenWatchbill } from '../../support/drivers/suites.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

describeOnBothDatabases('edge cases', (create, itOnSqlite) => {
  const { watchbill, owner, ada, grace } = givenWatchbill(
    create,
    { ada: 'Ada', grace: 'Grace' },
    '2026-01-05T09:00:00Z',
  );

  const layer = (...people: Person[]) => ({
    name: 'Days',
    rotation_start: '2026-01-05T09:00:00Z',
    concurrent_oncall_users: 1,
    user_references: people.map(({ id }) => ({ type: 'internal_user_id', value: id })),
    shift_length: { amount: 1, unit: 'days' },
  });
  async function createSchedule(...people: Person[]): Promise<string> {
    const body = { name: 'Primary', time_zone: 'UTC', team_ids: [], layers: [layer(...people)] };
    return succeeded(await owner.post('/schedules', body), 201).schedule.id;
  }

  describe('things that are deleted while others use them', () => {
    it('reading a schedule during its deletion finds all of it, or nothing', async () => {
      for (let round = 0; round < 4; round++) {
        const id = await createSchedule(ada);
        const paths = ['/schedules', `/schedules/${id}`, `/schedules/${id}/shifts/`, '/oncall', '/user/shifts'];
        const reads = Array.from({ length: 30 }, (_, i) => ada.get(paths[i % paths.length] as string));
        const deletion = owner.delete(`/schedules/${id}`);
        for (const { status, body } of await Promise.all(reads)) {
          assert.ok(status === 200 || status === 404, `${status} ${JSON.stringify(body)}`);
        }
        succeeded(await deletion, 204);
      }
    });

    it('adding members to a team during its deletion succeeds, or finds no team', async () => {
      for (let round = 0; round < 4; round++) {
        const { team } = succeeded(await owner.post('/teams/', { name: `Going ${round}` }), 201);
        const additions = Array.from({ length: 20 }, () => owner.put(`/teams/${team.id}/members/${ada.id}`));
        const deletion = owner.delete(`/teams/${team.id}`);
        for (const { status, body } of await Promise.all(additions)) {
          assert.ok(status === 204 || status === 404, `${status} ${JSON.stringify(body)}`);
        }
        succeeded(await deletion, 204);
      }
    });
  });

  describe('concurrent changes', () => {
    it('of name and description do not undo each other', async () => {
      for (let round = 0; round < 10; round++) {
        const { team } = succeeded(await owner.post('/teams/', { name: `Twice ${round}` }), 201);
        const path = `/teams/${team.id}`;
        await Promise.all([owner.patch(path, { name: `Both ${round}` }), owner.patch(path, { description: 'There' })]);
        const wanted = { id: team.id, name: `Both ${round}`, description: 'There' };
        assert.deepEqual(succeeded(await owner.get(path)).team, wanted);
      }
    });

    it('accepting cover and creating overrides for the same people in the same schedule all succeed', async () => {
      watchbill.at('2026-01-05T09:00:00Z');
      const id = await createSchedule(grace);
      for (let round = 0; round < 5; round++) {
        const day = `2026-02-${String(10 + round)}`;
        const asked = { start: `${day}T10:00:00Z`, end: `${day}T11:00:00Z`, reason: 'Dentist', schedule_ids: [id] };
        const { coverage_request } = succeeded(await grace.post('/user/coverage_requests', asked), 201);
        const override = {
          start: `${day}T20:00:00Z`,
          end: `${day}T21:00:00Z`,
          user_references: [ada, grace].map((person) => ({ type: 'internal_user_id', value: person.id })),
        };
        const answers = await Promise.all([
          ada.post(`/coverage_requests/${coverage_request.id}/accept`),
          ...Array.from({ length: 4 }, () => owner.post(`/schedules/${id}/overrides/`, override)),
        ]);
        assert.deepEqual(
          answers.map(({ status }) => status),
          [200, 201, 201, 201, 201],
        );
      }
      succeeded(await owner.delete(`/schedules/${id}`), 204);
    });
  });

  describe('people', () => {
    itOnSqlite('GET /user/shifts still has the past shifts of someone who has left the rotation', async () => {
      const id = await createSchedule(grace);
      watchbill.at('2026-01-06T12:00:00Z');
      succeeded(await owner.patch(`/schedules/${id}`, { layers: [layer(ada)] }));
      watchbill.at('2026-01-08T00:00:00Z');
      const { shifts } = succeeded(await grace.get('/user/shifts?from=2026-01-05T00:00:00Z&to=2026-01-09T00:00:00Z'));
      assert.deepEqual(
        shifts.map(({ start, end }: { start: string; end: string }) => `${start} ${end}`),
        ['2026-01-05T09:00:00Z 2026-01-06T09:00:00Z', '2026-01-06T09:00:00Z 2026-01-06T12:00:00Z'],
      );
      failed(await grace.patch(`/schedules/${id}`, { name: 'Still mine?' }), 403, 'forbidden');
    });

    itOnSqlite('a user in a rotation or team cannot become a viewer', async () => {
      const hedy = await watchbill.addPerson('Hedy');
      const become = () => owner.patch(`/users/${hedy.id}`, { seat: 'viewer' });
      const id = await createSchedule(hedy);
      assert.match(
        failed(await become(), 422, 'unprocessable_entity'),
        /viewer seat cannot be in a layer, an override or a team/,
      );
      succeeded(await owner.delete(`/schedules/${id}`), 204);
      const { team } = succeeded(await owner.post('/teams/', { name: 'Hedy’s' }), 201);
      succeeded(await owner.put(`/teams/${team.id}/members/${hedy.id}`), 204);
      failed(await become(), 422, 'unprocessable_entity');
      succeeded(await owner.delete(`/teams/${team.id}`), 204);
      assert.equal(succeeded(await become()).user.seat, 'viewer');
    });

    itOnSqlite('a user reference of type email must be an email address', async () => {
      const layers = [{ ...layer(), user_references: [{ type: 'email', value: 'nonsense' }] }];
      const answer = await owner.post('/schedules', { name: 'X', time_zone: 'UTC', team_ids: [], layers });
      assert.match(failed(answer, 400, 'bad_request'), /must be an email address; it is "nonsense"/);
    });
  });

  describe('paths, pages and bodies', () => {
    for (const path of ['/users/%zz', '/users/%ff%fe', '/%', `/users/usr_${'0'.repeat(5000)}`]) {
      itOnSqlite(`GET ${path.slice(0, 20)} is 404, with all headers`, async () => {
        const answer = await owner.get(path);
        failed(answer, 404, 'not_found');
        assert.ok(answer.headers['x-ratelimit-limit'] && answer.headers['x-api-version']);
      });
    }

    itOnSqlite('a 404 message is short, however long the id is', async () => {
      const long = 'x'.repeat(5_000);
      const id = await createSchedule(owner);
      const [start, end] = ['2026-02-06T09:00:00Z', '2026-02-07T09:00:00Z'];
      const references = [{ type: 'chat_user_id', value: 'x'.repeat(200) }];
      for (const answer of [
        await owner.get(`/schedules/${long}`),
        await owner.get(`/schedules/${id}/overrides/${long}`),
        await owner.get(`/teams/${long}`),
        await owner.get(`/users/${long}`),
        await owner.get(`/coverage_requests/${long}`),
        await owner.delete(`/user/api_keys/${long}`),
        await owner.patch(`/schedules/${id}`, { team_ids: [long] }),
        await owner.post('/user/coverage_requests', { start, end, reason: 'Away', schedule_ids: [long] }),
        await owner.post(`/schedules/${id}/overrides/`, { start, end, user_references: references }),
      ]) {
        assert.match(failed(answer, 404, 'not_found'), /^There is no [a-zA-Z_ ]+ "x{59}…"/);
      }
    });

    itOnSqlite('a page past the end is empty', async () => {
      for (const page of [1_000_001, Number.MAX_SAFE_INTEGER]) {
        assert.deepEqual(succeeded(await owner.get(`/users/?page=${page}&per_page=100`)).users, []);
      }
    });

    itOnSqlite('a body of brackets alone is refused', async () => {
      for (const depth of [60, 30_000]) {
        const answer = await watchbill.app.inject({
          method: 'POST',
          url: '/teams/',
          headers: { 'x-api-key': owner.key, 'content-type': 'application/json' },
          body: '['.repeat(depth) + ']'.repeat(depth),
        });
        assert.equal(answer.statusCode, 400, answer.body);
        assert.equal(answer.json().error.code, 'bad_request');
      }
    });

    itOnSqlite('text is not JSON', async () => {
      const answer = await watchbill.app.inject({
        method: 'POST',
        url: '/teams/',
        headers: { 'x-api-key': owner.key, 'content-type': 'text/plain' },
        body: '{"name":"X"}',
      });
      assert.deepEqual([answer.statusCode, answer.json().error.code], [415, 'unsupported_media_type']);
    });

    itOnSqlite('an empty description counts as no description', async () => {
      const { team } = succeeded(await owner.post('/teams/', { name: 'Described', description: 'Yes' }), 201);
      assert.deepEqual(Object.keys(succeeded(await owner.patch(`/teams/${team.id}`, { description: '' })).team), [
        'id',
        'name',
      ]);
    });
  });

  describe('the rate limit', () => {
    itOnSqlite('applies to responses without a valid key, and with a bad version', async () => {
      const { services } = watchbill;
      const app = await buildApp({
        services,
        docsUrl: 'http://docs.test',
        publicUrl: () => PUBLIC_URL,
        rateLimit: 2,
        log: silentLog,
      });
      const answers = [
        await call(app, 'GET', '/user/'),
        await call(app, 'GET', '/teams/'),
        await call(app, 'GET', '/user/'),
      ];
      assert.deepEqual(
        answers.map(({ status, headers }) => [status, headers['x-ratelimit-remaining']]),
        [
          [401, '1'],
          [401, '0'],
          [429, '0'],
        ],
      );
      const badVersion = await app.inject({
        url: '/user/',
        headers: { 'x-api-key': owner.key, 'x-api-version': '1999-01-01' },
      });
      assert.deepEqual([badVersion.statusCode, badVersion.headers['x-ratelimit-remaining']], [400, '1']);
      await app.close();
    });
  });

  describe('on the wire', () => {
    const exchange = async (request: string): Promise<string> => {
      if (!watchbill.app.server.listening) await watchbill.app.listen({ port: 0 });
      const { port } = watchbill.app.server.address() as AddressInfo;
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write(request);
      return text(socket);
    };

    itOnSqlite('a request without Host, and one with a bad Expect, get ordinary responses', async () => {
      for (const header of ['connection: close', 'host: x\r\nexpect: nonsense\r\nconnection: close']) {
        const answer = await exchange(`GET /user/ HTTP/1.1\r\n${header}\r\nx-api-key: ${owner.key}\r\n\r\n`);
        assert.match(answer, /^HTTP\/1\.1 200 OK/);
      }
    });

    const HOSTS = ['host: localhost\r\nhost: localhost', 'Host: localhost\r\nHOST: other.test', 'host:\r\nhost:'];
    const REQUESTS = {
      'GET /user/': '',
      'HEAD /user/': '',
      'GET /nowhere': '',
      'GET /healthz': '',
      // Only the beginning of the body is sent.
      'POST /teams/': 'content-type: application/json\r\ncontent-length: 1000000\r\n\r\n{"name":',
    };
    for (const [line, rest] of Object.entries(REQUESTS)) {
      itOnSqlite(`${line} with more than one Host is 400, before its body is read`, async () => {
        for (const hosts of HOSTS) {
          const head = `${line} HTTP/1.1\r\n${hosts}\r\nconnection: close\r\nx-api-key: ${owner.key}\r\n`;
          const [fields = '', body = ''] = (await exchange(`${head}${rest || '\r\n'}`)).split('\r\n\r\n');
          assert.match(fields, /^HTTP\/1\.1 400 .*\r\nx-ratelimit-remaining: \d/s);
          if (line.startsWith('HEAD')) continue;
          const { code, message } = JSON.parse(body).error;
          assert.deepEqual([code, message], ['bad_request', 'The request has more than one Host header: send one.']);
        }
      });
    }

    itOnSqlite('a content type without a body is an empty body', async () => {
      const { team } = succeeded(await owner.post('/teams/', { name: 'Short-lived' }), 201);
      const send = (start: string, type: string) =>
        exchange(`${start} HTTP/1.1\r\nconnection: close\r\nx-api-key: ${owner.key}\r\ncontent-type: ${type}\r\n\r\n`);
      assert.match(await send('POST /teams/', 'application/json'), /^HTTP\/1\.1 400 .*"code":"bad_request"/s);
      assert.match(await send('POST /teams/', 'text/plain'), /^HTTP\/1\.1 415 .*"code":"unsupported_media_type"/s);
      assert.match(await send(`DELETE /teams/${team.id}`, 'application/json'), /^HTTP\/1\.1 204 /);
    });
  });
});
