/** Benchmark of a report of hours on call over a year: 200 people in 50 schedules, with public holidays. */
import type { DatabaseConfig } from '../../src/config/database.ts';
import { newApiKey } from '../../src/secrets/api-key-format.ts';
import { startServer } from '../../test/support/servers/server-process.ts';
import { withPostgres, withSqlite } from '../databases.ts';
import { scaled } from '../installation.ts';
import { median, quantile, timed } from '../samples.ts';
import { type Part, type Row, rounded } from '../table.ts';

const PEOPLE = 200;
const SCHEDULES = 50;
/** People in each schedule: everyone is in two schedules. */
const PER_SCHEDULE = (2 * PEOPLE) / SCHEDULES;
const PER_BATCH = 100;
const READS = scaled(30, 3);

const YEAR = 'from=2026-01-01T00:00:00Z&to=2027-01-01T00:00:00Z';

export const hoursPart: Part = {
  notes: [
    `Hours: GET /reports/hours over 2026 for ${PEOPLE} people in ${SCHEDULES} schedules with daily shifts, ${PER_SCHEDULE} people each, and the public holidays of Germany, read over HTTP ${READS} times, one after the other. A change of the organization goes before each read, so that nothing is remembered.`,
  ],
  run: async () => [...(await withSqlite(rowsOn('SQLite'))), ...(await withPostgres(rowsOn('PostgreSQL')))],
};

function rowsOn(database: string): (config: DatabaseConfig) => Promise<Row[]> {
  return async (config) => {
    const key = newApiKey();
    const server = await startServer(config, key);
    // biome-ignore lint/suspicious/noExplicitAny: the shape of a response depends on the path
    async function call(method: string, path: string, body?: object): Promise<any> {
      const headers = { 'x-api-key': key, ...(body !== undefined && { 'content-type': 'application/json' }) };
      const text = body === undefined ? null : JSON.stringify(body);
      const answer = await fetch(`${server.address}${path}`, { method, headers, body: text });
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    }
    try {
      await fill(call);
      const samples: number[] = [];
      for (let i = 0; i < READS; i++) {
        await call('PATCH', '/organization/', { name: `Organization ${i}` });
        samples.push(
          await timed(async () => {
            const { hours } = await call('GET', `/reports/hours?${YEAR}`);
            if (hours.people.length !== PEOPLE) throw new Error(`the report is about ${hours.people.length} people`);
          }),
        );
      }
      return [
        {
          what: `hours of a year, ${PEOPLE} people, ${SCHEDULES} schedules, ${database}`,
          unit: 'ms',
          figure: rounded(median(samples)),
          p99: rounded(quantile(samples, 0.99)),
          goal: { atMost: 500 },
        },
      ];
    } finally {
      server.process.kill('SIGTERM');
      await server.exited;
    }
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the shape of a response depends on the path
async function fill(call: (method: string, path: string, body: object) => Promise<any>): Promise<void> {
  await call('PATCH', '/organization/calendar_rules/', { holidays: { country: 'DE' } });
  const ids: string[] = [];
  for (let first = 0; first < PEOPLE; first += PER_BATCH) {
    const users = Array.from({ length: PER_BATCH }, (_, i) => ({
      email: `person-${first + i}@example.com`,
      time_zone: 'Europe/Berlin',
    }));
    const { results } = await call('POST', '/users/batch', { users });
    ids.push(...results.map(({ id }: { id: string }) => id));
  }
  for (let i = 0; i < SCHEDULES; i++) {
    const people = Array.from({ length: PER_SCHEDULE }, (_, j) => ids[(i * (PER_SCHEDULE / 2) + j) % PEOPLE]);
    const layer = {
      name: 'Days',
      rotation_start: '2020-01-06T09:00:00Z',
      concurrent_oncall_users: 1,
      user_references: people.map((value) => ({ type: 'internal_user_id', value })),
      shift_length: { amount: 1, unit: 'days' },
    };
    await call('POST', '/schedules', {
      name: `Schedule ${i}`,
      time_zone: 'Europe/Berlin',
      team_ids: [],
      layers: [layer],
    });
  }
}
