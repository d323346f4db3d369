/** The heartbeat calls a real HTTP server while work is on time, and does not call it when work is late. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { after, afterEach, before, beforeEach, it } from 'node:test';
import pg from 'pg';
import { openDatabase } from '../../src/db/driver/open.ts';
import { AppError } from '../../src/errors.ts';
import { counters } from '../../src/process/counters.ts';
import { createLog } from '../../src/process/log.ts';
import { runAllDue, WORK_KINDS, type WorkKind } from '../../src/services/jobs/due-work.ts';
import { systemClock } from '../../src/time/clock.ts';
import { parseInstant } from '../../src/time/iso.ts';
import { MINUTE_MS } from '../../src/time/units.ts';
import { createHeartbeat, type Heartbeat } from '../../src/worker/heartbeat.ts';
import { startWatchbill, type Watchbill } from '../support/drivers/api.ts';
import { createSchedule, newSchedule } from '../support/drivers/schedules.ts';
import { eventually } from '../support/drivers/worker.ts';
import { fillWithExamples } from '../support/plans/example-rows.ts';
import { cleanUp } from '../support/servers/clean-up.ts';
import { describeOnBothDatabases, type TestDatabase } from '../support/servers/databases.ts';
import {
  apiKeyOf,
  follow,
  killed,
  listening,
  type RunningProcess,
  startCommand,
  stopped,
} from '../support/servers/server-process.ts';

const CALLED = '/ping/5c7f';

/** A dead-man's switch that counts its calls. */
interface Switch {
  readonly url: string;
  readonly calls: string[];
  answer(how: (response: ServerResponse) => void): void;
  close(): Promise<void>;
}

