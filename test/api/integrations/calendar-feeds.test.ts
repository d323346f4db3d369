import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createLog } from '../../../src/process/log.ts';
import { formatInstant } from '../../../src/time/iso.ts';
import { HOUR_MS } from '../../../src/time/units.ts';
import { addKey, failed, type Person, startWatchbill, succeeded } from '../../support/drivers/api.ts';
import { addFeed, fetchCalendar, propertyOf, type ReadEvent, readEvents } from '../../support/drivers/calendars.ts';
import { allPages } from '../../support/drivers/calls.ts';
import { createOverride, createSchedule, layer } from '../../support/drivers/schedules.ts';
import { givenFreshWatchbill, givenWatchbill } from '../../support/drivers/suites.ts';
import { createSqlite, describeOnBothDatabases, describeOnSqlite } from '../../support/servers/databases.ts';

/** Of thousands of events: reading all of them takes long. */
function startsIn(text: string): string[] {
  return [...text.matchAll(/^DTSTART:(\w+)\r$/gm)].map(([, start = '']) => start);
}

async function feedsOf(person: Person) {
  return succeeded(await person.get('/user/calendar_feeds/')).calendar_feeds;
}

describeOnBothDatabases('[ICAL-1] calendar feeds and their owners', (create, itOnSqlite) => {
  const { watchbill, owner, ada, grace, linus } = givenWatchbill(create, {
    ada: 'Ada',
    grace: 'Grace',
    linus: 'Linus',
  });
  const read = (url: string, headers?: Readonly<Record<string, string>>) => fetchCalendar(watchbill.app, url, headers);

  itOnSqlite('creates feeds, shows their addresses again, and deletes them', async () => {
    const schedule = await createSchedule(owner, [ada]);
    const { team } = succeeded(await owner.post('/teams/', { name: 'Platform' }), 201);
    const made = [
      await addFeed(ada, { kind: 'mine' }),
      await addFeed(ada, { kind: 'schedule', schedule_id: schedule.id }),
      await addFeed(ada, { kind: 'team', team_id: team.id }),
    ];
    assert.match(made[0].id, /^cal_/);
    assert.match(made[0].url, /^http:\/\/watchbill\.test\/calendars\/[\w-]{43}\.ics$/);
    assert.deepEqual(made[1].schedule_reference, { id: schedule.id, name: 'Primary' });
    assert.deepEqual(made[2].team_reference, { id: team.id, name: 'Platform' });
    assert.deepEqual(await feedsOf(ada), made);
    assert.deepEqual(await feedsOf(grace), []);

    const [{ id, url }] = made;
    failed(await grace.delete(`/user/calendar_feeds/${id}`), 404, 'not_found');
    assert.equal((await read(url)).status, 200);
    succeeded(await ada.delete(`/user/calendar_feeds/${id}`), 204);
    assert.equal((await read(url)).status, 404);
    failed(await ada.delete(`/user/calendar_feeds/${id}`), 404, 'not_found');
    assert.deepEqual(await feedsOf(ada), made.slice(1));
  });

  itOnSqlite('explains what is refused', async () => {
    const schedule = await createSchedule(owner, [ada], { name: 'Refused' });
    for (const [wanted, message] of [
      [{ kind: 'schedule' }, 'A calendar feed of the kind "schedule" needs schedule_id.'],
      [{ kind: 'team' }, 'A calendar feed of the kind "team" needs team_id.'],
      [{ kind: 'mine', schedule_id: schedule.id }, 'A calendar feed of the kind "mine" takes no schedule_id.'],
      [
        { kind: 'team', team_id: 'x', schedule_id: schedule.id },
        'A calendar feed of the kind "team" takes no schedule_id.',
      ],
    ] as const) {
      assert.equal(failed(await ada.post('/user/calendar_feeds/', wanted), 422, 'unprocessable_entity'), message);
    }
    failed(await ada.post('/user/calendar_feeds/', { kind: 'schedule', schedule_id: 'sch_x' }), 404, 'not_found');
    failed(await ada.post('/user/calendar_feeds/', { kind: 'team', team_id: schedule.id }), 404, 'not_found');
    failed(await ada.post('/user/calendar_feeds/', { kind: 'all' }), 400, 'bad_request');
  });

  it('has at most fifty feeds, also with concurrent requests', async () => {
    for (let i = 0; i < 48; i++) await addFeed(linus);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => linus.post('/user/calendar_feeds/', { kind: 'mine' })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 422, 422, 422, 422]);
  });

  itOnSqlite('lets a viewer have feeds: of what viewers may read, and of nobody else', async () => {
    const vera = await watchbill.addPerson('Vera', { seat: 'viewer' });
    const { team } = succeeded(await owner.post('/teams/', { name: 'Harbour' }), 201);
    const schedule = await createSchedule(owner, [ada, grace], { name: 'Harbour', team_ids: [team.id] });
    await createSchedule(owner, [ada], { name: 'Elsewhere' });
    const cover = { start: '2026-01-05T10:00:00Z', end: '2026-01-05T11:00:00Z', reason: 'Secret surgery' };
    const { coverage_request } = succeeded(await ada.post('/user/coverage_requests', cover), 201);
    succeeded(await grace.post(`/coverage_requests/${coverage_request.id}/accept`));
    const ofGrace = await addFeed(grace, { kind: 'schedule', schedule_id: schedule.id });
    const made = [
      await addFeed(vera, { kind: 'mine' }),
      await addFeed(vera, { kind: 'schedule', schedule_id: schedule.id }),
      await addFeed(vera, { kind: 'team', team_id: team.id }),
    ];
    assert.deepEqual(await feedsOf(vera), made);
    const [mine = '', bySchedule = '', byTeam = ''] = await Promise.all(
      made.map(async ({ url }) => (await read(url)).text),
    );
    assert.deepEqual(readEvents(mine), [], 'a viewer is never on call');
    assert.equal(bySchedule, (await read(ofGrace.url)).text, 'the same as for a member');
    assert.deepEqual(readEvents(byTeam), readEvents(bySchedule), 'only the schedules of the team');
    assert.match(
      readEvents(bySchedule)
        .map(({ description }) => description)
        .join(),
      /Covers for Ada\./,
    );
    for (const text of [bySchedule, byTeam]) assert.doesNotMatch(text, /@example\.com|surgery/);
    failed(await vera.delete(`/user/calendar_feeds/${ofGrace.id}`), 404, 'not_found');
    succeeded(await vera.delete(`/user/calendar_feeds/${made[0].id}`), 204);
    assert.deepEqual(await feedsOf(vera), made.slice(1));
  });

  itOnSqlite('loses them when deactivated', async () => {
    const edsger = await watchbill.addPerson('Edsger');
    const { url } = await addFeed(edsger);
    assert.equal((await read(url)).status, 200);
    succeeded(await owner.delete(`/users/${edsger.id}`), 204);
    assert.equal((await read(url)).status, 404);
  });

  itOnSqlite('need no key, and an unknown address gets 404', async () => {
    const { url } = await addFeed(ada, { kind: 'mine' });
    const key = await addKey(watchbill.services, grace.id);
    const token = /calendars\/(.+)\.ics/.exec(url)?.[1] ?? assert.fail();
    assert.equal((await read(url, { 'x-api-key': 'wrong' })).status, 200);
    assert.equal((await read(url, { 'x-api-key': key })).status, 200);
    for (const wrong of ['x', '', `${token.slice(1)}A`, `${token}A`, token.toLowerCase(), '%00', `${token}%00`]) {
      const { status, text } = await read(`/calendars/${wrong}.ics`);
      assert.equal(status, 404, wrong);
      assert.ok(!text.includes(token.slice(2, -2)), text);
    }
  });
});

