/**
 * `npm run soak -- races`: every pair of operations, before every statement of either, on both databases. `--rounds=N` says how often, `--seed=N`
 * repeats a run, `--database=PostgreSQL` and `--only=TEXT` (part of a pair's name) select some, `--few` uses the interleavings of `npm test`.
 */
import { parseArgs } from 'node:util';
import { nameOfPair, OPERATIONS, pairsOf } from '../races/operations.ts';
import { openPostgresStage } from '../races/postgres-stage.ts';
import { describeFailure, race } from '../races/race.ts';
import { openSqliteStage } from '../races/sqlite-stage.ts';
import type { Stage } from '../races/stage.ts';
import { type BuiltWorld, buildWorld } from '../races/world.ts';
import { randomFrom } from '../support/drivers/ledger.ts';
import { prepare } from '../support/servers/preparation.ts';

const STAGES: Readonly<Record<string, (built: BuiltWorld) => Promise<Stage>>> = {
  SQLite: openSqliteStage,
  PostgreSQL: openPostgresStage,
};

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    only: { type: 'string', default: '' },
    database: { type: 'string' },
    few: { type: 'boolean', default: false },
  },
});
const [rounds, seed] = [Number(values.rounds), Number(values.seed)];
const { only, database, few: isQuick } = values;

const prepared = await prepare(false);
console.log(`races, from seed ${seed}`);
process.exitCode = (await soakRaces()) === 0 ? 0 : 1;
await prepared[Symbol.asyncDispose]();

async function soakRaces(): Promise<number> {
  const pairs = pairsOf(OPERATIONS).filter((pair) => nameOfPair(pair).includes(only));
  const built = await buildWorld();
  let failed = 0;
  for (const [name, open] of Object.entries(STAGES)) {
    if (database !== undefined && database !== name) continue;
    const stage = await open(built);
    const begun = performance.now();
    const kinds = new Map<string, string[]>();
    for (let round = 0; round < rounds; round++) {
      const random = randomFrom(seed + round);
      for (const pair of pairs) {
        for (const failure of await race(stage, pair, { amount: isQuick ? 'few' : 'all', random })) {
          console.error(`${name}, seed ${seed + round}: ${describeFailure(failure)}`);
          kinds.set(failure.kind, [...(kinds.get(failure.kind) ?? []), failure.pair]);
          failed += 1;
        }
      }
    }
    await stage.stop();
    const seconds = ((performance.now() - begun) / 1000).toFixed(0);
    console.log(`${name}: ${pairs.length} pairs, ${rounds} rounds, ${seconds} s`);
    for (const [kind, failures] of kinds) console.log(`  ${kind}: ${new Set(failures).size} pairs`);
  }
  await built.remove();
  return failed;
}
