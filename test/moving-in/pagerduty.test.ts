/** Rule IMP-1 for PagerDuty: each case that can be translated, and each that cannot. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readPagerDuty } from '../../src/moving-in/products/pagerduty.ts';
import { NOW, translated } from './cases.ts';

const days = {
  id: 'PDAYS',
  name: 'Days',
  start: '2026-10-05T09:00:00-04:00',
  end: null as string | null,
  rotation_virtual_start: '2026-10-05T09:00:00-04:00',
  rotation_turn_length_seconds: 604_800,
  users: members('ada', 'bob'),
  restrictions: [] as object[],
};
const nights = {
  ...days,
  id: 'PNIGHTS',
  name: 'Nights',
  rotation_turn_length_seconds: 86_400,
  users: members('cai', 'dee'),
  restrictions: [{ type: 'daily_restriction', start_time_of_day: '20:00:00', duration_seconds: 43_200 }],
};

function members(...names: string[]) {
  return names.map((name) => ({ user: { id: name.toUpperCase(), type: 'user_reference', summary: name } }));
}

/** The last layer comes first. */
function source(
  layers: readonly object[] | undefined,
  more: object = {},
  within = { since: '2026-10-12T07:00:00Z', until: '2026-11-09T08:00:00Z' },
) {
  const users = ['ada', 'bob', 'cai', 'dee', 'eve'].map((name) => ({
    id: name.toUpperCase(),
    email: `${name}@example.com`,
    name,
  }));
  const schedule = { id: 'PI7DH85', name: 'Rotation', time_zone: 'America/New_York', schedule_layers: layers, ...more };
  return readPagerDuty([
    { name: 'schedule.json', value: { schedule, ...within } },
    { name: 'users.json', value: { users } },
  ]);
}

function entries(...list: [start: string, end: string, user: string][]) {
  return { rendered_schedule_entries: list.map(([start, end, id]) => ({ start, end, user: { id } })) };
}

