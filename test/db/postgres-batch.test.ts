/** Batches of statements: what a caller gets, and what PostgreSQL is sent. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import pg from 'pg';
import { type Batches, createBatches, type SentStatement } from '../../src/db/driver/postgres-batch.ts';
import { types } from '../../src/db/driver/postgres-pool.ts';
import { cleanUp } from '../support/servers/clean-up.ts';
import { createPostgres } from '../support/servers/databases.ts';

const TIMEOUT_MS = 200;

const insert = (n: number): SentStatement => ({
  name: 'insert',
  text: 'insert into numbers (n, double) values ($1, $2)',
  values: [n, String(2 * n)],
});
const count: SentStatement = { name: 'count', text: 'select count(*) as count from numbers' };
const divide = (n: number): SentStatement => ({ name: 'divide', text: 'select 10 / $1::int as result', values: [n] });

describe('batches of statements', () => {
  let place: Awaited<ReturnType<typeof createPostgres>>;
  let client: pg.Client;
  let batches: Batches;
  /** The kinds of the messages that the server sent. */
  let received: string[];

  before(async () => {
    place = await createPostgres();
  });
  after(() => place.remove());

  beforeEach(async () => {
    client = new pg.Client({ connectionString: place.directUrl, pipeline: true });
    client.on('error', () => undefined);
    await client.connect();
    await client.query('create table numbers (n bigint primary key, double text)');
    batches = createBatches(types);
    received = [];
    client.connection.on('message', ({ name }: { readonly name: string }) => received.push(name));
  });
  afterEach(async () => {
    const other = new pg.Client(place.directUrl);
    await other.connect();
    await cleanUp(
      () => client.end(),
      () => other.query('drop table numbers'),
      () => other.end(),
    );
  });

  const send = (...statements: readonly SentStatement[]) =>
    Promise.allSettled(statements.map((statement) => batches.send(client, statement)));

  async function rowsOf(statement: SentStatement): Promise<unknown[]> {
    return (await batches.send(client, statement)).rows;
  }

  it('return the rows, the number of rows and the command of each', async () => {
    const results = await Promise.all([
      batches.send(client, insert(1)),
      batches.send(client, { text: 'insert into numbers (n) values (2), (3)' }),
      batches.send(client, { text: 'select n, double from numbers order by n' }),
      batches.send(client, { text: 'update numbers set double = $1 where n = $2', values: [null, 7] }),
      batches.send(client, count),
    ]);
    assert.deepEqual(results, [
      { rows: [], rowCount: 1, command: 'INSERT' },
      { rows: [], rowCount: 2, command: 'INSERT' },
      {
        rows: [
          { n: 1, double: '2' },
          { n: 2, double: null },
          { n: 3, double: null },
        ],
        rowCount: 3,
        command: 'SELECT',
      },
      { rows: [], rowCount: 0, command: 'UPDATE' },
      { rows: [{ count: 3 }], rowCount: 1, command: 'SELECT' },
    ]);
  });

  it('are answered together, and the columns of a prepared statement are sent once', async () => {
    await send(count, insert(1), divide(5));
    const kinds = (name: string) => received.filter((one) => one === name).length;
    assert.deepEqual([kinds('readyForQuery'), kinds('parseComplete'), kinds('rowDescription')], [1, 3, 2]);
    received = [];
    assert.deepEqual(await Promise.all([rowsOf(divide(2)), rowsOf(count), rowsOf(divide(5))]), [
      [{ result: 5 }],
      [{ count: 1 }],
      [{ result: 2 }],
    ]);
    assert.deepEqual([kinds('readyForQuery'), kinds('parseComplete'), kinds('rowDescription')], [1, 0, 0]);
  });

  it('end with the first statement that fails, and the connection stays usable', async () => {
    const [first, second, third, fourth] = await send(divide(5), divide(0), insert(1), count);
    assert.equal(first?.status, 'fulfilled');
    for (const failed of [second, third, fourth]) {
      assert.equal(failed?.status === 'rejected' && failed.reason.code, '22012');
    }
    // Each of the three was in the failed batch; two were never prepared.
    assert.deepEqual(await rowsOf(count), [{ count: 0 }]);
    assert.deepEqual(await rowsOf(divide(5)), [{ result: 2 }]);
    assert.equal((await batches.send(client, insert(1))).rowCount, 1);
  });

  it('prepare a statement whose first execution failed only once', async () => {
    await assert.rejects(batches.send(client, divide(0)), { code: '22012' });
    assert.deepEqual(await rowsOf(divide(5)), [{ result: 2 }]);
    assert.deepEqual(await rowsOf(divide(2)), [{ result: 5 }]);
  });

  it('do not write after a begin that failed', async () => {
    const [begun, written] = await send({ text: 'begin isolation level unknown' }, insert(1));
    assert.deepEqual([begun?.status, written?.status], ['rejected', 'rejected']);
    assert.deepEqual(await rowsOf(count), [{ count: 0 }]);
  });

  it('are committed by a commit at their end, unless one of them fails', async () => {
    const transaction = (...statements: readonly SentStatement[]) =>
      send({ name: 'begin', text: 'begin' }, ...statements, { text: 'commit' });
    assert.ok((await transaction(insert(1), insert(2))).every(({ status }) => status === 'fulfilled'));
    assert.equal((await transaction(insert(3), insert(1))).at(-1)?.status, 'rejected');
    await batches.sendText(client, 'rollback');
    assert.deepEqual(await rowsOf(count), [{ count: 2 }]);
  });

  it('harm no other statement with a row that cannot be read', async () => {
    const unreadable: SentStatement = { text: `select '{}'::jsonb as value from generate_series(1, 2)` };
    const parsers: pg.CustomTypesConfig = {
      getTypeParser: (oid, format) => {
        if (oid === pg.types.builtins.JSONB) return () => assert.fail('unreadable');
        return types.getTypeParser(oid, format);
      },
    };
    batches = createBatches(parsers);
    const [first, second, third] = await send(divide(5), unreadable, divide(2));
    assert.deepEqual([first?.status, second?.status, third?.status], ['fulfilled', 'rejected', 'fulfilled']);
    assert.deepEqual(await rowsOf(divide(5)), [{ result: 2 }]);
  });

  it('of two turns can be under way at the same time', async () => {
    const first = rowsOf(divide(2));
    await new Promise((resolve) => process.nextTick(resolve));
    const second = rowsOf(divide(5));
    assert.deepEqual([await first, await second], [[{ result: 5 }], [{ result: 2 }]]);
  });

  it('keep their order with other SQL', async () => {
    const written = batches.send(client, insert(1));
    const { rows } = await batches.sendText(client, 'select count(*) as count from numbers');
    assert.deepEqual(rows, [{ count: '1' }]);
    assert.equal((await written).rowCount, 1);
  });

  it('fail when the time is up', async () => {
    const slow = { text: 'select pg_sleep(60)' };
    const results = await Promise.allSettled([slow, count].map((one) => batches.send(client, one, TIMEOUT_MS)));
    for (const result of results) {
      assert.match(result.status === 'rejected' ? result.reason.message : result.status, /timeout/);
    }
  });

  it('fail when the connection is lost, while they are under way and afterwards', async () => {
    const results = await send({ text: 'select pg_terminate_backend(pg_backend_pid())' }, count);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    await assert.rejects(batches.send(client, count));
  });
});
