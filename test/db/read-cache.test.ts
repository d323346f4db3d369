/** [STO-4] The read cache: no reader may see an outdated row, whichever process wrote. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../src/db/driver/database.ts';
import { createReadCache } from '../../src/db/driver/read-cache.ts';
import { openSqlite } from '../../src/db/driver/sqlite/sqlite.ts';
import { type Parameters, type ReadStatement, type Statement, statement } from '../../src/db/driver/statement.ts';
import { insertOrganization, organizationById, updateOrganization } from '../../src/db/people/organizations.ts';
import { migrate } from '../../src/db/schema/migrate.ts';
import { createIdSource } from '../../src/ids.ts';
import { createRowCache } from '../../src/process/row-cache.ts';

const clock = { now: () => 0 };
const newId = createIdSource(clock);

describe('reads from SQLite', () => {
  const id = newId('organization');
  const fields = { id, timeZone: 'UTC' };
  let folder: string;
  let db: Database;
  /** Opened separately, as by another process. */
  let elsewhere: Database;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'watchbill-'));
    db = openSqlite(join(folder, 'watchbill.db'));
    await migrate(db, clock);
    elsewhere = openSqlite(join(folder, 'watchbill.db'));
    await write(db, 'First');
  });
  afterEach(async () => {
    await db.close();
    await elsewhere.close();
    await rm(folder, { recursive: true });
  });

  function read() {
    return db.first(organizationById, { id });
  }

  async function write(database: Database, name: string): Promise<void> {
    await database.transaction(async (tx) => {
      if ((await tx.run(updateOrganization, { ...fields, name })) === 0) {
        await tx.run(insertOrganization, { ...fields, name, createdAt: 0 });
      }
    });
  }

  it('return the same frozen row object while nothing is written', async () => {
    const row = await read();
    assert.ok(row !== undefined);
    assert.equal(await read(), row);
    assert.throws(() => Object.assign(row, { name: 'Mine' }), TypeError);
  });

  it('can have cached values for as long as they are cached; rows of a transaction cannot', async () => {
    const kept = createRowCache<object, string>();
    const row = await read();
    const unshared = await db.transaction((tx) => tx.first(organizationById, { id }));
    assert.ok(row !== undefined && unshared !== undefined);
    kept.set(row, 'of what was read');
    kept.set(unshared, 'of what only its reader sees');
    assert.deepEqual([kept.get(row), kept.get(unshared)], ['of what was read', undefined]);
    await write(db, 'Second');
    await read();
    assert.equal(kept.get(row), undefined);
  });

  it('see what this connection wrote', async () => {
    await read();
    await write(db, 'Second');
    assert.equal((await read())?.name, 'Second');
  });

  it('see what another connection wrote, from the next turn of the event loop on', async () => {
    for (const name of ['Second', 'Third', 'Fourth']) {
      await read();
      await write(elsewhere, name);
      await nextTurn();
      assert.equal((await read())?.name, name);
    }
  });

  it('see nothing of an open or failed transaction', async () => {
    await db.transaction(async (tx) => {
      await tx.run(updateOrganization, { ...fields, name: 'Unfinished' });
      assert.equal((await read())?.name, 'First');
      assert.equal((await tx.first(organizationById, { id }))?.name, 'Unfinished');
    });
    assert.equal((await read())?.name, 'Unfinished');
    await assert.rejects(
      db.transaction(async (tx) => {
        await tx.run(updateOrganization, { ...fields, name: 'Failed' });
        await read();
        throw new Error('on purpose');
      }),
    );
    assert.equal((await read())?.name, 'Unfinished');
  });

  it('find rows that did not exist before', async () => {
    const other = newId('organization');
    assert.equal(await db.first(organizationById, { id: other }), undefined);
    await elsewhere.transaction((tx) =>
      tx.run(insertOrganization, { ...fields, id: other, name: 'Other', createdAt: 0 }),
    );
    await nextTurn();
    assert.equal((await db.first(organizationById, { id: other }))?.name, 'Other');
  });
});

