/**
 * Benchmark of the service over HTTP, as `npm start` runs it, against a bare `node:http` server that sends the same bytes. Each server is a process
 * of its own; the load comes from this process. The two are measured in turns (A B A B), so that noise of the machine affects both.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { DatabaseConfig } from '../../src/config/database.ts';
import { newApiKey } from '../../src/secrets/api-key-format.ts';
import { getOperator } from '../../src/services/shared/operator.ts';
import { createApiKeyAsOperator } from '../../src/services/sign-in/api-keys.ts';
import { systemClock } from '../../src/time/clock.ts';
import { freePort } from '../../test/support/servers/ports.ts';
import type { Prepared } from '../bare-server.ts';
import { withPostgres, withSqlite } from '../databases.ts';
import { openServices, scaled } from '../installation.ts';
import { median } from '../samples.ts';
import { type Goal, type Part, type Row, rounded } from '../table.ts';

const CONNECTIONS = 10;
const SECONDS = scaled(3);
const ROUNDS = scaled(3);

/** Many schedules, so that the cached response of one does not answer every request. */
const SCHEDULES = 100;

const PEOPLE = 6;

/** The number of callers in a busy installation; it also changes while they read. */
const KEYS = 100;
const WRITES_PER_SECOND = 10;

const ASK_INTERVAL_MS = 20;

const main = new URL('../../bin/watchbill.mjs', import.meta.url);
const bare = new URL('../bare-server.ts', import.meta.url);

interface Request {
  readonly method: 'GET' | 'POST';
  /** Requested one after the other. */
  readonly paths: readonly string[];
  readonly body?: string;
}

interface Traffic {
  /** API keys, used in turns; absent: the service's own key. */
  readonly keys?: readonly string[];
  /** A write that is sent throughout, this many times a second. */
  readonly writes?: Request;
}

interface Service {
  readonly url: string;
  readonly key: string;
  stop(): Promise<void>;
}

interface Goals {
  readonly user: Goal;
  readonly schedule: Goal;
  readonly shifts: Goal;
  readonly onCall?: Goal;
  readonly whileWriting?: Goal;
  readonly manyKeysWhileWriting?: Goal;
}

const ON_SQLITE: Goals = {
  user: { ofBare: 0.6 },
  schedule: { ofBare: 0.5 },
  shifts: { ofBare: 0.45 },
  manyKeysWhileWriting: { ofBare: 0.35 },
};

const ON_POSTGRES: Goals = {
  user: { ofBare: 0.45 },
  schedule: { ofBare: 0.4 },
  shifts: { ofBare: 0.35 },
  onCall: { ofBare: 0.2 },
  whileWriting: { ofBare: 0.25 },
};

export const httpPart: Part = {
  notes: [
    `HTTP: ${CONNECTIONS} connections, ${ROUNDS} times ${SECONDS} s each over ${SCHEDULES} schedules, in turns with a bare node:http server that sends the same bytes;`,
    `the load comes from a process on the same machine. p99 is of the latency. While writing: ${WRITES_PER_SECOND} new overrides a second.`,
  ],
  run: async () => [
    ...(await withSqlite((database) => rowsOn('SQLite', database, ON_SQLITE))),
    ...(await withPostgres((database) => rowsOn('PostgreSQL', database, ON_POSTGRES))),
  ],
};

async function rowsOn(databaseName: string, database: DatabaseConfig, goals: Goals): Promise<Row[]> {
  const service = await startService(database);
  try {
    const { schedules, userId } = await seed(service);
    const keys = await createKeys(database, KEYS);
    const paths = schedules.map((id) => `/schedules/${id}`);
    const override = JSON.stringify({
      start: '2100-01-01T00:00:00Z',
      end: '2100-01-02T00:00:00Z',
      user_references: [{ type: 'internal_user_id', value: userId }],
    });
    const get = (...wanted: readonly string[]): Request => ({ method: 'GET', paths: wanted });
    const aSchedule = get(...paths);
    const writes: Request = { method: 'POST', paths: paths.map((path) => `${path}/overrides/`), body: override };
    const row = (what: string, request: Request, goal?: Goal, traffic?: Traffic) =>
      rowOf(`${what} on ${databaseName}`, service, request, goal, traffic);
    return [
      await row('GET /user/', get('/user/'), goals.user),
      await row('GET /schedules/{id}', aSchedule, goals.schedule),
      await row('GET …/shifts/, 20 of them', get(...paths.map((path) => `${path}/shifts/`)), goals.shifts),
      await row('GET /oncall?per_page=20', get('/oncall?per_page=20'), goals.onCall),
      await row('GET /schedules/{id} while writing', aSchedule, goals.whileWriting, { writes }),
      await row(`GET /schedules/{id}, ${KEYS} keys`, aSchedule, undefined, { keys }),
      await row(`GET /schedules/{id}, ${KEYS} keys, while writing`, aSchedule, goals.manyKeysWhileWriting, {
        keys,
        writes,
      }),
      await row('POST …/overrides/', writes),
    ];
  } finally {
    await service.stop();
  }
}

