/**
 * The service over HTTP, as `npm start` runs it, beside a bare `node:http` server that sends the same bytes. Each server is
 * a process of its own, the load comes from this one, and the two are loaded in turns (A B A B), so that a noisy machine
 * is noisy for both.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import autocannon from 'autocannon';
import { newApiKey } from '../src/api-keys.ts';
import type { DatabaseConfig } from '../src/config.ts';
import { freePort } from '../test/support/servers/ports.ts';
import type { Prepared } from './bare-server.ts';
import { withPostgres, withSqlite } from './databases.ts';
import { median } from './samples.ts';
import { type Goal, type Part, type Row, rounded } from './table.ts';

const CONNECTIONS = 10;
const SECONDS = 3;
const ROUNDS = 3;

/** Nobody asks for one schedule alone, and what is remembered of one must not answer for all. */
const SCHEDULES = 100;

const main = new URL('../src/main.ts', import.meta.url);
const bare = new URL('bare-server.ts', import.meta.url);

interface Request {
  readonly method: 'GET' | 'POST';
  /** Asked for one after the other. */
  readonly paths: readonly string[];
  readonly body?: string;
}

interface Service {
  readonly url: string;
  readonly headers: Record<string, string>;
  stop(): Promise<void>;
}

export const httpPart: Part = {
  notes: [
    `HTTP: ${CONNECTIONS} connections, ${ROUNDS} times ${SECONDS} s each over ${SCHEDULES} schedules, in turns with a bare node:http server that sends the same bytes;`,
    'the load comes from a process on the same machine. p99 is of the latency.',
  ],
  run: async () => [...(await onSqlite()), ...(await onPostgres())],
};

async function onSqlite(): Promise<Row[]> {
  const goals = { user: { ofBare: 0.6 }, schedule: { ofBare: 0.5 }, shifts: { ofBare: 0.45 } };
  return withSqlite((database) => rowsOn('SQLite', { DATABASE_URL: urlOf(database) }, goals));
}

async function onPostgres(): Promise<Row[]> {
  const secret = 'x'.repeat(32);
  return withPostgres((database) =>
    rowsOn('PostgreSQL', { DATABASE_URL: urlOf(database), WATCHBILL_SECRET: secret }, {}),
  );
}

function urlOf(database: DatabaseConfig): string {
  return database.kind === 'sqlite' ? `sqlite:${database.path}` : database.url;
}

async function rowsOn(
  database: string,
  environment: Record<string, string>,
  goals: { user?: Goal; schedule?: Goal; shifts?: Goal },
): Promise<Row[]> {
  const service = await startService(environment);
  try {
    const { schedules, userId } = await seed(service);
    const paths = schedules.map((id) => `/schedules/${id}`);
    const shifts = paths.map((path) => `${path}/shifts/`);
    const overrides = paths.map((path) => `${path}/overrides/`);
    const override = JSON.stringify({
      start: '2100-01-01T00:00:00Z',
      end: '2100-01-02T00:00:00Z',
      user_references: [{ type: 'internal_user_id', value: userId }],
    });
    const name = (what: string) => `${what} on ${database}`;
    return [
      await rowOf(name('GET /user/'), service, { method: 'GET', paths: ['/user/'] }, goals.user),
      await rowOf(name('GET /schedules/{id}'), service, { method: 'GET', paths }, goals.schedule),
      await rowOf(name('GET …/shifts/, 20 of them'), service, { method: 'GET', paths: shifts }, goals.shifts),
      await rowOf(name('POST …/overrides/'), service, { method: 'POST', paths: overrides, body: override }),
    ];
  } finally {
    await service.stop();
  }
}

async function rowOf(what: string, service: Service, request: Request, goal?: Goal): Promise<Row> {
  const rival = await startBare(await prepared(service, request));
  const ours: autocannon.Result[] = [];
  const theirs: autocannon.Result[] = [];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      theirs.push(await load(rival, request));
      ours.push(await load(service, request));
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

async function load({ url, headers }: Service, { method, paths, body }: Request): Promise<autocannon.Result> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: paths.map((path) => ({ method, path, headers, ...(body !== undefined && { body }) })),
  });
  if (result.errors > 0 || result.non2xx > 0) throw new Error(`${method} ${paths[0]}: not every answer was a success`);
  return result;
}

/** One answer of the service, to be sent by the bare server. */
async function prepared({ url, headers }: Service, { method, paths: [path], body }: Request): Promise<Prepared> {
  const answer = await fetch(`${url}${path}`, { method, headers, ...(body !== undefined && { body }) });
  const sent = Object.fromEntries([...answer.headers].filter(([name]) => !/^(date|connection|keep-alive)$/.test(name)));
  return { status: answer.status, headers: sent, body: await answer.text() };
}

async function startService(environment: Record<string, string>): Promise<Service> {
  const port = await freePort();
  const key = newApiKey();
  const child = fork(main, ['serve'], {
    env: {
      ...environment,
      PORT: String(port),
      WATCHBILL_BOOTSTRAP_API_KEY: key,
      WATCHBILL_RATE_LIMIT: '0',
      LOG_LEVEL: 'error',
    },
    silent: true,
  });
  const url = `http://127.0.0.1:${port}`;
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  return { url, headers: { 'x-api-key': key, 'content-type': 'application/json' }, stop: () => stop(child) };
}

async function startBare(answer: Prepared): Promise<Service> {
  const child = fork(bare);
  child.send(answer);
  const [port] = await once(child, 'message');
  return { url: `http://127.0.0.1:${port}`, headers: {}, stop: () => stop(child) };
}

/** Six people in daily shifts, so that a month has more than twenty. */
async function seed(service: Service): Promise<{ schedules: string[]; userId: string }> {
  const post = async (path: string, body: object) => {
    const answer = await fetch(service.url + path, {
      method: 'POST',
      headers: service.headers,
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json() as Promise<Record<string, { id: string }>>;
  };
  const ids: string[] = [];
  for (let i = 0; i < 6; i++) {
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
