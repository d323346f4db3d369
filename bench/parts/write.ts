/**
 * Benchmark of changes that many people make at once, on PostgreSQL: different people, different schedules. `BENCH_BESIDE=FOLDER` measures another
 * checkout of the service in turns with this one, each on its own database of the same server.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { newApiKey } from '../../src/secrets/api-key-format.ts';
import { systemClock } from '../../src/time/clock.ts';
import { formatInstant } from '../../src/time/iso.ts';
import { HOUR_MS, WEEK_MS } from '../../src/time/units.ts';
import { startChild } from '../../test/support/servers/child-processes.ts';
import { startPostgres } from '../../test/support/servers/postgres-server.ts';
import { commandFlags } from '../../test/support/servers/quick-start.ts';
import { environmentFor, follow, listening } from '../../test/support/servers/server-process.ts';
import { type Connection, connectTo, type Wanted, written } from '../connection.ts';
import { scaled } from '../installation.ts';
import { median, quantile } from '../samples.ts';
import { type Part, type Row, rounded } from '../table.ts';

const SECONDS = scaled(4, 1);
const ROUNDS = scaled(3);
const WARM_UP_SECONDS = scaled(3, 1);
const PEOPLE = 8;
const CLIENTS = [1, 4, 8, 16];
/** Of the few there are new ones for each round: otherwise overrides would pile up in them, and later settings would measure that. */
const FEW = 20;
const MANY = scaled(1_000, 30);
const OTHER = process.env.BENCH_BESIDE;

/** Unfinished overrides in one schedule; it may have 1,000. */
const CROWD = scaled(900, 20);
const OVERRIDES_BESIDE_THEM = scaled(200, 5);

const ROTATION_START = '2026-01-05T09:00:00Z';

type Kind = 'overrides' | 'overrides of one person' | 'layers' | 'cover';

interface Setting {
  readonly kind: Kind;
  readonly schedules: number;
  readonly clients: number;
}

const SETTINGS: readonly Setting[] = [
  ...[FEW, MANY].flatMap((schedules) => CLIENTS.map((clients) => ({ kind: 'overrides' as const, schedules, clients }))),
  ...(['overrides of one person', 'layers', 'cover'] as const).map((kind) => ({ kind, schedules: FEW, clients: 8 })),
];

export const writePart: Part = {
  notes: [
    `Writes: a weekly rotation of ${PEOPLE} people in each schedule; each client changes the next schedule for the next person as soon as it has an answer, ${ROUNDS} times ${SECONDS} s in turns.`,
    'Cover: one person asks for an hour, the next takes it; both requests count. Service, PostgreSQL and clients share the processors of this machine.',
  ],
  run: async () => {
    const postgres = await startPostgres({ settings: [] });
    const versions: Version[] = [];
    try {
      for (const [i, folder] of [
        join(import.meta.dirname, '../..'),
        ...(OTHER === undefined ? [] : [OTHER]),
      ].entries()) {
        const name = `watchbill_${i}`;
        await postgres.createDatabase(name);
        const url = `postgres://postgres:postgres@localhost:${postgres.port}/${name}`;
        versions.push(await openVersion(folder, url));
      }
      const rows: Row[] = [];
      for (const setting of SETTINGS) rows.push(...(await rowsOf(versions, setting)));
      for (const [i, version] of versions.entries()) rows.push(await growthRow(version, i === 0 ? '' : ', the other'));
      return rows;
    } finally {
      for (const version of versions) await version.stop();
      await postgres.remove();
    }
  },
};

interface Version {
  readonly address: string;
  /** The API key of the owner. */
  readonly owner: string;
  readonly userIds: readonly string[];
  /** API keys of these users. */
  readonly keys: readonly string[];
  schedulesFor(count: number): Promise<readonly string[]>;
  cost(): Promise<Cost>;
  stop(): Promise<void>;
}

interface Cost {
  readonly aborted: number;
  readonly deadlocks: number;
  readonly serviceMs: number;
  readonly databaseMs: number;
}

