import { suite, test } from 'node:test';
import { rota } from '../support/drivers/engine-driver.ts';

/** A's day begins on Monday at 09:00, B's on Tuesday. */
const days = { zone: 'UTC', start: '2026-01-05T09:00Z', users: 'AB', every: '1 day' };
const monday = '2026-01-05T09:00Z/2026-01-06T09:00Z';

suite('the last one wins', () => {
  const x = 'X 2026-01-05T10:00Z/2026-01-05T16:00Z';
  const y = 'Y 2026-01-05T12:00Z/2026-01-05T13:00Z';

  test('[OVR-1] X has 10:00 to 16:00, then Y is given 12:00 to 13:00: X, Y, X', () => {
    rota({ ...days, overrides: [x, y] }).gives(monday, [
      'A 2026-01-05T09:00Z/2026-01-05T10:00Z',
      'X 2026-01-05T10:00Z/2026-01-05T12:00Z',
      'Y 2026-01-05T12:00Z/2026-01-05T13:00Z',
      'X 2026-01-05T13:00Z/2026-01-05T16:00Z',
      'A 2026-01-05T16:00Z/2026-01-06T09:00Z',
    ]);
  });

  test('[OVR-1] created the other way round, Y has nothing', () => {
    rota({ ...days, overrides: [y, x] }).gives(monday, [
      'A 2026-01-05T09:00Z/2026-01-05T10:00Z',
      'X 2026-01-05T10:00Z/2026-01-05T16:00Z',
      'A 2026-01-05T16:00Z/2026-01-06T09:00Z',
    ]);
  });

  test('[OVR-1] two that overlap, in both orders of creation', () => {
    const early = 'X 2026-01-05T10:00Z/2026-01-05T14:00Z';
    const late = 'Y 2026-01-05T12:00Z/2026-01-05T16:00Z';
    rota({ ...days, overrides: [early, late] }).gives('2026-01-05T10:00Z/2026-01-05T16:00Z', [
      'X 2026-01-05T10:00Z/2026-01-05T12:00Z',
      'Y 2026-01-05T12:00Z/2026-01-05T16:00Z',
    ]);
    rota({ ...days, overrides: [late, early] }).gives('2026-01-05T10:00Z/2026-01-05T16:00Z', [
      'X 2026-01-05T10:00Z/2026-01-05T14:00Z',
      'Y 2026-01-05T14:00Z/2026-01-05T16:00Z',
    ]);
  });

  test('[OVR-1] of two identical ones the later has it all', () => {
    rota({ ...days, overrides: [x, x.replace('X', 'Y')] }).gives('2026-01-05T10:00Z/2026-01-05T16:00Z', [
      'Y 2026-01-05T10:00Z/2026-01-05T16:00Z',
    ]);
  });

  test('[OVR-1] three nested ones, the innermost created last', () => {
    rota({ ...days, overrides: [x, y, 'Z 2026-01-05T12:20Z/2026-01-05T12:40Z'] }).gives(
      '2026-01-05T10:00Z/2026-01-05T16:00Z',
      [
        'X 2026-01-05T10:00Z/2026-01-05T12:00Z',
        'Y 2026-01-05T12:00Z/2026-01-05T12:20Z',
        'Z 2026-01-05T12:20Z/2026-01-05T12:40Z',
        'Y 2026-01-05T12:40Z/2026-01-05T13:00Z',
        'X 2026-01-05T13:00Z/2026-01-05T16:00Z',
      ],
    );
  });

  test('[OVR-1] three nested ones, the outermost created second: the first is nowhere in force', () => {
    rota({ ...days, overrides: [y, x, 'Z 2026-01-05T12:20Z/2026-01-05T12:40Z'] }).gives(
      '2026-01-05T10:00Z/2026-01-05T16:00Z',
      [
        'X 2026-01-05T10:00Z/2026-01-05T12:20Z',
        'Z 2026-01-05T12:20Z/2026-01-05T12:40Z',
        'X 2026-01-05T12:40Z/2026-01-05T16:00Z',
      ],
    );
  });

  test('[OVR-1] same start, same end, and both', () => {
    rota({
      ...days,
      overrides: [x, 'Y 2026-01-05T10:00Z/2026-01-05T11:00Z', 'Z 2026-01-05T15:00Z/2026-01-05T16:00Z'],
    }).gives('2026-01-05T10:00Z/2026-01-05T16:00Z', [
      'Y 2026-01-05T10:00Z/2026-01-05T11:00Z',
      'X 2026-01-05T11:00Z/2026-01-05T15:00Z',
      'Z 2026-01-05T15:00Z/2026-01-05T16:00Z',
    ]);
  });

  test('[OVR-1] several users keep the order they were named in', () => {
    rota({ ...days, overrides: ['YXA 2026-01-05T10:00Z/2026-01-05T11:00Z'] }).gives(
      '2026-01-05T10:00Z/2026-01-05T11:00Z',
      ['YXA 2026-01-05T10:00Z/2026-01-05T11:00Z'],
    );
  });

  test('[OVR-1] it also applies outside the windows', () => {
    rota({ ...days, windows: ['monday 12:00-17:00'], overrides: ['X 2026-01-05T16:00Z/2026-01-05T20:00Z'] }).gives(
      '2026-01-05T00:00Z/2026-01-07T00:00Z',
      ['A 2026-01-05T12:00Z/2026-01-05T16:00Z', 'X 2026-01-05T16:00Z/2026-01-05T20:00Z'],
    );
  });

  test('[OVR-1] before rotation_start', () => {
    rota({ ...days, overrides: ['X 2026-01-03T10:00Z/2026-01-03T16:00Z'] }).gives(
      '2026-01-01T00:00Z/2026-01-06T09:00Z',
      ['X 2026-01-03T10:00Z/2026-01-03T16:00Z', 'A 2026-01-05T09:00Z/2026-01-06T09:00Z'],
    );
  });

  test('[OVR-1] across rotation_start', () => {
    rota({ ...days, overrides: ['X 2026-01-05T08:00Z/2026-01-05T12:00Z'] }).gives(
      '2026-01-01T00:00Z/2026-01-06T09:00Z',
      ['X 2026-01-05T08:00Z/2026-01-05T12:00Z', 'A 2026-01-05T12:00Z/2026-01-06T09:00Z'],
    );
  });

  test('[OVR-1] and on a layer without users', () => {
    rota({ ...days, users: '', overrides: ['X 2026-01-05T10:00Z/2026-01-05T16:00Z'] }).gives(
      '2026-01-01T00:00Z/2026-02-01T00:00Z',
      ['X 2026-01-05T10:00Z/2026-01-05T16:00Z'],
    );
  });

  test('[OVR-1] an empty one has no effect', () => {
    rota({ ...days, overrides: ['X 2026-01-05T12:00Z/2026-01-05T12:00Z'] }).gives(monday, [
      'A 2026-01-05T09:00Z/2026-01-06T09:00Z',
    ]);
  });
});

