/** Everything that is broken on purpose. Each sees that it was felt, mends what it broke, and gives the moment from which on nothing was in the way. */
import { DatabaseSync } from 'node:sqlite';
import type { PostgresServer } from '../support/postgres-server.ts';
import type { TcpProxy } from '../support/proxy.ts';
import { LONGEST_ANSWER_MS } from './answers.ts';
import { limitFileSize, type SmallDisk } from './full-disk.ts';
import type { Site } from './site.ts';

/** `G` is the ground that it needs to stand on. The moment is one of `performance.now`. */
export type Fault<G = unknown> = (site: Site, ground: G) => Promise<number>;

export interface SqliteGround {
  readonly path: string;
}

export interface PostgresGround {
  readonly proxy: TcpProxy;
  readonly postgres: PostgresServer;
}

/** In each direction. A write that asks twenty times takes a second more. */
const SLOW_MS = 25;
const SLOW_ANSWERS = 6;

/** More than there are clients, so that one of them at least has tried again. */
const FELT = 10;

/** Twice that long: a connection, and what is then asked on it. */
const FELT_WITHIN_MS = 2 * LONGEST_ANSWER_MS;

/** A page: whatever is written to the database or its log goes past it. */
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
  const other = new DatabaseSync(path, { timeout: LONGEST_ANSWER_MS });
  other.exec('begin immediate');
  await felt(site);
  other.close();
  return performance.now();
};

export const limitFiles: Fault = async (site) => {
  const pids = [site.serverPid, site.workerPid];
  for (const pid of pids) await limitFileSize(pid, NO_ROOM_BYTES);
  await felt(site);
  for (const pid of pids) await limitFileSize(pid, 'unlimited');
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

/** Connections stay and new ones are accepted; nobody answers. */
export const silence: Fault<PostgresGround> = async (site, { proxy }) => {
  proxy.stall();
  await felt(site);
  await proxy.mend();
  return performance.now();
};

/** As a firewall that has lost its memory: nothing is heard of connections that are there. New ones work. */
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

async function felt({ answers }: Site): Promise<void> {
  const wanted = answers.unavailable + FELT;
  await answers.until(() => answers.unavailable >= wanted, `${FELT} answers of 503`, FELT_WITHIN_MS);
}

async function written({ answers }: Site, count: number): Promise<void> {
  const wanted = answers.written + count;
  await answers.until(() => answers.written >= wanted, `${count} writes meanwhile`, FELT_WITHIN_MS);
}
