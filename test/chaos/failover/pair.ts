/**
 * A pair of PostgreSQL servers: a primary, and a standby that confirms every commit (synchronous streaming replication). As with Patroni's
 * `synchronous_mode`, a primary without a standby does not wait for one.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Json } from '../../support/drivers/calls.ts';
import { createFolder, run, startChild } from '../../support/servers/child-processes.ts';
import { freePort } from '../../support/servers/ports.ts';
import { isReady } from '../../support/servers/postgres-server.ts';
import { type Owner, unprivilegedOwner } from '../../support/servers/unprivileged.ts';

const POLL_INTERVAL_MS = 50;
const SYNCHRONOUS_WITHIN_MS = 30_000;

/** Timeout of one query to a server that may be stopping. */
const ANSWER_LIMIT_MS = 2_000;

export interface Member {
  readonly name: string;
  readonly port: number;
  query(text: string): Promise<Json[]>;
}

export interface PostgresPair {
  readonly members: readonly Member[];
  readonly primary: Member;
  /** The other server: the standby, or the old primary until it rejoins. */
  readonly other: Member;
  /** SIGKILL to the postmaster of the primary and all its processes at once. */
  killPrimary(): Promise<void>;
  /** Like `pg_ctl stop -m fast`: ends when the standby has everything. */
  stopPrimary(): Promise<void>;
  /** It stays up with all connections, but only serves reads from then on. */
  makePrimaryReadOnly(): Promise<void>;
  /** Promotes the standby; resolves when it accepts writes. */
  promote(): Promise<void>;
  /** Makes the old primary a standby of the new one; resolves when commits wait for it. */
  rejoin(): Promise<void>;
  remove(): Promise<void>;
}

interface OwnMember extends Member {
  readonly data: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** `programs` is the folder of PostgreSQL's programs. The user is `postgres` and needs no password. */
export async function startPair(programs: string): Promise<PostgresPair> {
  const owner = await unprivilegedOwner();
  const folder = await createFolder('watchbill-pair-');
  if (owner !== undefined) await chown(folder.path, owner.uid, owner.gid);
  const members = [
    await createMember('a', programs, folder.path, owner),
    await createMember('b', programs, folder.path, owner),
  ] as const;
  let [primary, standby]: readonly [OwnMember, OwnMember] = members;

  async function rejoin(): Promise<void> {
    await standby.stop();
    await rm(standby.data, { recursive: true, force: true });
    const words = ['--host=127.0.0.1', `--port=${primary.port}`, '--username=postgres', `--pgdata=${standby.data}`];
    const follow = ['--write-recovery-conf', '--checkpoint=fast', '--no-sync'];
    await run(join(programs, 'pg_basebackup'), [...words, ...follow], { ...owner });
    await standby.start();
    await primary.query(`alter system set synchronous_standby_names = '*'`);
    await primary.query('select pg_reload_conf()');
    await isSynchronous();
  }

  async function isSynchronous(): Promise<void> {
    const giveUpAt = performance.now() + SYNCHRONOUS_WITHIN_MS;
    for (;;) {
      const [found] = await primary.query(`select 1 from pg_stat_replication where sync_state = 'sync'`);
      if (found !== undefined) return;
      if (performance.now() > giveUpAt) throw new Error('the standby did not become synchronous');
      await wait(POLL_INTERVAL_MS);
    }
  }

  await run(
    join(programs, 'initdb'),
    [`--pgdata=${primary.data}`, '--auth=trust', '--username=postgres', '--locale=C', '--encoding=UTF8', '--no-sync'],
    { ...owner },
  );
  await primary.start();
  await rejoin();

  return {
    members,
    get primary() {
      return primary;
    },
    get other() {
      return standby;
    },
    killPrimary: () => primary.kill(),
    stopPrimary: () => primary.stop(),
    async makePrimaryReadOnly() {
      await primary.query('alter system set default_transaction_read_only = on');
      await primary.query('select pg_reload_conf()');
    },
    async promote() {
      [primary, standby] = [standby, primary];
      await primary.query('select pg_promote()');
    },
    rejoin,
    async remove() {
      await Promise.all(members.map(({ kill }) => kill()));
      await folder.remove();
    },
  };
}

async function createMember(
  name: string,
  programs: string,
  folder: string,
  owner: Owner | undefined,
): Promise<OwnMember> {
  const data = join(folder, name);
  const port = await freePort();
  const flags = ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
  let server: ChildProcess | undefined;

  async function end(finish: (pid: number) => unknown): Promise<void> {
    if (server?.pid === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, 'exit');
    await finish(server.pid);
    await exited;
  }

  return {
    name,
    port,
    data,
    async query(text) {
      const client = new pg.Client({
        connectionString: urlOf(port, 'postgres'),
        connectionTimeoutMillis: ANSWER_LIMIT_MS,
      });
      client.on('error', () => undefined);
      try {
        await client.connect();
        return (await client.query(text)).rows;
      } finally {
        await client.end().catch(() => undefined);
      }
    },
    async start() {
      server = startChild(join(programs, 'postgres'), flags, { ...owner, stdio: ['ignore', 'ignore', 'pipe'] });
      await isReady(server);
    },
    kill: () =>
      end(async (pid) => {
        const started = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
        for (const each of [pid, ...started.trim().split(/\s+/).filter(Boolean).map(Number)]) killIfThere(each);
      }),
    stop: () => end((pid) => process.kill(pid, 'SIGINT')),
  };
}

export function urlOf(port: number, database: string): string {
  return `postgres://postgres@127.0.0.1:${port}/${database}`;
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