describeOnBothDatabases('[TRU-7] people of a calendar who get another name', (create, itOnSqlite) => {
  const { watchbill, owner, ada, grace } = givenFreshWatchbill(create, { ada: 'Ada', grace: 'Grace' });

  /** What a calendar sees of its first event, and whether it is told of a change since its last look. */
  async function createReader() {
    const schedule = await createSchedule(owner, [ada, grace]);
    const { url } = await addFeed(grace, { kind: 'schedule', schedule_id: schedule.id });
    let etag = '';
    return async () => {
      const { status, text, headers } = await fetchCalendar(watchbill.app, url, { 'if-none-match': etag });
      if (status === 304) return 'not changed';
      etag = String(headers.etag);
      const [event] = readEvents(text);
      return [event?.summary, event?.sequence, event?.stamp];
    };
  }

  itOnSqlite('raises SEQUENCE and DTSTAMP when someone is renamed, by an admin or by themselves', async () => {
    const read = await createReader();
    assert.deepEqual(await read(), ['Primary: Ada', 1, '2026-01-05T09:00:00Z']);
    watchbill.at('2026-01-05T09:01:00Z');
    succeeded(await owner.patch(`/users/${ada.id}`, { name: 'Ada Lovelace' }));
    assert.deepEqual(await read(), ['Primary: Ada Lovelace', 2, '2026-01-05T09:01:00Z']);
    watchbill.at('2026-01-05T09:02:00Z');
    succeeded(await ada.patch('/user', { name: 'Countess' }));
    assert.deepEqual(await read(), ['Primary: Countess', 3, '2026-01-05T09:02:00Z']);
    succeeded(await owner.patch(`/users/${ada.id}`, { name: ' Countess ', email: 'countess@example.com' }));
    assert.equal(await read(), 'not changed');
  });

  itOnSqlite('raises them when someone is erased', async () => {
    const read = await createReader();
    watchbill.at('2026-01-05T12:00:00Z');
    succeeded(await owner.delete(`/users/${ada.id}`), 204);
    assert.deepEqual(await read(), ['Primary: Ada', 2, '2026-01-05T12:00:00Z']);
    watchbill.at('2026-01-05T12:01:00Z');
    succeeded(await owner.post(`/users/${ada.id}/erase`), 204);
    assert.deepEqual(await read(), ['Primary: Former member', 3, '2026-01-05T12:01:00Z']);
    succeeded(await owner.post(`/users/${ada.id}/erase`), 204);
    assert.equal(await read(), 'not changed');
  });

  itOnSqlite('never lowers them: a change of the schedule counts too, and the later time is shown', async () => {
    const read = await createReader();
    watchbill.at('2026-01-05T09:01:00Z');
    succeeded(await owner.patch(`/users/${ada.id}`, { name: 'Ada Lovelace' }));
    watchbill.at('2026-01-05T09:02:00Z');
    await createSchedule(owner, [ada], { name: 'Elsewhere' });
    assert.deepEqual(await read(), ['Primary: Ada Lovelace', 2, '2026-01-05T09:01:00Z']);
    watchbill.at('2026-01-05T09:03:00Z');
    const [schedule] = succeeded(await owner.get('/schedules')).schedules;
    await createOverride(owner, schedule, [owner], '2026-01-20T09:00:00Z', '2026-01-21T09:00:00Z');
    assert.deepEqual(await read(), ['Primary: Ada Lovelace', 3, '2026-01-05T09:03:00Z']);
  });

  it('counts every one of several renames at once', async () => {
    const read = await createReader();
    const people = [ada, grace, owner];
    const answers = await Promise.all(people.map((one) => one.patch('/user', { name: 'Another' })));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    assert.deepEqual(await read(), ['Primary: Another', 4, '2026-01-05T09:00:00Z']);
  });
});

