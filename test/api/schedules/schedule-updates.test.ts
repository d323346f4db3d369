import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { clientFrom, failed, type Person, succeeded } from '../../support/drivers/api.ts';
import { byId, createSchedule, layer, line, lines, namesOf } from '../../support/drivers/schedules.ts';
import { givenWatchbill } from '../../support/drivers/suites.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

const windows = [
  { day: 'monday', from: '09:00', to: '17:00' },
  { day: 'tuesday', from: '09:00', to: '17:00' },
];

describeOnBothDatabases('schedule updates', (create, itOnSqlite) => {
  const { watchbill, owner, ada, ben, viewer } = givenWatchbill(create, {
    ada: 'Ada',
    ben: 'Ben',
    viewer: { name: 'Vera', seat: 'viewer' },
  });
  beforeEach(() => watchbill.at('2026-01-05T09:00:00Z'));

  async function update({ id }: { id: string }, body: object) {
    return succeeded(await owner.patch(`/schedules/${id}`, body)).schedule;
  }

  async function revisionsOf({ id }: { id: string }) {
    return succeeded(await owner.get(`/schedules/${id}/revisions/?per_page=100`)).revisions;
  }

  async function onCallLater({ id }: { id: string }, day = '2026-02-02') {
    const query = `from=${day}T12:00:00Z&to=${day}T13:00:00Z`;
    const { shifts } = succeeded(await owner.get(`/schedules/${id}/shifts/?${query}`));
    return shifts.flatMap(({ users }: { users: { name: string }[] }) => namesOf(users));
  }

  async function createTeam(as: Person, name: string) {
    return succeeded(await as.post('/teams/', { name }), 201).team;
  }

  describe('PATCH /schedules/{schedule_id}', () => {
    itOnSqlite('changes only the given fields', async () => {
      const team = await createTeam(owner, 'Kept');
      const before = await createSchedule(owner, [ada, ben], { description: 'Same', team_ids: [team.id] });
      const after = { ...before, name: 'After' };
      assert.deepEqual(await update(before, { name: ' After ' }), after);
      assert.deepEqual(await update(before, {}), after);
      assert.deepEqual(succeeded(await viewer.get(`/schedules/${before.id}`)), { schedule: after });
    });

    itOnSqlite('replaces the teams', async () => {
      const [one, two] = [await createTeam(owner, 'One'), await createTeam(owner, 'Two')];
      const schedule = await createSchedule(owner, [ada], { team_ids: [one.id] });
      assert.deepEqual((await update(schedule, { team_ids: [two.id] })).teams, [two]);
      assert.deepEqual((await update(schedule, { team_ids: [two.id, two.id] })).teams, [two]);
      assert.deepEqual((await update(schedule, { team_ids: [] })).teams, []);
    });

    itOnSqlite('refuses time_zone with 422 and its own message, whatever the value', async () => {
      const schedule = await createSchedule(owner, [ada]);
      for (const time_zone of ['Europe/Berlin', 'UTC', 7, null]) {
        const answer = await owner.patch(`/schedules/${schedule.id}`, { name: 'No', time_zone });
        assert.match(failed(answer, 422, 'unprocessable_entity'), /^time_zone /);
      }
      assert.deepEqual(succeeded(await owner.get(`/schedules/${schedule.id}`)), { schedule });
    });

    for (const [what, body] of [
      ['an empty name', { name: '' }],
      ['a blank name', { name: '  ' }],
      ['a name of 61 characters', { name: 'x'.repeat(61) }],
      ['a description of 501 characters', { description: 'x'.repeat(501) }],
      ['no layer', { layers: [] }],
      ['two layers', { layers: [layer([]), layer([])] }],
      ['part of a layer', { layers: [{ name: 'Nights' }] }],
      ['eleven team_ids', { team_ids: Array.from({ length: 11 }, (_, i) => `tea_${i}`) }],
      ['an unknown field', { current_revision: 7 }],
      ['a list', []],
    ] as const) {
      itOnSqlite(`refuses ${what} with 400, and changes nothing`, async () => {
        const schedule = await createSchedule(owner, [ada]);
        failed(await owner.patch(`/schedules/${schedule.id}`, body), 400, 'bad_request');
        assert.deepEqual(succeeded(await owner.get(`/schedules/${schedule.id}`)), { schedule });
      });
    }

    itOnSqlite('is atomic: an unknown team or user, or a viewer, changes nothing', async () => {
      const schedule = await createSchedule(owner, [ada]);
      const path = `/schedules/${schedule.id}`;
      const unknownTeam = { name: 'Half', layers: [layer([ben])], team_ids: ['tea_01kz0000000000000000000000'] };
      assert.match(failed(await owner.patch(path, unknownTeam), 404, 'not_found'), /tea_01kz0000000000000000000000/);
      const nobody = { type: 'email', value: 'nobody@example.com' };
      const unknownUser = { name: 'Half', layers: [layer([], { user_references: [byId(ben), nobody] })] };
      assert.match(failed(await owner.patch(path, unknownUser), 404, 'not_found'), /nobody@example\.com/);
      const withViewer = { name: 'Half', layers: [layer([ben, viewer])] };
      assert.match(failed(await owner.patch(path, withViewer), 422, 'unprocessable_entity'), /Vera/);
      assert.deepEqual(succeeded(await owner.get(path)), { schedule });
    });

    itOnSqlite('lets the role standard link only their own teams', async () => {
      const [hers, his] = [await createTeam(ada, 'Hers'), await createTeam(ben, 'His')];
      const schedule = await createSchedule(ada, [ada]);
      succeeded(await ada.patch(`/schedules/${schedule.id}`, { team_ids: [hers.id] }));
      failed(await ada.patch(`/schedules/${schedule.id}`, { team_ids: [his.id] }), 403, 'forbidden');
    });

    itOnSqlite('is 404 for unknown schedules', async () => {
      for (const id of ['sch_01kz0000000000000000000000', 'sch_1']) {
        assert.ok(failed(await owner.patch(`/schedules/${id}`, {}), 404, 'not_found').includes(id));
      }
    });
  });

  describe('[REV-1] a new revision', () => {
    itOnSqlite('is created for a change of any field of the layer', async () => {
      const schedule = await createSchedule(owner, [ada, ben]);
      for (const [i, changes] of [
        { name: 'Nights' },
        { name: 'Nights', rotation_start: '2026-01-04T09:00:00Z' },
        { concurrent_oncall_users: 2 },
        { user_references: [ben, ada].map(byId) },
        { shift_length: { amount: 7, unit: 'days' } },
        { shift_length: { amount: 1, unit: 'weeks' } },
        { restriction_intervals: windows },
        {},
      ].entries()) {
        const { current_revision } = await update(schedule, { layers: [layer([ada, ben], changes)] });
        assert.equal(current_revision, i + 1);
      }
    });

    itOnSqlite('is not created for the same layer in another notation', async () => {
      const schedule = await createSchedule(owner, [ada, ben], {
        layers: [layer([ada, ben], { restriction_intervals: windows })],
      });
      watchbill.at('2026-01-07T12:00:00Z');
      for (const changes of [
        {},
        { name: ' Days ' },
        { rotation_start: '2026-01-05T10:00:00.000+01:00' },
        { user_references: ['ADA@example.com', 'ben@example.com'].map((value) => ({ type: 'email', value })) },
      ]) {
        const layers = [layer([ada, ben], { restriction_intervals: windows, ...changes })];
        const after = await update(schedule, { layers });
        assert.deepEqual(
          [after.current_revision, after.current_revision_valid_from, after.layers],
          [0, '2026-01-05T09:00:00Z', schedule.layers],
        );
      }
    });

    itOnSqlite('is not created if absent windows are sent as an empty list', async () => {
      const schedule = await createSchedule(owner, [ada]);
      const layers = [layer([ada], { restriction_intervals: [] })];
      assert.equal((await update(schedule, { layers })).current_revision, 0);
    });

    itOnSqlite('is not created for other fields', async () => {
      const team = await createTeam(owner, 'Other fields');
      const schedule = await createSchedule(owner, [ada]);
      watchbill.at('2026-01-06T12:00:00Z');
      const after = await update(schedule, { name: 'Other', description: 'Words', team_ids: [team.id] });
      assert.deepEqual(
        [after.current_revision, after.current_revision_valid_from, (await revisionsOf(schedule)).length],
        [0, '2026-01-05T09:00:00Z', 1],
      );
    });
  });

  describe('[REV-2] a revision', () => {
    itOnSqlite('is in force from its creation, and the past stays', async () => {
      const schedule = await createSchedule(owner, [ada]);
      watchbill.at('2026-01-07T12:00:00Z');
      const after = await update(schedule, { layers: [layer([ben])] });
      assert.deepEqual([after.current_revision, after.current_revision_valid_from], [1, '2026-01-07T12:00:00Z']);
      assert.equal(line(after.current_oncall_shift), 'Ben 2026-01-07T12:00:00Z/2026-01-08T09:00:00Z');
      const query = 'from=2026-01-05T09:00:00Z&to=2026-01-08T09:00:00Z';
      assert.deepEqual(lines(await owner.get(`/schedules/${schedule.id}/shifts/?${query}`)), [
        'Ada 2026-01-05T09:00:00Z/2026-01-06T09:00:00Z',
        'Ada 2026-01-06T09:00:00Z/2026-01-07T09:00:00Z',
        'Ada 2026-01-07T09:00:00Z/2026-01-07T12:00:00Z',
        'Ben 2026-01-07T12:00:00Z/2026-01-08T09:00:00Z',
      ]);
    });

    itOnSqlite(
      'with a rotation_start in the future is planned, and the old rotation continues until then',
      async () => {
        const schedule = await createSchedule(owner, [ada]);
        const planned = [layer([ben], { rotation_start: '2026-01-07T15:00:00Z' })];
        const after = await update(schedule, { layers: planned });
        assert.deepEqual([after.current_revision, after.current_revision_valid_from], [1, '2026-01-07T15:00:00Z']);
        assert.equal(line(after.current_oncall_shift), 'Ada 2026-01-05T09:00:00Z/2026-01-06T09:00:00Z');
        const query = 'from=2026-01-06T09:00:00Z&to=2026-01-09T00:00:00Z';
        assert.deepEqual(lines(await owner.get(`/schedules/${schedule.id}/shifts/?${query}`)), [
          'Ada 2026-01-06T09:00:00Z/2026-01-07T09:00:00Z',
          'Ada 2026-01-07T09:00:00Z/2026-01-07T15:00:00Z',
          'Ben 2026-01-07T15:00:00Z/2026-01-08T15:00:00Z',
          'Ben 2026-01-08T15:00:00Z/2026-01-09T15:00:00Z',
        ]);
      },
    );

    itOnSqlite('that is planned is replaced by one that is planned for earlier', async () => {
      const schedule = await createSchedule(owner, [ada]);
      await update(schedule, { layers: [layer([ben], { rotation_start: '2026-02-01T09:00:00Z' })] });
      await update(schedule, { layers: [layer([owner], { rotation_start: '2026-01-20T09:00:00Z' })] });
      assert.deepEqual(await onCallLater(schedule), ['Owner']);
    });
  });

  describe('[REV-4] a planned layer', () => {
    const planned = { rotation_start: '2026-02-01T09:00:00Z' };

    it('stays when the layer in force changes, and the response shows both', async () => {
      const schedule = await createSchedule(owner, [ada]);
      await update(schedule, { layers: [layer([ben], planned)] });
      const after = await update(schedule, { layers: [layer([owner], { name: 'Owner for now' })] });
      assert.deepEqual([after.current_revision, namesOf(after.layers[0].users)], [3, ['Ben']]);
      assert.deepEqual(
        [after.layers_in_force[0].name, namesOf(after.layers_in_force[0].users)],
        ['Owner for now', ['Owner']],
      );
      assert.equal(line(after.current_oncall_shift), 'Owner 2026-01-05T09:00:00Z/2026-01-06T09:00:00Z');
      assert.deepEqual(await onCallLater(schedule), ['Ben']);
      watchbill.at('2026-02-01T09:00:00Z');
      const { schedule: begun } = succeeded(await viewer.get(`/schedules/${schedule.id}`));
      assert.deepEqual([begun.layers_in_force, namesOf(begun.layers[0].users)], [undefined, ['Ben']]);
    });

    itOnSqlite('creates no revision if the layer in force is sent again', async () => {
      const schedule = await createSchedule(owner, [ada]);
      await update(schedule, { layers: [layer([ben], planned)] });
      assert.equal((await update(schedule, { layers: [layer([ada])] })).current_revision, 1);
    });

    it('is moved by its number, and nothing stays at its old time', async () => {
      const schedule = await createSchedule(owner, [ada]);
      await update(schedule, { layers: [layer([ben], planned)] });
      const later = layer([ben], { rotation_start: '2026-03-01T09:00:00Z' });
      await update(schedule, { layers: [later], replaces_revision: 1 });
      assert.deepEqual(await onCallLater(schedule), ['Ada']);
      assert.deepEqual(await onCallLater(schedule, '2026-03-01'), ['Ben']);
    });

    it('is canceled once: the layer before it continues, and the audit log says who canceled it', async () => {
      const schedule = await createSchedule(owner, [ada]);
      await update(schedule, { layers: [layer([ben], planned)] });
      const path = `/schedules/${schedule.id}/revisions/1`;
      const answers = await Promise.all(Array.from({ length: 5 }, () => ada.delete(path)));
      const refused = answers.filter(({ status }) => status !== 204);
      assert.equal(refused.length, 4);
      for (const answer of refused) failed(answer, 422, 'revision_not_planned');
      assert.deepEqual(await onCallLater(schedule), ['Ada']);
      assert.equal((await revisionsOf(schedule)).length, 3);
      const { audit_log } = succeeded(await owner.get(`/audit_log/?target_id=${schedule.id}`));
      assert.deepEqual(
        audit_log.map(({ action }: { action: string }) => action),
        ['schedule.plan_canceled', 'schedule.updated', 'schedule.created'],
      );
      assert.deepEqual(audit_log[0].detail, { revision: 1, valid_from: '2026-02-01T09:00:00Z' });
    });

    itOnSqlite('is refused with a reason if it makes no sense', async () => {
      const schedule = await createSchedule(owner, [ada]);
      const path = `/schedules/${schedule.id}`;
      const replacing = (replaces_revision: unknown) => ({ layers: [layer([ben], planned)], replaces_revision });
      assert.match(
        failed(await owner.patch(path, replacing(0)), 422, 'revision_not_planned'),
        /^Revision 0 is not planned/,
      );
      failed(await owner.patch(path, replacing(99)), 422, 'revision_not_planned');
      assert.match(failed(await owner.patch(path, replacing(-1)), 400, 'bad_request'), /replaces_revision/);
      assert.match(
        failed(await owner.patch(path, { replaces_revision: 0 }), 422, 'unprocessable_entity'),
        /^replaces_revision needs layers/,
      );
      failed(await owner.delete(`${path}/revisions/0`), 422, 'revision_not_planned');
      for (const number of ['1', '-1', '00', '1e0', 'x', '99999999999999999999']) {
        assert.match(
          failed(await owner.delete(`${path}/revisions/${number}`), 404, 'not_found'),
          /There is no revision/,
        );
      }
      const coming = await createSchedule(owner, [], { layers: [layer([ada], planned)] });
      assert.match(
        failed(await owner.delete(`/schedules/${coming.id}/revisions/0`), 422, 'unprocessable_entity'),
        /first rotation/,
      );
    });

    itOnSqlite('is canceled only in the version that was read, with if-match', async () => {
      const schedule = await createSchedule(owner, [ada]);
      await update(schedule, { layers: [layer([ben], planned)] });
      const path = `/schedules/${schedule.id}/revisions/1`;
      const careful = clientFrom(watchbill.app, { headers: { 'x-api-key': owner.key, 'if-match': '"another"' } });
      failed(await careful.delete(path), 412, 'precondition_failed');
      assert.deepEqual(await onCallLater(schedule), ['Ben']);
    });
  });

  itOnSqlite('[REV-3] a shift is not cut if the same people continue', async () => {
    const weeks = { shift_length: { amount: 1, unit: 'weeks' } };
    const schedule = await createSchedule(owner, [], { layers: [layer([ada, ben], weeks)] });
    watchbill.at('2026-01-07T12:00:00Z');
    const after = await update(schedule, { layers: [layer([ada, owner], weeks)] });
    assert.equal(line(after.current_oncall_shift), 'Ada 2026-01-05T09:00:00Z/2026-01-12T09:00:00Z');
    assert.equal(line(after.next_oncall_shift), 'Owner 2026-01-12T09:00:00Z/2026-01-19T09:00:00Z');
  });

  describe('GET /schedules/{schedule_id}/revisions/', () => {
    itOnSqlite('shows each layer and when it came into force', async () => {
      const schedule = await createSchedule(owner, [ada]);
      watchbill.at('2026-01-06T12:00:00Z');
      succeeded(await ada.patch(`/schedules/${schedule.id}`, { layers: [layer([ben, ada])] }));
      const { revisions, meta } = succeeded(await viewer.get(`/schedules/${schedule.id}/revisions/`));
      assert.deepEqual(meta, { total: 2, page: 1, per_page: 20 });
      const byNumber = [...revisions].sort((a, b) => a.number - b.number);
      assert.deepEqual(
        byNumber.map(({ number, valid_from, layers }) => [number, valid_from, namesOf(layers[0].users)]),
        [
          [0, '2026-01-05T09:00:00Z', ['Ada']],
          [1, '2026-01-06T12:00:00Z', ['Ben', 'Ada']],
        ],
      );
    });

    itOnSqlite('has pages', async () => {
      const schedule = await createSchedule(owner, [ada]);
      for (const name of ['One', 'Two']) await update(schedule, { layers: [layer([ada], { name })] });
      const page = async (n: number) =>
        succeeded(await owner.get(`/schedules/${schedule.id}/revisions/?per_page=2&page=${n}`));
      const pages = [await page(1), await page(2), await page(3)];
      assert.deepEqual(
        pages.map(({ revisions }) => revisions.length),
        [2, 1, 0],
      );
      assert.deepEqual(
        pages.map(({ meta }) => meta.total),
        [3, 3, 3],
      );
      const numbers = pages.flatMap(({ revisions }) => revisions.map(({ number }: { number: number }) => number));
      assert.deepEqual(numbers.toSorted(), [0, 1, 2]);
      failed(await owner.get(`/schedules/${schedule.id}/revisions/?per_page=101`), 400, 'bad_request');
    });

    itOnSqlite('is 404 for unknown schedules', async () => {
      failed(await owner.get('/schedules/sch_01kz0000000000000000000000/revisions/'), 404, 'not_found');
    });
  });

  it('of fifty concurrent layer updates none is lost, and revisions ascend without gaps', async () => {
    const schedule = await createSchedule(owner, [ada]);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        owner.patch(`/schedules/${schedule.id}`, { layers: [layer([ada], { name: `Layer ${i}` })] }),
      ),
    );
    for (const answer of answers) succeeded(answer);
    const revisions: { number: number; layers: { name: string }[] }[] = await revisionsOf(schedule);
    revisions.sort((a, b) => a.number - b.number);
    assert.deepEqual(
      revisions.map(({ number }) => number),
      Array.from({ length: 51 }, (_, i) => i),
    );
    assert.equal(new Set(revisions.map(({ layers }) => layers[0]?.name)).size, 51);
    const { schedule: last } = succeeded(await owner.get(`/schedules/${schedule.id}`));
    assert.deepEqual([last.current_revision, last.layers[0].name], [50, revisions[50]?.layers[0]?.name]);
  });

  it('of fifty concurrent updates with one new layer, one creates a revision', async () => {
    const schedule = await createSchedule(owner, [ada]);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => owner.patch(`/schedules/${schedule.id}`, { layers: [layer([ben])] })),
    );
    for (const answer of answers) assert.equal(succeeded(answer).schedule.current_revision, 1);
  });

  it('updates concurrent with the deletion succeed or are 404', async () => {
    const schedule = await createSchedule(owner, [ada]);
    const path = `/schedules/${schedule.id}`;
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, (_, i) => owner.patch(path, { layers: [layer([ada], { name: `Early ${i}` })] })),
      owner.delete(path),
      ...Array.from({ length: 10 }, (_, i) => owner.patch(path, { layers: [layer([ada], { name: `Late ${i}` })] })),
    ]);
    for (const { status } of answers) assert.ok([200, 204, 404].includes(status), String(status));
    failed(await owner.get(path), 404, 'not_found');
  });
});
