/**
 * Benchmark of deactivating a user who is in thousands of schedules, on SQLite and on a PostgreSQL with network latency: how long until they are
 * removed from all schedules, and how long others wait who read and change these schedules meanwhile.
 */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseConfig } from '../../src/config/database.ts';
import { openDatabase } from '../../src/db/driver/open.ts';
import { migrate } from '../../src/db/schema/migrate.ts';
import { newApiKey } from '../../src/secrets/api-key-format.ts';
import { systemClock } from '../../src/time/clock.ts';
import { addManySchedules } from '../../test/support/drivers/many-schedules.ts';
import { startProxy } from '../../test/support/fakes/proxy.ts';
import { startServer } from '../../test/support/servers/server-process.ts';
import { type Connection, connectTo, type Wanted, written } from '../connection.ts';
import { withPostgres, withSqlite } from '../databases.ts';
import { scaled } from '../installation.ts';
import { median, timed } from '../samples.ts';
import { type Part, type Row, rounded } from '../table.ts';

const SCHEDULES = scaled(3_000, 100);

/** The shortest delay of a timer, added to each response. The row "round trip" says how long a round trip then takes. */
const DISTANCE_MS = 1;
const ROUND_TRIPS = 200;

/** Before measuring, so that code is compiled. */
const WARM_UP_REQUESTS = 200;
const POLL_INTERVAL_MS = 20;

export const leavingPart: Part = {
  notes: [
    `Leaving: the first of three people who take turns in ${SCHEDULES.toLocaleString('en')} schedules is deactivated, while one client reads and another changes these schedules, each one request after the other.`,
    'The service runs with its worker; on PostgreSQL every statement goes through a proxy that delays it. Service, PostgreSQL, proxy and clients share the machine.',
  ],
  run: async () => [
    ...(await withSqlite((database) => rowsOn('SQLite', database, database))),
    ...(await withPostgres(async (database) => {
      const direct = new URL((database as { url: string }).url);
      const proxy = await startProxy(Number(direct.port));
      proxy.delay(DISTANCE_MS, 'back');
      const far = new URL(direct);
      far.hostname = '127.0.0.1';
      far.port = String(proxy.port);
      try {
        const roundTripMs = await timeOfRoundTrip(far.href);
        return [
          { what: 'a round trip to PostgreSQL, delayed', unit: 'ms' as const, figure: rounded(roundTripMs) },
          ...(await rowsOn('PostgreSQL', database, { kind: 'postgres', url: far.href })),
        ];
      } finally {
        await proxy.stop();
      }
    })),
  ],
};

/** Latencies of one client in milliseconds, before the deactivation and from its request on. */
interface Waits {
  readonly before: number[];
  readonly meanwhile: number[];
}

/** Filled over `near`, served over `far`. */
async function rowsOn(name: string, near: DatabaseConfig, far: DatabaseConfig): Promise<Row[]> {
  const key = newApiKey();
  const db = await openDatabase(near);
  await migrate(db, systemClock);
  const server = await startServer(far, key);
  try {
    const asker = await connectTo(server.address);
    const ask = (wanted: Wanted) => asker.send(written(wanted, key));
    const people: { id: string }[] = [];
    for (const person of ['Ada', 'Ben', 'Cid']) {
      const body = { name: person, email: `${person}@example.com` };
      people.push(JSON.parse((await ask({ method: 'POST', path: '/users/', body })).body).user);
    }
    const ids = await addManySchedules(db, { count: SCHEDULES, people, nowMs: systemClock.now() });
    const [ada] = people as [{ id: string }];

    let isOver = false;
    let isMeasured = false;
    const reads: Waits = { before: [], meanwhile: [] };
    const changes: Waits = { before: [], meanwhile: [] };
    async function keepAsking(waits: Waits, wantedOf: (i: number) => Wanted): Promise<void> {
      const connection: Connection = await connectTo(server.address);
      for (let i = 0; !isOver; i++) {
        const ms = await timed(async () => {
          const { status, body } = await connection.send(written(wantedOf(i), key));
          if (status !== 200) throw new Error(`${status}: ${body}`);
        });
        (isMeasured ? waits.meanwhile : waits.before).push(ms);
        if (i >= WARM_UP_REQUESTS) isWarm();
      }
      connection.close();
    }
    const { promise: warm, resolve: isWarm } = Promise.withResolvers<void>();
    const idOf = (i: number) => ids[(i * 7) % ids.length];
    const clients = [
      keepAsking(reads, (i) =>
        i % 10 === 0
          ? { method: 'GET', path: '/oncall?per_page=100' }
          : { method: 'GET', path: `/schedules/${idOf(i)}` },
      ),
      keepAsking(changes, (i) => ({
        method: 'PATCH',
        path: `/schedules/${idOf(i)}`,
        body: { description: `Change ${i}` },
      })),
    ];
    await warm;

    isMeasured = true;
    const answerMs = await timed(async () => {
      const { status, body } = await ask({ method: 'DELETE', path: `/users/${ada.id}` });
      if (status !== 204) throw new Error(`${status}: ${body}`);
    });
    const restMs = await timed(async () => {
      while ((await ask({ method: 'GET', path: `/users/${ada.id}` })).status === 200) await delay(POLL_INTERVAL_MS);
    });
    isOver = true;
    await Promise.all(clients);
    asker.close();
    const what = `deactivating a user of ${SCHEDULES.toLocaleString('en')} schedules, on ${name}`;
    return [
      { what: `${what}: the answer`, unit: 'ms', figure: rounded(answerMs), goal: { atMost: 250 } },
      { what: `${what}: all of it`, unit: 'ms', figure: rounded(answerMs + restMs), goal: { atMost: 5_000 } },
      longestWait(`the longest wait of another reader meanwhile, on ${name}`, reads),
      longestWait(`the longest wait of another change of these schedules meanwhile, on ${name}`, changes),
    ];
  } finally {
    server.process.kill('SIGTERM');
    await server.exited;
    await db.close();
  }
}

function longestWait(what: string, { before, meanwhile }: Waits): Row {
  const ms = Math.max(...meanwhile);
  const beside = { what: 'the median before', times: rounded(ms / median(before)) };
  return { what, unit: 'ms', figure: rounded(ms), beside, goal: { atMost: 250 } };
}

async function timeOfRoundTrip(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const samples: number[] = [];
  for (let i = 0; i < ROUND_TRIPS; i++) samples.push(await timed(() => client.query('select 1')));
  await client.end();
  return median(samples);
}
