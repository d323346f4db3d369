import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { rota } from '../support/drivers/engine-driver.ts';

/** One turn of A over all of 2026, so that only windows cut. Monday is 5 January, Sunday the 11th. */
const always = { start: '2025-12-29T00:00+01:00', users: 'A', every: '100 weeks' };
const week = '2026-01-05T00:00+01:00/2026-01-12T00:00+01:00';

suite('an interval', () => {
  for (const { window, shift, says } of [
    {
      window: 'monday 09:00-17:00',
      shift: 'A 2026-01-05T09:00+01:00/2026-01-05T17:00+01:00',
      says: 'ends on the same day',
    },
    {
      window: 'friday 22:00-06:00',
      shift: 'A 2026-01-09T22:00+01:00/2026-01-10T06:00+01:00',
      says: 'ends on Saturday',
    },
    {
      window: 'monday 00:00-00:00',
      shift: 'A 2026-01-05T00:00+01:00/2026-01-06T00:00+01:00',
      says: 'is all of Monday',
    },
    {
      window: 'monday 00:00-24:00',
      shift: 'A 2026-01-05T00:00+01:00/2026-01-06T00:00+01:00',
      says: 'is all of Monday',
    },
    { window: 'monday 09:00-09:00', shift: 'A 2026-01-05T09:00+01:00/2026-01-06T09:00+01:00', says: 'ends on Tuesday' },
    {
      window: 'tuesday 18:00-24:00',
      shift: 'A 2026-01-06T18:00+01:00/2026-01-07T00:00+01:00',
      says: 'ends when Tuesday ends',
    },
    { window: 'tuesday 18:00-00:00', shift: 'A 2026-01-06T18:00+01:00/2026-01-07T00:00+01:00', says: 'does so too' },
    {
      window: 'tuesday 23:59-24:00',
      shift: 'A 2026-01-06T23:59+01:00/2026-01-07T00:00+01:00',
      says: 'is the last minute of Tuesday',
    },
    {
      window: 'saturday 12:01-12:00',
      shift: 'A 2026-01-10T12:01+01:00/2026-01-11T12:00+01:00',
      says: 'ends on Sunday, a minute short of a day',
    },
  ]) {
    test(`[RES-1] ${window} ${says}`, () => {
      rota({ ...always, windows: [window] }).gives(week, [shift]);
    });
  }

  test('[RES-1] sunday 22:00-06:00 ends on Monday, in the week after', () => {
    rota({ ...always, windows: ['sunday 22:00-06:00'] }).gives(week, [
      'A 2026-01-04T22:00+01:00/2026-01-05T06:00+01:00',
      'A 2026-01-11T22:00+01:00/2026-01-12T06:00+01:00',
    ]);
  });
});

