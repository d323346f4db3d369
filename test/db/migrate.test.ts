/** [STO-3] Rolling upgrades: older nodes start and run on tables of a newer version, if its migrations allow it. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { Database } from '../../src/db/driver/database.ts';
import { openDatabase } from '../../src/db/driver/open.ts';
import { statement } from '../../src/db/driver/statement.ts';
import { LATER, migrate } from '../../src/db/schema/migrate.ts';
import type { LaterMigration } from '../../src/db/schema/migration.ts';
import { brokenSchedules } from '../../src/db/schema/migrations/0010-broken-schedules.ts';
import { outboxOrder } from '../../src/db/schema/migrations/0011-outbox-order.ts';
import { departures } from '../../src/db/schema/migrations/0012-departures.ts';
import { deletedSchedules } from '../../src/db/schema/migrations/0013-deleted-schedules.ts';
import { formerEmails } from '../../src/db/schema/migrations/0014-former-emails.ts';
import { moreAsCode } from '../../src/db/schema/migrations/0041-more-as-code.ts';
import { cleanUp } from '../support/servers/clean-up.ts';
import { createPostgres, describeOnBothDatabases, type TestDatabase } from '../support/servers/databases.ts';
import { follow, startCommand } from '../support/servers/server-process.ts';

const clock = { now: () => Date.parse('2026-01-05T09:00:00Z') };
const THIS_VERSION: LaterMigration[] = [];

const columnAdded: LaterMigration = {
  name: 'column added',
  oldestPeer: 9,
  statements: () => ['alter table teams add column color text'],
};
const columnRemoved: LaterMigration = {
  name: 'column removed',
  oldestPeer: 10,
  statements: () => ['alter table teams drop column color'],
};

const emailMatchKeys = statement((q, _: Record<never, never>) =>
  q.selectFrom('users').select(['email', 'email_match_key']).orderBy('id'),
);

const externalIdsOfWebhooks = statement((q, _: Record<never, never>) =>
  q.selectFrom('webhooks').select(['external_id', 'managed_by']).orderBy('id'),
);

describe('a migration of PostgreSQL beside a running node', () => {
  it('is tried again if it is aborted because both wait for a table of the other', async () => {
    const place = await createPostgres();
    const db = await openDatabase(place.config);
    await migrate(db, clock, THIS_VERSION);
    let attempts = 0;
    const aborted: LaterMigration = {
      ...columnAdded,
      async run(tx) {
        attempts += 1;
        if (attempts < 3) await tx.execute(`do $$ begin raise exception 'on purpose' using errcode = '40P01'; end $$`);
      },
    };
    assert.deepEqual(await migrate(db, clock, [aborted]), ['column added']);
    assert.equal(attempts, 3);
    await cleanUp(() => db.close(), place.remove);
  });
});

describeOnBothDatabases('migrations', (create) => {
  let place: TestDatabase;
  let db: Database;

  beforeEach(async () => {
    place = await create();
    db = await openDatabase(place.config);
    await migrate(db, clock, THIS_VERSION);
  });
  afterEach(async () => {
    await db.close();
    await place.remove();
  });

  it('of a newer version let older nodes run, if the newest says so', async () => {
    assert.deepEqual(await migrate(db, clock, [columnAdded]), ['column added']);
    assert.deepEqual(await migrate(db, clock, [columnAdded]), []);
    assert.deepEqual(await migrate(db, clock, THIS_VERSION), []);
  });

  it('of a newer version stop older nodes from starting, if one of them says so', async () => {
    await migrate(db, clock, [columnAdded, columnRemoved]);
    assert.deepEqual(await migrate(db, clock, [columnAdded]), []);
    await assert.rejects(migrate(db, clock, THIS_VERSION), {
      name: 'NewerDatabaseError',
      message: /"column removed" \(migration 11\) needs a version that knows migration 10, and this one knows 9/,
    });
  });

  it('run once, although several nodes start at the same time', async () => {
    const others = await Promise.all(Array.from({ length: 3 }, () => openDatabase(place.config)));
    const applied = await Promise.all([db, ...others].map((node) => migrate(node, clock, [columnAdded])));
    await Promise.all(others.map((node) => node.close()));
    assert.deepEqual(applied.flat(), ['column added']);
  });

  it('can run code, in the transaction of all that are due', async () => {
    const organizations = statement((q, _: Record<never, never>) => q.selectFrom('organizations').select('name'));
    const renamed: LaterMigration = {
      name: 'renamed',
      oldestPeer: 9,
      statements: () => [
        `insert into organizations (id, name, time_zone, created_at) values ('org_a', 'ACME', 'UTC', 0)`,
      ],
      async run(tx) {
        for (const { name } of await tx.all(organizations, {})) {
          await tx.execute(`update organizations set name = '${name.toLowerCase()}'`);
        }
      },
    };
    const failing: LaterMigration = {
      name: 'failing',
      oldestPeer: 9,
      statements: () => [],
      run: () => Promise.reject(new Error('on purpose')),
    };
    await assert.rejects(migrate(db, clock, [renamed, failing]), /on purpose/);
    assert.deepEqual(await db.all(organizations, {}), []);
    assert.deepEqual(await migrate(db, clock, [renamed]), ['renamed']);
    assert.deepEqual(await db.all(organizations, {}), [{ name: 'acme' }]);
  });

  it('of external ids leave stored webhooks without one, and let older nodes run', async () => {
    const before = LATER.slice(0, LATER.indexOf(moreAsCode));
    await migrate(db, clock, before);
    await db.exclusively(async (tx) => {
      await tx.execute(
        `insert into organizations (id, name, time_zone, created_at) values ('org_a', 'ACME', 'UTC', 0)`,
      );
      await tx.execute(`insert into webhooks (id, organization_id, url, events_json, secret, created_at) values
        ('whk_a', 'org_a', 'https://hooks.example.com/', '[]', 'secret', 0),
        ('whk_b', 'org_a', 'https://hooks.example.com/', '[]', 'secret', 0)`);
    });
    assert.deepEqual(await migrate(db, clock, [...before, moreAsCode]), ['more as code']);
    assert.deepEqual(await migrate(db, clock, before), []);
    const unnamed = { external_id: null, managed_by: null };
    assert.deepEqual(await db.all(externalIdsOfWebhooks, {}), [unnamed, unnamed]);
    const twice = db.exclusively((tx) => tx.execute(`update webhooks set external_id = 'pager'`));
    await assert.rejects(twice, /unique/i);
  });

  describe('of the keys of emails', () => {
    const BEFORE = [brokenSchedules, outboxOrder, departures, deletedSchedules, formerEmails];

    beforeEach(async () => {
      await migrate(db, clock, BEFORE);
      await db.exclusively(async (tx) => {
        await tx.execute(`insert into organizations (id, name, time_zone, created_at) values
          ('org_a', 'ACME', 'UTC', 0), ('org_b', 'Other', 'UTC', 0)`);
        await tx.execute(`insert into users
          (id, organization_id, name, email, email_key, role, seat, created_at, deactivated_at) values
          ('usr_a', 'org_a', 'Kate', 'Kate@example.com', 'kate@example.com', 'standard', 'member', 0, null),
          ('usr_b', 'org_a', 'Äda', 'ÄDA@Bücher.example', 'äda@bücher.example', 'standard', 'member', 0, null),
          ('usr_c', 'org_a', 'Gone', 'kate@example.com', null, 'standard', 'member', 0, 1),
          ('usr_d', 'org_b', 'Kate', 'kate@example.com', 'kate@example.com', 'standard', 'member', 0, null)`);
      });
    });

    it('rewrite all of them, also those of deactivated users', async () => {
      assert.ok((await migrate(db, clock)).includes('email keys'));
      assert.deepEqual(
        (await db.all(emailMatchKeys, {})).map(({ email, email_match_key }) => [email, email_match_key]),
        [
          ['Kate@example.com', 'kate@example.com'],
          ['ÄDA@Bücher.example', 'äda@xn--bcher-kva.example'],
          ['kate@example.com', 'kate@example.com'],
          ['kate@example.com', 'kate@example.com'],
        ],
      );
    });

    it('stop with a list if two users of an organization would have the same key, and change nothing', async () => {
      await db.exclusively((tx) =>
        tx.execute(`insert into users (id, organization_id, name, email, email_key, role, seat, created_at) values
          ('usr_e', 'org_a', 'Äda', 'A\u0308da@xn--bcher-kva.example', 'a\u0308da@xn--bcher-kva.example', 'standard', 'member', 0),
          ('usr_f', 'org_a', 'Kate', '\uff4bate@example.com', '\uff4bate@example.com', 'standard', 'member', 0)`),
      );
      const child = startCommand(place.config, ['migrate']);
      const { exited } = follow(child);
      const errors = (await child.stderr?.setEncoding('utf8').toArray())?.join('') ?? '';
      assert.deepEqual(await exited, [1, null]);
      assert.match(errors, /^the migration "email keys" has changed nothing, because these users have the same email/);
      assert.match(errors, /\n {2}Kate@example\.com \(usr_a\), \uff4bate@example\.com \(usr_f\)\n/);
      assert.match(errors, /\n {2}ÄDA@Bücher\.example \(usr_b\), A\u0308da@xn--bcher-kva\.example \(usr_e\)\n/);
      assert.doesNotMatch(errors, /usr_[cd]|\n\s+at /);
      await assert.rejects(db.all(emailMatchKeys, {}), 'there is no such column');
      assert.deepEqual(await migrate(db, clock, BEFORE), [], 'the version before still runs');

      await db.exclusively((tx) =>
        tx.execute(`update users set email = 'e@example.com', email_key = 'e@example.com' where id = 'usr_e'`),
      );
      await db.exclusively((tx) =>
        tx.execute(`update users set email_key = null, deactivated_at = 1 where id = 'usr_f'`),
      );
      assert.ok((await migrate(db, clock)).includes('email keys'));
    });
  });

  it('that exclude this version stop every command with one line', async () => {
    await migrate(db, clock, [columnAdded, columnRemoved]);
    await db.exclusively((tx) => tx.execute('update later_migrations set number = number + 1000, oldest_peer = 1000'));
    const child = startCommand(place.config, ['serve']);
    const { exited } = follow(child);
    const errors = await child.stderr?.setEncoding('utf8').toArray();
    assert.deepEqual(await exited, [1, null]);
    assert.match(
      errors?.join('') ?? '',
      /^DATABASE_URL is "[^"]+"; the database was migrated by a newer version of Watchbill: [^\n]+\n$/,
    );
  });
});
