/**
 * Compares the same requests in a large and a small installation, on both databases. Each request asks for the same amount in both: a schedule has as
 * many people and overrides, the caller rotates in as many schedules, a page is full. So any difference is the cost of the other data.
 *
 * Requests are sent one at a time, alternating between the two, each for a random schedule. Reads are cached until the next write, and the response for
 * a schedule until a write that concerns it, which would favour ten schedules over a hundred thousand. So the schedule is changed before each request,
 * in either database, and nothing is cached.
 */
import { sql } from 'kysely';
import type { DatabaseConfig } from '../../src/config/database.ts';
import { openDatabase } from '../../src/db/driver/open.ts';
import { statement, writeStatement } from '../../src/db/driver/statement.ts';
import type { ScheduleId } from '../../src/ids.ts';
import { formatInstant } from '../../src/time/iso.ts';
import { WEEK_MS } from '../../src/time/units.ts';
import { type Amounts, idOf, insertMany } from '../../test/support/plans/many-rows.ts';
import { type Connection, connectTo, type Wanted, written } from '../connection.ts';
import { withPostgres, withSqlite } from '../databases.ts';
import { type Installation, idNumbered, install, openServices, type Service, scaled, serve } from '../installation.ts';
import { chance, median, quantile } from '../samples.ts';
import { type Goal, type Part, type Row, rounded } from '../table.ts';
import { timeOfStorm } from './worker.ts';

const LARGE: Amounts = {
  users: scaled(20_000, 20),
  schedules: scaled(100_000, 100),
  overridesOfEach: 10,
  coverageRequests: scaled(10_000),
};
const SMALL: Amounts = { users: 20, schedules: 10, overridesOfEach: 10, coverageRequests: 10 };
/** Enough for a full page of a list, with different people in each schedule, as in the large installation. */
const PAGE: Amounts = { ...SMALL, schedules: 100, users: 1_000 };

const STORM = scaled(10_000, 10);
const SAMPLES = scaled(500, 20);
const WARM_UP = scaled(50, 5);
const GOAL = { timesBeside: 1.3 };

const large = `${LARGE.schedules.toLocaleString('en')} schedules`;

/** Both installations are asked for the same amount. */
interface Question {
  readonly what: string;
  readonly beside: 'small' | 'page';
  readonly wanted: Asking;
}

/** The compared request asks for less, in the same installation: the cost may grow with the amount, but not faster. */
interface Growth {
  readonly what: string;
  readonly wanted: Asking;
  readonly beside: string;
  readonly less: Asking;
  readonly timesAsMuch: number;
}

type Asking = (schedule: string, installation: Installation) => Wanted;

const get = (path: string): Wanted => ({ method: 'GET', path });

const QUESTIONS: readonly Question[] = [
  { what: 'GET /user/', beside: 'small', wanted: () => get('/user/') },
  { what: 'GET /schedules/{id}', beside: 'small', wanted: (id) => get(`/schedules/${id}`) },
  { what: 'GET …/shifts/, 20 of them', beside: 'small', wanted: (id) => get(`/schedules/${id}/shifts/`) },
  { what: 'GET /user/shifts', beside: 'small', wanted: () => get('/user/shifts') },
  { what: 'POST …/overrides/', beside: 'small', wanted: newOverride },
];

const LISTS: readonly Question[] = [
  { what: 'GET /oncall?per_page=20', beside: 'page', wanted: () => get('/oncall?per_page=20') },
  { what: 'GET /schedules?per_page=100', beside: 'page', wanted: () => get('/schedules?per_page=100') },
  {
    what: 'GET /schedules?per_page=100, any page',
    beside: 'page',
    wanted: (id, { amounts }) => get(`/schedules?per_page=100&page=${pageOf(id, amounts.schedules)}`),
  },
];

const GROWTHS: readonly Growth[] = [
  {
    what: 'GET /oncall?per_page=100',
    wanted: () => get('/oncall?per_page=100'),
    beside: 'per_page=20',
    less: () => get('/oncall?per_page=20'),
    timesAsMuch: 5,
  },
  {
    what: 'GET /schedules?per_page=100',
    wanted: () => get('/schedules?per_page=100'),
    beside: 'per_page=20',
    less: () => get('/schedules?per_page=20'),
    timesAsMuch: 5,
  },
  {
    what: 'GET …/shifts/ of 13 weeks',
    wanted: (id, { nowMs }) => shiftsOfWeeks(id, nowMs, 13),
    beside: 'one week',
    less: (id, { nowMs }) => shiftsOfWeeks(id, nowMs, 1),
    timesAsMuch: 13,
  },
];

