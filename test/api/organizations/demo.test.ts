/** The organization of `npm run demo` has something to show on every page. */
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { fillWithDemo } from '../../../src/services/setup/demo.ts';
import { succeeded } from '../../support/drivers/api.ts';
import { givenWatchbill } from '../../support/drivers/suites.ts';
import { describeOnSqlite } from '../../support/servers/databases.ts';

describeOnSqlite('the demo', (create) => {
  const { watchbill, owner } = givenWatchbill(create, {}, '2026-03-23T06:00:00Z');
  before(async () => {
    await fillWithDemo(watchbill.services, owner.key);
    watchbill.at('2026-03-25T12:00:00Z');
  });

  it('shows the owner on call, and past weeks', async () => {
    const { oncall } = succeeded(await owner.get('/oncall?at=2026-03-23T06:00:00Z'));
    assert.ok(oncall.some(({ users }: { users: { id: string }[] }) => users.some(({ id }) => id === owner.id)));
    const { schedules } = succeeded(await owner.get('/schedules'));
    const past = succeeded(
      await owner.get(`/schedules/${schedules[0].id}/shifts/?from=2026-03-01T00:00:00Z&to=2026-03-20T00:00:00Z`),
    );
    assert.ok(past.shifts.length >= 3);
  });

  it('shows turns that count open days, and cover that is open, partly taken, taken and declined', async () => {
    const { schedules } = succeeded(await owner.get('/schedules'));
    assert.equal(
      schedules.filter(({ layers }: { layers: object[] }) => /"counted_days":"open"/.test(JSON.stringify(layers)))
        .length,
      1,
    );
    const { coverage_requests } = succeeded(await owner.get('/coverage_requests/'));
    const states = coverage_requests.map(
      // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what the test is about to assert
      ({ user, status, asked_by, asked_users = [], acceptances, declined_by }: any) => [
        user.name,
        status,
        asked_by?.name,
        asked_users.map(({ name }: { name: string }) => name),
        // biome-ignore lint/suspicious/noExplicitAny: as above
        acceptances.map((one: any) => one.user.name),
        declined_by.map(({ name }: { name: string }) => name),
      ],
    );
    assert.deepEqual(states.sort(), [
      ['Edsger', 'accepted', undefined, [], ['Frances'], []],
      ['Hedy', 'pending', 'Owner', ['Barbara', 'Radia'], [], []],
      ['Mina', 'pending', undefined, [], ['Grace'], []],
      ['Yuki', 'pending', undefined, [], [], ['Alan']],
    ]);
    const { hours } = succeeded(await owner.get('/reports/hours'));
    const cover = (name: string) =>
      hours.people.find(({ user }: { user: { name: string } }) => user.name === name)?.cover;
    assert.ok(cover('Frances').taken.past_ms > 0);
    assert.equal(cover('Edsger').given.past_ms, cover('Frances').taken.past_ms);
  });

  it('shows time off, and public holidays of several countries', async () => {
    const { users } = succeeded(await owner.get('/users/?per_page=100'));
    const nameOf = new Map(users.map(({ id, name }: { id: string; name: string }) => [id, name]));
    const ids = [...nameOf.keys()].join();
    const times = 'from=2026-03-23T06:00:00Z&to=2026-05-01T00:00:00Z';
    const { away } = succeeded(await owner.get(`/away/?user_ids=${ids}&${times}`));
    assert.deepEqual(
      away
        .filter(({ time_off }: { time_off: object[] }) => time_off.length > 0)
        .map(({ user_id }: { user_id: string }) => nameOf.get(user_id))
        .toSorted(),
      ['Ada', 'Grace', 'Hedy', 'Mina', 'Owner', 'Yuki'],
    );
    const holidaysOf = (name: string) =>
      away
        .find(({ user_id }: { user_id: string }) => nameOf.get(user_id) === name)
        ?.holidays.map(({ name }: { name: string }) => name);
    assert.ok(holidaysOf('Owner').includes('Good Friday'), holidaysOf('Owner').join());
    assert.deepEqual(holidaysOf('Yuki'), ['Showa Day']);
    const { hours } = succeeded(await owner.get('/reports/hours'));
    assert.ok(hours.people.some(({ coming }: { coming: { holiday_ms: number } }) => coming.holiday_ms > 0));
  });
});
