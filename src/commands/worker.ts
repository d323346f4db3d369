/** `watchbill worker`: the work alone, without HTTP. */
import { readConfig } from '../config/config.ts';
import { logConsole, logCrash } from '../log.ts';
import { startWorker } from '../worker/loop.ts';
import { watchClock } from './clock-checks.ts';
import { openMigrated } from './opening.ts';
import { onSignal, stopWithout } from './stopping.ts';

/** Runs a worker without a server, beside other nodes on the same database. */
export async function workOnly(): Promise<void> {
  const config = readConfig();
  const services = await openMigrated(config);
  const { log } = services;
  logCrash(log);
  logConsole(log);
  const stopWatching = await watchClock(services, log);
  const worker = await startWorker(services, log, config);

  const stopOnce = onSignal(
    async () => {
      stopWatching();
      await worker.stop();
      await services.db.close();
    },
    () => log.info('still working; another signal ends the process'),
  );
  services.db.onLost?.((reason) => stopWithout(reason, log, stopOnce));
  log.info('working');
}
