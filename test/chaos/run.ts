/**
 * `npm run chaos`: every fault, several times, one after the other, and one table of how the service took it.
 * `npm run chaos -- silent slow` plays the named scenarios alone.
 */
import { startPostgres } from '../support/servers/postgres-server.ts';
import { killPrimary, makePrimaryReadOnly, onPair, stopPrimary } from './failover/failover.ts';
import { findMissingPrograms } from './failover/programs.ts';
import {
  cutConnections,
  fillDisk,
  forgetConnections,
  holdTable,
  killServer,
  killWorker,
  limitFiles,
  lockSqlite,
  silence,
  slowDown,
  slowRequests,
  slowTransactions,
  stopPostgres,
} from './faults.ts';
import { canMount } from './full-disk.ts';
import { onPostgres, onSmallDisk, onSqlite } from './grounds.ts';
import { type Outcome, play, type Scenario } from './scenario.ts';

/**
 * Handoffs continue for longer than three rounds of most faults. The pause is short enough that some client is always in the middle of something, and
 * long enough to read everything again at the end.
 */
const LENGTH = { rounds: 3, handoffsMs: 60_000, pauseMs: 80, writesInBetween: 20 };

const SCENARIOS: readonly Scenario[] = [
  { name: 'kill -9 of the server', open: onSqlite(killServer) },
  { name: 'kill -9 of the server', open: onPostgres(killServer) },
  { name: 'kill -9 of the worker', readsGoOn: true, open: onSqlite(killWorker) },
  { name: 'kill -9 of the worker', readsGoOn: true, open: onPostgres(killWorker) },
  { name: 'locked by another process', readsGoOn: true, open: onSqlite(lockSqlite) },
  { name: 'files must not grow', readsGoOn: true, open: onSqlite(limitFiles) },
  { name: 'stopped at once, started again', open: onPostgres(stopPostgres) },
  { name: 'slow', open: onPostgres(slowDown) },
  // Once: each lasts until a timeout of many seconds. At the end of the last one, no abandoned work is left.
  {
    name: 'slower than its limits',
    rounds: 1,
    handoffsOvertake: true,
    open: onPostgres(slowRequests, slowTransactions, holdTable),
  },
  { name: 'silent', handoffsOvertake: true, open: onPostgres(silence) },
  { name: 'connections forgotten', handoffsOvertake: true, open: onPostgres(forgetConnections) },
  { name: 'connections cut, then refused', open: onPostgres(cutConnections) },
  { name: 'disk full', readsGoOn: true, findMissing: findNoDisk, open: onSmallDisk(fillDisk) },
  { name: 'failover', rounds: 5, findMissing: findMissingPrograms, open: onPair('shutdown-sessions', killPrimary) },
  { name: 'switchover', rounds: 5, findMissing: findMissingPrograms, open: onPair('shutdown-sessions', stopPrimary) },
  {
    name: 'old primary read-only',
    rounds: 5,
    findMissing: findMissingPrograms,
    open: onPair('keep-sessions', makePrimaryReadOnly),
  },
];

const HEADER = ['scenario', 'database', 'writes answered', '503s', 'slowest answer', 'served again after', 'verdict'];

const names = process.argv.slice(2);
const known = new Set(SCENARIOS.map(({ name }) => name));
const unknown = names.filter((name) => !known.has(name));
if (unknown.length > 0) {
  console.error(`There is no scenario ${unknown.join(', ')}; there are: ${[...known].join(', ')}.`);
  process.exit(1);
}

const playable: Scenario[] = [];
for (const scenario of SCENARIOS) {
  if (names.length > 0 && !names.includes(scenario.name)) continue;
  const missing = await scenario.findMissing?.();
  if (missing === undefined) {
    playable.push(scenario);
  } else {
    console.error(`${scenario.name}: left out. ${missing}`);
    if (names.length > 0) process.exit(1);
  }
}

const postgres = await startPostgres();
const outcomes: Outcome[] = [];
for (const scenario of playable) {
  const outcome = await play(scenario, postgres, LENGTH);
  console.log(`${outcome.database}, ${outcome.scenario}: ${verdictOf(outcome)}`);
  for (const note of outcome.notes) console.log(`  ${note}`);
  if (outcome.failure !== undefined) console.error(outcome.failure);
  outcomes.push(outcome);
}
await postgres.remove();
console.log(tableOf(outcomes));
process.exitCode = outcomes.every(({ failure }) => failure === undefined) ? 0 : 1;

async function findNoDisk(): Promise<string | undefined> {
  return (await canMount())
    ? undefined
    : 'No disk can be mounted here: files that must not grow take the place of a full one.';
}

function tableOf(rows: readonly Outcome[]): string {
  const lines = rows.map((row) => [
    row.scenario,
    row.database,
    String(row.written),
    String(row.unavailable),
    seconds(row.slowestMs),
    seconds(row.backAfterMs),
    verdictOf(row),
  ]);
  const widths = HEADER.map((title, i) => Math.max(title.length, ...lines.map((line) => line[i]?.length ?? 0)));
  const inLine = (cells: readonly string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  return [inLine(HEADER), inLine(widths.map((width) => '-'.repeat(width))), ...lines.map(inLine)].join('\n');
}

function verdictOf({ failure }: Outcome): string {
  return failure === undefined ? 'held' : 'FAILED';
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
