import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { failed, type Person, succeeded } from '../../support/drivers/api.ts';
import { byId, createSchedule, layer, line, namesOf, newSchedule } from '../../support/drivers/schedules.ts';
import { givenWatchbill } from '../../support/drivers/suites.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

describeOnBothDatabases('schedules', (create, itOnSqlite) => {
  const { watchbill, owner, ada, ben, viewer } = givenWatchbill(
    create,
    { ada: 'Ada', ben: 'Ben', viewer: { name: 'Vera', seat: 'viewer' } },
    '2026-01-05T12:00:00Z',
  );

  async function createTeam(as: Person, name: string) {
    return succeeded(await as.post('/teams/', { name }), 201).team;
  }

  describe('POST /schedules', () => {
    itOnSqlite('responds 201 with the schedule, its layer, its people and its shifts', async () => {
      const team = await createTeam(owner, 'Answering');
      const { user: adaUser } = succeeded(await ada.get('/user/'));
      const { user: benUser } = succeeded(await ben.get('/user/'));
      const restriction_intervals = [{ day: 'monday', from: '00:00', to: '24:00' }];
      const answer = await owner.post('/schedules', {
        name: ' Payments ',
        description: 'Keeps money moving',
        time_zone: 'UTC',
        layers: [layer([ben, ada], { name: ' Weekdays ', restriction_intervals })],
        team_ids: [team.id],
      });
      const { schedule } = succeeded(answer, 201);
      assert.match(schedule.id, /^sch_[0-9a-hjkmnp-tv-z]{26}$/);
      assert.deepEqual(schedule, {
        id: schedule.id,
        name: 'Payments',
        description: 'Keeps money moving',
        time_zone: 'UTC',
        layers: [
          {
            name: 'Weekdays',
            rotation_start: '2026-01-05T09:00:00Z',
            concurrent_oncall_users: 1,
            users: [benUser, adaUser],
            shift_length: { amount: 1, unit: 'days' },
            restriction_intervals,
          },
        ],
        teams: [team],
        current_revision: 0,
        current_revision_valid_from: '2026-01-05T12:00:00Z',
        current_oncall_shift: { users: [benUser], start: '2026-01-05T12:00:00Z', end: '2026-01-06T00:00:00Z' },
        next_oncall_shift: { users: [benUser], start: '2026-01-12T00:00:00Z', end: '2026-01-12T09:00:00Z' },
        users: schedule.users,
      });
      assert.deepEqual(namesOf(schedule.users).sort(), ['Ada', 'Ben']);
      assert.deepEqual(succeeded(await viewer.get(`/schedules/${schedule.id}`)), { schedule });
    });

    itOnSqlite('omits unset fields, and empty windows too [RES-3]', async () => {
      const schedule = await createSchedule(owner, [], { layers: [layer([], { restriction_intervals: [] })] });
      for (const field of ['description', 'current_oncall_shift', 'next_oncall_shift']) {
        assert.ok(!(field in schedule), field);
      }
      assert.ok(!('restriction_intervals' in schedule.layers[0]));
      assert.deepEqual([schedule.users, schedule.teams, schedule.layers[0].users], [[], [], []]);
    });

    itOnSqlite('accepts people in all three forms, in order of rotation, with repetitions', async () => {
      const body = { name: 'Cleo', email: 'Cleo@Example.com', chat_id: 'U0CLEO' };
      const { user: cleo } = succeeded(await owner.post('/users/', body), 201);
      const user_references = [
        { type: 'email', value: 'ada@example.com' },
        { type: 'chat_user_id', value: 'U0CLEO' },
        { type: 'internal_user_id', value: ben.id },
        { type: 'email', value: 'cleo@example.COM' },
        byId(cleo),
      ];
      const schedule = await createSchedule(owner, [], { layers: [layer([], { user_references })] });
      assert.deepEqual(namesOf(schedule.layers[0].users), ['Ada', 'Cleo', 'Ben', 'Cleo', 'Cleo']);
      assert.deepEqual(namesOf(schedule.users).sort(), ['Ada', 'Ben', 'Cleo']);
    });

    for (const reference of [
      { type: 'email', value: 'nobody@example.com' },
      { type: 'chat_user_id', value: 'U0NOBODY' },
      { type: 'internal_user_id', value: 'usr_01kz0000000000000000000000' },
      { type: 'internal_user_id', value: 'Ada' },
      { type: 'internal_user_id', value: 'ada@example.com' },
    ]) {
      itOnSqlite(`names the unknown user: ${reference.type} ${reference.value}`, async () => {
        const layers = [layer([], { user_references: [byId(ada), reference] })];
        const message = failed(await owner.post('/schedules', newSchedule([], { layers })), 404, 'not_found');
        assert.ok(message.includes(reference.value), message);
      });
    }

    itOnSqlite('refuses viewers in a layer with 422', async () => {
      const answer = await owner.post('/schedules', newSchedule([ada, viewer]));
      assert.match(failed(answer, 422, 'unprocessable_entity'), /Vera/);
    });

    itOnSqlite(
      'accepts date-times with any offset and returns UTC, with fractions only if not zero [T-1]',
      async () => {
        for (const [given, answered] of [
          ['2026-01-05T10:00:00+01:00', '2026-01-05T09:00:00Z'],
          ['2026-01-04T23:30:00.250-09:30', '2026-01-05T09:00:00.250Z'],
          ['2026-01-05T09:00:00.000Z', '2026-01-05T09:00:00Z'],
          ['2199-12-31T23:59:59.999Z', '2199-12-31T23:59:59.999Z'],
        ]) {
          const schedule = await createSchedule(owner, [ada], { layers: [layer([ada], { rotation_start: given })] });
          assert.equal(schedule.layers[0].rotation_start, answered);
        }
      },
    );

    itOnSqlite('accepts IANA zones, also links, and corrects their case [T-2]', async () => {
      for (const [given, kept] of [
        ['europe/berlin', 'Europe/Berlin'],
        ['US/Pacific', 'US/Pacific'],
        ['utc', 'UTC'],
      ]) {
        assert.equal((await createSchedule(owner, [ada], { time_zone: given })).time_zone, kept);
      }
    });

    itOnSqlite('follows the wall clock of its zone [ROT-1]', async () => {
      watchbill.at('2026-03-28T12:00:00Z');
      const layers = [layer([ada, ben], { rotation_start: '2026-03-28T08:00:00Z' })];
      const schedule = await createSchedule(owner, [], { time_zone: 'Europe/Berlin', layers });
      assert.equal(line(schedule.next_oncall_shift), 'Ben 2026-03-29T07:00:00Z/2026-03-30T07:00:00Z');
      watchbill.at('2026-01-05T12:00:00Z');
    });

    it('accepts every field at its limits', async () => {
      const teams = await Promise.all(Array.from({ length: 10 }, (_, i) => createTeam(owner, `Limit ${i}`)));
      const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
      const restriction_intervals = days.flatMap((day) =>
        [0, 4, 8, 12, 16].map((hour) => ({ day, from: `${String(hour).padStart(2, '0')}:00`, to: '23:59' })),
      );
      const schedule = await createSchedule(owner, [], {
        name: '🛟'.repeat(60),
        description: '🛟'.repeat(500),
        team_ids: teams.map(({ id }) => id),
        layers: [
          layer(
            Array.from({ length: 50 }, (_, i) => (i % 2 === 0 ? ada : ben)),
            { name: '🛟'.repeat(60), concurrent_oncall_users: 4, restriction_intervals },
          ),
        ],
      });
      assert.equal(schedule.description, '🛟'.repeat(500));
      assert.equal(schedule.layers[0].users.length, 50);
      assert.equal(schedule.layers[0].restriction_intervals.length, 35);
      assert.deepEqual(namesOf(schedule.teams).sort(), namesOf(teams).sort());
    });

    const window = { day: 'monday', from: '09:00', to: '17:00' };
    const anyone = { type: 'email', value: 'ada@example.com' };
    for (const [what, changes] of [
      ['no name', { name: undefined }],
      ['an empty name', { name: '' }],
      ['a blank name', { name: ' \t ' }],
      ['a name of 61 characters', { name: 'x'.repeat(61) }],
      ['a description of 501 characters', { description: 'x'.repeat(501) }],
      ['a description that is null', { description: null }],
      ['no time_zone', { time_zone: undefined }],
      ['a time zone that nobody knows', { time_zone: 'Mars/Olympus' }],
      ['an offset for a time zone', { time_zone: '+02:00' }],
      ['no layers', { layers: undefined }],
      ['an empty list of layers', { layers: [] }],
      ['two layers', { layers: [layer([]), layer([])] }],
      ['no team_ids', { team_ids: undefined }],
      ['eleven team_ids', { team_ids: Array.from({ length: 11 }, (_, i) => `tea_${i}`) }],
      ['a team id that is a number', { team_ids: [7] }],
      ['an unknown field', { colour: 'red' }],
      ['an unknown field of the layer', { layers: [layer([], { colour: 'red' })] }],
      ['a layer without a name', { layers: [layer([], { name: undefined })] }],
      ['a layer with a blank name', { layers: [layer([], { name: ' ' })] }],
      ['a layer name of 61 characters', { layers: [layer([], { name: 'x'.repeat(61) })] }],
      ['no rotation_start', { layers: [layer([], { rotation_start: undefined })] }],
      ['a rotation_start without an offset', { layers: [layer([], { rotation_start: '2026-01-05T09:00:00' })] }],
      ['a rotation_start that is a day', { layers: [layer([], { rotation_start: '2026-01-05' })] }],
      ['30 February', { layers: [layer([], { rotation_start: '2026-02-30T09:00:00Z' })] }],
      ['a rotation_start in 1969', { layers: [layer([], { rotation_start: '1969-12-31T23:59:59Z' })] }],
      ['a rotation_start in 2200', { layers: [layer([], { rotation_start: '2200-01-01T00:00:00Z' })] }],
      ['a rotation_start that is a number', { layers: [layer([], { rotation_start: 1767603600000 })] }],
      ['nobody at a time', { layers: [layer([], { concurrent_oncall_users: 0 })] }],
      ['five at a time', { layers: [layer([], { concurrent_oncall_users: 5 })] }],
      ['one and a half at a time', { layers: [layer([], { concurrent_oncall_users: 1.5 })] }],
      ['"1" at a time', { layers: [layer([], { concurrent_oncall_users: '1' })] }],
      ['no user_references', { layers: [layer([], { user_references: undefined })] }],
      ['51 user_references', { layers: [layer([], { user_references: Array.from({ length: 51 }, () => anyone) })] }],
      ['a reference of unknown type', { layers: [layer([], { user_references: [{ type: 'name', value: 'Ada' }] })] }],
      ['a reference without a value', { layers: [layer([], { user_references: [{ type: 'email' }] })] }],
      ['a reference without a type', { layers: [layer([], { user_references: [{ value: 'ada@example.com' }] })] }],
      ['a reference that is a string', { layers: [layer([], { user_references: ['ada@example.com'] })] }],
      ['no shift_length', { layers: [layer([], { shift_length: undefined })] }],
      ['shift_length without unit', { layers: [layer([], { shift_length: { amount: 1 } })] }],
      ['shift_length without amount', { layers: [layer([], { shift_length: { unit: 'days' } })] }],
      ['shifts of 0 days', { layers: [layer([], { shift_length: { amount: 0, unit: 'days' } })] }],
      ['shifts of -1 days', { layers: [layer([], { shift_length: { amount: -1, unit: 'days' } })] }],
      ['shifts of 1.5 days', { layers: [layer([], { shift_length: { amount: 1.5, unit: 'days' } })] }],
      ['shifts of months', { layers: [layer([], { shift_length: { amount: 1, unit: 'months' } })] }],
      ['36 windows', { layers: [layer([], { restriction_intervals: Array.from({ length: 36 }, () => window) })] }],
      ['a window on "Monday"', { layers: [layer([], { restriction_intervals: [{ ...window, day: 'Monday' }] })] }],
      ['a window from 24:00', { layers: [layer([], { restriction_intervals: [{ ...window, from: '24:00' }] })] }],
      ['a window from 9:00', { layers: [layer([], { restriction_intervals: [{ ...window, from: '9:00' }] })] }],
      ['a window to 24:01', { layers: [layer([], { restriction_intervals: [{ ...window, to: '24:01' }] })] }],
      ['a window without an end', { layers: [layer([], { restriction_intervals: [{ ...window, to: undefined }] })] }],
      ['windows that are null', { layers: [layer([], { restriction_intervals: null })] }],
    ] as const) {
      itOnSqlite(`refuses ${what} with 400`, async () => {
        failed(await owner.post('/schedules', newSchedule([], changes)), 400, 'bad_request');
      });
    }

    itOnSqlite('names a wrong field, also a nested one', async () => {
      const layers = [layer([], { shift_length: { amount: 0, unit: 'days' } })];
      const message = failed(await owner.post('/schedules', newSchedule([], { layers })), 400, 'bad_request');
      assert.match(message, /^layers\[0\]\.shift_length\.amount .*0/);
    });

    itOnSqlite('names the unknown team', async () => {
      for (const id of ['tea_01kz0000000000000000000000', 'Platform']) {
        const message = failed(
          await owner.post('/schedules', newSchedule([ada], { team_ids: [id] })),
          404,
          'not_found',
        );
        assert.ok(message.includes(id), message);
      }
    });

    itOnSqlite('is not for viewers', async () => {
      failed(await viewer.post('/schedules', newSchedule([ada])), 403, 'forbidden');
    });

    itOnSqlite('lets the role standard link only their own teams', async () => {
      const [hers, other] = [await createTeam(ada, 'Hers'), await createTeam(ben, 'His')];
      succeeded(await ada.post('/schedules', newSchedule([ben])), 201);
      succeeded(await ada.post('/schedules', newSchedule([ben], { team_ids: [hers.id] })), 201);
      failed(await ada.post('/schedules', newSchedule([ben], { team_ids: [hers.id, other.id] })), 403, 'forbidden');
      const admin = await watchbill.addPerson('Adm', { role: 'admin' });
      succeeded(await admin.post('/schedules', newSchedule([ben], { team_ids: [hers.id, other.id] })), 201);
    });
  });

  describe('GET /schedules/{schedule_id}', () => {
    itOnSqlite('shows the current and the next shift over time [SH-2]', async () => {
      const { id } = await createSchedule(owner, [ada, ben]);
      for (const [now, current, next] of [
        [
          '2026-01-06T08:59:59.999Z',
          'Ada 2026-01-05T12:00:00Z/2026-01-06T09:00:00Z',
          'Ben 2026-01-06T09:00:00Z/2026-01-07T09:00:00Z',
        ],
        [
          '2026-01-06T09:00:00Z',
          'Ben 2026-01-06T09:00:00Z/2026-01-07T09:00:00Z',
          'Ada 2026-01-07T09:00:00Z/2026-01-08T09:00:00Z',
        ],
      ] as const) {
        watchbill.at(now);
        const { schedule } = succeeded(await viewer.get(`/schedules/${id}`));
        assert.deepEqual([line(schedule.current_oncall_shift), line(schedule.next_oncall_shift)], [current, next]);
      }
      watchbill.at('2026-01-05T12:00:00Z');
    });

    itOnSqlite('has no current shift in a gap, and looks 366 days ahead for the next [SH-2, ROT-2]', async () => {
      const startingAt = (rotation_start: string) =>
        createSchedule(owner, [], { layers: [layer([ada], { rotation_start })] });
      const near = await startingAt('2027-01-06T11:59:59Z');
      assert.ok(!('current_oncall_shift' in near));
      assert.equal(near.next_oncall_shift.start, '2027-01-06T11:59:59Z');
      assert.ok(!('next_oncall_shift' in (await startingAt('2027-01-06T12:00:00Z'))));
    });

    itOnSqlite('accepts a trailing slash', async () => {
      const schedule = await createSchedule(owner, [ada]);
      assert.deepEqual(succeeded(await owner.get(`/schedules/${schedule.id}/`)), { schedule });
    });

    for (const id of ['sch_01kz0000000000000000000000', 'sch_1', 'Primary', 'tea_01kz0000000000000000000000']) {
      itOnSqlite(`does not find ${id}`, async () => {
        assert.ok(failed(await owner.get(`/schedules/${id}`), 404, 'not_found').includes(id));
      });
    }
  });

  describe('GET /schedules', () => {
    itOnSqlite('has pages in order of creation, with the true total also past the end', async () => {
      const { meta } = succeeded(await viewer.get('/schedules'));
      assert.deepEqual([meta.page, meta.per_page], [1, 20]);
      for (const name of ['Page 1', 'Page 2', 'Page 3']) await createSchedule(owner, [ada], { name });
      const total = meta.total + 3;
      const last = succeeded(await viewer.get(`/schedules/?per_page=1&page=${total}`));
      assert.deepEqual([namesOf(last.schedules), last.meta], [['Page 3'], { total, page: total, per_page: 1 }]);
      assert.deepEqual(succeeded(await viewer.get('/schedules?page=1000')), {
        schedules: [],
        meta: { total, page: 1000, per_page: 20 },
      });
    });

    itOnSqlite('shows each schedule as GET does', async () => {
      const { schedules } = succeeded(await viewer.get('/schedules?per_page=100'));
      for (const schedule of schedules) {
        assert.deepEqual(succeeded(await viewer.get(`/schedules/${schedule.id}`)), { schedule });
      }
    });

    itOnSqlite('filters by team', async () => {
      const team = await createTeam(owner, 'Narrow');
      const linked = await createSchedule(owner, [ada], { name: 'Linked', team_ids: [team.id] });
      const { schedules, meta } = succeeded(await viewer.get(`/schedules?team_id=${team.id}`));
      assert.deepEqual([schedules, meta.total], [[linked], 1]);
      failed(await viewer.get('/schedules?team_id=tea_01kz0000000000000000000000'), 404, 'not_found');
      failed(await viewer.get('/schedules?team_id=Narrow'), 404, 'not_found');
    });

    itOnSqlite('filters by a part of the name, ignoring case; % and _ are ordinary characters', async () => {
      for (const name of ['Zürich 100%', 'ZÜRICH 1000', 'zürich_night']) await createSchedule(owner, [ada], { name });
      const found = async (query: string) => {
        const { schedules, meta } = succeeded(await viewer.get(`/schedules?query=${encodeURIComponent(query)}`));
        assert.equal(meta.total, schedules.length);
        return namesOf(schedules);
      };
      assert.deepEqual(await found('züRICH'), ['Zürich 100%', 'ZÜRICH 1000', 'zürich_night']);
      assert.deepEqual(await found('100%'), ['Zürich 100%']);
      assert.deepEqual(await found('h_n'), ['zürich_night']);
      assert.deepEqual(await found('\\'), []);
      assert.deepEqual(await found("'; drop table schedules; --"), []);
    });

    for (const query of ['page=0', 'per_page=0', 'per_page=101', 'page=x', 'page=1&page=2', 'colour=red']) {
      itOnSqlite(`refuses ?${query}`, async () => {
        failed(await owner.get(`/schedules?${query}`), 400, 'bad_request');
      });
    }
  });

  describe('DELETE /schedules/{schedule_id}', () => {
    itOnSqlite('responds 204, and deletes the schedule with its shifts, revisions and overrides', async () => {
      const { id } = await createSchedule(owner, [ada]);
      assert.equal(succeeded(await owner.delete(`/schedules/${id}`), 204), undefined);
      for (const path of ['', '/shifts/', '/revisions/', '/overrides/']) {
        assert.ok(failed(await owner.get(`/schedules/${id}${path}`), 404, 'not_found').includes(id));
      }
      failed(await owner.delete(`/schedules/${id}`), 404, 'not_found');
      const { schedules } = succeeded(await owner.get('/schedules?per_page=100'));
      assert.ok(!schedules.some((schedule: { id: string }) => schedule.id === id));
    });

    itOnSqlite('leaves its teams and people alone', async () => {
      const team = await createTeam(owner, 'Stays');
      const { id } = await createSchedule(owner, [ada], { team_ids: [team.id] });
      succeeded(await owner.delete(`/schedules/${id}`), 204);
      assert.deepEqual(succeeded(await owner.get(`/teams/${team.id}`)), { team });
      succeeded(await owner.get(`/users/${ada.id}`));
    });

    itOnSqlite('stays when its teams are deleted', async () => {
      const team = await createTeam(owner, 'Leaves');
      const { id } = await createSchedule(owner, [ada], { team_ids: [team.id] });
      succeeded(await owner.delete(`/teams/${team.id}`), 204);
      assert.deepEqual(succeeded(await owner.get(`/schedules/${id}`)).schedule.teams, []);
    });

    it('of fifty concurrent calls, one succeeds', async () => {
      const { id } = await createSchedule(owner, [ada]);
      const answers = await Promise.all(Array.from({ length: 50 }, () => owner.delete(`/schedules/${id}`)));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [204, ...Array.from({ length: 49 }, () => 404)]);
    });
  });

  describe('who may change and delete a schedule', () => {
    let stranger: Person;
    let admin: Person;
    before(async () => {
      stranger = await watchbill.addPerson('Stranger');
      admin = await watchbill.addPerson('Admin', { role: 'admin' });
    });

    async function mayChange(person: Person, { id }: { id: string }): Promise<boolean> {
      const change = await person.patch(`/schedules/${id}`, { description: 'Changed' });
      if (change.status === 200) {
        succeeded(await person.delete(`/schedules/${id}`), 204);
        return true;
      }
      assert.match(failed(change, 403, 'forbidden'), /needs/);
      failed(await person.delete(`/schedules/${id}`), 403, 'forbidden');
      assert.ok(!('description' in succeeded(await owner.get(`/schedules/${id}`)).schedule));
      return false;
    }

    itOnSqlite('owners and admins', async () => {
      assert.ok(await mayChange(owner, await createSchedule(ada, [ada])));
      assert.ok(await mayChange(admin, await createSchedule(ada, [ada])));
    });

    itOnSqlite('people in the rotation', async () =>
      assert.ok(await mayChange(ben, await createSchedule(owner, [ada, ben]))),
    );

    itOnSqlite('its creator', async () => assert.ok(await mayChange(ada, await createSchedule(ada, [ben]))));

    itOnSqlite('members of its teams', async () => {
      const team = await createTeam(owner, 'Changers');
      const schedule = await createSchedule(owner, [ben], { team_ids: [team.id] });
      assert.ok(!(await mayChange(stranger, schedule)));
      succeeded(await owner.put(`/teams/${team.id}/members/${stranger.id}`), 204);
      assert.ok(await mayChange(stranger, schedule));
    });

    itOnSqlite('nobody else, and no viewer', async () => {
      const schedule = await createSchedule(owner, [ada, ben]);
      assert.ok(!(await mayChange(stranger, schedule)));
      assert.ok(!(await mayChange(viewer, schedule)));
    });

    itOnSqlite('not people who have left the rotation', async () => {
      const schedule = await createSchedule(owner, [ada, ben]);
      succeeded(await owner.patch(`/schedules/${schedule.id}`, { layers: [layer([ada])] }));
      assert.ok(!(await mayChange(ben, schedule)));
    });
  });
});
