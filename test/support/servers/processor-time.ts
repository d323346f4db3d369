/**
 * Measures the processor time of a process and its ended children on Linux. Preloaded by `npm test -- --times`, it records that of its process at the
 * end.
 */
import { appendFileSync, readFileSync } from 'node:fs';

const TICKS_A_SECOND = 100;

/** 0 without /proc. */
export function processorSeconds(): number {
  let stat: string;
  try {
    stat = readFileSync('/proc/self/stat', 'utf8');
  } catch {
    return 0;
  }
  // The name, in brackets, may contain spaces. After it, utime, stime, cutime and cstime are fields 11 to 14.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_A_SECOND;
}

const { TEST_TIMES } = process.env;
if (TEST_TIMES !== undefined && process.env.NODE_TEST_CONTEXT !== undefined) {
  process.on('exit', () => appendFileSync(TEST_TIMES, `${processorSeconds()} ${process.argv[1]}\n`));
}
