/** PgBouncer in transaction mode, where a connection is lent for one transaction at a time, and in session mode. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../../src/db/driver/database.ts';
import { openDatabase } from '../../src/db/driver/open.ts';
import { statement } from '../../src/db/driver/statement.ts';
import { migrate } from '../../src/db/schema/migrate.ts';
import type { LaterMigration } from '../../src/db/schema/migration.ts';
import type { AppError } from '../../src/errors.ts';
import type { App } from '../../src/http/typed-app.ts';
import { newApiKey } from '../../src/secrets/api-key-format.ts';
import { formatInstant } from '../../src/time/iso.ts';
import { allowEndpoints, call, openApp, startWatchbill, succeeded } from '../support/drivers/api.ts';
import type { Call } from '../support/drivers/calls.ts';
import { openLedger, randomFrom } from '../support/drivers/ledger.ts';
import { createOverride, createSchedule, lines, newSchedule } from '../support/drivers/schedules.ts';
import { eventually, messagesIn, workAt } from '../support/drivers/worker.ts';
import { startWebhookEndpoint } from '../support/fakes/webhook-endpoint.ts';
import { run } from '../support/servers/child-processes.ts';
import { cleanUp } from '../support/servers/clean-up.ts';
import { createPostgres, type TestPostgres } from '../support/servers/databases.ts';
import {
  configBehind,
  type PgBouncer,
  type PoolMode,
  type PostgresConfig,
  startPgBouncer,
} from '../support/servers/pgbouncer.ts';
import { commandFlags } from '../support/servers/quick-start.ts';
import { environmentFor, follow, killed, listening, startCommand } from '../support/servers/server-process.ts';

/** Two, so that transactions wait for each other's connections; a session keeps its connection. */
const POOL_SIZES: Readonly<Record<PoolMode, number>> = { transaction: 2, session: 50 };

const MAIN = fileURLToPath(new URL('../../bin/watchbill.mjs', import.meta.url));

const MONDAY = '2026-01-05T09:00:00Z';
const TUESDAY = '2026-01-06T09:00:00Z';
const WEDNESDAY = '2026-01-07T09:00:00Z';
const THURSDAY = '2026-01-08T09:00:00Z';

const WRITERS = 6;
const WRITES_OF_EACH = 8;
const SEED = 20_261_116;

/** The client's own timeout of a statement outside a transaction. */
const TIMEOUT_MS = 16_000;

const clock = { now: () => 0 };

const columnAdded: LaterMigration = {
  name: 'column added',
  oldestPeer: 9,
  statements: () => ['alter table teams add column colour text'],
};

const limits = statement((q, _: Record<never, never>) =>
  q.selectNoFrom([
    sql<string>`current_setting('statement_timeout')`.as('statement'),
    sql<string>`current_setting('idle_in_transaction_session_timeout')`.as('idle'),
  ]),
);

const teamCount = statement((q, _: Record<never, never>) =>
  q.selectFrom('teams').select((eb) => eb.fn.countAll<number>().as('count')),
);

type Create = (content?: 'migrated') => Promise<TestPostgres>;

/** A PgBouncer in front of the PostgreSQL of the run; returns a function that creates databases behind it. */
function givenPgBouncer(mode: PoolMode, poolSize = POOL_SIZES[mode]): Create {
  let pgBouncer: PgBouncer;
  before(async () => {
    const serverPort = Number(new URL(process.env.TEST_POSTGRES_URL ?? '').port);
    pgBouncer = await startPgBouncer(serverPort, mode, poolSize);
  });
  after(() => pgBouncer.stop());

  return async (content) => {
    const place = await createPostgres(content);
    return { ...place, config: configBehind(pgBouncer.port, mode, place.directUrl) };
  };
}

