import assert from 'node:assert/strict';
import { it } from 'node:test';
import { failed, succeeded } from '../../support/drivers/api.ts';
import { openSession } from '../../support/drivers/sessions.ts';
import { givenWatchbill } from '../../support/drivers/suites.ts';
import { describeOnSqlite } from '../../support/servers/databases.ts';

describeOnSqlite('PATCH /user/', (create) => {
  const { watchbill } = givenWatchbill(create);

  it("changes the caller's name and zone, with a key or a session, also for viewers", async () => {
    const viewer = await watchbill.addPerson('Vera', { seat: 'viewer' });
    const browser = await openSession(watchbill, viewer);
    const { user } = succeeded(await browser.patch('/user/', { name: ' Vera V. ', time_zone: 'europe/berlin' }));
    assert.deepEqual([user.name, user.time_zone, user.seat], ['Vera V.', 'Europe/Berlin', 'viewer']);
    const { user: cleared } = succeeded(await viewer.patch('/user/', { time_zone: null }));
    assert.deepEqual([cleared.name, 'time_zone' in cleared], ['Vera V.', false]);
    const { audit_log } = succeeded(await watchbill.owner.get(`/audit_log/?target_id=${viewer.id}`));
    assert.deepEqual([audit_log[0].action, audit_log[0].actor.id], ['user.updated', viewer.id]);
    assert.deepEqual(audit_log[0].detail, { time_zone: null });
  });

  it('changes nothing else', async () => {
    const ada = await watchbill.addPerson('Ada');
    for (const [body, field] of [
      [{ role: 'owner' }, 'role'],
      [{ seat: 'member' }, 'seat'],
      [{ email: 'other@example.com' }, 'email'],
      [{ chat_id: 'U0ADA' }, 'chat_id'],
      [{ name: ' ' }, 'name'],
      [{ time_zone: 'Mars' }, 'time_zone'],
    ] as const) {
      assert.match(failed(await ada.patch('/user/', body), 400, 'bad_request'), new RegExp(`^${field} `));
    }
    assert.equal(succeeded(await ada.get('/user/')).user.name, 'Ada');
  });
});
