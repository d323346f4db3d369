/** Benchmark of `npm start`: time to the first response on an existing database, and the memory of an idle service. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { DatabaseConfig } from '../../src/config/database.ts';
import { newApiKey } from '../../src/secrets/api-key-format.ts';
import { freePort } from '../../test/support/servers/ports.ts';
import { environmentFor, startServer } from '../../test/support/servers/server-process.ts';
import { withSqlite } from '../databases.ts';
import { residentMB, scaled } from '../installation.ts';
import { median } from '../samples.ts';
import { type Part, type Row, rounded } from '../table.ts';

const STARTS = scaled(9, 3);
const STARTS_TO_IDLE = scaled(3);
const IDLE_MS = scaled(10_000, 1_000);
const ASK_INTERVAL_MS = 2;
const GIVE_UP_MS = 30_000;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export const startPart: Part = {
  notes: [
    `Start: ${STARTS} times \`npm start\` on a SQLite database that an earlier start has made, until GET /user/ with a key is answered with 200, asked every ${ASK_INTERVAL_MS} ms; the median, and the longest as p99.`,
    `Memory is that of the service, without npm, ${IDLE_MS / 1_000} s after it: the median of ${STARTS_TO_IDLE}. MB are millions of bytes.`,
  ],
  run: () => withSqlite(rowsOf),
};

async function rowsOf(database: DatabaseConfig): Promise<Row[]> {
  const key = newApiKey();
  const first = await startServer(database, key);
  first.process.kill('SIGTERM');
  await first.exited;
  const startsMs: number[] = [];
  const memoriesMB: number[] = [];
  for (let i = 0; i < STARTS; i++) {
    const started = await start(database, key);
    startsMs.push(started.ms);
    if (i < STARTS_TO_IDLE) {
      await delay(IDLE_MS);
      memoriesMB.push(await residentMB(await serviceUnder(started.npm)));
    }
    await stop(started.npm);
  }
  return [
    {
      what: 'from npm start to the first answer',
      unit: 'ms',
      figure: rounded(median(startsMs)),
      p99: rounded(Math.max(...startsMs)),
      goal: { atMost: 1_000 },
    },
    { what: 'resident memory, idle', unit: 'MB', figure: rounded(median(memoriesMB)), goal: { atMost: 130 } },
  ];
}

async function start(database: DatabaseConfig, key: string): Promise<{ npm: ChildProcess; ms: number }> {
  const port = await freePort();
  const env = { ...process.env, ...environmentFor(database), PORT: String(port) };
  const before = performance.now();
  const npm = spawn('npm', ['start'], { cwd: ROOT, env, stdio: 'ignore' });
  while (!(await answers(port, key))) {
    if (npm.exitCode !== null || performance.now() - before > GIVE_UP_MS) throw new Error('npm start gave no service');
    await delay(ASK_INTERVAL_MS);
  }
  return { npm, ms: performance.now() - before };
}

async function answers(port: number, key: string): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/user/`, { headers: { 'x-api-key': key } })).status === 200;
  } catch {
    return false;
  }
}

/** npm's only child: the script begins with `exec`, so there is no shell in between. */
async function serviceUnder(npm: ChildProcess): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']);
  const processes = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const [pid] = processes.find(([, parent]) => parent === npm.pid) ?? [];
  if (pid === undefined) throw new Error('npm start has no child');
  return pid;
}

async function stop(npm: ChildProcess): Promise<void> {
  const service = await serviceUnder(npm);
  process.kill(service, 'SIGTERM');
  if (npm.exitCode === null) await once(npm, 'exit');
}
