/** Runs the retention sweep when a worker starts, and then once an hour. */
import type { Log } from '../process/log.ts';
import { type Retention, sweep } from '../services/jobs/retention.ts';
import type { Services } from '../services/shared/services.ts';
import { HOUR_MS } from '../time/units.ts';

const SWEEP_INTERVAL_MS = HOUR_MS;

export interface Sweeping {
  /** Resolves when the current batch is done. */
  stop(): Promise<void>;
}

export function startSweeping(services: Services, log: Log, retention: Retention): Sweeping {
  let isStopping = false;
  let latest = sweepOnce();
  const timer = setInterval(() => {
    latest = latest.then(sweepOnce);
  }, SWEEP_INTERVAL_MS).unref();

  async function sweepOnce(): Promise<void> {
    if (isStopping) return;
    try {
      const swept = await sweep(services, retention, () => isStopping);
      if (Object.values(swept).some((count) => count > 0)) log.info('deleted what was kept long enough', swept);
    } catch (error) {
      log.error('the worker could not delete what was kept long enough', { error });
    }
  }

  return {
    async stop() {
      isStopping = true;
      clearInterval(timer);
      await latest;
    },
  };
}
