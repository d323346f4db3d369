/** Rule BUD-7: an address in a mail is exactly one address. Over a real mail server. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { createMailer, type Mailer } from '../../../src/mail/mailer.ts';
import { runAllDue } from '../../../src/services/jobs/due-work.ts';
import { failed, succeeded } from '../../support/drivers/api.ts';
import { givenFreshWatchbill } from '../../support/drivers/suites.ts';
import { type MailServer, partsOf, startMailServer } from '../../support/fakes/mail-server.ts';
import { describeOnSqlite } from '../../support/servers/databases.ts';

/** Each could reach somebody else, because a mail program or server reads it in its own way. */
const AMBIGUOUS = [
  'eve@example.com>',
  '<eve@example.com>',
  'eve@example.com,bob@example.com',
  'eve@example.com;bob',
  'eve@example.com@example.org',
  '"eve"@example.com',
  'eve(comment)@example.com',
  'group:eve@example.com',
  'eve\\@example.com',
  'eve@[192.0.2.1]',
  'eve@ex%61mple.com',
  'eve@example..com',
  'eve＠example.com@example.org',
  'eve＜@example.com',
  'eve\u00a0@example.com',
  'eve\u200b@example.com',
];

describeOnSqlite('addresses of mails', (create) => {
  /** Set as soon as the server runs. */
  let mailer: Mailer;
  const { watchbill, owner, ada } = givenFreshWatchbill(create, { ada: 'Ada' }, '2026-01-05T09:00:00Z', undefined, {
    mailer: { send: (mail) => mailer.send(mail) },
  });
  let server: MailServer;

  before(async () => {
    server = await startMailServer();
    mailer = createMailer({ url: server.url, from: 'Watchbill, on call <oncall@example.com>' });
  });
  after(() => server.stop());
  beforeEach(() => {
    server.mails.length = 0;
  });

  async function invite(id: string): Promise<void> {
    succeeded(await owner.post(`/users/${id}/invitation/`), 204);
    await runAllDue(watchbill.services);
  }

  it('[BUD-7] are refused if a mail could read them as something else, wherever they are entered', async () => {
    for (const email of AMBIGUOUS) {
      const added = await owner.post('/users/', { name: 'Eve', email });
      assert.match(failed(added, 400, 'bad_request'), /must be an email address/, email);
      failed(await owner.patch(`/users/${ada.id}`, { email }), 400, 'bad_request');
      const [line] = succeeded(await owner.post('/users/batch', { users: [{ email }] })).results;
      assert.match(line.reason, /is not an email address\.$/, email);
    }
    for (const email of ["o'brien+on-call@mail.example.com", 'änna@bücher.example', 'eve_1=2@localhost']) {
      succeeded(await owner.post('/users/', { name: 'Eve', email }), 201);
    }
  });

  it('[BUD-7] that were stored before these rules reach nobody, and harm only themselves', async () => {
    for (const email of AMBIGUOUS) {
      await watchbill.services.db.exclusively((tx) =>
        tx.execute(`update users set email = '${email}', email_key = '${email}' where id = '${ada.id}'`),
      );
      await invite(ada.id);
      const [delivery] = succeeded(await owner.get('/deliveries/')).deliveries;
      assert.deepEqual([delivery.status, delivery.attempts], ['failed', 1], email);
      assert.match(delivery.error, /is not one email address/);
    }
    assert.deepEqual(server.mails, []);
    const { user } = succeeded(await owner.post('/users/', { name: 'Bob', email: 'bob@example.com' }), 201);
    await invite(user.id);
    assert.deepEqual(
      server.mails.map(({ to }) => to),
      [['bob@example.com']],
    );
  });

  it('[BUD-7] are not changed by the names of people, nor by the name of the sender', async () => {
    for (const name of [
      'Eve <eve@example.org>',
      'Eve, bob@example.org',
      '"Eve" <eve@example.org>, Bob',
      'a:b@c.org;',
    ]) {
      succeeded(await owner.patch('/user/', { name }));
      succeeded(await owner.patch(`/users/${ada.id}`, { name }));
      server.mails.length = 0;
      await invite(ada.id);
      const [mail] = server.mails;
      assert.deepEqual([mail?.from, mail?.to], ['oncall@example.com', ['ada@example.com']], name);
      const { head } = partsOf(mail as never);
      assert.match(head, /^To: ada@example\.com\r?$/m);
      assert.match(head, /^From: "Watchbill, on call" <oncall@example\.com>\r?$/m);
      assert.doesNotMatch(head, /^(Cc|Bcc|Reply-To|Sender):/im);
    }
  });
});
