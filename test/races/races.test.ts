/**
 * Two operations that touch a common thing run concurrently on two nodes. The outcome, both responses and all stored data, must be that of one of the
 * two serial orders. `npm run soak -- races` tries many more interleavings.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { routesOf } from '../../scripts/openapi/routes.ts';
import { WORK_KINDS } from '../../src/services/jobs/due-work.ts';
import { startWatchbill } from '../support/drivers/api.ts';
import { randomFrom } from '../support/drivers/ledger.ts';
import { createSqlite } from '../support/servers/databases.ts';
import { EXCUSED_ROUTES, isWork, nameOfPair, OPERATIONS, type Pair, pairsOf, UNDECIDED } from './operations.ts';
import type { Outcome } from './outcomes.ts';
import { openPostgresStage } from './postgres-stage.ts';
import { openProcessStage } from './process-stage.ts';
import { describeFailure, race } from './race.ts';
import { openSqliteStage } from './sqlite-stage.ts';
import type { Side, Stage } from './stage.ts';
import { type BuiltWorld, buildWorld } from './world.ts';

const SEED = 2;

/**
 * PostgreSQL gets all pairs, because there transactions run at the same time and some only READ COMMITTED. SQLite has one writer at a time: every
 * third pair. `npm run soak -- races` runs all pairs on both.
 */
const EVERY_ON_SQLITE = 3;

/** Only some pairs, because requests to other processes are slow. */
const EVERY_IN_PROCESSES = 13;

/** A sample of all pairs, in both orders. */
const EVERY_SERIALLY = 13;

const pairs = pairsOf(OPERATIONS);

/** The first of each so many, in the order of the table. */
function every<T>(count: number, all: readonly T[]): readonly T[] {
  return all.filter((_, i) => i % count === 0);
}

const SUITES: readonly { name: string; open: (built: BuiltWorld) => Promise<Stage>; pairs: readonly Pair[] }[] = [
  { name: 'on SQLite', open: openSqliteStage, pairs: every(EVERY_ON_SQLITE, pairs) },
  {
    name: 'in two processes on SQLite',
    open: openProcessStage,
    pairs: every(
      EVERY_IN_PROCESSES,
      pairs.filter(([a, b]) => !isWork(a) && !isWork(b)),
    ),
  },
  { name: 'on PostgreSQL', open: openPostgresStage, pairs },
];

describe('the table of operations', () => {
  it('has a line, or a listed exception, for every route that is not only read, and for no other', async () => {
    const all = await routesOf(async () => (await startWatchbill(createSqlite)).stop());
    const routes = all
      .filter(({ config }) => !config?.isRefusal)
      .flatMap(({ method, url }) => [method].flat().map((one) => `${one} ${url.replaceAll(/:(\w+)/g, '{$1}')}`));
    const writing = [...new Set(routes)].filter((route) => !/^(GET|HEAD) /.test(route));
    assert.ok(writing.includes('POST /unsubscribe/{token}'), 'also routes that the OpenAPI document does not have');
    const listed = OPERATIONS.flatMap((operation) => (isWork(operation) ? [] : [operation.route]));
    assert.deepEqual([...new Set([...listed, ...Object.keys(EXCUSED_ROUTES)])].sort(), writing.sort());
    const excusedAndListed = Object.keys(EXCUSED_ROUTES).filter((route) => listed.includes(route));
    assert.deepEqual(excusedAndListed, []);
  });

  it('has the pairs for which something is undecided', () => {
    const names = new Set(pairs.map(nameOfPair));
    assert.deepEqual(
      Object.keys(UNDECIDED).filter((name) => !names.has(name)),
      [],
    );
  });

  it('has a line for each kind of work', () => {
    const listed = OPERATIONS.flatMap((operation) => (isWork(operation) ? [operation.work] : []));
    assert.deepEqual(listed.sort(), WORK_KINDS.toSorted());
  });

  it('has a unique name for each operation', () => {
    assert.equal(new Set(OPERATIONS.map(({ name }) => name)).size, OPERATIONS.length);
  });
});

describe('two concurrent operations', () => {
  let built: BuiltWorld;
  let sqlite: Stage;
  const known = new Map<Pair, [Promise<Outcome>?, Promise<Outcome>?]>();

  before(async () => {
    built = await buildWorld();
    sqlite = await openSqliteStage(built);
  });
  after(async () => {
    await sqlite.stop();
    await built.remove();
  });

  /** Serial outcomes are the same on every stage: SQLite, which is the fastest, runs each only once. */
  function serially(pair: Pair, first: Side): Promise<Outcome> {
    const orders = known.get(pair) ?? [];
    known.set(pair, orders);
    orders[first] ??= sqlite.serially(pair, first);
    return orders[first];
  }

  for (const { name, open, pairs } of SUITES) {
    describe(name, () => {
      let stage: Stage;
      const random = randomFrom(SEED);

      before(async () => {
        stage = await open(built);
      });
      after(() => stage.stop());

      it('have the same serial outcomes as everywhere', async () => {
        for (const pair of every(EVERY_SERIALLY, pairs)) {
          for (const first of [0, 1] as const) {
            const [here, there] = [await stage.serially(pair, first), await serially(pair, first)];
            assert.deepEqual(here, there, `${nameOfPair(pair)}, ${first === 0 ? 'A' : 'B'} first`);
          }
        }
      });

      for (const [a, theirs] of Map.groupBy(pairs, ([a]) => a)) {
        it(`${a.name}: ${theirs.length} pairs`, async () => {
          const failures = [];
          for (const pair of theirs) failures.push(...(await race(stage, pair, { amount: 'few', random, serially })));
          if (failures.length > 0) assert.fail(failures.map(describeFailure).join('\n'));
        });
      }
    });
  }
});