describeOnSqlite('[ICAL-2] [ICAL-3] what a calendar reads', (create) => {
  const { watchbill, owner, ada, grace } = givenFreshWatchbill(create, { ada: 'Ada', grace: 'Grace' });
  const read = (url: string, headers?: Readonly<Record<string, string>>) => fetchCalendar(watchbill.app, url, headers);

  it('has an event for each person and shift', async () => {
    const schedule = await createSchedule(owner, [ada, grace]);
    const { url } = await addFeed(grace, { kind: 'schedule', schedule_id: schedule.id });
    const { text, headers } = await read(url);
    assert.equal(headers['content-type'], 'text/calendar; charset=utf-8');
    assert.deepEqual(
      ['x-wr-calname', 'refresh-interval', 'x-published-ttl'].map((name) => propertyOf(text, name)),
      ['On call: Primary', 'PT1H', 'PT1H'],
    );
    const [first, second, ...others] = readEvents(text);
    assert.deepEqual(first, {
      uid: `1767603600000-${ada.id}-${schedule.id}@watchbill`,
      start: '2026-01-05T09:00:00Z',
      end: '2026-01-06T09:00:00Z',
      summary: 'Primary: Ada',
      description: `http://watchbill.test/app/schedules/${schedule.id}`,
      sequence: 1,
      stamp: '2026-01-05T09:00:00Z',
      transparency: 'TRANSPARENT',
    });
    assert.equal(second?.summary, 'Primary: Grace');
    assert.equal(others.at(-1)?.start, '2027-01-05T09:00:00Z', 'until 366 days after midnight');
  });

  it('[TRU-7] escapes all texts, and ends with a line break', async () => {
    succeeded(await owner.patch(`/users/${ada.id}`, { name: 'Lovelace, Ada; \\o/' }));
    const schedule = await createSchedule(owner, [ada], { name: 'Eins, zwei; \\drei' });
    const { url } = await addFeed(ada, { kind: 'schedule', schedule_id: schedule.id });
    const { text } = await read(url);
    const escapedName = 'On call: Eins\\, zwei\\; \\\\drei';
    assert.ok(text.includes(`\r\nNAME:${escapedName}\r\nX-WR-CALNAME:${escapedName}\r\n`), text.slice(0, 300));
    assert.equal(propertyOf(text, 'name'), 'On call: Eins, zwei; \\drei');
    assert.equal(readEvents(text)[0]?.summary, 'Eins, zwei; \\drei: Lovelace, Ada; \\o/');
    assert.match(text, /\r\nEND:VCALENDAR\r\n$/);
    assert.doesNotMatch(text, /[^\r]\n/);
  });

  it('shows who else is on call, and marks overrides and cover', async () => {
    const schedule = await createSchedule(owner, [ada, grace]);
    await createOverride(owner, schedule, [owner, grace], '2026-01-07T09:00:00Z', '2026-01-08T09:00:00Z');
    const cover = { start: '2026-01-09T09:00:00Z', end: '2026-01-10T09:00:00Z', reason: 'Dentist' };
    const { coverage_request } = succeeded(await ada.post('/user/coverage_requests', cover), 201);
    succeeded(await grace.post(`/coverage_requests/${coverage_request.id}/accept`));

    const { url } = await addFeed(grace, { kind: 'mine' });
    const page = `http://watchbill.test/app/schedules/${schedule.id}`;
    const events = readEvents((await read(url)).text).slice(0, 4);
    assert.deepEqual(
      events.map(({ start, summary, description }) => [start.slice(0, 10), summary, description]),
      [
        ['2026-01-06', 'On call: Primary', page],
        ['2026-01-07', 'On call: Primary', `With Owner.\nThis is an override.\n${page}`],
        ['2026-01-08', 'On call: Primary', page],
        ['2026-01-09', 'On call: Primary', `Covers for Ada.\n${page}`],
      ],
    );
  });

  it('counts the changes of the schedule, with the time of the last one', async () => {
    const schedule = await createSchedule(owner, [ada, grace]);
    const { url } = await addFeed(ada, { kind: 'mine' });
    const version = async () => {
      const [event] = readEvents((await read(url)).text);
      return [event?.sequence, event?.stamp];
    };
    watchbill.at('2026-01-05T09:01:00Z');
    succeeded(await owner.patch(`/schedules/${schedule.id}`, { description: 'Of no concern' }));
    assert.deepEqual(await version(), [1, '2026-01-05T09:00:00Z']);
    const { id } = await createOverride(owner, schedule, [owner], '2026-01-20T09:00:00Z', '2026-01-21T09:00:00Z');
    assert.deepEqual(await version(), [2, '2026-01-05T09:01:00Z']);
    watchbill.at('2026-01-05T09:02:00Z');
    succeeded(await owner.delete(`/schedules/${schedule.id}/overrides/${id}`), 204);
    assert.deepEqual(await version(), [3, '2026-01-05T09:02:00Z']);
    succeeded(await owner.patch(`/schedules/${schedule.id}`, { name: 'Secondary' }));
    assert.deepEqual(await version(), [4, '2026-01-05T09:02:00Z']);
  });

  it('has the shifts of all schedules of a team', async () => {
    const { team } = succeeded(await owner.post('/teams/', { name: 'Platform' }), 201);
    for (const name of ['Primary', 'Secondary']) await createSchedule(owner, [ada], { name, team_ids: [team.id] });
    await createSchedule(owner, [ada], { name: 'Elsewhere' });
    const { url } = await addFeed(grace, { kind: 'team', team_id: team.id });
    const events = readEvents((await read(url)).text);
    assert.deepEqual(new Set(events.map(({ summary }) => summary)), new Set(['Primary: Ada', 'Secondary: Ada']));
  });

  it('has at most 5,000 events: the next ones first, then the latest past ones', async () => {
    watchbill.at('2025-11-03T09:00:00Z');
    const since = { rotation_start: '2025-11-03T00:00:00Z' };
    const add = async (name: string, amount: number) => {
      const { team } = succeeded(await owner.post('/teams/', { name }), 201);
      for (const [what, length] of [
        [name, { amount, unit: 'hours' }],
        ['Days', { amount: 1, unit: 'days' }],
      ] as const) {
        const layers = [layer([ada, grace], { ...since, shift_length: length })];
        await createSchedule(owner, [], { name: what, layers, team_ids: [team.id] });
      }
      return addFeed(grace, { kind: 'team', team_id: team.id });
    };
    const feeds = [await add('Hourly', 1), await add('Two hours', 2)];
    watchbill.at('2026-01-05T09:00:00Z');
    const [hourly = [], twoHours = []] = await Promise.all(
      feeds.map(async ({ url }) => startsIn((await read(url)).text)),
    );
    assert.equal(hourly.length, 5_000);
    assert.deepEqual([hourly[0], hourly.at(-1)], ['20260105T000000Z', '20260723T230000Z']);
    // The 13 * 366 future events, and the latest of the past ones.
    assert.equal(twoHours.length, 5_000);
    assert.equal(twoHours.filter((start) => start >= '20260105').length, 13 * 366);
    assert.deepEqual([twoHours[0], twoHours.at(-1)], ['20251217T080000Z', '20270105T220000Z']);
    assert.deepEqual(twoHours, twoHours.toSorted());
  });

  it('is empty, not 404, once the schedule or team is deleted, so that old events disappear', async () => {
    const { team } = succeeded(await owner.post('/teams/', { name: 'Platform' }), 201);
    const schedule = await createSchedule(owner, [ada], { team_ids: [team.id] });
    const feeds = [
      await addFeed(ada, { kind: 'schedule', schedule_id: schedule.id }),
      await addFeed(ada, { kind: 'team', team_id: team.id }),
    ];
    succeeded(await owner.delete(`/schedules/${schedule.id}`), 204);
    succeeded(await owner.delete(`/teams/${team.id}`), 204);
    for (const { url } of feeds) {
      const { status, text } = await read(url);
      assert.deepEqual([status, readEvents(text)], [200, []]);
    }
    const shown = await feedsOf(ada);
    assert.ok(!shown.some((feed: object) => 'schedule_reference' in feed || 'team_reference' in feed));
  });

  it('has an entity tag: a calendar gets 304 until something changes, or the day does', async () => {
    const schedule = await createSchedule(owner, [ada, grace]);
    const { url } = await addFeed(ada, { kind: 'schedule', schedule_id: schedule.id });
    const { text, headers } = await read(url);
    const etag = String(headers.etag);
    assert.match(etag, /^"[\w-]{43}"$/);
    for (const known of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
      const again = await read(url, { 'if-none-match': known });
      assert.deepEqual([again.status, again.text, again.headers.etag], [304, '', etag]);
    }
    watchbill.at('2026-01-05T23:59:59.999Z');
    await createSchedule(owner, [ada], { name: 'Elsewhere' });
    assert.equal((await read(url)).text, text);
    watchbill.at('2026-01-06T00:00:00Z');
    assert.equal((await read(url, { 'if-none-match': etag })).status, 200);
    watchbill.at('2026-01-05T10:00:00Z');
    await createOverride(owner, schedule, [grace], '2026-01-07T09:00:00Z', '2026-01-07T10:00:00Z');
    assert.equal((await read(url, { 'if-none-match': etag })).status, 200);
  });
});