async function openVersion(folder: string, url: string): Promise<Version> {
  const env = environmentFor({ kind: 'postgres', url });
  const owner = newApiKey();
  // An older version has only the second.
  const entry = ['bin/watchbill.mjs', 'src/main.ts'].find((file) => existsSync(join(folder, file))) as string;
  const start = (words: readonly string[], more = {}) =>
    startChild(process.execPath, [...commandFlags(), join(folder, entry), ...words], {
      cwd: folder,
      env: { ...env, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const server = await listening(start(['serve'], { WATCHBILL_BOOTSTRAP_API_KEY: owner }));
  const connection = await connectTo(server.address);
  const userIds: string[] = [];
  const keys: string[] = [];
  for (let i = 0; i < PEOPLE; i++) {
    const email = `person${i}@example.com`;
    const { user } = await created(connection, owner, '/users/', { name: `Person ${i}`, email });
    const made = follow(start(['keys', 'create', '--email', email]));
    userIds.push(user.id);
    keys.push((await made.said('wb_')).match(/wb_\w+/)?.[0] ?? '');
    await made.exited;
  }
  connection.close();
  const addSchedules = async (count: number) => {
    const connection = await connectTo(server.address);
    const ids: string[] = [];
    for (let i = 0; i < count; i++) {
      const body = { name: `Schedule ${i}`, time_zone: 'Europe/Berlin', team_ids: [], layers: [layerOf(userIds)] };
      ids.push((await created(connection, owner, '/schedules', body)).schedule.id);
    }
    connection.close();
    return ids;
  };
  const many = await addSchedules(MANY);
  const observer = new pg.Client(url);
  await observer.connect();
  await observer.query('vacuum analyze');
  return {
    address: server.address,
    userIds,
    owner,
    keys,
    schedulesFor: async (count) => (count === FEW ? addSchedules(count) : many),
    async cost() {
      const { rows } = await observer.query(
        'select xact_rollback, deadlocks from pg_stat_database where datname = current_database()',
      );
      return {
        aborted: Number(rows[0].xact_rollback),
        deadlocks: Number(rows[0].deadlocks),
        serviceMs: processorMs(server.process.pid ?? 0),
        databaseMs: databaseMs(),
      };
    },
    async stop() {
      await observer.end();
      server.process.kill('SIGTERM');
      await server.exited;
    },
  };
}

function layerOf(userIds: readonly string[]): object {
  return {
    name: 'Primary',
    rotation_start: ROTATION_START,
    concurrent_oncall_users: 1,
    user_references: userIds.map((value) => ({ type: 'internal_user_id', value })),
    shift_length: { amount: 1, unit: 'weeks' },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the body of a response
async function created(connection: Connection, key: string, path: string, body: object): Promise<any> {
  const answer = await connection.send(written({ method: 'POST', path, body }, key));
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.body}`);
  return JSON.parse(answer.body);
}

interface Measured {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly failures: number;
  /** For each write. */
  readonly cost: Cost;
}

async function rowsOf(versions: readonly Version[], setting: Setting): Promise<Row[]> {
  const measured = versions.map((): Measured[] => []);
  for (const version of versions) await measure(version, setting, WARM_UP_SECONDS);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, version] of versions.entries()) measured[i]?.push(await measure(version, setting, SECONDS));
  }
  const [ours = [], theirs] = measured;
  const { kind, schedules, clients } = setting;
  const what = `${kind}, ${schedules} schedules, ${clients} ${clients === 1 ? 'client' : 'clients'}`;
  const row = (name: string, unit: Row['unit'], of: (one: Measured) => number): Row => {
    const [figure, other] = [median(ours.map(of)), theirs && median(theirs.map(of))];
    return {
      what: `${what}: ${name}`,
      unit,
      figure: rounded(figure),
      ...(other !== undefined &&
        other !== 0 && { beside: { what: `of ${rounded(other)}`, times: rounded(figure / other) } }),
    };
  };
  const failures = measured.flat().reduce((sum, one) => sum + one.failures, 0);
  return [
    row('writes', 'per second', ({ perSecond }) => perSecond),
    row('median', 'ms', ({ p50 }) => p50),
    row('99th percentile', 'ms', ({ p99 }) => p99),
    row('aborted for each', 'transactions', ({ cost }) => cost.aborted),
    row('deadlocks for each', 'transactions', ({ cost }) => cost.deadlocks),
    row('processor time of the service for each', 'ms', ({ cost }) => cost.serviceMs),
    row('processor time of PostgreSQL for each', 'ms', ({ cost }) => cost.databaseMs),
    ...(failures > 0 ? [{ what: `${what}: no success`, unit: 'answers' as const, figure: failures }] : []),
  ];
}

async function measure(version: Version, setting: Setting, seconds: number): Promise<Measured> {
  const scheduleIds = await version.schedulesFor(setting.schedules);
  const connections = await Promise.all(Array.from({ length: setting.clients }, () => connectTo(version.address)));
  const latencies: number[] = [];
  let failures = 0;
  const before = await version.cost();
  const beginMs = performance.now();
  const endMs = beginMs + seconds * 1_000;

  async function send(connection: Connection, wanted: Wanted, key: string): Promise<string> {
    const sentMs = performance.now();
    const { status, body } = await connection.send(written(wanted, key));
    latencies.push(performance.now() - sentMs);
    if (status >= 300) failures += 1;
    return body;
  }

  let turn = 0;
  await Promise.all(
    connections.map(async (connection) => {
      while (performance.now() < endMs) {
        await changeOnce(version, setting.kind, scheduleIds, turn++, (wanted, key) => send(connection, wanted, key));
      }
      connection.close();
    }),
  );
  const perSecond = latencies.length / ((performance.now() - beginMs) / 1_000);
  const after = await version.cost();
  const forEach = (of: (cost: Cost) => number) => (of(after) - of(before)) / latencies.length;
  return {
    perSecond,
    p50: median(latencies),
    p99: quantile(latencies, 0.99),
    failures,
    cost: {
      aborted: forEach(({ aborted }) => aborted),
      deadlocks: forEach(({ deadlocks }) => deadlocks),
      serviceMs: forEach(({ serviceMs }) => serviceMs),
      databaseMs: forEach(({ databaseMs }) => databaseMs),
    },
  };
}

/** How much longer an override takes in a schedule that has many. Each is deleted again, outside of the measured time. */
async function growthRow(version: Version, which: string): Promise<Row> {
  const { address, owner, userIds } = version;
  const connection = await connectTo(address);
  const [crowded = '', empty = ''] = await version.schedulesFor(FEW);
  const bodyOf = (hour: number) => {
    const start = systemClock.now() + WEEK_MS + hour * HOUR_MS;
    const user_references = [{ type: 'internal_user_id', value: userIds[hour % PEOPLE] }];
    return { start: formatInstant(start), end: formatInstant(start + HOUR_MS), user_references };
  };
  for (let hour = 0; hour < CROWD; hour++) {
    await created(connection, owner, `/schedules/${crowded}/overrides/`, bodyOf(hour));
  }
  const times = new Map<string, number[]>([crowded, empty].map((id) => [id, []]));
  for (let i = 0; i < OVERRIDES_BESIDE_THEM; i++) {
    for (const [id, own] of times) {
      const path = `/schedules/${id}/overrides/`;
      const sentMs = performance.now();
      const { override } = await created(connection, owner, path, bodyOf(i));
      own.push(performance.now() - sentMs);
      await connection.send(written({ method: 'DELETE', path: `${path}${override.id}` }, owner));
    }
  }
  connection.close();
  const [beside = 0, few = 0] = [...times.values()].map(median);
  return {
    what: `an override beside ${CROWD} unfinished ones, one client${which}`,
    unit: 'ms',
    figure: rounded(beside),
    beside: { what: 'beside none', times: rounded(beside / few) },
  };
}

type Send = (wanted: Wanted, key: string) => Promise<string>;

/** `turn` counts on over all clients. */
async function changeOnce(
  version: Version,
  kind: Kind,
  scheduleIds: readonly string[],
  turn: number,
  send: Send,
): Promise<void> {
  const { owner, userIds } = version;
  const schedules = scheduleIds.length;
  const scheduleId = scheduleIds[turn % schedules] as string;
  const path = `/schedules/${scheduleId}`;
  const person = kind === 'overrides of one person' ? 0 : turn % PEOPLE;
  if (kind === 'layers') {
    const layers = [layerOf([...userIds.slice(person), ...userIds.slice(0, person)])];
    await send({ method: 'PATCH', path, body: { layers } }, owner);
  } else if (kind === 'cover') {
    await askAndTake(version, scheduleId, Math.floor(turn / schedules), send);
  } else {
    const start = systemClock.now() + WEEK_MS + Math.floor(turn / schedules) * HOUR_MS;
    const body = {
      start: formatInstant(start),
      end: formatInstant(start + HOUR_MS),
      user_references: [{ type: 'internal_user_id', value: userIds[person] }],
    };
    await send({ method: 'POST', path: `${path}/overrides/`, body }, owner);
  }
}

/** The hour with this number, from the next week on: whoever has that week asks, and the next person takes it. */
async function askAndTake({ keys }: Version, scheduleId: string, hour: number, send: Send): Promise<void> {
  const rotationStart = Date.parse(ROTATION_START);
  const nextWeek = Math.floor((systemClock.now() - rotationStart) / WEEK_MS) + 2;
  const start = rotationStart + nextWeek * WEEK_MS + hour * HOUR_MS;
  const person = Math.floor((start - rotationStart) / WEEK_MS) % PEOPLE;
  const body = {
    start: formatInstant(start),
    end: formatInstant(start + HOUR_MS),
    reason: 'Away',
    schedule_ids: [scheduleId],
  };
  const asked = await send({ method: 'POST', path: '/user/coverage_requests', body }, keys[person] as string);
  const { id } = (JSON.parse(asked) as { coverage_request?: { id: string } }).coverage_request ?? { id: '' };
  const accept = { method: 'POST', path: `/coverage_requests/${id}/accept`, body: {} } as const;
  await send(accept, keys[(person + 1) % PEOPLE] as string);
}

/** By process. One that has ended keeps what it had used when it was last seen. */
const databaseMsOf = new Map<number, number>();

/** Of all processes of PostgreSQL on this machine. */
function databaseMs(): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && commandOf(name).startsWith('postgres'));
  for (const pid of pids.map(Number)) databaseMsOf.set(pid, Math.max(databaseMsOf.get(pid) ?? 0, processorMs(pid)));
  return databaseMsOf.values().reduce((sum, ms) => sum + ms, 0);
}

function commandOf(pid: string): string {
  return readOrNothing(`/proc/${pid}/comm`);
}

const MS_PER_TICK = 10;

/** Time in user code and in the system, from fields 14 and 15 of its statistics. */
function processorMs(pid: number): number {
  const fields = readOrNothing(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * MS_PER_TICK;
}

/** A process may end meanwhile. */
function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
