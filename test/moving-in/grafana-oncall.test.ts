/** Rule IMP-1 for Grafana OnCall: each case that can be translated, and each that cannot. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readGrafanaOnCall } from '../../src/moving-in/products/grafana-oncall.ts';
import { translated } from './cases.ts';

const shift = {
  id: 'O1',
  name: 'Office hours',
  type: 'rolling_users',
  level: 1,
  time_zone: null as string | null,
  start: '2026-10-05T09:00:00',
  duration: 28_800,
  frequency: 'daily',
  interval: 1,
  by_day: ['MO', 'TU', 'WE', 'TH', 'FR'] as string[] | null,
  until: null as string | null,
  week_start: 'MO',
  rolling_users: [['UADA', 'UBOB'], ['UCAI']],
  start_rotation_from_user_index: 0,
};
const weekly = {
  ...shift,
  id: 'O2',
  name: 'Weeks',
  level: 0,
  frequency: 'weekly',
  by_day: null,
  duration: 604_800,
  rolling_users: [['UDEE'], ['UEVE']],
};

function source(shifts: readonly { readonly id: string; readonly [field: string]: unknown }[], more: object = {}) {
  const schedule = {
    id: 'S1',
    name: 'Checkout',
    type: 'calendar',
    time_zone: 'Europe/Berlin',
    team_id: 'T1',
    shifts: shifts.map(({ id }) => id),
    ...more,
  };
  const users = ['ada', 'bob', 'cai', 'dee', 'eve'].map((name) => ({
    id: `U${name.toUpperCase()}`,
    username: name,
    email: `${name}@example.com`,
  }));
  return readGrafanaOnCall(
    [[schedule], shifts, users, [{ id: 'T1', name: 'Checkout team' }]].map((results, i) => ({
      name: `${i}.json`,
      value: { count: results.length, next: null, previous: null, results },
    })),
  );
}

describe('Grafana OnCall', () => {
  it('[IMP-1] daily turns on some days count only these days; smaller groups repeat a person', () => {
    const { layer, outcome, who, file } = translated(source([shift]));
    assert.equal(layer.counted_days, 'open');
    assert.deepEqual(layer.shift_length, { amount: 1, unit: 'days' });
    assert.deepEqual(layer.users, ['ada@example.com', 'bob@example.com', 'cai@example.com', 'cai@example.com']);
    assert.equal(layer.concurrent_oncall_users, 2);
    assert.equal(outcome.translated.length, 2);
    assert.deepEqual(file.teams?.[0]?.name, 'Checkout team');
    // Friday is the fifth day, Monday the sixth.
    assert.deepEqual(['2026-10-09T08:00:00Z', '2026-10-11T08:00:00Z', '2026-10-12T08:00:00Z'].map(who), [
      'ada bob',
      '',
      'cai',
    ]);
  });

  it('[IMP-1] supports the first user of the rotation, an end, and a zone of the shift itself', () => {
    const { layer, schedules } = translated(
      source([
        { ...weekly, start_rotation_from_user_index: 1, until: '2026-11-02T09:00:00', time_zone: 'America/New_York' },
      ]),
    );
    assert.deepEqual(layer.users, ['eve@example.com', 'dee@example.com']);
    assert.equal(layer.rotation_start, '2026-10-05T13:00:00Z');
    assert.equal(schedules[0]?.time_zone, 'America/New_York');
    assert.deepEqual(schedules[0]?.layers[1]?.rotation_start, '2026-11-02T14:00:00Z');
  });

  it('[TRU-5] until is in UTC: an event that has started goes on to its end, except those from the web', () => {
    const end = (more: object, of: object = {}) =>
      translated(source([{ ...weekly, ...more }], of)).schedules[0]?.layers[1]?.rotation_start;
    const nights = { frequency: 'daily', start: '2026-10-05T22:00:00', duration: 28_800 };
    // 22:00 in Berlin is 20:00 in UTC.
    assert.equal(end({ ...nights, until: '2026-10-14T20:00:00' }), '2026-10-15T04:00:00Z');
    assert.equal(end({ ...nights, until: '2026-10-14T19:59:00' }), '2026-10-14T19:59:00Z');
    assert.equal(end({ ...nights, by_day: ['MO', 'TU'], until: '2026-10-14T01:00:00' }), '2026-10-14T04:00:00Z');
    assert.equal(end({ ...nights, by_day: ['MO', 'TU'], until: '2026-10-16T12:00:00' }), '2026-10-16T12:00:00Z');
    assert.equal(end({ until: '2026-10-14T20:00:00' }, { type: 'web' }), '2026-10-14T20:00:00Z');
  });

  it('[IMP-1] weekly turns on some days hand off at the first of them', () => {
    const { layer, who } = translated(
      source([{ ...weekly, by_day: ['WE', 'SA'], duration: 14_400, start: '2026-10-07T10:00:00' }]),
    );
    assert.equal(layer.rotation_start, '2026-10-07T08:00:00Z');
    assert.deepEqual(
      ['2026-10-10T08:00:00Z', '2026-10-14T08:00:00Z', '2026-10-17T11:59:00Z', '2026-10-17T12:00:00Z'].map(who),
      ['dee', 'eve', 'eve', ''],
    );
  });

  it('[IMP-1] a recurrent event has all its users on call at once', () => {
    const { rolling_users: _, ...event } = {
      ...shift,
      type: 'recurrent_event',
      users: ['UADA', 'UBOB'],
      frequency: 'weekly',
    };
    const { layer, who } = translated(source([event]));
    assert.equal(layer.concurrent_oncall_users, 2);
    assert.deepEqual(['2026-10-14T08:00:00Z', '2026-10-18T08:00:00Z'].map(who), ['ada bob', '']);
  });

  it('[IMP-1] shifts created in the web keep their hours in UTC, and the report says so', () => {
    const { schedules, outcome, who } = translated(source([weekly], { type: 'web', time_zone: 'Europe/Berlin' }));
    assert.equal(schedules[0]?.time_zone, 'UTC');
    assert.match(outcome.translated.join(), /keeps its hours in UTC/);
    assert.deepEqual(['2026-11-02T08:59:00Z', '2026-11-02T09:00:00Z'].map(who), ['eve', 'dee']);
  });

  it('[IMP-3] levels become several schedules: the higher one cuts its windows out of the lower one', () => {
    const { schedules, who } = translated(source([shift, weekly]));
    assert.equal(schedules.length, 2);
    assert.deepEqual(['2026-10-13T06:59:00Z', '2026-10-13T07:00:00Z', '2026-10-13T15:00:00Z'].map(who), [
      'eve',
      'ada bob',
      'eve',
    ]);
  });

  it('[TRU-5] a higher level that takes whole days does not move the turns that count open days', () => {
    const days = { ...shift, level: 0, rolling_users: [['UADA'], ['UBOB'], ['UCAI']] };
    const wednesdays = { ...shift, id: 'O3', name: 'Wednesdays', level: 1, by_day: ['WE'], rolling_users: [['UEVE']] };
    const { who, outcome, schedules } = translated(source([days, wednesdays]));
    const mornings = Array.from({ length: 12 }, (_, day) => `2026-10-${12 + day}T08:00:00Z`);
    // Without Wednesdays, the turns go on as if they were there: the sixth day is Monday, October 12.
    assert.deepEqual(mornings.map(who).join(' '), 'cai ada eve cai ada   bob cai eve bob cai');
    assert.deepEqual(outcome.missing, []);
    assert.equal(schedules.find(({ external_id }) => external_id.endsWith('O1'))?.layers[0]?.users.length, 21);
    assert.match(outcome.translated.join(), /its turns are written out for 3 weeks/);
  });

  it('[TRU-5] a higher level that takes a part of each day leaves the turns as they are', () => {
    const days = { ...shift, level: 0, rolling_users: [['UADA'], ['UBOB'], ['UCAI']] };
    const noons = {
      ...shift,
      id: 'O3',
      level: 1,
      start: '2026-10-05T12:00:00',
      duration: 3600,
      rolling_users: [['UEVE']],
    };
    const { who, schedules } = translated(source([days, noons]));
    assert.equal(schedules[0]?.layers[0]?.counted_days, 'open');
    assert.deepEqual(['2026-10-14T08:00:00Z', '2026-10-14T10:30:00Z', '2026-10-14T11:00:00Z'].map(who), [
      'bob',
      'eve',
      'bob',
    ]);
  });

  it('[TRU-5] turns that do not fit a layer when they are written out are reported', () => {
    const groups = ['UADA', 'UBOB', 'UCAI', 'UDEE'].map((first) => [first, 'UEVE']);
    const days = { ...shift, level: 0, rolling_users: groups };
    const wednesdays = { ...shift, id: 'O3', name: 'Wednesdays', level: 1, by_day: ['WE'], rolling_users: [['UEVE']] };
    const { outcome, schedules } = translated(source([days, wednesdays]));
    assert.match(
      outcome.missing.join('\n'),
      /"Office hours": Its turns count only .* it has 56 positions; a layer has 50/,
    );
    assert.match(outcome.missing.join('\n'), /"Wednesdays": When it is on call depends on "Office hours"/);
    assert.deepEqual(schedules, []);
  });

  it('[IMP-1] overrides replace, a single event of the same level adds a person', () => {
    const event = (type: string, level: number) => ({
      ...shift,
      id: 'O9',
      type,
      level,
      start: '2026-10-14T12:00:00',
      duration: 7200,
      frequency: null,
      by_day: null,
      rolling_users: [['UBOB']],
    });
    assert.equal(translated(source([weekly, event('override', 0)])).who('2026-10-14T11:00:00Z'), 'bob');
    assert.equal(translated(source([weekly, event('single_event', 0)])).who('2026-10-14T11:00:00Z'), 'bob eve');
    assert.equal(translated(source([weekly, event('single_event', 3)])).who('2026-10-14T11:00:00Z'), 'bob');
    assert.match(
      translated(source([{ ...weekly, level: 5 }, event('single_event', 3)])).outcome.missing.join(),
      /under rotations of a higher level/,
    );
  });

  for (const [what, change, reason] of [
    ['a month', { frequency: 'monthly', by_day: null }, /recurs every month/],
    ['days of a month', { by_monthday: [1, 15] }, /by_month, by_monthday/],
    ['months', { by_month: [1] }, /by_month, by_monthday/],
    ['hours on some days', { frequency: 'hourly', duration: 3600 }, /every few hours on certain days/],
    ['every second week on some days', { frequency: 'weekly', interval: 2 }, /in one of 2 weeks/],
    ['pauses that do not repeat every week', { by_day: null, interval: 2 }, /windows repeat every week/],
    ['events that overlap', { by_day: null, duration: 100_800 }, /two turns are on call at once/],
    ['a turn of nobody', { rolling_users: [['UADA'], []] }, /Turn 2 has nobody/],
    ['nobody', { rolling_users: [] }, /It has no users/],
    ['an unknown user', { rolling_users: [['UZOE']] }, /The email of user UZOE is not known/],
    ['seconds', { duration: 28_801 }, /whole minutes/],
  ] as const) {
    it(`[IMP-1] ${what}: cannot be expressed, and is reported`, () => {
      const { outcome, schedules } = translated(source([{ ...shift, ...change }]));
      assert.match(outcome.missing.join('\n'), reason);
      assert.deepEqual(schedules, []);
    });
  }

  it('[IMP-1] a calendar of another service cannot be expressed; its timeline can be written as overrides', () => {
    const ical = source([], {
      type: 'ical',
      ical_url_primary: 'https://example.com/a.ics',
      ical_url_overrides: 'https://example.com/b.ics',
      shifts: null,
    });
    assert.match(translated(ical).outcome.missing.join(), /iCal calendar of another service/);
    assert.match(translated(ical).outcome.notes.join(), /ical_url_overrides/);
    const finalShifts = (user: string, start: string, end: string) => ({
      user_pk: user,
      user_email: `${user.slice(1).toLowerCase()}@example.com`,
      user_username: 'x',
      shift_start: start,
      shift_end: end,
    });
    const schedule = { id: 'S1', name: 'Checkout', type: 'ical', time_zone: 'Europe/Berlin' };
    const people = ['UADA', 'UBOB', 'UCAI', 'UDEE', 'UEVE'];
    const written = translated(
      readGrafanaOnCall([
        { name: 'schedules.json', value: { results: [schedule] } },
        {
          name: 'final_shifts-S1.json',
          value: {
            count: 6,
            results: [
              ...people.map((user) => finalShifts(user, '2026-10-13T00:00:00Z', '2026-10-14T00:00:00Z')),
              finalShifts('UADA', '2026-10-15T00:00:00Z', '2026-10-16T00:00:00Z'),
            ],
          },
        },
      ]),
      { writesOverrides: true },
    );
    assert.deepEqual(written.outcome.missing, []);
    // Five people at once need two schedules.
    assert.equal(written.schedules.length, 2);
    assert.deepEqual(['2026-10-13T12:00:00Z', '2026-10-14T12:00:00Z', '2026-10-15T12:00:00Z'].map(written.who), [
      'ada bob cai dee eve',
      '',
      'ada',
    ]);
  });

  it('[IMP-1] a shift that was not read is reported', () => {
    assert.match(
      translated(source([weekly], { shifts: ['O2', 'O7'] })).outcome.missing.join(),
      /shift O7 is not among the shifts that were read/,
    );
  });
});
