/** `WATCHBILL_PASSWORDS=off`: single sign-on only, and links of the operator for emergencies. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { buildApp } from '../../../src/http/app.ts';
import type { App } from '../../../src/http/typed-app.ts';
import { getOperator } from '../../../src/services/shared/operator.ts';
import type { Services } from '../../../src/services/shared/services.ts';
import { createSignInLinkAsOperator } from '../../../src/services/sign-in/sign-in-links.ts';
import { failed, PUBLIC_URL, silentLog, succeeded } from '../../support/drivers/api.ts';
import {
  browserWith,
  cookieIn,
  freshBrowser,
  givePassword,
  openSession,
  PASSWORD,
  storedHash,
} from '../../support/drivers/sessions.ts';
import { givenWatchbill } from '../../support/drivers/suites.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

const OFF = /^Passwords are turned off here/;

describeOnBothDatabases('without passwords', (create, itOnSqlite) => {
  const { watchbill, owner, ada } = givenWatchbill(create, { ada: 'Ada' });
  let services: Services;
  let app: App;
  before(async () => {
    await givePassword(watchbill, ada);
    services = { ...watchbill.services, hasNoPasswords: true };
    const options = { services, docsUrl: 'http://docs.test', publicUrl: () => PUBLIC_URL, rateLimit: 0 };
    app = await buildApp({ ...options, log: silentLog });
  });
  after(() => app.close());

  itOnSqlite('the page is told that passwords are off', async () => {
    assert.deepEqual(succeeded(await freshBrowser(app).get('/session/')).session.sign_in, { password: false });
  });

  itOnSqlite('nobody can sign in with one, right or wrong', async () => {
    for (const password of [PASSWORD, 'a wrong password']) {
      const answer = await freshBrowser(app).post('/session/', { email: 'ada@example.com', password });
      assert.match(failed(answer, 403, 'forbidden'), OFF);
    }
  });

  itOnSqlite('nobody can set one', async () => {
    const { cookie } = await openSession(watchbill, ada);
    const before = await storedHash(watchbill, ada);
    const body = { current_password: PASSWORD, password: 'a new password, longer' };
    assert.match(failed(await browserWith(app, cookie).put('/user/password', body), 403, 'forbidden'), OFF);
    assert.equal(await storedHash(watchbill, ada), before);
  });

  itOnSqlite('an admin cannot create a link, and an earlier link is invalid', async () => {
    const { cookie } = await openSession(watchbill, owner);
    const answer = await browserWith(app, cookie).post(`/users/${ada.id}/sign_in_link/`);
    assert.match(failed(answer, 403, 'forbidden'), OFF);
    const made = await browserWith(watchbill.app, cookie).post(`/users/${ada.id}/sign_in_link/`);
    const [, token] = succeeded(made, 201).sign_in_link.url.split('#');
    failed(await freshBrowser(app).post('/sign_in_links/look', { token }), 404, 'not_found');
    failed(await freshBrowser(app).post('/sign_in_links/use', { token }), 404, 'not_found');
    failed(await freshBrowser(app).post('/sign_in_links/use', { token, password: PASSWORD }), 404, 'not_found');
  });

  it('a link of the operator signs in, once, and sets no password', async () => {
    const before = await storedHash(watchbill, ada);
    const { token } = await createSignInLinkAsOperator(services, await getOperator(services), 'ada@example.com');
    const browser = freshBrowser(app);
    const { sign_in_link } = succeeded(await browser.post('/sign_in_links/look', { token }));
    assert.deepEqual([sign_in_link.user.name, sign_in_link.sets_password], ['Ada', false]);
    const withPassword = await browser.post('/sign_in_links/use', { token, password: 'a new password, longer' });
    assert.match(failed(withPassword, 403, 'forbidden'), OFF);
    const answers = await Promise.all([1, 2, 3].map(() => browser.post('/sign_in_links/use', { token })));
    const [used, ...others] = answers.toSorted((a, b) => a.status - b.status);
    assert.ok(used !== undefined);
    assert.equal(succeeded(used, 201).user.id, ada.id);
    for (const answer of others) failed(answer, 404, 'not_found');
    assert.equal(succeeded(await browserWith(app, cookieIn(used)).get('/user/')).user.id, ada.id);
    assert.equal(await storedHash(watchbill, ada), before);
  });

  itOnSqlite('with passwords enabled, a link requires one', async () => {
    const { cookie } = await openSession(watchbill, owner);
    const made = await browserWith(watchbill.app, cookie).post(`/users/${ada.id}/sign_in_link/`);
    const [, token] = succeeded(made, 201).sign_in_link.url.split('#');
    const browser = freshBrowser(watchbill.app);
    assert.equal(succeeded(await browser.post('/sign_in_links/look', { token })).sign_in_link.sets_password, true);
    const message = failed(await browser.post('/sign_in_links/use', { token }), 400, 'bad_request');
    assert.equal(message, 'password is required.');
  });
});