describe('the address of a calendar feed', () => {
  it('is in no log, message or metric, and has its own rate limit', async () => {
    const lines: string[] = [];
    const log = createLog('debug', { now: () => 0 }, (line) => lines.push(line));
    const watchbill = await startWatchbill(createSqlite, undefined, undefined, {
      log,
      hasAccessLog: true,
      rateLimit: 3,
    });
    try {
      const { app, owner } = watchbill;
      const { url } = await addFeed(owner);
      const token = /calendars\/(.+)\.ics/.exec(url)?.[1] ?? assert.fail();
      const answers = [
        await fetchCalendar(app, url),
        await app.inject({ method: 'POST', url: `/calendars/${token}.ics` }).then(({ body }) => ({ text: body })),
        await fetchCalendar(app, `/calendars/${token}.ics/more`),
        await fetchCalendar(app, `/calendars%2F${token}.ics`),
      ];
      for (const { text } of answers) assert.ok(!text.includes(token), text);
      assert.equal((await fetchCalendar(app, '/metrics')).text.includes('/calendars/{token}.ics'), true);
      assert.ok(!(await fetchCalendar(app, '/metrics')).text.includes(token));
      // The limit for requests without a key from this network is reached: three were refused above.
      assert.equal((await fetchCalendar(app, '/openapi.json')).status, 429);
      assert.deepEqual([(await fetchCalendar(app, url)).status, (await fetchCalendar(app, url)).status], [200, 200]);
      assert.equal((await fetchCalendar(app, url)).status, 429);

      assert.ok(lines.some((line) => line.includes('/calendars/[redacted]')));
      assert.ok(!lines.join('').includes(token), 'the log');
    } finally {
      await watchbill.stop();
    }
  });
});

