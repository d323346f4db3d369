/** Several people are on call together, and one of them is covered by somebody who leaves. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Person, succeeded } from '../../support/drivers/api.ts';
import { addManySchedules } from '../../support/drivers/many-schedules.ts';
import { createOverride, createSchedule, layer, lines } from '../../support/drivers/schedules.ts';
import { givenFreshWatchbill } from '../../support/drivers/suites.ts';
import { messagesIn, workAt } from '../../support/drivers/worker.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

const NOW = '2026-01-05T09:00:00Z';
const WEDNESDAY = { start: '2026-01-07T09:00:00Z', end: '2026-01-08T09:00:00Z' };
const ALL_OF_WEDNESDAY = `${WEDNESDAY.start}/${WEDNESDAY.end}`;

/** Ada and Ben are on call together, always. */
describeOnBothDatabases('[TRU-3] somebody who took cover in a shared shift leaves', (create, itOnSqlite) => {
  const { watchbill, owner, ada, ben, carl, dora } = givenFreshWatchbill(create, {
    ada: 'Ada',
    ben: 'Ben',
    carl: 'Carl',
    dora: 'Dora',
  });

  async function givenPair(people: readonly Person[] = [ada, ben]): Promise<{ id: string }> {
    watchbill.at(NOW);
    return createSchedule(owner, [], { layers: [layer(people, { concurrent_oncall_users: people.length })] });
  }

  async function ask(as: Person, times = WEDNESDAY): Promise<string> {
    const answer = await as.post('/user/coverage_requests', { ...times, reason: 'Dentist' });
    return succeeded(answer, 201).coverage_request.id;
  }

  const accept = async (as: Person, id: string) => succeeded(await as.post(`/coverage_requests/${id}/accept`));
  const leave = async (person: Person) => succeeded(await owner.delete(`/users/${person.id}`), 204);

  async function onCall({ id }: { id: string }): Promise<string[]> {
    const { start, end } = WEDNESDAY;
    const path = `/schedules/${id}/shifts/?from=${start}&to=${end}&clip_to_interval=true`;
    return lines(await owner.get(path)).map((shift) => shift.replace(ALL_OF_WEDNESDAY, '').trim());
  }

  async function remainingOf(id: string): Promise<[string, string[]]> {
    const { status, remaining_shifts } = succeeded(await owner.get(`/coverage_requests/${id}`)).coverage_request;
    return [status, remaining_shifts.map(({ start, end }: typeof WEDNESDAY) => `${start}/${end}`)];
  }

  itOnSqlite(
    'so the requester is on call again with the others, the request is open again, and they are told',
    async () => {
      const schedule = await givenPair();
      succeeded(await owner.patch(`/users/${ada.id}`, { chat_id: 'U0ADA' }));
      const id = await ask(ada);
      await accept(carl, id);
      assert.deepEqual(await onCall(schedule), ['Carl+Ben']);
      await leave(carl);
      assert.deepEqual(await onCall(schedule), ['Ada+Ben']);
      assert.deepEqual(await remainingOf(id), ['pending', [ALL_OF_WEDNESDAY]]);
      await workAt(watchbill, '2026-01-05T09:00:01Z');
      const told = (await messagesIn(owner, 'U0ADA')).filter((message) => message.startsWith('Carl left'));
      assert.deepEqual(told, ['Carl left, and no longer covers for you (1 shift, 24 h). Your request is open again.']);
      await accept(dora, id);
      assert.deepEqual(await onCall(schedule), ['Dora+Ben']);
      // The override names Ada wherever people look for her overrides.
      const { deactivation } = succeeded(await owner.get(`/users/${ada.id}/deactivation`));
      assert.equal(deactivation.overrides, 1);
    },
  );

  it('the same while a worker still has to take them out of their schedules, and afterwards', async () => {
    const schedule = await givenPair();
    await addManySchedules(watchbill.services.db, { count: 30, people: [carl, dora], nowMs: Date.parse(NOW) });
    const id = await ask(ada);
    await accept(carl, id);
    watchbill.at('2026-01-07T15:00:00Z');
    await leave(carl);
    assert.equal(succeeded(await owner.get(`/users/${carl.id}`)).user.deactivating, true);
    const served = [`Carl+Ben ${WEDNESDAY.start}/2026-01-07T15:00:00Z`];
    const expected = [...served, `Ada+Ben 2026-01-07T15:00:00Z/${WEDNESDAY.end}`];
    assert.deepEqual(await onCall(schedule), expected);
    assert.deepEqual(await remainingOf(id), ['pending', [`2026-01-07T15:00:00Z/${WEDNESDAY.end}`]]);
    await workAt(watchbill, '2026-01-07T15:00:01Z');
    assert.equal((await owner.get(`/users/${carl.id}`)).status, 404);
    assert.deepEqual(await onCall(schedule), expected);
  });

  itOnSqlite('and covered for two of three: both are on call again', async () => {
    const schedule = await givenPair([ada, ben, dora]);
    const ids = [await ask(ada), await ask(ben)];
    for (const id of ids) await accept(carl, id);
    assert.deepEqual(await onCall(schedule), ['Carl+Dora']);
    await leave(carl);
    assert.deepEqual(await onCall(schedule), ['Ada+Ben+Dora']);
    for (const id of ids) assert.deepEqual(await remainingOf(id), ['pending', [ALL_OF_WEDNESDAY]]);
  });

  itOnSqlite('after somebody who passed the cover on to them: the first requester is on call again', async () => {
    const schedule = await givenPair();
    const first = await ask(ada);
    await accept(carl, first);
    await accept(dora, await ask(carl));
    await leave(carl);
    assert.deepEqual(await onCall(schedule), ['Dora+Ben']);
    assert.deepEqual(await remainingOf(first), ['accepted', []]);
    await leave(dora);
    assert.deepEqual(await onCall(schedule), ['Ada+Ben']);
    assert.deepEqual(await remainingOf(first), ['pending', [ALL_OF_WEDNESDAY]]);
  });

  itOnSqlite('and the requester left before: the others stay on call alone', async () => {
    const schedule = await givenPair();
    const id = await ask(ada);
    await accept(carl, id);
    await leave(ada);
    await leave(carl);
    assert.deepEqual(await onCall(schedule), ['Ben']);
    assert.equal((await remainingOf(id))[0], 'accepted');
  });

  itOnSqlite(
    'and the requester is no longer in the rotation: they are not on call again, and nothing is open',
    async () => {
      const schedule = await givenPair();
      const id = await ask(ada);
      await accept(carl, id);
      succeeded(await owner.patch(`/schedules/${schedule.id}`, { layers: [layer([ben])] }));
      assert.deepEqual(await onCall(schedule), ['Carl+Ben']);
      await addManySchedules(watchbill.services.db, { count: 30, people: [carl, dora], nowMs: Date.parse(NOW) });
      await leave(carl);
      assert.deepEqual(await onCall(schedule), ['Ben']);
      await workAt(watchbill, '2026-01-05T09:00:01Z');
      assert.equal((await owner.get(`/users/${carl.id}`)).status, 404);
      assert.deepEqual(await onCall(schedule), ['Ben']);
      assert.deepEqual(await remainingOf(id), ['accepted', []]);
    },
  );

  itOnSqlite('but an override that is not cover only loses them', async () => {
    const schedule = await givenPair();
    await createOverride(owner, schedule, [carl, ben], WEDNESDAY.start, WEDNESDAY.end);
    await leave(carl);
    assert.deepEqual(await onCall(schedule), ['Ben']);
  });
});
