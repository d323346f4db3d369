import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { failed, type Person, succeeded } from '../../support/drivers/api.ts';
import { createSchedule } from '../../support/drivers/schedules.ts';
import { givenWatchbill } from '../../support/drivers/suites.ts';
import { describeOnSqlite } from '../../support/servers/databases.ts';

const EVERYTHING = [
  'create team',
  'change team',
  'create schedule',
  'change schedule',
  'cover',
  'change users',
  'change owners',
  'change organization',
  'read audit log',
  'handle deliveries',
  'read hours',
  'change webhooks',
];

describeOnSqlite('GET /user/permissions/', (create) => {
  let schedule: { id: string };
  let team: { id: string };

  const { watchbill, owner, ada, ben } = givenWatchbill(create, { ada: 'Ada', ben: 'Ben' });
  before(async () => {
    team = succeeded(await owner.post('/teams/', { name: 'Platform' }), 201).team;
    schedule = await createSchedule(owner, [ada]);
  });

  async function permissions(person: Person, query = ''): Promise<string[]> {
    return succeeded(await person.get(`/user/permissions/${query}`)).actions;
  }

  it('lists everything for owners, all but changing owners for admins, nothing for viewers', async () => {
    const admin = await watchbill.addPerson('Ann', { role: 'admin' });
    const viewer = await watchbill.addPerson('Vera', { seat: 'viewer' });
    assert.deepEqual(await permissions(owner), EVERYTHING);
    assert.deepEqual(
      await permissions(admin),
      EVERYTHING.filter((action) => action !== 'change owners'),
    );
    assert.deepEqual(await permissions(viewer, `?schedule_id=${schedule.id}&team_id=${team.id}`), []);
  });

  it('depends for members on whether the schedule or team is theirs', async () => {
    const always = ['create team', 'create schedule', 'cover'];
    assert.deepEqual(await permissions(ada), always);
    assert.deepEqual(
      (await permissions(ada, `?schedule_id=${schedule.id}`)).sort(),
      ['change schedule', ...always].sort(),
    );
    assert.deepEqual(await permissions(ben, `?schedule_id=${schedule.id}`), always);
    assert.deepEqual(await permissions(ben, `?team_id=${team.id}`), always);
    succeeded(await owner.put(`/teams/${team.id}/members/${ben.id}`), 204);
    assert.deepEqual((await permissions(ben, `?team_id=${team.id}`)).sort(), ['change team', ...always].sort());
  });

  it('agrees with what the service then allows', async () => {
    for (const person of [ada, ben, owner]) {
      const may = (await permissions(person, `?schedule_id=${schedule.id}`)).includes('change schedule');
      const { status } = await person.patch(`/schedules/${schedule.id}`, { description: 'Tried' });
      assert.equal(status, may ? 200 : 403);
    }
  });

  it('is 404 for unknown ids', async () => {
    failed(await owner.get('/user/permissions?schedule_id=sch_no'), 404, 'not_found');
    failed(await ada.get(`/user/permissions?team_id=${schedule.id}`), 404, 'not_found');
  });
});