suite('windows that overlap or touch', () => {
  test('[RES-2] sunday 22:00-24:00 and monday 00:00-06:00 are one window of 8 hours', () => {
    rota({ ...always, windows: ['sunday 22:00-24:00', 'monday 00:00-06:00'] }).gives(week, [
      'A 2026-01-04T22:00+01:00/2026-01-05T06:00+01:00',
      'A 2026-01-11T22:00+01:00/2026-01-12T06:00+01:00',
    ]);
  });

  test('[RES-2] across midnight: tuesday 18:00-24:00 and wednesday 00:00-08:00', () => {
    rota({ ...always, windows: ['wednesday 00:00-08:00', 'tuesday 18:00-24:00'] }).gives(week, [
      'A 2026-01-06T18:00+01:00/2026-01-07T08:00+01:00',
    ]);
  });

  test('[RES-2] a minute apart they are two', () => {
    rota({ ...always, windows: ['tuesday 18:00-23:59', 'wednesday 00:00-08:00'] }).gives(week, [
      'A 2026-01-06T18:00+01:00/2026-01-06T23:59+01:00',
      'A 2026-01-07T00:00+01:00/2026-01-07T08:00+01:00',
    ]);
  });

  for (const { windows, says } of [
    { windows: ['tuesday 09:00-12:00', 'tuesday 12:00-17:00'], says: 'touch' },
    { windows: ['tuesday 09:00-14:00', 'tuesday 12:00-17:00'], says: 'overlap' },
    { windows: ['tuesday 09:00-17:00', 'tuesday 11:00-12:00'], says: 'lie inside one another' },
    { windows: ['tuesday 09:00-17:00', 'tuesday 09:00-17:00'], says: 'are the same' },
    { windows: ['tuesday 14:00-17:00', 'tuesday 09:00-11:00', 'tuesday 11:00-14:00'], says: 'touch in a chain' },
  ]) {
    test(`[RES-2] windows that ${says} are one`, () => {
      rota({ ...always, windows }).gives(week, ['A 2026-01-06T09:00+01:00/2026-01-06T17:00+01:00']);
    });
  }

  test('[RES-2] an overnight window joins windows that it overlaps on the next day', () => {
    rota({ ...always, windows: ['friday 22:00-06:00', 'saturday 05:00-09:00', 'saturday 12:00-13:00'] }).gives(week, [
      'A 2026-01-09T22:00+01:00/2026-01-10T09:00+01:00',
      'A 2026-01-10T12:00+01:00/2026-01-10T13:00+01:00',
    ]);
  });

  test('[RES-2] a window from Sunday into Monday includes windows inside it on Monday', () => {
    rota({ ...always, windows: ['monday 06:00-07:00', 'sunday 22:00-12:00', 'monday 08:00-09:00'] }).gives(week, [
      'A 2026-01-04T22:00+01:00/2026-01-05T12:00+01:00',
      'A 2026-01-11T22:00+01:00/2026-01-12T12:00+01:00',
    ]);
  });

  test('[RES-2] they are one window, and turns still cut it', () => {
    rota({
      start: '2026-01-05T00:00+01:00',
      users: 'AB',
      every: '1 day',
      windows: ['monday 18:00-24:00', 'tuesday 00:00-06:00'],
    }).gives(week, [
      'A 2026-01-05T18:00+01:00/2026-01-06T00:00+01:00',
      'B 2026-01-06T00:00+01:00/2026-01-06T06:00+01:00',
    ]);
  });
});

suite('no windows', () => {
  const everyDay = (hours: string) =>
    ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => `${day} ${hours}`);

  for (const { windows, says } of [
    { windows: [], says: 'an empty set' },
    { windows: everyDay('00:00-24:00'), says: 'seven whole days' },
    { windows: everyDay('00:00-00:00'), says: 'seven days from midnight to midnight' },
    { windows: everyDay('09:00-09:00'), says: 'seven days from nine to nine' },
    { windows: [...everyDay('06:00-18:00'), ...everyDay('17:00-07:00')], says: 'days and nights that overlap' },
  ]) {
    test(`[RES-3] ${says} of windows is unrestricted`, () => {
      const weeks = rota({ start: '2026-01-05T09:00+01:00', users: 'AB', every: '1 week', windows });
      weeks.gives('2026-01-05T09:00+01:00/2026-01-19T09:00+01:00', [
        'A 2026-01-05T09:00+01:00/2026-01-12T09:00+01:00',
        'B 2026-01-12T09:00+01:00/2026-01-19T09:00+01:00',
      ]);
      // 2026-03-30 and 2026-10-26 begin weeks 12 and 42 after the start.
      weeks.gives('2026-03-23T09:00+01:00/2026-04-06T09:00+02:00', [
        'B 2026-03-23T09:00+01:00/2026-03-30T09:00+02:00',
        'A 2026-03-30T09:00+02:00/2026-04-06T09:00+02:00',
      ]);
      weeks.gives('2026-10-19T09:00+02:00/2026-11-02T09:00+01:00', [
        'B 2026-10-19T09:00+02:00/2026-10-26T09:00+01:00',
        'A 2026-10-26T09:00+01:00/2026-11-02T09:00+01:00',
      ]);
    });
  }

  test('[RES-3] A alone, with windows over the whole week: no change ever', () => {
    const alone = rota({ start: '2026-01-05T09:00Z', users: 'A', every: '1 hour', windows: everyDay('00:00-24:00') });
    assert.equal(alone.nextChange('2026-01-05T09:00Z'), 'never');
  });

  test('[RES-3] a week that lacks one minute is not the whole week', () => {
    const [, ...others] = everyDay('00:00-24:00');
    rota({ ...always, windows: ['monday 00:01-24:00', ...others] }).gives(
      '2026-01-05T00:00+01:00/2026-01-19T00:00+01:00',
      ['A 2026-01-05T00:01+01:00/2026-01-12T00:00+01:00', 'A 2026-01-12T00:01+01:00/2026-01-19T00:00+01:00'],
    );
  });
});

