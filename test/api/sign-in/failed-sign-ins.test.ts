/** Failed sign-ins are in the log and the audit log, with the address, and strangers cannot flood the audit log. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, it } from 'node:test';
import { createLog } from '../../../src/process/log.ts';
import { MAX_ENTRIES_IN_WINDOW } from '../../../src/services/sign-in/failed-sign-ins.ts';
import { failed, type Person, startWatchbill, succeeded, type Watchbill } from '../../support/drivers/api.ts';
import { isRefused, signInThrough } from '../../support/drivers/oidc.ts';
import { createOverride, createSchedule } from '../../support/drivers/schedules.ts';
import {
  browserWith,
  cookieIn,
  freshBrowser,
  givePassword,
  invite,
  openSession,
  PASSWORD,
} from '../../support/drivers/sessions.ts';
import { type OidcServer, startOidcServer } from '../../support/fakes/oidc-server.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

const ADA = 'ada@example.com';
const ADDRESS = '192.0.2.1';

interface Entry {
  readonly action: string;
  readonly target_id: string;
  readonly actor?: object;
  readonly address?: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

describeOnBothDatabases('a failed sign-in', (create, itOnSqlite) => {
  let provider: OidcServer;
  let watchbill: Watchbill;
  let ada: Person;
  let organizationId: string;
  let logged: string[];

  before(async () => {
    provider = await startOidcServer();
  });
  beforeEach(async () => {
    logged = [];
    const log = createLog('info', { now: () => 0 }, (line) => logged.push(line));
    watchbill = await startWatchbill(create, undefined, undefined, { oidc: provider.config, log });
    ada = await watchbill.addPerson('Ada');
    await givePassword(watchbill, ada);
    organizationId = succeeded(await watchbill.owner.get('/organization/')).organization.id;
  });
  afterEach(() => watchbill.stop());
  after(() => provider.stop());

  const attempt = (email: string, password = 'wrong password', address = ADDRESS) =>
    freshBrowser(watchbill.app, address).post('/session/', { email, password });

  /** Oldest first. */
  async function entries(action = 'sign_in.*'): Promise<Entry[]> {
    return succeeded(await watchbill.owner.get(`/audit_log/?action=${action}&per_page=100`)).audit_log.toReversed();
  }

  const lines = () => logged.filter((line) => line.includes('"sign-in failed"')).map((line) => JSON.parse(line));

  itOnSqlite('with a password is logged each time, and audited once for an email and an address', async () => {
    for (const email of [ADA, 'ADA@example.com', 'nobody@example.com'])
      failed(await attempt(email), 401, 'unauthorized');
    failed(await attempt(ADA, 'wrong password', '192.0.2.2'), 401, 'unauthorized');
    const failure = {
      action: 'sign_in.failed',
      address: ADDRESS,
      detail: { by: 'password', reason: 'wrong', email: ADA },
    };
    const shown = (await entries()).map(({ action, target_id, actor, address, detail }) => ({
      action,
      target_id,
      actor,
      address,
      detail,
    }));
    assert.deepEqual(shown, [
      { ...failure, actor: undefined, target_id: ada.id },
      {
        ...failure,
        actor: undefined,
        target_id: organizationId,
        detail: { ...failure.detail, email: 'nobody@example.com' },
      },
      { ...failure, actor: undefined, target_id: ada.id, address: '192.0.2.2' },
    ]);
    assert.deepEqual(
      lines().map(({ level, by, reason, address, email }) => [level, by, reason, address, email]),
      [
        ['warn', 'password', 'wrong', ADDRESS, ADA],
        ['warn', 'password', 'wrong', ADDRESS, 'ADA@example.com'],
        ['warn', 'password', 'wrong', ADDRESS, 'nobody@example.com'],
        ['warn', 'password', 'wrong', '192.0.2.2', ADA],
      ],
    );
    watchbill.at('2026-01-05T09:15:00Z');
    failed(await attempt(ADA), 401, 'unauthorized');
    assert.equal((await entries()).length, 4, 'one more in the next window');
  });

  itOnSqlite('shows no password, even if it was typed into the email field', async () => {
    for (const typed of ['p@ssw0rd', 'my@secret', 'tr0ub4dor&3@']) await attempt(typed, 'a secret word');
    const told = `${logged.join('')}${JSON.stringify(await entries())}`;
    for (const secret of ['p@ssw0rd', 'my@secret', 'tr0ub4dor', 'a secret word'])
      assert.ok(!told.includes(secret), secret);
    assert.equal((await entries()).length, 2);
  });

  itOnSqlite('because of too many attempts is audited once for each exceeded limit', async () => {
    for (let i = 0; i < 12; i++) await attempt(ADA);
    assert.deepEqual(
      (await entries()).map(({ detail }) => detail.reason),
      ['wrong', 'too many attempts'],
    );
    for (let i = 0; i < 60; i++) await attempt(`user-${i}@example.com`);
    const { length } = await entries();
    assert.equal(length, 2 + 25 + 1, 'an address fails 30 times; after that, all it does is one entry');
    assert.equal(lines().length, 72);
  });

  itOnSqlite('is audited a limited number of times in a window, from any number of addresses', async () => {
    for (let i = 0; i < MAX_ENTRIES_IN_WINDOW + 10; i++) {
      const address = `192.0.2.${i}`;
      failed(await freshBrowser(watchbill.app, address).post('/sign_in_links/look', { token: 'x' }), 404, 'not_found');
      // Checking a password is slow by design: only some of them, before and after the limit.
      if (i % 20 === 0) await attempt(`user-${i}@example.com`, 'wrong password', address);
    }
    const total = async (action: string) =>
      succeeded(await watchbill.owner.get(`/audit_log/?action=${action}`)).meta.total;
    assert.equal(await total('sign_in.failed'), MAX_ENTRIES_IN_WINDOW);
    assert.equal(await total('sign_in.more_failures'), 1);
  });

  itOnSqlite('with a link is logged and audited', async () => {
    for (const path of ['look', 'use']) {
      const body = { token: 'x'.repeat(43), ...(path === 'use' && { password: PASSWORD }) };
      failed(await freshBrowser(watchbill.app, ADDRESS).post(`/sign_in_links/${path}`, body), 404, 'not_found');
    }
    const [entry, ...others] = await entries();
    assert.deepEqual([entry?.address, entry?.detail, others], [ADDRESS, { by: 'link', reason: 'wrong' }, []]);
    assert.ok(!logged.join('').includes('xxx'));
  });

  itOnSqlite('through single sign-on is logged and audited', async () => {
    await isRefused(signInThrough(provider, watchbill, 'nobody@example.com', ADDRESS), 'oidc_unknown_user');
    await watchbill.app.inject({ url: '/session/oidc/callback?code=x', remoteAddress: '192.0.2.2' });
    const details = (await entries()).map(({ address, detail }) => ({ address, ...detail }));
    assert.deepEqual(details, [
      {
        address: ADDRESS,
        by: 'oidc',
        reason: 'oidc_unknown_user',
        email: 'nobody@example.com',
        issuer: provider.config.issuer,
        subject: 'nobody@example.com',
      },
      { address: '192.0.2.2', by: 'oidc', reason: 'oidc_failed' },
    ]);
    assert.match(
      logged.join(''),
      /"refusal":"oidc_unknown_user".*"address":"192\.0\.2\.1".*"message":"sign-in through OpenID Connect failed"/,
    );
  });

  it('that is repeated concurrently is one entry', async () => {
    await Promise.all(Array.from({ length: 5 }, () => attempt(ADA)));
    assert.equal((await entries()).length, 1);
  });

  itOnSqlite('is audited with the address of the caller, like every entry of a request', async () => {
    const { app, owner } = watchbill;
    succeeded(await owner.get('/audit_log/'));
    watchbill.at('2026-01-05T10:00:00Z');
    const here = { from: '2026-01-05T10:00:00Z' };
    const signedIn = await attempt(ADA, PASSWORD);
    succeeded(signedIn, 201);
    const browser = browserWith(app, cookieIn(signedIn), ADDRESS);
    const admin = browserWith(app, (await openSession(watchbill, owner)).cookie, ADDRESS);
    succeeded(await browser.post('/user/api_keys/', { name: 'Key' }), 201);
    const { user } = succeeded(await admin.post('/users/', { name: 'Ben', email: 'ben@example.com' }), 201);
    succeeded(await admin.patch(`/users/${user.id}`, { name: 'Benjamin' }));
    const { team } = succeeded(await admin.post('/teams/', { name: 'Core' }), 201);
    succeeded(await admin.put(`/teams/${team.id}/members/${ada.id}`), 204);
    const inviting = { ...owner, ...admin };
    const schedule = await createSchedule(inviting, [ada]);
    await createOverride(inviting, schedule, [inviting], '2026-01-07T12:00:00Z', '2026-01-07T15:00:00Z');
    succeeded(await admin.put(`/schedules/${schedule.id}/chat_channels/C0ONCALL`), 204);
    succeeded(await admin.delete(`/schedules/${schedule.id}`), 204);
    const token = await invite(admin, user.id);
    succeeded(await freshBrowser(app, ADDRESS).post('/sign_in_links/use', { token, password: PASSWORD }), 201);
    succeeded(await admin.delete(`/users/${user.id}`), 204);
    succeeded(await browser.put('/user/password', { current_password: PASSWORD, password: 'another long one' }), 204);
    succeeded(await browser.delete('/user/sessions/'), 204);
    const { audit_log, meta } = succeeded(await owner.get(`/audit_log/?per_page=100&from=${here.from}`));
    assert.ok(meta.total > 15);
    const without = audit_log.filter((entry: Entry) => entry.address !== ADDRESS);
    // The session that the driver started for the owner.
    assert.deepEqual(
      without.map(({ action, address }: Entry) => [action, address]),
      [['session.created', '127.0.0.1']],
    );
    const [first] = succeeded(await owner.get('/audit_log/?action=organization.created')).audit_log;
    assert.ok(!('address' in first), 'the service itself has none');
  });
});
