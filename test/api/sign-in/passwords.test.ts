import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import type { App } from '../../../src/http/typed-app.ts';
import { failed, type Person, startWatchbill, succeeded, type Watchbill } from '../../support/drivers/api.ts';
import {
  type Browser,
  freshBrowser,
  givePassword,
  openSession,
  PASSWORD,
  signIn,
} from '../../support/drivers/sessions.ts';
import { describeOnSqlite } from '../../support/servers/databases.ts';

const ADA = 'ada@example.com';

describeOnSqlite('PUT /user/password', (create) => {
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

  async function isSignedIn(browser: Browser): Promise<boolean> {
    return succeeded(await browser.get('/session/')).session.user !== undefined;
  }

  const NEW = 'a new password, longer';

  it('changes the password with the current one, and ends the other sessions', async () => {
    const [here, there] = [await openSession(watchbill, ada), await openSession(watchbill, ada)];
    assert.equal((await here.put('/user/password', { current_password: PASSWORD, password: NEW })).status, 204);
    assert.deepEqual([await isSignedIn(here), await isSignedIn(there)], [true, false]);
    failed(await attempt(ADA, PASSWORD), 401, 'unauthorized');
    await signIn(app, ADA, NEW);
    assert.ok(
      JSON.stringify((await watchbill.owner.get(`/audit_log/?target_id=${ada.id}`)).body).includes('password.changed'),
    );
    assert.doesNotMatch(JSON.stringify((await watchbill.owner.get('/audit_log/?per_page=100')).body), /longer|argon/);
  });

  it('refuses a common password, and keeps the old one', async () => {
    const browser = await openSession(watchbill, ada);
    for (const password of ['password1234', 'Sunshine2026!']) {
      const answer = await browser.put('/user/password', { current_password: PASSWORD, password });
      assert.match(failed(answer, 422, 'unprocessable_entity'), /^password must not be a common one/);
    }
    await signIn(app, ADA);
  });

  it('explains a missing or wrong current password', async () => {
    const browser = await openSession(watchbill, ada);
    const missing = await browser.put('/user/password', { password: NEW });
    assert.match(failed(missing, 422, 'unprocessable_entity'), /^current_password is required/);
    const wrong = await browser.put('/user/password', { current_password: NEW, password: NEW });
    assert.match(failed(wrong, 422, 'unprocessable_entity'), /^current_password is wrong/);
    await signIn(app, ADA);
  });

  it('counts a wrong current password as a failed sign-in', async () => {
    const browser = await openSession(watchbill, ada);
    const change = () => browser.put('/user/password', { current_password: 'wrong', password: NEW });
    for (let i = 0; i < 5; i++) failed(await change(), 422, 'unprocessable_entity');
    failed(await change(), 429, 'too_many_requests');
    failed(await attempt(ADA, PASSWORD), 429, 'too_many_requests');
  });

  it('sets the first password without a current one, also for a viewer', async () => {
    const viewer = await watchbill.addPerson('Vera', { seat: 'viewer' });
    const browser = await openSession(watchbill, viewer);
    assert.equal((await browser.put('/user/password', { password: NEW })).status, 204);
    await signIn(app, 'vera@example.com', NEW);
  });

  it('accepts 12 to 200 characters that are not the email', async () => {
    const browser = await openSession(watchbill, watchbill.owner);
    for (const [password, status] of [
      ['x'.repeat(11), 400],
      ['🛟'.repeat(11), 400],
      [' '.repeat(12), 400],
      ['x'.repeat(201), 400],
      ['OWNER@example.com', 422],
    ] as const) {
      const answer = await browser.put('/user/password', { password });
      const message = failed(answer, status, status === 400 ? 'bad_request' : 'unprocessable_entity');
      assert.match(message, /^password must /);
      assert.ok(!message.includes(password));
    }
    let current: { current_password?: string } = {};
    for (const password of ['x'.repeat(12), '🛟'.repeat(12), '🛟'.repeat(200)]) {
      assert.equal((await browser.put('/user/password', { ...current, password })).status, 204);
      current = { current_password: password };
    }
  });

  it('is refused with an API key', async () => {
    failed(await ada.put('/user/password', { current_password: PASSWORD, password: NEW }), 403, 'forbidden');
  });

  it('of five concurrent changes with the same current password, one succeeds', async () => {
    const browser = await openSession(watchbill, ada);
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, i) =>
        browser.put('/user/password', { current_password: PASSWORD, password: `${NEW} ${i}` }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [204, 422, 422, 422, 422]);
  });
});
