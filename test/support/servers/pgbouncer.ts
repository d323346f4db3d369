/** A real PgBouncer in front of the PostgreSQL of the run, for all of its databases. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { DatabaseConfig } from '../../../src/config/database.ts';
import { createFolder, startChild } from './child-processes.ts';
import { freePort } from './ports.ts';
import { unprivilegedOwner } from './unprivileged.ts';

/** Debian installs it where only root's PATH leads. */
const PLACES = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'];

const POOL_MODES = ['session', 'transaction'] as const;
export type PoolMode = (typeof POOL_MODES)[number];

export function isPoolMode(text: string): text is PoolMode {
  return POOL_MODES.some((mode) => mode === text);
}

export type PostgresConfig = Extract<DatabaseConfig, { kind: 'postgres' }>;

export interface PgBouncer {
  readonly port: number;
  stop(): Promise<void>;
}

export function findPgBouncer(): string | undefined {
  const given = process.env.PGBOUNCER_PATH;
  return (given ? [given] : PLACES).find((path) => existsSync(path));
}

/** `poolSize`: connections to each database. Any user of the server may connect, if it is in `passwords`. */
export async function startPgBouncer(
  serverPort: number,
  mode: PoolMode,
  poolSize: number,
  passwords: Readonly<Record<string, string>> = { postgres: 'postgres' },
): Promise<PgBouncer> {
  const program = findPgBouncer();
  if (program === undefined) throw new Error('there is no PgBouncer: install one, or name it in PGBOUNCER_PATH');
  const owner = await unprivilegedOwner();
  const folder = await createFolder('watchbill-pgbouncer-');
  const port = await freePort();
  const users = join(folder.path, 'users.txt');
  const settings = join(folder.path, 'pgbouncer.ini');
  await writeFile(
    users,
    Object.entries(passwords)
      .map(([user, password]) => `"${user}" "${password}"\n`)
      .join(''),
  );
  await writeFile(
    settings,
    `[databases]
* = host=127.0.0.1 port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = ${poolSize}
max_client_conn = 500
`,
  );
  if (owner !== undefined) {
    for (const path of [folder.path, users, settings]) await chown(path, owner.uid, owner.gid);
  }
  const server = startChild(program, [settings], { ...owner, stdio: ['ignore', 'ignore', 'pipe'] });
  await isReady(server);
  return {
    port,
    async stop() {
      const exited = once(server, 'exit');
      server.kill('SIGKILL');
      await exited;
      await folder.remove();
    },
  };
}

/** The configuration for a database behind it. */
export function configBehind(port: number, mode: PoolMode, directUrl: string): PostgresConfig {
  const url = new URL(directUrl);
  url.host = `127.0.0.1:${port}`;
  const config = { kind: 'postgres', url: url.href } as const;
  return mode === 'session' ? config : { ...config, transactionPooler: { directUrl } };
}

async function isReady(server: ChildProcess): Promise<void> {
  if (server.stderr === null) throw new Error('PgBouncer has no log');
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const said: string[] = [];
  // Later lines are read too: a full pipe would block it.
  createInterface(server.stderr).on('line', (line) => {
    if (said.length < 100) said.push(line);
    if (line.includes('process up')) resolve();
  });
  server.once('error', reject);
  server.once('exit', (code, signal) =>
    reject(new Error(`PgBouncer ended with ${code ?? signal}\n${said.join('\n')}`)),
  );
  await promise;
}
