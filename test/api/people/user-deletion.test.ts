import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { failed, type Person, startWatchbill, succeeded, type Watchbill } from '../../support/drivers/api.ts';
import { createOverride, createSchedule } from '../../support/drivers/schedules.ts';
import { givenWatchbill } from '../../support/drivers/suites.ts';
import { describeOnBothDatabases, describeOnSqlite } from '../../support/servers/databases.ts';

interface Shift {
  readonly users: { readonly name: string }[];
  readonly start: string;
  readonly end: string;
}

describeOnBothDatabases('DELETE /users/{user_id}', (create, itOnSqlite) => {
  let watchbill: Watchbill;
  let owner: Person;
  let ada: Person;
  let grace: Person;

  beforeEach(async () => {
    watchbill = await startWatchbill(create, '2026-01-05T09:00:00Z');
    owner = watchbill.owner;
    ada = await watchbill.addPerson('Ada');
    grace = await watchbill.addPerson('Grace');
  });
  afterEach(() => watchbill.stop());

  const references = (...people: Person[]) => people.map(({ id }) => ({ type: 'internal_user_id', value: id }));
  const layer = (rotation_start: string, ...people: Person[]) => ({
    name: 'Days',
    rotation_start,
    concurrent_oncall_users: 1,
    user_references: references(...people),
    shift_length: { amount: 1, unit: 'days' },
  });
  async function addSchedule(...people: Person[]): Promise<string> {
    const body = {
      name: 'Primary',
      time_zone: 'UTC',
      team_ids: [],
      layers: [layer('2026-01-05T09:00:00Z', ...people)],
    };
    return succeeded(await owner.post('/schedules', body), 201).schedule.id;
  }
  async function shifts(id: string, query: string): Promise<string[]> {
    const body = succeeded(await owner.get(`/schedules/${id}/shifts/?${query}`));
    return body.shifts.map(
      ({ users, start, end }: Shift) => `${users.map(({ name }) => name).join('+')} ${start} ${end}`,
    );
  }

  itOnSqlite('removes the user from the rotation from now on, and keeps the past', async () => {
    const id = await addSchedule(ada, grace);
    watchbill.at('2026-01-06T12:00:00Z');
    assert.equal(succeeded(await owner.delete(`/users/${grace.id}`), 204), undefined);
    assert.deepEqual(await shifts(id, 'from=2026-01-05T09:00:00Z&to=2026-01-08T00:00:00Z'), [
      'Ada 2026-01-05T09:00:00Z 2026-01-06T09:00:00Z',
      'Grace 2026-01-06T09:00:00Z 2026-01-06T12:00:00Z',
      'Ada 2026-01-06T12:00:00Z 2026-01-07T09:00:00Z',
      'Ada 2026-01-07T09:00:00Z 2026-01-08T09:00:00Z',
    ]);
    const { schedule } = succeeded(await owner.get(`/schedules/${id}`));
    assert.equal(schedule.current_revision, 1);
    assert.equal(schedule.current_revision_valid_from, '2026-01-06T12:00:00Z');
  });

  itOnSqlite(
    '[REV-5] moves nobody else: the person on call keeps the turn, and the others keep their order',
    async () => {
      const [ben, cid] = [await watchbill.addPerson('Ben'), await watchbill.addPerson('Cid')];
      const weekly = { ...layer('2026-01-05T09:00:00Z', ada, ben, cid), shift_length: { amount: 7, unit: 'days' } };
      const body = { name: 'Weekly', time_zone: 'Europe/Berlin', team_ids: [], layers: [weekly] };
      const { id } = succeeded(await owner.post('/schedules', body), 201).schedule;
      watchbill.at('2026-01-15T09:00:00Z');
      succeeded(await owner.delete(`/users/${ada.id}`), 204);

      const { schedule } = succeeded(await owner.get(`/schedules/${id}`));
      assert.deepEqual(
        [schedule.current_revision_valid_from, schedule.layers[0].rotation_start],
        ['2026-01-15T09:00:00Z', '2026-01-12T09:00:00Z'],
      );
      assert.deepEqual(await shifts(id, 'from=2026-01-05T09:00:00Z&to=2026-02-02T09:00:00Z'), [
        'Ada 2026-01-05T09:00:00Z 2026-01-12T09:00:00Z',
        'Ben 2026-01-12T09:00:00Z 2026-01-19T09:00:00Z',
        'Cid 2026-01-19T09:00:00Z 2026-01-26T09:00:00Z',
        'Ben 2026-01-26T09:00:00Z 2026-02-02T09:00:00Z',
      ]);

      watchbill.at('2026-01-16T09:00:00Z');
      succeeded(await owner.delete(`/users/${ben.id}`), 204);
      assert.deepEqual(await shifts(id, 'from=2026-01-12T09:00:00Z&to=2026-01-20T09:00:00Z'), [
        'Ben 2026-01-12T09:00:00Z 2026-01-16T09:00:00Z',
        'Cid 2026-01-16T09:00:00Z 2026-01-19T09:00:00Z',
        'Cid 2026-01-19T09:00:00Z 2026-01-26T09:00:00Z',
      ]);
    },
  );

  itOnSqlite('removes the user from a planned layer too, and keeps the plan', async () => {
    const id = await addSchedule(ada, grace);
    succeeded(await owner.patch(`/schedules/${id}`, { layers: [layer('2026-01-08T09:00:00Z', grace, owner)] }));
    succeeded(await owner.delete(`/users/${grace.id}`), 204);
    assert.deepEqual(await shifts(id, 'from=2026-01-07T09:00:00Z&to=2026-01-10T00:00:00Z'), [
      'Ada 2026-01-07T09:00:00Z 2026-01-08T09:00:00Z',
      'Owner 2026-01-08T09:00:00Z 2026-01-09T09:00:00Z',
      'Owner 2026-01-09T09:00:00Z 2026-01-10T09:00:00Z',
    ]);
  });

  itOnSqlite('leaves a schedule without users if there was nobody else', async () => {
    const id = await addSchedule(grace);
    succeeded(await owner.delete(`/users/${grace.id}`), 204);
    const { schedule } = succeeded(await owner.get(`/schedules/${id}`));
    assert.deepEqual([schedule.users, schedule.layers[0].users, schedule.current_oncall_shift], [[], [], undefined]);
  });

  itOnSqlite('removes the user from overrides: running ones end, others in them stay on call', async () => {
    const id = await addSchedule(ada);
    const override = (start: string, end: string, ...people: Person[]) =>
      owner.post(`/schedules/${id}/overrides/`, { start, end, user_references: references(...people) });
    const running = succeeded(await override('2026-01-05T10:00:00Z', '2026-01-05T20:00:00Z', grace, owner), 201);
    const alone = succeeded(await override('2026-01-06T10:00:00Z', '2026-01-06T12:00:00Z', grace), 201);
    succeeded(await override('2026-01-07T10:00:00Z', '2026-01-07T12:00:00Z', grace, owner), 201);
    watchbill.at('2026-01-05T15:00:00Z');
    succeeded(await owner.delete(`/users/${grace.id}`), 204);

    assert.deepEqual(await shifts(id, 'from=2026-01-05T10:00:00Z&to=2026-01-07T12:00:00Z'), [
      'Grace+Owner 2026-01-05T10:00:00Z 2026-01-05T15:00:00Z',
      'Owner 2026-01-05T15:00:00Z 2026-01-05T20:00:00Z',
      'Ada 2026-01-05T20:00:00Z 2026-01-06T09:00:00Z',
      'Ada 2026-01-06T09:00:00Z 2026-01-07T09:00:00Z',
      'Ada 2026-01-07T09:00:00Z 2026-01-07T10:00:00Z',
      'Owner 2026-01-07T10:00:00Z 2026-01-07T12:00:00Z',
    ]);
    failed(await owner.get(`/schedules/${id}/overrides/${running.override.id}`), 404, 'not_found');
    failed(await owner.get(`/schedules/${id}/overrides/${alone.override.id}`), 404, 'not_found');
  });

  itOnSqlite('keeps the rank of the rest of a running override, below later ones', async () => {
    const id = await addSchedule(ada);
    const override = (start: string, end: string, ...people: Person[]) =>
      owner.post(`/schedules/${id}/overrides/`, { start, end, user_references: references(...people) });
    succeeded(await override('2026-01-05T10:00:00Z', '2026-01-05T18:00:00Z', grace, owner), 201);
    succeeded(await override('2026-01-05T14:00:00Z', '2026-01-05T16:00:00Z', ada), 201);
    watchbill.at('2026-01-05T12:00:00Z');
    succeeded(await owner.delete(`/users/${grace.id}`), 204);
    assert.deepEqual(await shifts(id, 'from=2026-01-05T10:00:00Z&to=2026-01-05T18:00:00Z'), [
      'Grace+Owner 2026-01-05T10:00:00Z 2026-01-05T12:00:00Z',
      'Owner 2026-01-05T12:00:00Z 2026-01-05T14:00:00Z',
      'Ada 2026-01-05T14:00:00Z 2026-01-05T16:00:00Z',
      'Owner 2026-01-05T16:00:00Z 2026-01-05T18:00:00Z',
    ]);
  });

  it('succeeds together with a concurrent deletion of one of their schedules', async () => {
    for (let round = 0; round < 5; round++) {
      const leaving = await watchbill.addPerson(`Leaving${round}`);
      const id = await addSchedule(leaving);
      const answers = await Promise.all([owner.delete(`/users/${leaving.id}`), owner.delete(`/schedules/${id}`)]);
      assert.deepEqual(
        answers.map(({ status }) => status),
        [204, 204],
        JSON.stringify(answers),
      );
    }
  });

  itOnSqlite('revokes their key, hides them, and frees their email', async () => {
    succeeded(await owner.delete(`/users/${grace.id}`), 204);
    failed(await grace.get('/user/'), 401, 'unauthorized');
    failed(await owner.get(`/users/${grace.id}`), 404, 'not_found');
    failed(await owner.delete(`/users/${grace.id}`), 404, 'not_found');
    succeeded(await owner.post('/users/', { name: 'Another Grace', email: 'GRACE@example.com' }), 201);
  });

  itOnSqlite('removes the user from teams', async () => {
    const { team } = succeeded(await owner.post('/teams/', { name: 'Platform' }), 201);
    succeeded(await owner.put(`/teams/${team.id}/members/${grace.id}`), 204);
    succeeded(await owner.delete(`/users/${grace.id}`), 204);
    assert.equal(succeeded(await owner.get(`/teams/${team.id}/members/`)).meta.total, 1);
  });

  it('is allowed for admins, for owners only by owners; the last owner stays', async () => {
    const admin = await watchbill.addPerson('Admin', { role: 'admin' });
    const second = await watchbill.addPerson('Second', { role: 'owner' });
    failed(await ada.delete(`/users/${grace.id}`), 403, 'forbidden');
    failed(await admin.delete(`/users/${second.id}`), 403, 'forbidden');
    succeeded(await admin.delete(`/users/${grace.id}`), 204);
    const answers = await Promise.all([owner.delete(`/users/${second.id}`), second.delete(`/users/${owner.id}`)]);
    const statuses = answers.map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 204).length, 1, `${statuses}`);
    const last = statuses[0] === 204 ? owner : second;
    assert.match(failed(await last.delete(`/users/${last.id}`), 422, 'unprocessable_entity'), /^The last owner/);
  });
});

