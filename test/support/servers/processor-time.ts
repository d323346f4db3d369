/**
 * Measures the processor time of a process and of all processes that it started, directly or not, on Linux. Preloaded by `npm test -- --times`, it
 * records that of its process at the end.
 */
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';

const TICKS_A_SECOND = 100;

interface Process {
  readonly pid: number;
  readonly parent: number;
  /** Its own, and that of its ended children. */
  readonly ticks: number;
}

/** Chromium does not wait for all its processes when it ends: ask while it runs. 0 without /proc. */
export function processorSeconds(pid = process.pid): number {
  const running = runningProcesses();
  const counted = new Set([pid]);
  // A process may have a lower number than its parent, when numbers start again.
  for (let size = 0; size < counted.size; ) {
    size = counted.size;
    for (const { pid, parent } of running) if (counted.has(parent)) counted.add(pid);
  }
  const ticks = running.reduce((sum, { pid, ticks }) => sum + (counted.has(pid) ? ticks : 0), 0);
  return ticks / TICKS_A_SECOND;
}

function runningProcesses(): Process[] {
  let names: string[];
  try {
    names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
  return names.map(Number).flatMap((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The name, in brackets, may contain spaces. After it, the parent is field 1, and utime, stime, cutime and cstime are fields 11 to 14.
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      const ticks = fields.slice(11, 15).reduce((sum, part) => sum + part, 0);
      return [{ pid, parent: fields[1] as number, ticks }];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
}

const { TEST_TIMES } = process.env;
if (TEST_TIMES !== undefined && process.env.NODE_TEST_CONTEXT !== undefined) {
  process.on('exit', () => appendFileSync(TEST_TIMES, `${processorSeconds()} ${process.argv[1]}\n`));
}
