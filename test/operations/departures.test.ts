/** Removing a user from many schedules with real processes: one is killed, none is a worker, two run at once. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import type { Database } from '../../src/db/driver/database.ts';
import { openDatabase } from '../../src/db/driver/open.ts';
import { newApiKey } from '../../src/secrets/api-key-format.ts';
import { systemClock } from '../../src/time/clock.ts';
import { DAY_MS } from '../../src/time/units.ts';
import { whileHeld } from '../support/drivers/held-rows.ts';
import { addManySchedules, schedulesStillWith } from '../support/drivers/many-schedules.ts';
import { eventually } from '../support/drivers/worker.ts';
import { cleanUp } from '../support/servers/clean-up.ts';
import { describeOnBothDatabases, type TestDatabase } from '../support/servers/databases.ts';
import {
  follow,
  killed,
  listening,
  type RunningProcess,
  type ServerProcess,
  startCommand,
} from '../support/servers/server-process.ts';

const SCHEDULES = 600;

describeOnBothDatabases('a user of many schedules is deactivated, with real processes', (create) => {
  const key = newApiKey();
  let place: TestDatabase;
  let db: Database;
  let server: ServerProcess;
  let processes: RunningProcess[];
  let ada: { readonly id: string };
  let ids: string[];
  let nowMs: number;

  beforeEach(async () => {
    processes = [];
    place = await create('migrated');
    server = await serve();
    db = await openDatabase(place.config);
    nowMs = systemClock.now();
    const add = async (name: string) =>
      (await call('POST', '/users/', { name, email: `${name}@example.com` })).body.user as { id: string };
    ada = await add('Ada');
    const people = [ada, await add('Ben'), await add('Cid')];
    ids = await addManySchedules(db, { count: SCHEDULES, people, nowMs });
  });
  afterEach(() =>
    cleanUp(
      ...processes.map((running) => () => killed(running)),
      () => db.close(),
      () => place.remove(),
    ),
  );

  async function serve(): Promise<ServerProcess> {
    const words = ['serve', '--no-worker'];
    const started = await listening(startCommand(place.config, words, { WATCHBILL_BOOTSTRAP_API_KEY: key }));
    processes.push(started);
    return started;
  }

  function startWorkerProcess(): RunningProcess {
    const worker = follow(startCommand(place.config, ['worker']));
    processes.push(worker);
    return worker;
  }

  async function call(method: string, path: string, body?: object) {
    const answer = await fetch(`${server.address}${path}`, {
      method,
      headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
  }

  /**
   * Kills all processes when one of them has removed her from some schedules, and waits for one of the fourth batch. PostgreSQL may have the rest of
   * that batch already, and carry it out.
   */
  async function deactivateAndKill(...victims: readonly RunningProcess[]): Promise<void> {
    const held = { schedule_id: ids[SCHEDULES / 2] ?? '', user_id: ada.id };
    await whileHeld(place, db, { table: 'schedule_users', key: held }, async () => {
      assert.equal((await call('DELETE', `/users/${ada.id}`)).status, 204);
      await eventually(async () => (await schedulesLeft()) < SCHEDULES, 'the departure has begun');
      await Promise.all(victims.map(killed));
    });
    assert.ok((await schedulesLeft()) > 0);
  }

  function schedulesLeft(): Promise<number> {
    return schedulesStillWith(db, ada, nowMs + DAY_MS);
  }

  /** Each schedule was written once, although one process started and another finished. */
  async function everythingIsDone(): Promise<void> {
    await eventually(async () => (await call('GET', `/users/${ada.id}`)).status === 404, 'the departure is finished');
    assert.equal(await schedulesStillWith(db, ada, systemClock.now()), 0);
    const [row] = await db.exclusively((tx) => tx.execute('select count(*) as count from revisions'));
    assert.equal(Number((row as { count: unknown }).count), 2 * SCHEDULES);
    const { body } = await call('GET', '/oncall?per_page=100');
    const names = new Set(
      body.oncall.flatMap(({ users }: { users: { name: string }[] }) => users.map(({ name }) => name)),
    );
    assert.deepEqual([...names], ['Ben']);
  }

  it('a serving node removes them if there is no worker; the next start continues after a kill', async () => {
    await deactivateAndKill(server);
    server = await serve();
    await everythingIsDone();
  });

  it('a worker that is killed leaves the rest to another', async () => {
    const worker = startWorkerProcess();
    await worker.said('"working"');
    await deactivateAndKill(worker, server);
    server = await serve();
    startWorkerProcess();
    startWorkerProcess();
    await everythingIsDone();
  });
});
