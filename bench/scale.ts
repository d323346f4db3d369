/**
 * The same requests where much is stored and where little is, on both databases. What one asks for is as large in both: a
 * schedule has as many people and overrides, whoever asks rotates in as many schedules, a page is full. So whatever it costs more
 * is the price of what else is stored.
 *
 * Requests go one at a time, in turns to the large installation and to the small one, each for a schedule by chance. On SQLite,
 * reads are remembered until something is written, which would make ten schedules cheaper than a hundred thousand however they
 * are stored. So something is written before each request, into either database, and nothing is remembered.
 */
import { sql } from 'kysely';
import type { DatabaseConfig } from '../src/config.ts';
import type { Database } from '../src/db/database.ts';
import { openDatabase } from '../src/db/open.ts';
import { updateOrganization } from '../src/db/organizations.ts';
import { statement } from '../src/db/statement.ts';
import { type Amounts, idOf, insertMany } from '../test/support/many-rows.ts';
import { type Connection, connectTo, type Wanted, written } from './connection.ts';
import { withPostgres, withSqlite } from './databases.ts';
import { type Installation, idNumbered, install, openServices, type Service, scaled, serve } from './installation.ts';
import { chance, median, quantile } from './samples.ts';
import { type Part, type Row, rounded } from './table.ts';
import { timeOfStorm } from './worker.ts';

const LARGE: Amounts = {
  users: scaled(20_000, 20),
  schedules: scaled(100_000, 100),
  overridesOfEach: 10,
  coverageRequests: scaled(10_000),
};
const SMALL: Amounts = { users: 20, schedules: 10, overridesOfEach: 10, coverageRequests: 10 };
/** Enough for a full page of a list, each schedule on it with people of its own, as it is among many. */
const PAGE: Amounts = { ...SMALL, schedules: 100, users: 1_000 };

const STORM = scaled(10_000, 10);
const SAMPLES = scaled(500, 20);
const WARM_UP = scaled(50, 5);
const GOAL = { timesBeside: 1.3 };

const large = `${LARGE.schedules.toLocaleString('en')} schedules`;

interface Question {
  readonly what: string;
  readonly beside: 'small' | 'page';
  readonly isFlat: boolean;
  readonly wanted: (schedule: string, amounts: Amounts) => Wanted;
}

const get = (path: string): Wanted => ({ method: 'GET', path });

const QUESTIONS: readonly Question[] = [
  { what: 'GET /user/', beside: 'small', isFlat: true, wanted: () => get('/user/') },
  { what: 'GET /schedules/{id}', beside: 'small', isFlat: true, wanted: (id) => get(`/schedules/${id}`) },
  { what: 'GET …/shifts/, 20 of them', beside: 'small', isFlat: true, wanted: (id) => get(`/schedules/${id}/shifts/`) },
  { what: 'GET /user/shifts', beside: 'small', isFlat: true, wanted: () => get('/user/shifts') },
  { what: 'POST …/overrides/', beside: 'small', isFlat: true, wanted: newOverride },
  { what: 'GET /oncall?per_page=20', beside: 'page', isFlat: true, wanted: () => get('/oncall?per_page=20') },
  { what: 'GET /schedules?per_page=100', beside: 'page', isFlat: true, wanted: () => get('/schedules?per_page=100') },
  {
    what: 'GET /schedules?per_page=100, any page',
    beside: 'page',
    isFlat: false,
    wanted: (id, { schedules }) => get(`/schedules?per_page=100&page=${pageOf(id, schedules)}`),
  },
];

export const scalePart: Part = {
  notes: [
    `Scale: ${large}, ${LARGE.users.toLocaleString('en')} users, ${(LARGE.schedules * LARGE.overridesOfEach).toLocaleString('en')} overrides and ${LARGE.coverageRequests.toLocaleString('en')} coverage requests, beside`,
    `${SMALL.schedules} schedules (${PAGE.schedules} where a page of them is asked for) with as much in each. One request at a time, ${SAMPLES} to either in turns, for schedules by`,
    'chance; on SQLite something is written before each, so that no read is remembered. The time is that of whoever asks, over a connection that stays.',
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
    for (const question of QUESTIONS) rows.push(await rowOf(question, sides, name));
    rows.push(await memoryRow(sides, name), await diskRow(sides, name));
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

/** An installation whose service is running, with somebody connected to it. */
interface Side {
  readonly installation: Installation;
  readonly service: Service;
  readonly connection: Connection;
  /** Makes the service forget what it has read. */
  forget(): Promise<unknown>;
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
    forget: () => (installation.config.kind === 'sqlite' ? writeSomething(db, installation) : Promise.resolve()),
    storedMB: async () => ((await db.first(STORED_BYTES[installation.config.kind], {}))?.bytes ?? 0) / 1e6,
    async stop() {
      connection.close();
      await db.close();
      await service.stop();
    },
  };
}

/** Another name each time: SQLite leaves a row alone that stays what it was, and then nothing is forgotten. */
function writeSomething(db: Database, { organizationId }: Installation): Promise<unknown> {
  writes += 1;
  const change = { id: organizationId, name: `Organization ${writes}`, timeZone: 'UTC' };
  return db.transaction((tx) => tx.run(updateOrganization, change));
}

let writes = 0;

async function rowOf(question: Question, sides: Sides, name: string): Promise<Row> {
  const small = sides[question.beside];
  const samples = { large: [] as number[], small: [] as number[] };
  const random = chance(1);
  for (let i = -WARM_UP; i < SAMPLES; i++) {
    const largeNs = await timeOf(question, sides.large, random());
    const smallNs = await timeOf(question, small, random());
    if (i < 0) continue;
    samples.large.push(largeNs);
    samples.small.push(smallNs);
  }
  return {
    what: `${question.what} among ${large}, on ${name}`,
    unit: 'ns',
    figure: rounded(median(samples.large)),
    p99: rounded(quantile(samples.large, 0.99)),
    beside: {
      what: `with ${small.installation.amounts.schedules}`,
      times: rounded(median(samples.large) / median(samples.small)),
    },
    ...(question.isFlat && { goal: GOAL }),
  };
}

/** In nanoseconds. `part` chooses the schedule among all. */
async function timeOf(question: Question, side: Side, part: number): Promise<number> {
  const { installation, connection } = side;
  const { amounts, key } = installation;
  const wanted = question.wanted(idNumbered('sch', 1 + Math.floor(part * amounts.schedules)), amounts);
  const request = written(wanted, key);
  await side.forget();
  const before = process.hrtime.bigint();
  const { status, body } = await connection.send(request);
  const ns = Number(process.hrtime.bigint() - before);
  if (status >= 300) throw new Error(`${wanted.method} ${wanted.path}: ${body}`);
  if (wanted.method === 'POST') await takeBack(side, wanted.path, body);
  return ns;
}

/** Else the schedules of the small installation would fill up. */
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
