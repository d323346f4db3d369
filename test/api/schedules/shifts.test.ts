import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { failed, succeeded } from '../../support/drivers/api.ts';
import { createOverride, createSchedule, layer, line, lines } from '../../support/drivers/schedules.ts';
import { givenWatchbill } from '../../support/drivers/suites.ts';
import { describeOnSqlite } from '../../support/servers/databases.ts';

describeOnSqlite('GET /schedules/{schedule_id}/shifts/', (create) => {
  /** Ada and Ben alternate daily from Monday 2026-01-05T09:00:00Z; the time is Wednesday noon. */
  let path: string;

  const { watchbill, owner, ada, ben, viewer } = givenWatchbill(create, {
    ada: 'Ada',
    ben: 'Ben',
    viewer: { name: 'Vera', seat: 'viewer' },
  });
  before(async () => {
    path = `/schedules/${(await createSchedule(owner, [ada, ben])).id}/shifts/`;
    watchbill.at('2026-01-07T12:00:00Z');
  });

  describe('the interval', () => {
    it('is the next 30 days by default, and a running shift is shown in full [SH-1]', async () => {
      const { shifts, meta } = succeeded(await viewer.get(`${path}?per_page=100`));
      assert.deepEqual(meta, { total: 31, page: 1, per_page: 100 });
      assert.equal(line(shifts[0]), 'Ada 2026-01-07T09:00:00Z/2026-01-08T09:00:00Z');
      assert.equal(line(shifts[30]), 'Ada 2026-02-06T09:00:00Z/2026-02-07T09:00:00Z');
    });

    it('ends 30 days after from, if only that is given', async () => {
      const { shifts, meta } = succeeded(await viewer.get(`${path}?from=2026-06-01T09:00:00Z&page=2`));
      assert.deepEqual([meta.total, shifts.at(-1).end], [30, '2026-07-01T09:00:00Z']);
    });

    it('begins now, if only to is given', async () => {
      assert.deepEqual(lines(await viewer.get(`${path}?to=2026-01-08T09:00:00.001Z`)), [
        'Ada 2026-01-07T09:00:00Z/2026-01-08T09:00:00Z',
        'Ben 2026-01-08T09:00:00Z/2026-01-09T09:00:00Z',
      ]);
    });

    it('includes its start and excludes its end', async () => {
      assert.deepEqual(lines(await viewer.get(`${path}?from=2026-01-06T09:00:00Z&to=2026-01-07T09:00:00Z`)), [
        'Ben 2026-01-06T09:00:00Z/2026-01-07T09:00:00Z',
      ]);
    });

    it('may be in the past; before the first shift there is nothing [ROT-2]', async () => {
      assert.deepEqual(lines(await viewer.get(`${path}?from=2026-01-01T00:00:00Z&to=2026-01-05T09:00:00.001Z`)), [
        'Ada 2026-01-05T09:00:00Z/2026-01-06T09:00:00Z',
      ]);
      assert.deepEqual(succeeded(await viewer.get(`${path}?from=1970-01-01T00:00:00Z`)), {
        shifts: [],
        meta: { total: 0, page: 1, per_page: 20 },
      });
    });

    it('accepts any offset', async () => {
      const query = 'from=2026-01-06T10:00:00%2B01:00&to=2026-01-06T23:00:00-10:00';
      assert.deepEqual(lines(await viewer.get(`${path}?${query}`)), ['Ben 2026-01-06T09:00:00Z/2026-01-07T09:00:00Z']);
    });

    it('has at most 366 days', async () => {
      const { meta } = succeeded(await viewer.get(`${path}?from=2026-02-01T09:00:00Z&to=2027-02-02T09:00:00Z`));
      assert.equal(meta.total, 366);
      const answer = await viewer.get(`${path}?from=2026-02-01T09:00:00Z&to=2027-02-02T09:00:00.001Z`);
      assert.match(failed(answer, 422, 'unprocessable_entity'), /366 days/);
    });

    for (const query of [
      'from=2026-01-07T12:00:00Z&to=2026-01-07T12:00:00Z',
      'from=2026-01-07T12:00:00Z&to=2026-01-07T11:00:00Z',
      'to=2026-01-07T12:00:00Z',
      'to=2026-01-01T00:00:00Z',
    ]) {
      it(`must not be empty or backwards: ?${query}`, async () => {
        assert.match(failed(await viewer.get(`${path}?${query}`), 422, 'unprocessable_entity'), /^to /);
      });
    }

    for (const query of [
      'from=today',
      'from=2026-01-07',
      'from=2026-01-07T12:00:00',
      'to=',
      'to=2200-01-01T00:00:00Z',
      'from=2026-01-07T12:00:00Z&from=2026-01-08T12:00:00Z',
      'clip_to_interval=yes',
      'clip_to_interval=',
      'per_page=0',
      'per_page=101',
      'per_page=-1',
      'per_page=ten',
      'page=0',
      'page=1.5',
      'page=1e3',
      'until=2026-01-07T12:00:00Z',
    ]) {
      it(`refuses ?${query} with 400`, async () => {
        const [field = ''] = query.split('=');
        assert.ok(failed(await viewer.get(`${path}?${query}`), 400, 'bad_request').includes(field));
      });
    }
  });

  it('clips shifts to the interval on request [SH-1]', async () => {
    const query = 'from=2026-01-06T12:00:00Z&to=2026-01-07T12:00:00Z';
    const whole = ['Ben 2026-01-06T09:00:00Z/2026-01-07T09:00:00Z', 'Ada 2026-01-07T09:00:00Z/2026-01-08T09:00:00Z'];
    assert.deepEqual(lines(await viewer.get(`${path}?${query}`)), whole);
    assert.deepEqual(lines(await viewer.get(`${path}?${query}&clip_to_interval=false`)), whole);
    assert.deepEqual(lines(await viewer.get(`${path}?${query}&clip_to_interval=true`)), [
      'Ben 2026-01-06T12:00:00Z/2026-01-07T09:00:00Z',
      'Ada 2026-01-07T09:00:00Z/2026-01-07T12:00:00Z',
    ]);
  });

  describe('pages', () => {
    const query = 'from=2026-01-05T09:00:00Z&to=2026-01-15T09:00:00Z';

    it('together are the whole list, in order of start', async () => {
      const whole = lines(await viewer.get(`${path}?${query}`));
      assert.deepEqual(whole.length, 10);
      const pages = await Promise.all([1, 2, 3].map((page) => viewer.get(`${path}?${query}&per_page=4&page=${page}`)));
      assert.deepEqual(pages.flatMap(lines), whole);
      assert.deepEqual(
        pages.map(({ body }) => body.meta),
        [1, 2, 3].map((page) => ({ total: 10, page, per_page: 4 })),
      );
    });

    it('have 20 shifts by default', async () => {
      const { shifts, meta } = succeeded(await viewer.get(path));
      assert.deepEqual([shifts.length, meta], [20, { total: 31, page: 1, per_page: 20 }]);
    });

    it('past the end are empty, with the true total', async () => {
      assert.deepEqual(succeeded(await viewer.get(`${path}?${query}&per_page=5&page=3`)), {
        shifts: [],
        meta: { total: 10, page: 3, per_page: 5 },
      });
    });
  });

  it('shows people in full', async () => {
    const { shifts } = succeeded(await viewer.get(`${path}?per_page=1`));
    assert.deepEqual(shifts[0].users, [succeeded(await ada.get('/user/')).user]);
  });

  it('shows several people on call together, each once, in order of rotation [ROT-3]', async () => {
    const layers = [layer([ada, ben, owner], { concurrent_oncall_users: 2, rotation_start: '2026-01-07T12:00:00Z' })];
    const { id } = await createSchedule(owner, [], { layers });
    const { shifts } = succeeded(await viewer.get(`/schedules/${id}/shifts/?per_page=4`));
    assert.deepEqual(
      shifts.map((shift: Parameters<typeof line>[0]) => line(shift).split(' ')[0]),
      ['Ada+Ben', 'Owner+Ada', 'Ben+Owner', 'Ada+Ben'],
    );
  });

  it('has gaps outside the windows, while turns continue [RES-4]', async () => {
    const restriction_intervals = ['monday', 'wednesday'].map((day) => ({ day, from: '09:00', to: '17:00' }));
    const { id } = await createSchedule(owner, [], {
      layers: [layer([ada, ben, owner], { restriction_intervals, rotation_start: '2026-01-12T09:00:00Z' })],
    });
    assert.deepEqual(lines(await viewer.get(`/schedules/${id}/shifts/?to=2026-01-20T00:00:00Z`)), [
      'Ada 2026-01-12T09:00:00Z/2026-01-12T17:00:00Z',
      'Owner 2026-01-14T09:00:00Z/2026-01-14T17:00:00Z',
      'Ben 2026-01-19T09:00:00Z/2026-01-19T17:00:00Z',
    ]);
  });

  it('is cut around overrides, also for totals and pages [OVR-4]', async () => {
    const schedule = await createSchedule(owner, [ada], {
      layers: [layer([ada], { rotation_start: '2026-01-07T12:00:00Z' })],
    });
    await createOverride(owner, schedule, [ben, ada], '2026-01-07T15:00:00Z', '2026-01-07T18:00:00Z');
    const answer = await viewer.get(`/schedules/${schedule.id}/shifts/?to=2026-01-08T12:00:00Z&per_page=2`);
    assert.deepEqual(lines(answer), [
      'Ada 2026-01-07T12:00:00Z/2026-01-07T15:00:00Z',
      'Ben+Ada 2026-01-07T15:00:00Z/2026-01-07T18:00:00Z',
    ]);
    assert.equal(answer.body.meta.total, 3);
  });

  it('shows a shift in full, even if an override ends it far outside the interval', async () => {
    const schedule = await createSchedule(owner, [], {
      layers: [layer([ada], { rotation_start: '2026-01-07T12:00:00Z', shift_length: { amount: 9, unit: 'weeks' } })],
    });
    await createOverride(owner, schedule, [ben], '2026-02-20T00:00:00Z', '2026-02-21T00:00:00Z');
    assert.deepEqual(lines(await viewer.get(`/schedules/${schedule.id}/shifts/?to=2026-01-08T12:00:00Z`)), [
      'Ada 2026-01-07T12:00:00Z/2026-02-20T00:00:00Z',
    ]);
  });

  it('is finite, whatever the length of a shift', async () => {
    const shift_length = { amount: Number.MAX_SAFE_INTEGER, unit: 'weeks' };
    const { id } = await createSchedule(owner, [], { layers: [layer([ada, ben], { shift_length })] });
    assert.equal(lines(await viewer.get(`/schedules/${id}/shifts/`)).length, 1);
  });

  it('is 404 for unknown schedules', async () => {
    for (const id of ['sch_01kz0000000000000000000000', 'sch_1']) {
      assert.ok(failed(await viewer.get(`/schedules/${id}/shifts/`), 404, 'not_found').includes(id));
    }
  });
});
