/** `users erase` as a process: it ends when everything is erased, and a worker finishes the work of a killed one. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import type { Database } from '../../src/db/driver/database.ts';
import { openDatabase } from '../../src/db/driver/open.ts';
import { statement } from '../../src/db/driver/statement.ts';
import { newApiKey } from '../../src/secrets/api-key-format.ts';
import { whileHeld } from '../support/drivers/held-rows.ts';
import { eventually } from '../support/drivers/worker.ts';
import { cleanUp } from '../support/servers/clean-up.ts';
import { describeOnBothDatabases, type TestDatabase } from '../support/servers/databases.ts';
import { follow, killed, listening, type RunningProcess, startCommand } from '../support/servers/server-process.ts';

/** Six batches. */
const ENTRIES = 3_000;

const entriesWithAdaline = statement((q, _: Record<never, never>) =>
  q
    .selectFrom('audit_log')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('detail_json', 'like', '%Adaline%'),
);

describeOnBothDatabases('a user with many audit entries is erased by a command', (create, itOnSqlite) => {
  let place: TestDatabase;
  let db: Database;
  let processes: RunningProcess[];
  let adaId: string;

  beforeEach(async () => {
    processes = [];
    place = await create('migrated');
    const key = newApiKey();
    const serving = startCommand(place.config, ['serve', '--no-worker'], { WATCHBILL_BOOTSTRAP_API_KEY: key });
    const server = await listening(serving);
    processes.push(server);
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const body = JSON.stringify({ name: 'Adaline', email: 'adaline@example.com' });
    const added = await fetch(`${server.address}/users/`, { method: 'POST', headers, body });
    adaId = ((await added.json()) as { user: { id: string } }).user.id;
    const left = await fetch(`${server.address}/users/${adaId}`, { method: 'DELETE', headers: { 'x-api-key': key } });
    assert.equal(left.status, 204);
    db = await openDatabase(place.config);
    // Every second one, also the last, is of an operator.
    await db.exclusively((tx) =>
      tx.execute(`
        with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${ENTRIES})
        insert into audit_log (id, organization_id, actor_id, action, target_id, detail_json, created_at)
        select 'aud_' || n, organization_id, case when n % 2 = 1 then id end, 'team.changed', 'tea_1', '{"name":"Adaline and friends"}', n
        from users cross join numbers where id = '${adaId}'`),
    );
  });
  afterEach(() =>
    cleanUp(
      ...processes.map((running) => () => killed(running)),
      () => db.close(),
      () => place.remove(),
    ),
  );

  function start(...words: string[]): RunningProcess {
    const running = follow(startCommand(place.config, words));
    processes.push(running);
    return running;
  }

  async function entriesWithName(): Promise<number> {
    return (await db.first(entriesWithAdaline, {}))?.total ?? Number.NaN;
  }

  itOnSqlite('leaves no name when it ends', async () => {
    const [code] = await start('users', 'erase', '--id', adaId).exited;
    assert.equal(code, 0);
    assert.equal(await entriesWithName(), 0);
  });

  it('a worker finishes it after kill -9', async () => {
    await whileHeld(place, db, { table: 'audit_log', key: { id: `aud_${ENTRIES}` } }, async () => {
      const erasing = start('users', 'erase', '--id', adaId);
      await eventually(async () => (await entriesWithName()) < ENTRIES, 'the command has begun');
      await killed(erasing);
    });
    assert.ok((await entriesWithName()) > 0);
    start('worker');
    await eventually(async () => (await entriesWithName()) === 0, 'the worker has erased the name everywhere');
  });
});
