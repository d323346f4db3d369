/** [STO-4] [STO-6] The number of round trips to PostgreSQL, which may be on another machine, for each request. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { WEBHOOK_EVENTS } from '../../../src/schemas/webhooks.ts';
import type { Answer } from '../../support/drivers/answer.ts';
import { allowEndpoints, type Person, startWatchbill, succeeded, type Watchbill } from '../../support/drivers/api.ts';
import { addFeed } from '../../support/drivers/calendars.ts';
import { addManySchedules } from '../../support/drivers/many-schedules.ts';
import { createOverride, createSchedule, layer, newOverride } from '../../support/drivers/schedules.ts';
import { startProxy, type TcpProxy } from '../../support/fakes/proxy.ts';
import { cleanUp } from '../../support/servers/clean-up.ts';
import { createOwnPostgres } from '../../support/servers/databases.ts';

/** Longer than statements that are sent together take to arrive. */
const DELAY_MS = 30;

const FEW_ATTEMPTS = 3;

const START = '2026-02-01T00:00:00Z';
const END = '2026-02-02T00:00:00Z';

describe('round trips to PostgreSQL', () => {
  let proxy: TcpProxy;
  let otherNode: pg.Client;
  let watchbill: Watchbill;
  let [ada, ben]: (Person | undefined)[] = [];
  // biome-ignore lint/suspicious/noExplicitAny: as it was answered
  let schedule: any;
  // biome-ignore lint/suspicious/noExplicitAny: as it was answered
  let team: any;

  before(async () => {
    const place = await createOwnPostgres();
    otherNode = new pg.Client(place.directUrl);
    await otherNode.connect();
    const url = new URL(place.config.url);
    proxy = await startProxy(Number(url.port));
    url.port = String(proxy.port);
    watchbill = await startWatchbill(async () => ({ ...place, config: { ...place.config, url: url.href } }));
    ada = await watchbill.addPerson('Ada');
    ben = await watchbill.addPerson('Ben');
    team = succeeded(await watchbill.owner.post('/teams/', { name: 'Platform' }), 201).team;
    schedule = await createSchedule(watchbill.owner, [ada, ben], { team_ids: [team.id] });
    await addFeeds(await watchbill.addPerson('Cleo'), await watchbill.addPerson('Quinn'));
  });
  after(() => cleanUp(() => otherNode.end(), watchbill.stop, proxy.stop));

  /** Of a schedule in which the person covers for another: feeds say for whom. */
  async function addFeeds(person: Person, other: Person): Promise<void> {
    const { team } = succeeded(await watchbill.owner.post('/teams/', { name: 'Support' }), 201);
    const { id } = await createSchedule(watchbill.owner, [other, person], { team_ids: [team.id] });
    const cover = { start: '2026-01-05T10:00:00Z', end: '2026-01-05T11:00:00Z', reason: 'Dentist' };
    const { coverage_request } = succeeded(await other.post('/user/coverage_requests', cover), 201);
    succeeded(await person.post(`/coverage_requests/${coverage_request.id}/accept`));
    for (const [name, feed] of Object.entries({
      'feed of a schedule': { kind: 'schedule', schedule_id: id },
      'feed of a team': { kind: 'team', team_id: team.id },
      'own feed': { kind: 'mine' },
    })) {
      const { pathname } = new URL((await addFeed(person, feed)).url);
      assert.match((await watchbill.app.inject(pathname)).body, /Covers for Quinn/);
      feeds.set(`/calendars/{${name}}.ics`, pathname);
    }
  }

  /** Counted when the connection is open and the statements are prepared. */
  async function roundTripsOf(request: (i: number) => Promise<Answer>, status: number): Promise<number> {
    succeeded(await request(0), status);
    proxy.delay(DELAY_MS);
    const before = proxy.roundTrips();
    succeeded(await request(1), status);
    proxy.delay(0);
    return proxy.roundTrips() - before;
  }

  /** No transaction takes more than six; a deactivation has two. */
  const WITHOUT_WEBHOOKS = {
    override: 3,
    // It begins again, to lock the user before the schedule.
    overrideNextToOthers: 6,
    removal: 4,
    layer: 4,
    deletion: 5,
    coverage: { ask: 4, decline: 4, accept: 5, cancel: 4 },
    acceptanceNextToOthers: 5,
    deactivation: 6,
    deactivationOfRequester: 7,
  };
  const COUNTS = {
    'without webhooks': WITHOUT_WEBHOOKS,
    // One of them filters by team: the teams of the schedules in a coverage request are then loaded, too.
    'with webhooks': {
      ...WITHOUT_WEBHOOKS,
      coverage: { ask: 5, decline: 4, accept: 6, cancel: 5 },
      acceptanceNextToOthers: 6,
      deactivationOfRequester: 8,
    },
  };

  for (const [which, counts] of Object.entries(COUNTS)) {
    describe(`for a change ${which}`, () => {
      const hooks: string[] = [];

      before(async () => {
        if (which === 'without webhooks') return;
        allowEndpoints(watchbill, ['127.0.0.0/8']);
        for (const filter of [{}, { team_ids: [team.id] }]) {
          const wanted = { url: 'http://127.0.0.1:9/', events: WEBHOOK_EVENTS, ...filter };
          hooks.push(succeeded(await watchbill.owner.post('/webhooks/', wanted), 201).webhook.id);
        }
      });
      after(async () => {
        for (const id of hooks) succeeded(await watchbill.owner.delete(`/webhooks/${id}`), 204);
      });

      it('are few for a new override, including the one for the API key', async () => {
        const body = newOverride([ada as Person], START, END);
        const create = () => watchbill.owner.post(`/schedules/${schedule.id}/overrides/`, body);
        assert.equal(await roundTripsOf(create, 201), counts.override);
      });

      it('are more for an override of a user who is in no layer, next to another one of them', async () => {
        const other = await createSchedule(watchbill.owner, [ada as Person]);
        const body = newOverride([ben as Person], START, END);
        const create = () => watchbill.owner.post(`/schedules/${other.id}/overrides/`, body);
        assert.equal(await roundTripsOf(create, 201), counts.overrideNextToOthers);
      });

      it('are few for removing an override', async () => {
        const overrides: { readonly id: string }[] = [];
        for (let i = 0; i < 2; i++)
          overrides.push(await createOverride(watchbill.owner, schedule, [ada as Person], START, END));
        const path = `/schedules/${schedule.id}/overrides`;
        const remove = (i: number) => watchbill.owner.delete(`${path}/${overrides[i]?.id}`);
        assert.equal(await roundTripsOf(remove, 204), counts.removal);
      });

      it('are few for a new layer, including the whole schedule in the response', async () => {
        const people = [ada as Person, ben as Person];
        const layers = [[layer([...people].reverse())], [layer(people)]];
        const change = (i: number) => watchbill.owner.patch(`/schedules/${schedule.id}`, { layers: layers[i] });
        assert.equal(await roundTripsOf(change, 200), counts.layer);
      });

      for (const [where, channel] of [
        ['', undefined],
        [' with a channel', 'C0GENERAL'],
      ] as const) {
        it(`are few for deleting a schedule${where}`, async () => {
          const ids: string[] = [];
          for (let i = 0; i < 2; i++) {
            const { id } = await createSchedule(watchbill.owner, [ada as Person, ben as Person]);
            if (channel) succeeded(await watchbill.owner.put(`/schedules/${id}/chat_channels/${channel}`), 204);
            ids.push(id);
          }
          assert.equal(await roundTripsOf((i) => watchbill.owner.delete(`/schedules/${ids[i]}`), 204), counts.deletion);
        });
      }

      for (const [where, channel] of [
        ['without channels', undefined],
        ['with a channel', 'C0GENERAL'],
      ] as const) {
        it(`are few for coverage requests of a schedule ${where}`, async () => {
          const asking = await watchbill.addPerson('Asking');
          const other = ben as Person;
          const covered = await createSchedule(watchbill.owner, [asking], { name: 'Covered' });
          if (channel) succeeded(await watchbill.owner.put(`/schedules/${covered.id}/chat_channels/${channel}`), 204);
          const ids: string[] = [];
          const ask = async () => {
            const day = `2026-02-${10 + ids.length}`;
            const wanted = { start: `${day}T00:00:00Z`, end: `${day}T10:00:00Z`, reason: 'Dentist' };
            const answer = await asking.post('/user/coverage_requests', wanted);
            ids.push(answer.body.coverage_request.id);
            return answer;
          };
          const counted = {
            ask: await roundTripsOf(ask, 201),
            decline: await roundTripsOf((i) => other.post(`/coverage_requests/${ids[i]}/decline`), 200),
            accept: await roundTripsOf((i) => other.post(`/coverage_requests/${ids[i]}/accept`), 200),
          };
          for (let i = 0; i < 2; i++) succeeded(await ask(), 201);
          const cancel = (i: number) => asking.delete(`/user/coverage_requests/${ids[i + 2]}`);
          const all = { ...counted, cancel: await roundTripsOf(cancel, 204) };
          succeeded(await watchbill.owner.delete(`/users/${asking.id}`), 204);
          assert.deepEqual(all, counts.coverage);
        });
      }

      it('are few for accepting a running shift, with a channel and an override of a user who is in no layer', async () => {
        const asking = await watchbill.addPerson('Absent');
        const ids: string[] = [];
        for (let i = 0; i < 2; i++) {
          const covered = await createSchedule(watchbill.owner, [asking]);
          succeeded(await watchbill.owner.put(`/schedules/${covered.id}/chat_channels/C0GENERAL`), 204);
          await createOverride(watchbill.owner, covered, [ada as Person], START, END);
          const now = { start: '2026-01-05T09:00:00Z', end: '2026-01-05T10:00:00Z', schedule_ids: [covered.id] };
          const answer = await asking.post('/user/coverage_requests', { ...now, reason: 'Dentist' });
          ids.push(succeeded(answer, 201).coverage_request.id);
        }
        const accept = (i: number) => (ben as Person).post(`/coverage_requests/${ids[i]}/accept`);
        const counted = await roundTripsOf(accept, 200);
        succeeded(await watchbill.owner.delete(`/users/${asking.id}`), 204);
        assert.equal(counted, counts.acceptanceNextToOthers);
      });

      it('are few for deactivating a user of few schedules, in two transactions', async () => {
        const people = [await watchbill.addPerson('Carl'), await watchbill.addPerson('Dora')];
        await createSchedule(watchbill.owner, people, { name: 'Of those who leave' });
        const deactivate = (i: number) => watchbill.owner.delete(`/users/${people[i]?.id}`);
        assert.equal(await roundTripsOf(deactivate, 204), counts.deactivation);
      });

      it('are more for deactivating a user whose coverage request is shown in a channel', async () => {
        const people = [await watchbill.addPerson('Gina'), await watchbill.addPerson('Hugo')];
        for (const person of people) {
          const { id } = await createSchedule(watchbill.owner, [person, ada as Person], { name: 'Of a requester' });
          succeeded(await watchbill.owner.put(`/schedules/${id}/chat_channels/C0GENERAL`), 204);
          const wanted = { start: START, end: '2026-02-20T00:00:00Z', reason: 'Dentist' };
          succeeded(await person.post('/user/coverage_requests', wanted), 201);
        }
        const deactivate = (i: number) => watchbill.owner.delete(`/users/${people[i]?.id}`);
        assert.equal(await roundTripsOf(deactivate, 204), counts.deactivationOfRequester);
      });
    });
  }

  /** The key or the address of a feed, and what it leads to: one thing, or a list and what belongs to its page. */
  const READS = {
    '/user/': 1,
    '/schedules/{id}': 2,
    '/schedules/{id}/shifts/': 2,
    '/oncall?per_page=20': 3,
    '/schedules?per_page=20': 3,
    '/schedules?team_id={team}': 3,
    '/timelines/': 3,
    '/users/?per_page=20': 2,
    '/teams/?per_page=20': 2,
    '/teams/{team}/members/': 2,
    '/coverage_requests/': 3,
    '/user/coverage_requests/': 3,
    '/audit_log/': 3,
    '/user/shifts': 3,
    '/calendars/{feed of a schedule}.ics': 2,
    '/calendars/{feed of a team}.ics': 3,
    '/calendars/{own feed}.ics': 3,
  };
  const feeds = new Map<string, string>();

  function pathOf(path: string): string {
    return feeds.get(path) ?? path.replace('{id}', schedule.id).replace('{team}', team.id);
  }

  async function read(path: string): Promise<void> {
    const { statusCode, body } = await watchbill.app.inject({
      url: path,
      headers: { 'x-api-key': watchbill.owner.key },
    });
    assert.equal(statusCode, 200, body);
  }

  /** The path is read before, so that all connections are open. */
  async function roundTripsAfter(change: () => Promise<unknown>, path: string): Promise<number> {
    await read(path);
    await change();
    proxy.delay(DELAY_MS);
    const before = proxy.roundTrips();
    await read(path);
    proxy.delay(0);
    return proxy.roundTrips() - before;
  }

  it('of a read are few when nothing is cached', async () => {
    const counted: Record<string, number> = {};
    let changes = 0;
    const change = async () => succeeded(await watchbill.owner.patch('/user/', { name: `Owner ${changes++}` }));
    for (const [path, expected] of Object.entries(READS)) {
      const counts: number[] = [];
      // On a busy machine, statements that are sent together may arrive apart.
      while (!counts.includes(expected) && counts.length < FEW_ATTEMPTS) {
        counts.push(await roundTripsAfter(change, pathOf(path)));
      }
      counted[path] = Math.min(...counts);
    }
    assert.deepEqual(counted, READS);
  });

  it('of a read are at most one more after a commit of another node', async () => {
    for (const [path, count] of Object.entries(READS)) {
      const commit = async () => {
        // Only the second read is cached: the first one has to find out the state that its rows belong to.
        await read(pathOf(path));
        await otherNode.query('update teams set name = name');
      };
      const counted = await roundTripsAfter(commit, pathOf(path));
      assert.ok(counted <= count + 1, `${path}: ${counted}`);
    }
  });

  it('of a read are 1 when it is cached', async () => {
    for (const path of Object.keys(READS)) {
      const counts: number[] = [];
      while (!counts.includes(1) && counts.length < FEW_ATTEMPTS) {
        counts.push(await roundTripsAfter(async () => undefined, pathOf(path)));
      }
      assert.ok(counts.includes(1), `${path}: ${counts}`);
    }
  });

  // The last one: as long as no worker removes these users, every change of a schedule looks for them.
  it('are 5 for deactivating a user of many schedules, whom a worker removes from them', async () => {
    const people = [await watchbill.addPerson('Eve'), await watchbill.addPerson('Frank')];
    await addManySchedules(watchbill.services.db, { count: 30, people, nowMs: Date.UTC(2026, 0, 5, 9) });
    assert.equal(await roundTripsOf((i) => watchbill.owner.delete(`/users/${people[i]?.id}`), 204), 5);
  });
});
