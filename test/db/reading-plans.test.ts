/** Tests the plan reader of query-plans.test.ts: a full scan is never missed. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { sql } from 'kysely';
import type { Database } from '../../src/db/driver/database.ts';
import { openDatabase } from '../../src/db/driver/open.ts';
import { type Statement, statement } from '../../src/db/driver/statement.ts';
import { migrate } from '../../src/db/schema/migrate.ts';
import type { OrganizationId, UserId } from '../../src/ids.ts';
import { fillEveryTable } from '../support/plans/every-table.ts';
import { readPlansOfPostgres } from '../support/plans/postgres-plans.ts';
import type { Access, AnyStatement, PlanReader } from '../support/plans/query-plans.ts';
import { readPlansOfSqlite } from '../support/plans/sqlite-plans.ts';
import { cleanUp } from '../support/servers/clean-up.ts';
import { describeOnBothDatabases, type TestDatabase } from '../support/servers/databases.ts';

const GIVEN = {
  organizationId: 'org_00000000000000000000000001' as OrganizationId,
  userId: 'usr_00000000000000000000000007' as UserId,
  text: 'text',
};
type Given = typeof GIVEN;
type Wanted = Statement<Given, unknown>;

describeOnBothDatabases('the plan of a statement', (create) => {
  let place: TestDatabase;
  let db: Database;
  let reader: PlanReader;

  before(async () => {
    place = await create();
    db = await openDatabase(place.config);
    await migrate(db, { now: () => 0 });
    const isSqlite = place.config.kind === 'sqlite';
    // With few rows PostgreSQL reads the whole table, whatever index there is.
    if (!isSqlite) await fillEveryTable(db);
    reader = await (isSqlite ? readPlansOfSqlite(db) : readPlansOfPostgres(db));
  });
  after(async () => {
    await cleanUp(
      () => db.close(),
      () => place.remove(),
    );
  });

  function plansOf(wanted: Wanted) {
    return reader.plansOf(wanted as AnyStatement, GIVEN);
  }

  async function accessesTo(table: string, wanted: Wanted): Promise<Access['searchedBy'][]> {
    const plans = await plansOf(wanted);
    return plans.map(({ accesses, text }) => {
      const found = accesses.filter((access) => access.table === table);
      assert.equal(found.length, 1, text);
      return found[0]?.searchedBy ?? [];
    });
  }

  it('shows the columns of an index search', async () => {
    const byHash = statement((q, p: Given) => q.selectFrom('api_keys').selectAll().where('key_hash', '=', p.text));
    for (const searchedBy of await accessesTo('api_keys', byHash)) assert.deepEqual(searchedBy, ['key_hash']);
  });

  it('is the same for any values', async () => {
    const byHash = statement((q, p: Given) => q.selectFrom('api_keys').selectAll().where('key_hash', '=', p.text));
    const plans = await plansOf(byHash);
    assert.match(plans.at(-1)?.text ?? '', /key_hash ?= ?(?:\?|\$1)/);
  });

  it('shows a full scan, also under an alias', async () => {
    const all = statement((q, p: Given) =>
      q.selectFrom('audit_log as entries').select('entries.id').where('entries.detail_json', '=', p.text),
    );
    for (const searchedBy of await accessesTo('audit_log', all)) assert.deepEqual(searchedBy, []);
  });

  it('shows the optional side of a join', async () => {
    const joined = statement((q, p: Given) =>
      q
        .selectFrom('users')
        .leftJoin('audit_log as entries', 'entries.detail_json', 'users.name')
        .select('entries.id')
        .where('users.id', '=', p.userId),
    );
    for (const searchedBy of await accessesTo('audit_log', joined)) assert.deepEqual(searchedBy, []);
  });

  it('does not confuse the index of a subquery with one of the table', async () => {
    const counted = statement((q, p: Given) =>
      q
        .selectFrom('audit_log')
        .select('id')
        .where((eb) =>
          eb.or([
            eb('detail_json', '=', p.text),
            eb('detail_json', 'in', eb.selectFrom('api_keys').select('name').where('user_id', '=', p.userId)),
          ]),
        ),
    );
    for (const searchedBy of await accessesTo('audit_log', counted)) assert.deepEqual(searchedBy, []);
    for (const searchedBy of await accessesTo('api_keys', counted)) assert.deepEqual(searchedBy, ['user_id']);
  });

  it('shows whether an index has the order', async () => {
    const page = (order: 'id' | 'name_key') =>
      statement((q, p: Given) =>
        q.selectFrom('users').select('id').where('organization_id', '=', p.organizationId).orderBy(order).limit(1),
      );
    for (const { sorts, text } of await plansOf(page('name_key'))) assert.equal(sorts, true, text);
    for (const { sorts, text } of await plansOf(page('id'))) assert.equal(sorts, false, text);
  });

  it('is refused if it contains an unknown step', async () => {
    const recursive = statement((q, _: Given) =>
      q
        .withRecursive('counting(n)', (some) =>
          some.selectNoFrom(sql<number>`1`.as('n')).unionAll((more) =>
            more
              .selectFrom('counting')
              .select((eb) => eb('n', '+', 1).as('n'))
              .where('n', '<', 3),
          ),
        )
        .selectFrom('counting')
        .selectAll(),
    );
    await assert.rejects(plansOf(recursive), /not understood|not stored/);
  });
});
