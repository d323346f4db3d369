/** Benchmark of live events: the cost of an open stream, the delay of an event, and whether writes get slower. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { UserId } from '../../src/ids.ts';
import { newApiKey } from '../../src/secrets/api-key-format.ts';
import { storeApiKey } from '../../src/services/sign-in/api-keys.ts';
import { systemClock } from '../../src/time/clock.ts';
import type { Amounts } from '../../test/support/plans/many-rows.ts';
import { connectTo, written } from '../connection.ts';
import { withPostgres, withSqlite } from '../databases.ts';
import { type Installation, idNumbered, install, openServices, type Service, scaled, serve } from '../installation.ts';
import { median, quantile } from '../samples.ts';
import { type Part, type Row, rounded } from '../table.ts';

const AMOUNTS: Amounts = { users: 200, schedules: 100, overridesOfEach: 10, coverageRequests: 10 };
const STREAMS = scaled(1_000, 10);
const OF_A_USER = 10;
const CHANGES = scaled(40, 5);
const WRITES = scaled(400, 10);
const ROUNDS = 10;

export const livePart: Part = {
  notes: [
    `Live: ${STREAMS.toLocaleString('en')} streams of ${STREAMS / OF_A_USER} users. From change to event: from the moment at which the request is sent until the last of all streams has the event; ${CHANGES} changes, one at a time.`,
    'On another node: two processes on one PostgreSQL; the change is made on the one, the streams are on the other.',
  ],
  async run() {
    const onSqlite = await withSqlite(async (database) => measureOneNode(await install(database, AMOUNTS)));
    const onPostgres = await withPostgres(async (database) => measureTwoNodes(await install(database, AMOUNTS)));
    return [...onSqlite, ...onPostgres];
  },
};

async function measureOneNode(installation: Installation): Promise<Row[]> {
  const keys = await addKeys(installation);
  const service = await serve(installation);
  try {
    const change = await changeOn(service, installation);
    // Warm-up: all code has run once, and the heap has its size.
    for (let i = 0; i < WRITES; i++) await change();
    const { plain, withOne } = await inTurns(service, keys, change);
    const beforeMB = await service.residentMB();
    const streams = await openStreams(service, keys, STREAMS);
    const perStream = ((await service.residentMB()) - beforeMB) * (1_000 / STREAMS);
    const told = await timesOf(() => Promise.all([streams.nextChange(), change()]), CHANGES);
    streams.close();
    return [
      { what: `memory of an open stream, with ${STREAMS} of them`, unit: 'kB', figure: rounded(perStream) },
      {
        what: `from change to event, on all of ${STREAMS} streams`,
        unit: 'ms',
        ...figuresOf(told),
        goal: { atMost: 1_000 },
      },
      {
        what: 'a change while a stream is open, on SQLite',
        unit: 'ms',
        ...figuresOf(withOne),
        beside: { what: 'without a stream', times: rounded(median(withOne) / median(plain)) },
        goal: { timesBeside: 1.2 },
      },
    ];
  } finally {
    await service.stop();
  }
}

async function measureTwoNodes(installation: Installation): Promise<Row[]> {
  const keys = await addKeys(installation);
  const services = [await serve(installation), await serve(installation)] as const;
  try {
    const change = await changeOn(services[0], installation);
    for (let i = 0; i < WRITES; i++) await change();
    const streams = await openStreams(services[1], keys, STREAMS);
    const told = await timesOf(() => Promise.all([streams.nextChange(), change()]), CHANGES);
    streams.close();
    const { plain, withOne } = await inTurns(services[0], keys, change);
    return [
      {
        what: `from change to event, on all of ${STREAMS} streams of another node`,
        unit: 'ms',
        ...figuresOf(told),
        goal: { atMost: 1_000 },
      },
      {
        what: 'a change while a stream is open, on PostgreSQL',
        unit: 'ms',
        ...figuresOf(withOne),
        beside: { what: 'without a stream', times: rounded(median(withOne) / median(plain)) },
        goal: { timesBeside: 1.2 },
      },
    ];
  } finally {
    for (const service of services) await service.stop();
  }
}

/** Measures writes without streams and with streams in turns, so that noise of the machine affects both. */
async function inTurns(service: Service, keys: readonly string[], change: () => Promise<void>) {
  const [plain, withOne]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    plain.push(...(await timesOf(change, WRITES / ROUNDS)));
    const stream = await openStreams(service, keys, 1);
    withOne.push(...(await timesOf(change, WRITES / ROUNDS)));
    stream.close();
  }
  return { plain, withOne };
}

function figuresOf(samples: readonly number[]): Pick<Row, 'figure' | 'p99'> {
  return { figure: rounded(median(samples)), p99: rounded(quantile(samples, 0.99)) };
}

async function timesOf(work: () => Promise<unknown>, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return times;
}

/** One key for each user. */
async function addKeys({ config, organizationId }: Installation): Promise<string[]> {
  const services = await openServices(config, systemClock);
  const keys = Array.from({ length: Math.ceil(STREAMS / OF_A_USER) }, () => newApiKey());
  await services.db.transaction(async (tx) => {
    for (const [i, key] of keys.entries()) {
      const userId = idNumbered('usr', i + 1) as UserId;
      await storeApiKey(services, tx, { key, organizationId, userId, name: 'Streams', expiresAt: null });
    }
  });
  await services.db.close();
  return keys;
}

/** Renames a team, each time to another name. */
async function changeOn({ address }: Service, { key }: Installation): Promise<() => Promise<void>> {
  const connection = await connectTo(address);
  const send = async (method: 'POST' | 'PATCH', path: string, name: string) => {
    const { status, body } = await connection.send(written({ method, path, body: { name } }, key));
    if (status >= 300) throw new Error(body);
    return (JSON.parse(body) as { team: { id: string } }).team.id;
  };
  const id = await send('POST', '/teams/', 'Told');
  let count = 0;
  return async () => {
    await send('PATCH', `/teams/${id}`, `Told ${count++}`);
  };
}

interface Streams {
  /** Resolves when every stream has received one more event `change`. */
  nextChange(): Promise<void>;
  close(): void;
}

async function openStreams({ address }: Service, keys: readonly string[], count: number): Promise<Streams> {
  const { hostname, port } = new URL(address);
  const sockets: Socket[] = [];
  let missing = 0;
  let done: () => void = () => undefined;
  for (let i = 0; i < count; i++) {
    const socket = connect(Number(port), hostname).setNoDelay();
    await once(socket, 'connect');
    sockets.push(socket);
    socket.write(written({ method: 'GET', path: '/events' }, keys[Math.floor(i / OF_A_USER)] ?? ''));
    const [head] = (await once(socket, 'data')) as [Buffer];
    if (!head.includes('200 OK')) throw new Error(head.toString());
    socket.on('data', (piece) => {
      if (!piece.includes('event: change')) return;
      missing -= 1;
      if (missing === 0) done();
    });
  }
  return {
    nextChange() {
      missing = count;
      return new Promise<void>((resolve) => {
        done = resolve;
      });
    },
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
