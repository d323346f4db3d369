/** [STO-3] The meaning of a statement depends only on its own text. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import type { Database } from '../../src/db/driver/database.ts';
import { openDatabase } from '../../src/db/driver/open.ts';
import { statement } from '../../src/db/driver/statement.ts';
import { earliestDue } from '../../src/db/jobs/due-work.ts';
import { anyOrganization } from '../../src/db/people/organizations.ts';
import { migrate } from '../../src/db/schema/migrate.ts';
import { startWatchbill, succeeded } from '../support/drivers/api.ts';
import { createSchedule } from '../support/drivers/schedules.ts';
import { explaining } from '../support/plans/query-plans.ts';
import { storedStatements } from '../support/plans/stored-statements.ts';
import { storedTables } from '../support/plans/stored-tables.ts';
import { createPostgres, createSqlite, describeOnBothDatabases } from '../support/servers/databases.ts';

const clock = { now: () => 0 };
const NOTHING: Record<never, never> = {};

describe('a parameter, while its statement is built', () => {
  const UNUSABLE: Readonly<Record<string, (p: { now: number; name: string }) => unknown>> = {
    'in arithmetic': (p) => p.now - 5,
    'in a text': (p) => `%${p.name}%`,
    'in a sum of texts': (p) => `${p.name}%`,
    compared: (p) => p.now > 5,
    'as a text': (p) => String(p.name),
    'as JSON': (p) => JSON.stringify({ now: p.now }),
    'by valueOf': (p) => p.now.valueOf(),
  };
  for (const [how, use] of Object.entries(UNUSABLE)) {
    it(`cannot be used ${how}: the error names it`, async () => {
      const place = await createSqlite();
      const db = await openDatabase(place.config);
      const wrong = statement((q, p: { now: number; name: string }) => {
        use(p);
        return q.selectNoFrom(sql<number>`${p.now}`.as('now'));
      });
      await assert.rejects(db.all(wrong, { now: 7, name: 'x' }), {
        name: 'TypeError',
        message: /^the parameter (now|name) has no value while the statement is built: compute in the caller/,
      });
      await db.close();
      await place.remove();
    });
  }
});

describeOnBothDatabases('every statement', (create) => {
  it('lists the columns that it returns', async () => {
    const place = await create();
    const db = await openDatabase(place.config);
    await migrate(db, clock);
    const withStar: string[] = [];
    const all = await storedStatements();
    assert.ok(all.length > 100);
    for (const { name, statement, example } of all) {
      let text = '';
      const seen = explaining(statement, 'explain', (compiled) => {
        text = compiled.sql;
      });
      await db.all(seen, example);
      if (text.replaceAll('count(*)', '').includes('*')) withStar.push(`${name}: ${text}`);
    }
    assert.deepEqual(withStar, []);
    await db.close();
    await place.remove();
  });
});

describe('[STO-2] every lock on PostgreSQL', () => {
  it('changes nothing, since it is sent before the begin of its transaction is confirmed', async () => {
    const place = await createPostgres('migrated');
    const db = await openDatabase(place.config);
    const locks = (await storedStatements()).filter(({ statement }) => statement.isLock || statement.kind === 'claim');
    assert.ok(locks.length > 15);
    for (const { name, statement, example } of locks) {
      let text = '';
      const seen = explaining(statement, 'explain', (compiled) => {
        text = compiled.sql;
      });
      await db.all(seen, example);
      const isSelect = /^select .* for no key update( skip locked)?$/s.test(text);
      const isUnchanged = /^update "\w+" set "(\w+)" = "\1" where /.test(text);
      assert.ok(isSelect || isUnchanged, `${name}: ${text}`);
    }
    await db.close();
    await place.remove();
  });
});

describeOnBothDatabases('a running service', (create) => {
  it('continues to read and write when a newer version adds a column to each of its tables', async () => {
    // Not a copy, because its tables change.
    const watchbill = await startWatchbill(() => create('empty'));
    const { owner, services } = watchbill;
    const schedule = await createSchedule(owner, [owner]);
    const documented = JSON.parse(await readFile(new URL('../../docs/openapi.json', import.meta.url), 'utf8')) as {
      paths: Record<string, { get?: { security?: [] } }>;
    };
    const paths = Object.keys(documented.paths)
      .filter((path) => documented.paths[path]?.get && !/\{(?!schedule_id)|metrics|docs|oidc|events/.test(path))
      .map((path) => path.replace('{schedule_id}', schedule.id));
    assert.ok(paths.length > 20);

    /** Calls everything twice, so that it is prepared on several connections. */
    async function useEverything(name: string): Promise<void> {
      for (const round of [1, 2]) {
        const answers = await Promise.all(paths.map((path) => owner.get(path)));
        answers.forEach(({ status }, i) => {
          assert.ok(status < 500, `${status} ${paths[i]}`);
        });
        succeeded(await owner.patch('/user/', { name: `${name} ${round}` }));
        await createSchedule(owner, [owner], { name: `${name} ${round}` });
      }
    }

    await useEverything('Before');
    const tables = await storedTables(services.db, create === createPostgres ? 'postgres' : 'sqlite');
    await services.db.exclusively(async (tx) => {
      for (const table of tables.keys()) await tx.execute(`alter table ${table} add column from_the_future text`);
    });
    await useEverything('After');
    assert.equal(succeeded(await owner.get('/user/')).user.name, 'After 2');
    await watchbill.stop();
  });
});

describe('the names of prepared statements on PostgreSQL', () => {
  const preparedHere = statement((q, _: typeof NOTHING) =>
    q
      .selectFrom(sql<{ name: string; statement: string }>`pg_prepared_statements`.as('prepared'))
      .select(['prepared.name', 'prepared.statement']),
  );

  /** The text of each prepared statement, by its name, on the one connection of a transaction. */
  async function preparedBy(db: Database, statements: readonly (typeof anyOrganization | typeof earliestDue)[]) {
    const rows = await db.transaction(async (tx) => {
      for (const statement of statements) await tx.all(statement as typeof anyOrganization, {});
      return tx.all(preparedHere, {});
    });
    return new Map(rows.map(({ name, statement }) => [name, statement]));
  }

  it('are the same in all processes for the same SQL, and no others', async () => {
    const place = await createPostgres();
    const config = { kind: 'postgres', url: place.directUrl } as const;
    const [one, other] = [await openDatabase(config), await openDatabase(config)];
    await migrate(one, clock);
    const here = await preparedBy(one, [anyOrganization, earliestDue]);
    const there = await preparedBy(other, [earliestDue, anyOrganization]);
    const texts = new Set([...here.values()].filter((text) => [...there.values()].includes(text)));
    assert.ok(texts.size >= 3);
    for (const [name, text] of here) if (there.has(name)) assert.equal(there.get(name), text);
    for (const text of texts) assert.equal(nameIn(here, text), nameIn(there, text));
    await Promise.all([one.close(), other.close()]);
    await place.remove();
  });

  function nameIn(prepared: ReadonlyMap<string, string>, wanted: string): string | undefined {
    for (const [name, text] of prepared) if (text === wanted) return name;
    return undefined;
  }
});
