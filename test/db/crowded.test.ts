/** A PostgreSQL that accepts few connections: requests wait for one. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import type { DatabaseConfig } from '../../src/config/database.ts';
import { openDatabase } from '../../src/db/driver/open.ts';
import { anyOrganization } from '../../src/db/people/organizations.ts';
import { migrate } from '../../src/db/schema/migrate.ts';
import { newApiKey } from '../../src/secrets/api-key-format.ts';
import { type PostgresServer, startPostgres } from '../support/servers/postgres-server.ts';
import { listening, startCommand, stopped } from '../support/servers/server-process.ts';

const MAX_CONNECTIONS = 8;
const REQUESTS = 200;

describe(`PostgreSQL with max_connections=${MAX_CONNECTIONS}`, () => {
  let postgres: PostgresServer;
  let config: Extract<DatabaseConfig, { kind: 'postgres' }>;

  before(async () => {
    const settings = ['wal_level=minimal', 'max_wal_senders=0', 'fsync=off', `max_connections=${MAX_CONNECTIONS}`];
    postgres = await startPostgres({ settings });
    await postgres.createDatabase('crowded');
    config = { kind: 'postgres', url: `postgres://postgres:postgres@localhost:${postgres.port}/crowded` };
  });
  after(() => postgres.remove());

  it(`serves ${REQUESTS} concurrent requests, none with 503`, async () => {
    const key = newApiKey();
    const server = await listening(startCommand(config, ['serve'], { WATCHBILL_BOOTSTRAP_API_KEY: key }));
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const send = (_: unknown, i: number) =>
      i % 2 === 0
        ? fetch(`${server.address}/teams/`, { headers })
        : fetch(`${server.address}/teams/`, { method: 'POST', headers, body: JSON.stringify({ name: `Team ${i}` }) });
    const answers = await Promise.all(Array.from({ length: REQUESTS }, send));
    const counts = Object.groupBy(answers, ({ status }) => status);
    assert.deepEqual(
      Object.entries(counts).map(([status, all]) => [status, all?.length]),
      [
        ['200', REQUESTS / 2],
        ['201', REQUESTS / 2],
      ],
    );
    await stopped(server);
  });

  it('is waited for while others use all connections', async () => {
    const first = await openDatabase(config);
    await migrate(first, { now: () => 0 });
    await first.close();
    const others = Array.from({ length: MAX_CONNECTIONS }, () => new pg.Client(config.url));
    for (const other of others) await other.connect();
    const db = await openDatabase(config);
    const reading = db.first(anyOrganization, {});
    const writing = db.transaction((tx) => tx.first(anyOrganization, {}));
    await assert.rejects(new pg.Client(config.url).connect(), { code: '53300' });
    for (const other of others) await other.end();
    await Promise.all([reading, writing]);
    await db.close();
  });

  it('gets no more connections than the setting allows', async () => {
    const db = await openDatabase({ ...config, poolSize: 2 });
    let most = 0;
    const work = () =>
      db.transaction(async (tx) => {
        await tx.first(anyOrganization, {});
        most = Math.max(most, db.connections?.().total ?? 0);
      });
    await Promise.all(Array.from({ length: 20 }, work));
    assert.equal(most, 2);
    await db.close();
  });
});
