/**
 * `npm run soak`: extends `npm test` to random input, to more repetitions, to both databases for every suite, and to a pooler; races every pair of
 * writes at every point; and upgrades a database that a server of the first edition has just used. `npm run soak -- chance` runs the named parts only;
 * options go to `races`, or to `upgrade` if that is named.
 */
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startChild } from '../support/servers/child-processes.ts';

/** A program and its arguments. */
interface Part {
  readonly program: string;
  readonly words: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

const RUNNER = pathOf('../run.ts');

const names = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const options = process.argv.slice(2).filter((word) => word.startsWith('--'));

/** Suites with a database, except those that need a lasting connection. */
const BEHIND_POOLER = [
  'test/{api,worker}/**/*.test.ts',
  'test/db/{database,migrate,processes,statements,transactions}.test.ts',
  'test/nodes/{crash,nodes}.test.ts',
  'test/operations/{clock-watch,commands,departures,stopping}.test.ts',
];
/** They rely on cached reads, which do not exist behind a pooler in transaction mode. */
const NOT_BEHIND_POOLER = ['http/queries', 'http/round-trips', 'http/limits/budgets'].map(
  (name) => `test/api/${name}.test.ts`,
);

const PARTS: Readonly<Record<string, Part>> = {
  chance: {
    program: RUNNER,
    words: filesOn(/\bbyChance\(/),
    environment: { FC_RUNS: '20000', TEST_LIMIT_MS: `${30 * 60_000}` },
  },
  crashes: {
    program: RUNNER,
    words: ['test/nodes/crash.test.ts', 'test/worker/storm.test.ts'],
    environment: { TEST_CRASH_ROUNDS: '30', TEST_STORM_OVERRIDES: '96' },
  },
  databases: {
    program: RUNNER,
    words: filesOn(/describeOnSqlite|itOnSqlite/),
    environment: { TEST_ON_BOTH_DATABASES: '1' },
  },
  depth: {
    program: RUNNER,
    words: filesOn(/\binDepth\(/),
    environment: { TEST_IN_DEPTH: '1', TEST_LIMIT_MS: `${30 * 60_000}` },
  },
  pooler: {
    program: RUNNER,
    words: [
      '--pooler',
      'transaction',
      ...BEHIND_POOLER.flatMap((pattern) => globSync(pattern)).filter((path) => !NOT_BEHIND_POOLER.includes(path)),
    ],
  },
  races: { program: pathOf('races.ts'), words: options },
  upgrade: { program: pathOf('upgrade.ts'), words: names.includes('upgrade') ? options : [] },
};

const unknown = names.filter((name) => PARTS[name] === undefined);
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; there are: ${Object.keys(PARTS).join(', ')}.`);
  process.exit(1);
}
for (const [name, { program, words, environment }] of Object.entries(PARTS)) {
  if (names.length > 0 && !names.includes(name)) continue;
  console.log(`soak: ${name}`);
  const env = { ...process.env, ...environment };
  const [code] = await once(startChild(process.execPath, [program, ...words], { env, stdio: 'inherit' }), 'exit');
  if (code !== 0) process.exitCode = 1;
}

function pathOf(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}

function filesOn(pattern: RegExp): string[] {
  return globSync('test/**/*.test.ts').filter((file) => pattern.test(readFileSync(file, 'utf8')));
}
