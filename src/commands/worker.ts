/** `watchbill worker`: the work alone, without HTTP except for its metrics. */
import { type Config, readConfig } from '../config/config.ts';
import { type MetricsServer, serveMetrics } from '../http/metrics/metrics-server.ts';
import { logConsole, logCrash } from '../process/log.ts';
import { listenError } from '../process/start-errors.ts';
import { startWorker, type Worker } from '../worker/loop.ts';
import { watchClock } from './clock-checks.ts';
import { openMigrated, type ServicesWithLog, warnOfUnknownSettings } from './opening.ts';
import { onSignal, stopWithout } from './stopping.ts';

/** Runs a worker without a server, beside other nodes on the same database. */
export async function workOnly(): Promise<void> {
  const config = readConfig();
  const services = await openMigrated(config);
  const { log } = services;
  logCrash(log);
  logConsole(log);
  warnOfUnknownSettings(log);
  let metrics: MetricsServer | undefined;
  let stopWatching: (() => void) | undefined;
  let worker: Worker | undefined;

  async function stop(): Promise<void> {
    stopWatching?.();
    await worker?.stop();
    metrics?.close();
    await services.db.close();
  }

  try {
    // Before any work: a port that is taken must be noticed at the start.
    metrics = await openMetrics(config, services);
    stopWatching = await watchClock(services, log);
    worker = await startWorker(services, log, config);
  } catch (error) {
    // Open connections would keep the process running.
    await stop();
    throw error;
  }
  const stopOnce = onSignal(stop, () => log.info('still working; another signal ends the process'));
  services.db.onLost?.((reason) => stopWithout(reason, log, stopOnce));
  log.info('working', metrics && { metrics: `${metrics.address}/metrics` });
}

/** Undefined if no port is configured. */
async function openMetrics(
  { host, metricsPort: port }: Config,
  services: ServicesWithLog,
): Promise<MetricsServer | undefined> {
  if (port === undefined) return undefined;
  try {
    return await serveMetrics(services, services.log, { host, port });
  } catch (error) {
    throw listenError({ host, port }, error, 'WATCHBILL_METRICS_PORT') ?? error;
  }
}
