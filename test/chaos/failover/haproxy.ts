/**
 * HAProxy in front of a pair, configured as Patroni documents it: it connects clients to the server whose health endpoint responds 200 to `OPTIONS
 * /primary`. This module serves the endpoints, one for each server, in place of Patroni's REST API.
 */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createFolder, startChild } from '../../support/servers/child-processes.ts';
import { freePort } from '../../support/servers/ports.ts';
import type { Member } from './pair.ts';

const POLL_INTERVAL_MS = 100;
const CHANGE_LIMIT_MS = 30_000;

const LISTEN = 'primary';
const IS_PRIMARY = `select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as is_primary`;

export type WhenDown = 'keep-sessions' | 'shutdown-sessions';

export interface Haproxy {
  readonly port: number;
  /** Resolves when it leads to that many servers. */
  leadsTo(count: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Resolves when it leads to the primary alone. `whenDown` says what happens to open connections to a server that is no longer the primary; Patroni's
 * documentation has `shutdown-sessions`.
 */
export async function startHaproxy(program: string, members: readonly Member[], whenDown: WhenDown): Promise<Haproxy> {
  const folder = await createFolder('watchbill-haproxy-');
  const port = await freePort();
  const statsPort = await freePort();
  const endpoints = await Promise.all(members.map(serveHealth));
  const servers = endpoints.map(({ member, server }) => {
    const { port: healthPort } = server.address() as AddressInfo;
    return `server ${member.name} 127.0.0.1:${member.port} maxconn 100 check port ${healthPort}`;
  });
  const file = join(folder.path, 'haproxy.cfg');
  await writeFile(file, configuration(port, statsPort, servers, whenDown));
  const haproxy = startChild(program, ['-db', '-f', file], { stdio: 'ignore' });

  async function leadsTo(count: number): Promise<void> {
    const giveUpAt = performance.now() + CHANGE_LIMIT_MS;
    while ((await countServersUp(statsPort)) !== count) {
      if (performance.now() > giveUpAt) throw new Error(`HAProxy does not lead to ${count} servers`);
      await wait(POLL_INTERVAL_MS);
    }
  }

  // Until it has checked a server, HAProxy assumes that it is a primary.
  await leadsTo(1);
  return {
    port,
    leadsTo,
    async stop() {
      const exited = once(haproxy, 'exit');
      haproxy.kill('SIGKILL');
      await exited;
      for (const { server } of endpoints) {
        server.close();
        server.closeAllConnections();
      }
      await folder.remove();
    },
  };
}

function configuration(port: number, statsPort: number, servers: readonly string[], whenDown: WhenDown): string {
  return `
defaults
    mode tcp
    retries 2
    timeout client 30m
    timeout connect 4s
    timeout server 30m
    timeout check 5s

listen stats
    mode http
    bind 127.0.0.1:${statsPort}
    stats enable
    stats uri /

listen ${LISTEN}
    bind 127.0.0.1:${port}
    option httpchk OPTIONS /primary
    http-check expect status 200
    default-server inter 3s fall 3 rise 2${whenDown === 'shutdown-sessions' ? ' on-marked-down shutdown-sessions' : ''}
    ${servers.join('\n    ')}
`;
}

async function serveHealth(member: Member): Promise<{ member: Member; server: Server }> {
  const server = createServer(async (_, response) => {
    const isPrimary = await member.query(IS_PRIMARY).then(
      ([row]) => row.is_primary,
      () => false,
    );
    response.writeHead(isPrimary ? 200 : 503).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { member, server };
}

/** Undefined while HAProxy is starting. */
async function countServersUp(statsPort: number): Promise<number | undefined> {
  const answer = await fetch(`http://127.0.0.1:${statsPort}/;csv`).catch(() => undefined);
  if (answer === undefined) return undefined;
  const [header = '', ...lines] = (await answer.text()).split('\n');
  const column = (name: string) => header.replace('# ', '').split(',').indexOf(name);
  const servers = lines
    .map((line) => line.split(','))
    .filter(
      (line) => line[column('pxname')] === LISTEN && !['FRONTEND', 'BACKEND'].includes(line[column('svname')] ?? ''),
    );
  return servers.filter((line) => line[column('status')]?.startsWith('UP')).length;
}
