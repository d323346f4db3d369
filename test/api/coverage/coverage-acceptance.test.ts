import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { anyOrganization } from '../../../src/db/people/organizations.ts';
import { scheduleById } from '../../../src/db/schedules/schedules.ts';
import { parseId } from '../../../src/ids.ts';
import { acceptCoverageRequest } from '../../../src/services/coverage/coverage-acceptance.ts';
import { findHolder } from '../../../src/services/sign-in/api-keys.ts';
import { failed, type Person, startWatchbill, succeeded, type Watchbill } from '../../support/drivers/api.ts';
import { createOverride, createSchedule, layer, line, lines, newOverride } from '../../support/drivers/schedules.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

/** Each test starts on Monday at 09:00. By default Ada and Ben take daily turns: Wednesday is Ada's. */
describeOnBothDatabases('accepting a coverage request', (create, itOnSqlite) => {
  let watchbill: Watchbill;
  let owner: Person;
  let ada: Person;
  let ben: Person;
  let carl: Person;

  beforeEach(async () => {
    watchbill = await startWatchbill(create, '2026-01-05T09:00:00Z');
    owner = watchbill.owner;
    ada = await watchbill.addPerson('Ada');
    ben = await watchbill.addPerson('Ben');
    carl = await watchbill.addPerson('Carl');
  });
  afterEach(() => watchbill.stop());

  async function ask(as: Person, start: string, end: string, more: object = {}): Promise<string> {
    const answer = await as.post('/user/coverage_requests', { start, end, reason: 'Dentist', ...more });
    return succeeded(answer, 201).coverage_request.id;
  }

  const askForWednesday = () => ask(ada, '2026-01-07T09:00:00Z', '2026-01-08T09:00:00Z');
  const accept = (as: Person, id: string) => as.post(`/coverage_requests/${id}/accept`);

  async function statusOf(id: string): Promise<string> {
    return succeeded(await owner.get(`/coverage_requests/${id}`)).coverage_request.status;
  }

  const WEEK = 'from=2026-01-05T09:00:00Z&to=2026-01-12T09:00:00Z&per_page=100';

  async function overridesOf(schedule: { id: string }): Promise<string[]> {
    return succeeded(await owner.get(`/schedules/${schedule.id}/overrides/?${WEEK}`)).overrides.map(line);
  }

  async function shiftsOf(schedule: { id: string }, from: string, to: string): Promise<string[]> {
    return lines(await owner.get(`/schedules/${schedule.id}/shifts/?from=${from}&to=${to}&clip_to_interval=true`));
  }

  itOnSqlite('[COV-3] responds 200 with who accepted and when, and puts them on call', async () => {
    const schedule = await createSchedule(owner, [ada, ben]);
    const id = await askForWednesday();
    const { coverage_request: asked } = succeeded(await carl.get(`/coverage_requests/${id}`));
    const { user } = succeeded(await carl.get('/user/'));
    watchbill.at('2026-01-05T10:00:00Z');
    const taken = { accepted_by: user, accepted_at: '2026-01-05T10:00:00Z' };
    const acceptances = [{ user, accepted_at: '2026-01-05T10:00:00Z', shifts: asked.shifts }];
    const accepted = { ...asked, status: 'accepted', ...taken, acceptances, remaining_shifts: [] };
    assert.deepEqual([asked.remaining_shifts, asked.acceptances], [asked.shifts, []]);
    assert.deepEqual(succeeded(await accept(carl, id)), { coverage_request: accepted });
    assert.deepEqual(succeeded(await ben.get(`/coverage_requests/${id}`)), { coverage_request: accepted });

    assert.deepEqual(await shiftsOf(schedule, '2026-01-05T10:00:00Z', '2026-01-09T09:00:00Z'), [
      'Ada 2026-01-05T10:00:00Z/2026-01-06T09:00:00Z',
      'Ben 2026-01-06T09:00:00Z/2026-01-07T09:00:00Z',
      'Carl 2026-01-07T09:00:00Z/2026-01-08T09:00:00Z',
      'Ben 2026-01-08T09:00:00Z/2026-01-09T09:00:00Z',
    ]);
    const { shifts } = succeeded(await carl.get(`/user/shifts?${WEEK}`));
    assert.deepEqual(shifts.map(line), ['Carl 2026-01-07T09:00:00Z/2026-01-08T09:00:00Z']);
    assert.deepEqual(shifts[0].schedule_reference, { id: schedule.id, name: 'Primary' });
    assert.deepEqual(lines(await ada.get(`/user/shifts?${WEEK}`)), [
      'Ada 2026-01-05T09:00:00Z/2026-01-06T09:00:00Z',
      'Ada 2026-01-09T09:00:00Z/2026-01-10T09:00:00Z',
      'Ada 2026-01-11T09:00:00Z/2026-01-12T09:00:00Z',
    ]);
  });

  itOnSqlite('[COV-3] covers only the requested part of a shift', async () => {
    const schedule = await createSchedule(owner, [ada, ben]);
    succeeded(await accept(carl, await ask(ada, '2026-01-07T12:00:00Z', '2026-01-07T14:00:00Z')));
    assert.deepEqual(await shiftsOf(schedule, '2026-01-07T09:00:00Z', '2026-01-08T09:00:00Z'), [
      'Ada 2026-01-07T09:00:00Z/2026-01-07T12:00:00Z',
      'Carl 2026-01-07T12:00:00Z/2026-01-07T14:00:00Z',
      'Ada 2026-01-07T14:00:00Z/2026-01-08T09:00:00Z',
    ]);
  });

  itOnSqlite('[COV-3] covers several schedules, with an override for each shift', async () => {
    const days = await createSchedule(owner, [ada, ben], { name: 'Days' });
    const noon = await createSchedule(owner, [], {
      name: 'Noon',
      layers: [layer([ada, ben], { rotation_start: '2026-01-05T12:00:00Z' })],
    });
    const left = await createSchedule(owner, [ada, ben], { name: 'Left alone' });
    const id = await ask(ada, '2026-01-05T09:00:00Z', '2026-01-08T00:00:00Z', { schedule_ids: [noon.id, days.id] });
    succeeded(await accept(carl, id));
    assert.deepEqual(await overridesOf(days), [
      'Carl 2026-01-05T09:00:00Z/2026-01-06T09:00:00Z',
      'Carl 2026-01-07T09:00:00Z/2026-01-08T00:00:00Z',
    ]);
    assert.deepEqual(await overridesOf(noon), [
      'Carl 2026-01-05T12:00:00Z/2026-01-06T12:00:00Z',
      'Carl 2026-01-07T12:00:00Z/2026-01-08T00:00:00Z',
    ]);
    assert.deepEqual(await overridesOf(left), []);
    const { schedule } = succeeded(await owner.get(`/schedules/${days.id}`));
    assert.equal(line(schedule.current_oncall_shift), 'Carl 2026-01-05T09:00:00Z/2026-01-06T09:00:00Z');
  });

  describe('[COV-3] keeps the others who are on call at the same time', () => {
    /** Ada and Ben on Monday, Carl and Ada on Tuesday, Ben and Carl on Wednesday. */
    async function pairs() {
      const schedule = await createSchedule(owner, [], {
        layers: [layer([ada, ben, carl], { concurrent_oncall_users: 2 })],
      });
      return { schedule, id: await ask(ada, '2026-01-05T09:00:00Z', '2026-01-08T09:00:00Z') };
    }

    itOnSqlite('in their order', async () => {
      const { schedule, id } = await pairs();
      succeeded(await accept(await watchbill.addPerson('Dora'), id));
      assert.deepEqual(await shiftsOf(schedule, '2026-01-05T09:00:00Z', '2026-01-08T09:00:00Z'), [
        'Dora+Ben 2026-01-05T09:00:00Z/2026-01-06T09:00:00Z',
        'Carl+Dora 2026-01-06T09:00:00Z/2026-01-07T09:00:00Z',
        'Ben+Carl 2026-01-07T09:00:00Z/2026-01-08T09:00:00Z',
      ]);
    });

    itOnSqlite('and counts an acceptor who is already among them once', async () => {
      const { schedule, id } = await pairs();
      succeeded(await accept(ben, id));
      assert.deepEqual(await overridesOf(schedule), [
        'Ben 2026-01-05T09:00:00Z/2026-01-06T09:00:00Z',
        'Carl+Ben 2026-01-06T09:00:00Z/2026-01-07T09:00:00Z',
      ]);
    });
  });

  describe('[COV-3] covers only what the requester is still on call for', () => {
    itOnSqlite('half-way through: not what is past', async () => {
      const schedule = await createSchedule(owner, [ada, ben]);
      const id = await ask(ada, '2026-01-07T09:00:00Z', '2026-01-10T09:00:00Z');
      watchbill.at('2026-01-07T15:00:00.250Z');
      succeeded(await accept(carl, id));
      assert.deepEqual(await overridesOf(schedule), [
        'Carl 2026-01-07T15:00:00.250Z/2026-01-08T09:00:00Z',
        'Carl 2026-01-09T09:00:00Z/2026-01-10T09:00:00Z',
      ]);
      assert.deepEqual(await shiftsOf(schedule, '2026-01-07T09:00:00Z', '2026-01-08T09:00:00Z'), [
        'Ada 2026-01-07T09:00:00Z/2026-01-07T15:00:00.250Z',
        'Carl 2026-01-07T15:00:00.250Z/2026-01-08T09:00:00Z',
      ]);
    });

    itOnSqlite('after the rotation changed', async () => {
      const schedule = await createSchedule(owner, [ada, ben]);
      const id = await askForWednesday();
      const halfDays = layer([ada, ben], { shift_length: { amount: 12, unit: 'hours' } });
      succeeded(await owner.patch(`/schedules/${schedule.id}`, { layers: [halfDays] }));
      succeeded(await accept(carl, id));
      assert.deepEqual(await overridesOf(schedule), ['Carl 2026-01-07T09:00:00Z/2026-01-07T21:00:00Z']);
    });

    itOnSqlite('after somebody else took a part of it', async () => {
      const schedule = await createSchedule(owner, [ada, ben]);
      const id = await askForWednesday();
      await createOverride(owner, schedule, [ben], '2026-01-07T12:00:00Z', '2026-01-07T14:00:00Z');
      succeeded(await accept(carl, id));
      assert.deepEqual(await shiftsOf(schedule, '2026-01-07T09:00:00Z', '2026-01-08T09:00:00Z'), [
        'Carl 2026-01-07T09:00:00Z/2026-01-07T12:00:00Z',
        'Ben 2026-01-07T12:00:00Z/2026-01-07T14:00:00Z',
        'Carl 2026-01-07T14:00:00Z/2026-01-08T09:00:00Z',
      ]);
    });

    itOnSqlite('never more than was requested, even if they got more shifts since', async () => {
      const schedule = await createSchedule(owner, [ada, ben]);
      const id = await askForWednesday();
      succeeded(await owner.patch(`/schedules/${schedule.id}`, { layers: [layer([ada])] }));
      succeeded(await accept(carl, id));
      assert.deepEqual(await overridesOf(schedule), ['Carl 2026-01-07T09:00:00Z/2026-01-08T09:00:00Z']);
    });

    itOnSqlite('without deleted schedules', async () => {
      const gone = await createSchedule(owner, [ada, ben], { name: 'Gone' });
      const kept = await createSchedule(owner, [ada, ben], { name: 'Kept' });
      const id = await askForWednesday();
      succeeded(await owner.delete(`/schedules/${gone.id}`), 204);
      succeeded(await accept(carl, id));
      assert.deepEqual(await overridesOf(kept), ['Carl 2026-01-07T09:00:00Z/2026-01-08T09:00:00Z']);
    });
  });

  describe('[COV-3] nothing left to cover is 422, and nothing changes', () => {
    itOnSqlite('when the requester is no longer on call', async () => {
      const schedule = await createSchedule(owner, [ada, ben]);
      const id = await askForWednesday();
      succeeded(await owner.patch(`/schedules/${schedule.id}`, { layers: [layer([ben])] }));
      const message = failed(await accept(carl, id), 422, 'unprocessable_entity');
      assert.equal(
        message,
        `There is nothing left to cover in ${id}: the requester is no longer on call in any of its shifts.`,
      );
      assert.equal(await statusOf(id), 'pending');
      assert.deepEqual(await overridesOf(schedule), []);
      assert.equal(succeeded(await owner.get('/audit_log/?action=coverage_request.accepted')).meta.total, 0);
    });

    itOnSqlite('when the schedule was deleted, and when all requested time is past', async () => {
      const schedule = await createSchedule(owner, [ada, ben]);
      const past = await ask(ada, '2026-01-05T09:00:00Z', '2026-01-06T12:00:00Z');
      const gone = await askForWednesday();
      watchbill.at('2026-01-06T10:00:00Z');
      failed(await accept(carl, past), 422, 'unprocessable_entity');
      succeeded(await owner.delete(`/schedules/${schedule.id}`), 204);
      failed(await accept(carl, gone), 422, 'unprocessable_entity');
      assert.deepEqual([await statusOf(past), await statusOf(gone)], ['pending', 'pending']);
    });
  });

  itOnSqlite('[COV-3] refuses the caller’s own request, whatever its status', async () => {
    await createSchedule(owner, [ada, ben]);
    const id = await askForWednesday();
    failed(await accept(ada, id), 422, 'coverage_request_self_owned');
    succeeded(await accept(ben, id));
    failed(await accept(ada, id), 422, 'coverage_request_self_owned');
  });

  itOnSqlite('[COV-3] refuses a request that was accepted or canceled, or has expired', async () => {
    await createSchedule(owner, [ada, ben]);
    const accepted = await askForWednesday();
    succeeded(await accept(carl, accepted));
    const canceled = await ask(ada, '2026-01-09T09:00:00Z', '2026-01-10T09:00:00Z');
    succeeded(await ada.delete(`/user/coverage_requests/${canceled}`), 204);
    const expired = await ask(ada, '2026-01-11T09:00:00Z', '2026-01-12T09:00:00Z');
    watchbill.at('2026-01-12T09:00:00Z');
    for (const [status, id] of Object.entries({ accepted, canceled, expired })) {
      for (const someone of [ben, carl]) {
        const message = failed(await accept(someone, id), 422, 'coverage_request_not_pending');
        assert.equal(message, `The coverage request ${id} is no longer pending: it is ${status}.`);
      }
    }
  });

  itOnSqlite('needs no permission to change the schedule', async () => {
    const schedule = await createSchedule(owner, [ada]);
    const id = await askForWednesday();
    failed(await carl.patch(`/schedules/${schedule.id}`, { name: 'Mine' }), 403, 'forbidden');
    succeeded(await accept(carl, id));
  });

  itOnSqlite('refuses a caller who lost their seat or account after their key was checked', async () => {
    const schedule = await createSchedule(owner, [ada, ben]);
    const id = await askForWednesday();
    const { services } = watchbill;
    const holder = await findHolder(services, carl.key);
    assert.ok(holder);
    succeeded(await owner.patch(`/users/${carl.id}`, { seat: 'viewer' }));
    await assert.rejects(acceptCoverageRequest(services, holder.caller, id), { code: 'forbidden' });
    succeeded(await owner.delete(`/users/${carl.id}`), 204);
    await assert.rejects(acceptCoverageRequest(services, holder.caller, id), { code: 'unauthorized' });
    assert.deepEqual([await statusOf(id), await overridesOf(schedule)], ['pending', []]);
  });

  itOnSqlite('[WRK-1] updates when who is on call changes next', async () => {
    const schedule = await createSchedule(owner, [ada]);
    assert.equal(await nextChangeOf(schedule), null);
    succeeded(await accept(ben, await askForWednesday()));
    assert.equal(await nextChangeOf(schedule), Date.UTC(2026, 0, 7, 9));
  });

  itOnSqlite('audits the acceptance, and each override', async () => {
    await createSchedule(owner, [ada, ben]);
    const id = await ask(ada, '2026-01-07T09:00:00Z', '2026-01-10T09:00:00Z');
    succeeded(await accept(carl, id));
    const { audit_log } = succeeded(await owner.get('/audit_log/?action=coverage_request.accepted'));
    assert.deepEqual([audit_log.length, audit_log[0].target_id, audit_log[0].actor.id], [1, id, carl.id]);
    const { audit_log: created } = succeeded(await owner.get('/audit_log/?action=override.created'));
    const overrides = created.map((entry: { target_id: string }) => entry.target_id).reverse();
    assert.deepEqual(audit_log[0].detail, { user: ada.id, overrides, complete: true });
    assert.equal(overrides.length, 2);
  });

  itOnSqlite('covers 500 shifts', async () => {
    const hours = layer([ada], { shift_length: { amount: 1, unit: 'hours' } });
    const schedule = await createSchedule(owner, [], { layers: [hours] });
    succeeded(await accept(ben, await ask(ada, '2026-01-05T09:00:00Z', '2026-01-26T05:00:00Z')));
    const answer = await owner.get(`/schedules/${schedule.id}/overrides/`);
    assert.equal(succeeded(answer).meta.total, 500);
  });

  it('leaves at most 1,000 unfinished overrides in a schedule, the same limit as when they are created one by one', async () => {
    const hours = layer([ada], { shift_length: { amount: 1, unit: 'hours' } });
    const schedule = await createSchedule(owner, [], { layers: [hours] });
    const ids = [
      await ask(ada, '2026-01-05T09:00:00Z', '2026-01-26T05:00:00Z'),
      await ask(ada, '2026-01-26T05:00:00Z', '2026-02-16T01:00:00Z'),
    ];
    const last = await ask(ada, '2026-02-16T01:00:00Z', '2026-02-16T03:00:00Z');
    for (const id of ids) succeeded(await accept(ben, id));
    const path = `/schedules/${schedule.id}/overrides/`;
    const one = newOverride([carl], '2026-03-01T09:00:00Z', '2026-03-01T10:00:00Z');
    const rule = `A schedule may have up to 1000 unfinished overrides; ${schedule.id} would have more.`;
    assert.equal(failed(await owner.post(path, one), 422, 'unprocessable_entity'), rule);

    // The first has finished, so there is room for one more, but the request needs two.
    watchbill.at('2026-01-05T10:00:00Z');
    assert.equal(failed(await accept(ben, last), 422, 'unprocessable_entity'), rule);
    assert.equal(await statusOf(last), 'pending');
    const answers = await Promise.all(Array.from({ length: 10 }, () => owner.post(path, one)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array.from({ length: 9 }, () => 422)]);

    const [made] = answers.flatMap(({ body }) => body.override ?? []);
    succeeded(await owner.delete(path + made.id), 204);
    succeeded(await owner.post(path, one), 201);
  });

  describe('[COV-5] accepting a part', () => {
    type Part = readonly [schedule: { id: string }, start: string, end: string];
    const partsOf = (parts: readonly Part[]) => ({
      shifts: parts.map(([{ id: schedule_id }, start, end]) => ({ schedule_id, start, end })),
    });
    const take = (as: Person, id: string, ...parts: readonly Part[]) =>
      as.post(`/coverage_requests/${id}/accept`, partsOf(parts));
    // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what the test is about to assert
    const timesOf = (shifts: any[]) => shifts.map(({ start, end }) => `${start}/${end}`);

    async function read(id: string) {
      const { coverage_request } = succeeded(await owner.get(`/coverage_requests/${id}`));
      const { status, remaining_shifts, acceptances, accepted_by } = coverage_request;
      return {
        status,
        remaining: timesOf(remaining_shifts),
        taken: acceptances.map(
          // biome-ignore lint/suspicious/noExplicitAny: see above
          ({ user, shifts }: any) => `${user.name} ${timesOf(shifts).join(' ')}`,
        ),
        by: accepted_by?.name,
      };
    }

    /** Ada is on call on Wednesday and Friday, and asks for both. */
    async function twoDays() {
      const schedule = await createSchedule(owner, [ada, ben]);
      return { schedule, id: await ask(ada, '2026-01-07T09:00:00Z', '2026-01-10T09:00:00Z') };
    }

    it('leaves the request pending until all is covered; the last part completes it', async () => {
      const { schedule, id } = await twoDays();
      const answer = await take(carl, id, [schedule, '2026-01-07T12:00:00Z', '2026-01-07T18:00:00Z']);
      assert.equal(succeeded(answer).coverage_request.status, 'pending');
      assert.deepEqual(await read(id), {
        status: 'pending',
        remaining: [
          '2026-01-07T09:00:00Z/2026-01-07T12:00:00Z',
          '2026-01-07T18:00:00Z/2026-01-08T09:00:00Z',
          '2026-01-09T09:00:00Z/2026-01-10T09:00:00Z',
        ],
        taken: ['Carl 2026-01-07T12:00:00Z/2026-01-07T18:00:00Z'],
        by: undefined,
      });
      const friday = [schedule, '2026-01-09T09:00:00Z', '2026-01-10T09:00:00Z'] as const;
      succeeded(await take(ben, id, friday, [schedule, '2026-01-07T18:00:00Z', '2026-01-08T09:00:00Z']));
      assert.equal(await statusOf(id), 'pending');
      succeeded(await accept(owner, id));
      assert.deepEqual(await read(id), {
        status: 'accepted',
        remaining: [],
        taken: [
          'Carl 2026-01-07T12:00:00Z/2026-01-07T18:00:00Z',
          'Ben 2026-01-07T18:00:00Z/2026-01-08T09:00:00Z 2026-01-09T09:00:00Z/2026-01-10T09:00:00Z',
          'Owner 2026-01-07T09:00:00Z/2026-01-07T12:00:00Z',
        ],
        by: 'Owner',
      });
      assert.deepEqual(await shiftsOf(schedule, '2026-01-07T09:00:00Z', '2026-01-10T09:00:00Z'), [
        'Owner 2026-01-07T09:00:00Z/2026-01-07T12:00:00Z',
        'Carl 2026-01-07T12:00:00Z/2026-01-07T18:00:00Z',
        'Ben 2026-01-07T18:00:00Z/2026-01-08T09:00:00Z',
        'Ben 2026-01-08T09:00:00Z/2026-01-09T09:00:00Z',
        'Ben 2026-01-09T09:00:00Z/2026-01-10T09:00:00Z',
      ]);
    });

    itOnSqlite('is 422 shifts_not_available if it is taken, over, not requested, or no longer theirs', async () => {
      const { schedule, id } = await twoDays();
      const other = await createSchedule(owner, [ada], { name: 'Other' });
      succeeded(await take(carl, id, [schedule, '2026-01-07T12:00:00Z', '2026-01-07T18:00:00Z']));
      await createOverride(owner, schedule, [ben], '2026-01-09T10:00:00Z', '2026-01-09T11:00:00Z');
      watchbill.at('2026-01-07T10:00:00Z');
      const before = await read(id);
      const refused: Record<string, Part> = {
        'from 2026-01-07T12:00:00Z to 2026-01-07T13:00:00Z, somebody else took it': [
          schedule,
          '2026-01-07T11:00:00Z',
          '2026-01-07T13:00:00Z',
        ],
        'shifts\\[0\\] is over: it ended at 2026-01-07T10:00:00Z': [
          schedule,
          '2026-01-07T09:00:00Z',
          '2026-01-07T10:00:00Z',
        ],
        'from 2026-01-08T09:00:00Z to 2026-01-08T10:00:00Z, .* not in the request': [
          schedule,
          '2026-01-08T08:00:00Z',
          '2026-01-08T10:00:00Z',
        ],
        'from 2026-01-09T10:00:00Z to 2026-01-09T11:00:00Z, the requester is no longer on call then': [
          schedule,
          '2026-01-09T09:00:00Z',
          '2026-01-09T12:00:00Z',
        ],
        'not in the request': [other, '2026-01-07T11:00:00Z', '2026-01-07T12:00:00Z'],
        'in "sch_nobody"': [{ id: 'sch_nobody' }, '2026-01-07T11:00:00Z', '2026-01-07T12:00:00Z'],
      };
      for (const [message, part] of Object.entries(refused)) {
        assert.match(failed(await take(ben, id, part), 422, 'shifts_not_available'), new RegExp(message));
      }
      const backward = await take(ben, id, [schedule, '2026-01-07T12:00:00Z', '2026-01-07T12:00:00Z']);
      assert.match(failed(backward, 422, 'unprocessable_entity'), /shifts\[0\].end must be after shifts\[0\].start/);
      failed(await ben.post(`/coverage_requests/${id}/accept`, { shifts: [] }), 400, 'bad_request');
      assert.deepEqual(await read(id), before);
      // A valid part beside an invalid one: nothing is taken.
      const good = [schedule, '2026-01-07T20:00:00Z', '2026-01-07T21:00:00Z'] as const;
      failed(
        await take(ben, id, good, [schedule, '2026-01-07T12:00:00Z', '2026-01-07T13:00:00Z']),
        422,
        'shifts_not_available',
      );
      assert.deepEqual(await read(id), before);
      // A running part is taken from now on; overlapping parts are taken once.
      const running = [schedule, '2026-01-07T09:00:00Z', '2026-01-07T11:00:00Z'] as const;
      succeeded(await take(ben, id, running, [schedule, '2026-01-07T10:30:00Z', '2026-01-07T12:00:00Z']));
      assert.deepEqual((await read(id)).taken[1], 'Ben 2026-01-07T10:00:00Z/2026-01-07T12:00:00Z');
    });

    itOnSqlite('completes the request if the requester is no longer on call for the rest', async () => {
      const { schedule, id } = await twoDays();
      await createOverride(owner, schedule, [ben], '2026-01-09T09:00:00Z', '2026-01-10T09:00:00Z');
      succeeded(await take(carl, id, [schedule, '2026-01-07T09:00:00Z', '2026-01-08T09:00:00Z']));
      assert.deepEqual([(await read(id)).status, (await read(id)).by], ['accepted', 'Carl']);
    });

    itOnSqlite(
      'stays in force if the rest is canceled or expires, and can be requested again once it is returned',
      async () => {
        const { schedule, id } = await twoDays();
        const taken = ['Carl 2026-01-07T09:00:00Z/2026-01-08T09:00:00Z'];
        succeeded(await take(carl, id, [schedule, '2026-01-07T09:00:00Z', '2026-01-08T09:00:00Z']));
        const { overrides } = succeeded(await owner.get(`/schedules/${schedule.id}/overrides/?${WEEK}`));
        succeeded(await owner.delete(`/schedules/${schedule.id}/overrides/${overrides[0].id}`), 204);
        const again = await askForWednesday();
        failed(
          await ada.post('/user/coverage_requests', {
            start: '2026-01-09T09:00:00Z',
            end: '2026-01-10T09:00:00Z',
            reason: 'Twice',
          }),
          422,
          'unprocessable_entity',
        );
        succeeded(await take(ben, again, [schedule, '2026-01-07T09:00:00Z', '2026-01-07T12:00:00Z']));
        succeeded(await ada.delete(`/user/coverage_requests/${id}`), 204);
        assert.deepEqual(await read(id), { status: 'canceled', remaining: [], taken, by: undefined });
        watchbill.at('2026-01-08T09:00:00Z');
        assert.deepEqual(await read(again), {
          status: 'expired',
          remaining: [],
          taken: ['Ben 2026-01-07T09:00:00Z/2026-01-07T12:00:00Z'],
          by: undefined,
        });
        assert.deepEqual(await overridesOf(schedule), ['Ben 2026-01-07T09:00:00Z/2026-01-07T12:00:00Z']);
      },
    );

    const RIVALS = {
      nobody: async () => undefined,
      'the requester, who cancels': async (id: string) =>
        succeeded(await ada.delete(`/user/coverage_requests/${id}`), 204),
      'a change of the rotation': async (_: string, schedule: { id: string }) => {
        const layers = [layer([ben, ada], { rotation_start: '2026-01-07T00:00:00Z' })];
        succeeded(await owner.patch(`/schedules/${schedule.id}`, { layers }));
      },
    };

    it('is won by one of several concurrent callers; canceling and rotation changes compete as well', async () => {
      for (const [rival, act] of Object.entries(RIVALS)) {
        const schedule = await createSchedule(owner, [ada], { name: rival });
        const id = await ask(ada, '2026-01-07T09:00:00Z', '2026-01-08T09:00:00Z', { schedule_ids: [schedule.id] });
        const wishes = [
          { name: 'Ben', as: ben, start: '2026-01-07T09:00:00Z', end: '2026-01-07T15:00:00Z' },
          { name: 'Carl', as: carl, start: '2026-01-07T12:00:00Z', end: '2026-01-07T18:00:00Z' },
          { name: 'Owner', as: owner, start: '2026-01-07T18:00:00Z', end: '2026-01-07T20:00:00Z' },
        ];
        const racing = wishes.map(({ as, start, end }) => take(as, id, [schedule, start, end]));
        const [answers] = await Promise.all([Promise.all(racing), act(id, schedule)]);
        const won = wishes.filter((_, i) => answers[i]?.status === 200);
        for (const answer of answers.filter(({ status }) => status !== 200)) {
          assert.equal(answer.status, 422);
          assert.match(answer.body.error.code, /^(shifts_not_available|coverage_request_not_pending)$/);
        }
        const names = won.map(({ name }) => name);
        assert.ok(!(names.includes('Ben') && names.includes('Carl')), 'both took the same time');
        if (rival === 'nobody') assert.equal(names.length, 2);
        const expected = won.map(({ name, start, end }) => `${name} ${start}/${end}`);
        assert.deepEqual((await read(id)).taken.toSorted(), expected, rival);
        assert.deepEqual((await overridesOf(schedule)).toSorted(), expected, rival);
      }
    });
  });

  describe('concurrently', () => {
    it('[COV-3] of fifty people one wins, with one set of overrides', async () => {
      const schedules = [
        await createSchedule(owner, [ada, ben], { name: 'First' }),
        await createSchedule(owner, [ada, ben], { name: 'Second' }),
      ];
      const id = await ask(ada, '2026-01-05T09:00:00Z', '2026-01-08T09:00:00Z');
      const people: Person[] = [];
      for (let i = 0; i < 50; i++) people.push(await watchbill.addPerson(`Racer${i}`));
      const answers = await Promise.all(people.map((person) => accept(person, id)));

      const [winner, ...others] = answers.filter(({ status }) => status === 200);
      assert.ok(winner !== undefined && others.length === 0);
      const losers = answers.filter((answer) => answer !== winner);
      for (const answer of losers) failed(answer, 422, 'coverage_request_not_pending');
      assert.equal(losers.length, 49);

      const { name } = winner.body.coverage_request.accepted_by;
      for (const schedule of schedules) {
        assert.deepEqual(await overridesOf(schedule), [
          `${name} 2026-01-05T09:00:00Z/2026-01-06T09:00:00Z`,
          `${name} 2026-01-07T09:00:00Z/2026-01-08T09:00:00Z`,
        ]);
      }
      assert.equal(succeeded(await owner.get('/audit_log/?action=coverage_request.accepted')).meta.total, 1);
    });

    it('[COV-3] either accepting or canceling wins, and the overrides agree', async () => {
      const schedule = await createSchedule(owner, [ada]);
      for (let hour = 10; hour < 22; hour++) {
        const [start, end] = [`2026-01-07T${hour}:00:00Z`, `2026-01-07T${hour + 1}:00:00Z`];
        const id = await ask(ada, start, end);
        const acceptFirst = hour % 2 === 0;
        const racing = acceptFirst
          ? [accept(ben, id), ada.delete(`/user/coverage_requests/${id}`)]
          : [ada.delete(`/user/coverage_requests/${id}`), accept(ben, id)];
        const answers = await Promise.all(racing);
        const [accepted, canceled] = acceptFirst ? answers : answers.toReversed();
        assert.ok(accepted !== undefined && canceled !== undefined);

        const status = await statusOf(id);
        if (status === 'accepted') {
          succeeded(accepted);
          failed(canceled, 422, 'coverage_request_not_pending');
        } else {
          succeeded(canceled, 204);
          failed(accepted, 422, 'coverage_request_not_pending');
        }
        const who = status === 'accepted' ? 'Ben' : 'Ada';
        assert.deepEqual(await shiftsOf(schedule, start, end), [`${who} ${start}/${end}`]);
      }
    });

    it('requests that share schedules are all accepted', async () => {
      const pairs = { layers: [layer([ada, ben], { concurrent_oncall_users: 2 })] };
      const schedules = [];
      for (const name of ['First', 'Second', 'Third']) {
        schedules.push(await createSchedule(owner, [], { name, ...pairs }));
      }
      const ids: [Person, string][] = [];
      for (let day = 10; day < 20; day++) {
        const [start, end] = [`2026-02-${day}T09:00:00Z`, `2026-02-${day + 1}T09:00:00Z`];
        const names = schedules.map((schedule) => schedule.id);
        ids.push([carl, await ask(ada, start, end, { schedule_ids: names })]);
        ids.push([owner, await ask(ben, start, end, { schedule_ids: names.toReversed() })]);
      }
      const answers = await Promise.all(ids.map(([person, id]) => accept(person, id)));
      for (const answer of answers) succeeded(answer);
      for (const schedule of schedules) {
        const shifts = await shiftsOf(schedule, '2026-02-10T09:00:00Z', '2026-02-20T09:00:00Z');
        assert.equal(shifts.length, 10);
        for (const shift of shifts) assert.match(shift, /^Carl\+Owner /);
      }
    });
  });

  async function nextChangeOf(schedule: { id: string }): Promise<number | null | undefined> {
    const { db } = watchbill.services;
    const organization = await db.first(anyOrganization, {});
    const id = parseId('schedule', schedule.id);
    assert.ok(organization !== undefined && id !== undefined);
    return (await db.first(scheduleById, { organizationId: organization.id, id }))?.next_change_at;
  }
});