function callAt(node: () => App, key: string): Call {
  return async (method, path, body) => {
    const answer = await call(node(), method as 'GET', path, key, body);
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
}

/** For both modes. */
function itWorksAsEver(create: Create): void {
  it('people, teams, schedules, overrides, cover, handoffs, user groups, webhooks and calendars work', async () => {
    const watchbill = await startWatchbill(() => create('migrated'), MONDAY);
    const { owner } = watchbill;
    const [ada, ben] = [await watchbill.addPerson('Ada'), await watchbill.addPerson('Ben')];
    succeeded(await owner.patch(`/users/${ben.id}`, { chat_id: 'U0BEN' }));
    const { team } = succeeded(await owner.post('/teams/', { name: 'Harbour' }), 201);
    succeeded(await owner.put(`/teams/${team.id}/members/${ada.id}`), 204);
    const schedule = await createSchedule(owner, [ada, ben], { team_ids: [team.id] });
    await createOverride(owner, schedule, [ben], WEDNESDAY, '2026-01-07T12:00:00Z');
    const asked = { start: '2026-01-07T12:00:00Z', end: THURSDAY, reason: 'Dentist' };
    const { coverage_request } = succeeded(await ada.post('/user/coverage_requests', asked), 201);
    succeeded(await ben.post(`/coverage_requests/${coverage_request.id}/accept`));
    succeeded(await owner.put(`/schedules/${schedule.id}/chat_channels/C0ONCALL`), 204);
    const group = { name: 'On call', handle: 'oncall' };
    succeeded(await owner.put(`/schedules/${schedule.id}/chat_user_group/`, group));
    const shifts = `/schedules/${schedule.id}/shifts/?from=${MONDAY}&to=${THURSDAY}`;
    assert.deepEqual(lines(await owner.get(shifts)), [
      `Ada ${MONDAY}/${TUESDAY}`,
      `Ben ${TUESDAY}/${WEDNESDAY}`,
      `Ben ${WEDNESDAY}/2026-01-07T12:00:00Z`,
      `Ben 2026-01-07T12:00:00Z/${THURSDAY}`,
    ]);

    const endpoint = await startWebhookEndpoint();
    allowEndpoints(watchbill, ['127.0.0.0/8']);
    const hook = { url: endpoint.url, events: ['oncall.changed'] };
    succeeded(await owner.post('/webhooks/', hook), 201);
    const { calendar_feed } = succeeded(await ben.post('/user/calendar_feeds/', { kind: 'mine' }), 201);
    const calendar = await watchbill.app.inject(new URL(calendar_feed.url).pathname);
    assert.equal(calendar.body.match(/^DTSTART:20260107T(09|12)0000Z\r$/gm)?.length, 2);

    await workAt(watchbill, TUESDAY);
    assert.deepEqual(
      endpoint.received.map(({ body }) => JSON.parse(body).data.after[0].name),
      ['Ben'],
    );
    await endpoint.stop();
    assert.match((await messagesIn(owner, 'C0ONCALL')).join('\n'), /^Primary: Ben is on call until /m);
    const { groups } = succeeded(await owner.get('/chat/local/groups/'));
    assert.deepEqual(
      groups.map(({ member_ids }: { member_ids: string[] }) => member_ids),
      [['U0BEN']],
    );
    await watchbill.stop();
  });

  it('time off, parts of cover, refusals, cover on behalf, candidates and hours work as ever', async () => {
    const watchbill = await startWatchbill(() => create('migrated'), MONDAY);
    const { owner } = watchbill;
    const [ada, ben] = [await watchbill.addPerson('Ada'), await watchbill.addPerson('Ben')];
    const cleo = await watchbill.addPerson('Cleo');
    const schedule = await createSchedule(owner, [ada, ben]);
    const noon = '2026-01-07T12:00:00Z';

    const trip = { start: WEDNESDAY, end: THURSDAY, reason: 'Trip' };
    const { time_off } = succeeded(await ada.post('/user/time_off/', trip), 201);
    assert.deepEqual(
      time_off.colliding_shifts.map(({ start, end }: { start: string; end: string }) => [start, end]),
      [[WEDNESDAY, THURSDAY]],
    );
    const { away } = succeeded(await ben.get(`/away/?user_ids=${ada.id}&from=${MONDAY}&to=${THURSDAY}`));
    assert.deepEqual(away[0].time_off, [{ start: WEDNESDAY, end: THURSDAY }]);

    const asked = { start: WEDNESDAY, end: THURSDAY, reason: 'Time off', user_id: ada.id };
    const { coverage_request } = succeeded(await owner.post('/coverage_requests', asked), 201);
    const path = `/coverage_requests/${coverage_request.id}`;
    const { coverage_candidates } = succeeded(
      await owner.get(`/coverage_candidates?coverage_request_id=${coverage_request.id}`),
    );
    assert.equal(coverage_candidates[0].user.id, ben.id);
    succeeded(await cleo.post(`${path}/decline`));
    const part = { schedule_id: schedule.id, start: WEDNESDAY, end: noon };
    // Two take the same part at once: one of them gets it.
    const answers = await Promise.all([ben, owner].map((person) => person.post(`${path}/accept`, { shifts: [part] })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422]);
    const { coverage_request: open } = succeeded(await owner.get(path));
    assert.deepEqual([open.status, open.acceptances.length, open.declined_by.length], ['pending', 1, 1]);
    assert.deepEqual(
      open.remaining_shifts.map(({ start, end }: { start: string; end: string }) => [start, end]),
      [[noon, THURSDAY]],
    );
    succeeded(await ben.post(`${path}/accept`));
    assert.equal(succeeded(await owner.get(path)).coverage_request.status, 'accepted');

    const { hours } = succeeded(await owner.get(`/reports/hours?from=${MONDAY}&to=${THURSDAY}`));
    const given = hours.people.map(
      ({ user, cover }: { user: { name: string }; cover: { given: { coming_ms: number } } }) => [
        user.name,
        cover.given.coming_ms / 3_600_000,
      ],
    );
    assert.deepEqual(
      given.filter(([name]: [string]) => name === 'Ada'),
      [['Ada', 24]],
    );
    await watchbill.stop();
  });

  it('concurrent writes of two nodes lose nothing, and leave nothing half done', async () => {
    const place = await create('migrated');
    const watchbill = await startWatchbill(async () => place, MONDAY);
    const { owner } = watchbill;
    const grace = await watchbill.addPerson('Grace');
    const other = await openApp(place.config, MONDAY);
    let calls = 0;
    // Time advances, so that later actions come later in the audit log.
    const inTurns = () => {
      calls++;
      const now = formatInstant(Date.parse(MONDAY) + calls);
      for (const { at } of [watchbill, other]) at(now);
      return calls % 2 === 0 ? watchbill.app : other.app;
    };
    const colleague = { id: grace.id, call: callAt(inTurns, grace.key) };
    const ledger = openLedger(callAt(inTurns, owner.key), owner, colleague, randomFrom(SEED));
    await ledger.createSchedule();
    const write = async () => {
      for (let i = 0; i < WRITES_OF_EACH; i++) await ledger.writeSomething();
    };
    await Promise.all(Array.from({ length: WRITERS }, write));
    await ledger.everythingAnsweredIsThere();
    await ledger.nothingIsHalfDone();
    await cleanUp(other.close, watchbill.stop);
  });
}

describe('behind PgBouncer in transaction mode', () => {
  const create = givenPgBouncer('transaction');
  itWorksAsEver(create);

  async function using(
    use: (db: Database, place: TestPostgres) => Promise<void>,
    changes: Partial<PostgresConfig> = {},
  ): Promise<void> {
    const place = await create('migrated');
    const db = await openDatabase({ ...place.config, ...changes });
    await use(db, place);
    await cleanUp(
      () => db.close(),
      () => place.remove(),
    );
  }

  it('transactions set their own limits, and leave none on the connection', () =>
    using(async (db) => {
      const inTransaction = { statement: '15s', idle: '15s' };
      assert.deepEqual(await db.transaction((tx) => tx.first(limits, {})), inTransaction);
      assert.deepEqual(await db.queueTransaction((tx) => tx.first(limits, {})), inTransaction);
      assert.deepEqual(await db.first(limits, {}), { statement: '0', idle: '0' });
    }));

  it('a read outside a transaction has the limit of its role', async () => {
    const place = await create();
    const name = new URL(place.directUrl).pathname.slice(1);
    await onceOn(place, `alter role postgres in database ${name} set statement_timeout = '15s'`);
    const db = await openDatabase(place.config);
    assert.equal((await db.first(limits, {}))?.statement, '15s');
    await cleanUp(
      () => db.close(),
      () => place.remove(),
    );
  });

  it('a read outside a transaction is canceled by the client in any case', async (t) => {
    await using(async (db, { directUrl }) => {
      assert.equal((await db.first(teamCount, {}))?.count, 0);
      const elsewhere = new pg.Client(directUrl);
      await elsewhere.connect();
      await elsewhere.query('begin; lock table teams in access exclusive mode');
      t.mock.timers.enable({ apis: ['setTimeout'] });
      const read = db.first(teamCount, {});
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      while ((await elsewhere.query(waiting)).rowCount === 0) {
        await nextTurn();
        // Within a transaction, PostgreSQL shows the connections as they were at the first look.
        await elsewhere.query('select pg_stat_clear_snapshot()');
      }
      t.mock.timers.tick(TIMEOUT_MS);
      await assert.rejects(read, { code: 'service_unavailable' });
      t.mock.timers.reset();
      await elsewhere.end();
    });
  });

  it('a node is notified of the changes of another through DATABASE_DIRECT_URL', () =>
    using(async (db, place) => {
      const heard = Promise.withResolvers<void>();
      const unlisten = await db.onWake(heard.resolve);
      const watchbill = await startWatchbill(async () => ({ ...place, remove: async () => undefined }), MONDAY);
      await createSchedule(watchbill.owner, [watchbill.owner, await watchbill.addPerson('Ada')]);
      await heard.promise;
      unlisten();
      await watchbill.stop();
    }));

  it('without DATABASE_DIRECT_URL, a node polls every second', (t) =>
    using(
      async (db) => {
        t.mock.timers.enable({ apis: ['setInterval'] });
        let looks = 0;
        const unlisten = await db.onWake(() => looks++);
        t.mock.timers.tick(999);
        assert.equal(looks, 0);
        t.mock.timers.tick(1);
        assert.equal(looks, 1);
        unlisten();
        t.mock.timers.tick(5_000);
        assert.equal(looks, 1);
      },
      { transactionPooler: { directUrl: undefined } },
    ));

  it('of several nodes that start at once on older tables, one migrates and none fails', async () => {
    const place = await create();
    const nodes = await Promise.all(Array.from({ length: 4 }, () => openDatabase(place.config)));
    await migrate(nodes[0] as Database, clock, []);
    const applied = await Promise.all(nodes.map((node) => migrate(node, clock, [columnAdded])));
    assert.deepEqual(applied.flat(), ['column added']);
    await cleanUp(...nodes.map((node) => () => node.close()), place.remove);
  });

  it('a server and a worker run as processes, on an empty database', async () => {
    const place = await create();
    const config = { ...place.config, transactionPooler: { directUrl: undefined } };
    const key = newApiKey();
    const [server, worker] = await Promise.all([
      listening(startCommand(config, ['serve', '--no-worker'], { WATCHBILL_BOOTSTRAP_API_KEY: key })),
      follow(startCommand(config, ['worker'])),
    ]);
    await worker.said('"working"');

    async function ask(method: string, path: string, body?: object) {
      const answer = await fetch(`${server.address}${path}`, {
        method,
        headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      assert.ok(answer.ok, `${method} ${path}: ${text}`);
      return JSON.parse(text);
    }

    const { user } = await ask('GET', '/user/');
    const { schedule } = await ask('POST', '/schedules', newSchedule([user]));
    const path = `/schedules/${schedule.id}/chat_user_group/`;
    await ask('PUT', path, { name: 'On call', handle: 'oncall' });
    const isSynced = async () => (await ask('GET', path)).user_group.sync.last_success_at !== null;
    await eventually(isSynced, 'the worker brings the user group up to date');
    await cleanUp(
      () => killed(server),
      () => killed(worker),
      () => place.remove(),
    );
  });
});

describe('behind PgBouncer in transaction mode, without DATABASE_POOLER=transaction', () => {
  // With one connection for all, everybody meets what others have prepared there.
  const create = givenPgBouncer('transaction', 1);

  it('the errors say in one line that it must be set', async () => {
    const place = await create('migrated');
    const config: PostgresConfig = { kind: 'postgres', url: place.config.url };

    async function onNewNode(ask: (db: Database) => Promise<unknown>): Promise<string> {
      const db = await openDatabase(config);
      return ask(db)
        .then(
          () => 'no failure',
          (error: AppError) => `${error.code}: ${error.message}`,
        )
        .finally(() => db.close());
    }

    function inOtherProcess(): Promise<string> {
      return run(process.execPath, [...commandFlags(), MAIN, 'oncall'], { env: environmentFor(config) }).then(
        () => 'no failure',
        ({ stderr }: { stderr: string }) => stderr,
      );
    }

    const explained = /^(service_unavailable: )?The database mixes up .* DATABASE_POOLER=transaction must be set\./;
    for (const fail of [
      () => onNewNode((db) => db.first(limits, {})),
      () => onNewNode((db) => db.transaction((tx) => tx.first(limits, {}))),
      inOtherProcess,
    ]) {
      await eventually(async () => {
        const failure = await fail();
        // If PgBouncer replaced its connection after the first error, the second attempt succeeded.
        if (!explained.test(failure)) return false;
        assert.equal(failure.trimEnd().split('\n').length, 1, failure);
        return true;
      }, 'a failure that names the setting');
    }
    await place.remove();
  });
});

describe('behind PgBouncer in session mode', () => {
  const create = givenPgBouncer('session');
  itWorksAsEver(create);

  it('every statement has its limits', async () => {
    const place = await create('migrated');
    const db = await openDatabase(place.config);
    const inSession = { statement: '15s', idle: '15s' };
    assert.deepEqual(await db.first(limits, {}), inSession);
    assert.deepEqual(await db.transaction((tx) => tx.first(limits, {})), inSession);
    await cleanUp(
      () => db.close(),
      () => place.remove(),
    );
  });

  it('a node is notified of the changes of another', async () => {
    const place = await create('migrated');
    const [one, other] = [await openDatabase(place.config), await openDatabase(place.config)];
    const heard = Promise.withResolvers<void>();
    const unlisten = await one.onWake(heard.resolve);
    await other.transaction((tx) => tx.wakeWorkers());
    await heard.promise;
    unlisten();
    await cleanUp(
      () => one.close(),
      () => other.close(),
      () => place.remove(),
    );
  });
});

async function onceOn({ directUrl }: TestPostgres, text: string): Promise<void> {
  const client = new pg.Client(directUrl);
  await client.connect();
  await client.query(text);
  await client.end();
}
