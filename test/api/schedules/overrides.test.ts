import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { failed, type Person, succeeded } from '../../support/drivers/api.ts';
import {
  byId,
  createOverride,
  createSchedule,
  layer,
  line,
  lines,
  namesOf,
  newOverride,
} from '../../support/drivers/schedules.ts';
import { givenWatchbill } from '../../support/drivers/suites.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

describeOnBothDatabases('overrides', (create, itOnSqlite) => {
  /** Ada alone, every day; a new schedule for each test. It is Monday noon. */
  let schedule: { id: string };
  let path: string;

  const { watchbill, owner, ada, ben, cleo, viewer } = givenWatchbill(create, {
    ada: 'Ada',
    ben: 'Ben',
    cleo: 'Cleo',
    viewer: { name: 'Vera', seat: 'viewer' },
  });
  beforeEach(async () => {
    watchbill.at('2026-01-05T09:00:00Z');
    schedule = await createSchedule(owner, [ada]);
    path = `/schedules/${schedule.id}/overrides/`;
    watchbill.at('2026-01-05T12:00:00Z');
  });

  function override(people: Person[], start: string, end: string) {
    return createOverride(owner, schedule, people, start, end);
  }

  /** The shifts from Monday 09:00 to Tuesday 09:00. */
  async function monday(): Promise<string[]> {
    const query = 'from=2026-01-05T09:00:00Z&to=2026-01-06T09:00:00Z';
    return lines(await viewer.get(`/schedules/${schedule.id}/shifts/?${query}`));
  }

  describe('POST /schedules/{schedule_id}/overrides/', () => {
    itOnSqlite('responds 201 with the override, and the shifts follow it', async () => {
      const body = newOverride([ben, cleo], '2026-01-05T14:00:00Z', '2026-01-05T16:00:00.500Z');
      const { override } = succeeded(await owner.post(path, body), 201);
      assert.match(override.id, /^ovr_[0-9a-hjkmnp-tv-z]{26}$/);
      assert.deepEqual(override, {
        id: override.id,
        start: '2026-01-05T14:00:00Z',
        end: '2026-01-05T16:00:00.500Z',
        users: [succeeded(await ben.get('/user/')).user, succeeded(await cleo.get('/user/')).user],
        created_by: succeeded(await owner.get('/user/')).user,
        created_at: '2026-01-05T12:00:00Z',
      });
      assert.deepEqual(succeeded(await viewer.get(path + override.id)), { override });
      assert.deepEqual(await monday(), [
        'Ada 2026-01-05T09:00:00Z/2026-01-05T14:00:00Z',
        'Ben+Cleo 2026-01-05T14:00:00Z/2026-01-05T16:00:00.500Z',
        'Ada 2026-01-05T16:00:00.500Z/2026-01-06T09:00:00Z',
      ]);
    });

    itOnSqlite('shows in the schedule as the current and the next shift', async () => {
      await override([ben], '2026-01-05T12:00:00Z', '2026-01-05T13:00:00Z');
      const { schedule: shown } = succeeded(await viewer.get(`/schedules/${schedule.id}`));
      assert.equal(line(shown.current_oncall_shift), 'Ben 2026-01-05T12:00:00Z/2026-01-05T13:00:00Z');
      assert.equal(line(shown.next_oncall_shift), 'Ada 2026-01-05T13:00:00Z/2026-01-06T09:00:00Z');
      assert.equal(shown.current_revision, 0);
    });

    itOnSqlite('[OVR-1] of two, the later one wins', async () => {
      await override([ben], '2026-01-05T13:00:00Z', '2026-01-05T18:00:00Z');
      await override([cleo], '2026-01-05T14:00:00Z', '2026-01-05T15:00:00Z');
      assert.deepEqual(await monday(), [
        'Ada 2026-01-05T09:00:00Z/2026-01-05T13:00:00Z',
        'Ben 2026-01-05T13:00:00Z/2026-01-05T14:00:00Z',
        'Cleo 2026-01-05T14:00:00Z/2026-01-05T15:00:00Z',
        'Ben 2026-01-05T15:00:00Z/2026-01-05T18:00:00Z',
        'Ada 2026-01-05T18:00:00Z/2026-01-06T09:00:00Z',
      ]);
    });

    itOnSqlite('[OVR-1] applies outside the windows, and in an empty rotation', async () => {
      const restriction_intervals = [{ day: 'sunday', from: '00:00', to: '01:00' }];
      for (const people of [[ada], []]) {
        const masked = await createSchedule(owner, [], { layers: [layer(people, { restriction_intervals })] });
        await createOverride(owner, masked, [ben], '2026-01-05T13:00:00Z', '2026-01-05T14:00:00Z');
        const shifts = lines(await viewer.get(`/schedules/${masked.id}/shifts/?to=2026-01-06T00:00:00Z`));
        assert.deepEqual(shifts, ['Ben 2026-01-05T13:00:00Z/2026-01-05T14:00:00Z']);
      }
    });

    itOnSqlite('[OVR-2] a start in the past becomes now', async () => {
      const { start } = await override([ben], '2026-01-05T10:00:00Z', '2026-01-05T13:00:00Z');
      assert.equal(start, '2026-01-05T12:00:00Z');
      assert.equal((await monday())[0], 'Ada 2026-01-05T09:00:00Z/2026-01-05T12:00:00Z');
    });

    for (const [what, start, end] of [
      ['before start', '2026-01-06T10:00:00Z', '2026-01-06T09:00:00Z'],
      ['equal to start', '2026-01-06T10:00:00Z', '2026-01-06T10:00:00Z'],
      ['in the past', '2026-01-05T10:00:00Z', '2026-01-05T11:00:00Z'],
      ['now', '2026-01-05T10:00:00Z', '2026-01-05T12:00:00Z'],
    ] as const) {
      itOnSqlite(`[OVR-2] refuses an end ${what} with 422`, async () => {
        const answer = await owner.post(path, newOverride([ben], start, end));
        assert.match(failed(answer, 422, 'unprocessable_entity'), /^end must be /);
        assert.equal(succeeded(await owner.get(path)).meta.total, 0);
      });
    }

    itOnSqlite('[OVR-2] a user who is named twice, in any form, counts once', async () => {
      const user_references = [
        byId(ben),
        { type: 'email', value: 'BEN@example.com' },
        byId(cleo),
        { type: 'email', value: 'ben@example.com' },
      ];
      const body = { start: '2026-01-05T13:00:00Z', end: '2026-01-05T14:00:00Z', user_references };
      assert.deepEqual(namesOf(succeeded(await owner.post(path, body), 201).override.users), ['Ben', 'Cleo']);
    });

    itOnSqlite('accepts four people, and people by their chat id', async () => {
      const body = { name: 'Dora', email: `dora-${schedule.id}@example.com`, chat_id: schedule.id };
      succeeded(await owner.post('/users/', body), 201);
      const user_references = [...[ada, ben, cleo].map(byId), { type: 'chat_user_id', value: schedule.id }];
      const override = { start: '2026-01-05T13:00:00Z', end: '2026-01-05T14:00:00Z', user_references };
      assert.deepEqual(namesOf(succeeded(await owner.post(path, override), 201).override.users), [
        'Ada',
        'Ben',
        'Cleo',
        'Dora',
      ]);
    });

    const right = { start: '2026-01-05T13:00:00Z', end: '2026-01-05T14:00:00Z' };
    const anyone = { type: 'email', value: 'ada@example.com' };
    for (const [what, body] of [
      ['nobody', { ...right, user_references: [] }],
      ['five people', { ...right, user_references: Array.from({ length: 5 }, () => anyone) }],
      ['no user_references', right],
      ['no start', { end: right.end, user_references: [anyone] }],
      ['no end', { start: right.start, user_references: [anyone] }],
      ['a start without an offset', { ...right, start: '2026-01-05T13:00:00', user_references: [anyone] }],
      ['an end that is null', { ...right, end: null, user_references: [anyone] }],
      ['an unknown field', { ...right, user_references: [anyone], why: 'Holiday' }],
      ['a reason of 301 characters', { ...right, user_references: [anyone], reason: 'x'.repeat(301) }],
      ['a reason with a control character', { ...right, user_references: [anyone], reason: 'a\u0000b' }],
      ['a reference of unknown type', { ...right, user_references: [{ type: 'id', value: '1' }] }],
      ['a reference with an unknown field', { ...right, user_references: [{ ...anyone, name: 'Ada' }] }],
    ] as const) {
      itOnSqlite(`refuses ${what} with 400`, async () => {
        failed(await owner.post(path, body), 400, 'bad_request');
      });
    }

    itOnSqlite('refuses viewers with 422', async () => {
      const answer = await owner.post(path, newOverride([ben, viewer], right.start, right.end));
      assert.match(failed(answer, 422, 'unprocessable_entity'), /Vera/);
    });

    for (const reference of [
      { type: 'email', value: 'nobody@example.com' },
      { type: 'chat_user_id', value: 'U0NOBODY' },
      { type: 'internal_user_id', value: 'usr_01kz0000000000000000000000' },
      { type: 'internal_user_id', value: 'usr_1' },
    ]) {
      itOnSqlite(`names the unknown user: ${reference.type} ${reference.value}`, async () => {
        const answer = await owner.post(path, { ...right, user_references: [byId(ben), reference] });
        assert.ok(failed(answer, 404, 'not_found').includes(reference.value));
      });
    }

    itOnSqlite('is 404 for an unknown schedule', async () => {
      for (const id of ['sch_01kz0000000000000000000000', 'sch_1']) {
        const answer = await owner.post(`/schedules/${id}/overrides/`, newOverride([ben], right.start, right.end));
        assert.ok(failed(answer, 404, 'not_found').includes(id));
      }
    });
  });

  describe('GET /schedules/{schedule_id}/overrides/{override_id}', () => {
    itOnSqlite('shows a finished override too', async () => {
      const made = await override([ben], '2026-01-05T13:00:00Z', '2026-01-05T14:00:00Z');
      watchbill.at('2026-03-01T00:00:00Z');
      assert.deepEqual(succeeded(await viewer.get(path + made.id)), { override: made });
    });

    itOnSqlite('is 404 for unknown overrides, and those of another schedule', async () => {
      const { id } = await override([ben], '2026-01-05T13:00:00Z', '2026-01-05T14:00:00Z');
      const other = await createSchedule(owner, [ada]);
      for (const wrong of [`${path}ovr_01kz0000000000000000000000`, `${path}ovr_1`]) {
        failed(await viewer.get(wrong), 404, 'not_found');
        failed(await owner.delete(wrong), 404, 'not_found');
      }
      for (const elsewhere of [other.id, 'sch_01kz0000000000000000000000']) {
        failed(await viewer.get(`/schedules/${elsewhere}/overrides/${id}`), 404, 'not_found');
        failed(await owner.delete(`/schedules/${elsewhere}/overrides/${id}`), 404, 'not_found');
      }
      succeeded(await viewer.get(path + id));
    });
  });

  describe('GET /schedules/{schedule_id}/overrides/', () => {
    itOnSqlite('lists those that overlap the interval, by default the next 30 days', async () => {
      const early = await override([ben], '2026-01-05T12:00:00Z', '2026-01-05T13:00:00Z');
      const late = await override([cleo], '2026-02-05T12:00:00Z', '2026-02-06T00:00:00Z');
      const inside = await override([ben], '2026-02-04T11:59:59Z', '2026-02-05T13:00:00Z');
      watchbill.at('2026-01-05T12:30:00Z');
      const list = async (query = '') => succeeded(await viewer.get(path + query));
      assert.deepEqual(await list(), { overrides: [early, inside], meta: { total: 2, page: 1, per_page: 20 } });
      assert.deepEqual((await list('?from=2026-01-05T13:00:00Z&to=2026-02-05T12:00:00Z')).overrides, [inside]);
      const all = 'from=2026-01-05T00:00:00Z&to=2027-01-06T00:00:00Z';
      assert.deepEqual(await list(`?${all}&per_page=2&page=2`), {
        overrides: [inside],
        meta: { total: 3, page: 2, per_page: 2 },
      });
      assert.deepEqual((await list(`?${all}&per_page=2`)).overrides, [early, late]);
      failed(
        await viewer.get(`${path}?from=2026-01-05T13:00:00Z&to=2026-01-05T13:00:00Z`),
        422,
        'unprocessable_entity',
      );
      failed(
        await viewer.get(`${path}?from=2026-01-05T00:00:00Z&to=2027-01-06T00:00:01Z`),
        422,
        'unprocessable_entity',
      );
      failed(await viewer.get(`${path}?from=now`), 400, 'bad_request');
    });
  });

  describe('PATCH /schedules/{schedule_id}/overrides/{override_id}', () => {
    itOnSqlite('[OVR-5] changes times, people and reason independently, and keeps the creator', async () => {
      const body = { ...newOverride([ben], '2026-01-05T13:00:00Z', '2026-01-05T14:00:00Z'), reason: ' Dentist ' };
      const { override: made } = succeeded(await owner.post(path, body), 201);
      assert.equal(made.reason, 'Dentist');
      watchbill.at('2026-01-05T12:10:00Z');
      const changed_by = succeeded(await ada.get('/user/')).user;
      let expected = { ...made, changed_by, changed_at: '2026-01-05T12:10:00Z' };
      for (const [change, shown] of [
        [{ end: '2026-01-05T16:00:00+01:00' }, { end: '2026-01-05T15:00:00Z' }],
        [{ start: '2026-01-05T12:30:00Z' }, { start: '2026-01-05T12:30:00Z' }],
        [{ user_references: [byId(cleo)] }, { users: [succeeded(await cleo.get('/user/')).user] }],
        [{ reason: 'Two\nlines' }, { reason: 'Two\nlines' }],
      ] as const) {
        expected = { ...expected, ...shown };
        assert.deepEqual(succeeded(await ada.patch(path + made.id, change)), { override: expected });
        assert.deepEqual(succeeded(await viewer.get(path + made.id)), { override: expected });
      }
      const { reason: _, ...withoutReason } = expected;
      assert.deepEqual(succeeded(await ada.patch(path + made.id, { reason: ' ' })).override, withoutReason);
      assert.equal((await monday())[1], 'Cleo 2026-01-05T12:30:00Z/2026-01-05T15:00:00Z');
    });

    itOnSqlite('changes nothing, and writes nothing, when nothing is different', async () => {
      const made = await override([ben], '2026-01-05T13:00:00Z', '2026-01-05T14:00:00Z');
      watchbill.at('2026-01-05T13:30:00Z');
      for (const body of [{}, { end: made.end, user_references: [byId(ben)], reason: '' }]) {
        assert.deepEqual(succeeded(await ada.patch(path + made.id, body)), { override: made });
      }
      const { audit_log } = succeeded(await owner.get(`/audit_log/?target_id=${made.id}`));
      assert.deepEqual(
        audit_log.map(({ action }: { action: string }) => action),
        ['override.created'],
      );
    });

    it('[OVR-5] of a running override keeps its past, its id and its rank', async () => {
      const { id } = await override([ben], '2026-01-05T12:00:00Z', '2026-01-05T18:00:00Z');
      await override([ada], '2026-01-05T16:00:00Z', '2026-01-05T17:00:00Z');
      watchbill.at('2026-01-05T13:00:00Z');
      const changed = succeeded(await owner.patch(path + id, { user_references: [byId(cleo)] })).override;
      assert.deepEqual([changed.id, changed.start, changed.end], [id, '2026-01-05T13:00:00Z', '2026-01-05T18:00:00Z']);
      watchbill.at('2026-01-05T14:00:00Z');
      succeeded(await owner.patch(path + id, { end: '2026-01-05T20:00:00Z' }));
      watchbill.at('2026-01-05T15:00:00Z');
      succeeded(await owner.patch(path + id, { start: '2026-01-05T15:30:00Z' }));
      assert.deepEqual(await monday(), [
        'Ada 2026-01-05T09:00:00Z/2026-01-05T12:00:00Z',
        'Ben 2026-01-05T12:00:00Z/2026-01-05T13:00:00Z',
        'Cleo 2026-01-05T13:00:00Z/2026-01-05T15:00:00Z',
        'Ada 2026-01-05T15:00:00Z/2026-01-05T15:30:00Z',
        'Cleo 2026-01-05T15:30:00Z/2026-01-05T16:00:00Z',
        'Ada 2026-01-05T16:00:00Z/2026-01-05T17:00:00Z',
        'Cleo 2026-01-05T17:00:00Z/2026-01-05T20:00:00Z',
        'Ada 2026-01-05T20:00:00Z/2026-01-06T09:00:00Z',
      ]);
      const query = '?from=2026-01-05T09:00:00Z&to=2026-01-06T09:00:00Z';
      assert.equal(succeeded(await owner.get(path + query)).meta.total, 2);
      watchbill.at('2026-01-05T15:45:00Z');
      succeeded(await owner.delete(path + id), 204);
      assert.equal((await monday())[4], 'Cleo 2026-01-05T15:30:00Z/2026-01-05T15:45:00Z');
    });

    itOnSqlite('[OVR-5] of a finished override is refused', async () => {
      const made = await override([ben], '2026-01-05T12:00:00Z', '2026-01-05T13:00:00Z');
      watchbill.at('2026-01-05T13:00:00Z');
      failed(await owner.patch(path + made.id, { end: '2026-01-05T18:00:00Z' }), 422, 'override_already_finished');
      failed(await owner.patch(path + made.id, { reason: 'Late' }), 422, 'override_already_finished');
      assert.deepEqual(succeeded(await owner.get(path + made.id)), { override: made });
    });

    itOnSqlite('refuses the same bodies as creation, and then changes nothing', async () => {
      const made = await override([ben], '2026-01-05T13:00:00Z', '2026-01-05T14:00:00Z');
      for (const [body, status, rule] of [
        [{ end: '2026-01-05T13:00:00Z' }, 422, /^end must be after start/],
        [{ start: '2026-01-05T15:00:00Z' }, 422, /^end must be after start/],
        [{ start: '2026-01-05T10:00:00Z', end: '2026-01-05T11:00:00Z' }, 422, /^end must be in the future/],
        [{ user_references: [byId(viewer)] }, 422, /Vera/],
        [{ user_references: [{ type: 'email', value: 'nobody@example.com' }] }, 404, /nobody@example.com/],
        [{ user_references: [] }, 400, /user_references/],
        [{ start: '2026-01-05' }, 400, /start/],
        [{ end: null }, 400, /end/],
        [{ reason: 'x'.repeat(301) }, 400, /reason/],
        [{ rank: 1 }, 400, /rank/],
      ] as const) {
        const answer = await owner.patch(path + made.id, body);
        assert.match(failed(answer, status, answer.body.error.code), rule);
      }
      failed(await owner.patch(`${path}ovr_01kz0000000000000000000000`, { reason: 'x' }), 404, 'not_found');
      assert.deepEqual(succeeded(await owner.get(path + made.id)), { override: made });
    });

    itOnSqlite('is audited with the earlier state and without the reason', async () => {
      const { id } = await override([ben], '2026-01-05T13:00:00Z', '2026-01-05T14:00:00Z');
      const change = { user_references: [byId(cleo)], end: '2026-01-05T15:00:00Z', reason: 'Private' };
      succeeded(await ada.patch(path + id, change));
      const [{ action, actor, detail }] = succeeded(await owner.get(`/audit_log/?target_id=${id}`)).audit_log;
      assert.deepEqual([action, actor.id], ['override.updated', ada.id]);
      const start = '2026-01-05T13:00:00Z';
      assert.deepEqual(detail, {
        schedule: schedule.id,
        start,
        end: '2026-01-05T15:00:00Z',
        users: [cleo.id],
        before: { start, end: '2026-01-05T14:00:00Z', users: [ben.id] },
        reason_changed: true,
      });
    });

    it('of fifty concurrent changes and deletions, all get a response, and the last one stays', async () => {
      const { id } = await override([ben], '2026-01-05T12:00:00Z', '2026-01-07T12:00:00Z');
      watchbill.at('2026-01-05T15:00:00Z');
      const people = [ada, ben, cleo];
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          i === 40
            ? owner.delete(path + id)
            : owner.patch(path + id, { user_references: [byId(people[i % 3] as Person)] }),
        ),
      );
      const statuses = new Set(answers.map(({ status }) => status));
      assert.deepEqual(statuses.difference(new Set([200, 204, 404])), new Set());
      failed(await owner.get(path + id), 404, 'not_found');
      const shifts = await monday();
      assert.equal(shifts[1], 'Ben 2026-01-05T12:00:00Z/2026-01-05T15:00:00Z');
      assert.equal(shifts.at(-1), 'Ada 2026-01-05T15:00:00Z/2026-01-06T09:00:00Z');
    });
  });

  describe('DELETE /schedules/{schedule_id}/overrides/{override_id}', () => {
    const whole = ['Ada 2026-01-05T09:00:00Z/2026-01-06T09:00:00Z'];

    itOnSqlite('[OVR-3] removes a future override completely', async () => {
      const { id } = await override([ben], '2026-01-05T13:00:00Z', '2026-01-05T14:00:00Z');
      assert.equal(succeeded(await owner.delete(path + id), 204), undefined);
      failed(await owner.get(path + id), 404, 'not_found');
      failed(await owner.delete(path + id), 404, 'not_found');
      assert.equal(succeeded(await owner.get(path)).meta.total, 0);
      assert.deepEqual(await monday(), whole);
    });

    itOnSqlite('[OVR-3] ends a running override now, and keeps its past in the shifts', async () => {
      const { id } = await override([ben], '2026-01-05T12:00:00Z', '2026-01-05T18:00:00Z');
      watchbill.at('2026-01-05T15:00:00Z');
      succeeded(await owner.delete(path + id), 204);
      failed(await owner.get(path + id), 404, 'not_found');
      failed(await owner.delete(path + id), 404, 'not_found');
      assert.deepEqual(await monday(), [
        'Ada 2026-01-05T09:00:00Z/2026-01-05T12:00:00Z',
        'Ben 2026-01-05T12:00:00Z/2026-01-05T15:00:00Z',
        'Ada 2026-01-05T15:00:00Z/2026-01-06T09:00:00Z',
      ]);
      const query = '?from=2026-01-05T09:00:00Z&to=2026-01-06T09:00:00Z';
      assert.deepEqual(succeeded(await owner.get(path + query)).overrides, []);
    });

    itOnSqlite('[OVR-3] of a finished override is refused', async () => {
      const made = await override([ben], '2026-01-05T12:00:00Z', '2026-01-05T13:00:00Z');
      watchbill.at('2026-01-05T13:00:00Z');
      failed(await owner.delete(path + made.id), 422, 'override_already_finished');
      assert.deepEqual(succeeded(await owner.get(path + made.id)), { override: made });
      assert.equal((await monday())[1], 'Ben 2026-01-05T12:00:00Z/2026-01-05T13:00:00Z');
    });

    itOnSqlite('[OVR-3] treats an override as running until a millisecond before its end', async () => {
      const { id } = await override([ben], '2026-01-05T12:00:00Z', '2026-01-05T13:00:00Z');
      watchbill.at('2026-01-05T12:59:59.999Z');
      succeeded(await owner.delete(path + id), 204);
    });

    itOnSqlite('uncovers the override beneath', async () => {
      await override([ben], '2026-01-05T12:00:00Z', '2026-01-05T18:00:00Z');
      const { id } = await override([cleo], '2026-01-05T12:00:00Z', '2026-01-05T18:00:00Z');
      watchbill.at('2026-01-05T15:00:00Z');
      succeeded(await owner.delete(path + id), 204);
      assert.deepEqual(await monday(), [
        'Ada 2026-01-05T09:00:00Z/2026-01-05T12:00:00Z',
        'Cleo 2026-01-05T12:00:00Z/2026-01-05T15:00:00Z',
        'Ben 2026-01-05T15:00:00Z/2026-01-05T18:00:00Z',
        'Ada 2026-01-05T18:00:00Z/2026-01-06T09:00:00Z',
      ]);
    });

    it('of fifty concurrent calls, one succeeds', async () => {
      for (const [start, deletion] of [
        ['2026-01-06T12:00:00Z', '2026-01-05T12:00:00Z'],
        ['2026-01-05T12:00:00Z', '2026-01-05T15:00:00Z'],
      ] as const) {
        const { id } = await override([ben], start, '2026-01-07T12:00:00Z');
        watchbill.at(deletion);
        const answers = await Promise.all(Array.from({ length: 50 }, () => owner.delete(path + id)));
        assert.deepEqual(answers.map(({ status }) => status).sort(), [204, ...Array.from({ length: 49 }, () => 404)]);
      }
    });
  });

  describe('who may create, change and delete overrides', () => {
    const [start, end] = ['2026-01-05T13:00:00Z', '2026-01-05T14:00:00Z'];

    async function mayOverride(person: Person): Promise<boolean> {
      const { id } = await override([ben], start, end);
      const answer = await person.post(path, newOverride([ben], start, end));
      if (answer.status === 201) {
        succeeded(await person.patch(path + id, { reason: 'Swapped' }));
        succeeded(await person.delete(path + id), 204);
        return true;
      }
      failed(answer, 403, 'forbidden');
      failed(await person.patch(path + id, { reason: 'Swapped' }), 403, 'forbidden');
      failed(await person.delete(path + id), 403, 'forbidden');
      succeeded(await owner.get(path + id));
      return false;
    }

    itOnSqlite('owners, admins, people in the rotation', async () => {
      const admin = await watchbill.addPerson('Admin', { role: 'admin' });
      for (const person of [owner, admin, ada]) assert.ok(await mayOverride(person));
    });

    itOnSqlite('the creator of the schedule, and members of its teams', async () => {
      schedule = await createSchedule(ben, [ada]);
      path = `/schedules/${schedule.id}/overrides/`;
      assert.ok(await mayOverride(ben));
      const { team } = succeeded(await owner.post('/teams/', { name: 'Overriders' }), 201);
      succeeded(await owner.patch(`/schedules/${schedule.id}`, { team_ids: [team.id] }));
      assert.ok(!(await mayOverride(cleo)));
      succeeded(await owner.put(`/teams/${team.id}/members/${cleo.id}`), 204);
      assert.ok(await mayOverride(cleo));
    });

    itOnSqlite('nobody else, and no viewer', async () => {
      for (const person of [ben, viewer]) assert.ok(!(await mayOverride(person)));
    });
  });

  it('of many created concurrently, the one with the highest id wins', async () => {
    const people = [ada, ben, cleo];
    const made: { id: string; users: { name: string }[] }[] = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        override([people[i % 3] as Person], '2026-01-05T13:00:00Z', '2026-01-05T14:00:00Z'),
      ),
    );
    const [last] = made.sort((a, b) => (a.id < b.id ? 1 : -1));
    assert.equal((await monday())[1], `${last?.users[0]?.name} 2026-01-05T13:00:00Z/2026-01-05T14:00:00Z`);
  });
});
