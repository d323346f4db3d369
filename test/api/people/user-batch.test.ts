import assert from 'node:assert/strict';
import { it } from 'node:test';
import { callFrom, failed, succeeded } from '../../support/drivers/api.ts';
import { givenWatchbill } from '../../support/drivers/suites.ts';
import { type CreateDatabase, describeOnBothDatabases } from '../../support/servers/databases.ts';

const PATH = '/users/batch';

interface Result {
  readonly outcome: string;
  readonly email: string;
  readonly id?: string;
  readonly reason?: string;
}

describeOnBothDatabases('a batch of users', (create, itOnSqlite) => {
  const { owner, ada, admin } = givenWatchbill(create, { ada: 'Ada', admin: { name: 'Eve', role: 'admin' } });

  async function emails(): Promise<string[]> {
    const { users } = succeeded(await owner.get('/users/?per_page=100'));
    return users.map(({ email }: Result) => email);
  }

  itOnSqlite('creates valid lines, and gives a reason for each other line', async () => {
    const users = [
      { email: 'grace.hopper@example.com' },
      { email: ' Linus@example.com ', name: ' Linus ', time_zone: 'europe/helsinki', seat: 'viewer' },
      { email: 'ADA@example.com' },
      { email: 'GRACE.hopper@example.com' },
      { email: 'nobody' },
      { email: 'zoe@example.com', time_zone: 'Mars/Olympus' },
      { email: 'yan@example.com', role: 'admin', seat: 'viewer' },
      { email: 'kim@example.com', chat_id: 'U0KIM' },
      { email: 'max@example.com', chat_id: 'U0KIM' },
    ];
    const before = await emails();
    const preview = succeeded(await admin.post(PATH, { users, dry_run: true })).results;
    assert.deepEqual(await emails(), before);
    const { results } = succeeded(await admin.post(PATH, { users }));
    const withoutId = results.map(({ id: _, ...rest }: Result) => rest);
    assert.deepEqual(withoutId, preview);
    assert.deepEqual(withoutId, [
      {
        outcome: 'created',
        email: 'grace.hopper@example.com',
        name: 'Grace Hopper',
        role: 'standard',
        seat: 'member',
      },
      {
        outcome: 'created',
        email: 'Linus@example.com',
        name: 'Linus',
        time_zone: 'Europe/Helsinki',
        role: 'standard',
        seat: 'viewer',
      },
      { outcome: 'skipped', email: 'ADA@example.com', reason: 'A user has this email already.' },
      { outcome: 'skipped', email: 'GRACE.hopper@example.com', reason: 'Line 1 has the same email.' },
      { outcome: 'skipped', email: 'nobody', reason: '"nobody" is not an email address.' },
      {
        outcome: 'skipped',
        email: 'zoe@example.com',
        reason: '"Mars/Olympus" is not an IANA time zone, such as Europe/Berlin.',
      },
      { outcome: 'skipped', email: 'yan@example.com', reason: 'The role admin needs the seat member.' },
      { outcome: 'created', email: 'kim@example.com', name: 'Kim', role: 'standard', seat: 'member', chat_id: 'U0KIM' },
      { outcome: 'skipped', email: 'max@example.com', reason: 'Another user has this chat id already.' },
    ]);
    const { user } = succeeded(await owner.get(`/users/${results[1].id}`));
    assert.deepEqual([user.name, user.time_zone, user.seat], ['Linus', 'Europe/Helsinki', 'viewer']);
    const { audit_log } = succeeded(await owner.get(`/audit_log/?actor_id=${admin.id}`));
    assert.deepEqual(
      audit_log.map(({ action }: { action: string }) => action),
      ['user.created', 'user.created', 'user.created'],
    );
  });

  it('creates each user once if two send the same batch concurrently', async () => {
    const users = Array.from({ length: 20 }, (_, i) => ({ email: `twin-${i}@example.com` }));
    const answers = await Promise.all([owner.post(PATH, { users }), admin.post(PATH, { users })]);
    const created = answers.flatMap((answer) =>
      succeeded(answer).results.filter(({ outcome }: Result) => outcome === 'created'),
    );
    assert.equal(created.length, 20);
    assert.equal((await emails()).filter((email) => email.startsWith('twin-')).length, 20);
  });

  itOnSqlite('is allowed for admins, with 1 to 100 lines, and creates no owners', async () => {
    const users = [{ email: 'mallory@example.com' }];
    failed(await ada.post(PATH, { users }), 403, 'forbidden');
    failed(await ada.post(PATH, { users, dry_run: true }), 403, 'forbidden');
    for (const body of [
      { users: [] },
      { users: Array.from({ length: 101 }, (_, i) => ({ email: `m${i}@example.com` })) },
      { users: [{ email: 'm@example.com', role: 'owner' }] },
      { users: [{ name: 'Mallory' }] },
      { users: [{ email: `${'m'.repeat(250)}@example.com` }] },
    ]) {
      failed(await owner.post(PATH, body), 400, 'bad_request');
    }
    assert.ok(!(await emails()).some((email) => email.startsWith('m')));
  });
});

/** On SQLite one connection writes anyway. */
function withTwoConnections(create: CreateDatabase): CreateDatabase {
  return async (content) => {
    const { config, remove } = await create(content);
    return { config: config.kind === 'postgres' ? { ...config, poolSize: 2 } : config, remove };
  };
}

describeOnBothDatabases('[BUD-9] previews of batches of users, with few connections', (create) => {
  const { watchbill, owner } = givenWatchbill(withTwoConnections(create));

  for (const [what, keyOf] of [
    ['without idempotency keys', () => ({})],
    ['with different idempotency keys', (i: number) => ({ 'idempotency-key': `preview-${i}` })],
  ] as const) {
    it(`are all answered when 60 come at once ${what}, and create nobody`, async () => {
      const preview = (_: unknown, i: number) => {
        const headers = { 'x-api-key': owner.key, ...keyOf(i) };
        const body = { users: [{ email: `preview-${i}@example.com` }], dry_run: true };
        return callFrom(watchbill.app, { headers }, 'POST', PATH, body);
      };
      for (const answer of await Promise.all(Array.from({ length: 60 }, preview))) {
        assert.equal(succeeded(answer).results[0].outcome, 'created');
      }
      assert.equal(succeeded(await owner.get('/users/')).meta.total, 1);
    });
  }

  it('are given again for the same key', async () => {
    const headers = { 'x-api-key': owner.key, 'idempotency-key': 'again' };
    const body = { users: [{ email: 'grace@example.com' }], dry_run: true };
    const [first, second] = [
      await callFrom(watchbill.app, { headers }, 'POST', PATH, body),
      await callFrom(watchbill.app, { headers }, 'POST', PATH, body),
    ];
    assert.deepEqual(succeeded(second), succeeded(first));
    assert.equal(second.headers['idempotency-replayed'], 'true');
  });
});