suite('windows mask, they do not pause', () => {
  test('[RES-4] daily turns of A, B on Mondays and Wednesdays: A has both, Tuesday was B', () => {
    rota({
      start: '2026-01-05T09:00+01:00',
      users: 'AB',
      every: '1 day',
      windows: ['monday 09:00-17:00', 'wednesday 09:00-17:00'],
    }).gives('2026-01-05T00:00+01:00/2026-01-19T00:00+01:00', [
      'A 2026-01-05T09:00+01:00/2026-01-05T17:00+01:00',
      'A 2026-01-07T09:00+01:00/2026-01-07T17:00+01:00',
      'B 2026-01-12T09:00+01:00/2026-01-12T17:00+01:00',
      'B 2026-01-14T09:00+01:00/2026-01-14T17:00+01:00',
    ]);
  });

  test('[RES-4] weekly turns that hand off on Monday 12:00 cut monday 09:00-17:00 in two', () => {
    rota({ start: '2026-01-05T12:00+01:00', users: 'AB', every: '1 week', windows: ['monday 09:00-17:00'] }).gives(
      '2026-01-05T00:00+01:00/2026-01-13T00:00+01:00',
      [
        'A 2026-01-05T12:00+01:00/2026-01-05T17:00+01:00',
        'A 2026-01-12T09:00+01:00/2026-01-12T12:00+01:00',
        'B 2026-01-12T12:00+01:00/2026-01-12T17:00+01:00',
      ],
    );
  });

  test('[RES-4] a turn of a week gives one shift for each working day in it', () => {
    const hours = '09:00-17:00';
    rota({
      start: '2026-01-05T00:00+01:00',
      users: 'AB',
      every: '1 week',
      windows: [`monday ${hours}`, `tuesday ${hours}`, `wednesday ${hours}`, `thursday ${hours}`, `friday ${hours}`],
    }).gives('2026-01-08T00:00+01:00/2026-01-14T00:00+01:00', [
      'A 2026-01-08T09:00+01:00/2026-01-08T17:00+01:00',
      'A 2026-01-09T09:00+01:00/2026-01-09T17:00+01:00',
      'B 2026-01-12T09:00+01:00/2026-01-12T17:00+01:00',
      'B 2026-01-13T09:00+01:00/2026-01-13T17:00+01:00',
    ]);
  });

  test('[RES-4] several turns in one window: one shift each', () => {
    rota({ start: '2026-01-05T00:00+01:00', users: 'ABC', every: '4 hours', windows: ['monday 09:00-17:00'] }).gives(
      week,
      [
        'C 2026-01-05T09:00+01:00/2026-01-05T12:00+01:00',
        'A 2026-01-05T12:00+01:00/2026-01-05T16:00+01:00',
        'B 2026-01-05T16:00+01:00/2026-01-05T17:00+01:00',
      ],
    );
  });

  test('[ROT-2] rotation_start inside a window cuts it', () => {
    rota({ start: '2026-01-05T13:30+01:00', users: 'A', every: '1 week', windows: ['monday 09:00-17:00'] }).gives(
      week,
      ['A 2026-01-05T13:30+01:00/2026-01-05T17:00+01:00'],
    );
  });
});
