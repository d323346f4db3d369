/** Limits for failed sign-ins. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import type { App } from '../../../src/http/typed-app.ts';
import { failed, type Person, startWatchbill, succeeded, type Watchbill } from '../../support/drivers/api.ts';
import { freshBrowser, givePassword, PASSWORD } from '../../support/drivers/sessions.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

const ADA = 'ada@example.com';

describeOnBothDatabases('too many attempts to sign in', (create, itOnSqlite) => {
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

  const wrong = (address: string, email = ADA) => attempt(email, 'wrong', address);

  itOnSqlite(
    'allows 5 for an email from an address; then 429, also for the right password, until the window ends',
    async () => {
      watchbill.at('2026-01-05T09:05:00.500Z');
      for (let i = 0; i < 5; i++) failed(await wrong('192.0.2.1'), 401, 'unauthorized');
      const answer = await attempt(ADA, PASSWORD, '192.0.2.1');
      assert.equal(failed(answer, 429, 'too_many_requests'), 'Too many attempts have failed: wait 10 minutes.');
      assert.equal(answer.headers['retry-after'], '600');
      succeeded(await attempt(ADA, PASSWORD, '192.0.2.2'), 201);
      watchbill.at('2026-01-05T09:14:59.999Z');
      assert.equal((await wrong('192.0.2.1')).headers['retry-after'], '1');
      watchbill.at('2026-01-05T09:15:00Z');
      succeeded(await attempt(ADA, PASSWORD, '192.0.2.1'), 201);
    },
  );

  itOnSqlite('is the same for an unknown email', async () => {
    for (let i = 0; i < 5; i++) failed(await wrong('192.0.2.1', 'nobody@example.com'), 401, 'unauthorized');
    failed(await wrong('192.0.2.1', 'NOBODY@example.com'), 429, 'too_many_requests');
  });

  itOnSqlite('allows 30 for an email from all addresses', async () => {
    for (let i = 0; i < 30; i++) failed(await wrong(`192.0.2.${Math.floor(i / 5)}`), 401, 'unauthorized');
    failed(await attempt(ADA, PASSWORD, '192.0.2.99'), 429, 'too_many_requests');
    await givePassword(watchbill, watchbill.owner);
    succeeded(await attempt('owner@example.com', PASSWORD, '192.0.2.99'), 201);
  });

  itOnSqlite('allows 30 from an address for all emails', async () => {
    for (let i = 0; i < 30; i++) failed(await wrong('192.0.2.1', `user-${i}@example.com`), 401, 'unauthorized');
    failed(await attempt(ADA, PASSWORD, '192.0.2.1'), 429, 'too_many_requests');
    succeeded(await attempt(ADA, PASSWORD, '192.0.2.2'), 201);
  });

  it('of twenty concurrent attempts, five are checked', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => wrong('192.0.2.1')));
    const tried = answers.filter(({ status }) => status === 401).length;
    const refused = answers.filter(({ status }) => status === 429).length;
    assert.deepEqual([tried, refused], [5, 15]);
  });

  itOnSqlite('successes do not count', async () => {
    for (let i = 0; i < 4; i++) failed(await wrong('192.0.2.1'), 401, 'unauthorized');
    for (let i = 0; i < 8; i++) succeeded(await attempt(ADA, PASSWORD, '192.0.2.1'), 201);
    failed(await wrong('192.0.2.1'), 401, 'unauthorized');
    failed(await wrong('192.0.2.1'), 429, 'too_many_requests');
  });

  it('ended windows are deleted', async () => {
    const counted = async () => {
      const [row] = await watchbill.services.db.exclusively((tx) =>
        tx.execute('select count(*) as counted from sign_in_attempts'),
      );
      return Number(Object.values(row ?? {})[0]);
    };
    for (const email of [ADA, 'nobody@example.com']) failed(await wrong('192.0.2.1', email), 401, 'unauthorized');
    assert.equal(await counted(), 5 + 3, 'attempts, and entries in the audit log');
    watchbill.at('2026-01-05T09:15:00Z');
    failed(await wrong('192.0.2.2'), 401, 'unauthorized');
    assert.equal(await counted(), 3 + 2);
  });
});