async function startSwitch(): Promise<Switch> {
  const calls: string[] = [];
  let how: (response: ServerResponse) => void = (response) => response.writeHead(200).end('OK');
  const server: Server = createServer(({ method, url }, response) => {
    calls.push(`${method} ${url}`);
    how(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${CALLED}`,
    calls,
    answer(next) {
      how = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The table and the column with the due time of each kind of work, and which rows belong to it. */
const DUE_TIMES: Readonly<Record<WorkKind, readonly [table: string, column: string, ofKind?: string]>> = {
  handoff: ['schedules', 'next_change_at'],
  changeNotification: ['schedules', 'notifications_due_at'],
  reminder: ['schedules', 'next_reminder_at'],
  delivery: ['delivery_queues', 'due_at', `and kind = 'chat'`],
  webhook: ['delivery_queues', 'due_at', `and kind = 'webhook'`],
  mail: ['delivery_queues', 'due_at', `and kind = 'mail'`],
  gap: ['gap_watch', 'due_at'],
  notice: ['notice_watch', 'due_at'],
  groupSync: ['chat_groups', 'sync_due_at'],
  expiry: ['coverage_requests', 'end_at'],
  coverageReminder: ['coverage_requests', 'next_reminder_at'],
  departure: ['departures', 'due_at'],
};

describeOnBothDatabases('the heartbeat', (create, itOnSqlite) => {
  let watchbill: Watchbill;
  let dead: Switch;
  let logged: { level: string; message: string; [field: string]: unknown }[];
  let heartbeat: Heartbeat;

  beforeEach(async () => {
    watchbill = await startWatchbill(create, '2026-01-05T09:00:00Z');
    dead = await startSwitch();
    logged = [];
    heartbeat = createBeating(dead.url);
  });
  afterEach(() => cleanUp(dead.close, watchbill.stop));

  /** By default it waits longer than this process ever stands still. */
  function createBeating(url: string, services = watchbill.services, timeoutMs = 60_000): Heartbeat {
    const log = createLog('debug', { now: () => 0 }, (line) => logged.push(JSON.parse(line)));
    return createHeartbeat(services, log, { url, timeoutMs });
  }

  itOnSqlite('is sent while everything is on time, and not while a handoff is late', async () => {
    const ada = await watchbill.addPerson('Ada');
    await createSchedule(watchbill.owner, [ada, watchbill.owner]);
    assert.equal(await heartbeat.beat(), 'sent');
    assert.deepEqual(dead.calls, [`GET ${CALLED}`]);

    watchbill.at('2026-01-06T09:01:00Z');
    assert.equal(await heartbeat.beat(), 'sent', 'a minute late is not late yet');
    watchbill.at('2026-01-06T09:01:01Z');
    assert.deepEqual([await heartbeat.beat(), await heartbeat.beat()], ['withheld', 'withheld']);
    assert.equal(dead.calls.length, 2);

    await runAllDue(watchbill.services);
    assert.equal(await heartbeat.beat(), 'sent');
    assert.equal(dead.calls.length, 3);
    assert.deepEqual(
      logged.map(({ level, message }) => `${level}: ${message}`),
      ['warn: the heartbeat is withheld', 'info: the heartbeat is sent again'],
    );
    assert.deepEqual([logged[0]?.reason, logged[0]?.seconds], ['work is late', { handoff: 61 }]);
  });

  it('is not sent while work of any kind is late', async () => {
    const { db } = watchbill.services;
    await fillWithExamples(db);
    const now = parseInstant('2026-02-01T00:00:00Z') ?? 0;
    watchbill.at('2026-02-01T00:00:00Z');
    const setDue = (kind: WorkKind, dueAt: number) => {
      const [table, column, ofKind = ''] = DUE_TIMES[kind];
      const which = `${column} is not null ${ofKind}`;
      return db.exclusively((tx) => tx.execute(`update ${table} set ${column} = ${dueAt} where ${which}`));
    };
    for (const kind of WORK_KINDS) await setDue(kind, now + MINUTE_MS);
    assert.equal(await heartbeat.beat(), 'sent');
    for (const kind of WORK_KINDS) {
      await setDue(kind, now - 2 * MINUTE_MS);
      assert.equal(await heartbeat.beat(), 'withheld', kind);
      assert.deepEqual(logged.at(-1)?.seconds, { [kind]: 120 });
      await setDue(kind, now + MINUTE_MS);
      assert.equal(await heartbeat.beat(), 'sent', kind);
    }
  });

  itOnSqlite('that fails is counted and logged once, without the address, and affects nothing else', async () => {
    const before = { ...counters.heartbeats };
    heartbeat = createBeating(dead.url, watchbill.services, 2_000);
    for (const how of [
      (response: ServerResponse) => void response.writeHead(500).end(),
      (response: ServerResponse) => void response.writeHead(302, { location: dead.url }).end(),
      (response: ServerResponse) => void response.destroy(),
      // Never responds.
      () => undefined,
    ]) {
      dead.answer(how);
      assert.equal(await heartbeat.beat(), 'failed');
    }
    assert.equal(dead.calls.length, 4, 'a redirect is not followed');
    assert.equal(counters.heartbeats.failed, before.failed + 4);
    dead.answer((response) => void response.writeHead(204).end());
    assert.equal(await heartbeat.beat(), 'sent');
    assert.deepEqual(
      logged.map(({ message }) => message),
      ['the heartbeat cannot be sent', 'the heartbeat is sent again'],
    );
    assert.equal(logged[0]?.reason, 'the address answered 500');
    assert.equal(await createBeating('http://127.0.0.1:1/ping/5c7f').beat(), 'failed');
    assert.ok(!JSON.stringify(logged).includes('5c7f'));
  });

  it('is withheld while the database is unreachable', async () => {
    const { services } = watchbill;
    const away = async () => {
      throw new AppError('service_unavailable');
    };
    assert.equal(
      await createBeating(dead.url, { ...services, db: { ...services.db, first: away } }).beat(),
      'withheld',
    );
    assert.equal(logged[0]?.reason, 'the database cannot be reached');
    assert.deepEqual(dead.calls, []);
  });
});

describeOnBothDatabases('the heartbeat of real workers', (create) => {
  let place: TestDatabase;
  let dead: Switch;
  const running: RunningProcess[] = [];

  before(async () => {
    dead = await startSwitch();
    place = await create();
    const server = await listening(startCommand(place.config, ['serve', '--no-worker']));
    const key = await apiKeyOf(place.config, 'owner@example.com');
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const { user } = (await (await fetch(`${server.address}/user/`, { headers })).json()) as { user: { id: string } };
    const body = JSON.stringify(newSchedule([user]));
    assert.equal((await fetch(`${server.address}/schedules`, { method: 'POST', headers, body })).status, 201);
    await stopped(server);
  });
  after(() => cleanUp(...running.map((worker) => () => killed(worker)), dead.close, place.remove));

  function work(): RunningProcess {
    const worker = follow(startCommand(place.config, ['worker'], { WATCHBILL_HEARTBEAT_URL: dead.url }));
    running.push(worker);
    return worker;
  }

  /** Makes the schedule due ten minutes ago. */
  async function makeLate(): Promise<void> {
    const db = await openDatabase(place.config);
    const dueAt = systemClock.now() - 10 * MINUTE_MS;
    await db.exclusively((tx) => tx.execute(`update schedules set next_change_at = ${dueAt}`));
    await db.close();
  }

  /** Prevents workers from writing; returns the function that ends it. */
  async function blockWork(): Promise<() => Promise<void>> {
    if (place.config.kind === 'sqlite') {
      const other = new DatabaseSync(place.config.path);
      other.exec('begin immediate');
      return async () => other.close();
    }
    const other = new pg.Client({ connectionString: place.config.url });
    await other.connect();
    await other.query('begin');
    await other.query('select id from schedules for update');
    return () => other.end();
  }

  it('is withheld while the database is blocked and work is late', async () => {
    await makeLate();
    const unblock = await blockWork();
    try {
      const worker = work();
      const line = JSON.parse(await worker.said('the heartbeat is withheld'));
      assert.equal(line.reason, 'work is late');
      assert.ok(line.seconds.handoff >= 600, JSON.stringify(line));
      assert.deepEqual(dead.calls, []);
    } finally {
      await unblock();
    }
  });

  it('comes from each of two workers, and from one that replaces a dead one', async () => {
    const [one, other] = [work(), work()];
    await Promise.all([one.said('"working"'), other.said('"working"')]);
    await eventually(async () => dead.calls.length >= 2, 'both have called');
    await killed(one);
    const before = dead.calls.length;
    work();
    await eventually(async () => dead.calls.length > before, 'another one calls');
    await stopped(other);
    running.splice(running.indexOf(other), 1);
    running.splice(running.indexOf(one), 1);
  });
});
