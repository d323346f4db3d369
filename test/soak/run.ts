/**
 * `npm run soak`: what `npm test` proves on fixed input and on one database where that is enough, here on input by chance and on
 * both. `npm run soak -- chance` runs the named parts alone.
 */
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startChild } from '../support/servers/child-processes.ts';

interface Part {
  readonly files: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

const RUNNER = fileURLToPath(new URL('../run.ts', import.meta.url));

const PARTS: Readonly<Record<string, Part>> = {
  chance: { files: ['test/engine/properties.test.ts', 'test/api/fuzz.test.ts'], environment: { FC_RUNS: '20000' } },
  crashes: { files: ['test/crash.test.ts'], environment: { TEST_CRASH_ROUNDS: '30' } },
  databases: { files: filesOn('describeOnSqlite'), environment: { TEST_ON_BOTH_DATABASES: '1' } },
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => PARTS[name] === undefined);
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; there are: ${Object.keys(PARTS).join(', ')}.`);
  process.exit(1);
}
for (const [name, { files, environment }] of Object.entries(PARTS)) {
  if (names.length > 0 && !names.includes(name)) continue;
  console.log(`soak: ${name}`);
  const env = { ...process.env, ...environment };
  const [code] = await once(startChild(process.execPath, [RUNNER, ...files], { env, stdio: 'inherit' }), 'exit');
  if (code !== 0) process.exitCode = 1;
}

function filesOn(word: string): string[] {
  return globSync('test/**/*.test.ts').filter((file) => readFileSync(file, 'utf8').includes(word));
}