suite('its shifts', () => {
  for (const user of ['X', 'A']) {
    test(`[OVR-4] the day of A with ${user} from 10:00 to 16:00 is three shifts`, () => {
      rota({ ...days, overrides: [`${user} 2026-01-05T10:00Z/2026-01-05T16:00Z`] }).gives(monday, [
        'A 2026-01-05T09:00Z/2026-01-05T10:00Z',
        `${user} 2026-01-05T10:00Z/2026-01-05T16:00Z`,
        'A 2026-01-05T16:00Z/2026-01-06T09:00Z',
      ]);
    });
  }

  test('[OVR-4] two of X that touch are two shifts', () => {
    rota({
      ...days,
      overrides: ['X 2026-01-05T10:00Z/2026-01-05T12:00Z', 'X 2026-01-05T12:00Z/2026-01-05T16:00Z'],
    }).gives('2026-01-05T10:00Z/2026-01-05T16:00Z', [
      'X 2026-01-05T10:00Z/2026-01-05T12:00Z',
      'X 2026-01-05T12:00Z/2026-01-05T16:00Z',
    ]);
  });

  test('[OVR-4] one over several turns is one shift', () => {
    rota({ ...days, overrides: ['X 2026-01-05T12:00Z/2026-01-08T12:00Z'] }).gives(
      '2026-01-05T09:00Z/2026-01-09T09:00Z',
      [
        'A 2026-01-05T09:00Z/2026-01-05T12:00Z',
        'X 2026-01-05T12:00Z/2026-01-08T12:00Z',
        'B 2026-01-08T12:00Z/2026-01-09T09:00Z',
      ],
    );
  });

  test('[OVR-4] one that covers a turn exactly takes its place', () => {
    rota({ ...days, overrides: ['X 2026-01-06T09:00Z/2026-01-07T09:00Z'] }).gives(
      '2026-01-05T09:00Z/2026-01-08T09:00Z',
      [
        'A 2026-01-05T09:00Z/2026-01-06T09:00Z',
        'X 2026-01-06T09:00Z/2026-01-07T09:00Z',
        'A 2026-01-07T09:00Z/2026-01-08T09:00Z',
      ],
    );
  });

  test('[OVR-4] one of a single millisecond is a shift too', () => {
    rota({ ...days, overrides: ['X 2026-01-05T12:00Z/2026-01-05T12:00:00.001Z'] }).gives(monday, [
      'A 2026-01-05T09:00Z/2026-01-05T12:00Z',
      'X 2026-01-05T12:00Z/2026-01-05T12:00:00.001Z',
      'A 2026-01-05T12:00:00.001Z/2026-01-06T09:00Z',
    ]);
  });
});
