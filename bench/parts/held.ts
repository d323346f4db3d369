/**
 * A stranger who sends all of a request but its end, and then nothing: 590 times a minute for three minutes, just within the rate limit of an address.
 * Resident memory is read every ten seconds. One server gets bodies of 1 MB, another one the largest that a stranger may send.
 */
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { newApiKey } from '../../src/secrets/api-key-format.ts';
import { type ServerProcess, startServer } from '../../test/support/servers/server-process.ts';
import { withSqlite } from '../databases.ts';
import { scaled } from '../installation.ts';
import { type Part, type Row, rounded } from '../table.ts';

const A_MINUTE = 590;
const SECONDS = scaled(180, 10);
const SAMPLE_S = 10;

/** The first edition grew to 1.9 GB. Bodies that are refused pass through memory until they are collected. */
const MAX_MB = 300;

export const heldPart: Part = {
  notes: [
    `Held: ${A_MINUTE} requests a minute for ${SECONDS} s from one address, each without the last byte of its body, to a service on SQLite.`,
  ],
  run: async () => (await Promise.all([rowsFor('1 MB', 1024 * 1024), rowsFor('16 kB', 16 * 1024)])).flat(),
};

function rowsFor(size: string, bytes: number): Promise<Row[]> {
  return withSqlite(async (config) => {
    const server = await startServer(config, newApiKey());
    const attack = startAttack(server, bytes);
    try {
      const samples = [await residentMb(server)];
      for (let s = 0; s < SECONDS; s += SAMPLE_S) {
        await wait(SAMPLE_S * 1000);
        samples.push(await residentMb(server));
      }
      console.error(`bodies of ${size}, MB every ${SAMPLE_S} s: ${samples.join(' ')}; connections: ${attack.made()}`);
      return [
        {
          what: `resident memory at most, unfinished bodies of ${size}`,
          unit: 'MB',
          figure: Math.max(...samples),
          goal: { atMost: MAX_MB },
        },
        { what: `… at the end`, unit: 'MB', figure: samples.at(-1) ?? 0 },
        {
          what: `… connections that are open at the end`,
          unit: 'answers',
          figure: attack.open(),
          goal: { atMost: A_MINUTE / 2 },
        },
      ];
    } finally {
      attack.stop();
      server.process.kill('SIGTERM');
      await server.exited;
    }
  });
}

function startAttack(server: ServerProcess, bytes: number) {
  const { hostname, port, origin } = new URL(server.address);
  const own = `origin: ${origin}\r\nx-watchbill-request: 1\r\nsec-fetch-site: same-origin\r\n`;
  const head = `POST /session/ HTTP/1.1\r\nhost: ${hostname}:${port}\r\n${own}content-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n`;
  const body = Buffer.alloc(bytes - 1, 'x');
  const sockets = new Set<Socket>();
  let made = 0;
  const timer = setInterval(() => {
    made += 1;
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('end', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    socket.resume();
    socket.write(head);
    socket.write(body);
  }, 60_000 / A_MINUTE);
  return {
    made: () => made,
    open: () => sockets.size,
    stop() {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function residentMb({ process: { pid } }: ServerProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return rounded(Number(/^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1]) / 1024);
}
