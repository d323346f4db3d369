/** The service as a real process, on a database that outlives it. */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { DatabaseConfig } from '../../../src/config/database.ts';
import { run, startChild } from './child-processes.ts';
import type { CommandLine, Outcome } from './command-series.ts';
import { commandFlags, nodeFlags } from './quick-start.ts';

const MAIN = fileURLToPath(new URL('../../../bin/watchbill.mjs', import.meta.url));
const SERIES = fileURLToPath(new URL('./command-series.ts', import.meta.url));

export interface RunningProcess {
  readonly process: ChildProcess;
  /** The exit code and the signal that ended it. */
  readonly exited: Promise<[code: number | null, signal: string | null]>;
  /** Resolves with the first log line that contains the text. */
  said(text: string): Promise<string>;
}

export interface ServerProcess extends RunningProcess {
  /** `http://127.0.0.1:41234` */
  readonly address: string;
}

/** The environment of a process on that database. */
export function environmentFor(database: DatabaseConfig): Record<string, string> {
  const address = database.kind === 'sqlite' ? `sqlite:${database.path}` : database.url;
  return {
    ...compiledCode(),
    DATABASE_URL: address,
    ...poolerIn(database),
    WATCHBILL_SECRET: 'x'.repeat(32),
    PORT: '0',
    WATCHBILL_RATE_LIMIT: '0',
  };
}

function poolerIn(database: DatabaseConfig): Record<string, string> {
  if (database.kind !== 'postgres' || database.transactionPooler === undefined) return {};
  return { DATABASE_POOLER: 'transaction', DATABASE_DIRECT_URL: database.transactionPooler.directUrl ?? '' };
}

/** Where Node finds the code that it has compiled before, for a process that inherits nothing. */
export function compiledCode(): Record<string, string> {
  const { NODE_COMPILE_CACHE } = process.env;
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
}

/** Runs a command of the command line. */
export function startCommand(
  database: DatabaseConfig,
  words: readonly string[],
  more: Readonly<Record<string, string>> = {},
  flags = commandFlags(),
): ChildProcess {
  const env = { ...environmentFor(database), ...more };
  return startChild(process.execPath, [...flags, MAIN, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Runs commands that are refused, one after the other in one process: see command-series.ts. `launcher` is a program that starts it. */
export async function runSeries(
  series: readonly CommandLine[],
  env: NodeJS.ProcessEnv,
  launcher: readonly string[] = [],
): Promise<Outcome[]> {
  const [program = '', ...words] = [...launcher, process.execPath, ...nodeFlags(), SERIES, JSON.stringify(series)];
  const { stdout } = await run(program, words, { env });
  return JSON.parse(stdout.slice(stdout.lastIndexOf('\n') + 1)) as Outcome[];
}

/** Resolves when the service listens. `ownerKey` is used if the database is new. */
export function startServer(database: DatabaseConfig, ownerKey: string): Promise<ServerProcess> {
  return listening(startCommand(database, ['serve'], { WATCHBILL_BOOTSTRAP_API_KEY: ownerKey }));
}

/** A key of that user, created by the command line. */
export async function apiKeyOf(database: DatabaseConfig, email: string): Promise<string> {
  const made = follow(startCommand(database, ['keys', 'create', '--email', email]));
  const key = await made.said('wb_');
  await made.exited;
  return key;
}

/** Resolves when the log of the process says where it listens. */
export async function listening(child: ChildProcess): Promise<ServerProcess> {
  const running = follow(child);
  const { address } = JSON.parse(await running.said('"listening"')) as { address: string };
  return { ...running, address };
}

/** Reads the log of a process. */
export function follow(child: ChildProcess): RunningProcess {
  assert.ok(child.stdout !== null);
  const exited = once(child, 'exit') as RunningProcess['exited'];
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  let isOver = false;
  const log = createInterface(child.stdout);
  log.on('line', (line) => {
    lines.push(line);
    for (const look of waiting) look();
  });
  log.on('close', () => {
    isOver = true;
    for (const look of waiting) look();
  });

  function said(text: string): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    function look(): void {
      const found = lines.find((line) => line.includes(text));
      if (found !== undefined) resolve(found);
      else if (isOver) reject(new Error(`the process ended and never said ${text}:\n${lines.join('\n')}`));
      else return;
      waiting.delete(look);
    }
    waiting.add(look);
    look();
    return promise;
  }

  return { process: child, exited, said };
}

/** The peak resident memory of the process. */
export async function peakMb({ process: { pid } }: RunningProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

/** Ends it like `kill -9`. */
export async function killed({ process, exited }: RunningProcess): Promise<void> {
  process.kill('SIGKILL');
  await exited;
}

/** Asks it to end, and asserts that it ends without an error. */
export async function stopped({ process, exited }: RunningProcess): Promise<void> {
  process.kill('SIGTERM');
  assert.deepEqual(await exited, [0, null]);
}
