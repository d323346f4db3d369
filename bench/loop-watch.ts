/**
 * Loaded into a server by `--import`: records how long its event loop stops. A timer fires every 2 ms; a longer gap between two calls is a stop, and
 * the processor time of the main thread in that gap tells our own work from waiting for a core. The stops are written to `LOOP_WATCH_FILE` at the end.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

export interface Stop {
  /** Milliseconds since 1970, comparable between processes. */
  readonly endMs: number;
  readonly ms: number;
  /** Processor time of the main thread meanwhile. */
  readonly busyMs: number;
}

const INTERVAL_MS = 2;
/** Shorter ones are slices of work as they should be. */
const SHORTEST_MS = 8;

const { LOOP_WATCH_FILE } = process.env;
if (isMainThread && LOOP_WATCH_FILE !== undefined) watch(LOOP_WATCH_FILE);

export function readStops(file: string): Stop[] {
  return JSON.parse(readFileSync(file, 'utf8')) as Stop[];
}

/** The clock of `endMs`. */
export function epochMs(): number {
  return performance.timeOrigin + performance.now();
}

function watch(file: string): void {
  const stops: Stop[] = [];
  let last = { ms: epochMs(), busyMs: busyMs() };
  setInterval(() => {
    const now = { ms: epochMs(), busyMs: busyMs() };
    const ms = now.ms - last.ms;
    if (ms >= SHORTEST_MS) stops.push({ endMs: now.ms, ms, busyMs: now.busyMs - last.busyMs });
    last = now;
  }, INTERVAL_MS).unref();
  process.on('exit', () => writeFileSync(file, JSON.stringify(stops)));
}

function busyMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
