/** Old data is deleted in batches, and nothing that is still needed. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { countAttempt } from '../../src/db/sign-in/sign-in-attempts.ts';
import { parseId } from '../../src/ids.ts';
import { runAllDue } from '../../src/services/jobs/due-work.ts';
import { type Retention, type Swept, sweep } from '../../src/services/jobs/retention.ts';
import { enqueue } from '../../src/services/outbox/outbox.ts';
import { startSweeping } from '../../src/worker/sweeping.ts';
import { type Person, silentLog, startWatchbill, succeeded, type Watchbill } from '../support/drivers/api.ts';
import { createSchedule } from '../support/drivers/schedules.ts';
import { openSession } from '../support/drivers/sessions.ts';
import { eventually } from '../support/drivers/worker.ts';
import { cleanUp } from '../support/servers/clean-up.ts';
import { describeOnBothDatabases } from '../support/servers/databases.ts';

const FOREVER: Retention = { auditLogDays: undefined, deliveryDays: undefined, endedSessionDays: undefined };
const NOTHING: Swept = { auditEntries: 0, deliveries: 0, localMessages: 0, sessions: 0, links: 0, erasures: 0 };

describeOnBothDatabases('retention', (create, itOnSqlite) => {
  let watchbill: Watchbill;
  let owner: Person;

  beforeEach(async () => {
    watchbill = await startWatchbill(create, '2026-01-05T09:00:00Z');
    owner = watchbill.owner;
  });
  afterEach(() => cleanUp(watchbill.stop));

  const sweepAt = (instant: string, retention: Partial<Retention> = {}) => {
    watchbill.at(instant);
    return sweep(watchbill.services, { ...FOREVER, ...retention });
  };

  async function count(table: string): Promise<number> {
    const rows = await watchbill.services.db.exclusively((tx) => tx.execute(`select count(*) as total from ${table}`));
    return Number((rows[0] as { total: unknown }).total);
  }

  async function organizationId() {
    const { organization } = succeeded(await owner.get('/organization/'));
    const id = parseId('organization', organization.id);
    assert.ok(id !== undefined);
    return id;
  }

  async function send(...texts: string[]): Promise<void> {
    const { services } = watchbill;
    const organization = await organizationId();
    for (const text of texts) {
      const outgoing = { destinationId: 'C0GENERAL', message: { lines: [[text]] } };
      await services.db.transaction((tx) => enqueue(services, tx, organization, [outgoing]));
    }
  }

  const textsLeft = async (): Promise<string[]> =>
    succeeded(await owner.get('/deliveries/?per_page=100'))
      .deliveries.map(({ text }: { text: string }) => text)
      .toSorted();

  itOnSqlite('keeps audit entries for ever, unless a number of days is set', async () => {
    await watchbill.addPerson('Ada');
    const entries = await count('audit_log');
    assert.ok(entries > 0);
    assert.deepEqual((await sweepAt('2036-01-05T09:00:00Z')).auditEntries, 0);
    assert.deepEqual((await sweepAt('2026-02-04T08:59:59Z', { auditLogDays: 30 })).auditEntries, 0);
    assert.deepEqual((await sweepAt('2026-02-04T09:00:01Z', { auditLogDays: 30 })).auditEntries, entries);
    assert.equal(await count('audit_log'), 0);
  });

  itOnSqlite('deletes finished deliveries, but not the last one to a destination', async () => {
    await send('one', 'two', 'three');
    await runAllDue(watchbill.services);
    assert.equal((await sweepAt('2026-04-05T08:59:59Z', { deliveryDays: 90 })).deliveries, 0);
    assert.equal((await sweepAt('2026-04-05T09:00:01Z', { deliveryDays: 90 })).deliveries, 2);
    assert.deepEqual(await textsLeft(), ['three']);
    await send('four');
    await runAllDue(watchbill.services);
    assert.equal((await sweepAt('2026-04-06T09:00:00Z', { deliveryDays: 90 })).deliveries, 1);
    assert.deepEqual(await textsLeft(), ['four']);
  });

  itOnSqlite('deletes messages of the built-in chat after the same time', async () => {
    const messages = async (): Promise<string[]> =>
      succeeded(await owner.get('/chat/local/messages/?per_page=100')).messages.map(
        ({ text }: { text: string }) => text,
      );
    await send('one', 'two');
    await runAllDue(watchbill.services);
    watchbill.at('2026-02-05T09:00:00Z');
    await send('three');
    await runAllDue(watchbill.services);
    assert.equal((await sweepAt('2036-01-05T09:00:00Z')).localMessages, 0, 'for ever');
    assert.equal((await sweepAt('2026-04-05T08:59:59Z', { deliveryDays: 90 })).localMessages, 0);
    assert.equal((await sweepAt('2026-04-05T09:00:01Z', { deliveryDays: 90 })).localMessages, 2);
    assert.deepEqual(await messages(), ['three']);
  });

  itOnSqlite('never deletes a pending delivery', async () => {
    await send('one', 'two');
    assert.equal((await sweepAt('2027-01-05T09:00:00Z', { deliveryDays: 1 })).deliveries, 0);
    assert.deepEqual(await textsLeft(), ['one', 'two']);
  });

  itOnSqlite('keeps messages that an open coverage request will update, until the request is over', async () => {
    const [ada, ben] = [await watchbill.addPerson('Ada'), await watchbill.addPerson('Ben')];
    const { id } = await createSchedule(owner, [ada, ben]);
    succeeded(await owner.put(`/schedules/${id}/chat_channels/C0ONCALL`), 204);
    const wanted = { start: '2026-09-01T00:00:00Z', end: '2026-09-03T00:00:00Z', reason: 'Away' };
    const { coverage_request } = succeeded(await ada.post('/user/coverage_requests', wanted), 201);
    await runAllDue(watchbill.services);
    const asked = (await textsLeft()).filter((text) => text.includes('Away')).length;
    assert.ok(asked > 0);
    watchbill.at('2026-05-05T09:00:00Z');
    await runAllDue(watchbill.services);
    await sweepAt('2026-08-20T09:00:00Z', { deliveryDays: 90 });
    assert.equal((await textsLeft()).filter((text) => text.includes('Away')).length, asked);
    succeeded(await ben.post(`/coverage_requests/${coverage_request.id}/accept`));
    assert.equal((await sweepAt('2026-08-20T09:00:00Z', { deliveryDays: 90 })).localMessages, 0, 'still to be changed');
    await runAllDue(watchbill.services);
    assert.deepEqual(succeeded(await owner.get('/deliveries/?status=failed')).deliveries, []);
    const { messages } = succeeded(await owner.get('/chat/local/messages/?per_page=100&channel_id=C0ONCALL'));
    assert.ok(JSON.stringify(messages).includes('Ben'), 'the message was changed');
    await sweepAt('2027-08-20T09:00:00Z', { deliveryDays: 90 });
    assert.equal((await textsLeft()).filter((text) => text.includes('Away')).length, 0);
  });

  it('deletes sessions some time after they ended, and none that is active', async () => {
    await openSession(watchbill, owner);
    const retention = { endedSessionDays: 30 };
    assert.equal((await sweepAt('2026-03-06T08:59:59Z', retention)).sessions, 0, 'idle for 60 days');
    assert.equal((await sweepAt('2026-03-06T09:00:00Z', retention)).sessions, 1);
    const other = await openSession(watchbill, owner);
    await watchbill.services.db.exclusively((tx) =>
      tx.execute(`update sessions set last_seen_at = ${Date.UTC(2026, 8, 30)}`),
    );
    assert.equal((await sweepAt('2026-10-01T09:00:00Z', retention)).sessions, 0, 'ended after 180 days, 30 days ago');
    assert.equal((await other.get('/user/')).status, 401);
    assert.equal((await sweepAt('2026-10-02T09:00:01Z', retention)).sessions, 1);
  });

  itOnSqlite('deletes expired links and counters of attempts', async () => {
    const { db } = watchbill.services;
    await db.queueTransaction((tx) => tx.run(countAttempt, { bucket: 'x', windowStart: Date.UTC(2026, 0, 5, 9) }));
    assert.equal(await count('sign_in_links'), 1);
    assert.deepEqual(await sweepAt('2026-01-06T08:00:00Z'), NOTHING);
    assert.deepEqual([await count('sign_in_links'), await count('sign_in_attempts')], [1, 1]);
    assert.deepEqual(await sweepAt('2026-01-12T09:00:01Z'), { ...NOTHING, links: 1 });
    assert.deepEqual([await count('sign_in_links'), await count('sign_in_attempts')], [0, 0]);
  });

  it('continues where it stopped, in batches, also with two concurrent runs', async () => {
    const { services } = watchbill;
    const organization = await organizationId();
    await services.db.exclusively(async (tx) => {
      for (let i = 0; i < 1_200; i++) {
        const id = `aud_${String(i).padStart(26, '0')}`;
        await tx.execute(`insert into audit_log (id, organization_id, action, target_id, detail_json, created_at)
          values ('${id}', '${organization}', 'test', 'x', '{}', ${i})`);
      }
    });
    const before = await count('audit_log');
    watchbill.at('2026-01-05T10:00:00Z');
    const retention = { ...FOREVER, auditLogDays: 1 };
    let asked = 0;
    const first = await sweep(services, retention, () => asked++ > 0);
    assert.equal(first.auditEntries, 500);
    assert.equal(await count('audit_log'), before - 500);
    const [one, other] = await Promise.all([sweep(services, retention), sweep(services, retention)]);
    assert.equal(one.auditEntries + other.auditEntries, 700);
    assert.equal(await count('audit_log'), before - 1_200);
  });

  itOnSqlite('runs at the start of the worker', async () => {
    await send('one', 'two');
    await runAllDue(watchbill.services);
    watchbill.at('2026-06-05T09:00:00Z');
    const sweeping = startSweeping(watchbill.services, silentLog, { ...FOREVER, deliveryDays: 90 });
    try {
      await eventually(async () => (await textsLeft()).join() === 'two', 'the worker deletes the older one');
    } finally {
      await sweeping.stop();
    }
  });
});
