import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isApiKey } from '../../../src/secrets/api-key-format.ts';
import { addKey, call, failed, type Person, succeeded } from '../../support/drivers/api.ts';
import { openSession } from '../../support/drivers/sessions.ts';
import { givenFreshWatchbill } from '../../support/drivers/suites.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

describeOnBothDatabases('API keys', (create, itOnSqlite) => {
  const { watchbill, ada, grace } = givenFreshWatchbill(create, { ada: 'Ada', grace: 'Grace' }, '2026-01-05T09:00:00Z');

  async function keysOf(person: Person) {
    return succeeded(await person.get('/user/api_keys/')).api_keys;
  }

  describe('GET /user/api_keys/', () => {
    itOnSqlite('shows everything about a key, except the key and its hash', async () => {
      watchbill.at('2026-01-05T10:00:00.250Z');
      const key = await addKey(watchbill.services, ada.id, '2026-02-01T00:00:00Z');
      const keys = await keysOf(ada);
      const [first, second] = [keys[0], keys.at(-1)];
      assert.match(second.id, /^key_[0-9a-hjkmnp-tv-z]{26}$/);
      assert.deepEqual(second, {
        id: second.id,
        name: 'Test key',
        hint: key.slice(-4),
        read_only: false,
        created_at: '2026-01-05T10:00:00.250Z',
        expires_at: '2026-02-01T00:00:00Z',
      });
      assert.deepEqual([first.last_used_at, 'expires_at' in first], ['2026-01-05T10:00:00.250Z', false]);
    });

    itOnSqlite('shows the last use of a key, to the minute', async () => {
      watchbill.at('2026-01-05T11:00:00Z');
      await ada.get('/user/');
      watchbill.at('2026-01-05T11:00:59Z');
      const [first] = await keysOf(ada);
      assert.equal(first.last_used_at, '2026-01-05T11:00:00Z');
      watchbill.at('2026-01-05T11:01:00Z');
      const [again] = await keysOf(ada);
      assert.equal(again.last_used_at, '2026-01-05T11:01:00Z');
    });

    it('has pages in order of creation, with the caller’s keys only', async () => {
      const edsger = await watchbill.addPerson('Edsger');
      for (let i = 0; i < 2; i++) await addKey(watchbill.services, edsger.id);
      const { api_keys: page, meta } = succeeded(await edsger.get('/user/api_keys/?per_page=2&page=2'));
      assert.deepEqual([page.length, meta], [1, { total: 3, page: 2, per_page: 2 }]);
      assert.deepEqual(page, (await keysOf(edsger)).slice(2));
    });
  });

  describe('DELETE /user/api_keys/{api_key_id}', () => {
    it('revokes at once: the key stops working and is no longer listed', async () => {
      const key = await addKey(watchbill.services, ada.id);
      const { id } = (await keysOf(ada)).at(-1);
      succeeded(await call(watchbill.app, 'GET', '/user/', key));
      assert.equal(succeeded(await ada.delete(`/user/api_keys/${id}`), 204), undefined);
      failed(await call(watchbill.app, 'GET', '/user/', key), 401, 'unauthorized');
      assert.ok(!(await keysOf(ada)).some((each: { id: string }) => each.id === id));
      assert.equal(
        failed(await ada.delete(`/user/api_keys/${id}`), 404, 'not_found'),
        `There is no API key ${JSON.stringify(id)}.`,
      );
    });

    itOnSqlite('is 404 for keys of others and for unknown keys', async () => {
      const [{ id }] = await keysOf(grace);
      failed(await ada.delete(`/user/api_keys/${id}`), 404, 'not_found');
      failed(await watchbill.owner.delete(`/user/api_keys/${id}`), 404, 'not_found');
      failed(await ada.delete('/user/api_keys/key_none'), 404, 'not_found');
      failed(await ada.delete('/user/api_keys/%00'), 404, 'not_found');
      succeeded(await grace.get('/user/'));
    });

    it('of twenty concurrent calls, one succeeds', async () => {
      await addKey(watchbill.services, ada.id);
      const { id } = (await keysOf(ada)).at(-1);
      const answers = await Promise.all(Array.from({ length: 20 }, () => ada.delete(`/user/api_keys/${id}`)));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [204, ...Array.from({ length: 19 }, () => 404)]);
    });

    itOnSqlite('is allowed for viewers', async () => {
      const viewer = await watchbill.addPerson('Vera', { seat: 'viewer' });
      const [{ id }] = await keysOf(viewer);
      succeeded(await viewer.delete(`/user/api_keys/${id}`), 204);
      failed(await viewer.get('/user/'), 401, 'unauthorized');
    });
  });

  describe('POST /user/api_keys/', () => {
    itOnSqlite('is refused with a key: a key cannot create another', async () => {
      for (const body of [undefined, {}, { name: 'Another' }]) {
        const message = failed(await watchbill.owner.post('/user/api_keys/', body), 403, 'forbidden');
        assert.match(message, /web application, or with the command line/);
      }
      failed(await call(watchbill.app, 'POST', '/user/api_keys/'), 401, 'unauthorized');
    });

    it('with a session creates a key that works at once and is shown only then', async () => {
      watchbill.at('2026-01-05T12:00:00Z');
      const browser = await openSession(watchbill, grace);
      const wanted = { name: ' Deploys ', expires_at: '2026-02-01T01:00:00+01:00' };
      const { api_key } = succeeded(await browser.post('/user/api_keys/', wanted), 201);
      assert.ok(isApiKey(api_key.key));
      const { key, ...shown } = api_key;
      assert.deepEqual(shown, {
        id: api_key.id,
        name: 'Deploys',
        hint: key.slice(-4),
        read_only: false,
        created_at: '2026-01-05T12:00:00Z',
        expires_at: '2026-02-01T00:00:00Z',
      });
      assert.deepEqual((await keysOf(grace)).at(-1), shown);
      assert.equal(succeeded(await call(watchbill.app, 'GET', '/user/', key)).user.id, grace.id);

      const answer = await watchbill.owner.get(`/audit_log/?target_id=${api_key.id}`);
      const [{ action, actor, detail }] = succeeded(answer).audit_log;
      assert.deepEqual([action, actor.id], ['api_key.created', grace.id]);
      assert.deepEqual(detail, { name: 'Deploys', expires_at: wanted.expires_at });
    });

    itOnSqlite('is allowed for viewers, whose keys only read', async () => {
      const viewer = await watchbill.addPerson('Victor', { seat: 'viewer' });
      const browser = await openSession(watchbill, viewer);
      const { api_key } = succeeded(await browser.post('/user/api_keys/', { name: 'Wallboard' }), 201);
      succeeded(await call(watchbill.app, 'GET', '/oncall', api_key.key));
      failed(await call(watchbill.app, 'POST', '/teams/', api_key.key, { name: 'No' }), 403, 'forbidden');
    });

    itOnSqlite('says what is wrong with the body', async () => {
      const browser = await openSession(watchbill, grace);
      for (const [body, field] of [
        [{}, 'name'],
        [{ name: ' ' }, 'name'],
        [{ name: 'x'.repeat(101) }, 'name'],
        [{ name: 'Key', expires_at: 'tomorrow' }, 'expires_at'],
        [{ name: 'Key', user_id: ada.id }, 'user_id'],
      ] as const) {
        assert.match(failed(await browser.post('/user/api_keys/', body), 400, 'bad_request'), new RegExp(`^${field} `));
      }
      const past = await browser.post('/user/api_keys/', { name: 'Key', expires_at: '2026-01-01T00:00:00Z' });
      assert.match(failed(past, 422, 'unprocessable_entity'), /must expire in the future/);
    });

    it('creates at most a hundred for a user, also with concurrent requests', async () => {
      const linus = await watchbill.addPerson('Linus');
      const browser = await openSession(watchbill, linus);
      for (let i = 0; i < 97; i++) await addKey(watchbill.services, linus.id);
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => browser.post('/user/api_keys/', { name: 'One more' })),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 422, 422, 422]);
      const { id } = (await keysOf(linus))[0];
      succeeded(await browser.delete(`/user/api_keys/${id}`), 204);
      succeeded(await browser.post('/user/api_keys/', { name: 'In its place' }), 201);
    });
  });
});
