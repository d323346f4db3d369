/** Rules COV-6 and COV-7: asking certain people, asking for somebody else, declining, and candidates. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { failed, type Person, succeeded } from '../../support/drivers/api.ts';
import { createOverride, createSchedule, layer } from '../../support/drivers/schedules.ts';
import { givenFreshWatchbill } from '../../support/drivers/suites.ts';
import { createSqlite } from '../../support/servers/databases.ts';

const WEDNESDAY = { start: '2026-01-07T09:00:00Z', end: '2026-01-08T09:00:00Z', reason: 'Dentist' };
const HOUR_MS = 3_600_000;

/** Ada and Ben take daily turns: Wednesday is Ada's. */
describe('asking for cover', () => {
  const { watchbill, owner, ada, ben, carl, viewer } = givenFreshWatchbill(createSqlite, {
    ada: 'Ada',
    ben: 'Ben',
    carl: 'Carl',
    viewer: { name: 'Vera', seat: 'viewer' },
  });

  const ask = async (as: Person, more: object = {}) =>
    succeeded(await as.post('/user/coverage_requests', { ...WEDNESDAY, ...more }), 201).coverage_request;
  const accept = (as: Person, { id }: { id: string }) => as.post(`/coverage_requests/${id}/accept`);
  const decline = (as: Person, { id }: { id: string }) => as.post(`/coverage_requests/${id}/decline`);
  const cancel = (as: Person, { id }: { id: string }) => as.delete(`/user/coverage_requests/${id}`);
  const namesOf = (users: readonly { name: string }[]) => users.map(({ name }) => name);

  async function withSchedule(test: (schedule: { id: string }) => Promise<void>, changes: object = {}) {
    watchbill.at('2026-01-05T09:00:00Z');
    const schedule = await createSchedule(owner, [ada, ben], changes);
    await test(schedule);
    succeeded(await owner.delete(`/schedules/${schedule.id}`), 204);
  }

  it('[COV-6] can ask certain people, and only they can accept', () =>
    withSchedule(async () => {
      const request = await ask(ada, { asked_user_ids: [carl.id, ben.id, carl.id] });
      assert.deepEqual(namesOf(request.asked_users), ['Carl', 'Ben']);
      assert.match(failed(await accept(owner, request), 403, 'forbidden'), /asks other people/);
      failed(await decline(owner, request), 403, 'forbidden');
      const { coverage_request } = succeeded(await accept(carl, request));
      assert.equal(coverage_request.accepted_by.name, 'Carl');
    }));

  it('[COV-6] refuses to ask people who could not accept', () =>
    withSchedule(async () => {
      const refused = async (asked_user_ids: readonly string[]) =>
        ada.post('/user/coverage_requests', { ...WEDNESDAY, asked_user_ids });
      assert.match(
        failed(await refused([viewer.id]), 422, 'unprocessable_entity'),
        /asked_user_ids\[0\] .* viewer seat/,
      );
      assert.match(failed(await refused([ben.id, ada.id]), 422, 'unprocessable_entity'), /asked_user_ids\[1\]/);
      failed(await refused(['usr_nobody']), 404, 'not_found');
      failed(await refused([]), 400, 'bad_request');
      failed(await refused(Array.from({ length: 51 }, () => ben.id)), 400, 'bad_request');
    }));

  it('[COV-6] can be done for somebody else by people who may change all schedules concerned; they and the requester can cancel', () =>
    withSchedule(async (schedule) => {
      const wanted = { ...WEDNESDAY, user_id: ada.id };
      failed(await carl.post('/coverage_requests', wanted), 403, 'forbidden');
      failed(await carl.post('/coverage_requests', { ...wanted, schedule_ids: [schedule.id] }), 403, 'forbidden');
      failed(await viewer.post('/coverage_requests', wanted), 403, 'forbidden');
      failed(await ben.post('/coverage_requests', { ...wanted, user_id: 'usr_nobody' }), 404, 'not_found');
      const nothing = await ben.post('/coverage_requests', { ...wanted, user_id: carl.id });
      assert.match(failed(nothing, 422, 'unprocessable_entity'), /the user is not on call/);
      const { coverage_request: request } = succeeded(await ben.post('/coverage_requests', wanted), 201);
      assert.deepEqual([request.user.name, request.asked_by.name], ['Ada', 'Ben']);
      assert.match(
        failed(await ben.post('/coverage_requests', wanted), 422, 'unprocessable_entity'),
        /Another pending coverage request of theirs/,
      );
      failed(await cancel(carl, request), 404, 'not_found');
      succeeded(await cancel(ben, request), 204);
      const { coverage_request: again } = succeeded(await ben.post('/coverage_requests', wanted), 201);
      failed(await accept(ada, again), 422, 'coverage_request_self_owned');
      succeeded(await accept(ben, again));
    }));

  it('[COV-6] stores a decline once, and removes it when they accept something', () =>
    withSchedule(async (schedule) => {
      const request = await ask(ada);
      assert.deepEqual(namesOf(succeeded(await decline(ben, request)).coverage_request.declined_by), ['Ben']);
      assert.deepEqual(namesOf(succeeded(await decline(ben, request)).coverage_request.declined_by), ['Ben']);
      failed(await decline(ada, request), 422, 'coverage_request_self_owned');
      failed(await decline(viewer, request), 403, 'forbidden');
      failed(await decline(ben, { id: 'cov_nothing' }), 404, 'not_found');
      const { audit_log } = succeeded(await owner.get('/audit_log/?action=coverage_request.declined'));
      assert.deepEqual([audit_log.length, audit_log[0].actor.id, audit_log[0].target_id], [1, ben.id, request.id]);
      const part = { schedule_id: schedule.id, start: WEDNESDAY.start, end: '2026-01-07T10:00:00Z' };
      const answer = await ben.post(`/coverage_requests/${request.id}/accept`, { shifts: [part] });
      assert.deepEqual(succeeded(answer).coverage_request.declined_by, []);
      succeeded(await cancel(ada, request), 204);
      failed(await decline(carl, request), 422, 'coverage_request_not_pending');
    }));

  it('[COV-7] ranks candidates, with reasons', async () => {
    const [dora, eve] = [await watchbill.addPerson('Dora'), await watchbill.addPerson('Eve')];
    succeeded(await owner.patch(`/users/${eve.id}`, { time_zone: 'Asia/Tokyo' }));
    const { team } = succeeded(await owner.post('/teams/', { name: 'Candidates' }), 201);
    for (const { id } of [dora, eve]) succeeded(await owner.put(`/teams/${team.id}/members/${id}`), 204);
    succeeded(await owner.delete(`/teams/${team.id}/members/${owner.id}`), 204);
    await withSchedule(
      async (schedule) => {
        const others = [layer([ben], { rotation_start: '2026-01-07T09:00:00Z' })];
        const other = await createSchedule(owner, [], { name: 'Other', layers: others });
        const away = { start: '2026-01-07T00:00:00Z', end: '2026-01-07T12:00:00Z', reason: 'Private' };
        succeeded(await carl.post('/user/time_off/', away), 201);
        const request = await ask(ada, { end: '2026-01-07T15:00:00Z' });
        const list = async (query: string) => succeeded(await carl.get(`/coverage_candidates?${query}`));
        const { coverage_candidates: found, shifts } = await list(`coverage_request_id=${request.id}`);
        assert.deepEqual(shifts, request.remaining_shifts);
        // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what the test is about to assert
        const summary = found.map((one: any) => [
          one.user.name,
          one.is_free,
          one.in_rotation,
          one.in_team,
          one.waking_share,
        ]);
        // 09:00 to 15:00 in London is 18:00 to 24:00 in Tokyo, where the night begins at 22:00.
        assert.deepEqual(summary, [
          ['Dora', true, false, true, 1],
          ['Eve', true, false, true, 0.667],
          ['Carl', false, true, false, 1],
          ['Ben', false, true, false, 1],
        ]);
        const [, , byCarl, byBen] = found;
        assert.equal(byCarl.away_ms, 3 * HOUR_MS);
        assert.equal(byBen.conflict_ms, 6 * HOUR_MS);
        assert.deepEqual(byBen.conflicts[0].schedule_reference, { id: other.id, name: 'Other' });
        assert.ok(byBen.coming_ms > 80 * 24 * HOUR_MS);
        assert.ok(byBen.reasons.includes('on call then for 6 h: Other'), byBen.reasons);
        succeeded(await decline(dora, request));
        const { coverage_candidates: later } = await list(`coverage_request_id=${request.id}`);
        assert.deepEqual(later.at(-1).user.name, 'Dora');
        const interval = `start=${WEDNESDAY.start}&end=2026-01-07T15:00:00Z&user_id=${ada.id}`;
        const before = await list(`${interval}&schedule_ids=${schedule.id}`);
        assert.deepEqual(namesOf(before.coverage_candidates.map(({ user }: { user: { name: string } }) => user)), [
          'Dora',
          'Eve',
          'Carl',
          'Ben',
        ]);
        succeeded(await cancel(ada, request), 204);
        assert.deepEqual((await list(`coverage_request_id=${request.id}`)).coverage_candidates, []);
        succeeded(await owner.delete(`/schedules/${other.id}`), 204);
      },
      { team_ids: [team.id], layers: [layer([carl, ben, ada])] },
    );
  });

  it('[COV-7] counts the hours on call of candidates in the 90 days before and after now, each instant once', async () => {
    watchbill.at('2025-09-01T09:00:00Z');
    // The 90 days before and after the query begin and end within turns of Ben, and now is within a turn of Ada.
    const layers = [layer([ben, carl, ada, owner], { rotation_start: '2025-09-01T09:00:00Z' })];
    const schedule = await createSchedule(owner, [], { layers });
    await createOverride(owner, schedule, [carl], '2025-11-01T00:00:00Z', '2025-11-01T05:00:00Z');
    watchbill.at('2025-12-20T09:00:00Z');
    const alone = [layer([ben], { rotation_start: '2025-12-20T09:00:00Z' })];
    const deleted = await createSchedule(owner, [], { name: 'Deleted', layers: alone });
    watchbill.at('2025-12-23T09:00:00Z');
    succeeded(await owner.delete(`/schedules/${deleted.id}`), 204);

    watchbill.at('2026-01-05T15:00:00Z');
    const query = `user_id=${ada.id}&schedule_ids=${schedule.id}`;
    const { coverage_candidates } = succeeded(await carl.get(`/coverage_candidates?${query}`));
    // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what the test is about to assert
    const found = coverage_candidates.map(({ user, past_ms, coming_ms, reasons }: any) => [
      user.name,
      past_ms / HOUR_MS,
      coming_ms / HOUR_MS,
      reasons.at(-1),
    ]);
    // One of Ben's turns is cut to 18 h, 5 h are Carl's, and one of his three days in the other schedule is his turn here too.
    const [before, after] = [
      { ben: 18 + 22 * 24 - 5 + 48, carl: 23 * 24 + 5, owner: 22 * 24 },
      { ben: 22 * 24 + 6, carl: 22 * 24, owner: 23 * 24 },
    ];
    assert.deepEqual(found, [
      ['Owner', before.owner, after.owner, '528 h on call in the last 90 days, 552 h in the next 90'],
      ['Carl', before.carl, after.carl, '557 h on call in the last 90 days, 528 h in the next 90'],
      ['Ben', before.ben, after.ben, '589 h on call in the last 90 days, 534 h in the next 90'],
    ]);
    succeeded(await owner.delete(`/schedules/${schedule.id}`), 204);
  });

  it('[COV-7] refuses a query without shifts', async () => {
    const refused = async (query: string) =>
      failed(await ada.get(`/coverage_candidates?${query}`), 422, 'unprocessable_entity');
    assert.match(await refused(`coverage_request_id=x&start=${WEDNESDAY.start}`), /^Give coverage_request_id alone/);
    assert.match(await refused(`start=${WEDNESDAY.end}&end=${WEDNESDAY.start}`), /^end must be after start/);
    const nothing = { shifts: [], coverage_candidates: [] };
    assert.deepEqual(succeeded(await ada.get('/coverage_candidates')), nothing);
    failed(await ada.get('/coverage_candidates?coverage_request_id=x'), 404, 'not_found');
    failed(await viewer.get('/coverage_candidates?coverage_request_id=x'), 403, 'forbidden');
  });
});
