/** All faults that are injected on purpose. Each waits until it has an effect, repairs it, and returns the moment of the repair. */
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { TcpProxy } from '../support/fakes/proxy.ts';
import type { PostgresServer } from '../support/servers/postgres-server.ts';
import { MAX_ANSWER_MS } from './answers.ts';
import { limitFileSize, type SmallDisk } from './full-disk.ts';
import type { Site } from './site.ts';

/** `G` is what the fault needs of the database. The moment is one of `performance.now`. */
export type Fault<G = unknown> = (site: Site, ground: G) => Promise<number>;

export interface SqliteGround {
  readonly path: string;
}

export interface PostgresGround {
  readonly proxy: TcpProxy;
  readonly postgres: PostgresServer;
  /** An address that bypasses the proxy. */
  readonly directUrl: string;
}

/** In each direction. A write with twenty round trips takes a second more. */
const SLOW_MS = 25;
const SLOW_ANSWERS = 6;

/** The service's own limits (src/db/driver/postgres/postgres.ts, src/commands/serve.ts). */
const STATEMENT_LIMIT_MS = 15_000;
const TRANSACTION_LIMIT_MS = 16_000;
const REQUEST_LIMIT_MS = 24_000;

/** In each direction: a transaction has far more than eight round trips, a request more than two. */
const TOO_SLOW_FOR_TRANSACTIONS_MS = 1_000;
const TOO_SLOW_FOR_REQUESTS_MS = 5_000;

/** The number of readers. */
const REFUSED = 2;

/** More than there are clients, so that at least one of them has retried. */
const FELT = 10;

/** Twice that long: for a connection, and for a query on it. */
const FELT_WITHIN_MS = 2 * MAX_ANSWER_MS;

/** One page: no write to the database or its log fits. */
const NO_ROOM_BYTES = 4_096;

export const killServer: Fault = async (site) => {
  const begun = performance.now();
  await site.killServer();
  return begun;
};

export const killWorker: Fault = async (site) => {
  const begun = performance.now();
  await site.killWorker();
  return begun;
};

export const lockSqlite: Fault<SqliteGround> = async (site, { path }) => {
  const other = new DatabaseSync(path, { timeout: MAX_ANSWER_MS });
  other.exec('begin immediate');
  await felt(site);
  other.close();
  return performance.now();
};

export const limitFiles: Fault = async (site) => {
  for (const pid of site.pids) await limitFileSize(pid, NO_ROOM_BYTES);
  await felt(site);
  for (const pid of site.pids) await limitFileSize(pid, 'unlimited');
  return performance.now();
};

export const fillDisk: Fault<SmallDisk> = async (site, disk) => {
  await disk.fill();
  await felt(site);
  await disk.makeRoom();
  return performance.now();
};

export const stopPostgres: Fault<PostgresGround> = async (site, { postgres }) => {
  await postgres.stopAtOnce();
  await felt(site);
  await postgres.start();
  return performance.now();
};

export const slowDown: Fault<PostgresGround> = async (site, { proxy }) => {
  proxy.delay(SLOW_MS);
  await written(site, SLOW_ANSWERS);
  await proxy.mend();
  return performance.now();
};

/** Locks a table, as a manual change would: every statement on it waits. */
export const holdTable: Fault<PostgresGround> = async (site, { directUrl }) => {
  const other = new pg.Client({ connectionString: directUrl });
  await other.connect();
  try {
    await other.query('begin');
    await other.query('lock table schedules');
    await refusedAfter(site, STATEMENT_LIMIT_MS);
  } finally {
    await other.end();
  }
  return performance.now();
};

export const slowTransactions = tooSlow(TOO_SLOW_FOR_TRANSACTIONS_MS, TRANSACTION_LIMIT_MS);

export const slowRequests = tooSlow(TOO_SLOW_FOR_REQUESTS_MS, REQUEST_LIMIT_MS);

function tooSlow(delayMs: number, limitMs: number): Fault<PostgresGround> {
  return async (site, { proxy }) => {
    proxy.delay(delayMs);
    await refusedAfter(site, limitMs);
    await proxy.mend();
    return performance.now();
  };
}

/** Connections stay and new ones are accepted, but nothing responds. */
export const silence: Fault<PostgresGround> = async (site, { proxy }) => {
  proxy.stall();
  await felt(site);
  await proxy.mend();
  return performance.now();
};

/** Like a firewall that lost its state: existing connections are dead, new ones work. */
export const forgetConnections: Fault<PostgresGround> = async (_, { proxy }) => {
  proxy.forget();
  return performance.now();
};

export const cutConnections: Fault<PostgresGround> = async (site, { proxy }) => {
  proxy.cut();
  await written(site, FELT);
  await proxy.refuse();
  await felt(site);
  await proxy.mend();
  return performance.now();
};

export async function felt({ answers }: Site): Promise<void> {
  const wanted = answers.unavailable + FELT;
  await answers.until(() => answers.unavailable >= wanted, `${FELT} answers of 503`, FELT_WITHIN_MS);
}

/** Waits until requests were refused with 503 after at least that time. */
async function refusedAfter({ answers }: Site, limitMs: number): Promise<void> {
  const wanted = answers.unavailableAfter(limitMs) + REFUSED;
  const what = `${REFUSED} answers of 503 after ${limitMs / 1000} s`;
  await answers.until(() => answers.unavailableAfter(limitMs) >= wanted, what, FELT_WITHIN_MS);
}

async function written({ answers }: Site, count: number): Promise<void> {
  const wanted = answers.written + count;
  await answers.until(() => answers.written >= wanted, `${count} writes meanwhile`, FELT_WITHIN_MS);
}
