/** [STO-1] Two processes on one SQLite file: neither writes inside the other's transaction, and each sees the other's commits. */
import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openSqlite } from '../../src/db/driver/sqlite/sqlite.ts';
import { organizationById } from '../../src/db/people/organizations.ts';
import { migrate } from '../../src/db/schema/migrate.ts';
import type { OrganizationId } from '../../src/ids.ts';
import { newApiKey } from '../../src/secrets/api-key-format.ts';
import { createSqlite } from '../support/servers/databases.ts';
import { startServer } from '../support/servers/server-process.ts';

const clock = { now: () => 0 };

describe('two processes on one SQLite file', () => {
  let place: Awaited<ReturnType<typeof createSqlite>>;
  let other: ChildProcess;

  beforeEach(async () => {
    place = await createSqlite();
    const db = openSqlite(place.config.path);
    await migrate(db, clock);
    await db.close();
    other = fork(new URL('./other-process.ts', import.meta.url), [place.config.path]);
  });
  afterEach(async () => {
    other.kill('SIGKILL');
    if (other.exitCode === null && other.signalCode === null) await once(other, 'exit');
    await place.remove();
  });

  /** Sends a command to the other process, and waits for its next message. */
  async function tell(message: string): Promise<unknown> {
    const answer = once(other, 'message');
    other.send(message);
    return (await answer)[0];
  }

  function insert(connection: DatabaseSync, name: string): void {
    connection.exec(`insert into organizations (id, name, time_zone, created_at) values ('org_${name}', '', 'UTC', 0)`);
  }

  /** Read over a connection that does not use the code under test. */
  function names(): unknown[] {
    const connection = new DatabaseSync(place.config.path);
    try {
      return connection
        .prepare('select id from organizations order by id')
        .all()
        .map(({ id }) => id);
    } finally {
      connection.close();
    }
  }

  it('while the worker of one stops, the other cannot write inside its transaction, and no committed row is lost', async () => {
    assert.equal(await tell('stopWorkerInTransaction'), 'in transaction');
    const connection = new DatabaseSync(place.config.path, { timeout: 0 });
    assert.throws(() => insert(connection, 'third'), /database is locked/);

    assert.equal(await tell('go on'), 'done');
    insert(connection, 'third');
    connection.close();
    other.send('close');
    assert.deepEqual(await once(other, 'exit'), [0, null]);
    assert.deepEqual(names(), ['org_first', 'org_second', 'org_third']);
  });

  it('a commit of the other process is seen in the next turn of the event loop, and wakes the worker and commit listeners', async () => {
    const db = openSqlite(place.config.path);
    const id = 'org_elsewhere' as OrganizationId;
    const woken = Promise.withResolvers<void>();
    const heard = Promise.withResolvers<void>();
    const unlisten = await db.onWake(() => woken.resolve());
    const unlistenToCommits = db.onCommit(heard.resolve);
    assert.equal(await db.first(organizationById, { id }), undefined);

    assert.equal(await tell('write'), 'done');
    await nextTurn();
    assert.equal((await db.first(organizationById, { id }))?.name, 'elsewhere');
    await Promise.all([woken.promise, heard.promise]);
    unlisten();
    unlistenToCommits();
    await db.close();
  });
});

describe('a server that is stopped during a request', () => {
  it('keeps its locks on the SQLite file, and stores what it responds', async () => {
    const { config, remove } = await createSqlite();
    const key = newApiKey();
    const server = await startServer(config, key);
    const body = JSON.stringify({ name: 'Under way' });
    const headers = { 'x-api-key': key, 'content-type': 'application/json', 'content-length': body.length };
    const team = request(`${server.address}/teams/`, {
      method: 'POST',
      headers: { ...headers, expect: '100-continue' },
    });
    team.flushHeaders();
    await once(team, 'continue');
    server.process.kill('SIGTERM');
    await server.said('another signal ends the process');

    // Only Linux shows the locks of a process. Elsewhere the test above has to suffice.
    if (process.platform === 'linux') {
      assert.notDeepEqual(await locksOn(`${config.path}-shm`, server.process.pid), []);
    }
    const second = new DatabaseSync(config.path);
    second.exec(`update organizations set name = 'Renamed'`);
    second.close();

    team.end(body);
    const [answer] = (await once(team, 'response')) as [IncomingMessage];
    answer.resume();
    assert.equal(answer.statusCode, 201);
    assert.deepEqual(await server.exited, [0, null]);
    const third = new DatabaseSync(config.path);
    assert.equal(third.prepare('select name from organizations').get()?.name, 'Renamed');
    assert.equal(third.prepare('select name from teams').get()?.name, 'Under way');
    third.close();
    await remove();
  });
});

async function locksOn(file: string, pid: number | undefined): Promise<string[]> {
  const { ino } = await stat(file);
  const locks = (await readFile('/proc/locks', 'utf8')).split('\n');
  return locks.filter((line) => line.includes(` ${pid} `) && line.includes(`:${ino} `));
}
