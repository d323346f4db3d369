/**
 * Benchmark of the budget of work: somebody sends requests that compute as much as possible, and others must not notice. Each attack has a new server
 * process. Measured are the longest stop of its event loop, how long another user waits for `GET /user/`, and the peak of its memory.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseConfig } from '../../src/config/database.ts';
import { listening, type ServerProcess, startCommand } from '../../test/support/servers/server-process.ts';
import { ATTACKS, type Attack, answered, attack, firstUses, HOURS_OF_EVERYONE, type Outcome } from '../attacks.ts';
import { startBystander, type Wait } from '../bystander.ts';
import { HOURLY_SCHEDULES, installCrowd, installOrdinary, PEOPLE, type Scene } from '../crowded-organization.ts';
import { withPostgres, withSqlite } from '../databases.ts';
import { scaled } from '../installation.ts';
import { readStops, type Stop } from '../loop-watch.ts';
import { quantile } from '../samples.ts';
import { type Part, type Row, rounded } from '../table.ts';

const ATTACK_MS = scaled(3_000, 500);
/** Before an attack, so that the code of the bystander's requests is compiled. */
const WARM_UP_MS = scaled(500, 100);

const ORDINARY = scaled(2_000, 100);
const REPORT_MS = 30_000;

const MAX_STOP_MS = 100;
const MAX_WAIT_MS = 50;
const MAX_MB = 400;

const LOOP_WATCH = new URL('../loop-watch.ts', import.meta.url).href;

/**
 * `BENCH_ATTACK=timelines` runs only attacks whose name contains that, and `BENCH_PROFILES=/tmp/p` profiles the servers. With `BENCH_SCALE=0.99` such a
 * run does not replace the stored results.
 */
const { BENCH_ATTACK = '', BENCH_PROFILES } = process.env;

export const budgetPart: Part = {
  notes: [
    `Budget: ${HOURLY_SCHEDULES} schedules with hourly turns of ${PEOPLE} people, four at a time. An attack repeats its burst for ${ATTACK_MS / 1000} s, or 600 requests, on a new server without a rate limit. Answers of 422 and 429 are fine.`,
    'A stop is the longest gap between two calls of a timer in the server; its processor time is that of the main thread. Another user sends GET /user/ every 10 ms. Server, PostgreSQL, attack and bystander share the machine.',
  ],
  run: async () => [
    ...(await withSqlite((config) => rowsOn('SQLite', config))),
    ...(await withSqlite((config) => reportRows('SQLite', config))),
    ...(await withPostgres((config) => rowsOn('PostgreSQL', config))),
    ...(await withPostgres((config) => reportRows('PostgreSQL', config))),
  ],
};

async function rowsOn(name: string, config: DatabaseConfig): Promise<Row[]> {
  const scene = await installCrowd(config);
  const rows: Row[] = [];
  const failures: string[] = [];
  for (const one of ATTACKS.filter(isChosen)) {
    const { outcome, ...measured } = await measure(scene, one, ATTACK_MS);
    failures.push(...outcome.failures);
    rows.push(...rowsOf(`${one.what}, on ${name}`, measured));
  }
  for (const failure of failures.slice(0, 10)) console.error(failure);
  const what = `attacks on ${name}: answers of 5xx, and lost connections`;
  return [...rows, { what, unit: 'answers', figure: failures.length, goal: { atMost: 0 } }];
}

async function reportRows(name: string, config: DatabaseConfig): Promise<Row[]> {
  if (!isChosen(HOURS_OF_EVERYONE)) return [];
  const scene = await installOrdinary(config, ORDINARY);
  const { outcome, ...measured } = await measure(scene, HOURS_OF_EVERYONE, REPORT_MS, 1);
  const { beginMs, endMs, statuses, failures } = outcome;
  if (statuses[200] !== 1) throw new Error(`the report failed: ${JSON.stringify(statuses)} ${failures.join()}`);
  const count = ORDINARY.toLocaleString('en');
  const what = `hours of a year, ${count} people in ${count} weekly schedules, on ${name}`;
  const longest = Math.max(...measured.waits);
  return [
    { what, unit: 'ms', figure: rounded(endMs - beginMs), goal: { atMost: 10_000 } },
    ...rowsOf(what, measured),
    { what: `${what}: longest GET /user/`, unit: 'ms', figure: rounded(longest), goal: { atMost: MAX_WAIT_MS } },
  ];
}

