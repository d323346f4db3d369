/** Reports of hours on call (rule HRS-1), and their calendar rules. */
import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import type { OrganizationId } from '../../../src/ids.ts';
import { loadAcceptancesWithin } from '../../../src/services/coverage-state/acceptances.ts';
import { failed, type Person, succeeded } from '../../support/drivers/api.ts';
import { createOverride, createSchedule, layer } from '../../support/drivers/schedules.ts';
import { givenFreshWatchbill } from '../../support/drivers/suites.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

interface Time {
  readonly total_ms: number;
  readonly holiday_ms: number;
  readonly weekend_ms: number;
  readonly night_ms: number;
  readonly other_ms: number;
}

interface HoursOf {
  readonly user: { readonly name: string; readonly time_zone?: string };
  readonly past: Time;
  readonly coming: Time;
  readonly share: number;
  readonly cover: Record<'taken' | 'given', { readonly past_ms: number; readonly coming_ms: number }>;
  readonly schedules: readonly { schedule_reference: { name: string }; past_ms: number; coming_ms: number }[];
}

const HOUR_MS = 3_600_000;
/** The week of most tests, Monday to Monday. */
const WEEK = 'from=2026-01-05T00:00:00Z&to=2026-01-12T00:00:00Z';

describeOnBothDatabases('hours on call', (create, itOnSqlite) => {
  const { watchbill, owner, ada, ben, viewer } = givenFreshWatchbill(create, {
    ada: 'Ada',
    ben: 'Ben',
    viewer: { name: 'Vera', seat: 'viewer' },
  });
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what the test is about to assert
  let schedule: any;

  beforeEach(async () => {
    watchbill.at('2026-01-05T00:00:00Z');
    const layers = [layer([ada, ben], { rotation_start: '2026-01-05T00:00:00Z' })];
    schedule = await createSchedule(owner, [], { name: 'Days', layers });
  });

  async function people(query = WEEK, as: Person = owner): Promise<HoursOf[]> {
    return succeeded(await as.get(`/reports/hours?${query}&schedule_id=${schedule.id}`)).hours.people;
  }

  const kinds = ({ total_ms, holiday_ms, weekend_ms, night_ms, other_ms }: Time) =>
    [total_ms, holiday_ms, weekend_ms, night_ms, other_ms].map((ms) => ms / HOUR_MS);

  itOnSqlite('are past until now and coming from then on, by kind, with the share of the mean', async () => {
    watchbill.at('2026-01-07T12:00:00Z');
    const [first, second] = await people();
    assert.equal(first?.user.name, 'Ada');
    // Ada has Monday, Wednesday, Friday and Sunday; Ben has Tuesday, Thursday and Saturday.
    assert.deepEqual(kinds(first.past), [36, 0, 0, 8 + 6, 16 + 6]);
    assert.deepEqual(kinds(first.coming), [12 + 24 + 24, 0, 24, 2 + 8, 10 + 16]);
    assert.equal(second?.user.name, 'Ben');
    assert.deepEqual(kinds(second.past), [24, 0, 0, 8, 16]);
    assert.deepEqual(kinds(second.coming), [48, 0, 24, 8, 16]);
    assert.deepEqual([first.share, second.share], [1.143, 0.857]);
    assert.deepEqual(first.schedules, [
      { schedule_reference: { id: schedule.id, name: 'Days' }, past_ms: 36 * HOUR_MS, coming_ms: 60 * HOUR_MS },
    ]);
  });

  itOnSqlite('count an instant once for a person who is on call in two schedules, and in each schedule', async () => {
    const layers = [layer([ada], { rotation_start: '2026-01-05T00:00:00Z' })];
    const other = await createSchedule(owner, [], { name: 'Always', layers });
    const all = succeeded(await owner.get(`/reports/hours?${WEEK}`)).hours.people as HoursOf[];
    const first = all.find(({ user }) => user.name === 'Ada');
    assert.equal((first?.coming.total_ms ?? 0) / HOUR_MS, 7 * 24);
    const found = first?.schedules.filter(({ schedule_reference }) => /^(Days|Always)$/.test(schedule_reference.name));
    assert.ok(found?.some(({ coming_ms }) => coming_ms / HOUR_MS === 96));
    assert.ok(found?.some(({ coming_ms }) => coming_ms / HOUR_MS === 168));
    succeeded(await owner.delete(`/schedules/${other.id}`), 204);
  });

  itOnSqlite('follow overrides, and count a deleted schedule until its deletion', async () => {
    await createOverride(owner, schedule, [ben], '2026-01-05T08:00:00Z', '2026-01-05T20:00:00Z');
    watchbill.at('2026-01-06T00:00:00Z');
    succeeded(await owner.delete(`/schedules/${schedule.id}`), 204);
    const [first, second] = await people();
    assert.deepEqual([first?.past.total_ms, first?.coming.total_ms], [12 * HOUR_MS, 0]);
    assert.deepEqual([second?.past.total_ms, second?.coming.total_ms], [12 * HOUR_MS, 0]);
  });

  itOnSqlite('use the clock of each person, and a report about the past stays when they move', async () => {
    succeeded(await owner.patch(`/users/${ada.id}`, { time_zone: 'Asia/Tokyo' }));
    watchbill.at('2026-01-12T00:00:00Z');
    const times = async () => (await people()).map(({ past, coming }) => ({ past, coming }));
    const before = await times();
    // From 00:00 to 24:00 UTC, it is night in Tokyo from 13:00 to 21:00; Friday turns into Saturday at 15:00.
    assert.deepEqual(kinds(before[0]?.past as Time), [96, 0, 9 + 15, 8 + 8 + 2 + 6, 16 + 16 + 13 + 3]);
    watchbill.at('2026-01-12T01:00:00Z');
    succeeded(await ada.patch('/user/', { time_zone: 'America/New_York' }));
    succeeded(await owner.patch('/organization/', { time_zone: 'Pacific/Auckland' }));
    assert.deepEqual(await times(), before);
    succeeded(await ada.patch('/user/', { time_zone: null }));
    succeeded(await owner.patch('/organization/', { time_zone: 'UTC' }));
    assert.deepEqual(await times(), before);
  });

  itOnSqlite('count holidays first; the first calendar applies to the past too, a later one from then on', async () => {
    watchbill.at('2026-01-12T00:00:00Z');
    const inBavaria = { holidays: { country: 'DE', region: 'BY' } };
    const { calendar_rules } = succeeded(await owner.patch('/organization/calendar_rules/', inBavaria));
    assert.deepEqual(calendar_rules, {
      ...inBavaria,
      night: { from: '22:00', to: '06:00' },
      weekend_days: ['saturday', 'sunday'],
    });
    // Epiphany, 6 January, is a holiday in Bavaria.
    const withEpiphany = await people();
    assert.deepEqual(kinds(withEpiphany[1]?.past as Time), [72, 24, 24, 8, 16]);
    watchbill.at('2026-01-12T01:00:00Z');
    succeeded(await owner.patch('/organization/calendar_rules/', { holidays: null, weekend_days: [] }));
    assert.deepEqual(await people(), withEpiphany);
    const earlier = '2026-01-12T00:30:00Z';
    const refused = await owner.patch('/organization/calendar_rules/', {
      holidays: { country: 'FR' },
      valid_from: earlier,
    });
    assert.match(
      failed(refused, 422, 'unprocessable_entity'),
      /^valid_from must not be before the last change of holidays/,
    );
    const reset = { weekend_days: ['saturday', 'sunday'] };
    succeeded(await owner.patch('/organization/calendar_rules/', reset));
  });

  itOnSqlite(
    '[TRU-4] use the first holidays of a person from then on, or from valid_from, which is audited',
    async () => {
      succeeded(await owner.patch('/organization/calendar_rules/', { holidays: { country: 'AT' } }));
      watchbill.at('2026-01-07T00:00:00Z');
      const path = `/users/${ben.id}/holidays/`;
      assert.deepEqual(succeeded(await viewer.get(path)), { holidays: null });
      const bens = async () => kinds((await people())[1]?.past as Time);
      // Epiphany, 6 January, is a holiday in Austria and in Bavaria, but not in Berlin.
      const before = await bens();
      assert.deepEqual(before, [24, 24, 0, 0, 0]);
      succeeded(await owner.put(path, { holidays: { country: 'DE', region: 'BE' } }));
      assert.deepEqual(await bens(), before);

      const ofAda = `/users/${ada.id}/holidays/`;
      const inGreece = { holidays: { country: 'GR' }, valid_from: '2026-01-05T00:00:00Z' };
      assert.deepEqual(succeeded(await owner.put(ofAda, inGreece)), { holidays: { country: 'GR' } });
      const { audit_log } = succeeded(await owner.get('/audit_log/?action=user_holidays.updated'));
      assert.deepEqual(
        audit_log.map(({ detail }: { detail: object }) => detail),
        [inGreece, { holidays: { country: 'DE', region: 'BE' } }],
      );
      const tooLate = await owner.put(ofAda, { holidays: null, valid_from: '2026-01-07T00:00:01Z' });
      assert.match(failed(tooLate, 422, 'unprocessable_entity'), /^valid_from must not be in the future/);
      failed(await ada.put(path, { holidays: null }), 403, 'forbidden');
    },
  );

  itOnSqlite(
    '[TRU-4] use the holidays of a person for time that comes, and for the past from valid_from on',
    async () => {
      watchbill.at('2026-01-12T00:00:00Z');
      const inBavaria = { holidays: { country: 'DE', region: 'BY' }, valid_from: '2026-01-06T12:00:00Z' };
      succeeded(await owner.put(`/users/${ben.id}/holidays/`, inBavaria));
      assert.deepEqual(kinds((await people())[1]?.past as Time), [72, 12, 24, 8 + 6, 16 + 6]);
      const easterMonday = 'from=2026-04-06T00:00:00Z&to=2026-04-07T00:00:00Z';
      const coming = (await people(easterMonday)).map((one) => [one.user.name, ...kinds(one.coming)]);
      assert.deepEqual(coming, [['Ben', 24, 24, 0, 0, 0]]);
    },
  );

  itOnSqlite(
    '[TRU-4] move the last change back when the same holidays are set again with an earlier valid_from',
    async () => {
      succeeded(await owner.patch('/organization/calendar_rules/', { holidays: { country: 'AT' } }));
      const path = `/users/${ben.id}/holidays/`;
      // The order of the fields makes no difference.
      const set = (region: string, valid_from?: string) =>
        valid_from === undefined
          ? owner.put(path, { holidays: { country: 'DE', region } })
          : owner.put(path, { holidays: { region, country: 'DE' }, valid_from });
      const bens = async () => kinds((await people())[1]?.past as Time);
      watchbill.at('2026-01-12T00:00:00Z');
      succeeded(await set('BE'));
      assert.deepEqual(await bens(), [72, 24, 24, 8, 16]);
      // Epiphany, 6 January, is no holiday in Berlin.
      succeeded(await set('BE', '2026-01-06T12:00:00Z'));
      assert.deepEqual(await bens(), [72, 12, 24, 8 + 2, 16 + 10]);
      succeeded(await set('BE', '2026-01-01T00:00:00Z'));
      const inBerlin = await bens();
      assert.deepEqual(inBerlin, [72, 0, 24, 16, 32]);
      // They already apply at these times.
      succeeded(await set('BE', '2026-01-06T12:00:00Z'));
      succeeded(await set('BE'));
      assert.deepEqual(await bens(), inBerlin);

      succeeded(await set('BY', '2026-01-08T00:00:00Z'));
      const refused = failed(await set('BY', '2025-12-31T00:00:00Z'), 422, 'unprocessable_entity');
      assert.equal(
        refused,
        'valid_from must not be before an earlier change of holidays, 2026-01-01T00:00:00Z: it is 2025-12-31T00:00:00Z.',
      );
      assert.deepEqual(await bens(), inBerlin);
      // Berlin's never applied then; before comes what applied before Berlin's.
      succeeded(await set('BY', '2026-01-01T00:00:00Z'));
      assert.deepEqual(await bens(), [72, 24, 24, 8, 16]);
      succeeded(await set('BY', '2025-12-31T00:00:00Z'));
      const tooLate = await set('BY', '2026-01-12T00:00:01Z');
      assert.match(failed(tooLate, 422, 'unprocessable_entity'), /^valid_from must not be in the future/);
    },
  );

  itOnSqlite('[TRU-4] stay the same when the person is erased', async () => {
    succeeded(await owner.patch(`/users/${ada.id}`, { time_zone: 'Asia/Tokyo' }));
    const inJapan = { holidays: { country: 'JP' } };
    succeeded(await owner.put(`/users/${ada.id}/holidays/`, inJapan));
    watchbill.at('2026-01-15T00:00:00Z');
    const month = 'from=2026-01-05T00:00:00Z&to=2026-01-15T00:00:00Z';
    const times = async () => (await people(month)).map(({ past, schedules }) => ({ past, schedules }));
    const before = await times();
    // Coming of Age Day, Monday the 12th: it ends in Tokyo at 15:00 UTC. Ada has no shift before Sunday the 11th.
    assert.ok(before.some(({ past }) => past.holiday_ms > 0));
    succeeded(await owner.delete(`/users/${ada.id}`), 204);
    watchbill.at('2026-01-15T01:00:00Z');
    succeeded(await owner.post(`/users/${ada.id}/erase`), 204);
    const after = await people(month);
    assert.deepEqual(after.map(({ user }) => user).find(({ name }) => name === 'Former member')?.time_zone, undefined);
    const byTotal = (list: typeof before) => list.map((one) => JSON.stringify(one)).sort();
    assert.deepEqual(byTotal(await times()), byTotal(before));
  });

  itOnSqlite('[TRU-4] of a team count the schedules that were deleted, and so do those of a person', async () => {
    const { team } = succeeded(await owner.post('/teams/', { name: 'Platform' }), 201);
    const inTeam = { team_ids: [team.id], layers: [layer([ada], { rotation_start: '2026-01-05T00:00:00Z' })] };
    const gone = await createSchedule(owner, [], { name: 'Gone', ...inTeam });
    watchbill.at('2026-01-07T00:00:00Z');
    succeeded(await owner.delete(`/schedules/${gone.id}`), 204);
    watchbill.at('2026-01-08T00:00:00Z');
    const [first, ...others] = succeeded(await owner.get(`/reports/hours?${WEEK}&team_id=${team.id}`)).hours.people;
    assert.deepEqual([others, first.user.name, ...kinds(first.past).slice(0, 1)], [[], 'Ada', 48]);
    assert.deepEqual([first.coming.total_ms, first.schedules[0].schedule_reference.name], [0, 'Gone']);
    assert.deepEqual(succeeded(await owner.get(`/schedules?team_id=${team.id}`)).schedules, []);

    const last30Days = 'from=2025-12-09T00:00:00Z&to=2026-01-08T00:00:00Z';
    const reported = succeeded(await ada.get(`/reports/hours?${last30Days}`)).hours.people[0].past.total_ms;
    const { hours } = succeeded(await owner.get(`/users/${ada.id}/on_call`)).on_call;
    assert.deepEqual([hours.last_30_days, reported / HOUR_MS], [72, 72]);
    assert.equal(hours.next_30_days, 15 * 24);
  });

  itOnSqlite('show who covered for whom: cover that is passed on counts, cover that is undone does not', async () => {
    const cover = async () =>
      (await people()).map(({ user, cover: { taken, given } }) => [
        user.name,
        ...[taken, given].flatMap(({ past_ms, coming_ms }) => [past_ms / HOUR_MS, coming_ms / HOUR_MS]),
      ]);
    const wednesday = { start: '2026-01-07T00:00:00Z', end: '2026-01-08T00:00:00Z', reason: 'Away' };
    const ask = async (who: Person) =>
      succeeded(await who.post('/user/coverage_requests', { ...wednesday, schedule_ids: [schedule.id] }), 201)
        .coverage_request.id;
    const part = { schedule_id: schedule.id, start: '2026-01-07T00:00:00Z', end: '2026-01-07T18:00:00Z' };
    succeeded(await owner.post(`/coverage_requests/${await ask(ada)}/accept`, { shifts: [part] }));
    watchbill.at('2026-01-07T12:00:00Z');
    assert.deepEqual(await cover(), [
      ['Ada', 0, 0, 12, 6],
      ['Ben', 0, 0, 0, 0],
      ['Owner', 12, 6, 0, 0],
    ]);
    succeeded(await ben.post(`/coverage_requests/${await ask(owner)}/accept`));
    assert.deepEqual(await cover(), [
      ['Ada', 0, 0, 12, 6],
      ['Ben', 0, 6, 0, 0],
      ['Owner', 12, 6, 0, 6],
    ]);
    const overrides = `/schedules/${schedule.id}/overrides`;
    const { overrides: found } = succeeded(await owner.get(`${overrides}/?${WEEK}&per_page=100`));
    for (const { id, end } of found) {
      if (end > '2026-01-07T12:00:00Z') succeeded(await owner.delete(`${overrides}/${id}`), 204);
    }
    assert.deepEqual(await cover(), [
      ['Ada', 0, 0, 12, 0],
      ['Ben', 0, 0, 0, 0],
      ['Owner', 12, 0, 0, 0],
    ]);
  });

  it('count all covers, also if there are more than are read at a time', async () => {
    const wednesday = { start: '2026-01-07T00:00:00Z', end: '2026-01-08T00:00:00Z', reason: 'Away' };
    const { coverage_request } = succeeded(await ada.post('/user/coverage_requests', wednesday), 201);
    succeeded(await owner.post(`/coverage_requests/${coverage_request.id}/accept`));
    // As if the owner had taken the day in parts of ten minutes.
    const partMs = 10 * 60_000;
    await watchbill.services.db.exclusively(async (tx) => {
      for (let i = 1; i < 144; i++) {
        const start = Date.parse(wednesday.start) + i * partMs;
        const part = { scheduleId: schedule.id, scheduleName: 'Days', start, end: start + partMs };
        await tx.execute(
          `insert into coverage_answers (id, organization_id, request_id, user_id, answered_at, shifts_json, start_at, end_at)
             select 'ans_${i}', organization_id, request_id, user_id, answered_at, '${JSON.stringify([part])}', start_at, end_at
             from coverage_answers where length(id) > 8`,
        );
      }
      const first = { scheduleId: schedule.id, scheduleName: 'Days', start: Date.parse(wednesday.start) };
      const json = JSON.stringify([{ ...first, end: first.start + partMs }]);
      await tx.execute(`update coverage_answers set shifts_json = '${json}' where length(id) > 8`);
    });
    const { db } = watchbill.services;
    const { organization } = succeeded(await owner.get('/organization/'));
    const which = {
      organizationId: organization.id as OrganizationId,
      start: 0,
      end: Date.parse('2027-01-01T00:00:00Z'),
    };
    assert.equal((await loadAcceptancesWithin(db, which, {})).length, 144);
    const latest = await loadAcceptancesWithin(db, which, { mostShifts: 120 });
    assert.deepEqual([latest.length, latest.flatMap(({ shifts }) => shifts).length], [120, 120]);
    const taken = (await people()).map(({ user, cover }) => [user.name, cover.taken.coming_ms / HOUR_MS]);
    assert.deepEqual(taken, [
      ['Ada', 0],
      ['Ben', 0],
      ['Owner', 24],
    ]);
  });

  itOnSqlite('of everyone are for admins; others see their own, and viewers none', async () => {
    assert.deepEqual(
      (await people(WEEK, ben)).map(({ user }) => user.name),
      ['Ben'],
    );
    failed(await viewer.get('/reports/hours'), 403, 'forbidden');
    failed(await ada.patch('/organization/calendar_rules/', { holidays: null }), 403, 'forbidden');
  });

  itOnSqlite('are available as CSV without formulas in cells', async () => {
    succeeded(await owner.patch(`/users/${ada.id}`, { name: '=1+1, "Ada"' }));
    const url = `/reports/hours.csv?${WEEK}&schedule_id=${schedule.id}`;
    const { statusCode, headers, body } = await watchbill.app.inject({ url, headers: { 'x-api-key': owner.key } });
    assert.deepEqual([statusCode, headers['content-type']], [200, 'text/csv; charset=utf-8']);
    const [head, first] = body.split('\r\n');
    assert.match(
      head ?? '',
      /^name,email,past_total_hours,.*,coming_other_hours,share,cover_taken_past_hours,.*,cover_given_coming_hours$/,
    );
    assert.match(first ?? '', /^"'=1\+1, ""Ada""",ada@example\.com,0\.00,.*,96\.00,.*,1\.143,0\.00,0\.00,0\.00,0\.00$/);
    succeeded(await owner.patch(`/users/${ada.id}`, { name: 'Ada' }));
  });

  itOnSqlite('refuse invalid countries, calendars and intervals', async () => {
    const refused = async (query: string) =>
      failed(await owner.get(`/reports/hours?${query}`), 422, 'unprocessable_entity');
    assert.match(await refused('from=2026-01-05T00:00:00Z&to=2027-02-05T00:00:00Z'), /^to may be at most 366 days/);
    assert.equal(await refused('team_id=x&schedule_id=y'), 'Give team_id or schedule_id, not both.');
    failed(await owner.get('/reports/hours?schedule_id=x'), 404, 'not_found');
    failed(await owner.get('/reports/hours?team_id=x'), 404, 'not_found');
    failed(await owner.get('/holiday_calendars/?country=XX'), 404, 'not_found');
    const set = async (holidays: object) =>
      failed(await owner.patch('/organization/calendar_rules/', { holidays }), 422, 'unprocessable_entity');
    assert.match(await set({ country: 'XX' }), /^holidays\.country must be one of .* "XX" is not one of them\.$/);
    assert.match(
      await set({ country: 'DE', region: 'ZZ' }),
      /^holidays\.region must be one of .* "ZZ" is not one of them\.$/,
    );
    const later = { holidays: { country: 'DE' }, valid_from: '2026-03-01T00:00:00Z' };
    assert.match(
      failed(await owner.patch('/organization/calendar_rules/', later), 422, 'unprocessable_entity'),
      /^valid_from must not be in the future/,
    );
    const alone = await owner.patch('/organization/calendar_rules/', { valid_from: '2026-01-01T00:00:00Z' });
    assert.match(failed(alone, 422, 'unprocessable_entity'), /^valid_from needs holidays/);
  });

  itOnSqlite('list countries and regions with public holidays', async () => {
    const { holiday_calendars: countries } = succeeded(await viewer.get('/holiday_calendars/'));
    assert.ok(countries.some(({ code, name }: { code: string; name: string }) => code === 'DE' && name === 'Germany'));
    const { holiday_calendars: regions } = succeeded(await viewer.get('/holiday_calendars/?country=DE'));
    assert.ok(regions.some(({ code }: { code: string }) => code === 'BY-A'));
  });
});
