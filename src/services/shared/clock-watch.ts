/**
 * Rule STO-9: nodes on one database must agree on the time, since each decides by its own clock what is due and who is on call. A
 * node whose clock differs from the database's by more than a second says so and is not ready. SQLite has no clock of its own.
 */
import type { Database } from '../../db/driver/database.ts';
import { AppError } from '../../errors.ts';
import type { Log } from '../../process/log.ts';
import type { Clock } from '../../time/clock.ts';
import { MINUTE_MS } from '../../time/units.ts';

export const CLOCK_CHECK_INTERVAL_MS = MINUTE_MS;

const MAX_DIFFERENCE_MS = 1_000;

export interface ClockWatch {
  /** Compares the clocks. Throws if the database is unreachable. */
  check(): Promise<void>;
  /** This node's clock minus the database's, at the last check; undefined before the first. */
  differenceMs(): number | undefined;
  /** Fails while the clocks differ too much. It checks again first, so that a corrected clock counts at once. */
  requireAgreement(): Promise<void>;
}

export function createClockWatch(db: Database, clock: Clock, log: Log): ClockWatch {
  let difference: number | undefined;
  let isOff = false;

  async function check(): Promise<void> {
    const measured = await db.compareClock?.(clock);
    if (measured === undefined) return;
    difference = measured.differenceMs;
    const wasOff = isOff;
    // The database may have read its clock at any time of the round trip: only a certain difference counts.
    isOff = Math.abs(difference) - measured.uncertaintyMs > MAX_DIFFERENCE_MS;
    if (isOff && !wasOff)
      log.warn('the clock of this node differs from that of the database', { seconds: difference / 1000 });
    if (wasOff && !isOff) log.info('the clock of this node agrees with that of the database again');
  }

  return {
    check,
    differenceMs: () => difference,
    async requireAgreement() {
      if (isOff) await check();
      if (isOff) throw new AppError('service_unavailable', reasonOf(difference ?? 0));
    },
  };
}

function reasonOf(differenceMs: number): string {
  const seconds = (Math.abs(differenceMs) / 1000).toFixed(1);
  const where = differenceMs > 0 ? 'ahead of' : 'behind';
  return `The clock of this node is ${seconds} s ${where} the database's; at most ${MAX_DIFFERENCE_MS / 1000} s is allowed.`;
}
