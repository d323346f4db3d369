import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { buildApp } from '../../../src/http/app.ts';
import type { App } from '../../../src/http/typed-app.ts';
import { hashPassword } from '../../../src/secrets/argon2.ts';
import {
  call,
  failed,
  type Person,
  silentLog,
  startWatchbill,
  succeeded,
  type Watchbill,
} from '../../support/drivers/api.ts';
import {
  type Browser,
  browserWith,
  cookieIn,
  freshBrowser,
  givePassword,
  openSession,
  PASSWORD,
  signIn,
  storedHash,
} from '../../support/drivers/sessions.ts';
import { describeOnSqlite } from '../../support/servers/databases.ts';

const WRONG = 'Email or password is wrong.';
const ADA = 'ada@example.com';

/** A hash of PASSWORD with less memory and fewer passes than today's. */
const WEAK_HASH = '$argon2id$v=19$m=4096,t=1,p=1$AAECAwQFBgcICQoLDA0ODw$LjsJHUQd5gMaaPsKW1y8NDdCFGsNUPgiafd1SsWSQ9k';

describeOnSqlite('signing in', (create) => {
  let watchbill: Watchbill;
  let app: App;
  let ada: Person;

  beforeEach(async () => {
    watchbill = await startWatchbill(create, '2026-01-05T09:00:00Z');
    app = watchbill.app;
    ada = await watchbill.addPerson('Ada');
    await givePassword(watchbill, ada);
  });
  afterEach(() => watchbill.stop());

  function attempt(email: string, password: string, address?: string) {
    return freshBrowser(app, address).post('/session/', { email, password });
  }

  function rows(sql: string): Promise<readonly object[]> {
    return watchbill.services.db.exclusively((tx) => tx.execute(sql));
  }

  async function isSignedIn(browser: Browser): Promise<boolean> {
    return succeeded(await browser.get('/session/')).session.user !== undefined;
  }

  describe('with a password', () => {
    it('creates a session that the whole API accepts', async () => {
      const answer = await attempt('ADA@example.com', PASSWORD);
      assert.equal(succeeded(answer, 201).user.id, ada.id);
      const browser = browserWith(app, cookieIn(answer));
      assert.equal(succeeded(await browser.get('/user/')).user.id, ada.id);
      succeeded(await browser.post('/teams/', { name: 'Platform' }), 201);
      const { session } = succeeded(await browser.get('/session/'));
      assert.equal(session.user.email, ADA);
      assert.deepEqual(session.organization, succeeded(await ada.get('/organization/')).organization);
      assert.deepEqual(session.sign_in, { password: true });
    });

    it('without a session, GET /session/ says how to sign in, and names nobody', async () => {
      const nobody = { session: { sign_in: { password: true } } };
      assert.deepEqual(succeeded(await call(app, 'GET', '/session/')), nobody);
      assert.deepEqual(succeeded(await call(app, 'GET', '/session/', ada.key)), nobody);
      const stale = browserWith(app, `watchbill_session=${'x'.repeat(43)}`);
      assert.deepEqual(succeeded(await stale.get('/session/')), nobody);
      failed(await stale.get('/user/'), 401, 'unauthorized');
    });

    it('fails with the same response for every reason', async () => {
      await watchbill.addPerson('Grace');
      const gone = await watchbill.addPerson('Linus');
      await givePassword(watchbill, gone);
      succeeded(await watchbill.owner.delete(`/users/${gone.id}`), 204);
      const bodies = new Set<string>();
      for (const [email, password] of [
        [ADA, 'wrong horse battery staple'],
        [ADA, ` ${PASSWORD}`],
        ['nobody@example.com', PASSWORD],
        ['grace@example.com', PASSWORD],
        ['linus@example.com', PASSWORD],
      ] as const) {
        const answer = await attempt(email, password);
        assert.equal(failed(answer, 401, 'unauthorized'), WRONG);
        assert.equal(answer.headers['set-cookie'], undefined);
        bodies.add(JSON.stringify(answer.body));
      }
      assert.equal(bodies.size, 1);
    });

    it('names the wrong field of the body, and shows no password', async () => {
      const browser = freshBrowser(app);
      for (const [body, field] of [
        [{ password: PASSWORD }, 'email'],
        [{ email: 'ada', password: PASSWORD }, 'email'],
        [{ email: ADA }, 'password'],
        [{ email: ADA, password: 12345678901234 }, 'password'],
        [{ email: ADA, password: PASSWORD.repeat(10) }, 'password'],
        [{ email: ADA, password: PASSWORD, remember: true }, 'remember'],
      ] as const) {
        const message = failed(await browser.post('/session/', body), 400, 'bad_request');
        assert.match(message, new RegExp(`^${field} `));
        assert.doesNotMatch(message, /horse|1234/);
      }
      assert.doesNotMatch(failed(await browser.post('/session/', [PASSWORD]), 400, 'bad_request'), /horse/);
    });

    it('treats composed and decomposed letters as the same password', async () => {
      await givePassword(watchbill, ada, await hashPassword('café au lait, s’il vous plaît'.normalize('NFD')));
      await signIn(app, ADA, 'café au lait, s’il vous plaît'.normalize('NFC'));
    });

    it('rehashes a password that was hashed with weaker parameters', async () => {
      await givePassword(watchbill, ada, WEAK_HASH);
      failed(await attempt(ADA, 'wrong horse battery staple'), 401, 'unauthorized');
      assert.equal(await storedHash(watchbill, ada), WEAK_HASH);
      await signIn(app, ADA);
      const stored = await storedHash(watchbill, ada);
      assert.match(stored ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
      await signIn(app, ADA);
      assert.equal(await storedHash(watchbill, ada), stored);
    });

    it('is in the audit log, without the token', async () => {
      const { cookie } = await signIn(app, ADA);
      const { audit_log } = succeeded(await watchbill.owner.get('/audit_log/?action=session.created'));
      assert.deepEqual([audit_log[0].actor.id, audit_log[0].detail], [ada.id, { by: 'password' }]);
      const token = cookie.split('=')[1] ?? '';
      assert.ok(!JSON.stringify(succeeded(await watchbill.owner.get('/audit_log/?per_page=100'))).includes(token));
    });
  });

  describe('the cookie', () => {
    it('is for our own site, for a month', async () => {
      const answer = await attempt(ADA, PASSWORD);
      assert.match(
        String(answer.headers['set-cookie']),
        /^watchbill_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/,
      );
    });

    it('over https is for this host only, with a name that no other host can set', async () => {
      const publicUrl = 'https://watchbill.example.com';
      const { services } = watchbill;
      const secure = await buildApp({
        services,
        docsUrl: 'http://docs.test',
        publicUrl: () => publicUrl,
        rateLimit: 0,
        log: silentLog,
      });
      const headers = { origin: publicUrl, 'x-watchbill-request': '1' };
      const payload = { email: ADA, password: PASSWORD };
      const answer = await secure.inject({ method: 'POST', url: '/session/', headers, payload });
      const cookie = String(answer.headers['set-cookie']);
      assert.match(
        cookie,
        /^__Host-watchbill_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
      );
      const [pair = ''] = cookie.split(';');
      const userWith = async (cookie: string) =>
        (await secure.inject({ url: '/user/', headers: { cookie } })).statusCode;
      assert.equal(await userWith(pair), 200);
      assert.equal(await userWith(pair.replace('__Host-', '')), 401);
      await secure.close();
    });

    it('is found among others; if there are two, the first counts', async () => {
      const { cookie } = await openSession(watchbill, ada);
      const other = `watchbill_session=${'y'.repeat(43)}`;
      for (const [cookies, status] of [
        [`theme=dark; ${cookie};lang=en`, 200],
        [`${cookie}; ${other}`, 200],
        [`${other}; ${cookie}`, 401],
        [`x${cookie}`, 401],
        [cookie.toUpperCase(), 401],
        ['watchbill_session', 401],
        ['watchbill_session=', 401],
        [';;=;', 401],
      ] as const) {
        assert.equal((await browserWith(app, cookies).get('/user/')).status, status, cookies);
      }
    });

    it('is ignored beside an API key', async () => {
      const { cookie } = await openSession(watchbill, ada);
      const ask = async (key: string) =>
        app.inject({ url: '/user/', headers: { cookie, 'x-api-key': key } }).then((answer) => answer.json());
      assert.equal((await ask(watchbill.owner.key)).user.id, watchbill.owner.id);
      assert.equal((await ask('nonsense')).error.code, 'unauthorized');
    });

    it('cannot be derived from the content of the database', async () => {
      const { cookie } = await openSession(watchbill, ada);
      const [row] = await rows('select * from sessions');
      assert.ok(row !== undefined && 'token_hash' in row);
      assert.ok(!JSON.stringify(row).includes(cookie.split('=')[1] ?? ''));
      failed(await browserWith(app, `watchbill_session=${row.token_hash}`).get('/user/'), 401, 'unauthorized');
    });
  });

  describe('signing out', () => {
    it('ends this session and clears the cookie, and succeeds without one', async () => {
      const [here, there] = [await openSession(watchbill, ada), await openSession(watchbill, ada)];
      for (const _ of ['signed in', 'signed out already']) {
        const answer = await here.delete('/session/');
        assert.equal(answer.status, 204);
        assert.match(String(answer.headers['set-cookie']), /^watchbill_session=; Max-Age=0; Path=\/; HttpOnly/);
        assert.equal(await isSignedIn(here), false);
      }
      assert.equal(await isSignedIn(there), true);
      assert.equal((await freshBrowser(app).delete('/session/')).status, 204);
    });

    it('everywhere ends all sessions of this user, including this one', async () => {
      const [here, there] = [await openSession(watchbill, ada), await openSession(watchbill, ada)];
      const others = await openSession(watchbill, watchbill.owner);
      const answer = await here.delete('/user/sessions/');
      assert.equal(answer.status, 204);
      assert.match(String(answer.headers['set-cookie']), /^watchbill_session=; Max-Age=0/);
      assert.deepEqual(
        [await isSignedIn(here), await isSignedIn(there), await isSignedIn(others)],
        [false, false, true],
      );
      succeeded(await ada.get('/user/'));
      const [entry] = succeeded(await watchbill.owner.get(`/audit_log/?target_id=${ada.id}`)).audit_log;
      assert.deepEqual([entry.action, entry.detail], ['session.ended_everywhere', { sessions: 2 }]);
    });

    it('everywhere works with a key too', async () => {
      const browser = await openSession(watchbill, ada);
      const answer = await ada.delete('/user/sessions/');
      assert.deepEqual([answer.status, answer.headers['set-cookie']], [204, undefined]);
      assert.equal(await isSignedIn(browser), false);
    });
  });

  describe('GET /user/sessions/', () => {
    it('lists the sessions in order of sign-in, without ended ones', async () => {
      await openSession(watchbill, ada);
      watchbill.at('2026-02-04T09:00:00Z');
      const first = await signIn(app, ADA);
      const long = await freshBrowser(app, '127.0.0.1', 'b'.repeat(300)).post('/session/', {
        email: ADA,
        password: PASSWORD,
      });
      succeeded(long, 201);
      const { sessions, meta } = succeeded(await first.get('/user/sessions/'));
      assert.deepEqual(meta, { total: 2, page: 1, per_page: 20 });
      const [one, two] = sessions;
      assert.match(one.id, /^ses_/);
      assert.deepEqual(one, {
        id: one.id,
        created_at: '2026-02-04T09:00:00Z',
        last_seen_at: '2026-02-04T09:00:00Z',
        is_current: true,
        browser: 'Test browser',
      });
      assert.deepEqual([two.is_current, two.browser], [false, 'b'.repeat(200)]);
      const { sessions: page } = succeeded(await ada.get('/user/sessions/?per_page=1&page=2'));
      assert.deepEqual([page.length, page[0].id, page[0].is_current], [1, two.id, false]);
      assert.equal(succeeded(await watchbill.owner.get('/user/sessions/')).meta.total, 0);
    });
  });

  describe('a session ends', () => {
    it('30 days after its last use, to the hour', async () => {
      const browser = await openSession(watchbill, ada);
      watchbill.at('2026-01-05T09:59:59.999Z');
      assert.equal((await browser.get('/user/')).headers['set-cookie'], undefined);
      watchbill.at('2026-01-05T10:00:00Z');
      const seen = await browser.get('/user/');
      assert.match(String(seen.headers['set-cookie']), new RegExp(`^${browser.cookie}; Max-Age=2592000;`));
      watchbill.at('2026-02-04T09:59:59.999Z');
      succeeded(await browser.get('/user/'));
      watchbill.at('2026-03-06T09:59:59.998Z');
      succeeded(await browser.get('/user/'));
      watchbill.at('2026-04-05T09:59:59.998Z');
      failed(await browser.get('/user/'), 401, 'unauthorized');
    });

    it('180 days after it began, however often it is used', async () => {
      const browser = await openSession(watchbill, ada);
      for (const day of ['2026-02-01', '2026-03-01', '2026-03-30', '2026-04-28', '2026-05-27', '2026-06-25']) {
        watchbill.at(`${day}T09:00:00Z`);
        succeeded(await browser.get('/user/'));
      }
      watchbill.at('2026-07-04T08:59:59.999Z');
      succeeded(await browser.get('/user/'));
      watchbill.at('2026-07-04T09:00:00Z');
      failed(await browser.get('/user/'), 401, 'unauthorized');
    });

    it('and is deleted when its user signs in again', async () => {
      await openSession(watchbill, watchbill.owner);
      await openSession(watchbill, ada);
      watchbill.at('2026-02-04T09:00:00Z');
      await openSession(watchbill, ada);
      const users = (await rows('select user_id from sessions order by id')).map((row) => Object.values(row)[0]);
      assert.deepEqual(users, [watchbill.owner.id, ada.id]);
    });

    it('when its user is deactivated', async () => {
      const browser = await openSession(watchbill, ada);
      succeeded(await watchbill.owner.delete(`/users/${ada.id}`), 204);
      failed(await browser.get('/user/'), 401, 'unauthorized');
      failed(await attempt(ADA, PASSWORD), 401, 'unauthorized');
    });
  });
});
