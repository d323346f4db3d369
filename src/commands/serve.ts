/** `watchbill serve` and `watchbill demo`: connect the configuration, the services, the HTTP application and the worker. */
import { fileURLToPath } from 'node:url';
import { type Config, readConfig } from '../config/config.ts';
import { buildApp } from '../http/app.ts';
import type { SharedCounter } from '../http/limits/redis-counter.ts';
import { shutDown } from '../http/shutdown.ts';
import { type Log, logConsole, logCrash } from '../process/log.ts';
import { listenError } from '../process/start-errors.ts';
import { bootstrap } from '../services/setup/bootstrap.ts';
import { LAST_USE_WRITE_INTERVAL_MS, writeLastUses } from '../services/shared/last-uses.ts';
import type { Services } from '../services/shared/services.ts';
import { systemClock } from '../time/clock.ts';
import type { Flags, Options } from '../validation/arguments.ts';
import { startNodeWork, startWorker, type Worker } from '../worker/loop.ts';
import { watchClock } from './clock-checks.ts';
import { showingOf } from './first-start.ts';
import { DEMO_DATABASE, openMigrated, openToRead, warnOfUnknownSettings } from './opening.ts';
import { onSignal, stopWithout } from './stopping.ts';

/**
 * Timeout of a whole request when the database is reached over a network. Each query has its own deadline, but several slow ones add up.
 * Longer than the deadline of one query plus its connection.
 */
const RESPONSE_TIMEOUT_MS = 24_000;

/** The files of dist/server/ are as deep as this one. */
const WEB_FOLDER = fileURLToPath(new URL('../../dist/web', import.meta.url));
const DOCS_FOLDER = fileURLToPath(new URL('../../dist/docs', import.meta.url));

export function serve(_: Options, flags: Flags): Promise<void> {
  const isReadOnly = flags.has('read-only');
  return serveWith(readConfig(), { hasWorker: !isReadOnly && !flags.has('no-worker'), isReadOnly });
}

/** Uses its own database, unless one is configured. */
export async function demo(): Promise<void> {
  const { fillWithDemo } = await import('../services/setup/demo.ts');
  return serveWith(readConfig(undefined, { DATABASE_URL: DEMO_DATABASE }), {
    hasWorker: true,
    fill: fillWithDemo,
  });
}

interface Serving {
  readonly hasWorker: boolean;
  /** Writes and migrates nothing: for a standby, for example. */
  readonly isReadOnly?: boolean;
  /** Runs once, when the database is new. */
  readonly fill?: (services: Services, ownerKey: string) => Promise<void>;
}

async function serveWith(config: Config, { hasWorker, isReadOnly = false, fill }: Serving): Promise<void> {
  const services = isReadOnly ? await openToRead(config) : await openMigrated(config);
  const { log } = services;
  logCrash(log);
  logConsole(log);
  warnOfUnknownSettings(log);
  let address = config.publicUrl;
  // With port 0 the configuration does not know the address, unless it was given.
  const publicUrl = () => (URL.parse(config.publicUrl)?.port === '0' ? address : config.publicUrl);
  const requestCounter = await openCounter(config, log);
  const app = await buildApp({
    services,
    docsUrl: config.docsUrl,
    publicUrl,
    trustsHost: config.linkUrl === undefined,
    rateLimit: config.rateLimit,
    log,
    slackSigningSecret: config.chat.provider === 'slack' ? config.chat.signingSecret : undefined,
    oidc: config.oidc,
    webFolder: WEB_FOLDER,
    docsFolder: DOCS_FOLDER,
    requestCounter,
    trustedProxies: config.trustedProxies,
    requestTimeoutMs: config.requestTimeoutMs,
    hasAccessLog: config.hasAccessLog,
    eventStreams: config.eventStreams,
    answerWithinMs: config.database.kind === 'postgres' ? RESPONSE_TIMEOUT_MS : undefined,
  });
  let worker: Worker | undefined;

  async function writeUses(): Promise<void> {
    if (isReadOnly) return;
    await writeLastUses(services).catch((error) => log.warn('could not store the last use of keys', { error }));
  }

  const stopWatching = await watchClock(services, log);
  const writingUses = setInterval(writeUses, LAST_USE_WRITE_INTERVAL_MS).unref();

  let isDatabaseLost = false;

  async function stop(drainMs: number): Promise<void> {
    clearInterval(writingUses);
    stopWatching();
    // In parallel: a request that never ends must not keep the worker running until the process is killed.
    await Promise.all([shutDown(app, drainMs), worker?.stop()]);
    requestCounter?.close();
    if (!isDatabaseLost) await writeUses();
    await services.db.close();
  }

  async function bootstrapOnce(): Promise<void> {
    const showing = showingOf(config, { address, publicUrl: publicUrl() }, log);
    const first = await bootstrap(services, {
      ...config.bootstrap,
      isWithoutKey: !showing.canShow && fill === undefined,
      ...(fill === undefined && { setup: 'name' }),
      show: showing.show,
    });
    if (first?.key !== undefined) await fill?.(services, first.key);
  }

  try {
    address = await app.listen({ port: config.port, host: config.host });
    // Rule TRU-8: only a service that listens creates and shows the credentials of its owner. With its port taken, it leaves both to the next start.
    if (!isReadOnly) await bootstrapOnce();
    if (hasWorker) worker = await startWorker(services, log, config);
    else if (!isReadOnly) worker = await startNodeWork(services, log);
    // Before the service reports that it listens: until then, a signal ends the process at once (main.ts).
    const stopOnce = onSignal(
      () => stop(isDatabaseLost ? 0 : config.drainMs),
      () => log.info('still serving requests; another signal ends the process'),
      config.drainMs,
    );
    services.db.onLost?.((reason) => {
      isDatabaseLost = true;
      stopWithout(reason, log, stopOnce);
    });
    log.info('listening', { address, worker: hasWorker });
  } catch (error) {
    // Nobody was told to send requests here.
    await stop(0);
    throw listenError(config, error) ?? error;
  }
}

/** Loaded only if it is used: most installations have one node and no Redis. */
async function openCounter({ redisUrl, rateLimit }: Config, log: Log): Promise<SharedCounter | undefined> {
  if (redisUrl === undefined || rateLimit === 0) return undefined;
  const { countInRedis } = await import('../http/limits/redis-counter.ts');
  return countInRedis(redisUrl, systemClock, log);
}
