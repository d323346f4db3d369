/**
 * Benchmark of the worker on both databases: ten thousand schedules that hand off at one instant, how fast messages then go to the built-in chat, and
 * the cost of looking for due work among a hundred thousand schedules when nothing is due. The clock is simulated; the work is that of a worker
 * process.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DatabaseConfig } from '../../src/config/database.ts';
import type { Database } from '../../src/db/driver/database.ts';
import { deliveryById } from '../../src/db/outbox/deliveries.ts';
import { migrate } from '../../src/db/schema/migrate.ts';
import type { DeliveryId, OrganizationId } from '../../src/ids.ts';
import { newApiKey } from '../../src/secrets/api-key-format.ts';
import { nextDue, runDueBatch } from '../../src/services/jobs/due-work.ts';
import { compose } from '../../src/services/messages/composing.ts';
import { bootstrap } from '../../src/services/setup/bootstrap.ts';
import type { Services } from '../../src/services/shared/services.ts';
import { DAY_MS } from '../../src/time/units.ts';
import { withPostgres, withSqlite } from '../databases.ts';
import { openServices } from '../installation.ts';
import { median, timed } from '../samples.ts';
import { type Part, type Row, rounded } from '../table.ts';

const STORM = 10_000;
const STORED = 100_000;
const IDLE_LOOKS = 200;
const COMPOSED = 200;

/** When all schedules hand off: a day after the first turn began. */
const START = Date.UTC(2026, 0, 5, 9);

export const workerPart: Part = {
  notes: [
    `Worker: one process; ${STORM.toLocaleString('en')} schedules with a channel each hand off at one instant; then their messages go out to the`,
    `built-in chat. Idle: all kinds of work are looked for among ${STORED.toLocaleString('en')} schedules, none of which is due.`,
  ],
  run: async () => [
    ...(await withSqlite((database) => rowsOn('SQLite', database))),
    ...(await withPostgres((database) => rowsOn('PostgreSQL', database))),
  ],
};

async function rowsOn(name: string, config: DatabaseConfig): Promise<Row[]> {
  let nowMs = START;
  const clock = { now: () => nowMs };
  const services = await openServices(config, clock);
  try {
    await migrate(services.db, clock);
    await bootstrap(services, { email: 'owner@example.com', name: 'Owner', apiKey: newApiKey() });
    await seed(services.db);

    nowMs = START + DAY_MS;
    const stormMs = await timeOfStorm(services, STORM);
    const deliveryMs = await timed(async () => {
      while ((await runDueBatch(services, 'delivery')) > 0);
    });
    const sent = await count(services.db, `select count(*) as count from deliveries where status = 'sent'`);
    if (sent !== STORM) throw new Error(`${sent} of ${STORM} messages were sent`);

    const composedMs = await composingMs(services);
    const idleMs = await timed(async () => {
      for (let i = 0; i < IDLE_LOOKS; i++) await nextDue(services);
    });
    return [
      {
        what: `10,000 handoffs at one instant, until the last is in the outbox, on ${name}`,
        unit: 'ms',
        figure: rounded(stormMs),
        goal: { atMost: 3_000 },
      },
      {
        what: `messages to the built-in chat, on ${name}`,
        unit: 'per second',
        figure: rounded((STORM * 1_000) / deliveryMs),
      },
      {
        what: `composing a message when it is sent, on ${name}`,
        unit: 'ms',
        figure: rounded(composedMs),
      },
      {
        what: `a look for work when none is due, 100,000 schedules, on ${name}`,
        unit: 'ns',
        figure: rounded((idleMs * 1e6) / IDLE_LOOKS),
      },
    ];
  } finally {
    await services.db.close();
  }
}

