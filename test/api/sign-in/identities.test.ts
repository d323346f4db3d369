/** Single sign-on identities: the first one of an issuer is accepted, another with the same email is not, and admins decide. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, it } from 'node:test';
import { createLog } from '../../../src/process/log.ts';
import { failed, type Person, startWatchbill, succeeded, type Watchbill } from '../../support/drivers/api.ts';
import { addIdentity, isRefused, signInThrough } from '../../support/drivers/oidc.ts';
import { addPersonInSlack, slackChat } from '../../support/drivers/slack.ts';
import { messagesIn, workAt } from '../../support/drivers/worker.ts';
import { startFakeSlack } from '../../support/fakes/fake-slack.ts';
import { type OidcServer, startOidcServer } from '../../support/fakes/oidc-server.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

const ADA = 'ada@example.com';
/** An account that was later given Ada's address. */
const REUSED = 'reused';

describeOnBothDatabases('identities', (create, itOnSqlite) => {
  let provider: OidcServer;
  let watchbill: Watchbill;
  let owner: Person;
  let ada: Person;
  let logged: string[];

  before(async () => {
    provider = await startOidcServer();
    for (const login of [REUSED, 'other']) await provider.change({ login, claims: { email: ADA } });
  });
  beforeEach(async () => {
    logged = [];
    const log = createLog('info', { now: () => 0 }, (line) => logged.push(line));
    watchbill = await startWatchbill(create, undefined, undefined, { oidc: provider.config, log });
    owner = watchbill.owner;
    ada = await watchbill.addPerson('Ada');
  });
  afterEach(() => watchbill.stop());
  after(() => provider.stop());

  const signIn = (login: string) => signInThrough(provider, watchbill, login);
  const listed = async (by = owner) => succeeded(await by.get(`/users/${ada.id}/identities/`));
  const unlink = (id: string, by = owner) => by.delete(`/users/${ada.id}/identities/${id}`);

  async function signedInAs(login: string): Promise<string> {
    const { browser } = await signIn(login);
    return succeeded(await (browser ?? assert.fail(`${login} is refused`)).get('/user/')).user.id;
  }

  async function actions(): Promise<string[]> {
    const { audit_log } = succeeded(await owner.get(`/audit_log/?target_id=${ada.id}&action=user.oidc*`));
    return audit_log.map(({ action }: { action: string }) => action).toReversed();
  }

  itOnSqlite(
    'with the same issuer and email: the first is accepted, the second is refused, logged and shown',
    async () => {
      assert.equal(await signedInAs(ADA), ada.id);
      watchbill.at('2026-01-05T10:00:00Z');
      for (let i = 0; i < 3; i++) await isRefused(signIn(REUSED), 'oidc_other_identity');
      assert.equal(await signedInAs(ADA), ada.id);

      const { identities, refused, meta } = await listed();
      const { issuer } = provider.config;
      const { id } = identities[0];
      assert.deepEqual(identities, [
        { id, issuer, subject: ADA, created_at: '2026-01-05T09:00:00Z', is_accepted: true },
      ]);
      assert.match(id, /^idn_[0-9a-z]{26}$/);
      assert.deepEqual(refused, [{ issuer, subject: REUSED, at: '2026-01-05T10:00:00Z', address: '127.0.0.1' }]);
      assert.equal(meta.total, 1);
      assert.deepEqual(await actions(), ['user.oidc_linked', 'user.oidc_refused'], 'one entry for all in a window');
      assert.match(
        logged.join(''),
        new RegExp(`"oidc_other_identity","reason":"another identity than ${REUSED} of .* is linked to ${ada.id}"`),
      );
    },
  );

  itOnSqlite('can be unlinked by an admin: the user is signed out, and the next one is linked', async () => {
    const { browser } = await signIn(ADA);
    await isRefused(signIn(REUSED), 'oidc_other_identity');
    const [{ id }] = (await listed()).identities;
    succeeded(await unlink(id), 204);
    failed(await (browser ?? assert.fail()).get('/user/'), 401, 'unauthorized');
    failed(await unlink(id), 404, 'not_found');

    watchbill.at('2026-01-05T10:00:00Z');
    assert.equal(await signedInAs(REUSED), ada.id);
    await isRefused(signIn(ADA), 'oidc_other_identity');
    const { identities, refused } = await listed();
    assert.deepEqual([identities.length, identities[0].subject], [1, REUSED]);
    assert.deepEqual(
      refused.map(({ subject }: { subject: string }) => subject),
      [ADA],
      'not the one that is accepted now',
    );
    assert.deepEqual(await actions(), [
      'user.oidc_linked',
      'user.oidc_refused',
      'user.oidc_unlinked',
      'user.oidc_linked',
      'user.oidc_refused',
    ]);
  });

  itOnSqlite('that are refused are reported to admins, until the linked one is unlinked', async () => {
    const notices = async () => succeeded(await owner.get('/notices/')).notices;
    succeeded(await owner.patch(`/users/${owner.id}`, { chat_id: 'U0OWNER' }));
    await signIn(ADA);
    await isRefused(signIn(REUSED), 'oidc_other_identity');
    const [notice, ...more] = await notices();
    assert.deepEqual(more, []);
    assert.deepEqual(
      [notice.kind, notice.since, notice.count, notice.message],
      [
        'identities_refused',
        '2026-01-05T09:00:00Z',
        1,
        'Another account of single sign-on has the email of Ada, and was refused.',
      ],
    );
    await workAt(watchbill, '2026-01-05T09:02:00Z');
    const [told, ...others] = await messagesIn(owner, 'U0OWNER');
    assert.match(told ?? '', /^Watchbill: Another account of single sign-on has the email of Ada, and was refused\./);
    assert.deepEqual(others, []);

    const [{ id }] = (await listed()).identities;
    succeeded(await unlink(id), 204);
    assert.deepEqual(await notices(), []);
    await workAt(watchbill, '2026-01-05T09:10:00Z');
    watchbill.at('2026-01-05T10:00:00Z');
    assert.equal(await signedInAs(REUSED), ada.id);
    await isRefused(signIn(ADA), 'oidc_other_identity');
    assert.equal((await notices()).length, 1);
    await workAt(watchbill, '2026-01-05T10:02:00Z');
    assert.equal((await messagesIn(owner, 'U0OWNER')).length, 2);
  });

  itOnSqlite('that are refused are reported in the chat where that works, not by mail', async () => {
    await using started = new AsyncDisposableStack();
    const slack = await startFakeSlack();
    started.defer(slack.stop);
    const mails: string[] = [];
    const inSlack = await startWatchbill(create, undefined, slackChat(slack), {
      oidc: provider.config,
      mailer: { send: async ({ subject }) => void mails.push(subject) },
    });
    started.defer(inSlack.stop);
    await addPersonInSlack(inSlack, slack, 'Grace', { role: 'admin' });
    await inSlack.addPerson('Ada');
    await signInThrough(provider, inSlack, ADA);
    await isRefused(signInThrough(provider, inSlack, REUSED), 'oidc_other_identity');
    await workAt(inSlack, '2026-01-05T09:02:00Z');
    const direct = slack.workspace.directMessages.get('U0GRACE');
    const told = slack.workspace.messages.filter(({ channel }) => channel === direct).map(({ text }) => text);
    assert.match(told.join(), /^Watchbill: Another account of single sign-on has the email of Ada, and was refused\./);
    assert.deepEqual([told.length, mails], [1, ['A sign-in was refused']], 'the owner is not in the chat');
  });

  itOnSqlite(
    'that are refused are reported until the email of the user is changed, and for a week at most',
    async () => {
      const count = async () => succeeded(await owner.get('/notices/')).notices.length;
      await signIn(ADA);
      await isRefused(signIn(REUSED), 'oidc_other_identity');
      watchbill.at('2026-01-12T08:59:00Z');
      assert.equal(await count(), 1);
      watchbill.at('2026-01-12T09:01:00Z');
      assert.equal(await count(), 0);
      watchbill.at('2026-01-12T08:59:00Z');
      succeeded(await owner.patch(`/users/${ada.id}`, { email: 'ada.lovelace@example.com' }));
      assert.equal(await count(), 0);
    },
  );

  it('of several concurrent ones, one is linked', async () => {
    const results = await Promise.all([signIn(ADA), signIn(REUSED), signIn('other')]);
    assert.equal(results.filter(({ browser }) => browser !== undefined).length, 1);
    assert.equal((await listed()).identities.length, 1);
  });

  it('linked by an older version: only the first is accepted, until it is unlinked', async () => {
    await signIn(ADA);
    watchbill.at('2026-01-05T10:00:00Z');
    const { issuer } = provider.config;
    await watchbill.services.db.exclusively((tx) =>
      tx.execute(`insert into oidc_identities (organization_id, issuer, subject, user_id, created_at)
        select organization_id, issuer, '${REUSED}', user_id, created_at + 1 from oidc_identities`),
    );
    await isRefused(signIn(REUSED), 'oidc_other_identity');
    const { identities, refused } = await listed();
    assert.deepEqual(
      identities.map(({ subject, is_accepted }: { subject: string; is_accepted: boolean }) => [subject, is_accepted]),
      [
        [ADA, true],
        [REUSED, false],
      ],
    );
    assert.deepEqual([refused[0].issuer, refused[0].subject], [issuer, REUSED]);
    succeeded(await unlink(identities[0].id), 204);
    assert.equal(await signedInAs(REUSED), ada.id);
  });

  itOnSqlite('of another issuer do not count', async () => {
    await addIdentity(watchbill.services, owner, ada.id);
    assert.equal(await signedInAs(ADA), ada.id);
    assert.equal((await listed()).meta.total, 2);
    const page = succeeded(await owner.get(`/users/${ada.id}/identities/?page=2&per_page=1`));
    assert.deepEqual([page.identities.length, page.meta], [1, { total: 2, page: 2, per_page: 1 }]);
  });

  itOnSqlite('are visible to admins; those of an owner are unlinked by owners', async () => {
    const admin = await watchbill.addPerson('Admin', { role: 'admin' });
    const id = await addIdentity(watchbill.services, owner, ada.id);
    const ofOwner = await addIdentity(watchbill.services, owner, owner.id);
    failed(await ada.get(`/users/${ada.id}/identities/`), 403, 'forbidden');
    failed(await unlink(id, ada), 403, 'forbidden');
    assert.equal((await listed(admin)).meta.total, 1);
    failed(await admin.delete(`/users/${owner.id}/identities/${ofOwner}`), 403, 'forbidden');
    failed(await admin.delete(`/users/${ada.id}/identities/${ofOwner}`), 404, 'not_found');
    succeeded(await unlink(id, admin), 204);
  });
});