describe('PagerDuty', () => {
  it('[IMP-1] a layer fits: turn length, virtual start, people by their emails', () => {
    const { outcome, layer, schedules, who } = translated(
      source([{ ...days, rotation_turn_length_seconds: 36 * 3600 }]),
    );
    assert.deepEqual(layer.shift_length, { amount: 36, unit: 'hours' });
    assert.match(outcome.translated.join(), /Its turns keep their local times/);
    assert.equal(layer.rotation_start, '2026-10-05T13:00:00Z');
    assert.equal(schedules[0]?.name, 'Rotation');
    assert.equal(who('2026-10-12T08:00:00Z'), 'ada');
  });

  it('[IMP-1] weekly restrictions count days from Monday', () => {
    const weekly = {
      type: 'weekly_restriction',
      start_day_of_week: 5,
      start_time_of_day: '18:00:00',
      duration_seconds: 54 * 3600,
    };
    const { layer } = translated(source([{ ...days, restrictions: [weekly] }]));
    assert.deepEqual(layer.restriction_intervals, [
      { day: 'friday', from: '18:00', to: '24:00' },
      { day: 'saturday', from: '00:00', to: '24:00' },
      { day: 'sunday', from: '00:00', to: '24:00' },
    ]);
  });

  it('[IMP-3] a higher layer cuts its windows out of the lower one', () => {
    const { schedules, outcome, who } = translated(source([nights, days]));
    assert.deepEqual(
      schedules.map(({ name }) => name),
      ['Rotation: Nights', 'Rotation: Days'],
    );
    assert.deepEqual(schedules[1]?.layers[0]?.restriction_intervals?.[0], {
      day: 'monday',
      from: '08:00',
      to: '20:00',
    });
    assert.deepEqual(outcome.translated, ['"Days": Its windows are those in which "Nights" is not on call.']);
    assert.equal(schedules[0]?.teams?.join(), schedules[1]?.teams?.join());
    assert.deepEqual(['2026-10-14T11:59:00Z', '2026-10-14T12:00:00Z', '2026-10-15T00:00:00Z'].map(who), [
      'cai',
      'bob',
      'dee',
    ]);
  });

  it('[IMP-3] a boundary in the hour that is repeated when the clocks go back is reported', () => {
    const restrictions = [{ type: 'daily_restriction', start_time_of_day: '20:00:00', duration_seconds: 19_800 }];
    const { outcome, who } = translated(source([{ ...nights, restrictions }, days]));
    assert.match(outcome.translated.join(), /both on call for the repeated time around 01:30/);
    assert.deepEqual(outcome.missing, [
      'The rotations together differ: 2026-11-01T05:30:00Z – 2026-11-01T06:30:00Z  there: cai@example.com  here: bob@example.com, cai@example.com',
    ]);
    assert.deepEqual(['2026-11-01T05:29:00Z', '2026-11-01T06:00:00Z', '2026-11-01T06:30:00Z'].map(who), [
      'cai',
      'bob cai',
      'bob',
    ]);
  });

  it('[TRU-5] with overrides, a difference is reported where the timeline of the source does not reach', () => {
    const restrictions = [{ type: 'daily_restriction', start_time_of_day: '20:00:00', duration_seconds: 19_800 }];
    const differences = (since: string, until: string) => {
      const final_schedule = entries([since, until, 'CAI']);
      const given = source([{ ...nights, restrictions }, days], { final_schedule }, { since, until });
      return translated(given, { writesOverrides: true }).outcome.missing.map((line) => line.match(/\S+Z – \S+Z/)?.[0]);
    };
    // They differ from 05:30 to 06:30.
    assert.deepEqual(differences('2026-11-01T06:00:00Z', '2026-11-09T08:00:00Z'), [
      '2026-11-01T05:30:00Z – 2026-11-01T06:00:00Z',
    ]);
    assert.deepEqual(differences('2026-10-12T07:00:00Z', '2026-11-01T06:00:00Z'), [
      '2026-11-01T06:00:00Z – 2026-11-01T06:30:00Z',
    ]);
    assert.deepEqual(differences('2026-11-01T05:45:00Z', '2026-11-01T06:15:00Z'), [
      '2026-11-01T05:30:00Z – 2026-11-01T05:45:00Z',
      '2026-11-01T06:15:00Z – 2026-11-01T06:30:00Z',
    ]);
    assert.deepEqual(differences('2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'), []);
    assert.deepEqual(differences('2026-11-02T00:00:00Z', '2026-11-09T08:00:00Z'), [
      '2026-11-01T05:30:00Z – 2026-11-01T06:30:00Z',
    ]);
  });

  it('[IMP-3] a layer below one that is always on call is left out, and reported', () => {
    const { schedules, outcome } = translated(source([days, nights]));
    assert.equal(schedules.length, 1);
    assert.deepEqual(outcome.leftOut, ['"Nights" is never on call: the rotations above it always are.']);
  });

  it('[IMP-3] if a higher layer starts or ends later, the lower one changes then, within its turn', () => {
    const ending = { ...nights, restrictions: [], end: '2026-10-21T16:00:00Z' };
    const { who, schedules } = translated(source([ending, days]));
    assert.deepEqual(
      [
        '2026-10-21T15:59:00Z',
        '2026-10-21T16:00:00Z',
        '2026-10-26T12:59:00Z',
        '2026-10-26T13:00:00Z',
        '2026-11-02T14:00:00Z',
      ].map(who),
      ['cai', 'ada', 'ada', 'bob', 'ada'],
    );
    assert.ok((schedules[1]?.layers.length ?? 0) > 1);
  });

  it('[IMP-1] a turn that starts in the middle of a layer keeps its place', () => {
    const starting = { ...days, start: '2026-10-15T12:00:00Z' };
    const { who } = translated(source([starting]));
    assert.deepEqual(['2026-10-15T11:59:00Z', '2026-10-15T12:00:00Z', '2026-10-19T13:00:00Z'].map(who), [
      '',
      'bob',
      'ada',
    ]);
    const earlier = { ...days, start: '2026-10-01T00:00:00Z', rotation_virtual_start: '2026-10-19T09:00:00-04:00' };
    assert.deepEqual(
      ['2026-10-12T12:59:00Z', '2026-10-12T13:00:00Z', '2026-10-19T13:00:00Z'].map(translated(source([earlier])).who),
      ['ada', 'bob', 'ada'],
    );
  });

  it('[IMP-1] more than 35 windows cannot be expressed', () => {
    const restrictions = [0, 2, 4, 6, 8, 10, 12].flatMap((hour) =>
      [1, 2, 3, 4, 5, 6].map((start_day_of_week) => ({
        type: 'weekly_restriction',
        start_day_of_week,
        start_time_of_day: `${String(hour).padStart(2, '0')}:00:00`,
        duration_seconds: 3600,
      })),
    );
    const { outcome } = translated(source([{ ...days, restrictions }]));
    assert.match(outcome.missing.join(), /It has 42 windows beside the rotations above it; a layer has 35 at most/);
  });

  for (const [what, change, reason] of [
    [
      'a turn length that is not whole hours',
      { rotation_turn_length_seconds: 5400 },
      'A turn lasts 5400 seconds; shift lengths are whole hours.',
    ],
    [
      'a user that is not known',
      { users: members('zoe') },
      'The email of zoe (ZOE) is not known: GET /users does not name it.',
    ],
    ['a layer without users', { users: [] }, 'It has no users.'],
    [
      'a window in seconds',
      { restrictions: [{ type: 'daily_restriction', start_time_of_day: '08:00:30', duration_seconds: 3600 }] },
      'A restriction starts at 08:00:30 and lasts 3600 seconds; windows are whole minutes.',
    ],
  ] as const) {
    it(`[IMP-1] ${what} cannot be expressed, nor the layers beside it: the whole schedule can be written as overrides`, () => {
      const unfit = { ...days, ...change };
      const without = translated(source([nights, unfit]));
      assert.deepEqual(without.schedules, []);
      assert.deepEqual(without.outcome.missing, [
        `"Days": ${reason}`,
        '"Nights": When it is on call depends on "Days".',
      ]);
      const final = entries(
        ['2026-10-12T07:00:00Z', '2026-10-20T00:00:00Z', 'CAI'],
        ['2026-10-20T00:00:00Z', '2026-11-09T08:00:00Z', 'DEE'],
      );
      const written = translated(source([nights, unfit], { final_schedule: final }), { writesOverrides: true });
      assert.deepEqual([written.outcome.missing, written.outcome.proof?.differences], [[], []]);
      assert.deepEqual(['2026-10-19T23:59:00Z', '2026-10-20T00:00:00Z'].map(written.who), ['cai', 'dee']);
    });
  }

  it('[IMP-1] a flexible schedule, which has no layers, cannot be expressed', () => {
    assert.match(translated(source(undefined)).outcome.missing.join(), /flexible schedules have no rotation to read/);
  });

  it('[IMP-1] overrides replace all layers; a rendered timeline that differs is reported, and can be written', () => {
    const overrides = entries(['2026-10-13T00:00:00Z', '2026-10-14T00:00:00Z', 'EVE']);
    const final = entries(
      ['2026-10-12T07:00:00Z', '2026-10-12T13:00:00Z', 'ADA'],
      ['2026-10-12T13:00:00Z', '2026-10-13T00:00:00Z', 'BOB'],
      ['2026-10-13T00:00:00Z', '2026-10-14T00:00:00Z', 'EVE'],
      ['2026-10-14T00:00:00Z', '2026-10-19T13:00:00Z', 'BOB'],
      ['2026-10-19T13:00:00Z', '2026-11-09T08:00:00Z', 'CAI'],
    );
    const given = source([days], { overrides_subschedule: overrides, final_schedule: final });
    const { outcome, who } = translated(given);
    assert.equal(who('2026-10-13T12:00:00Z'), 'eve');
    assert.deepEqual(
      outcome.proof?.differences.map(({ there, here }) => [there[0], here[0]]),
      [
        ['cai@example.com', 'ada@example.com'],
        ['cai@example.com', 'bob@example.com'],
        ['cai@example.com', 'ada@example.com'],
      ],
    );
    assert.deepEqual(translated(given, { writesOverrides: true }).outcome.proof?.differences, []);
    assert.equal(outcome.proof?.start, NOW);
  });
});
