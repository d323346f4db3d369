/** `/readyz` on SQLite, while the disk takes no writes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newApiKey } from '../../src/secrets/api-key-format.ts';
import { canMount, limitFileSize, openSmallDisk } from '../chaos/full-disk.ts';
import { openApp } from '../support/drivers/api.ts';
import { eventually } from '../support/drivers/worker.ts';
import { cleanUp } from '../support/servers/clean-up.ts';
import { createSqlite } from '../support/servers/databases.ts';
import { startServer, stopped } from '../support/servers/server-process.ts';

/** One page: no write to the database or its log fits. */
const NO_ROOM_BYTES = 4_096;

/** Not everyone who runs the tests may mount a disk. */
const HAS_SMALL_DISK = await canMount();

describe('a service on SQLite whose disk takes no writes', () => {
  it('is not ready after a failed write, still reads, and is ready again when there is room', async () => {
    const place = await createSqlite('migrated');
    const key = newApiKey();
    const server = await startServer(place.config, key);
    const pid = server.process.pid as number;
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const statusOf = async (path: string, request: RequestInit = {}) =>
      (await fetch(`${server.address}${path}`, { ...request, headers })).status;
    const createTeam = () => statusOf('/teams/', { method: 'POST', body: '{"name":"Harbour"}' });

    try {
      assert.equal(await statusOf('/readyz'), 200);
      await limitFileSize(pid, NO_ROOM_BYTES);
      assert.equal(await createTeam(), 503);
      const ready = await fetch(`${server.address}/readyz`);
      assert.equal(ready.status, 503);
      assert.match(await ready.text(), /takes no writes: the disk is full, or fails/);
      assert.deepEqual([await statusOf('/teams/'), await statusOf('/healthz')], [200, 200]);

      await limitFileSize(pid, 'unlimited');
      await eventually(async () => (await statusOf('/readyz')) === 200, 'the service is ready again');
      assert.equal(await createTeam(), 201);
    } finally {
      await cleanUp(() => stopped(server), place.remove);
    }
  });

  if (HAS_SMALL_DISK) {
    it('is not ready on a full disk, even if nothing was written since', async () => {
      const disk = await openSmallDisk();
      const config = { kind: 'sqlite', path: `${disk.folder}/watchbill.db` } as const;
      const { app, close } = await openApp(config, '2026-01-05T09:00:00Z');
      const readiness = async () => (await app.inject('/readyz')).statusCode;

      try {
        assert.equal(await readiness(), 200);
        await disk.fill();
        assert.equal(await readiness(), 503);
        await disk.makeRoom();
        await eventually(async () => (await readiness()) === 200, 'the service is ready again');
      } finally {
        await cleanUp(close, disk.remove);
      }
    });
  }
});
