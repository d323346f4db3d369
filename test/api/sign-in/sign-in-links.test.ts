import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { App } from '../../../src/http/typed-app.ts';
import type { Answer } from '../../support/drivers/answer.ts';
import { failed, type Person, startWatchbill, succeeded, type Watchbill } from '../../support/drivers/api.ts';
import {
  type Browser,
  browserWith,
  cookieIn,
  freshBrowser,
  givePassword,
  invite,
  openSession,
  PASSWORD,
  signIn,
} from '../../support/drivers/sessions.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

const NOT_VALID = 'This link is no longer valid: ask an admin for a new one.';

describeOnBothDatabases('sign-in links', (create, itOnSqlite) => {
  let watchbill: Watchbill;
  let app: App;
  let owner: Browser;
  let ada: Person;

  beforeEach(async () => {
    watchbill = await startWatchbill(create, '2026-01-05T09:00:00Z');
    app = watchbill.app;
    owner = await openSession(watchbill, watchbill.owner);
    ada = await watchbill.addPerson('Ada');
  });
  afterEach(() => watchbill.stop());

  function look(token: string): Promise<Answer> {
    return freshBrowser(app).post('/sign_in_links/look', { token });
  }

  function redeem(token: string, more: object = {}): Promise<Answer> {
    return freshBrowser(app).post('/sign_in_links/use', { token, password: PASSWORD, ...more });
  }

  async function assertNotValid(token: string): Promise<void> {
    assert.equal(failed(await look(token), 404, 'not_found'), NOT_VALID);
    assert.equal(failed(await redeem(token), 404, 'not_found'), NOT_VALID);
  }

  describe('creating one', () => {
    itOnSqlite('returns an address with the token after the #, valid for seven days', async () => {
      const { sign_in_link } = succeeded(await owner.post(`/users/${ada.id}/sign_in_link/`), 201);
      assert.match(sign_in_link.url, /^http:\/\/watchbill\.test\/app\/welcome#[\w-]{43}$/);
      assert.equal(sign_in_link.expires_at, '2026-01-12T09:00:00Z');
      const { audit_log } = succeeded(await watchbill.owner.get(`/audit_log/?target_id=${ada.id}`));
      const [{ action, actor, detail }] = audit_log;
      assert.deepEqual([action, actor.id], ['sign_in_link.created', watchbill.owner.id]);
      assert.deepEqual(detail, { expires_at: '2026-01-12T09:00:00Z' });
    });

    itOnSqlite('is allowed for admins, for owners only by owners, and never with a key', async () => {
      const boss = await watchbill.addPerson('Boss', { role: 'admin' });
      const [admin, member] = [await openSession(watchbill, boss), await openSession(watchbill, ada)];
      await invite(admin, ada.id);
      await invite(owner, watchbill.owner.id);
      const path = (id: string) => `/users/${id}/sign_in_link/`;
      failed(await admin.post(path(watchbill.owner.id)), 403, 'forbidden');
      failed(await member.post(path(ada.id)), 403, 'forbidden');
      const withKey = failed(await watchbill.owner.post(path(ada.id)), 403, 'forbidden');
      assert.equal(withKey, 'An API key cannot do this: sign in to the web application.');
    });

    itOnSqlite('is 404 for an unknown user', async () => {
      succeeded(await watchbill.owner.delete(`/users/${ada.id}`), 204);
      for (const id of [ada.id, 'usr_nobody']) {
        failed(await owner.post(`/users/${id}/sign_in_link/`), 404, 'not_found');
      }
    });
  });

  describe('using one', () => {
    itOnSqlite('shows whose it is, sets the password and signs in', async () => {
      const token = await invite(owner, ada.id);
      assert.deepEqual(succeeded(await look(token)).sign_in_link, {
        user: { name: 'Ada', email: 'ada@example.com' },
        organization: { name: 'My organization' },
        expires_at: '2026-01-12T09:00:00Z',
        sets_password: true,
      });
      const answer = await redeem(token);
      assert.equal(succeeded(answer, 201).user.id, ada.id);
      const browser = browserWith(app, cookieIn(answer));
      assert.equal(succeeded(await browser.get('/user/')).user.id, ada.id);
      await signIn(app, 'ada@example.com');
      const { audit_log } = succeeded(await watchbill.owner.get(`/audit_log/?actor_id=${ada.id}`));
      assert.deepEqual(
        audit_log.map(({ action }: { action: string }) => action),
        ['session.created', 'session.created', 'sign_in_link.used'],
      );
      assert.ok(!JSON.stringify(audit_log).includes(token));
    });

    itOnSqlite('replaces a forgotten password, and ends sessions of the old one', async () => {
      await givePassword(watchbill, ada);
      const old = await openSession(watchbill, ada);
      const token = await invite(owner, ada.id);
      const password = 'another long password';
      succeeded(await redeem(token, { password }), 201);
      failed(await old.get('/user/'), 401, 'unauthorized');
      failed(
        await freshBrowser(app).post('/session/', { email: 'ada@example.com', password: PASSWORD }),
        401,
        'unauthorized',
      );
      await signIn(app, 'ada@example.com', password);
      succeeded(await ada.get('/user/'));
    });

    itOnSqlite('sets the zone of a user without one', async () => {
      const first = await redeem(await invite(owner, ada.id), { time_zone: 'asia/tokyo' });
      assert.equal(succeeded(first, 201).user.time_zone, 'Asia/Tokyo');
      const second = await redeem(await invite(owner, ada.id), { time_zone: 'Europe/Berlin' });
      assert.equal(succeeded(second, 201).user.time_zone, 'Asia/Tokyo');
    });

    itOnSqlite('refuses a bad password, names the field, and stays valid', async () => {
      const token = await invite(owner, ada.id);
      for (const [body, status, field] of [
        [{ password: 'short' }, 400, 'password'],
        [{ password: ' '.repeat(20) }, 400, 'password'],
        [{ password: 'ada@EXAMPLE.com' }, 422, 'password'],
        [{ time_zone: 'Mars' }, 400, 'time_zone'],
        [{ role: 'owner' }, 400, 'role'],
      ] as const) {
        const code = status === 400 ? 'bad_request' : 'unprocessable_entity';
        assert.match(failed(await redeem(token, body), status, code), new RegExp(`^${field} `));
      }
      succeeded(await redeem(token), 201);
    });
  });

  describe('is invalid, with one response for all reasons,', () => {
    itOnSqlite('when it never existed', async () => {
      for (const token of ['x', 'A'.repeat(43), '../..', 'A'.repeat(100)]) await assertNotValid(token);
      const message = failed(await look('A'.repeat(101)), 400, 'bad_request');
      assert.ok(message.startsWith('token ') && !message.includes('AAAA'), message);
    });

    itOnSqlite('when it was used', async () => {
      const token = await invite(owner, ada.id);
      succeeded(await redeem(token), 201);
      await assertNotValid(token);
    });

    itOnSqlite('from the instant at which it expires', async () => {
      const token = await invite(owner, ada.id);
      watchbill.at('2026-01-12T08:59:59.999Z');
      succeeded(await look(token));
      watchbill.at('2026-01-12T09:00:00Z');
      await assertNotValid(token);
    });

    itOnSqlite('when there is a newer one', async () => {
      const [older, newer] = [await invite(owner, ada.id), await invite(owner, ada.id)];
      await assertNotValid(older);
      succeeded(await look(newer));
    });

    itOnSqlite('when the user has set another password meanwhile', async () => {
      const token = await invite(owner, ada.id);
      const browser = await openSession(watchbill, ada);
      assert.equal((await browser.put('/user/password', { password: PASSWORD })).status, 204);
      await assertNotValid(token);
    });

    itOnSqlite('when the user is deactivated', async () => {
      const token = await invite(owner, ada.id);
      succeeded(await watchbill.owner.delete(`/users/${ada.id}`), 204);
      await assertNotValid(token);
    });
  });

  it('of ten concurrent uses, one succeeds', async () => {
    const token = await invite(owner, ada.id);
    const passwords = Array.from({ length: 10 }, (_, i) => `the password number ${i}`);
    const answers = await Promise.all(passwords.map((password) => redeem(token, { password })));
    const winner = answers.findIndex(({ status }) => status === 201);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array.from({ length: 9 }, () => 404)]);
    await signIn(app, 'ada@example.com', passwords[winner]);
    assert.equal(succeeded(await ada.get('/user/sessions/')).meta.total, 2);
  });

  itOnSqlite('after 30 invalid ones from an address, further ones are refused', async () => {
    const token = await invite(owner, ada.id);
    for (let i = 0; i < 30; i++) failed(await look('guess'), 404, 'not_found');
    const answer = await look(token);
    failed(answer, 429, 'too_many_requests');
    assert.equal(answer.headers['retry-after'], '900');
    succeeded(await freshBrowser(app, '192.0.2.7').post('/sign_in_links/look', { token }));
  });
});