export const scalePart: Part = {
  notes: [
    `Scale: ${large}, ${LARGE.users.toLocaleString('en')} users, ${(LARGE.schedules * LARGE.overridesOfEach).toLocaleString('en')} overrides and ${LARGE.coverageRequests.toLocaleString('en')} coverage requests, beside`,
    `${SMALL.schedules} schedules (${PAGE.schedules} where a page of them is asked for) with as much in each. One request at a time, ${SAMPLES} to either in turns, for schedules by`,
    'chance; the schedule is changed before each, so that nothing is remembered. The time is what the client sees, over a connection that stays open.',
  ],
  run: async () => [
    ...(await withSqlite((a) => withSqlite((b) => withSqlite((c) => rowsOn('SQLite', a, b, c))))),
    ...(await withPostgres((a) => withPostgres((b) => withPostgres((c) => rowsOn('PostgreSQL', a, b, c))))),
  ],
};

async function rowsOn(name: string, ...[a, b, c]: [DatabaseConfig, DatabaseConfig, DatabaseConfig]): Promise<Row[]> {
  const installed = await install(a, LARGE);
  const sides = {
    large: await start(installed),
    small: await start(await install(b, SMALL)),
    page: await start(await install(c, PAGE)),
  };
  const rows: Row[] = [];
  try {
    for (const question of QUESTIONS) rows.push(await flatRow(question, sides, name));
    // At this point both have served the same requests. The lists that follow use other installations.
    rows.push(await memoryRow(sides, name));
    for (const question of LISTS) rows.push(await flatRow(question, sides, name));
    for (const growth of GROWTHS) rows.push(await growthRow(growth, sides.large, name));
    rows.push(await diskRow(sides, name));
  } finally {
    for (const side of Object.values(sides)) await side.stop();
  }
  return [...rows, await stormRow(installed, name)];
}

const STORED_BYTES = {
  sqlite: statement((q) =>
    q.selectNoFrom(
      sql<number>`(select page_count * page_size from pragma_page_count(), pragma_page_size())`.as('bytes'),
    ),
  ),
  postgres: statement((q) => q.selectNoFrom(sql<number>`pg_database_size(current_database())`.as('bytes'))),
};

/** An installation with its running service, and a connection to it. */
interface Side {
  readonly installation: Installation;
  readonly service: Service;
  readonly connection: Connection;
  /** Changes the schedule, so that the service has nothing of it in its caches. */
  change(scheduleId: string): Promise<unknown>;
  storedMB(): Promise<number>;
  stop(): Promise<void>;
}

type Sides = Readonly<Record<'large' | 'small' | 'page', Side>>;

async function start(installation: Installation): Promise<Side> {
  const service = await serve(installation);
  const connection = await connectTo(service.address);
  const db = await openDatabase(installation.config);
  return {
    installation,
    service,
    connection,
    change: (scheduleId) => db.transaction((tx) => tx.run(raiseChangeCount, { scheduleId })),
    storedMB: async () => ((await db.first(STORED_BYTES[installation.config.kind], {}))?.bytes ?? 0) / 1e6,
    async stop() {
      connection.close();
      await db.close();
      await service.stop();
    },
  };
}

const raiseChangeCount = writeStatement((q, p: { scheduleId: string }) =>
  q
    .updateTable('schedules')
    .set((eb) => ({ change_count: eb('change_count', '+', 1) }))
    .where('id', '=', p.scheduleId as ScheduleId),
);

async function flatRow({ what, beside, wanted }: Question, sides: Sides, name: string): Promise<Row> {
  const small = sides[beside];
  const samples = await inTurns(
    (part) => timeOf(wanted, sides.large, part),
    (part) => timeOf(wanted, small, part),
  );
  return rowOf(`${what} among ${large}, on ${name}`, samples, {
    what: `with ${small.installation.amounts.schedules}`,
    goal: GOAL,
  });
}

async function growthRow({ what, beside, wanted, less, timesAsMuch }: Growth, side: Side, name: string): Promise<Row> {
  const samples = await inTurns(
    (part) => timeOf(wanted, side, part),
    (part) => timeOf(less, side, part),
  );
  return rowOf(`${what} among ${large}, on ${name}`, samples, { what: beside, goal: { timesBeside: timesAsMuch } });
}

interface Samples {
  readonly these: readonly number[];
  readonly those: readonly number[];
}

