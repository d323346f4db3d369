import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { insertOrganization } from '../../../src/db/people/organizations.ts';
import { insertUser } from '../../../src/db/people/users.ts';
import { newApiKey } from '../../../src/secrets/api-key-format.ts';
import { newUser } from '../../../src/services/people/users.ts';
import { storeApiKey } from '../../../src/services/sign-in/api-keys.ts';
import type { Answer } from '../../support/drivers/answer.ts';
import { call, failed, type Person, startWatchbill, succeeded, type Watchbill } from '../../support/drivers/api.ts';
import { createOverride, createSchedule, layer } from '../../support/drivers/schedules.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

/** Each test starts on Monday at 09:00, with people only. By default Ada and Ben take daily turns. */
describeOnBothDatabases('coverage requests', (create, itOnSqlite) => {
  let watchbill: Watchbill;
  let owner: Person;
  let ada: Person;
  let ben: Person;

  beforeEach(async () => {
    watchbill = await startWatchbill(create, '2026-01-05T09:00:00Z');
    owner = watchbill.owner;
    ada = await watchbill.addPerson('Ada');
    ben = await watchbill.addPerson('Ben');
  });
  afterEach(() => watchbill.stop());

  it('[STO-5] with a damaged row is shown without shifts, and affects no other', async () => {
    await createSchedule(owner, [ada, ben]);
    const { coverage_request: bad } = succeeded(await askForWednesday(), 201);
    for (const damaged of ['[', '{}', '[{"scheduleId":1}]', 'null']) {
      await watchbill.services.db.exclusively((tx) =>
        tx.execute(`update coverage_requests set shifts_json = '${damaged}' where id = '${bad.id}'`),
      );
      const { coverage_requests } = succeeded(await owner.get('/coverage_requests/'));
      assert.deepEqual(coverage_requests[0].shifts, [], damaged);
      failed(await ben.post(`/coverage_requests/${bad.id}/accept`), 422, 'unprocessable_entity');
    }
    succeeded(await askForWednesday(), 201);
    succeeded(await ada.delete(`/user/coverage_requests/${bad.id}`), 204);
  });

  function ask(as: Person, start: string, end: string, more: object = {}): Promise<Answer> {
    return as.post('/user/coverage_requests', { start, end, reason: 'Dentist', ...more });
  }

  /** Asks for cover of Ada's Wednesday. */
  function askForWednesday(more: object = {}): Promise<Answer> {
    return ask(ada, '2026-01-07T09:00:00Z', '2026-01-08T09:00:00Z', more);
  }

  async function statusOf(id: string): Promise<string> {
    return succeeded(await owner.get(`/coverage_requests/${id}`)).coverage_request.status;
  }

  describe('POST /user/coverage_requests', () => {
    itOnSqlite('[COV-1] answers 201 with the shifts in the interval, clipped to it', async () => {
      const { id, name } = await createSchedule(owner, [ada, ben]);
      const { user } = succeeded(await ada.get('/user/'));
      const answer = await ask(ada, '2026-01-06T12:00:00Z', '2026-01-10T01:00:00+01:00', { reason: '  Holiday ' });
      const { coverage_request } = succeeded(answer, 201);
      assert.match(coverage_request.id, /^cov_[0-9a-hjkmnp-tv-z]{26}$/);
      const shifts = [
        { start: '2026-01-07T09:00:00Z', end: '2026-01-08T09:00:00Z', schedule_reference: { id, name } },
        { start: '2026-01-09T09:00:00Z', end: '2026-01-10T00:00:00Z', schedule_reference: { id, name } },
      ];
      assert.deepEqual(coverage_request, {
        id: coverage_request.id,
        user,
        reason: 'Holiday',
        status: 'pending',
        shifts,
        remaining_shifts: shifts,
        acceptances: [],
        declined_by: [],
        start: '2026-01-06T12:00:00Z',
        end: '2026-01-10T00:00:00Z',
        created_at: '2026-01-05T09:00:00Z',
      });
      assert.deepEqual(succeeded(await ben.get(`/coverage_requests/${coverage_request.id}`)), { coverage_request });
    });

    itOnSqlite('[COV-1] leaves out past shifts', async () => {
      await createSchedule(owner, [ada, ben]);
      watchbill.at('2026-01-07T15:30:00Z');
      const answer = await ask(ada, '2026-01-05T09:00:00Z', '2026-01-08T09:00:00Z');
      const { coverage_request } = succeeded(answer, 201);
      assert.deepEqual(lines(coverage_request), ['Primary 2026-01-07T15:30:00Z/2026-01-08T09:00:00Z']);
      assert.equal(coverage_request.start, '2026-01-05T09:00:00Z');
    });

    itOnSqlite('includes all schedules of the caller, by start, or those that they name', async () => {
      const days = await createSchedule(owner, [ada, ben], { name: 'Days' });
      await createSchedule(owner, [ben], { name: 'Not hers' });
      const noon = layer([ben, ada], { rotation_start: '2026-01-05T12:00:00Z' });
      await createSchedule(owner, [], { name: 'Noon', layers: [noon] });
      const lent = await createSchedule(owner, [ben], { name: 'Lent' });
      await createOverride(owner, lent, [ada], '2026-01-06T08:00:00Z', '2026-01-06T10:00:00Z');

      const inAll = succeeded(await ask(ada, '2026-01-05T09:00:00Z', '2026-01-07T10:00:00Z'), 201).coverage_request;
      assert.deepEqual(lines(inAll), [
        'Days 2026-01-05T09:00:00Z/2026-01-06T09:00:00Z',
        'Lent 2026-01-06T08:00:00Z/2026-01-06T10:00:00Z',
        'Noon 2026-01-06T12:00:00Z/2026-01-07T10:00:00Z',
        'Days 2026-01-07T09:00:00Z/2026-01-07T10:00:00Z',
      ]);
      const named = { schedule_ids: [days.id, days.id] };
      const inOne = succeeded(await ask(ada, '2026-01-09T00:00:00Z', '2026-01-12T00:00:00Z', named), 201);
      assert.deepEqual(lines(inOne.coverage_request), [
        'Days 2026-01-09T09:00:00Z/2026-01-10T09:00:00Z',
        'Days 2026-01-11T09:00:00Z/2026-01-12T00:00:00Z',
      ]);
    });

    itOnSqlite('includes shared shifts, but not those that an override gave to others', async () => {
      const pairs = layer([ada, ben], { concurrent_oncall_users: 2 });
      const schedule = await createSchedule(owner, [], { layers: [pairs] });
      await createOverride(owner, schedule, [ben], '2026-01-05T12:00:00Z', '2026-01-05T18:00:00Z');
      const answer = await ask(ada, '2026-01-05T09:00:00Z', '2026-01-06T09:00:00Z');
      assert.deepEqual(lines(succeeded(answer, 201).coverage_request), [
        'Primary 2026-01-05T09:00:00Z/2026-01-05T12:00:00Z',
        'Primary 2026-01-05T18:00:00Z/2026-01-06T09:00:00Z',
      ]);
    });

    itOnSqlite('refuses invalid bodies, and says what is wrong', async () => {
      const body = { start: '2026-01-07T09:00:00Z', end: '2026-01-08T09:00:00Z', reason: 'Dentist' };
      for (const [wrong, message] of [
        [{ ...body, start: undefined }, /^start is required\.$/],
        [{ ...body, end: undefined }, /^end is required\.$/],
        [{ ...body, reason: undefined }, /^reason is required\.$/],
        [{ ...body, start: 'tomorrow' }, /^start must be a date-time with an offset/],
        [{ ...body, end: 7 }, /^end must be string; it is 7\.$/],
        [{ ...body, reason: '' }, /^reason must not have fewer than 1 characters/],
        [{ ...body, reason: ' \n ' }, /^reason must not be blank/],
        [{ ...body, reason: 'x'.repeat(301) }, /^reason must not have more than 300 characters/],
        [{ ...body, schedule_ids: null }, /^schedule_ids must be array/],
        [{ ...body, schedule_ids: [7] }, /^schedule_ids\[0\] must be string; it is 7\.$/],
        [{ ...body, schedule_ids: Array(101).fill('sch_x') }, /^schedule_ids must not have more than 100 items/],
        [{ ...body, user: 'usr_x' }, /^user is not a known field\. Known: start, end, reason/],
        [[], /^The body must be object/],
      ] as const) {
        assert.match(failed(await ada.post('/user/coverage_requests', wrong), 400, 'bad_request'), message);
      }
    });

    itOnSqlite('accepts a reason of 300 characters of any kind', async () => {
      await createSchedule(owner, [ada, ben]);
      const reason = '🛟'.repeat(300);
      assert.equal(succeeded(await askForWednesday({ reason }), 201).coverage_request.reason, reason);
    });

    itOnSqlite('refuses an interval that is empty, past or longer than 366 days', async () => {
      for (const [start, end, message] of [
        ['2026-01-07T09:00:00Z', '2026-01-07T09:00:00Z', /^end must be after start: end is 2026-01-07T09:00:00Z/],
        ['2026-01-08T09:00:00Z', '2026-01-07T09:00:00Z', /^end must be after start/],
        ['2026-01-04T09:00:00Z', '2026-01-05T09:00:00Z', /^end must be in the future: .* it is 2026-01-05T09:00:00Z/],
        ['2026-01-05T09:00:00Z', '2027-01-06T09:00:00.001Z', /^end may be at most 366 days after start/],
      ] as const) {
        assert.match(failed(await ask(ada, start, end), 422, 'unprocessable_entity'), message);
      }
    });

    itOnSqlite('accepts 366 days', async () => {
      await createSchedule(owner, [ada, ben]);
      const answer = await ask(ada, '2026-01-05T09:00:00Z', '2027-01-06T09:00:00Z');
      assert.equal(succeeded(answer, 201).coverage_request.shifts.length, 183);
    });

    itOnSqlite('[COV-1] refuses an interval in which the caller is not on call', async () => {
      const schedule = await createSchedule(owner, [ada, ben]);
      const nothing = /^There is nothing to cover: you are not on call in these schedules from 2026-01-0/;
      const tuesday = await ask(ada, '2026-01-06T09:00:00Z', '2026-01-07T09:00:00Z');
      assert.match(failed(tuesday, 422, 'unprocessable_entity'), nothing);
      assert.match(failed(await askForWednesday({ schedule_ids: [] }), 422, 'unprocessable_entity'), nothing);
      const carl = await watchbill.addPerson('Carl');
      const notHis = await ask(carl, '2026-01-05T09:00:00Z', '2026-01-07T09:00:00Z', { schedule_ids: [schedule.id] });
      assert.match(failed(notHis, 422, 'unprocessable_entity'), nothing);
    });

    itOnSqlite('names an unknown schedule', async () => {
      const schedule = await createSchedule(owner, [ada, ben]);
      const unknown = 'sch_01jgt3b7c0000000000000000a';
      for (const id of [unknown, 'sch_none', ada.id]) {
        const answer = await askForWednesday({ schedule_ids: [schedule.id, id] });
        assert.equal(failed(answer, 404, 'not_found'), `There is no schedule ${JSON.stringify(id)}.`);
      }
    });

    itOnSqlite('accepts 500 shifts, and not one more', async () => {
      const hours = layer([ada], { shift_length: { amount: 1, unit: 'hours' } });
      await createSchedule(owner, [], { layers: [hours] });
      const tooMany = await ask(ada, '2026-01-05T09:00:00Z', '2026-01-26T05:00:01Z');
      assert.equal(
        failed(tooMany, 422, 'too_many_shifts_in_coverage_request'),
        'A coverage request may have up to 500 shifts; these are more.',
      );
      const answer = await ask(ada, '2026-01-05T09:00:00Z', '2026-01-26T05:00:00Z');
      assert.equal(succeeded(answer, 201).coverage_request.shifts.length, 500);
    });

    itOnSqlite('[COV-1] refuses time that is already in another pending request of the user', async () => {
      const { id } = await createSchedule(owner, [ada, ben]);
      succeeded(await askForWednesday(), 201);
      const again = await ask(ada, '2026-01-08T08:59:00Z', '2026-01-10T09:00:00Z');
      assert.equal(
        failed(again, 422, 'unprocessable_entity'),
        `Another pending coverage request of yours asks for Primary (${id}) from 2026-01-07T09:00:00Z to 2026-01-08T09:00:00Z already.`,
      );
      succeeded(await ask(ada, '2026-01-08T09:00:00Z', '2026-01-10T09:00:00Z'), 201);
      succeeded(await ask(ben, '2026-01-06T09:00:00Z', '2026-01-10T09:00:00Z'), 201);
    });

    itOnSqlite('accepts the same time in another schedule', async () => {
      const first = await createSchedule(owner, [ada, ben], { name: 'First' });
      const second = await createSchedule(owner, [ada, ben], { name: 'Second' });
      succeeded(await askForWednesday({ schedule_ids: [first.id] }), 201);
      succeeded(await askForWednesday({ schedule_ids: [second.id] }), 201);
      failed(await askForWednesday(), 422, 'unprocessable_entity');
    });

    itOnSqlite('accepts time whose request was canceled, or accepted and given back', async () => {
      const schedule = await createSchedule(owner, [ada, ben]);
      const canceled = succeeded(await askForWednesday(), 201).coverage_request;
      succeeded(await ada.delete(`/user/coverage_requests/${canceled.id}`), 204);
      const accepted = succeeded(await askForWednesday(), 201).coverage_request;
      succeeded(await ben.post(`/coverage_requests/${accepted.id}/accept`));
      const within = 'from=2026-01-07T09:00:00Z&to=2026-01-08T09:00:00Z';
      const { overrides } = succeeded(await owner.get(`/schedules/${schedule.id}/overrides/?${within}`));
      succeeded(await owner.delete(`/schedules/${schedule.id}/overrides/${overrides[0].id}`), 204);
      succeeded(await askForWednesday(), 201);
    });

    it('of twenty concurrent requests for the same time, one is created', async () => {
      await createSchedule(owner, [ada, ben]);
      const answers = await Promise.all(Array.from({ length: 20 }, () => askForWednesday()));
      const statuses = answers.map(({ status }) => status).sort();
      assert.deepEqual(statuses, [201, ...Array(19).fill(422)]);
      assert.equal(succeeded(await ada.get('/user/coverage_requests/')).meta.total, 1);
    });
  });

  describe('GET /coverage_requests/', () => {
    /** One of each status, in this order; the time is then Thursday. */
    async function oneOfEach(): Promise<string[]> {
      await createSchedule(owner, [ada, ben]);
      const ids: string[] = [];
      for (const [start, end] of [
        ['2026-01-05T09:00:00Z', '2026-01-06T09:00:00Z'],
        ['2026-01-07T09:00:00Z', '2026-01-08T09:00:00Z'],
        ['2026-01-09T09:00:00Z', '2026-01-10T09:00:00Z'],
        ['2026-01-11T09:00:00Z', '2026-01-12T09:00:00Z'],
      ] as const) {
        ids.push(succeeded(await ask(ada, start, end), 201).coverage_request.id);
      }
      succeeded(await ada.delete(`/user/coverage_requests/${ids[0]}`), 204);
      succeeded(await ben.post(`/coverage_requests/${ids[2]}/accept`));
      watchbill.at('2026-01-08T12:00:00Z');
      return ids;
    }

    itOnSqlite('lists the oldest first, each with its status', async () => {
      const ids = await oneOfEach();
      const { coverage_requests, meta } = succeeded(await ben.get('/coverage_requests/'));
      assert.deepEqual(
        coverage_requests.map(({ id, status }: { id: string; status: string }) => [id, status]),
        [
          [ids[0], 'canceled'],
          [ids[1], 'expired'],
          [ids[2], 'accepted'],
          [ids[3], 'pending'],
        ],
      );
      assert.deepEqual(meta, { total: 4, page: 1, per_page: 20 });
    });

    itOnSqlite('filters by status', async () => {
      const [canceled, expired, accepted, pending] = await oneOfEach();
      for (const [status, id] of Object.entries({ canceled, expired, accepted, pending })) {
        const { coverage_requests, meta } = succeeded(await ben.get(`/coverage_requests?status=${status}`));
        assert.deepEqual(
          coverage_requests.map((one: { id: string; status: string }) => [one.id, one.status]),
          [[id, status]],
        );
        assert.equal(meta.total, 1);
      }
    });

    itOnSqlite('has pages, with the true total also past the end', async () => {
      const ids = await oneOfEach();
      const page = succeeded(await ben.get('/coverage_requests/?per_page=1&page=3'));
      assert.deepEqual([page.coverage_requests[0].id, page.meta], [ids[2], { total: 4, page: 3, per_page: 1 }]);
      assert.deepEqual(succeeded(await ben.get('/coverage_requests/?status=pending&page=9')), {
        coverage_requests: [],
        meta: { total: 1, page: 9, per_page: 20 },
      });
    });

    itOnSqlite('refuses unknown query parameters', async () => {
      for (const query of [
        'status=done',
        'status=',
        'status=pending&status=expired',
        'page=0',
        'per_page=101',
        'x=1',
      ]) {
        failed(await ben.get(`/coverage_requests/?${query}`), 400, 'bad_request');
      }
    });
  });

  describe('GET /user/coverage_requests/', () => {
    itOnSqlite('lists the requests of the caller, in pages', async () => {
      await createSchedule(owner, [ada, ben]);
      const mine: string[] = [];
      for (const [start, end] of [
        ['2026-01-07T09:00:00Z', '2026-01-08T09:00:00Z'],
        ['2026-01-09T09:00:00Z', '2026-01-10T09:00:00Z'],
      ] as const) {
        mine.push(succeeded(await ask(ada, start, end), 201).coverage_request.id);
        succeeded(await ask(ben, end, end.replace('09:00', '21:00')), 201);
      }
      const { coverage_requests, meta } = succeeded(await ada.get('/user/coverage_requests/'));
      assert.deepEqual([idsOf(coverage_requests), meta], [mine, { total: 2, page: 1, per_page: 20 }]);
      const second = succeeded(await ada.get('/user/coverage_requests?per_page=1&page=2'));
      assert.deepEqual(idsOf(second.coverage_requests), [mine[1]]);
      failed(await ada.get('/user/coverage_requests/?per_page=0'), 400, 'bad_request');
    });
  });

  describe('GET /coverage_requests/{coverage_request_id}', () => {
    itOnSqlite('[COV-2] is expired from its end on, unless it was accepted or canceled', async () => {
      await createSchedule(owner, [ada, ben]);
      const { id } = succeeded(await askForWednesday(), 201).coverage_request;
      watchbill.at('2026-01-08T08:59:59.999Z');
      assert.equal(await statusOf(id), 'pending');
      watchbill.at('2026-01-08T09:00:00Z');
      assert.equal(await statusOf(id), 'expired');
    });

    itOnSqlite('keeps the names of deleted schedules', async () => {
      const schedule = await createSchedule(owner, [ada, ben]);
      const { coverage_request } = succeeded(await askForWednesday(), 201);
      succeeded(await owner.delete(`/schedules/${schedule.id}`), 204);
      const expected = { ...coverage_request, remaining_shifts: [] };
      assert.deepEqual(succeeded(await ben.get(`/coverage_requests/${expected.id}`)), { coverage_request: expected });
    });
  });

  describe('DELETE /user/coverage_requests/{coverage_request_id}', () => {
    itOnSqlite('[COV-4] cancels a request, once', async () => {
      await createSchedule(owner, [ada, ben]);
      const { id } = succeeded(await askForWednesday(), 201).coverage_request;
      assert.equal(succeeded(await ada.delete(`/user/coverage_requests/${id}`), 204), undefined);
      assert.equal(await statusOf(id), 'canceled');
      const message = failed(await ada.delete(`/user/coverage_requests/${id}`), 422, 'coverage_request_not_pending');
      assert.equal(message, `The coverage request ${id} is no longer pending: it is canceled.`);
    });

    itOnSqlite('[COV-4] refuses an accepted or expired request', async () => {
      await createSchedule(owner, [ada, ben]);
      const accepted = succeeded(await askForWednesday(), 201).coverage_request;
      succeeded(await ben.post(`/coverage_requests/${accepted.id}/accept`));
      const answer = await ada.delete(`/user/coverage_requests/${accepted.id}`);
      assert.match(failed(answer, 422, 'coverage_request_not_pending'), /: it is accepted\.$/);

      const expired = succeeded(await ask(ada, '2026-01-09T09:00:00Z', '2026-01-10T09:00:00Z'), 201).coverage_request;
      watchbill.at('2026-01-10T09:00:00Z');
      const late = await ada.delete(`/user/coverage_requests/${expired.id}`);
      assert.match(failed(late, 422, 'coverage_request_not_pending'), /: it is expired\.$/);
      assert.equal(await statusOf(expired.id), 'expired');
    });

    itOnSqlite('[COV-4] is 404 for a request of somebody else, even for an owner', async () => {
      await createSchedule(owner, [ada, ben]);
      const { id } = succeeded(await askForWednesday(), 201).coverage_request;
      for (const other of [ben, owner]) {
        const message = failed(await other.delete(`/user/coverage_requests/${id}`), 404, 'not_found');
        assert.equal(message, `There is no coverage request "${id}".`);
      }
      assert.equal(await statusOf(id), 'pending');
    });
  });

  describe('permissions', () => {
    itOnSqlite('refuses everything without a key, or with a wrong one', async () => {
      for (const [method, path] of [
        ['GET', '/coverage_requests/'],
        ['GET', '/coverage_requests/cov_x'],
        ['POST', '/coverage_requests/cov_x/accept'],
        ['GET', '/user/coverage_requests/'],
        ['POST', '/user/coverage_requests'],
        ['DELETE', '/user/coverage_requests/cov_x'],
      ] as const) {
        failed(await call(watchbill.app, method, path), 401, 'unauthorized');
        failed(await call(watchbill.app, method, path, newApiKey()), 401, 'unauthorized');
      }
    });

    itOnSqlite('lets viewers read only', async () => {
      await createSchedule(owner, [ada, ben]);
      const viewer = await watchbill.addPerson('Vera', { seat: 'viewer' });
      const { id } = succeeded(await askForWednesday(), 201).coverage_request;
      succeeded(await viewer.get(`/coverage_requests/${id}`));
      assert.equal(succeeded(await viewer.get('/coverage_requests/')).meta.total, 1);
      assert.equal(succeeded(await viewer.get('/user/coverage_requests/')).meta.total, 0);
      for (const answer of [
        await ask(viewer, '2026-01-07T09:00:00Z', '2026-01-08T09:00:00Z'),
        await viewer.post(`/coverage_requests/${id}/accept`),
        await viewer.delete(`/user/coverage_requests/${id}`),
      ]) {
        assert.match(failed(answer, 403, 'forbidden'), /It needs a member seat; viewers only read\.$/);
      }
    });

    itOnSqlite('is 404 for unknown ids', async () => {
      for (const id of ['cov_01jgt3b7c0000000000000000a', 'cov_none', ada.id, '7']) {
        for (const answer of [
          await ada.get(`/coverage_requests/${id}`),
          await ada.post(`/coverage_requests/${id}/accept`),
          await ada.delete(`/user/coverage_requests/${id}`),
        ]) {
          assert.equal(failed(answer, 404, 'not_found'), `There is no coverage request "${id}".`);
        }
      }
    });

    itOnSqlite('is 404 for things of another organization', async () => {
      const schedule = await createSchedule(owner, [ada, ben]);
      const { id } = succeeded(await askForWednesday(), 201).coverage_request;
      const stranger = await strangerKey();
      const as = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
        call(watchbill.app, method, path, stranger, body);
      failed(await as('GET', `/coverage_requests/${id}`), 404, 'not_found');
      failed(await as('POST', `/coverage_requests/${id}/accept`), 404, 'not_found');
      failed(await as('DELETE', `/user/coverage_requests/${id}`), 404, 'not_found');
      assert.equal(succeeded(await as('GET', '/coverage_requests/')).meta.total, 0);
      assert.equal(succeeded(await as('GET', '/coverage_requests/?status=pending')).meta.total, 0);
      const asked = { start: '2026-01-07T09:00:00Z', end: '2026-01-08T09:00:00Z', reason: 'Dentist' };
      const answer = await as('POST', '/user/coverage_requests', { ...asked, schedule_ids: [schedule.id] });
      failed(answer, 404, 'not_found');
      assert.equal(await statusOf(id), 'pending');
    });
  });

  itOnSqlite('audits requests and cancellations', async () => {
    await createSchedule(owner, [ada, ben]);
    const { id } = succeeded(await askForWednesday(), 201).coverage_request;
    failed(await askForWednesday(), 422, 'unprocessable_entity');
    succeeded(await ada.delete(`/user/coverage_requests/${id}`), 204);
    failed(await ada.delete(`/user/coverage_requests/${id}`), 422, 'coverage_request_not_pending');
    const { audit_log } = succeeded(await owner.get(`/audit_log/?target_id=${id}`));
    assert.deepEqual(
      audit_log.map((entry: { action: string; actor: { id: string } }) => [entry.action, entry.actor.id]),
      [
        ['coverage_request.canceled', ada.id],
        ['coverage_request.created', ada.id],
      ],
    );
  });

  /** The key of the owner of another organization in the same database. */
  async function strangerKey(): Promise<string> {
    const { services } = watchbill;
    const { db, newId } = services;
    const key = newApiKey();
    const organizationId = newId('organization');
    const userId = newId('user');
    await db.transaction(async (tx) => {
      await tx.run(insertOrganization, { id: organizationId, name: 'Elsewhere', timeZone: 'UTC', createdAt: 0 });
      const owner = { name: 'Stranger', email: 'stranger@example.com', role: 'owner' } as const;
      await tx.run(insertUser, newUser({ organizationId }, owner, { id: userId, created_at: 0 }));
      await storeApiKey(services, tx, { key, organizationId, userId, name: 'Key', expiresAt: null });
    });
    return key;
  }
});

interface Shifts {
  readonly shifts: readonly { start: string; end: string; schedule_reference: { name: string } }[];
}

function lines({ shifts }: Shifts): string[] {
  return shifts.map(({ start, end, schedule_reference }) => `${schedule_reference.name} ${start}/${end}`);
}

function idsOf(things: readonly { readonly id: string }[]): string[] {
  return things.map(({ id }) => id);
}
