/** The API keys of everyone, for admins; and read-only keys. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { holderByKeyHash } from '../../../src/db/sign-in/api-keys.ts';
import { addKey, call, clientFrom, failed, type Person, succeeded } from '../../support/drivers/api.ts';
import { createSchedule } from '../../support/drivers/schedules.ts';
import { openSession } from '../../support/drivers/sessions.ts';
import { givenFreshWatchbill } from '../../support/drivers/suites.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

interface OwnedKey {
  readonly id: string;
  readonly hint: string;
  readonly user: { readonly id: string };
}

describeOnBothDatabases('the API keys of everyone', (create, itOnSqlite) => {
  const { watchbill, owner, admin, ada, viewer } = givenFreshWatchbill(create, {
    admin: { name: 'Grace', role: 'admin' },
    ada: 'Ada',
    viewer: { name: 'Vera', seat: 'viewer' },
  });

  async function keysSeenBy(person: Person): Promise<OwnedKey[]> {
    return succeeded(await person.get('/api_keys/?per_page=100')).api_keys;
  }

  async function keyOf(person: Person): Promise<string> {
    const key = (await keysSeenBy(owner)).find(({ user, hint }) => user.id === person.id && person.key.endsWith(hint));
    assert.ok(key !== undefined);
    return key.id;
  }

  async function audited(targetId: string): Promise<{ action: string; actor?: { id: string } }[]> {
    return succeeded(await owner.get(`/audit_log/?target_id=${targetId}`)).audit_log;
  }

  itOnSqlite('are listed for admins, each with its owner, without the key and its hash', async () => {
    const seen = await keysSeenBy(admin);
    assert.deepEqual(seen.map(({ user }) => user.id).toSorted(), [owner.id, admin.id, ada.id, viewer.id].toSorted());
    const { id } = seen.find(({ user }) => user.id === ada.id) as OwnedKey;
    assert.deepEqual(
      seen.find((key) => key.id === id),
      {
        id,
        name: 'Test key',
        hint: ada.key.slice(-4),
        read_only: false,
        created_at: '2026-01-05T09:00:00Z',
        last_used_at: '2026-01-05T09:00:00Z',
        user: { id: ada.id, name: 'Ada', email: 'ada@example.com' },
      },
    );
    assert.doesNotMatch(JSON.stringify(seen), /wb_|[0-9a-f]{64}/);
    const { api_keys, meta } = succeeded(await admin.get('/api_keys/?per_page=3&page=2'));
    assert.deepEqual([api_keys, meta], [seen.slice(3), { total: 4, page: 2, per_page: 3 }]);
  });

  itOnSqlite('are revoked by an admin, at once, and the audit log says so', async () => {
    const id = await keyOf(ada);
    assert.equal((await admin.delete(`/api_keys/${id}`)).status, 204);
    failed(await ada.get('/user/'), 401, 'unauthorized');
    assert.ok(!(await keysSeenBy(admin)).some((key) => key.id === id));
    const [entry] = await audited(id);
    assert.deepEqual([entry?.action, entry?.actor?.id], ['api_key.revoked', admin.id]);
    failed(await admin.delete(`/api_keys/${id}`), 404, 'not_found');
    failed(await admin.delete('/api_keys/key_none'), 404, 'not_found');
  });

  itOnSqlite('can be revoked only by owners, if they belong to an owner', async () => {
    const id = await keyOf(owner);
    assert.match(failed(await admin.delete(`/api_keys/${id}`), 403, 'forbidden'), /It needs an owner/);
    succeeded(await owner.get('/user/'));
    assert.equal((await owner.delete(`/api_keys/${id}`)).status, 204);
    failed(await owner.get('/user/'), 401, 'unauthorized');
  });

  itOnSqlite('are hidden from members and viewers', async () => {
    const id = await keyOf(admin);
    for (const person of [ada, viewer]) {
      failed(await person.get('/api_keys/'), 403, 'forbidden');
      failed(await person.delete(`/api_keys/${id}`), 403, 'forbidden');
    }
    succeeded(await admin.get('/user/'));
  });

  it('of ten concurrent revocations, one succeeds', async () => {
    const id = await keyOf(ada);
    const answers = await Promise.all(Array.from({ length: 10 }, () => admin.delete(`/api_keys/${id}`)));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [204, ...Array<number>(9).fill(404)]);
    assert.equal((await audited(id)).length, 1);
  });

  describe('a read-only key', () => {
    async function readOnlyKeyOf(person: Person): Promise<string> {
      const browser = await openSession(watchbill, person);
      const answer = await browser.post('/user/api_keys/', { name: 'Dashboard', read_only: true });
      const { api_key } = succeeded(answer, 201);
      assert.equal(api_key.read_only, true);
      return api_key.key;
    }

    itOnSqlite('reads what its owner may read', async () => {
      const key = await readOnlyKeyOf(admin);
      for (const path of ['/user/', '/schedules', '/audit_log/', '/api_keys/']) {
        succeeded(await call(watchbill.app, 'GET', path, key));
      }
      const { api_keys } = succeeded(await call(watchbill.app, 'GET', '/user/api_keys/', key));
      assert.deepEqual(
        api_keys.map(({ name, read_only }: { name: string; read_only: boolean }) => [name, read_only]),
        [
          ['Test key', false],
          ['Dashboard', true],
        ],
      );
    });

    itOnSqlite('changes nothing, whatever its owner may change', async () => {
      const client = clientFrom(watchbill.app, { headers: { 'x-api-key': await readOnlyKeyOf(owner) } });
      const schedule = await createSchedule(owner, [ada]);
      const before = succeeded(await owner.get('/audit_log/?per_page=100')).meta.total;
      for (const answer of [
        await client.post('/teams/', { name: 'Mine' }),
        await client.patch(`/schedules/${schedule.id}`, { name: 'Mine' }),
        await client.patch('/user/', { name: 'Me' }),
        await client.delete(`/schedules/${schedule.id}`),
        await client.delete('/user/sessions/'),
        await client.delete(`/api_keys/${await keyOf(ada)}`),
        await client.put(`/schedules/${schedule.id}/chat_channels/C0ONCALL`),
        await client.post('/teams/', 'not even JSON'),
      ]) {
        assert.match(failed(answer, 403, 'forbidden'), /^This API key may only read/);
      }
      assert.equal(succeeded(await owner.get('/audit_log/?per_page=100')).meta.total, before);
    });

    it('is unknown to an older version, which would let it write', async () => {
      const key = await readOnlyKeyOf(owner);
      const { createHash } = await import('node:crypto');
      const plain = createHash('sha256').update(key).digest('hex');
      const found = await watchbill.services.db.first(holderByKeyHash, { keyHash: plain, readOnlyHash: plain });
      assert.equal(found, undefined);
    });

    itOnSqlite('is refused if the flag is a text or a number', async () => {
      const browser = await openSession(watchbill, ada);
      for (const read_only of ['true', 1, null]) {
        const answer = await browser.post('/user/api_keys/', { name: 'Dashboard', read_only });
        assert.match(failed(answer, 400, 'bad_request'), /^read_only must be boolean/);
      }
    });
  });

  itOnSqlite('is revoked with a new password if its owner asks for it', async () => {
    const browser = await openSession(watchbill, ada);
    await addKey(watchbill.services, ada.id);
    const password = 'a new password, longer';
    assert.equal((await browser.put('/user/password', { password })).status, 204);
    succeeded(await ada.get('/user/'));
    const again = { current_password: password, password: 'another one, as long', revoke_api_keys: true };
    assert.equal((await browser.put('/user/password', again)).status, 204);
    failed(await ada.get('/user/'), 401, 'unauthorized');
    assert.deepEqual(succeeded(await browser.get('/user/api_keys/')).api_keys, []);
    const entries = succeeded(await owner.get(`/audit_log/?target_id=${ada.id}&action=password.changed`)).audit_log;
    assert.deepEqual(
      entries.map(({ detail }: { detail?: object }) => detail),
      [{ revoked_api_keys: 2 }, {}],
    );
    succeeded(await owner.get('/user/'));
  });
});
