/** An SQLite file that is deleted or replaced under a running service, for example by a restore: real processes and files. */
import assert from 'node:assert/strict';
import { copyFile, rename, rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { newApiKey } from '../../src/secrets/api-key-format.ts';
import { createSqlite } from '../support/servers/databases.ts';
import { follow, killed, type ServerProcess, startCommand, startServer } from '../support/servers/server-process.ts';

describe('a database file that was removed', () => {
  let place: Awaited<ReturnType<typeof createSqlite>>;
  let server: ServerProcess;
  const key = newApiKey();

  beforeEach(async () => {
    place = await createSqlite();
    server = await startServer(place.config, key);
  });
  afterEach(async () => {
    await killed(server);
    await place.remove();
  });

  /** The status; undefined if the service no longer responds. */
  async function createTeam(name: string): Promise<number | undefined> {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const sent = fetch(`${server.address}/teams/`, { method: 'POST', headers, body: JSON.stringify({ name }) });
    return sent.then(
      ({ status }) => status,
      () => undefined,
    );
  }

  async function ended(file: string): Promise<void> {
    const { level, reason } = JSON.parse(await server.said('the database is gone'));
    assert.deepEqual([level, reason], ['error', `${file} was deleted or replaced while it was open`]);
    assert.deepEqual(await server.exited, [1, null]);
  }

  it('gets no write, and ends the service with the reason', async () => {
    const { path } = place.config;
    const copy = `${path}.copy`;
    await follow(startCommand(place.config, ['backup', copy])).exited;
    assert.equal(await createTeam('After the backup'), 201);
    for (const file of [path, `${path}-wal`, `${path}-shm`]) await rm(file);
    await copyFile(copy, path);
    const status = await createTeam('Into a deleted file');
    assert.ok(status === 503 || status === undefined, String(status));
    await ended(path);

    server = await startServer(place.config, key);
    const answer = await fetch(`${server.address}/teams/`, { headers: { 'x-api-key': key } });
    assert.deepEqual(((await answer.json()) as { teams: unknown[] }).teams, []);
    assert.equal(await createTeam('After the restore'), 201);
  });

  it('is noticed without a write, by a worker too', async () => {
    const { path } = place.config;
    const worker = follow(startCommand(place.config, ['worker']));
    await worker.said('"working"');
    await rename(path, `${path}.away`);
    await ended(path);
    await worker.said('the database is gone');
    assert.deepEqual(await worker.exited, [1, null]);
  });

  it('gets no confirmed write after it was replaced, during many writes', async () => {
    const { path } = place.config;
    const copy = `${path}.copy`;
    await follow(startCommand(place.config, ['backup', copy])).exited;
    let isReplaced = false;
    let isOver = false;
    const late: unknown[] = [];
    let answered = 0;
    const { promise: busy, resolve } = Promise.withResolvers<void>();
    const writing = Array.from({ length: 8 }, async (_, client) => {
      for (let turn = 0; !isOver; turn++) {
        const beganAfter = isReplaced;
        const status = await createTeam(`Team ${client}/${turn}`);
        if (status === 201 && beganAfter) late.push([client, turn]);
        if (++answered === 50) resolve();
        if (status === undefined) isOver = true;
      }
    });
    await busy;
    await rename(copy, path);
    isReplaced = true;
    await Promise.all(writing);
    assert.deepEqual(late, []);
    await ended(path);
  });

  it('counts as removed without its write-ahead log', async () => {
    const { path } = place.config;
    assert.equal(await createTeam('Kept'), 201);
    await rm(`${path}-wal`);
    const status = await createTeam('Lost');
    assert.ok(status === 503 || status === undefined, String(status));
    await ended(`${path}-wal`);
  });
});