describeOnSqlite('GET /users/{user_id}/deactivation', (create) => {
  const { watchbill, owner, ada, grace } = givenWatchbill(
    create,
    { ada: { name: 'Ada', role: 'admin' }, grace: 'Grace' },
    '2026-01-05T09:00:00Z',
  );

  it('shows what deleting the user would change, and does change', async () => {
    const { team } = succeeded(await owner.post('/teams/', { name: 'Platform' }), 201);
    succeeded(await owner.put(`/teams/${team.id}/members/${grace.id}`), 204);
    const rotating = await createSchedule(owner, [ada, grace], { name: 'Rotating' });
    const overridden = await createSchedule(owner, [ada], { name: 'Overridden' });
    await createSchedule(owner, [ada], { name: 'Without her' });
    await createOverride(owner, overridden, [grace], '2026-01-05T09:00:00Z', '2026-01-05T10:00:00Z');
    await createOverride(owner, overridden, [grace], '2026-01-07T09:00:00Z', '2026-01-07T10:00:00Z');
    for (const [start, end] of [
      ['2026-01-05T09:00:00Z', '2026-01-05T10:00:00Z'],
      ['2026-01-06T09:00:00Z', '2026-01-07T09:00:00Z'],
    ]) {
      succeeded(await grace.post('/user/coverage_requests', { start, end, reason: 'Away' }), 201);
    }
    watchbill.at('2026-01-05T10:00:00Z');

    const path = `/users/${grace.id}/deactivation`;
    assert.deepEqual(succeeded(await ada.get(path)), {
      deactivation: {
        schedules: [rotating, overridden].map(({ id, name }) => ({ id, name })),
        overrides: 1,
        coverage_requests: 1,
        teams: [team],
      },
    });
    const revisions = succeeded(await owner.get(`/schedules/${rotating.id}/revisions/`)).meta.total;
    assert.equal(revisions, 1);
    succeeded(await ada.delete(`/users/${grace.id}`), 204);
    assert.equal(succeeded(await owner.get('/coverage_requests/?status=canceled')).meta.total, 1);
    failed(await ada.get(path), 404, 'not_found');
  });

  it('is allowed for admins, for owners by owners; for the last owner it says why it is refused', async () => {
    const carl = await watchbill.addPerson('Carl');
    failed(await carl.get(`/users/${carl.id}/deactivation`), 403, 'forbidden');
    failed(await ada.get(`/users/${owner.id}/deactivation`), 403, 'forbidden');
    const refusal = failed(await owner.delete(`/users/${owner.id}`), 422, 'unprocessable_entity');
    assert.equal(failed(await owner.get(`/users/${owner.id}/deactivation`), 422, 'unprocessable_entity'), refusal);
    assert.deepEqual(succeeded(await owner.get(`/users/${carl.id}/deactivation`)).deactivation, {
      schedules: [],
      overrides: 0,
      coverage_requests: 0,
      teams: [],
    });
  });
});