/** The median time of one message about a handoff: reading the state, composing the text and storing both, in one transaction. */
async function composingMs(services: Services): Promise<number> {
  const rows = await services.db.exclusively(async (tx) => {
    await tx.execute(
      `update deliveries set status = 'pending', done_at = null where id in (select id from deliveries order by id limit ${COMPOSED})`,
    );
    await tx.execute(`update schedule_chat_channels set told_users_json = null`);
    return tx.execute(`select id, organization_id from deliveries where status = 'pending'`);
  });
  const samples: number[] = [];
  for (const { id, organization_id: organizationId } of rows as readonly {
    id: DeliveryId;
    organization_id: OrganizationId;
  }[]) {
    const delivery = await services.db.first(deliveryById, { organizationId, id });
    if (delivery === undefined) throw new Error(`there is no delivery ${id}`);
    samples.push(
      await timed(async () => {
        if ((await compose(services, delivery, [])) === 'dropped') throw new Error('a message was dropped');
      }),
    );
  }
  return median(samples);
}

/** Written directly into the tables: using the API would take longer than the measurement. */
async function seed(db: Database): Promise<void> {
  const numbers = (from: number, to: number) =>
    `with recursive numbers(i) as (select ${from} union all select i + 1 from numbers where i < ${to})`;
  const id = (prefix: string) =>
    `'${prefix}_' || substr('00000000000000000000000000' || cast(i as text), length(cast(i as text)) + 1)`;
  const layer = (users: string) =>
    `'{"name":"Days","rotationStart":${START},"concurrentUsers":1,"users":[' || ${users} || '],"shiftLength":{"amount":1,"unit":"days"}}'`;
  await db.exclusively(async (tx) => {
    const people = `(select '"' || ${id('usr')} || '"' from (select 1 as i) as one) || ',' || (select '"' || ${id('usr')} || '"' from (select 2 as i) as two)`;
    await tx.execute(
      `${numbers(1, 2)} insert into users (id, organization_id, name, email, email_key, role, seat, created_at)
        select ${id('usr')}, (select id from organizations), 'Person ' || cast(i as text), cast(i as text), cast(i as text), 'standard', 'member', 0 from numbers`,
    );
    await tx.execute(
      `${numbers(1, STORED)} insert into schedules (id, organization_id, name, name_key, time_zone, latest_revision, next_change_at, created_by, created_at)
        select ${id('sch')}, (select id from organizations), 'Schedule ' || cast(i as text), cast(i as text), 'Europe/Berlin', 1,
          case when i <= ${STORM} then ${START + DAY_MS} else ${START + 400 * DAY_MS} end, (select min(id) from users), 0 from numbers`,
    );
    await tx.execute(
      `${numbers(1, STORED)} insert into revisions (organization_id, schedule_id, number, valid_from, layer_json, created_at)
        select (select id from organizations), ${id('sch')}, 1, ${START}, ${layer(people)}, 0 from numbers`,
    );
    await tx.execute(
      `${numbers(1, STORM)} insert into schedule_chat_channels (organization_id, schedule_id, channel_id, channel_name, created_at)
        select (select id from organizations), ${id('sch')}, case when i % 2 = 0 then 'C0GENERAL' else 'C0ONCALL' end, 'channel', 0 from numbers`,
    );
  });
}

/** Milliseconds until this many due handoffs are in the outbox. */
export async function timeOfStorm(services: Services, handoffs: number): Promise<number> {
  const stormMs = await timed(async () => {
    // The loops of a worker end their turn of the event loop after each batch, too.
    while ((await runDueBatch(services, 'handoff')) > 0) await nextTurn();
  });
  const pending = await count(services.db, `select count(*) as count from deliveries where status = 'pending'`);
  // Counts distinct events, so that a duplicate cannot hide a lost one.
  const distinct = await count(services.db, 'select count(distinct event_json) as count from deliveries');
  if (pending !== handoffs || distinct !== handoffs) {
    throw new Error(`${pending} messages, ${distinct} different ones, for ${handoffs} handoffs`);
  }
  return stormMs;
}

async function count(db: Database, sql: string): Promise<number> {
  const [row] = await db.exclusively((tx) => tx.execute(sql));
  return Number((row as { count: unknown } | undefined)?.count);
}
