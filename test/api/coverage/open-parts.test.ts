import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sendCoverageReminders } from '../../../src/services/coverage/coverage-reminders.ts';
import { failed, type Person, succeeded } from '../../support/drivers/api.ts';
import { createOverride, createSchedule, layer, lines } from '../../support/drivers/schedules.ts';
import { givenFreshWatchbill } from '../../support/drivers/suites.ts';
import { messagesIn, workAt } from '../../support/drivers/worker.ts';
import { describeOnSqlite } from '../../support/servers/databases.ts';

const NOW = '2026-01-05T09:00:00Z';
const [WEDNESDAY, THURSDAY] = ['2026-01-07T09:00:00Z', '2026-01-08T09:00:00Z'];
/** Of one schedule. */
const WHOLE = `${WEDNESDAY}/${THURSDAY}`;

/** Each test starts on Monday at 09:00. Ada and Ben take daily turns in two schedules: Wednesday is Ada's. */
describeOnSqlite('[TRU-3] what is offered of a coverage request can be taken', (create) => {
  const { watchbill, owner, ada, ben, carl } = givenFreshWatchbill(create, { ada: 'Ada', ben: 'Ben', carl: 'Carl' });

  async function askForWednesday() {
    watchbill.at(NOW);
    const first = await createSchedule(owner, [ada, ben], { name: 'First' });
    const second = await createSchedule(owner, [ada, ben], { name: 'Second' });
    const wanted = { start: WEDNESDAY, end: THURSDAY, reason: 'Dentist' };
    const { id } = succeeded(await ada.post('/user/coverage_requests', wanted), 201).coverage_request;
    return { first, second, id };
  }

  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what the test is about to assert
  const remainingOf = (request: any) =>
    // biome-ignore lint/suspicious/noExplicitAny: see above
    request.remaining_shifts.map((one: any) => `${one.schedule_reference.name} ${one.start}/${one.end}`);

  /** What every read shows as remaining; they all agree. */
  async function remaining(id: string): Promise<string[]> {
    const shown = remainingOf(succeeded(await carl.get(`/coverage_requests/${id}`)).coverage_request);
    for (const path of ['/coverage_requests/', '/coverage_requests/?status=pending']) {
      const listed = succeeded(await carl.get(path)).coverage_requests;
      assert.deepEqual(remainingOf(listed.find((one: { id: string }) => one.id === id)), shown, path);
    }
    const own = succeeded(await ada.get('/user/coverage_requests/')).coverage_requests;
    assert.deepEqual(remainingOf(own[0]), shown);
    const { shifts } = succeeded(await carl.get(`/coverage_candidates?coverage_request_id=${id}`));
    assert.deepEqual(remainingOf({ remaining_shifts: shifts }), shown);
    return shown;
  }

  async function breakSchedule({ id }: { id: string }, zone = 'Mars/Olympus'): Promise<void> {
    const sql = `update schedules set time_zone = '${zone}' where id = '${id}'`;
    await watchbill.services.db.exclusively((tx) => tx.execute(sql));
  }

  const accept = (as: Person, id: string) => as.post(`/coverage_requests/${id}/accept`);
  const onCallIn = async ({ id }: { id: string }) =>
    lines(await owner.get(`/schedules/${id}/shifts/?from=${WEDNESDAY}&to=${THURSDAY}&clip_to_interval=true`));

  it('not what an override gave to somebody else', async () => {
    const { first, id } = await askForWednesday();
    await createOverride(owner, first, [ben], '2026-01-07T12:00:00Z', '2026-01-07T14:00:00Z');
    const expected = [
      `First ${WEDNESDAY}/2026-01-07T12:00:00Z`,
      `Second ${WHOLE}`,
      `First 2026-01-07T14:00:00Z/${THURSDAY}`,
    ];
    assert.deepEqual(await remaining(id), expected);
    const declined = succeeded(await carl.post(`/coverage_requests/${id}/decline`)).coverage_request;
    assert.deepEqual(remainingOf(declined), expected);
    const { acceptances } = succeeded(await accept(carl, id)).coverage_request;
    assert.deepEqual(remainingOf({ remaining_shifts: acceptances[0].shifts }), expected);
  });

  it('every part of it, one by one', async () => {
    const { first, id } = await askForWednesday();
    await createOverride(owner, first, [ben], '2026-01-07T12:00:00Z', '2026-01-07T14:00:00Z');
    for (;;) {
      const { coverage_request } = succeeded(await carl.get(`/coverage_requests/${id}`));
      const [part] = coverage_request.remaining_shifts;
      if (part === undefined) {
        assert.equal(coverage_request.status, 'accepted');
        return;
      }
      const { start, end, schedule_reference } = part;
      const shifts = [{ schedule_id: schedule_reference.id, start, end }];
      succeeded(await carl.post(`/coverage_requests/${id}/accept`, { shifts }));
    }
  });

  it('in one piece, when the rotation now has shorter turns', async () => {
    const { first, id } = await askForWednesday();
    const hours = layer([ada], { shift_length: { amount: 1, unit: 'hours' } });
    succeeded(await owner.patch(`/schedules/${first.id}`, { layers: [hours] }));
    assert.deepEqual(await remaining(id), [`First ${WHOLE}`, `Second ${WHOLE}`]);
  });

  it('not a deleted schedule, and not what is past', async () => {
    const { first, id } = await askForWednesday();
    succeeded(await owner.delete(`/schedules/${first.id}`), 204);
    watchbill.at('2026-01-07T10:30:00Z');
    assert.deepEqual(await remaining(id), [`Second 2026-01-07T10:30:00Z/${THURSDAY}`]);
  });

  it('not a broken schedule, for which the request stays open', async () => {
    const { first, second, id } = await askForWednesday();
    await breakSchedule(second);
    assert.deepEqual(await remaining(id), [`First ${WHOLE}`]);
    const { status, accepted_by, acceptances } = succeeded(await accept(carl, id)).coverage_request;
    assert.deepEqual([status, accepted_by], ['pending', undefined]);
    assert.deepEqual(remainingOf({ remaining_shifts: acceptances[0].shifts }), [`First ${WHOLE}`]);
    assert.deepEqual(await remaining(id), []);
    const { detail } = succeeded(await owner.get('/audit_log/?action=coverage_request.accepted')).audit_log[0];
    assert.equal(detail.complete, false);

    const refusal = failed(await accept(ben, id), 422, 'schedule_broken');
    assert.equal(refusal, 'The schedule "Second" is broken. This server does not know its time zone "Mars/Olympus".');
    await breakSchedule(second, 'UTC');
    assert.deepEqual(await remaining(id), [`Second ${WHOLE}`]);
    assert.equal(succeeded(await accept(ben, id)).coverage_request.status, 'accepted');
    assert.deepEqual([await onCallIn(first), await onCallIn(second)], [[`Carl ${WHOLE}`], [`Ben ${WHOLE}`]]);
  });

  it('and others are reminded of the part in a broken schedule, without a button that would fail', async () => {
    const { first, second, id } = await askForWednesday();
    for (const schedule of [first, second]) {
      succeeded(await owner.put(`/schedules/${schedule.id}/chat_channels/C0ONCALL`), 204);
    }
    await breakSchedule(second);
    succeeded(await accept(carl, id));
    await workAt(watchbill, NOW);
    const before = (await messagesIn(owner, 'C0ONCALL')).length;
    watchbill.at('2026-01-06T09:00:00Z');
    assert.equal(await sendCoverageReminders(watchbill.services), 1);
    await workAt(watchbill, '2026-01-06T09:00:00Z');
    const [reminder] = (await messagesIn(owner, 'C0ONCALL')).slice(before).filter((text) => /Still open/.test(text));
    assert.equal(
      reminder,
      [
        'Still open: Ada asks for cover',
        'Why: Dentist',
        '',
        'Second: 1 shift, 24 h',
        'Wed 7 Jan 2026, 09:00 UTC until Thu 8 Jan 2026, 09:00 UTC',
        '',
        'Carl took 1 shift, 24 h.',
        '',
        '1 shift, 24 h cannot be taken now, because the schedule is broken.',
      ].join('\n'),
    );
  });

  it('within the budget of a request, when a year of weekly turns becomes thousands of short ones', async () => {
    watchbill.at(NOW);
    const weekly = layer([ada], { shift_length: { amount: 1, unit: 'weeks' } });
    const schedule = await createSchedule(owner, [], { layers: [weekly] });
    succeeded(await owner.put(`/schedules/${schedule.id}/chat_channels/C0ONCALL`), 204);
    const year = { start: NOW, end: '2027-01-05T09:00:00Z' };
    const wanted = { ...year, reason: 'Sabbatical' };
    const { id } = succeeded(await ada.post('/user/coverage_requests', wanted), 201).coverage_request;
    const hours = layer([ada], { shift_length: { amount: 1, unit: 'hours' } });
    succeeded(await owner.patch(`/schedules/${schedule.id}`, { layers: [hours] }));
    const declined = succeeded(await ben.post(`/coverage_requests/${id}/decline`)).coverage_request;
    assert.deepEqual(remainingOf(declined), await remaining(id));
    assert.equal(declined.remaining_shifts.at(-1).end, year.end);
    await workAt(watchbill, NOW);
    const [message] = await messagesIn(owner, 'C0ONCALL');
    assert.match(message ?? '', /Take all \(53 shifts, /);
    assert.match(failed(await accept(carl, id), 422, 'unprocessable_entity'), /up to 1000 unfinished overrides/);
  });
});
