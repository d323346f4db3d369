/** Benchmark of calendar feeds: response time after a change, without a change, and with a matching entity tag. */
import type { DatabaseConfig } from '../../src/config/database.ts';
import { newApiKey } from '../../src/secrets/api-key-format.ts';
import { startServer } from '../../test/support/servers/server-process.ts';
import { connectTo } from '../connection.ts';
import { withPostgres, withSqlite } from '../databases.ts';
import { scaled } from '../installation.ts';
import { median, quantile, timed } from '../samples.ts';
import { type Part, type Row, rounded } from '../table.ts';

const PEOPLE = 20;
const READS = scaled(200, 3);

export const calendarsPart: Part = {
  notes: [
    `Calendar: the feed of one schedule with ${PEOPLE} people and daily shifts, read over HTTP ${READS} times, one after the other. A change of the organization goes before each read of the first kind, so that nothing is remembered.`,
  ],
  run: async () => [...(await withSqlite(rowsOn('SQLite'))), ...(await withPostgres(rowsOn('PostgreSQL')))],
};

function rowsOn(database: string): (config: DatabaseConfig) => Promise<Row[]> {
  return async (config) => {
    const key = newApiKey();
    const server = await startServer(config, key);
    const connection = await connectTo(server.address);
    try {
      const url = await addFeed(server.address, key);
      const get = (more = '') => `GET ${new URL(url).pathname} HTTP/1.1\r\nhost: 127.0.0.1\r\n${more}\r\n`;
      const { headers } = await fetch(`${server.address}${new URL(url).pathname}`);
      const known = `if-none-match: ${headers.get('etag')}\r\n`;
      const row = async (what: string, request: string, status: number, atMost: number, isChanged: boolean) => {
        const samples: number[] = [];
        for (let i = 0; i < READS; i++) {
          if (isChanged) await call(server.address, key, 'PATCH', '/organization/', { name: `Organization ${i}` });
          samples.push(await timed(async () => expectStatus(await connection.send(request), status)));
        }
        const figures = { figure: rounded(median(samples)), p99: rounded(quantile(samples, 0.99)) };
        return {
          what: `calendar feed of a year, ${PEOPLE} people, ${what}, ${database}`,
          unit: 'ms',
          ...figures,
          goal: { atMost },
        } as const;
      };
      return [
        await row('after a change', get(), 200, 5, true),
        await row('after a change, answered with 304', get(known), 304, 5, true),
        await row('nothing changed', get(), 200, 5, false),
        await row('nothing changed, answered with 304', get(known), 304, 1, false),
      ];
    } finally {
      connection.close();
      server.process.kill('SIGTERM');
      await server.exited;
    }
  };
}

async function addFeed(address: string, key: string): Promise<string> {
  const ids: string[] = [];
  for (let i = 0; i < PEOPLE; i++) {
    const person = { name: `Person ${i}`, email: `person-${i}@example.com` };
    ids.push((await call(address, key, 'POST', '/users/', person)).user.id);
  }
  const layer = {
    name: 'Days',
    rotation_start: '2020-01-06T09:00:00Z',
    concurrent_oncall_users: 1,
    user_references: ids.map((value) => ({ type: 'internal_user_id', value })),
    shift_length: { amount: 1, unit: 'days' },
  };
  const wanted = { name: 'Primary', time_zone: 'Europe/Berlin', team_ids: [], layers: [layer] };
  const { schedule } = await call(address, key, 'POST', '/schedules', wanted);
  const feed = { kind: 'schedule', schedule_id: schedule.id };
  return (await call(address, key, 'POST', '/user/calendar_feeds/', feed)).calendar_feed.url;
}

// biome-ignore lint/suspicious/noExplicitAny: the shape of a response depends on the path
async function call(address: string, key: string, method: string, path: string, body: object): Promise<any> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const answer = await fetch(`${address}${path}`, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

function expectStatus({ status }: { readonly status: number }, wanted: number): void {
  if (status !== wanted) throw new Error(`the calendar was answered with ${status}`);
}
