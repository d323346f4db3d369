/** The list of users with public holidays of their own. test/api/schedules/hours.test.ts tests what they mean in reports. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runAllDue } from '../../../src/services/jobs/due-work.ts';
import { failed, type Person, succeeded } from '../../support/drivers/api.ts';
import { createSchedule } from '../../support/drivers/schedules.ts';
import { addStranger } from '../../support/drivers/stranger.ts';
import { givenFreshWatchbill } from '../../support/drivers/suites.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

const IN_BAVARIA = { country: 'DE', region: 'BY' };
const IN_JAPAN = { country: 'JP' };

describeOnBothDatabases('GET /user_holidays/', (create) => {
  const { watchbill, owner, ada, ben, cid, viewer } = givenFreshWatchbill(create, {
    ada: 'Ada',
    ben: 'Ben',
    cid: 'Cid',
    viewer: { name: 'Vera', seat: 'viewer' },
  });

  const list = async (query = '', by: Person = viewer) => succeeded(await by.get(`/user_holidays/${query}`));

  async function give({ id }: Person, holidays: object | null, by: Person = owner): Promise<void> {
    succeeded(await by.put(`/users/${id}/holidays/`, { holidays }));
  }

  const listed = (...entries: readonly (readonly [Person, object])[]) =>
    entries.map(([{ id }, holidays]) => ({ user_id: id, holidays })).sort((a, b) => (a.user_id < b.user_id ? -1 : 1));

  it('lists whose holidays differ from those of the organization, for everyone, in pages', async () => {
    assert.deepEqual(await list(), { user_holidays: [], meta: { total: 0, page: 1, per_page: 20 } });
    succeeded(await owner.patch('/organization/calendar_rules/', { holidays: { country: 'AT' } }));
    await give(ben, IN_JAPAN);
    await give(ada, IN_BAVARIA);
    await give(viewer, IN_JAPAN);
    await give(cid, IN_JAPAN);
    await give(cid, null);
    const all = listed([ada, IN_BAVARIA], [ben, IN_JAPAN], [viewer, IN_JAPAN]);
    assert.deepEqual(await list(), { user_holidays: all, meta: { total: 3, page: 1, per_page: 20 } });
    const pages = [await list('?per_page=2'), await list('?per_page=2&page=2'), await list('?per_page=2&page=3')];
    assert.deepEqual(
      pages.map(({ user_holidays }) => user_holidays),
      [all.slice(0, 2), all.slice(2), []],
    );
    failed(await viewer.get('/user_holidays/?per_page=101'), 400, 'bad_request');
    await give(ada, null);
    assert.deepEqual((await list()).user_holidays, listed([ben, IN_JAPAN], [viewer, IN_JAPAN]));
  });

  it('has those of a new user, who is not created with a calendar that does not exist', async () => {
    const eve = { email: 'eve@example.com', name: 'Eve', holidays: IN_BAVARIA };
    failed(await ada.post('/users/', eve), 403, 'forbidden');
    failed(await owner.post('/users/', { ...eve, holidays: { country: 'XX' } }), 422, 'unprocessable_entity');
    failed(await owner.post('/users/', { ...eve, holidays: null }), 400, 'bad_request');
    const { users } = succeeded(await owner.get('/users/?query=eve'));
    assert.deepEqual(users, []);
    const { user } = succeeded(await owner.post('/users/', eve), 201);
    assert.deepEqual((await list()).user_holidays, [{ user_id: user.id, holidays: IN_BAVARIA }]);
    const { audit_log } = succeeded(await owner.get('/audit_log/?per_page=2'));
    assert.deepEqual(audit_log.map(({ action }: { action: string }) => action).sort(), [
      'user.created',
      'user_holidays.updated',
    ]);
  });

  it('leaves out deactivated and erased users, also while they are still in schedules', async () => {
    await createSchedule(owner, [ada, ben]);
    for (const person of [ada, ben, cid]) await give(person, IN_BAVARIA);
    succeeded(await owner.delete(`/users/${ada.id}`), 204);
    const rest = listed([ben, IN_BAVARIA], [cid, IN_BAVARIA]);
    assert.deepEqual(await list(), { user_holidays: rest, meta: { total: 2, page: 1, per_page: 20 } });
    await runAllDue(watchbill.services);
    succeeded(await owner.post(`/users/${ada.id}/erase`), 204);
    assert.deepEqual((await list()).user_holidays, rest);
  });

  it('knows only the users of the organization', async () => {
    const stranger = await addStranger(watchbill);
    await give(stranger, IN_JAPAN, stranger);
    await give(ada, IN_BAVARIA);
    assert.deepEqual((await list()).user_holidays, listed([ada, IN_BAVARIA]));
    assert.deepEqual((await list('', stranger)).user_holidays, listed([stranger, IN_JAPAN]));
  });
});
