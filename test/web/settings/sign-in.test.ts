import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Mail } from '../../../src/mail/mailer.ts';
import { deliverDue } from '../../../src/services/deliveries/deliveries.ts';
import { getOperator } from '../../../src/services/shared/operator.ts';
import { createSignInLinkAsOperator } from '../../../src/services/sign-in/sign-in-links.ts';
import { succeeded } from '../../support/drivers/api.ts';
import { givenWeb } from '../../support/drivers/suites.ts';
import { settled, startWeb, type Web } from '../../support/drivers/web/web.ts';
import {
  assertFitsEveryone,
  becomes,
  comesTo,
  enterPassword,
  givePassword,
  statusWithKey,
} from '../../support/drivers/web/web-pages.ts';
import { type OidcServer, startOidcServer } from '../../support/fakes/oidc-server.ts';
import { cleanUp } from '../../support/servers/clean-up.ts';

const PASSWORD = 'correct horse battery staple';

/** What the browser logs about responses with an error status. */
const REFUSED = /status of 4\d\d/;

describe('signing in', () => {
  const mails: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void mails.push(mail) };
  const { web, ada } = givenWeb({ ada: 'Ada' }, undefined, undefined, { mailer });
  before(async () => {
    await givePassword(web.watchbill, ada, PASSWORD);
  });

  const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();

  it('leads from the setup link to a first key, and that key calls the API', async () => {
    const page = await web.open(undefined, `/app/welcome#${web.watchbill.setUpLink.token}`);
    await heading(page, 'Hello Owner');
    await page.getByText('Set a password for My organization').waitFor();
    await page.getByRole('textbox', { name: 'New password' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Set the password and sign in' }).click();
    await heading(page, 'Now');

    await page.getByRole('button', { name: /^Owner: settings/ }).click();
    await page.getByRole('menuitem', { name: 'API keys' }).click();
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('Deploy script');
    await page.getByRole('button', { name: 'Make the key' }).click();
    const key = await page.getByRole('textbox', { name: 'the key' }).innerText();
    const command = await page.getByRole('textbox', { name: 'the command' }).innerText();
    assert.equal(command, `curl -H 'x-api-key: ${key}' ${web.address}/user/`);
    assert.equal(await statusWithKey(web, '/user/', key), 200);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText(`…${key.slice(-4)}`).waitFor();
    await page.getByText(key).waitFor({ state: 'detached' });
  });

  it('uses the zone of the browser, and says when a link was already used', async () => {
    const grace = await web.watchbill.addPerson('Grace');
    const admin = await web.open(web.watchbill.owner, '/app/people');
    await admin.getByRole('button', { name: 'What to do with Grace' }).click();
    await admin.getByRole('menuitem', { name: 'New sign-in link' }).click();
    await admin.getByRole('button', { name: 'Make the link' }).click();
    const link = await admin.getByRole('textbox', { name: 'the link' }).innerText();
    const path = link.slice(web.address.length);

    const page = await web.open(undefined, path, { timezoneId: 'Asia/Tokyo' });
    await page.getByLabel('Show me times in Asia/Tokyo').waitFor();
    const password = page.getByRole('textbox', { name: 'New password' });
    await password.fill(PASSWORD);
    await password.press('Enter');
    await heading(page, 'Now');
    assert.equal((await grace.get('/user/')).body.user.time_zone, 'Asia/Tokyo');

    const late = await web.open(undefined, path, { allow: REFUSED });
    await heading(late, 'This link is no longer valid');
    await late.getByText('Ask an admin').waitFor();
    await late.getByRole('link', { name: 'Sign in' }).click();
    await heading(late, 'Sign in');
  });

  /** The session and its stream of events end before the page gets the response. The page must not refetch, which would be refused. */
  async function answerAfterStreamEnds(page: Page, path: string): Promise<void> {
    await page.route(web.address + path, async (route) => {
      if (route.request().method() !== 'DELETE') return route.fallback();
      const streamEnds = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/events'));
      const response = await route.fetch();
      await streamEnds;
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      await route.fulfill({ response });
    });
  }

  /** The path of the link in the mail to the address; there was no other mail. */
  async function linkMailedTo(address: string): Promise<string> {
    await deliverDue(web.watchbill.services, 'mail');
    const [mail, ...more] = mails.splice(0);
    assert.deepEqual([mail?.to, more.length], [address, 0]);
    return /\/app\/welcome#\S+/.exec(mail?.text ?? '')?.[0] ?? assert.fail('there is no link in the mail');
  }

  it('helps people who forgot their password: a mail with a link, and a new password', async () => {
    const hedy = await web.watchbill.addPerson('Hedy');
    await givePassword(web.watchbill, hedy, 'a password to forget');
    const page = await web.open(undefined, '/app/sign-in', { allow: REFUSED });
    await page.getByRole('link', { name: 'Forgot my password' }).click();
    await heading(page, 'New password');
    await page.getByLabel('Email').fill('hedy@example.com');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('If hedy@example.com belongs to somebody here').waitFor();
    await page.goto(web.address + (await linkMailedTo('hedy@example.com')));
    await heading(page, 'Hello Hedy');
    const password = page.getByRole('textbox', { name: 'New password' });
    await password.fill(PASSWORD);
    await password.press('Enter');
    await heading(page, 'Now');
    await page.getByRole('button', { name: /^Hedy: settings/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await enterPassword(page, 'hedy@example.com', 'a password to forget');
    await page.getByText('Email or password is wrong.').waitFor();
    await enterPassword(page, 'hedy@example.com', PASSWORD);
    await heading(page, 'Now');
  });

  it('lets an admin invite someone by mail, who follows the link', async () => {
    await web.watchbill.addPerson('Katherine');
    const admin = await web.open(web.watchbill.owner, '/app/people');
    await admin.getByRole('button', { name: 'What to do with Katherine' }).click();
    await admin.getByRole('menuitem', { name: 'New sign-in link' }).click();
    await admin.getByRole('button', { name: 'Send it by mail' }).click();
    await admin.getByText('A mail to katherine@example.com is on its way.').waitFor();
    const page = await web.open(undefined, await linkMailedTo('katherine@example.com'));
    await heading(page, 'Hello Katherine');
    await page.getByRole('textbox', { name: 'New password' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Set the password and sign in' }).click();
    await heading(page, 'Now');
    await page.getByRole('button', { name: /^Katherine: settings/ }).waitFor();
  });

  it('leads to the requested page, and signs out', async () => {
    const page = await web.open(undefined, '/app/people?query=ada');
    await heading(page, 'Sign in');
    await enterPassword(page, 'ada@example.com', PASSWORD);
    await heading(page, 'People');
    await comesTo(page, '/app/people?query=ada');
    await settled(page);
    await answerAfterStreamEnds(page, '/session/');
    await page.getByRole('button', { name: /^Ada: settings/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await heading(page, 'Sign in');
    await page.goto(`${web.address}/app/people`);
    await heading(page, 'Sign in');
  });

  it('redirects to no other site, and sends signed-in users straight on', async () => {
    for (const to of ['https://example.com/', '//example.com/', '/\\example.com', '/sign-in']) {
      const page = await web.open(ada, `/app/sign-in?to=${encodeURIComponent(to)}`);
      await heading(page, 'Now');
      await comesTo(page, '/app/');
      await web.close(page);
    }
    const page = await web.open(ada, '/app/sign-in?to=%2Fteams');
    await heading(page, 'Teams');
  });

  it('says that the password is wrong, keeps the email, and slows down guessing', async () => {
    const page = await web.open(undefined, '/app/sign-in', { allow: REFUSED });
    for (let attempt = 1; attempt <= 5; attempt++) {
      const answered = page.waitForResponse((response) => response.url().endsWith('/session/') && !response.ok());
      await enterPassword(page, 'linus@example.com', `wrong ${attempt}`);
      await answered;
      await page.getByText('Email or password is wrong.').waitFor();
    }
    assert.equal(await page.getByLabel('Email').inputValue(), 'linus@example.com');
    await enterPassword(page, 'linus@example.com', PASSWORD);
    await page.getByText('Too many attempts have failed: wait 15 minutes.').waitFor();
  });

  it('shows the password when asked to', async () => {
    const page = await web.open(undefined, '/app/sign-in');
    const password = page.getByLabel('Password', { exact: true });
    await password.fill(PASSWORD);
    await becomes(() => password.getAttribute('type'), 'password');
    await page.getByRole('button', { name: 'Show the password' }).click();
    await becomes(() => password.getAttribute('type'), 'text');
    await becomes(() => password.getAttribute('autocomplete'), 'current-password');
    assert.equal(await page.getByLabel('Email').getAttribute('autocomplete'), 'username');
  });

  it('changes the password: the old one and other browsers are signed out', async () => {
    const linus = await web.watchbill.addPerson('Linus2');
    await givePassword(web.watchbill, linus, PASSWORD);
    const other = await web.open(linus, '/app/people', { allow: REFUSED });
    await heading(other, 'People');
    const page = await web.open(linus, '/app/settings/profile', { allow: REFUSED });
    const change = page.getByRole('button', { name: 'Change the password' });
    await page.getByRole('textbox', { name: 'Current password' }).fill('not this one at all');
    await page.getByRole('textbox', { name: 'New password' }).fill('a better one of mine');
    await change.click();
    await page.getByText('current_password is wrong.').waitFor();
    await page.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD);
    await change.click();
    await page.getByText('Your password is changed.').waitFor();

    await other.reload();
    await heading(other, 'Sign in');
    await enterPassword(other, 'linus2@example.com', 'a better one of mine');
    await heading(other, 'People');
  });

  it('revokes the keys with the password, on request', async () => {
    const barbara = await web.watchbill.addPerson('Barbara');
    const page = await web.open(barbara, '/app/settings/profile');
    await page.getByRole('textbox', { name: 'New password' }).fill('a better one of mine');
    await page.getByRole('checkbox', { name: 'Revoke my API keys too' }).check();
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('Your API keys are revoked.').waitFor();
    assert.equal((await barbara.get('/user/')).status, 401);
  });

  it('does not mention passwords if they are off; a link of the operator signs in', async () => {
    const { services, owner } = web.watchbill;
    const margaret = await web.watchbill.addPerson('Margaret');
    Object.assign(services, { hasNoPasswords: true });
    try {
      const signIn = await web.open(undefined, '/app/sign-in');
      await heading(signIn, 'Sign in');
      await settled(signIn);
      assert.equal(await signIn.getByLabel('Password').count(), 0);

      const people = await web.open(owner, '/app/people');
      await people.getByRole('button', { name: 'What to do with Margaret' }).click();
      await people.getByRole('menuitem', { name: 'Edit' }).waitFor();
      assert.equal(await people.getByRole('menuitem', { name: 'New sign-in link' }).count(), 0);

      const link = await createSignInLinkAsOperator(services, await getOperator(services), 'margaret@example.com');
      const page = await web.open(undefined, `/app/welcome#${link.token}`);
      await page.getByRole('button', { name: 'Go in' }).click();
      await page.waitForURL(`${web.address}/app/`);
      await page.goto(`${web.address}/app/settings/profile`);
      await page.getByText('margaret@example.com').first().waitFor();
      await settled(page);
      assert.equal(await page.getByRole('heading', { name: 'Password' }).count(), 0);
      succeeded(await margaret.get('/user/'));
    } finally {
      Object.assign(services, { hasNoPasswords: false });
    }
  });

  it('signs out everywhere', async () => {
    const other = await web.open(ada, '/app/teams', { allow: REFUSED });
    await heading(other, 'Teams');
    const page = await web.open(ada, '/app/settings/profile');
    await page.getByText('This one').waitFor();
    await settled(page);
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await heading(page, 'Sign in');
    await other.reload();
    await heading(other, 'Sign in');
    await comesTo(other, '/app/sign-in?to=%2Fteams');
  });
});

describe('single sign-on', () => {
  let provider: OidcServer;
  let web: Web;

  before(async () => {
    provider = await startOidcServer();
    web = await startWeb(undefined, undefined, { oidc: provider.config });
    await web.watchbill.addPerson('Ada');
  });
  after(() =>
    cleanUp(
      () => web.stop(),
      () => provider.stop(),
    ),
  );

  it('returns signed in, to the requested page', async () => {
    const page = await web.open(undefined, '/app/people?query=ada');
    await page.getByRole('link', { name: 'Sign in with Example ID' }).click();
    await page.getByLabel('Login').fill('ada@example.com');
    await page.getByLabel('Password').fill('any');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
    await comesTo(page, '/app/people?query=ada');
    await page.getByRole('button', { name: /^Ada: settings/ }).waitFor();
  });

  it('explains why it failed', async () => {
    const page = await web.open(undefined, '/app/sign-in');
    await page.getByRole('link', { name: 'Sign in with Example ID' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('The sign-in was canceled.').waitFor();
    await page.getByRole('link', { name: 'Sign in with Example ID' }).click();
    await page.getByLabel('Login').fill('nobody@example.com');
    await page.getByLabel('Password').fill('any');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('There is no user with your email here.').waitFor();
    await assertFitsEveryone(page, 'a single sign-on that failed');
  });
});