describe('cached reads', () => {
  const echo = statement((q, p: { a: string; b: string }) =>
    q
      .selectFrom('users')
      .selectAll()
      .where('id', '=', p.a as never)
      .where('name', '=', p.b),
  );
  const another = statement((q, p: { a: string; b: string }) =>
    q
      .selectFrom('teams')
      .selectAll()
      .where('id', '=', p.a as never)
      .where('name', '=', p.b),
  );

  const HERE = 'here';

  /** Responds to every query with a row of that many characters, and counts the queries. */
  function counting(characters = 1) {
    const asked: Parameters[] = [];
    const read = async <P extends Parameters, R>(_: Statement<P, R>, parameters: P) => {
      asked.push(parameters);
      return { rows: [{ text: 'x'.repeat(characters) } as R], server: HERE };
    };
    const remembering = createReadCache(read, () => true);
    remembering.forget(HERE);
    return { asked, remembering };
  }

  it('distinguish statements, and values that look the same when concatenated', async () => {
    const { asked, remembering } = counting();
    const questions = [
      { a: '1', b: '12' },
      { a: '11', b: '2' },
      { a: '', b: '112' },
      { a: '1:1', b: '2' },
      { a: '1', b: '1:2' },
    ];
    for (const question of [...questions, ...questions]) await remembering.all(echo, question);
    assert.deepEqual(asked, questions);
    await remembering.all(another, { a: '1', b: '12' });
    assert.equal(asked.length, questions.length + 1);
  });

  it('tell apart parameters that have the same values under other names', async () => {
    const { asked, remembering } = counting();
    const either = statement((q, p: { a?: string; b?: string }) =>
      q
        .selectFrom('teams')
        .select('id')
        .where('name', '=', p.a ?? p.b ?? ''),
    ) as ReadStatement<Parameters, unknown>;
    const questions: Parameters[] = [{ a: 'x' }, { b: 'x' }, { a: null }, { b: null }];
    for (const question of [...questions, ...questions]) await remembering.all(either, question);
    assert.deepEqual(asked, questions);
  });

  it('do not grow without bound', async () => {
    const { asked, remembering } = counting(1024 * 1024);
    for (let i = 0; i < 20; i++) await remembering.all(echo, { a: String(i), b: '' });
    await remembering.all(echo, { a: '0', b: '' });
    assert.equal(asked.length, 21);
  });

  it('never contain a row that was requested before the cache was cleared, or from another server', async () => {
    const answer = Promise.withResolvers<void>();
    let from: string | undefined = HERE;
    let reads = 0;
    const read = async <P extends Parameters, R>(_: Statement<P, R>, __: P) => {
      reads += 1;
      const server = from;
      if (reads === 1) await answer.promise;
      return { rows: [{ read: reads } as R], server };
    };
    const remembering = createReadCache(read, () => true);
    const ask = () => remembering.all(echo, { a: '', b: '' });
    remembering.forget(HERE);
    const slow = ask();
    remembering.forget(HERE);
    answer.resolve();
    await slow;
    assert.notEqual(await slow, await ask());
    for (from of ['elsewhere', undefined]) {
      remembering.forget(HERE);
      assert.notEqual(await ask(), await ask());
    }
    remembering.forget();
    from = undefined;
    assert.notEqual(await ask(), await ask());
  });

  it('are used only after confirmation, and reads that are not cached do not wait for it', async () => {
    const unanswered = new Promise<boolean>(() => undefined);
    let confirmed: boolean | Promise<boolean> = unanswered;
    const read = async <P extends Parameters, R>(_: Statement<P, R>, __: P) => ({ rows: [{} as R], server: HERE });
    const remembering = createReadCache(read, () => confirmed);
    const ask = () => remembering.all(echo, { a: '', b: '' });
    remembering.forget(HERE);
    const rows = await ask();
    confirmed = Promise.resolve(true);
    assert.equal(await ask(), rows);
    for (confirmed of [false, Promise.resolve(false)]) assert.notEqual(await ask(), rows);
    confirmed = Promise.resolve().then(() => {
      remembering.forget(HERE);
      return true;
    });
    assert.notEqual(await ask(), rows);
  });

  it('share a running query; if it fails, each reader reads for themselves', async () => {
    let reads = 0;
    const read = async <P extends Parameters, R>(_: Statement<P, R>, __: P) => {
      reads += 1;
      if (reads === 1) throw new Error('on purpose');
      return { rows: [{} as R], server: HERE };
    };
    const remembering = createReadCache(read, () => true);
    const ask = () => remembering.all(echo, { a: '', b: '' });
    remembering.forget(HERE);
    const [first, second] = await Promise.allSettled([ask(), ask()]);
    assert.deepEqual([first.status, second.status, reads], ['rejected', 'fulfilled', 2]);
    remembering.forget(HERE);
    const rows = await Promise.all([ask(), ask(), ask()]);
    assert.deepEqual([new Set(rows).size, reads], [1, 3]);
  });
});
