/** Rule LOCK-3: a READ COMMITTED transaction cannot read what a lock guards, because its type takes no guarded statements. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Database } from '../../src/db/driver/database.ts';
import { openDatabase } from '../../src/db/driver/open.ts';
import { migrate } from '../../src/db/schema/migrate.ts';
import { systemClock } from '../../src/time/clock.ts';
import { explaining } from '../support/plans/query-plans.ts';
import { storedStatements } from '../support/plans/stored-statements.ts';
import { createSqlite, type TestDatabase } from '../support/servers/databases.ts';

/** What a change of a schedule decides on. */
const GUARDED = /"(overrides|override_users|revisions)"/;

describe('a statement that reads what a lock guards', () => {
  let place: TestDatabase;
  let db: Database;
  before(async () => {
    place = await createSqlite();
    db = await openDatabase(place.config);
    await migrate(db, systemClock);
  });
  after(async () => {
    await db.close();
    await place.remove();
  });

  it('is a guarded statement', async () => {
    const wrong: string[] = [];
    for (const { name, statement, example } of await storedStatements()) {
      let sql = '';
      const seen = explaining(statement, 'explain', (compiled) => {
        sql = compiled.sql;
      });
      await db.all(seen, example);
      if (statement.kind === 'read' && GUARDED.test(sql)) wrong.push(name);
    }
    assert.deepEqual(wrong, []);
  });
});