/** Each gets a random number from 0 to 1. */
async function inTurns(
  takeThis: (part: number) => Promise<number>,
  takeThat: (part: number) => Promise<number>,
): Promise<Samples> {
  const random = chance(1);
  const [these, those]: [number[], number[]] = [[], []];
  for (let i = -WARM_UP; i < SAMPLES; i++) {
    const [one, other] = [await takeThis(random()), await takeThat(random())];
    if (i < 0) continue;
    these.push(one);
    those.push(other);
  }
  return { these, those };
}

function rowOf(what: string, { these, those }: Samples, beside: { what: string; goal: Goal }): Row {
  return {
    what,
    unit: 'ns',
    figure: rounded(median(these)),
    p99: rounded(quantile(these, 0.99)),
    beside: { what: beside.what, times: rounded(median(these) / median(those)) },
    goal: beside.goal,
  };
}

/** In nanoseconds. `part`, from 0 to 1, selects the schedule. */
async function timeOf(asking: Asking, side: Side, part: number): Promise<number> {
  const { installation, connection } = side;
  const { amounts, key } = installation;
  const scheduleId = idNumbered('sch', 1 + Math.floor(part * amounts.schedules));
  const wanted = asking(scheduleId, installation);
  const request = written(wanted, key);
  await side.change(scheduleId);
  const before = process.hrtime.bigint();
  const { status, body } = await connection.send(request);
  const ns = Number(process.hrtime.bigint() - before);
  if (status >= 300) throw new Error(`${wanted.method} ${wanted.path}: ${body}`);
  if (wanted.method === 'POST') await takeBack(side, wanted.path, body);
  return ns;
}

/** Without this, the schedules of the small installation would fill up. */
async function takeBack({ connection, installation }: Side, path: string, body: string): Promise<void> {
  const { override } = JSON.parse(body) as { override: { id: string } };
  const { status } = await connection.send(
    written({ method: 'DELETE', path: `${path}${override.id}` }, installation.key),
  );
  if (status !== 204) throw new Error(`DELETE ${path}${override.id}: ${status}`);
}

function newOverride(schedule: string): Wanted {
  return {
    method: 'POST',
    path: `/schedules/${schedule}/overrides/`,
    body: {
      start: '2100-01-01T00:00:00Z',
      end: '2100-01-02T00:00:00Z',
      user_references: [{ type: 'internal_user_id', value: idNumbered('usr', 1) }],
    },
  };
}

function shiftsOfWeeks(schedule: string, nowMs: number, weeks: number): Wanted {
  const [from, to] = [formatInstant(nowMs), formatInstant(nowMs + weeks * WEEK_MS)];
  return get(`/schedules/${schedule}/shifts/?from=${from}&to=${to}&per_page=100`);
}

function pageOf(schedule: string, schedules: number): number {
  return Math.ceil((Number(schedule.slice(4)) / schedules) * Math.floor(schedules / 100));
}

async function memoryRow({ large: side, small }: Sides, name: string): Promise<Row> {
  const figure = await side.service.residentMB();
  return {
    what: `resident memory of the service after these, ${large}, on ${name}`,
    unit: 'MB',
    figure: rounded(figure),
    beside: { what: `with ${SMALL.schedules}`, times: rounded(figure / (await small.service.residentMB())) },
    goal: GOAL,
  };
}

async function diskRow({ large: side, small }: Sides, name: string): Promise<Row> {
  const figure = await side.storedMB();
  return {
    what: `the database on disk, ${large}, on ${name}`,
    unit: 'MB',
    figure: rounded(figure),
    beside: { what: `with ${SMALL.schedules}`, times: rounded(figure / (await small.storedMB())) },
  };
}

async function stormRow({ config, nowMs }: Installation, name: string): Promise<Row> {
  const services = await openServices(config, { now: () => nowMs });
  try {
    await services.db.exclusively(async (tx) => {
      await tx.execute(`update schedules set next_change_at = ${nowMs} where id <= ${idOf('sch', STORM)}`);
      await insertMany(tx, 'schedule_chat_channels', STORM, {
        organization_id: '(select id from organizations)',
        schedule_id: idOf('sch', 'i'),
        channel_id: `'C0ONCALL'`,
        channel_name: `'on-call'`,
        created_at: nowMs,
      });
    });
    return {
      what: `${STORM.toLocaleString('en')} handoffs at one instant among ${large}, until in the outbox, on ${name}`,
      unit: 'ms',
      figure: rounded(await timeOfStorm(services, STORM)),
      goal: { atMost: 3_000 },
    };
  } finally {
    await services.db.close();
  }
}
