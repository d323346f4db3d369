import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { failed, succeeded } from '../../support/drivers/api.ts';
import type { Json } from '../../support/drivers/calls.ts';
import { createOverride, createSchedule, layer, line, withUsers } from '../../support/drivers/schedules.ts';
import { givenWatchbill } from '../../support/drivers/suites.ts';
import { describeOnSqlite } from '../../support/servers/databases.ts';

interface Timeline {
  readonly schedule_reference: { readonly id: string; readonly name: string };
  readonly is_cut?: boolean;
  readonly shifts: readonly Parameters<typeof line>[0][];
  readonly gaps: readonly { readonly start: string; readonly end: string }[];
}

function byId(users: readonly { readonly id: string }[]) {
  return new Map(users.map((user) => [user.id, user]));
}

describeOnSqlite('timelines', (create) => {
  let team: { id: string; name: string };
  let days: { id: string };

  const { watchbill, owner, ada, ben, viewer } = givenWatchbill(create, {
    ada: 'Ada',
    ben: 'Ben',
    viewer: { name: 'Vera', seat: 'viewer' },
  });
  before(async () => {
    team = succeeded(await owner.post('/teams/', { name: 'Platform' }), 201).team;
    days = await createSchedule(owner, [ada, ben], { name: 'Days', team_ids: [team.id], time_zone: 'Europe/Berlin' });
    const restriction_intervals = [{ day: 'tuesday', from: '09:00', to: '17:00' }];
    await createSchedule(owner, [], { name: 'Office', layers: [layer([owner], { restriction_intervals })] });
    await createSchedule(owner, [], { name: 'Nobody' });
    await createOverride(owner, days, [owner], '2026-01-06T12:00:00Z', '2026-01-06T18:00:00Z');
  });
  beforeEach(() => watchbill.at('2026-01-05T12:00:00Z'));

  async function timelines(query: string, as = viewer): Promise<Timeline[]> {
    return withUsers(succeeded(await as.get(`/timelines/?${query}`)));
  }

  async function names(query: string, as = viewer): Promise<string[]> {
    return (await timelines(query, as)).map(({ schedule_reference }) => schedule_reference.name);
  }

  it('show who is on call in each schedule in the interval, clipped to it, and the gaps', async () => {
    const answer = succeeded(await viewer.get('/timelines/?from=2026-01-06T00:00:00Z&to=2026-01-07T00:00:00Z'));
    assert.deepEqual(answer.meta, { total: 3, page: 1, per_page: 20 });
    const timelines: Json[] = withUsers(answer);
    const [first, second, third] = timelines;
    assert.deepEqual(first.schedule_reference, { id: days.id, name: 'Days' });
    assert.equal(first.time_zone, 'Europe/Berlin');
    assert.deepEqual(first.teams, [team]);
    assert.deepEqual(first.shifts.map(line), [
      'Ada 2026-01-06T00:00:00Z/2026-01-06T09:00:00Z',
      'Ben 2026-01-06T09:00:00Z/2026-01-06T12:00:00Z',
      'Owner 2026-01-06T12:00:00Z/2026-01-06T18:00:00Z',
      'Ben 2026-01-06T18:00:00Z/2026-01-07T00:00:00Z',
    ]);
    assert.deepEqual([first.gaps, first.off_hours], [[], []]);
    assert.deepEqual(second.shifts.map(line), ['Owner 2026-01-06T09:00:00Z/2026-01-06T17:00:00Z']);
    assert.deepEqual(second.gaps, []);
    assert.deepEqual(second.off_hours, [
      { start: '2026-01-06T00:00:00Z', end: '2026-01-06T09:00:00Z' },
      { start: '2026-01-06T17:00:00Z', end: '2026-01-07T00:00:00Z' },
    ]);
    assert.deepEqual(third.gaps, [{ start: '2026-01-06T00:00:00Z', end: '2026-01-07T00:00:00Z' }]);
    assert.deepEqual(third.off_hours, []);
    for (const timeline of timelines) assert.ok(!('is_cut' in timeline));
  });

  it('[BUD-4] list each person once, beside the shifts, which have their ids in the order of the crew', async () => {
    const two = layer([ben, ada, owner], { concurrent_oncall_users: 2 });
    const schedule = await createSchedule(owner, [], { name: 'Couples', layers: [two] });
    const path = '/timelines/?query=couples&from=2026-01-05T12:00:00Z&to=2026-01-09T09:00:00Z';
    const { timelines, users } = succeeded(await viewer.get(path));
    const [first, second, third, fourth] = [
      [ben.id, ada.id],
      [owner.id, ben.id],
      [ada.id, owner.id],
      [ben.id, ada.id],
    ];
    assert.deepEqual(timelines[0].shifts, [
      { user_ids: first, start: '2026-01-05T12:00:00Z', end: '2026-01-06T09:00:00Z' },
      { user_ids: second, start: '2026-01-06T09:00:00Z', end: '2026-01-07T09:00:00Z' },
      { user_ids: third, start: '2026-01-07T09:00:00Z', end: '2026-01-08T09:00:00Z' },
      { user_ids: fourth, start: '2026-01-08T09:00:00Z', end: '2026-01-09T09:00:00Z' },
    ]);
    const everyone = succeeded(await viewer.get('/users/')).users.filter(({ name }: Json) => name !== 'Vera');
    assert.deepEqual(byId(users), byId(everyone));
    assert.deepEqual(succeeded(await viewer.get('/timelines/?query=nobody')).users, []);
    succeeded(await owner.delete(`/schedules/${schedule.id}`), 204);
  });

  it('distinguish off hours from the time before a rotation starts, and from overrides', async () => {
    const restriction_intervals = [{ day: 'wednesday', from: '09:00', to: '17:00' }];
    const later = layer([ada], { restriction_intervals, rotation_start: '2026-01-07T12:00:00Z' });
    const schedule = await createSchedule(owner, [], { name: 'Later', layers: [later] });
    await createOverride(owner, schedule, [ben], '2026-01-07T18:00:00Z', '2026-01-07T20:00:00Z');
    const [timeline] = succeeded(
      await viewer.get('/timelines/?query=later&from=2026-01-07T00:00:00Z&to=2026-01-08T00:00:00Z'),
    ).timelines;
    assert.deepEqual(timeline.gaps, [{ start: '2026-01-07T00:00:00Z', end: '2026-01-07T12:00:00Z' }]);
    assert.deepEqual(timeline.off_hours, [
      { start: '2026-01-07T17:00:00Z', end: '2026-01-07T18:00:00Z' },
      { start: '2026-01-07T20:00:00Z', end: '2026-01-08T00:00:00Z' },
    ]);
    succeeded(await owner.delete(`/schedules/${schedule.id}`), 204);
  });

  it('have the same shifts as the schedule’s own list', async () => {
    const query = 'from=2026-01-05T20:00:00Z&to=2026-01-25T13:30:00Z';
    for (const { schedule_reference, shifts } of await timelines(query)) {
      const path = `/schedules/${schedule_reference.id}/shifts/?${query}&clip_to_interval=true&per_page=100`;
      assert.deepEqual(shifts, succeeded(await viewer.get(path)).shifts);
    }
  });

  it('are of the next 7 days by default', async () => {
    const [first] = await timelines('per_page=1');
    assert.equal(first?.shifts[0]?.start, '2026-01-05T12:00:00Z');
    assert.equal(first?.shifts.at(-1)?.end, '2026-01-12T12:00:00Z');
  });

  it('come in pages, in the order of creation', async () => {
    assert.deepEqual(await names('per_page=2'), ['Days', 'Office']);
    assert.deepEqual(await names('per_page=2&page=2'), ['Nobody']);
    assert.deepEqual(await names('per_page=2&page=3'), []);
  });

  it('filter by team, by name, or both', async () => {
    assert.deepEqual(await names(`team_id=${team.id}`), ['Days']);
    assert.deepEqual(await names('query=OFF'), ['Office']);
    assert.deepEqual(await names(`team_id=${team.id}&query=off`), []);
    failed(await viewer.get('/timelines/?team_id=tea_no'), 404, 'not_found');
  });

  it('are mine if I rotate or have an override that is not over', async () => {
    assert.deepEqual(await names('mine=true', ada), ['Days']);
    assert.deepEqual(await names('mine=true', owner), ['Days', 'Office']);
    assert.deepEqual(await names('mine=true&from=2026-01-06T18:00:00Z', owner), ['Office']);
    assert.deepEqual(await names('mine=true&query=office', ada), []);
    assert.deepEqual(await names('mine=true', viewer), []);
    assert.deepEqual(await names('mine=false', ada), ['Days', 'Office', 'Nobody']);
  });

  it('are not mine if I was only in a plan that was dropped', async () => {
    const linus = await watchbill.addPerson('Linus');
    const { id } = await createSchedule(owner, [owner], { name: 'Planned' });
    const planned = layer([linus], { rotation_start: '2026-02-02T09:00:00Z' });
    succeeded(await owner.patch(`/schedules/${id}`, { layers: [planned] }));
    assert.deepEqual(await names('mine=true', linus), ['Planned']);
    succeeded(await owner.delete(`/schedules/${id}/revisions/1`), 204);
    assert.deepEqual(await names('mine=true&from=2026-01-05T00:00:00Z', linus), []);
    succeeded(await owner.delete(`/schedules/${id}`), 204);
  });

  describe('with very many shifts', () => {
    it('contain the first 1,000, the gaps among them, and say that they are truncated', async () => {
      const hourly = layer([ada, ben], { shift_length: { amount: 1, unit: 'hours' } });
      const schedule = await createSchedule(owner, [], { name: 'Fine', layers: [hourly] });
      const minutes = (count: number) =>
        new Date(Date.parse('2026-01-06T08:00:00Z') + count * 60_000).toISOString().replace('.000', '');
      for (let i = 0; i < 150; i++) await createOverride(owner, schedule, [owner], minutes(i * 2), minutes(i * 2 + 1));
      const [timeline] = await timelines('query=fine&from=2026-01-05T12:00:00Z&to=2026-02-05T12:00:00Z');
      assert.equal(timeline?.is_cut, true);
      const path = `/schedules/${schedule.id}/shifts/?from=2026-01-05T12:00:00Z&clip_to_interval=true&per_page=100`;
      const pages = Array.from({ length: 10 }, (_, i) => viewer.get(`${path}&page=${i + 1}`));
      const expected = (await Promise.all(pages)).flatMap((answer) => succeeded(answer).shifts);
      assert.deepEqual(timeline.shifts, expected);
      assert.deepEqual(timeline.gaps, []);
      succeeded(await owner.delete(`/schedules/${schedule.id}`), 204);
    });
  });

  for (const [query, message] of [
    [
      'from=2026-01-05T09:00:00Z&to=2026-02-05T09:00:00.001Z',
      'to may be at most 31 days after from: to is 2026-02-05T09:00:00.001Z, from is 2026-01-05T09:00:00Z.',
    ],
    [
      'from=2026-01-05T09:00:00Z&to=2026-01-05T09:00:00Z',
      'to must be after from: to is 2026-01-05T09:00:00Z, from is 2026-01-05T09:00:00Z.',
    ],
  ] as const) {
    it(`refuse ${query}`, async () => {
      assert.equal(failed(await viewer.get(`/timelines/?${query}`), 422, 'unprocessable_entity'), message);
    });
  }

  it('accept 31 days', async () => {
    await timelines('from=2026-01-05T09:00:00Z&to=2026-02-05T09:00:00Z');
  });
});