async function rowOf(
  what: string,
  service: Service,
  request: Request,
  goal?: Goal,
  { keys = [service.key], writes }: Traffic = {},
): Promise<Row> {
  const rival = await startBare(await prepared(service, request));
  const ours: autocannon.Result[] = [];
  const theirs: autocannon.Result[] = [];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      theirs.push(await load(rival.url, keys, request));
      const writing = writes && startWriting(service, writes);
      ours.push(await load(service.url, keys, request));
      await writing?.stop();
    }
  } finally {
    await rival.stop();
  }
  const perSecond = (results: autocannon.Result[]) => median(results.map((result) => result.requests.average));
  return {
    what,
    unit: 'per second',
    figure: rounded(perSecond(ours)),
    p99: median(ours.map(({ latency }) => latency.p99)),
    p99Unit: 'ms',
    against: { bare: rounded(perSecond(ours) / perSecond(theirs)) },
    ...(goal && { goal }),
  };
}

/** Sends one write at a time, and skips writes if the service falls behind. */
function startWriting({ url, key }: Service, { method, paths, body }: Request): { stop(): Promise<void> } {
  let isOver = false;
  async function write(): Promise<void> {
    for (let i = 0; !isOver; i++) {
      const pause = delay(1_000 / WRITES_PER_SECOND);
      const path = paths[i % paths.length];
      const answer = await fetch(`${url}${path}`, { method, headers: headersOf(key), ...(body && { body }) });
      if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
      await pause;
    }
  }
  const writing = write();
  // `stop` throws the failure.
  writing.catch(() => undefined);
  return {
    stop() {
      isOver = true;
      return writing;
    },
  };
}

function headersOf(key: string): Record<string, string> {
  return { 'x-api-key': key, 'content-type': 'application/json' };
}

async function load(
  url: string,
  keys: readonly string[],
  { method, paths, body }: Request,
): Promise<autocannon.Result> {
  const requests = Array.from({ length: Math.max(keys.length, paths.length) }, (_, i) => ({
    method,
    path: paths[i % paths.length] as string,
    headers: headersOf(keys[i % keys.length] as string),
    ...(body !== undefined && { body }),
  }));
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests,
  });
  if (result.errors > 0 || result.non2xx > 0) throw new Error(`${method} ${paths[0]}: not every answer was a success`);
  return result;
}

/** Reads one response of the service, for the bare server to send. */
async function prepared({ url, key }: Service, { method, paths: [path], body }: Request): Promise<Prepared> {
  const answer = await fetch(`${url}${path}`, { method, headers: headersOf(key), ...(body !== undefined && { body }) });
  const sent = Object.fromEntries([...answer.headers].filter(([name]) => !/^(date|connection|keep-alive)$/.test(name)));
  return { status: answer.status, headers: sent, body: await answer.text() };
}

async function startService(database: DatabaseConfig): Promise<Service> {
  const port = await freePort();
  const key = newApiKey();
  const child = fork(main, ['serve'], {
    env: {
      DATABASE_URL: database.kind === 'sqlite' ? `sqlite:${database.path}` : database.url,
      ...(database.kind === 'postgres' && { WATCHBILL_SECRET: 'x'.repeat(32) }),
      PORT: String(port),
      WATCHBILL_BOOTSTRAP_API_KEY: key,
      WATCHBILL_RATE_LIMIT: '0',
      LOG_LEVEL: 'error',
    },
    // A pipe that nobody reads would stop the service once it is full.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error('the service ended before it listened');
    await delay(ASK_INTERVAL_MS);
  }
  return { url, key, stop: () => stop(child) };
}

/** The log cannot tell: at the level `error` it says nothing of the start. */
async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
}

async function startBare(answer: Prepared): Promise<Omit<Service, 'key'>> {
  const child = fork(bare);
  child.send(answer);
  const [port] = await once(child, 'message');
  return { url: `http://127.0.0.1:${port}`, stop: () => stop(child) };
}

async function createKeys(database: DatabaseConfig, count: number): Promise<string[]> {
  const services = await openServices(database, systemClock);
  try {
    const operator = await getOperator(services);
    const keys: string[] = [];
    for (let i = 0; i < count; i++) {
      const email = `person-${i % PEOPLE}@example.com`;
      keys.push((await createApiKeyAsOperator(services, operator, email, { name: `Key ${i}` })).key);
    }
    return keys;
  } finally {
    await services.db.close();
  }
}

/** Six people in daily shifts, so that a month has more than twenty shifts. */
async function seed({ url, key }: Service): Promise<{ schedules: string[]; userId: string }> {
  const post = async (path: string, body: object) => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: headersOf(key),
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json() as Promise<Record<string, { id: string }>>;
  };
  const ids: string[] = [];
  for (let i = 0; i < PEOPLE; i++) {
    const { user } = await post('/users/', { name: `Person ${i}`, email: `person-${i}@example.com` });
    ids.push(user?.id ?? '');
  }
  const schedules: string[] = [];
  for (let i = 0; i < SCHEDULES; i++) {
    const { schedule } = await post('/schedules', {
      name: `Schedule ${i}`,
      time_zone: 'Europe/Berlin',
      team_ids: [],
      layers: [
        {
          name: 'Days',
          rotation_start: '2026-01-05T09:00:00Z',
          concurrent_oncall_users: 1,
          user_references: ids.map((value) => ({ type: 'internal_user_id', value })),
          shift_length: { amount: 1, unit: 'days' },
        },
      ],
    });
    schedules.push(schedule?.id ?? '');
  }
  return { schedules, userId: ids[0] ?? '' };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
