/** Deactivating a user of more schedules than one batch: the responses while a worker is busy, and afterwards. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import pg from 'pg';
import { processDepartures } from '../../../src/services/departures/departures.ts';
import { runAllDue } from '../../../src/services/jobs/due-work.ts';
import { formatInstant } from '../../../src/time/iso.ts';
import { HOUR_MS } from '../../../src/time/units.ts';
import { failed, type Person, startWatchbill, succeeded, type Watchbill } from '../../support/drivers/api.ts';
import { addManySchedules, schedulesStillWith } from '../../support/drivers/many-schedules.ts';
import { byId, createOverride, createSchedule, layer, line, namesOf } from '../../support/drivers/schedules.ts';
import { givenWatchbill } from '../../support/drivers/suites.ts';
import { eventually, messagesIn, workAt } from '../../support/drivers/worker.ts';
import { cleanUp } from '../../support/servers/clean-up.ts';
import { createPostgres, describeOnBothDatabases, describeOnSqlite } from '../../support/servers/databases.ts';

const NOW = '2026-01-15T09:00:00Z';
const NOW_MS = Date.UTC(2026, 0, 15, 9);

/** More than are processed within the request. */
const MANY = 30;

/** Everything the API says about who is on call, from before the deactivation to long after it. */
async function everythingSaid(owner: Person, ids: readonly string[]): Promise<unknown[]> {
  const said: unknown[] = [];
  for (const id of ids) {
    const { schedule } = succeeded(await owner.get(`/schedules/${id}`));
    const { layers, users, current_revision, current_revision_valid_from } = schedule;
    const interval = 'from=2026-01-01T00:00:00Z&to=2026-04-15T00:00:00Z&per_page=100';
    const { shifts } = succeeded(await owner.get(`/schedules/${id}/shifts/?${interval}`));
    said.push({
      id,
      users: namesOf(users),
      layers,
      current_revision,
      current_revision_valid_from,
      shifts: shifts.map(line),
    });
  }
  for (const at of ['2026-01-15T08:59:59Z', NOW, '2026-01-16T00:00:00Z', '2026-02-20T12:00:00Z']) {
    said.push(succeeded(await owner.get(`/oncall?per_page=100&at=${at}`)).oncall);
  }
  return said;
}

describeOnSqlite('a user of many schedules leaves', (create) => {
  const { watchbill, owner, ada, ben, cid } = givenWatchbill(
    create,
    { ada: 'Ada', ben: 'Ben', cid: 'Cid' },
    '2026-01-01T09:00:00Z',
  );
  const isLeaving = async ({ id }: Person) => (await owner.get(`/users/${id}`)).body.user?.deactivating;

  it('responds the same at once as after the worker has finished: random layers, plans and overrides', async () => {
    const people = [ada, ben, cid, owner];
    const somePeople = fc.uniqueArray(fc.constantFrom(...people), { minLength: 1, maxLength: 4 });
    const anyLayer = (start: fc.Arbitrary<number>) =>
      fc.record({
        people: somePeople,
        rotation_start: start.map((hours) => formatInstant(NOW_MS + hours * HOUR_MS)),
        concurrent_oncall_users: fc.integer({ min: 1, max: 2 }),
        shift_length: fc.constantFrom(
          { amount: 12, unit: 'hours' },
          { amount: 1, unit: 'days' },
          { amount: 1, unit: 'weeks' },
        ),
      });
    const schedules = fc.sample(
      fc.record({
        zone: fc.constantFrom('UTC', 'Europe/Berlin', 'Australia/Lord_Howe'),
        first: anyLayer(fc.integer({ min: -300, max: 100 })),
        plans: fc.array(anyLayer(fc.integer({ min: -100, max: 1_500 })), { maxLength: 2 }),
        overrides: fc.array(
          fc.record({
            start: fc.integer({ min: 0, max: 600 }),
            hours: fc.integer({ min: 1, max: 200 }),
            people: fc.uniqueArray(fc.constantFrom(...people), { minLength: 1, maxLength: 3 }),
          }),
          { maxLength: 3 },
        ),
      }),
      { seed: 20260115, numRuns: MANY },
    );
    const bodyOf = ({ people, ...rest }: (typeof schedules)[number]['first']) => layer(people, rest);
    const ids: string[] = [];
    for (const { zone, first, plans, overrides } of schedules) {
      watchbill.at('2026-01-01T09:00:00Z');
      // Ada and Ben are in every schedule.
      const everyone = { ...first, people: [...new Set([ada, ben, ...first.people])] };
      const { id } = await createSchedule(owner, [], { time_zone: zone, layers: [bodyOf(everyone)] });
      watchbill.at('2026-01-10T09:00:00Z');
      for (const plan of plans) succeeded(await owner.patch(`/schedules/${id}`, { layers: [bodyOf(plan)] }));
      for (const { start, hours, people } of overrides) {
        const startMs = Date.UTC(2026, 0, 10, 9) + start * HOUR_MS;
        const [from, to] = [startMs, startMs + hours * HOUR_MS].map(formatInstant) as [string, string];
        await createOverride(owner, { id }, people, from, to);
      }
      ids.push(id);
    }

    watchbill.at(NOW);
    succeeded(await owner.delete(`/users/${ada.id}`), 204);
    watchbill.at('2026-01-15T21:00:00Z');
    succeeded(await owner.delete(`/users/${ben.id}`), 204);
    assert.deepEqual([await isLeaving(ada), await isLeaving(ben)], [true, true]);
    failed(await ada.get('/user/'), 401, 'unauthorized');
    failed(await owner.patch(`/users/${ada.id}`, { name: 'Ada' }), 404, 'not_found');

    const pending = await everythingSaid(owner, ids);
    watchbill.at('2026-01-15T21:00:03Z');
    await runAllDue(watchbill.services);
    assert.deepEqual(await everythingSaid(owner, ids), pending);
    failed(await owner.get(`/users/${ada.id}`), 404, 'not_found');
    failed(await owner.get(`/users/${ben.id}`), 404, 'not_found');
    for (const { id } of [ada, ben]) {
      assert.equal(await schedulesStillWith(watchbill.services.db, { id }, NOW_MS + 12 * HOUR_MS), 0);
    }
  });
});

