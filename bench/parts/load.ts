/** Benchmark of mixed traffic for a minute, at 80 % of the maximum rate: latency and memory. */
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseConfig } from '../../src/config/database.ts';
import type { Amounts } from '../../test/support/plans/many-rows.ts';
import { connectTo, written } from '../connection.ts';
import { withPostgres, withSqlite } from '../databases.ts';
import { type Installation, install, type Service, scaled, serve } from '../installation.ts';
import { median, quantile } from '../samples.ts';
import { type Part, type Row, rounded } from '../table.ts';
import { drive, type Mix, mixOf } from '../traffic.ts';

const AMOUNTS: Amounts = { users: 200, schedules: 1_000, overridesOfEach: 10, coverageRequests: 100 };
const TEAMS = 20;
const CONNECTIONS = 10;
const CONNECTIONS_UNDER_LOAD = 50;
const IDLE_SECONDS = scaled(5);
const MAXIMUM_SECONDS = scaled(10, 2);
const LOAD_SECONDS = scaled(60, 5);
const PART_OF_MAXIMUM = 0.8;

/** By then the code is compiled and the memory use is stable. */
const SETTLED_SECONDS = LOAD_SECONDS / 6;

export const loadPart: Part = {
  notes: [
    `Load: ${AMOUNTS.schedules.toLocaleString('en')} schedules; of a hundred requests 80 read a schedule, its shifts, who is on call or oneself, 15 one's shifts or lists, 5 write.`,
    `The maximum is what ${CONNECTIONS} connections get that always ask; then ${PART_OF_MAXIMUM * 100} % of it for ${LOAD_SECONDS} s, each request at its time and its latency from then on. Idle: one at a time. Load and service share the machine.`,
  ],
  run: async () => [
    ...(await withSqlite((database) => rowsOn('SQLite', database))),
    ...(await withPostgres((database) => rowsOn('PostgreSQL', database))),
  ],
};

async function rowsOn(databaseName: string, database: DatabaseConfig): Promise<Row[]> {
  const installation = await install(database, AMOUNTS);
  const service = await serve(installation);
  try {
    const rows = await measure(installation, service);
    return rows.map((row) => ({ ...row, what: `${row.what}, on ${databaseName}` }));
  } finally {
    await service.stop();
  }
}

async function measure(installation: Installation, service: Service): Promise<Row[]> {
  const mix: Mix = mixOf(installation, await addTeams(installation, service));
  const to = { addresses: [service.address], key: installation.key, mix };
  const warmUp = await drive({ ...to, connections: CONNECTIONS, seconds: MAXIMUM_SECONDS / 2 });
  const idle = await drive({ ...to, connections: 1, seconds: IDLE_SECONDS });
  const maximum = await drive({ ...to, connections: CONNECTIONS, seconds: MAXIMUM_SECONDS });
  const perSecond = PART_OF_MAXIMUM * maximum.perSecond;
  const [load, settledMB] = await Promise.all([
    drive({ ...to, connections: CONNECTIONS_UNDER_LOAD, seconds: LOAD_SECONDS, perSecond }),
    delay(SETTLED_SECONDS * 1_000).then(() => service.residentMB()),
  ]);
  const lastMB = await service.residentMB();
  const idleMs = median(idle.latencies);
  const p99 = quantile(load.latencies, 0.99);
  return [
    { what: 'mixed traffic, idle: one request at a time', unit: 'ms', figure: rounded(idleMs) },
    { what: 'mixed traffic, the most', unit: 'per second', figure: rounded(maximum.perSecond) },
    { what: `mixed traffic for ${LOAD_SECONDS} s`, unit: 'per second', figure: rounded(load.perSecond) },
    {
      what: 'its latency, 99th percentile',
      unit: 'ms',
      figure: rounded(p99),
      beside: { what: 'the idle median', times: rounded(p99 / idleMs) },
      goal: { atMost: 120 },
    },
    {
      what: 'answers that were no success, of all of these',
      unit: 'answers',
      figure: warmUp.failures + idle.failures + maximum.failures + load.failures,
      goal: { atMost: 0 },
    },
    {
      what: 'resident memory in its last second',
      unit: 'MB',
      figure: rounded(lastMB),
      beside: { what: `after ${SETTLED_SECONDS.toFixed(0)} s`, times: rounded(lastMB / settledMB) },
      goal: { timesBeside: 1.1 },
    },
  ];
}

async function addTeams({ key }: Installation, { address }: Service): Promise<string[]> {
  const connection = await connectTo(address);
  const ids: string[] = [];
  for (let i = 0; i < TEAMS; i++) {
    const { status, body } = await connection.send(
      written({ method: 'POST', path: '/teams/', body: { name: `Team ${i}` } }, key),
    );
    if (status !== 201) throw new Error(body);
    ids.push((JSON.parse(body) as { team: { id: string } }).team.id);
  }
  connection.close();
  return ids;
}
