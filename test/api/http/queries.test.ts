/** The number of queries of a list does not depend on its length. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Database, Queryable } from '../../../src/db/driver/database.ts';
import { buildApp } from '../../../src/http/app.ts';
import type { App } from '../../../src/http/typed-app.ts';
import {
  call,
  type Person,
  PUBLIC_URL,
  silentLog,
  startWatchbill,
  succeeded,
  type Watchbill,
} from '../../support/drivers/api.ts';
import { createOverride, createSchedule, layer, newOverride } from '../../support/drivers/schedules.ts';
import { cleanUp } from '../../support/servers/clean-up.ts';
import { describeOnSqlite } from '../../support/servers/databases.ts';

const MANY = 100;

/** The database; `count` is called for each statement, also in transactions. */
function counting(db: Database, count: () => void): Database {
  function counted<T extends Queryable>(queryable: T): T {
    return new Proxy(queryable, {
      get(target, name, receiver) {
        if (name === 'all' || name === 'first' || name === 'run') count();
        if (name !== 'transaction') return Reflect.get(target, name, receiver);
        return (work: Parameters<Database['transaction']>[0]) => db.transaction((tx) => work(counted(tx)));
      },
    });
  }
  return counted(db);
}

describeOnSqlite('the number of queries', (create) => {
  let watchbill: Watchbill;
  let app: App;
  let ada: Person;
  let ben: Person;
  let queries = 0;
  const few = new Map<string, number>();

  before(async () => {
    watchbill = await startWatchbill(create);
    const { services } = watchbill;
    const db = counting(services.db, () => {
      queries += 1;
    });
    app = await buildApp({
      services: { ...services, db },
      docsUrl: 'http://docs.test',
      publicUrl: () => PUBLIC_URL,
      rateLimit: 0,
      log: silentLog,
    });
    ada = await watchbill.addPerson('Ada');
    ben = await watchbill.addPerson('Ben');
    await addSchedule(0);
    for (const path of LISTS) few.set(path, await costOf(path, 1));
    for (let i = 1; i < MANY; i++) await addSchedule(i);
  });
  after(async () => {
    await cleanUp(
      () => app.close(),
      () => watchbill.stop(),
    );
  });

  /** With a team, a new person, two revisions, overrides at the edges of shifts, and a coverage request. */
  async function addSchedule(i: number): Promise<void> {
    const { owner } = watchbill;
    const { team } = succeeded(await owner.post('/teams/', { name: `Team ${i}` }), 201);
    const { user } = succeeded(await owner.post('/users/', { name: `User ${i}`, email: `user-${i}@example.com` }), 201);
    const schedule = await createSchedule(owner, [ada, ben, user], { name: `Schedule ${i}`, team_ids: [team.id] });
    const changed = layer([ben, ada, user], { rotation_start: '2026-01-06T09:00:00Z' });
    succeeded(await owner.patch(`/schedules/${schedule.id}`, { layers: [changed] }));
    await createOverride(owner, schedule, [ada, user], '2026-01-05T09:00:00Z', '2026-01-05T12:00:00Z');
    await createOverride(owner, schedule, [ben], '2026-01-08T09:00:00Z', '2026-01-09T09:00:00Z');
  }

  /** The number of queries of the list, which must have at least that many items. */
  async function costOf(path: string, least: number): Promise<number> {
    const url = `${path}?per_page=100`;
    // The first call may store the last use of the key.
    await call(app, 'GET', url, ada.key);
    queries = 0;
    const { meta, ...list } = succeeded(await call(app, 'GET', url, ada.key));
    const [things] = Object.values(list) as [unknown[]];
    assert.ok(things.length >= least && meta.total >= least, `${path}: ${things.length} of ${meta.total}`);
    return queries;
  }

  const LISTS = ['/schedules', '/oncall', '/timelines/', '/user/shifts', '/teams/', '/users/'];
  for (const path of LISTS) {
    it(`GET ${path} takes as many for ${MANY} schedules as for one`, async () => {
      const cost = await costOf(path, MANY);
      assert.equal(cost, few.get(path));
      assert.ok(cost >= 2 && cost <= 10, `${cost} queries`);
    });
  }

  it('for an override is at most 21, and 7 more with linked channels', async () => {
    const { schedules } = succeeded(await call(app, 'GET', '/schedules', ada.key));
    const path = `/schedules/${schedules[0].id}`;
    const cost = async (day: number) => {
      const override = newOverride([ada], `2026-02-0${day}T10:00:00Z`, `2026-02-0${day}T12:00:00Z`);
      queries = 0;
      succeeded(await call(app, 'POST', `${path}/overrides/`, watchbill.owner.key, override), 201);
      return queries;
    };
    const untold = await cost(1);
    succeeded(await watchbill.owner.put(`${path}/chat_channels/C0ONCALL`), 204);
    const told = await cost(2);
    assert.ok(untold <= 21 && told - untold <= 7, `${untold} queries, ${told} with a channel`);
  });

  it('GET /schedules/{schedule_id}/shifts/ takes as many for one shift as for a hundred', async () => {
    const { schedules } = succeeded(await call(app, 'GET', '/schedules', ada.key));
    const cost = async (days: string) => {
      queries = 0;
      const path = `/schedules/${schedules[0].id}/shifts/?per_page=100&from=2026-01-10T09:00:00Z&to=${days}`;
      const { shifts } = succeeded(await call(app, 'GET', path, ada.key));
      return [shifts.length, queries];
    };
    const [[one, fewer], [many, more]] = [await cost('2026-01-11T09:00:00Z'), await cost('2026-04-20T09:00:00Z')];
    assert.deepEqual([one, many, more], [1, 100, fewer]);
  });
});