describeOnBothDatabases('while a worker removes a user from many schedules', (create, itOnSqlite) => {
  const { watchbill, owner, cid, dan } = givenWatchbill(create, { cid: 'Cid', dan: 'Dan' }, NOW);
  let people = 0;
  let schedules = 0;

  /** Ada, who will be deactivated, and her schedules. Ben is on call now in all but the last 20; in those, Ada is. */
  async function givenAda(): Promise<{ ada: Person; ben: Person; ids: string[]; onCall: string[] }> {
    people += 1;
    watchbill.at(NOW);
    const [ada, ben] = [await watchbill.addPerson(`Ada${people}`), await watchbill.addPerson(`Ben${people}`)];
    const { db } = watchbill.services;
    const ids = await addManySchedules(db, {
      count: 200,
      people: [ada, ben, cid],
      nowMs: NOW_MS,
      firstNumber: schedules + 1,
    });
    const onCall = await addManySchedules(db, {
      count: 20,
      people: [cid, ada],
      nowMs: NOW_MS,
      firstNumber: schedules + 201,
    });
    schedules += 220;
    return { ada, ben, ids, onCall };
  }

  async function revisionsOf(id: string): Promise<number> {
    return succeeded(await owner.get(`/schedules/${id}/revisions/`)).meta.total;
  }

  async function leave(ada: Person): Promise<void> {
    succeeded(await owner.delete(`/users/${ada.id}`), 204);
    assert.equal(succeeded(await owner.get(`/users/${ada.id}`)).user.deactivating, true);
  }

  /** A worker that stops after the first batch. */
  async function workOnce({ services }: Watchbill): Promise<void> {
    let looks = 0;
    await processDepartures(services, () => {
      looks += 1;
      return looks > 1;
    });
  }

  itOnSqlite(
    '[REV-5] nobody else is moved: Ada leaves in the turn of Ben, who stays on call, then Cid, then Ben',
    async () => {
      const { ada, ids } = await givenAda();
      await leave(ada);
      const shifts = async () =>
        succeeded(
          await owner.get(`/schedules/${ids[99]}/shifts/?from=2026-01-05T09:00:00Z&to=2026-02-02T09:00:00Z`),
        ).shifts.map(line);
      const expected = [
        `Ada${people} 2026-01-05T09:00:00Z/2026-01-12T09:00:00Z`,
        `Ben${people} 2026-01-12T09:00:00Z/2026-01-19T09:00:00Z`,
        'Cid 2026-01-19T09:00:00Z/2026-01-26T09:00:00Z',
        `Ben${people} 2026-01-26T09:00:00Z/2026-02-02T09:00:00Z`,
      ];
      assert.deepEqual(await shifts(), expected);
      await runAllDue(watchbill.services);
      assert.deepEqual(await shifts(), expected);
    },
  );

  itOnSqlite(
    'starts with schedules in which they are on call now; another worker continues if one was stopped',
    async () => {
      const { ada, onCall } = await givenAda();
      const { db } = watchbill.services;
      await leave(ada);
      await workOnce(watchbill);
      assert.equal(await schedulesStillWith(db, ada, NOW_MS), 120);
      for (const id of onCall) assert.equal(await revisionsOf(id), 2, id);
      await workOnce(watchbill);
      assert.equal(await schedulesStillWith(db, ada, NOW_MS), 20);
      assert.equal(succeeded(await owner.get(`/users/${ada.id}`)).user.deactivating, true);
      await runAllDue(watchbill.services);
      failed(await owner.get(`/users/${ada.id}`), 404, 'not_found');
    },
  );

  it('two workers write each schedule once', async () => {
    const { ada, ids, onCall } = await givenAda();
    await leave(ada);
    const { services } = watchbill;
    await Promise.all([processDepartures(services), processDepartures(services), processDepartures(services)]);
    await runAllDue(services);
    assert.equal(await schedulesStillWith(services.db, ada, NOW_MS), 0);
    for (const id of [...ids, ...onCall]) assert.equal(await revisionsOf(id), 2, id);
  });

  it('a worker that lost its lease to another writes nothing more, and leaves the lease to the other', async () => {
    const { ada } = await givenAda();
    const { services } = watchbill;
    const { db } = services;
    const leases = () => db.exclusively((tx) => tx.execute('select lease_id from departures'));
    await leave(ada);
    const before = await schedulesStillWith(db, ada, NOW_MS);
    const losing = {
      ...services,
      db: {
        ...db,
        queueTransaction: ((run, ...others) =>
          db.queueTransaction(run, ...others).then(async (result) => {
            // After its claim, the first of its transactions.
            await db.exclusively((tx) => tx.execute(`update departures set lease_id = 'lse_other'`));
            return result;
          })) as typeof db.queueTransaction,
      },
    };
    assert.equal(await processDepartures(losing), 0);
    assert.equal(await schedulesStillWith(db, ada, NOW_MS), before);
    assert.deepEqual((await leases()).flatMap(Object.values), ['lse_other']);
    watchbill.at('2026-01-15T09:00:05Z');
    await runAllDue(services);
    assert.equal(await schedulesStillWith(db, ada, NOW_MS), 0);
  });

  it('a change in between is based on the layer without them', async () => {
    const { ada, ben, ids } = await givenAda();
    const [changed = '', planned = '', overridden = ''] = ids;
    const override = await createOverride(owner, { id: overridden }, [ada, dan], NOW, '2026-01-16T09:00:00Z');
    watchbill.at('2026-01-15T10:00:00Z');
    await leave(ada);
    watchbill.at('2026-01-15T12:00:00Z');

    const { body, headers } = await owner.get(`/schedules/${changed}`);
    assert.deepEqual(namesOf(body.schedule.users).sort(), [`Ben${people}`, 'Cid'].sort());
    const answer = await watchbill.app.inject({
      method: 'PATCH',
      url: `/schedules/${changed}`,
      headers: { 'x-api-key': owner.key, 'if-match': String(headers.etag) },
      body: { layers: [layer([dan], { rotation_start: '2026-01-15T12:00:00Z' })] },
    });
    assert.equal(answer.statusCode, 200, answer.body);
    assert.equal(await revisionsOf(changed), 3);
    const plan = layer([dan, ben], { rotation_start: '2026-02-15T12:00:00Z' });
    succeeded(await owner.patch(`/schedules/${planned}`, { layers: [plan] }));
    failed(
      await owner.post(`/schedules/${planned}/overrides/`, {
        start: '2026-01-17T12:00:00Z',
        end: '2026-01-18T12:00:00Z',
        user_references: [byId(ada)],
      }),
      404,
      'not_found',
    );
    failed(await owner.delete(`/schedules/${overridden}/overrides/${override.id}`), 404, 'not_found');

    const said = await everythingSaid(owner, [changed, planned, overridden]);
    watchbill.at('2026-01-15T12:00:05Z');
    await runAllDue(watchbill.services);
    assert.deepEqual(await everythingSaid(owner, [changed, planned, overridden]), said);
    assert.deepEqual([await revisionsOf(changed), await revisionsOf(planned)], [3, 3]);
    const { overrides } = succeeded(await owner.get(`/schedules/${overridden}/overrides/`));
    assert.deepEqual(
      overrides.map(({ start, users }: { start: string; users: { name: string }[] }) => [start, namesOf(users)]),
      [['2026-01-15T10:00:00Z', ['Dan']]],
    );
  });

  it('unreadable rows do not stop the others', async () => {
    const { ada, ids } = await givenAda();
    const [first = '', second = '', third = ''] = ids;
    const bad = await createOverride(owner, { id: first }, [ada, dan], '2026-01-16T09:00:00Z', '2026-01-17T09:00:00Z');
    const running = await createOverride(owner, { id: second }, [ada], NOW, '2026-01-17T09:00:00Z');
    succeeded(
      await ada.post('/user/coverage_requests', {
        start: '2026-01-15T09:00:00Z',
        end: '2026-02-15T09:00:00Z',
        reason: 'Away',
        schedule_ids: [third],
      }),
      201,
    );
    await watchbill.services.db.exclusively(async (tx) => {
      await tx.execute(`update overrides set users_json = '[' where id in ('${bad.id}', '${running.id}')`);
      await tx.execute(`update coverage_requests set shifts_json = '{' where user_id = '${ada.id}'`);
      await tx.execute(`update revisions set layer_json = '{' where schedule_id = '${third}'`);
    });
    await leave(ada);
    await runAllDue(watchbill.services);
    failed(await owner.get(`/users/${ada.id}`), 404, 'not_found');
    assert.equal(await revisionsOf(ids[50] ?? ''), 2);
    for (const id of [first, second, third]) {
      assert.match(succeeded(await owner.get(`/schedules/${id}`)).schedule.broken.reason, /cannot be read/);
    }
    await watchbill.services.db.exclusively((tx) =>
      tx.execute(`delete from coverage_requests where user_id = '${ada.id}'`),
    );
  });

  itOnSqlite('the channels of a schedule are notified as for any change', async () => {
    const { ada, onCall } = await givenAda();
    succeeded(await owner.put(`/schedules/${onCall[0]}/chat_channels/C0GENERAL`), 204);
    await leave(ada);
    await workAt(watchbill, '2026-01-15T09:00:01Z');
    await workAt(watchbill, '2026-01-15T09:01:00Z');
    const told = (await messagesIn(owner, 'C0GENERAL')).filter((text) => text.includes(onCall[0] ?? ''));
    assert.equal(told.length, 1);
    assert.match(told[0] ?? '', /Owner changed the people.*Cid/s);
  });
});

describe('on PostgreSQL, while another transaction has a schedule locked', () => {
  let watchbill: Watchbill;
  let other: pg.Client;

  before(async () => {
    const place = await createPostgres('migrated');
    other = new pg.Client(place.directUrl);
    await other.connect();
    watchbill = await startWatchbill(async () => place, NOW);
  });
  after(() => cleanUp(() => other.end(), watchbill.stop));

  it('the access of a user of the schedule ends at once; the response follows when the schedule is updated', async () => {
    const { owner } = watchbill;
    const [ada, ben] = [await watchbill.addPerson('Ada'), await watchbill.addPerson('Ben')];
    const schedule = await createSchedule(owner, [ada, ben]);
    await other.query('begin');
    await other.query('select id from schedules where id = $1 for update', [schedule.id]);
    const answer = owner.delete(`/users/${ada.id}`);
    await eventually(async () => (await ada.get('/user/')).status === 401, 'the access has ended');
    assert.equal(succeeded(await owner.get(`/users/${ada.id}`)).user.deactivating, true);
    await other.query('commit');
    succeeded(await answer, 204);
    failed(await owner.get(`/users/${ada.id}`), 404, 'not_found');
  });
});