function isChosen({ what }: Attack): boolean {
  return what.includes(BENCH_ATTACK);
}

interface Measured {
  readonly stops: readonly Stop[];
  /** Of the bystander, in milliseconds. */
  readonly waits: readonly number[];
  readonly peakMB: number;
}

function rowsOf(what: string, { stops, waits, peakMB }: Measured): Row[] {
  const longest = (of: readonly number[]) => rounded(Math.max(0, ...of));
  return [
    {
      what: `${what}: longest stop`,
      unit: 'ms',
      figure: longest(stops.map(({ ms }) => ms)),
      goal: { atMost: MAX_STOP_MS },
    },
    { what: `${what}: most processor time in a stop`, unit: 'ms', figure: longest(stops.map(({ busyMs }) => busyMs)) },
    {
      what: `${what}: p99 of GET /user/`,
      unit: 'ms',
      figure: rounded(quantile(waits, 0.99)),
      goal: { atMost: MAX_WAIT_MS },
    },
    { what: `${what}: memory`, unit: 'MB', figure: rounded(peakMB), goal: { atMost: MAX_MB } },
  ];
}

async function measure(
  scene: Scene,
  one: Attack,
  forMs: number,
  maxRequests?: number,
): Promise<Measured & { readonly outcome: Outcome }> {
  const folder = await mkdtemp(join(tmpdir(), 'watchbill-budget-'));
  const stopsFile = join(folder, 'stops.json');
  try {
    const { outcome, waits, peakMB } = await measureOn(await start(scene, stopsFile), scene, one, forMs, maxRequests);
    const { beginMs, endMs, statuses } = outcome;
    console.error(`${one.what}: ${Math.round(endMs - beginMs)} ms, ${JSON.stringify(statuses)}`);
    return {
      outcome,
      stops: readStops(stopsFile).filter((stop) => stop.endMs > beginMs && stop.endMs - stop.ms < endMs),
      waits: waits.filter((wait: Wait) => wait.dueMs >= beginMs && wait.dueMs < endMs).map(({ ms }) => ms),
      peakMB,
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Ends the server. */
async function measureOn(server: ServerProcess, scene: Scene, one: Attack, forMs: number, maxRequests?: number) {
  const { address } = server;
  try {
    for (const first of firstUses(scene)) await answered(address, first);
    const prepared = (await one.prepare?.(scene, address)) ?? '';
    const bystander = await startBystander({ address, key: scene.keys.bystander });
    await delay(WARM_UP_MS);
    const outcome = await attack(address, scene, one, { prepared, forMs, ...(maxRequests && { maxRequests }) });
    return { outcome, peakMB: await peakMemory(server), waits: await bystander.stop() };
  } finally {
    server.process.kill('SIGTERM');
    await server.exited;
  }
}

/** As `npm start` does: the flags of the tests make V8 keep more memory. */
function start({ config, keys }: Scene, stopsFile: string): Promise<ServerProcess> {
  const profile = BENCH_PROFILES === undefined ? '' : ` --cpu-prof --cpu-prof-dir=${BENCH_PROFILES}`;
  const environment = {
    WATCHBILL_BOOTSTRAP_API_KEY: keys.owner,
    NODE_OPTIONS: `--import=${LOOP_WATCH}${profile}`,
    LOOP_WATCH_FILE: stopsFile,
  };
  const child = startCommand(config, ['serve'], environment, []);
  return listening(child);
}

async function peakMemory({ process: { pid } }: ServerProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return (Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1]) * 1024) / 1e6;
}
