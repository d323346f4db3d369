/** Failures around the worker: each time it recovers by itself. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { AppError } from '../../src/errors.ts';
import { deliverDue } from '../../src/services/deliveries/deliveries.ts';
import { runAllDue } from '../../src/services/jobs/due-work.ts';
import type { Services } from '../../src/services/shared/services.ts';
import { startWorker, type Worker } from '../../src/worker/loop.ts';
import { type Person, silentLog, startWatchbill, succeeded, type Watchbill } from '../support/drivers/api.ts';
import { createOverride, createSchedule } from '../support/drivers/schedules.ts';
import { eventually, messagesIn, workAt } from '../support/drivers/worker.ts';
import { cleanUp } from '../support/servers/clean-up.ts';
import { createPostgres, describeOnBothDatabases, type TestDatabase } from '../support/servers/databases.ts';

async function peopleAndSchedule({ owner, addPerson }: Watchbill) {
  const people: Person[] = [];
  for (const name of ['Ada', 'Bob']) {
    const person = await addPerson(name);
    succeeded(await owner.patch(`/users/${person.id}`, { chat_id: `U0${name.toUpperCase()}` }));
    people.push(person);
  }
  const schedule = await createSchedule(owner, people);
  succeeded(await owner.put(`/schedules/${schedule.id}/chat_channels/C0ONCALL`), 204);
  succeeded(await owner.put(`/schedules/${schedule.id}/chat_user_group/`, { name: 'On call', handle: 'oncall' }));
  return { people, schedule };
}

async function membersOf({ owner }: Watchbill): Promise<string[]> {
  return succeeded(await owner.get('/chat/local/groups/')).groups[0].member_ids;
}

describeOnBothDatabases('a worker that is killed between sending and recording', (create) => {
  it('sends again when the lease expires: once, and before later messages', async () => {
    const watchbill = await startWatchbill(create);
    const { services, owner } = watchbill;
    await peopleAndSchedule(watchbill);
    watchbill.at('2026-01-06T09:00:00Z');
    await runAllDue({ ...services, chatOf: () => undefined });
    const dying: Services = {
      ...services,
      db: {
        ...services.db,
        // The lease is taken, the message composed and sent; then nothing more reaches the database.
        queueTransaction: onlyTransactions(services, 3),
      },
    };
    watchbill.at('2026-01-06T10:00:00Z');
    await assert.rejects(deliverDue(dying), /killed/);
    assert.equal((await messagesIn(owner, 'C0ONCALL')).length, 1);

    watchbill.at('2026-01-06T10:00:19Z');
    await runAllDue(services);
    assert.equal((await messagesIn(owner, 'C0ONCALL')).length, 1, 'the lease holds');
    await workAt(watchbill, '2026-01-06T10:00:21Z');
    await workAt(watchbill, '2026-01-07T09:00:00Z');
    const [first, again, next, ...others] = await messagesIn(owner, 'C0ONCALL');
    assert.equal(first, again);
    assert.match(first ?? '', /^Primary: Bob is on call/);
    assert.match(next ?? '', /^Primary: Ada is on call/);
    assert.deepEqual(others, []);
    await watchbill.stop();
  });

  /** The local chat writes to the same database: its transactions pass. */
  function onlyTransactions({ db }: Services, count: number): Services['db']['queueTransaction'] {
    let left = count;
    return (work) => {
      left -= 1;
      return left > 0 ? db.queueTransaction(work) : Promise.reject(new Error('killed'));
    };
  }
});

describeOnBothDatabases('a clock that is set back', (create) => {
  let watchbill: Watchbill;
  let worker: Worker;
  before(async () => {
    watchbill = await startWatchbill(create);
    worker = await startWorker(watchbill.services, silentLog);
  });
  after(async () => {
    await cleanUp(
      () => worker.stop(),
      () => watchbill.stop(),
    );
  });

  /** The worker would notice by itself later; the test does not wait for that. */
  async function setClock(instant: string): Promise<void> {
    watchbill.at(instant);
    await watchbill.services.db.transaction((tx) => tx.wakeWorkers());
  }

  async function groupHas(member: string): Promise<void> {
    await eventually(async () => (await membersOf(watchbill)).join() === member, `${member} alone in the group`);
  }

  it('restores the earlier group members, and hands off once more', async () => {
    await peopleAndSchedule(watchbill);
    await groupHas('U0ADA');
    await setClock('2026-01-06T09:00:05Z');
    await groupHas('U0BOB');
    await setClock('2026-01-06T08:30:00Z');
    await groupHas('U0ADA');
    await setClock('2026-01-06T09:00:01Z');
    await groupHas('U0BOB');
  });
});

describe('PostgreSQL that is down for a while', () => {
  let place: TestDatabase;
  let watchbill: Watchbill;
  let worker: Worker;
  before(async () => {
    const { directUrl, remove } = await createPostgres();
    place = { config: { kind: 'postgres', url: directUrl }, remove };
    watchbill = await startWatchbill(async () => place);
    worker = await startWorker(watchbill.services, silentLog);
  });
  after(async () => {
    await cleanUp(
      () => worker.stop(),
      () => watchbill.stop(),
    );
  });

  async function administer(...statements: readonly string[]): Promise<void> {
    const client = new pg.Client({ connectionString: `${process.env.TEST_POSTGRES_URL}/postgres` });
    await client.connect();
    for (const sql of statements) await client.query(sql);
    await client.end();
  }

  it('is survived: the worker continues, and is notified of changes again', async () => {
    const { schedule, people } = await peopleAndSchedule(watchbill);
    assert.equal(place.config.kind, 'postgres');
    const name = new URL((place.config as { url: string }).url).pathname.slice(1);
    const breakAll = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`;
    await administer(`alter database ${name} allow_connections false`, breakAll);
    await assert.rejects(
      watchbill.services.db.transaction((tx) => tx.wakeWorkers()),
      AppError,
    );
    const refused = await watchbill.owner.get('/user/').catch((error) => error);
    assert.ok(refused instanceof Error || refused.status === 503);
    await administer(`alter database ${name} allow_connections true`);

    watchbill.at('2026-01-06T09:00:00Z');
    await eventually(async () => (await messagesIn(watchbill.owner, 'C0ONCALL')).length === 1, 'the handoff told');
    await eventually(async () => (await membersOf(watchbill)).join() === 'U0BOB', 'Bob in the group');

    // Only a worker that listens again is notified at once; its next poll is hours away.
    const [ada] = people as [Person];
    await createOverride(watchbill.owner, schedule, [ada], '2026-01-06T09:00:00Z', '2026-01-06T12:00:00Z');
    await eventually(async () => (await membersOf(watchbill)).join() === 'U0ADA', 'Ada in the group');
  });
});
