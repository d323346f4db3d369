/** Rule OFF-1: time off, typed and from calendar files, and who may see it. */
import assert from 'node:assert/strict';
import { before, beforeEach, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { parseId } from '../../../src/ids.ts';
import { loadTimeOff } from '../../../src/services/time-off/away.ts';
import { readCalendarFile } from '../../../src/services/time-off/calendar-file.ts';
import { readCalendarSafely } from '../../../src/services/time-off/calendar-reader.ts';
import { parseInstant } from '../../../src/time/iso.ts';
import { failed, type Person, succeeded } from '../../support/drivers/api.ts';
import { calendarFile, calendarOf } from '../../support/drivers/calendars.ts';
import { addManySchedules } from '../../support/drivers/many-schedules.ts';
import { createOverride, createSchedule } from '../../support/drivers/schedules.ts';
import { givenFreshWatchbill, givenWatchbill } from '../../support/drivers/suites.ts';
import { describeOnBothDatabases, describeOnSqlite } from '../../support/servers/databases.ts';

interface TimeOff {
  readonly id: string;
  readonly start: string;
  readonly end: string;
  readonly reason?: string;
  readonly colliding_shifts: readonly { start: string; end: string; schedule_reference: { name: string } }[];
}

/** Ada has the odd days of January from 09:00 on, Ben the even ones. */
const START = '2026-01-05T09:00:00Z';

/** Far more than a thread needs for a small file. */
const MAX_PROCESSOR_MS = 2_000;
const TRIP = { start: '2026-01-08T00:00:00Z', end: '2026-01-10T00:00:00Z', reason: 'Trip to Rome' };

function spans(timeOff: readonly TimeOff[]): string[] {
  return timeOff.map(({ start, end, reason = '' }) => `${start}/${end} ${reason}`);
}

describeOnBothDatabases('[OFF-1] time off', (create, itOnSqlite) => {
  const { watchbill, owner, ada, ben } = givenWatchbill(create, { ada: 'Ada', ben: 'Ben' }, START);
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what the test is about to assert
  let schedule: any;
  before(async () => {
    schedule = await createSchedule(owner, [ada, ben], { name: 'Primary' });
  });
  beforeEach(async () => {
    for (const { id } of await listOf(ada)) succeeded(await ada.delete(`/user/time_off/${id}`), 204);
  });

  async function listOf(person: Person, query = ''): Promise<TimeOff[]> {
    return succeeded(await person.get(`/user/time_off/${query}`)).time_off;
  }

  itOnSqlite('lists the overlapping shifts, and changes no rotation', async () => {
    const shifts = () => owner.get(`/schedules/${schedule.id}/shifts/?per_page=10`);
    const before = succeeded(await shifts());
    const { time_off } = succeeded(await ada.post('/user/time_off/', TRIP), 201);
    assert.deepEqual(
      [time_off.user_id, time_off.start, time_off.end, time_off.reason],
      [ada.id, TRIP.start, TRIP.end, TRIP.reason],
    );
    const schedule_reference = { id: schedule.id, name: 'Primary' };
    const first = { start: TRIP.start, end: '2026-01-08T09:00:00Z', schedule_reference };
    const second = { start: '2026-01-09T09:00:00Z', end: TRIP.end, schedule_reference };
    assert.deepEqual(time_off.colliding_shifts, [first, second]);
    assert.deepEqual(succeeded(await shifts()), before);

    // A shift that somebody else has taken no longer overlaps.
    const override = await createOverride(owner, schedule, [ben], '2026-01-09T09:00:00Z', '2026-01-10T09:00:00Z');
    assert.deepEqual((await listOf(ada))[0]?.colliding_shifts, [first]);
    succeeded(await owner.delete(`/schedules/${schedule.id}/overrides/${override.id}`), 204);

    const later = { end: '2026-01-08T12:00:00Z', reason: null };
    const { reason: _, ...withoutReason } = time_off;
    const changed = succeeded(await ada.patch(`/user/time_off/${time_off.id}`, later)).time_off;
    assert.deepEqual(changed, { ...withoutReason, end: later.end, colliding_shifts: [first] });
    assert.deepEqual(await listOf(ada), [changed]);
    succeeded(await ada.delete(`/user/time_off/${time_off.id}`), 204);
    failed(await ada.patch(`/user/time_off/${time_off.id}`, later), 404, 'not_found');
    failed(await ada.delete(`/user/time_off/${time_off.id}`), 404, 'not_found');
    const { audit_log } = succeeded(await owner.get('/audit_log/?action=time_off.*'));
    assert.doesNotMatch(JSON.stringify(audit_log), /Rome/);
  });

  itOnSqlite('shows others when somebody is away, but not why', async () => {
    const { time_off } = succeeded(await owner.post(`/users/${ada.id}/time_off/`, TRIP), 201);
    const path = `/users/${ada.id}/time_off/`;
    const [forBen] = succeeded(await ben.get(path)).time_off as TimeOff[];
    const { reason, ...withoutReason } = time_off;
    assert.deepEqual([reason, forBen], [TRIP.reason, withoutReason]);
    for (const person of [ada, owner]) assert.deepEqual(succeeded(await person.get(path)).time_off, [time_off]);
    failed(await ben.post(path, TRIP), 403, 'forbidden');
    failed(await ben.delete(`${path}${time_off.id}`), 403, 'forbidden');
    failed(await ben.delete(`/user/time_off/${time_off.id}`), 404, 'not_found');
    succeeded(await owner.patch(`${path}${time_off.id}`, { start: '2026-01-09T00:00:00Z' }));
    succeeded(await owner.delete(`${path}${time_off.id}`), 204);
  });

  it('is returned for several people at once, joined, with their holidays', async () => {
    for (const [start, end] of [
      ['2026-01-08T00:00:00Z', '2026-01-09T00:00:00Z'],
      ['2026-01-09T00:00:00Z', '2026-01-11T00:00:00Z'],
      ['2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z'],
    ]) {
      succeeded(await ada.post('/user/time_off/', { start, end }), 201);
    }
    succeeded(await owner.put(`/users/${ben.id}/holidays/`, { holidays: { country: 'DE', region: 'BY' } }));
    succeeded(await owner.patch(`/users/${ben.id}`, { time_zone: 'Europe/Berlin' }));
    const { away } = succeeded(await owner.get(`/away/?user_ids=${ada.id},${ben.id}&to=2026-02-01T00:00:00Z`));
    assert.deepEqual(away, [
      { user_id: ada.id, time_off: [{ start: '2026-01-08T00:00:00Z', end: '2026-01-11T00:00:00Z' }], holidays: [] },
      {
        user_id: ben.id,
        time_off: [],
        holidays: [{ start: '2026-01-05T23:00:00Z', end: '2026-01-06T23:00:00Z', name: 'Epiphany' }],
      },
    ]);
    failed(await owner.get('/away/?user_ids=usr_01kz0000000000000000000000'), 404, 'not_found');
    failed(await owner.get('/away/?to=2028-02-01T00:00:00Z'), 422, 'unprocessable_entity');

    const { db } = watchbill.services;
    const [organization, user] = [succeeded(await owner.get('/organization/')).organization.id, ada.id];
    const [organizationId, userId] = [parseId('organization', organization), parseId('user', user)];
    assert.ok(organizationId !== undefined && userId !== undefined);
    const within = (from: string, to: string) => ({ start: parseInstant(from) ?? 0, end: parseInstant(to) ?? 0 });
    const touching = within('2026-01-11T00:00:00Z', '2026-03-01T00:00:00Z');
    assert.deepEqual((await loadTimeOff(db, organizationId, [userId], touching))(userId), []);
  });

  itOnSqlite('can be imported from a calendar file, and updated by a newer file', async () => {
    succeeded(await owner.patch(`/users/${ada.id}`, { time_zone: 'Europe/Berlin' }));
    const all = calendarOf(
      ['UID:1', 'SUMMARY:Winter\\, skiing', 'DTSTART;VALUE=DATE:20260201', 'DTEND;VALUE=DATE:20260208'],
      [
        'UID:2',
        'SUMMARY:Physio',
        'DTSTART;TZID=America/New_York:20260107T100000',
        'DURATION:PT2H',
        'RRULE:FREQ=WEEKLY;COUNT=3',
      ],
      ['UID:3', 'DTSTART:20260109T080000Z', 'DTEND:20260109T100000Z', 'STATUS:CANCELLED'],
      ['UID:4', 'SUMMARY:Over', 'DTSTART;VALUE=DATE:20251201'],
    );
    const first = succeeded(await ada.post('/user/time_off/import', { calendar: all }));
    assert.deepEqual([first.created, first.changed, first.unchanged, first.skipped], [4, 0, 0, []]);
    assert.deepEqual(spans(first.time_off), [
      '2026-01-07T15:00:00Z/2026-01-07T17:00:00Z Physio',
      '2026-01-14T15:00:00Z/2026-01-14T17:00:00Z Physio',
      '2026-01-21T15:00:00Z/2026-01-21T17:00:00Z Physio',
      '2026-01-31T23:00:00Z/2026-02-07T23:00:00Z Winter, skiing',
    ]);
    assert.equal(first.time_off[0].colliding_shifts[0].schedule_reference.name, 'Primary');
    assert.deepEqual(await listOf(ada), first.time_off);

    const newer = all.replace('DTEND;VALUE=DATE:20260208', 'DTEND;VALUE=DATE:20260209');
    const second = succeeded(await ada.post('/user/time_off/import', { calendar: newer }));
    assert.deepEqual([second.created, second.changed, second.unchanged], [0, 1, 3]);
    assert.equal(second.time_off[3].end, '2026-02-08T23:00:00Z');
    assert.deepEqual(
      second.time_off.map(({ id }: TimeOff) => id),
      first.time_off.map(({ id }: TimeOff) => id),
    );
    succeeded(await owner.patch(`/users/${ada.id}`, { time_zone: null }));
  });
});

describeOnSqlite('[OFF-1 OPS-4] time off in ten schedules with hourly turns', (create) => {
  const { watchbill, ada } = givenWatchbill(create, { ada: 'Ada' }, START);
  before(async () => {
    await addManySchedules(watchbill.services.db, {
      count: 10,
      people: [ada],
      nowMs: watchbill.services.clock.now(),
      layer: { shiftLength: { amount: 1, unit: 'hours' } },
    });
  });

  it('is imported with the first 100 shifts that collide, and their count', async () => {
    const lines = ['DTSTART:20260106T100000Z', 'DURATION:PT6H', 'RRULE:FREQ=DAILY;COUNT=3'];
    const calendar = calendarOf(
      ['UID:1', ...lines],
      ['UID:2', 'DTSTART:20260201T000000Z', 'DTEND:20260202T000000Z'],
      ['UID:3', 'DTSTART:20260301T000000Z', 'DTEND:20260301T003000Z'],
    );
    const { time_off, colliding_shifts_total } = succeeded(await ada.post('/user/time_off/import', { calendar }));
    const listed = (entries: readonly (TimeOff & { has_more_collisions?: true })[]) =>
      entries.map(({ colliding_shifts, has_more_collisions = false }) => [
        colliding_shifts.length,
        has_more_collisions,
      ]);
    // Of the fourth, 100 of 240 are counted.
    assert.equal(colliding_shifts_total, 60 + 60 + 60 + 100 + 10);
    assert.deepEqual(listed(time_off), [
      [60, false],
      [40, true],
      [0, true],
      [0, true],
      [0, true],
    ]);
    assert.deepEqual(listed(succeeded(await ada.get('/user/time_off/')).time_off), [
      [60, false],
      [60, false],
      [60, false],
      [100, true],
      [10, false],
    ]);
  });
});

describeOnSqlite('[OFF-1] bad input', (create) => {
  const { watchbill, owner, ada } = givenFreshWatchbill(create, { ada: 'Ada' }, START);

  it('is refused with the field and the rule, and nothing is stored', async () => {
    const refused = async (body: object) =>
      failed(await ada.post('/user/time_off/', body), 422, 'unprocessable_entity');
    const { start, end } = TRIP;
    assert.match(await refused({ start: end, end: start }), /^end must be after start: /);
    assert.match(await refused({ start, end: '2027-06-01T00:00:00Z' }), /^end may be at most 366 days after start: /);
    assert.match(
      await refused({ start: '2026-01-01T00:00:00Z', end: '2026-01-02T00:00:00Z' }),
      /^end must be in the future: /,
    );
    failed(await ada.post('/user/time_off/', { start, end, reason: ' ' }), 400, 'bad_request');
    assert.deepEqual(succeeded(await ada.get('/user/time_off/')).time_off, []);
  });

  const importing = (calendar: string) => ada.post('/user/time_off/import', { calendar });

  it('is refused for a viewer, who has none; what is stored can be deleted', async () => {
    const { id } = await watchbill.addPerson('Vera', { seat: 'viewer' });
    const path = `/users/${id}/time_off/`;
    const rule = `user_id must be a user with a member seat: Vera (${id}) has a viewer seat, and no time off.`;
    const calendar = calendarOf(['UID:1', 'DTSTART:20260210T000000Z', 'DTEND:20260211T000000Z']);
    assert.equal(failed(await owner.post(path, TRIP), 422, 'unprocessable_entity'), rule);
    assert.equal(failed(await owner.post(`${path}import`, { calendar }), 422, 'unprocessable_entity'), rule);
    succeeded(await owner.patch(`/users/${id}`, { seat: 'member' }));
    const { time_off } = succeeded(await owner.post(path, TRIP), 201);
    const setSeat = `update users set seat = 'viewer' where id = '${id}'`;
    await watchbill.services.db.exclusively((tx) => tx.execute(setSeat));
    assert.equal(failed(await owner.patch(path + time_off.id, TRIP), 422, 'unprocessable_entity'), rule);
    succeeded(await owner.delete(path + time_off.id), 204);
    assert.deepEqual(succeeded(await owner.get(path)).time_off, []);
  });

  it('in a file: something else than a calendar, too large, or endless is refused as a whole', async () => {
    const message = failed(await importing('hello'), 422, 'unprocessable_entity');
    assert.match(message, /^calendar cannot be taken: it cannot be read as an iCalendar file/);
    assert.deepEqual(succeeded(await ada.get('/user/time_off/')).time_off, []);
    const within = { start: parseInstant(START) ?? 0, end: parseInstant('2026-12-31T00:00:00Z') ?? 0 };
    const request = (text: string) => ({ text, zoneName: 'UTC', within });
    const refused = (text: string) => {
      const content = readCalendarFile(request(text));
      return 'problem' in content ? content.problem : assert.fail('it was taken');
    };
    const daily = (rule: string) => calendarFile('DTSTART:20260106T080000Z', 'DURATION:PT1H', `RRULE:${rule}`);
    const never = request(daily('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'));
    await assert.rejects(readCalendarSafely(never, 300), { message: /takes too long to read/ });
    assert.match(refused(daily('FREQ=HOURLY')), /more than 500 events/);
    const many = Array.from({ length: 1001 }, (_, i) => [`UID:${i}`, 'DTSTART;VALUE=DATE:20260201']);
    assert.match(refused(calendarOf(...many)), /1001 events, and 1000 is the most/);
  });

  /** Each of them with what is said after "it cannot be read as an iCalendar file (.ics): ". */
  const UNREADABLE: readonly (readonly [what: string, lines: readonly string[], problem: string])[] = [
    ['a text', ['hello'], 'line 1 must be BEGIN:VCALENDAR; it is "hello"'],
    ['a colon', [':'], 'line 1 must be BEGIN:VCALENDAR; it is ":"'],
    ['blank lines', ['', ' ', ''], 'it has no BEGIN:VCALENDAR'],
    ['a card', ['BEGIN:VCARD', 'END:VCARD'], 'line 1 must be BEGIN:VCALENDAR; it is "BEGIN:VCARD"'],
    ['an event alone', ['BEGIN:VEVENT', 'END:VEVENT'], 'line 1 must be BEGIN:VCALENDAR; it is "BEGIN:VEVENT"'],
    [
      'a calendar that is not ended',
      ['BEGIN:VCALENDAR'],
      'it breaks off: the component "VCALENDAR" of line 1 has no end',
    ],
    [
      'a file that breaks off in an event',
      ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:1'],
      'it breaks off: the component "VEVENT" of line 2 has no end',
    ],
    [
      'an event that is not ended',
      ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:1', 'END:VCALENDAR'],
      'line 4 is "END:VCALENDAR", but the component "VEVENT" of line 2 has no end',
    ],
    [
      'an event that ends as something else',
      ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'END:VTODO', 'END:VCALENDAR'],
      'line 3 is "END:VTODO", but the component "VEVENT" of line 2 has no end',
    ],
    [
      'an end too many',
      ['BEGIN:VCALENDAR', 'END:VCALENDAR', 'END:VCALENDAR'],
      'line 3 must be BEGIN:VCALENDAR; it is "END:VCALENDAR"',
    ],
    [
      'a line after the end',
      ['BEGIN:VCALENDAR', 'END:VCALENDAR', 'VERSION:2.0'],
      'line 3 must be BEGIN:VCALENDAR; it is "VERSION:2.0"',
    ],
    [
      'a line without a colon',
      ['BEGIN:VCALENDAR', 'DESCRIPTION:folded', ' here', 'VERSION', 'END:VCALENDAR'],
      'line 4 cannot be read: "VERSION"',
    ],
    [
      'a parameter without a name',
      ['BEGIN:VCALENDAR', 'VERSION;=x:2.0', 'END:VCALENDAR'],
      'line 2 cannot be read: "VERSION;=x:2.0"',
    ],
    [
      'a rule of repetition that no calendar knows',
      ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'RRULE:FREQ=SOMETIMES', 'END:VEVENT', 'END:VCALENDAR'],
      'line 3 cannot be read: "RRULE:FREQ=SOMETIMES"',
    ],
  ];
  for (const [what, lines, problem] of UNREADABLE) {
    it(`[DOC-6] in a file: ${what} is refused, with the line and what is wrong`, async () => {
      const message = failed(await importing(lines.join('\r\n')), 422, 'unprocessable_entity');
      const whole = `calendar cannot be taken: it cannot be read as an iCalendar file (.ics): ${problem}.`;
      assert.equal(message, whole);
    });
  }

  it('in a file: may begin with a byte order mark, in small letters, with several calendars', async () => {
    const [first, second] = ['BEGIN:VEVENT\nUID:1\nDTSTART;VALUE=DATE:20260107\nEND:VEVENT', ''];
    const file = [first, second].map((event) => `begin:vcalendar\n${event}\nend:vcalendar\n`).join('\n');
    assert.equal(succeeded(await importing(`\ufeff${file}`)).time_off.length, 1);
  });

  it('in a file: is read also when the server has no time to look at it for a while', async () => {
    const within = { start: parseInstant(START) ?? 0, end: parseInstant('2026-12-31T00:00:00Z') ?? 0 };
    const reading = readCalendarSafely(
      { text: calendarFile('DTSTART;VALUE=DATE:20260201'), zoneName: 'UTC', within },
      MAX_PROCESSOR_MS,
    );
    // By then its thread has started.
    await turn();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, MAX_PROCESSOR_MS + 100);
    assert.equal((await reading).events.length, 1);
  });

  it('in a file: an invalid event is named, and the others are imported', async () => {
    const calendar = calendarOf(
      ['UID:1', 'SUMMARY:Nowhere', 'DTSTART;TZID=Middle Earth:20260107T100000', 'DURATION:PT2H'],
      ['UID:2', 'SUMMARY:Instant', 'DTSTART:20260107T100000Z'],
      ['UID:3', 'SUMMARY:Forever', 'DTSTART;VALUE=DATE:20260107', 'DTEND;VALUE=DATE:20290107'],
      ['UID:4', `SUMMARY:Good\u202e ${'x'.repeat(400)}`, 'DTSTART;VALUE=DATE:20260107'],
      ['UID:5', 'SUMMARY:Each second', 'DTSTART:19700101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY'],
      ['UID:6', 'SUMMARY:Without a start'],
      ['UID:8', 'SUMMARY:No date', 'DTSTART;VALUE=DATE:tomorrow'],
      ['UID:9', 'SUMMARY:No rule', 'DTSTART;VALUE=DATE:20260107', 'RRULE;VALUE=TEXT:always'],
      ['UID:10', 'SUMMARY:No exception', 'DTSTART;VALUE=DATE:20260107', 'RRULE:FREQ=DAILY;COUNT=2'],
      [
        'UID:10',
        'SUMMARY:Exception',
        'RECURRENCE-ID;VALUE=TEXT;RANGE=THISANDFUTURE:never',
        'DTSTART;VALUE=DATE:20260107',
      ],
      ['UID;VALUE=DATE:11', 'SUMMARY:No text', 'DTSTART;VALUE=DATE:tomorrow'],
    );
    const { time_off, skipped } = succeeded(await importing(calendar));
    assert.deepEqual(
      skipped.map(({ summary, reason }: Record<string, string>) => `${summary}: ${reason}`),
      [
        'Nowhere: its time zone Middle Earth is unknown, and the file does not describe it',
        'Instant: it does not end after its start',
        'Forever: it is longer than 366 days',
        'Each second: it repeats too often',
        'Without a start: it has no start',
        'No date: its times or its repetition cannot be read',
        'No rule: its times or its repetition cannot be read',
        'No exception: its times or its repetition cannot be read',
        'No text: its times or its repetition cannot be read',
      ],
    );
    assert.equal(time_off.length, 1);
    assert.deepEqual([time_off[0].reason.slice(0, 6), time_off[0].reason.length], ['Good\ufffd ', 300]);
    assert.deepEqual([time_off[0].start, time_off[0].end], ['2026-01-07T00:00:00Z', '2026-01-08T00:00:00Z']);
  });

  it('has a limit for each person', async () => {
    const [row] = (await watchbill.services.db.exclusively((tx) =>
      tx.execute(`select organization_id from users where id = '${ada.id}'`),
    )) as { readonly organization_id: string }[];
    assert.ok(row !== undefined);
    await watchbill.services.db.exclusively((tx) =>
      tx.execute(
        `with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000)
        insert into time_off (id, organization_id, user_id, start_at, end_at, created_at)
        select 'off_' || i, '${row.organization_id}', '${ada.id}', 1, 2, 1 from n`,
      ),
    );
    const message = failed(await ada.post('/user/time_off/', TRIP), 422, 'unprocessable_entity');
    assert.match(message, /has 1000 entries of time off, and 1000 is the most/);
    succeeded(await owner.post('/user/time_off/', TRIP), 201);
  });
});
