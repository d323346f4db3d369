/** [STO-6] A deleted schedule is gone for every caller, but its history stays stored. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { anyOrganization } from '../../../src/db/people/organizations.ts';
import { overridesOfSchedules } from '../../../src/db/schedules/overrides.ts';
import { revisionsInForce } from '../../../src/db/schedules/revisions.ts';
import type { ScheduleId } from '../../../src/ids.ts';
import { MAX_INSTANT, MIN_INSTANT, parseInstant } from '../../../src/time/iso.ts';
import { succeeded } from '../../support/drivers/api.ts';
import { createOverride, createSchedule, newOverride } from '../../support/drivers/schedules.ts';
import { givenWatchbill } from '../../support/drivers/suites.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

const DELETED_AT = '2026-01-06T12:00:00Z';

describeOnBothDatabases('a deleted schedule', (create, itOnSqlite) => {
  const { watchbill, owner, ada, ben } = givenWatchbill(create, { ada: 'Ada', ben: 'Ben' });

  async function deleted() {
    watchbill.at('2026-01-05T09:00:00Z');
    const { team } = succeeded(await owner.post('/teams/', { name: `Team ${Math.random()}` }), 201);
    const schedule = await createSchedule(owner, [ada, ben], { team_ids: [team.id] });
    const running = await createOverride(owner, schedule, [ada], '2026-01-05T09:00:00Z', '2026-02-05T09:00:00Z');
    const toCome = await createOverride(owner, schedule, [ben], '2026-03-05T09:00:00Z', '2026-04-05T09:00:00Z');
    watchbill.at(DELETED_AT);
    succeeded(await owner.delete(`/schedules/${schedule.id}`), 204);
    return { schedule, team, running, toCome };
  }

  itOnSqlite('is in no list and is 404', async () => {
    const { schedule, team } = await deleted();
    const path = `/schedules/${schedule.id}`;
    for (const address of [path, `${path}/shifts/`, `${path}/overrides/`, `${path}/revisions/`]) {
      assert.equal((await owner.get(address)).status, 404, address);
    }
    assert.equal((await owner.patch(path, { name: 'Again' })).status, 404);
    assert.equal((await owner.delete(path)).status, 404);
    const override = newOverride([ada], '2026-01-10T09:00:00Z', '2026-01-11T09:00:00Z');
    assert.equal((await owner.post(`${path}/overrides/`, override)).status, 404);
    for (const list of ['/schedules', `/schedules?team_id=${team.id}`, '/schedules?query=primary']) {
      const { schedules, meta } = succeeded(await owner.get(list));
      assert.deepEqual([schedules, meta.total], [[], 0], list);
    }
    assert.deepEqual(succeeded(await owner.get('/oncall')).oncall, []);
    assert.deepEqual(succeeded(await ada.get('/user/shifts/')).shifts, []);
  });

  itOnSqlite('does not prevent a member from becoming a viewer, or a team from being deleted', async () => {
    const { team } = await deleted();
    succeeded(await owner.patch(`/users/${ben.id}`, { seat: 'viewer' }));
    succeeded(await owner.patch(`/users/${ben.id}`, { seat: 'member' }));
    succeeded(await owner.delete(`/teams/${team.id}`), 204);
  });

  it('keeps its revisions, and the past of its overrides', async () => {
    const { schedule, running } = await deleted();
    const { db } = watchbill.services;
    const { id: organizationId } = (await db.first(anyOrganization, {})) ?? assert.fail('there is no organization');
    const which = { organizationId, ids: [schedule.id as ScheduleId], start: MIN_INSTANT, end: MAX_INSTANT };
    assert.equal((await db.all(revisionsInForce, which)).length, 1);
    const overrides = await db.all(overridesOfSchedules, which);
    assert.deepEqual(
      overrides.map(({ id, start_at, end_at }) => ({ id, start_at, end_at })),
      [{ id: running.id, start_at: parseInstant(running.start), end_at: parseInstant(DELETED_AT) }],
    );
  });
});
