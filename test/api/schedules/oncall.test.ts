import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { failed, succeeded } from '../../support/drivers/api.ts';
import { createOverride, createSchedule, layer, line, lines, namesOf } from '../../support/drivers/schedules.ts';
import { givenWatchbill } from '../../support/drivers/suites.ts';
import { describeOnSqlite } from '../../support/servers/databases.ts';

interface OnCall {
  readonly schedule_reference: { readonly id: string; readonly name: string };
  readonly users: readonly { readonly name: string }[];
  readonly shift?: Parameters<typeof line>[0];
}

describeOnSqlite('on call', (create) => {
  let team: { id: string };
  let days: { id: string; name: string };
  let weeks: { id: string; name: string };
  let office: { id: string; name: string };

  const { watchbill, owner, ada, ben, viewer } = givenWatchbill(create, {
    ada: 'Ada',
    ben: 'Ben',
    viewer: { name: 'Vera', seat: 'viewer' },
  });
  before(async () => {
    team = succeeded(await owner.post('/teams/', { name: 'Platform' }), 201).team;
    days = await createSchedule(owner, [ada, ben], { name: 'Days', team_ids: [team.id] });
    weeks = await createSchedule(owner, [], {
      name: 'Weeks',
      layers: [layer([ben, ada], { concurrent_oncall_users: 2, shift_length: { amount: 1, unit: 'weeks' } })],
    });
    const restriction_intervals = [{ day: 'tuesday', from: '09:00', to: '17:00' }];
    office = await createSchedule(owner, [], {
      name: 'Office',
      layers: [layer([owner], { restriction_intervals })],
      team_ids: [team.id],
    });
  });
  beforeEach(() => watchbill.at('2026-01-05T12:00:00Z'));

  describe('GET /oncall', () => {
    /** `Days: Ada`, for each schedule. */
    async function onCall(query = ''): Promise<string[]> {
      const { oncall } = succeeded(await viewer.get(`/oncall${query}`));
      return oncall.map(
        ({ schedule_reference, users }: OnCall) => `${schedule_reference.name}: ${namesOf(users).join('+')}`,
      );
    }

    it('shows who is on call in every schedule now, and where nobody is', async () => {
      const { oncall, meta } = succeeded(await viewer.get('/oncall'));
      const { user: adaUser } = succeeded(await ada.get('/user/'));
      const { user: benUser } = succeeded(await ben.get('/user/'));
      assert.deepEqual(meta, { total: 3, page: 1, per_page: 20 });
      assert.deepEqual(oncall, [
        {
          schedule_reference: { id: days.id, name: 'Days' },
          users: [adaUser],
          shift: { users: [adaUser], start: '2026-01-05T09:00:00Z', end: '2026-01-06T09:00:00Z' },
        },
        {
          schedule_reference: { id: weeks.id, name: 'Weeks' },
          users: [benUser, adaUser],
          shift: { users: [benUser, adaUser], start: '2026-01-05T09:00:00Z', end: '2026-01-12T09:00:00Z' },
        },
        { schedule_reference: { id: office.id, name: 'Office' }, users: [] },
      ]);
    });

    it('works for any instant; at a handoff, the new person is on call', async () => {
      assert.deepEqual(await onCall('?at=2026-01-06T08:59:59.999Z'), ['Days: Ada', 'Weeks: Ben+Ada', 'Office: ']);
      assert.deepEqual(await onCall('?at=2026-01-06T10:00:00%2B01:00'), [
        'Days: Ben',
        'Weeks: Ben+Ada',
        'Office: Owner',
      ]);
      assert.deepEqual(await onCall('?at=2026-01-01T00:00:00Z'), ['Days: ', 'Weeks: ', 'Office: ']);
      assert.deepEqual(await onCall('?at=2199-12-31T23:59:59Z'), ['Days: Ben', 'Weeks: Ben+Ada', 'Office: ']);
    });

    it('follows the clock', async () => {
      watchbill.at('2026-01-06T09:00:00Z');
      assert.deepEqual(await onCall(), ['Days: Ben', 'Weeks: Ben+Ada', 'Office: Owner']);
    });

    it('filters by team', async () => {
      assert.deepEqual(await onCall(`?team_id=${team.id}`), ['Days: Ada', 'Office: ']);
      assert.deepEqual(await onCall(`?team_id=${team.id}&at=2026-01-06T12:00:00Z`), ['Days: Ben', 'Office: Owner']);
      for (const id of ['tea_01kz0000000000000000000000', 'Platform']) {
        assert.ok(failed(await viewer.get(`/oncall?team_id=${id}`), 404, 'not_found').includes(id));
      }
    });

    it('has pages', async () => {
      assert.deepEqual(await onCall('?per_page=2&page=2'), ['Office: ']);
      assert.deepEqual(succeeded(await viewer.get('/oncall?per_page=2&page=3')), {
        oncall: [],
        meta: { total: 3, page: 3, per_page: 2 },
      });
    });

    it('agrees with the schedule and its shifts', async () => {
      watchbill.at('2026-01-06T12:00:00Z');
      const { oncall } = succeeded(await viewer.get('/oncall'));
      for (const { schedule_reference, shift } of oncall as OnCall[]) {
        const path = `/schedules/${schedule_reference.id}`;
        assert.deepEqual(succeeded(await viewer.get(path)).schedule.current_oncall_shift, shift);
        assert.deepEqual(succeeded(await viewer.get(`${path}/shifts/?per_page=1`)).shifts[0], shift);
      }
    });

    for (const query of ['at=now', 'at=2026-01-05', 'at=', 'per_page=101', 'colour=red', 'at=1&at=2']) {
      it(`refuses ?${query}`, async () => {
        failed(await viewer.get(`/oncall?${query}`), 400, 'bad_request');
      });
    }

    it('follows overrides', async () => {
      const schedule = await createSchedule(owner, [ada], { name: 'Overridden' });
      await createOverride(owner, schedule, [ben], '2026-01-05T13:00:00Z', '2026-01-05T14:00:00Z');
      const at = async (instant: string) => (await onCall(`?at=${instant}`)).at(-1);
      assert.equal(await at('2026-01-05T12:59:59Z'), 'Overridden: Ada');
      assert.equal(await at('2026-01-05T13:00:00Z'), 'Overridden: Ben');
      assert.equal(await at('2026-01-05T14:00:00Z'), 'Overridden: Ada');
      succeeded(await owner.delete(`/schedules/${schedule.id}`), 204);
    });
  });

  describe('GET /user/shifts', () => {
    it("lists the caller's shifts in every schedule, by start", async () => {
      const { shifts, meta } = succeeded(await ben.get('/user/shifts?to=2026-01-10T09:00:00Z'));
      assert.deepEqual(meta, { total: 3, page: 1, per_page: 20 });
      assert.deepEqual(
        shifts.map((shift: Parameters<typeof line>[0] & OnCall) => `${shift.schedule_reference.name}: ${line(shift)}`),
        [
          'Weeks: Ben+Ada 2026-01-05T09:00:00Z/2026-01-12T09:00:00Z',
          'Days: Ben 2026-01-06T09:00:00Z/2026-01-07T09:00:00Z',
          'Days: Ben 2026-01-08T09:00:00Z/2026-01-09T09:00:00Z',
        ],
      );
      assert.deepEqual(shifts[0].schedule_reference, { id: weeks.id, name: 'Weeks' });
    });

    it('has the same interval, clipping and pages as the shifts of a schedule', async () => {
      const interval = 'from=2026-01-06T10:00:00Z&to=2026-01-08T10:00:00Z';
      assert.deepEqual(lines(await ben.get(`/user/shifts?${interval}&clip_to_interval=true`)), [
        'Ben 2026-01-06T10:00:00Z/2026-01-07T09:00:00Z',
        'Ben+Ada 2026-01-06T10:00:00Z/2026-01-08T10:00:00Z',
        'Ben 2026-01-08T09:00:00Z/2026-01-08T10:00:00Z',
      ]);
      const page = succeeded(await ben.get(`/user/shifts?${interval}&per_page=2&page=2`));
      assert.deepEqual([page.shifts.length, page.meta], [1, { total: 3, page: 2, per_page: 2 }]);
      assert.deepEqual(succeeded(await ben.get(`/user/shifts?${interval}&page=2`)), {
        shifts: [],
        meta: { total: 3, page: 2, per_page: 20 },
      });
      assert.equal(succeeded(await ben.get('/user/shifts')).meta.total, 20);
    });

    it("includes the caller's overrides, and not what others took over", async () => {
      const schedule = await createSchedule(owner, [ada], { name: 'Taken over' });
      const cleo = await watchbill.addPerson('Cleo');
      assert.deepEqual(lines(await cleo.get('/user/shifts')), []);
      await createOverride(owner, schedule, [cleo], '2026-01-05T13:00:00Z', '2026-01-05T14:00:00Z');
      const hers = ['Cleo 2026-01-05T13:00:00Z/2026-01-05T14:00:00Z'];
      assert.deepEqual(lines(await cleo.get('/user/shifts')), hers);
      watchbill.at('2026-02-05T12:00:00Z');
      assert.deepEqual(lines(await cleo.get('/user/shifts')), []);
      assert.deepEqual(lines(await cleo.get('/user/shifts?from=2026-01-05T13:30:00Z')), hers);
      succeeded(await owner.delete(`/schedules/${schedule.id}`), 204);
    });

    it('includes the past part of a deleted running override', async () => {
      const schedule = await createSchedule(owner, [ada], { name: 'Cut short' });
      const dora = await watchbill.addPerson('Dora');
      const { id } = await createOverride(owner, schedule, [dora], '2026-01-05T12:00:00Z', '2026-01-05T18:00:00Z');
      watchbill.at('2026-01-05T14:00:00Z');
      succeeded(await owner.delete(`/schedules/${schedule.id}/overrides/${id}`), 204);
      assert.deepEqual(lines(await dora.get('/user/shifts')), []);
      assert.deepEqual(lines(await dora.get('/user/shifts?from=2026-01-05T12:00:00Z')), [
        'Dora 2026-01-05T12:00:00Z/2026-01-05T14:00:00Z',
      ]);
      succeeded(await owner.delete(`/schedules/${schedule.id}`), 204);
    });

    it('follows planned changes', async () => {
      const [erin, finn] = [await watchbill.addPerson('Erin'), await watchbill.addPerson('Finn')];
      const schedule = await createSchedule(owner, [erin], { name: 'Planned' });
      const layers = [layer([finn], { rotation_start: '2026-01-06T15:00:00Z' })];
      succeeded(await owner.patch(`/schedules/${schedule.id}`, { layers }));
      assert.deepEqual(lines(await erin.get('/user/shifts')), [
        'Erin 2026-01-05T12:00:00Z/2026-01-06T09:00:00Z',
        'Erin 2026-01-06T09:00:00Z/2026-01-06T15:00:00Z',
      ]);
      assert.deepEqual(lines(await finn.get('/user/shifts?to=2026-01-07T00:00:00Z')), [
        'Finn 2026-01-06T15:00:00Z/2026-01-07T15:00:00Z',
      ]);
      succeeded(await owner.delete(`/schedules/${schedule.id}`), 204);
    });

    it('is empty for viewers', async () => {
      assert.deepEqual(lines(await viewer.get('/user/shifts')), []);
    });

    it('refuses the same queries as the shifts of a schedule', async () => {
      const from = 'from=2026-01-05T12:00:00Z';
      for (const to of ['2026-01-05T12:00:00Z', '2027-01-06T12:00:00.001Z']) {
        failed(await ben.get(`/user/shifts?${from}&to=${to}`), 422, 'unprocessable_entity');
      }
      for (const query of ['from=now', 'per_page=0', 'page=0', 'clip_to_interval=1', 'user_id=me']) {
        failed(await ben.get(`/user/shifts?${query}`), 400, 'bad_request');
      }
    });
  });

  describe('GET /users/{user_id}/on_call', () => {
    // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what the test is about to assert
    async function ofUser(as: typeof owner, { id }: { readonly id: string }): Promise<any> {
      return succeeded(await as.get(`/users/${id}/on_call`)).on_call;
    }
    const named = (shifts: readonly OnCall[]) => shifts.map(({ schedule_reference }) => schedule_reference.name).sort();

    it('shows where they are on call now and next, with whom, and their schedules and teams', async () => {
      const { current_shifts, next_shifts, schedules } = await ofUser(viewer, ada);
      assert.deepEqual(named(current_shifts), ['Days', 'Weeks']);
      assert.ok(current_shifts.every(({ users }: OnCall) => namesOf(users).includes('Ada')));
      assert.equal(next_shifts[0].start, '2026-01-07T09:00:00Z');
      assert.deepEqual(namesOf(schedules), ['Days', 'Weeks']);
      const ofOwner = await ofUser(owner, owner);
      assert.deepEqual([ofOwner.current_shifts, named(ofOwner.next_shifts)], [[], Array(5).fill('Office')]);
      assert.deepEqual(namesOf(ofOwner.teams), ['Platform']);
      const ofViewer = await ofUser(viewer, viewer);
      assert.deepEqual(
        [ofViewer.current_shifts, ofViewer.next_shifts, ofViewer.schedules, ofViewer.teams],
        [[], [], [], []],
      );
    });

    it('counts hours before and after now, time in two schedules once, for the user and for admins', async () => {
      const hours = { last_30_days: 3, next_30_days: 720 };
      assert.deepEqual((await ofUser(ada, ada)).hours, hours);
      assert.deepEqual((await ofUser(owner, ada)).hours, hours);
      assert.equal((await ofUser(ben, ada)).hours, undefined);
      assert.equal((await ofUser(viewer, ada)).hours, undefined);
      assert.deepEqual((await ofUser(owner, owner)).hours, { last_30_days: 0, next_30_days: 40 });
    });

    it('follows overrides', async () => {
      const eve = await watchbill.addPerson('Eve');
      await createOverride(owner, days, [eve], '2026-01-05T12:00:00Z', '2026-01-05T13:30:00Z');
      const { current_shifts, schedules, hours } = await ofUser(eve, eve);
      assert.deepEqual([named(current_shifts), namesOf(schedules)], [['Days'], ['Days']]);
      assert.deepEqual(hours, { last_30_days: 0, next_30_days: 1.5 });
    });
  });

  describe('GET /search', () => {
    async function found(query: string): Promise<string[][]> {
      const { users, teams, schedules } = succeeded(await viewer.get(`/search?${query}`)).found;
      return [users, teams, schedules].map(namesOf);
    }

    it('finds users, teams and schedules by a part of the name, and users by email', async () => {
      assert.deepEqual(await found('query=PLAT'), [[], ['Platform'], []]);
      assert.deepEqual(await found('query=eeks'), [[], [], ['Weeks']]);
      assert.deepEqual(await found('query=ben%40EXAMPLE'), [['Ben'], [], []]);
      assert.deepEqual(await found('query=%25'), [[], [], []]);
      for (const nothing of ['', 'query=', 'query=%20%20']) assert.deepEqual(await found(nothing), [[], [], []]);
    });

    it('ranks names that start with the text, then words that do, up to the limit for each kind', async () => {
      for (const [i, name] of ['Uzan', 'Ima Zane', 'Zanda'].entries()) {
        succeeded(await owner.post('/users/', { name, email: `someone-${i}@example.com` }), 201);
      }
      assert.deepEqual(await found('query=zan'), [['Zanda', 'Ima Zane', 'Uzan'], [], []]);
      assert.deepEqual(await found('query=zan&per_kind=1'), [['Zanda'], [], []]);
    });

    it('refuses a text that is too long, and a limit that is too high', async () => {
      for (const query of [`query=${'x'.repeat(101)}`, 'query=a&per_kind=0', 'query=a&per_kind=21']) {
        failed(await viewer.get(`/search?${query}`), 400, 'bad_request');
      }
    });
  });
});
