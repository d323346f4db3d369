/** [ROT-5] Layers that count open days only: what the API accepts, stores and returns. */
import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { failed, succeeded } from '../../support/drivers/api.ts';
import { createSchedule, layer, lines } from '../../support/drivers/schedules.ts';
import { givenWatchbill } from '../../support/drivers/suites.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

const workdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((day) => ({
  day,
  from: '09:00',
  to: '17:00',
}));
const OPEN_DAYS = {
  rotation_start: '2026-03-26T08:00:00Z',
  shift_length: { amount: 1, unit: 'days' },
  restriction_intervals: workdays,
  counted_days: 'open',
};

describeOnBothDatabases('layers that count open days', (create, itOnSqlite) => {
  const { watchbill, owner, ada, ben } = givenWatchbill(create, { ada: 'Ada', ben: 'Ben' });
  beforeEach(() => watchbill.at('2026-03-26T08:00:00Z'));

  const shiftsOf = async ({ id }: { id: string }) => {
    const query = 'from=2026-03-26T00:00:00Z&to=2026-04-01T00:00:00Z';
    return lines(await owner.get(`/schedules/${id}/shifts/?${query}`));
  };

  itOnSqlite('are stored and shown, and their shifts skip the weekend', async () => {
    const schedule = await createSchedule(owner, [ada, ben], {
      time_zone: 'Europe/Berlin',
      layers: [layer([ada, ben], OPEN_DAYS)],
    });
    assert.equal(schedule.layers[0]?.counted_days, 'open');
    assert.deepEqual(succeeded(await owner.get(`/schedules/${schedule.id}`)), { schedule });
    assert.deepEqual(await shiftsOf(schedule), [
      'Ada 2026-03-26T08:00:00Z/2026-03-26T16:00:00Z',
      'Ben 2026-03-27T08:00:00Z/2026-03-27T16:00:00Z',
      'Ada 2026-03-30T07:00:00Z/2026-03-30T15:00:00Z',
      'Ben 2026-03-31T07:00:00Z/2026-03-31T15:00:00Z',
    ]);
  });

  itOnSqlite('create a revision when the counted days change; `all` is the same as absent', async () => {
    const schedule = await createSchedule(owner, [ada, ben], { layers: [layer([ada, ben], OPEN_DAYS)] });
    const change = async (counted_days: string | undefined) => {
      const layers = [layer([ada, ben], { ...OPEN_DAYS, counted_days })];
      return succeeded(await owner.patch(`/schedules/${schedule.id}`, { layers })).schedule;
    };
    assert.equal((await change('open')).current_revision, 0);
    const counted = await change('all');
    assert.equal(counted.current_revision, 1);
    assert.equal('counted_days' in (counted.layers[0] ?? {}), false);
    assert.equal((await change(undefined)).current_revision, 1);
    assert.equal((await change('open')).current_revision, 2);
  });

  for (const [what, fields, reason] of [
    ['turns of weeks', { shift_length: { amount: 1, unit: 'weeks' } }, /shift_length\.unit is "weeks"/],
    ['no windows', { restriction_intervals: [] }, /no restriction_intervals/],
    [
      'an open day without a window',
      {
        rotation_start: '2026-03-30T02:00:00Z',
        restriction_intervals: [
          { day: 'monday', from: '09:00', to: '17:00' },
          { day: 'tuesday', from: '00:00', to: '01:00' },
        ],
      },
      /would never be on call/,
    ],
  ] as const) {
    it(`are refused with ${what}, and nothing changes`, async () => {
      const layers = [layer([ada, ben], { ...OPEN_DAYS, ...fields })];
      const body = { name: 'Refused', time_zone: 'UTC', team_ids: [], layers };
      assert.match(failed(await owner.post('/schedules/', body), 422, 'unprocessable_entity'), reason);
      const schedule = await createSchedule(owner, [ada]);
      const answer = await owner.patch(`/schedules/${schedule.id}`, { layers });
      assert.match(failed(answer, 422, 'unprocessable_entity'), /^layers\[0\]\.counted_days cannot be "open": /);
      assert.deepEqual(succeeded(await owner.get(`/schedules/${schedule.id}`)), { schedule });
    });
  }

  itOnSqlite('accept no other value for the counted days', async () => {
    const layers = [layer([ada], { ...OPEN_DAYS, counted_days: 'workdays' })];
    const body = { name: 'Refused', time_zone: 'UTC', team_ids: [], layers };
    assert.match(failed(await owner.post('/schedules/', body), 400, 'bad_request'), /counted_days/);
  });
});
