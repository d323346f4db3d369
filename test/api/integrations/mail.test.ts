/** Rule MAIL-1: invitations and "forgot my password", over a real mail server. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, it } from 'node:test';
import { buildApp } from '../../../src/http/app.ts';
import type { App } from '../../../src/http/typed-app.ts';
import { createMailer, type Mailer } from '../../../src/mail/mailer.ts';
import { runAllDue } from '../../../src/services/jobs/due-work.ts';
import type { Services } from '../../../src/services/shared/services.ts';
import {
  callFrom,
  failed,
  type Person,
  PUBLIC_URL,
  personWith,
  silentLog,
  succeeded,
} from '../../support/drivers/api.ts';
import { SAME_ORIGIN } from '../../support/drivers/sessions.ts';
import { givenFreshWatchbill } from '../../support/drivers/suites.ts';
import { type MailServer, partsOf, startMailServer } from '../../support/fakes/mail-server.ts';
import { describeOnSqlite } from '../../support/servers/databases.ts';

const FROM = 'Watchbill <oncall@example.com>';

describeOnSqlite('mail', (create) => {
  const given = givenFreshWatchbill(create, { ada: { name: 'Ada', time_zone: 'Europe/Berlin' } });
  let server: MailServer;
  /** The same service with a mail server. */
  let services: Services;
  let app: App;
  let [owner, ada]: [Person, Person] = [given.owner, given.ada];

  before(async () => {
    server = await startMailServer();
  });
  after(() => server.stop());
  beforeEach(() => {
    server.mails.length = 0;
    server.refuse = () => undefined;
    return sendThrough(createMailer({ url: server.url, from: FROM }));
  });

  afterEach(() => app.close());

  async function sendThrough(mailer: Mailer | undefined): Promise<void> {
    services = { ...given.watchbill.services, mailer, publicUrl: 'https://watchbill.test' };
    app = await buildApp({
      services,
      docsUrl: 'http://docs.test',
      publicUrl: () => PUBLIC_URL,
      rateLimit: 0,
      log: silentLog,
    });
    [owner, ada] = [await personWith(app, given.owner.key), await personWith(app, given.ada.key)];
  }

  const visit = (path: string, body: object, address = '192.0.2.1') =>
    callFrom(app, { headers: SAME_ORIGIN, address }, 'POST', path, body);
  const forgot = (email: string, address?: string) => visit('/sign_in_links/request', { email }, address);

  async function workAt(instant = '2026-01-05T09:00:00Z'): Promise<void> {
    given.watchbill.at(instant);
    await runAllDue(services);
  }

  const tokenIn = (text: string) => /\/app\/welcome#(\S+)/.exec(text)?.[1] ?? '';

  async function storedText(): Promise<string> {
    return JSON.stringify(
      await services.db.exclusively((tx) => tx.execute('select * from deliveries, delivery_queues')),
    );
  }

  it('invites a user with a working link that is not stored', async () => {
    succeeded(await owner.post(`/users/${ada.id}/invitation/`), 204);
    await workAt();
    const [mail] = server.mails;
    assert.ok(mail !== undefined && server.mails.length === 1);
    assert.deepEqual([mail.from, mail.to, mail.isEncrypted], ['oncall@example.com', ['ada@example.com'], true]);
    const { head, text, html } = partsOf(mail);
    assert.match(head, /^Subject: Owner invites you to My organization\r?$/m);
    assert.match(text, /The link works once, until Mon 12 Jan 2026, 10:00 (CET|GMT\+1)\./);
    const token = tokenIn(text);
    assert.equal(html.match(new RegExp(token, 'g'))?.length, 1);
    assert.ok(!(await storedText()).includes(token));
    const used = await visit('/sign_in_links/use', { token, password: 'a password that Ada chose' });
    assert.equal(succeeded(used, 201).user.id, ada.id);
    failed(await ada.post(`/users/${ada.id}/invitation/`), 403, 'forbidden');
  });

  it('sends a link for a forgotten password, and responds the same for an unknown email', async () => {
    const answers = [await forgot('ADA@example.com'), await forgot('nobody@example.com')];
    assert.deepEqual(
      answers.map(({ status, body }) => [status, body]),
      [
        [204, answers[0]?.body],
        [204, answers[0]?.body],
      ],
    );
    await workAt();
    assert.deepEqual(
      server.mails.map(({ to }) => to),
      [['ada@example.com']],
    );
    assert.match(partsOf(server.mails[0] as never).text, /If it was not you, do nothing/);
    assert.ok(!(await storedText()).includes('nobody@example.com'));
  });

  it('accepts at most three such requests for an email, and ten from an address', async () => {
    for (let i = 0; i < 3; i++) succeeded(await forgot('ada@example.com', `192.0.2.${i}`), 204);
    failed(await forgot('ada@example.com', '192.0.2.9'), 429, 'too_many_requests');
    for (let i = 0; i < 10; i++) succeeded(await forgot(`nobody-${i}@example.com`, '198.51.100.1'), 204);
    failed(await forgot('nobody@example.com', '198.51.100.1'), 429, 'too_many_requests');
  });

  it('is retried while the server is unavailable, but not if it refuses the address', async () => {
    server.refuse = () => ({ code: 451, message: 'come back later' });
    succeeded(await owner.post(`/users/${ada.id}/invitation/`), 204);
    await workAt();
    const [waiting] = succeeded(await owner.get('/deliveries/')).deliveries;
    assert.deepEqual([waiting.kind, waiting.status, waiting.text], ['mail', 'pending', 'invitation']);
    assert.match(waiting.error, /^The mail server did not take the mail: .*come back later/);
    server.refuse = () => undefined;
    await workAt('2026-01-05T09:01:00Z');
    assert.equal(server.mails.length, 1);
    server.refuse = () => ({ code: 550, message: 'no such mailbox' });
    succeeded(await owner.post(`/users/${ada.id}/invitation/`), 204);
    await workAt('2026-01-05T09:01:00Z');
    const [refused] = succeeded(await owner.get('/deliveries/')).deliveries;
    assert.deepEqual([refused.status, refused.attempts], ['failed', 1]);
    assert.match(refused.error, /^The mail server refused the address: .*no such mailbox/);
  });

  it('sends no password to a server without TLS', async () => {
    const plain = await startMailServer({ hasTls: false });
    await sendThrough(createMailer({ url: plain.url, from: FROM }));
    succeeded(await owner.post(`/users/${ada.id}/invitation/`), 204);
    await workAt();
    assert.match(succeeded(await owner.get('/deliveries/')).deliveries[0].error, /did not take the mail/);
    assert.deepEqual([plain.signIns, plain.mails.length], [0, 0]);
    await plain.stop();
  });

  it('reports a wrong password of the mail server', async () => {
    const wrong = await startMailServer({ password: 'wrong' });
    await sendThrough(createMailer({ url: wrong.url, from: FROM }));
    succeeded(await owner.post(`/users/${ada.id}/invitation/`), 204);
    await workAt();
    assert.match(succeeded(await owner.get('/deliveries/')).deliveries[0].error, /wrong password/);
    assert.equal(wrong.mails.length, 0);
    await wrong.stop();
  });

  it('is not offered if it is not configured', async () => {
    const signIn = async () => succeeded(await callFrom(app, { headers: {} }, 'GET', '/session/')).session.sign_in;
    assert.equal((await signIn()).reset, true);
    await sendThrough(undefined);
    assert.equal((await signIn()).reset, undefined);
    assert.match(failed(await forgot('ada@example.com'), 422, 'unprocessable_entity'), /Mail is not set up/);
    failed(await owner.post(`/users/${ada.id}/invitation/`), 422, 'unprocessable_entity');
  });

  it('escapes what people typed', async () => {
    succeeded(await owner.patch('/user/', { name: '<b>"Eve" & Co</b>' }));
    succeeded(await owner.post(`/users/${ada.id}/invitation/`), 204);
    await workAt();
    const { html, text } = partsOf(server.mails[0] as never);
    assert.ok(html.includes('&lt;b&gt;&quot;Eve&quot; &amp; Co&lt;/b&gt; invites you'));
    assert.ok(text.includes('<b>"Eve" & Co</b> invites you'));
  });
});