describeOnSqlite('[ICAL-2] calendars of random schedules', (create) => {
  const { watchbill, owner, ada, ben } = givenWatchbill(create, { ada: 'Ada', ben: 'Ben' }, '2026-01-05T09:00:00Z');

  /** Every shift from 30 days before to 366 days after the day, from the API: one line for each person. */
  async function shiftsOf(scheduleId: string): Promise<string[]> {
    const lines = new Set<string>();
    for (const [from, to] of [
      ['2025-12-16', '2026-07-01'],
      ['2026-07-01', '2027-01-16'],
    ]) {
      const call = (_: string, path: string) => owner.get(path).then(({ body }) => body);
      const path = `/schedules/${scheduleId}/shifts/?from=${from}T00:00:00Z&to=${to}T00:00:00Z`;
      for (const { start, end, users } of await allPages(call, path, 'shifts')) {
        for (const { name } of users) lines.add(`${name} ${start.slice(0, 19)}Z/${end.slice(0, 19)}Z`);
      }
    }
    return [...lines].sort();
  }

  const lineOf = ({ summary, start, end }: ReadEvent) => `${summary.split(': ')[1]} ${start}/${end}`;
  const withoutVersion = ({ sequence: _, stamp: __, ...event }: ReadEvent) => JSON.stringify(event);

  it('are their shifts, the same all day; an override changes only the events that it touches', async () => {
    const people = [owner, ada, ben];
    const plans = fc.sample(
      fc.record({
        zone: fc.constantFrom('UTC', 'Europe/Berlin', 'Australia/Lord_Howe', 'America/St_Johns'),
        people: fc.uniqueArray(fc.constantFrom(...people), { minLength: 1, maxLength: 3 }),
        concurrent_oncall_users: fc.integer({ min: 1, max: 2 }),
        shift_length: fc.constantFrom(
          { amount: 5, unit: 'days' },
          { amount: 1, unit: 'weeks' },
          { amount: 9, unit: 'weeks' },
        ),
        windows: fc.constantFrom([], [{ day: 'monday', from: '22:00', to: '06:00' }]),
        startDay: fc.integer({ min: -100, max: 100 }),
        overrides: fc.array(
          fc.record({
            startHour: fc.integer({ min: 0, max: 9_000 }),
            hours: fc.integer({ min: 1, max: 900 }),
            people: fc.uniqueArray(fc.constantFrom(...people), { minLength: 1, maxLength: 2 }),
          }),
          { minLength: 2, maxLength: 4 },
        ),
      }),
      { seed: 20260115, numRuns: 12 },
    );
    const hourAfter = (hours: number) => formatInstant(Date.UTC(2026, 0, 15, 9) + hours * HOUR_MS);
    for (const plan of plans) {
      const { zone: time_zone, people, overrides, windows, startDay, ...rest } = plan;
      watchbill.at('2026-01-05T09:00:00Z');
      const rotation = { ...rest, rotation_start: hourAfter(startDay * 24) };
      const layers = [layer(people, { ...rotation, ...(windows.length > 0 && { restriction_intervals: windows }) })];
      const schedule = await createSchedule(owner, [], { time_zone, layers });
      watchbill.at('2026-01-15T09:00:00Z');
      const { url } = await addFeed(owner, { kind: 'schedule', schedule_id: schedule.id });
      let before: ReadEvent[] = [];
      for (const { startHour, hours, people } of overrides) {
        watchbill.at('2026-01-15T09:00:00Z');
        const [start, end] = [hourAfter(startHour), hourAfter(startHour + hours)];
        await createOverride(owner, schedule, people, start, end);
        const { text } = await fetchCalendar(watchbill.app, url);
        const events = readEvents(text);
        assert.deepEqual(events.map(lineOf).sort(), await shiftsOf(schedule.id), JSON.stringify(plan));
        assert.equal(new Set(events.map(({ uid }) => uid)).size, events.length);
        watchbill.at('2026-01-15T23:59:59Z');
        await owner.patch('/organization/', { name: `Organization ${start}` });
        assert.equal((await fetchCalendar(watchbill.app, url)).text, text);
        const isTouched = (event: ReadEvent) => event.start < end && start < event.end;
        const touched = before.filter(isTouched);
        const [was, is] = [before, events].map((some) => new Set(some.map(withoutVersion))) as [
          Set<string>,
          Set<string>,
        ];
        for (const event of before) if (!isTouched(event)) assert.ok(is.has(withoutVersion(event)), event.uid);
        for (const event of before.length === 0 ? [] : events) {
          if (was.has(withoutVersion(event)) || isTouched(event)) continue;
          assert.ok(
            touched.some((whole) => whole.start <= event.start && event.end <= whole.end),
            event.uid,
          );
        }
        before = events;
      }
    }
  });
});
