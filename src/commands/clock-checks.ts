/** Compares the clock of this machine with the clock of the database while a process serves or works. */
import type { Log } from '../process/log.ts';
import { CLOCK_CHECK_INTERVAL_MS } from '../services/shared/clock-watch.ts';
import type { Services } from '../services/shared/services.ts';

/** Rule STO-9: compares clocks now and once a minute. Returns a function that stops it. */
export async function watchClock({ clockWatch }: Services, log: Log): Promise<() => void> {
  const check = () =>
    clockWatch?.check().catch((error) => log.warn('could not compare the clock with the database', { error }));
  await check();
  const checking = setInterval(() => void check(), CLOCK_CHECK_INTERVAL_MS).unref();
  return () => clearInterval(checking);
}
