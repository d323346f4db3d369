/** Rules BUD-1 to BUD-6: no request stops the service. Work is counted in shifts, not in time; see also shift-guard.ts. */
import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { before, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { counters } from '../../../../src/process/counters.ts';
import { MINUTE_MS } from '../../../../src/time/units.ts';
import { failed, type Person, succeeded } from '../../../support/drivers/api.ts';
import { calendarFile, fetchCalendar, readEvents } from '../../../support/drivers/calendars.ts';
import { addHourlySchedules } from '../../../support/drivers/large-organizations.ts';
import { byId, createOverride, createSchedule, layer, newSchedule } from '../../../support/drivers/schedules.ts';
import { countingShifts } from '../../../support/drivers/shift-guard.ts';
import { givenFreshWatchbill, givenWatchbill } from '../../../support/drivers/suites.ts';
import { eventually } from '../../../support/drivers/worker.ts';
import { describeOnBothDatabases, describeOnSqlite } from '../../../support/servers/databases.ts';

const YEAR = 'from=2026-01-05T00:00:00Z&to=2027-01-05T00:00:00Z';
const WEEK = 'from=2026-01-05T00:00:00Z&to=2026-01-12T00:00:00Z';
const MONTH = 'from=2026-01-05T00:00:00Z&to=2026-02-05T00:00:00Z';

/** One slice, and what a request computes beside it. */
const MOST_IN_A_TURN = 10_000;

describeOnSqlite('[BUD-1 BUD-2 BUD-3] with 115 schedules of hourly turns', (create) => {
  const people = { ada: 'Ada', vera: { name: 'Vera', seat: 'viewer' } } as const;
  const { watchbill, owner, ada, vera } = givenWatchbill(create, people, undefined, undefined, {
    workMs: 10 * MINUTE_MS,
  });
  let schedules: string[];
  before(async () => {
    schedules = await addHourlySchedules(watchbill, [ada]);
  });

  it('an admin gets the hours of a year, however many shifts that takes', async () => {
    const { result, total, mostInATurn } = await countingShifts(() => owner.get(`/reports/hours?${YEAR}`));
    const { hours } = succeeded(result);
    assert.equal(hours.people.length, 50);
    assert.ok(total > 1_000_000, `${total} shifts`);
    assert.ok(mostInATurn <= MOST_IN_A_TURN, `${mostInATurn} shifts in a turn`);
    const { past, coming } = hours.people.find(({ user }: { user: { id: string } }) => user.id === ada.id);
    // Four of fifty people at a time, in all schedules at the same hours, which count once.
    const share = (past.total_ms + coming.total_ms) / (365 * 86_400_000);
    assert.ok(Math.abs(share - 4 / 50) < 0.001, `${share}`);
  });

  it('a member is refused that before it is computed, and told what to narrow', async () => {
    const { result, total } = await countingShifts(() => ada.get(`/reports/hours?${YEAR}`));
    const message = failed(result, 422, 'too_much_work');
    assert.match(message, /1,000,000 shifts.*team_id/);
    assert.ok(total < 2_000, `${total} shifts`);
    succeeded(await ada.get(`/reports/hours?${YEAR}&schedule_id=${schedules[0]}`));
  });

  it('candidates for cover are found in slices', async () => {
    const path = `/coverage_candidates?schedule_ids=${schedules[0]}`;
    const { result, total, mostInATurn } = await countingShifts(() => ada.get(path));
    assert.equal(succeeded(result).coverage_candidates.length, 49);
    assert.ok(total < 600_000, `${total} shifts`);
    assert.ok(mostInATurn <= MOST_IN_A_TURN, `${mostInATurn} shifts in a turn`);
  });

  it('the shifts of a person are found among their own turns', async () => {
    const { result, total } = await countingShifts(() => ada.get(`/user/shifts?${YEAR}&per_page=100`));
    const { meta } = succeeded(result);
    assert.ok(meta.total > 70_000, `${meta.total}`);
    assert.ok(total < 1.2 * meta.total, `${total} shifts computed for ${meta.total}`);
    const { total: now } = await countingShifts(async () => succeeded(await vera.get(`/users/${ada.id}/on_call`)));
    assert.ok(now < 30_000, `${now} shifts`);
  });

  it('timelines of a month are computed in slices', async () => {
    const { result, mostInATurn } = await countingShifts(() => vera.get(`/timelines/?per_page=40&${MONTH}`));
    assert.equal(succeeded(result).timelines.length, 40);
    assert.ok(mostInATurn <= MOST_IN_A_TURN, `${mostInATurn} shifts in a turn`);
  });

  it('two expensive requests of a user are at work, 20 wait, and further ones get 429', async () => {
    const path = `/reports/hours?${WEEK}`;
    const answers = await Promise.all(Array.from({ length: 30 }, () => ada.get(path)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 22);
    const late = answers.filter(({ status }) => status === 429);
    assert.equal(late.length, 8);
    for (const one of late) assert.ok(Number(one.headers['retry-after']) > 0);
    succeeded(await ada.get(path));
  });

  it('somebody else is served meanwhile', async () => {
    const order: string[] = [];
    await Promise.all([
      owner.get(`/reports/hours?${MONTH}`).then(() => order.push('report')),
      nextTurn()
        .then(() => ada.get('/user/'))
        .then(() => order.push('user')),
    ]);
    assert.deepEqual(order, ['user', 'report']);
  });

  it('work of a caller who has gone stops, and is counted', async () => {
    await watchbill.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = watchbill.app.server.address() as AddressInfo;
    const abandoned = counters.work.abandoned;
    const request = httpRequest({
      host: '127.0.0.1',
      port,
      path: `/reports/hours?${YEAR}`,
      headers: { 'x-api-key': owner.key },
    });
    request.on('error', () => undefined);
    request.end();
    const { slices } = counters.work;
    while (counters.work.slices === slices) await nextTurn();
    request.destroy();
    const { total } = await countingShifts(async () => {
      while (counters.work.abandoned === abandoned) await nextTurn();
    });
    assert.ok(total < 500_000, `${total} shifts after the caller had gone`);
    const { body } = await watchbill.app.inject('/metrics');
    assert.match(body, new RegExp(`watchbill_work_stopped_total\\{reason="abandoned"\\} ${abandoned + 1}\n`));
  });
});

describeOnBothDatabases('[BUD-2] time off', (create, itOnSqlite) => {
  const { watchbill, owner, ada, vera } = givenWatchbill(create, {
    ada: 'Ada',
    vera: { name: 'Vera', seat: 'viewer' },
  });
  const calendar = calendarFile(
    'DTSTART;VALUE=DATE:20260106',
    'DTEND;VALUE=DATE:20270101',
    'RRULE:FREQ=DAILY;COUNT=300',
  );

  before(async () => {
    const schedules = await addHourlySchedules(watchbill, [owner], { count: 60 });
    for (const id of schedules) {
      await createOverride(owner, { id }, [ada], '2027-11-01T00:00:00Z', '2027-11-02T00:00:00Z');
    }
  });

  itOnSqlite('of somebody with distant overrides is imported without computing the shifts of all others', async () => {
    const { result, total } = await countingShifts(() => ada.post('/user/time_off/import', { calendar }));
    assert.equal(succeeded(result).created, 300);
    assert.ok(total < 60_000, `${total} shifts`);
  });

  itOnSqlite('is listed for a viewer with as little work', async () => {
    const { result, total, mostInATurn } = await countingShifts(() =>
      vera.get(`/users/${ada.id}/time_off/?per_page=100`),
    );
    assert.equal(succeeded(result).time_off.length, 100);
    assert.ok(total < 20_000, `${total} shifts`);
    assert.ok(mostInATurn <= MOST_IN_A_TURN, `${mostInATurn} shifts in a turn`);
  });

  itOnSqlite('lists the first hundred collisions in all schedules, and computes no more', async () => {
    const { result, total } = await countingShifts(() =>
      owner.post('/user/time_off/', { start: '2026-01-06T00:00:00Z', end: '2027-01-01T00:00:00Z' }),
    );
    const { colliding_shifts, has_more_collisions } = succeeded(result, 201).time_off;
    assert.equal(colliding_shifts.length, 100);
    assert.equal(has_more_collisions, true);
    const starts = colliding_shifts.map(({ start }: { start: string }) => start);
    assert.deepEqual(starts, starts.toSorted());
    assert.ok(total < 1_000, `${total} shifts`);
  });

  it('is imported while others write: an import with a key waits for its thread outside of a transaction', async () => {
    const order: string[] = [];
    const headers = { 'x-api-key': ada.key, 'idempotency-key': 'import-1' };
    const payload = { calendar: calendar.replace('trip@', 'again@') };
    await Promise.all([
      watchbill.app
        .inject({ method: 'POST', url: '/user/time_off/import', headers, payload })
        .then(({ statusCode }) => order.push(`import ${statusCode}`)),
      owner.post('/teams/', { name: 'Meanwhile' }).then(({ status }) => order.push(`team ${status}`)),
    ]);
    assert.deepEqual(order, ['team 201', 'import 200']);
  });
});

describeOnSqlite('[BUD-6] the feed of a team', (create) => {
  const { watchbill, owner } = givenFreshWatchbill(create, {}, undefined, undefined, { rateLimit: 0 });

  async function feedOf(schedules: readonly string[]): Promise<string> {
    const { team } = succeeded(await owner.post('/teams/', { name: 'Everything' }), 201);
    await watchbill.services.db.exclusively((tx) =>
      tx.execute(
        `insert into schedule_teams (organization_id, schedule_id, team_id, position)
          select organization_id, id, '${team.id}', 0 from schedules where id in (${schedules.map((id) => `'${id}'`).join()})`,
      ),
    );
    const answer = await owner.post('/user/calendar_feeds/', { kind: 'team', team_id: team.id });
    return succeeded(answer, 201).calendar_feed.url;
  }

  it('whose hourly schedules start in 130 days has its first 5,000 events', async () => {
    const url = await feedOf(await addHourlySchedules(watchbill, [owner], { count: 40, startsInDays: 130 }));
    const first = await countingShifts(() => fetchCalendar(watchbill.app, url));
    assert.equal(first.result.status, 200);
    const events = readEvents(first.result.text);
    assert.equal(events.length, 5_000);
    assert.equal(events[0]?.start, '2026-05-15T09:00:00Z');
    assert.ok(first.total < 5_000, `${first.total} shifts`);
  });

  it('costs nothing the second time, also if it is refused', async () => {
    const [id = ''] = await addHourlySchedules(watchbill, [owner], { count: 1 });
    const feed = await owner.post('/user/calendar_feeds/', { kind: 'schedule', schedule_id: id });
    const { url } = succeeded(feed, 201).calendar_feed;
    const statusOf = async () => (await fetchCalendar(watchbill.app, url)).status;
    /** On PostgreSQL, what another suite commits between the two reads counts as a change. */
    const costsNothingAgain = (status: number) =>
      eventually(async () => {
        assert.equal(await statusOf(), status);
        const { result, total } = await countingShifts(statusOf);
        assert.equal(result, status);
        return total === 0;
      }, `nothing is computed for an answer with ${status} that was just given`);
    await costsNothingAgain(200);
    await watchbill.services.db.exclusively((tx) => tx.execute(`update schedules set time_zone = 'No/Where'`));
    await costsNothingAgain(422);
  });

  it('keeps the past events that are closest to today', async () => {
    const schedule = await createSchedule(owner, [owner], {
      layers: [layer([owner], { shift_length: { amount: 1, unit: 'hours' } })],
    });
    const url = await feedOf([schedule.id]);
    watchbill.at('2026-12-30T10:00:00Z');
    const events = readEvents((await fetchCalendar(watchbill.app, url)).text);
    assert.equal(events.length, 5_000);
    watchbill.at('2026-01-15T10:00:00Z');
    const early = readEvents((await fetchCalendar(watchbill.app, url)).text);
    assert.equal(early[0]?.start, '2026-01-15T00:00:00Z');
  });
});

describeOnSqlite('[BUD-6] a feed', (create) => {
  const { watchbill, owner } = givenWatchbill(create, {}, undefined, undefined, { rateLimit: 20 });

  it('shares one rate limit with the other feeds of its owner', async () => {
    const urls: string[] = [];
    for (let i = 0; i < 3; i++) {
      const answer = await owner.post('/user/calendar_feeds/', { kind: 'mine' });
      urls.push(succeeded(answer, 201).calendar_feed.url);
    }
    const statuses: number[] = [];
    for (let i = 0; i < 21; i++) {
      statuses.push((await fetchCalendar(watchbill.app, urls[i % urls.length] as string)).status);
    }
    assert.deepEqual(statuses, [...Array.from({ length: 20 }, () => 200), 429]);
    succeeded(await owner.get('/user/'));
  });
});

describeOnBothDatabases('[BUD-2] the schedules that one member created', (create, itOnSqlite) => {
  const { owner, ada, ben } = givenFreshWatchbill(create, { ada: 'Ada', ben: 'Ben' });
  const hourly = (people: readonly Person[], changes: object = {}) =>
    newSchedule(people, { layers: [layer(people, { shift_length: { amount: 1, unit: 'hours' }, ...changes })] });

  itOnSqlite('have 100,000 turns a year together; more needs an admin', async () => {
    for (let i = 0; i < 11; i++) succeeded(await ada.post('/schedules', hourly([ada])), 201);
    const message = failed(await ada.post('/schedules', hourly([ada])), 422, 'too_many_turns');
    assert.match(message, /105192 turns a year.*100000 is the most.*shift_length/);
    succeeded(await ben.post('/schedules', hourly([ada])), 201);
    succeeded(await owner.post('/schedules', hourly([ada])), 201);
    succeeded(await ada.post('/schedules', newSchedule([ada])), 201);
  });

  itOnSqlite('count with the layers that are planned, and with changes of others', async () => {
    for (let i = 0; i < 11; i++) succeeded(await ada.post('/schedules', hourly([ada, ben])), 201);
    const daily = succeeded(await ada.post('/schedules', newSchedule([ada, ben])), 201).schedule;
    const planned = hourly([ada], { rotation_start: '2030-01-01T00:00:00Z' }) as { layers: object[] };
    failed(await ada.patch(`/schedules/${daily.id}`, { layers: planned.layers }), 422, 'too_many_turns');
    failed(await ben.patch(`/schedules/${daily.id}`, { layers: planned.layers }), 422, 'too_many_turns');
    succeeded(await ada.patch(`/schedules/${daily.id}`, { name: 'Other' }));
    succeeded(await owner.patch(`/schedules/${daily.id}`, { layers: planned.layers }));
    // What is stored may stay, and may become less.
    succeeded(await ada.patch(`/schedules/${daily.id}`, { name: 'Another' }));
    succeeded(await ada.patch(`/schedules/${daily.id}`, { layers: [layer([ada, ben])], planned_layers: [] }));
  });

  it('count each once, if several are created at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 14 }, () => ada.post('/schedules', hourly([ada]))));
    assert.equal(answers.filter(({ status }) => status === 201).length, 11);
    for (const answer of answers.filter(({ status }) => status !== 201)) failed(answer, 422, 'too_many_turns');
  });
});

describeOnSqlite('[BUD-1] a change of an hourly schedule', (create) => {
  const { watchbill, owner, ada } = givenWatchbill(create, { ada: 'Ada' });

  it('computes no year of shifts inside its transaction', async () => {
    const [id] = await addHourlySchedules(watchbill, [owner, ada], { count: 1 });
    succeeded(await owner.put(`/schedules/${id}/chat_channels/C0GENERAL`), 204);
    const { schedule } = succeeded(await owner.get(`/schedules/${id}`));
    const references = schedule.layers[0].users.map(byId);
    const [{ users: _, ...stored }] = schedule.layers;
    const layers = [{ ...stored, user_references: references.toReversed() }];
    const { result, total } = await countingShifts(() => owner.patch(`/schedules/${id}`, { layers }));
    succeeded(result);
    assert.ok(total < 5_000, `${total} shifts`);
  });
});
