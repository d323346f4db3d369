import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { rota } from '../support/drivers/engine-driver.ts';

suite('turns', () => {
  test('[ROT-1] weeks hand off at the same time on the same weekday', () => {
    rota({ start: '2026-01-05T09:00+01:00', users: 'AB', every: '1 week' }).gives(
      '2026-01-05T09:00+01:00/2026-01-26T09:00+01:00',
      [
        'A 2026-01-05T09:00+01:00/2026-01-12T09:00+01:00',
        'B 2026-01-12T09:00+01:00/2026-01-19T09:00+01:00',
        'A 2026-01-19T09:00+01:00/2026-01-26T09:00+01:00',
      ],
    );
  });

  test('[ROT-1] turns of several weeks, days and hours', () => {
    rota({ start: '2026-01-05T09:00+01:00', users: 'AB', every: '2 weeks' }).gives(
      '2026-01-05T09:00+01:00/2026-02-02T09:00+01:00',
      ['A 2026-01-05T09:00+01:00/2026-01-19T09:00+01:00', 'B 2026-01-19T09:00+01:00/2026-02-02T09:00+01:00'],
    );
    rota({ start: '2026-01-05T09:00+01:00', users: 'AB', every: '10 days' }).gives(
      '2026-01-05T09:00+01:00/2026-01-25T09:00+01:00',
      ['A 2026-01-05T09:00+01:00/2026-01-15T09:00+01:00', 'B 2026-01-15T09:00+01:00/2026-01-25T09:00+01:00'],
    );
    rota({ start: '2026-01-05T09:00+01:00', users: 'AB', every: '36 hours' }).gives(
      '2026-01-05T09:00+01:00/2026-01-08T09:00+01:00',
      ['A 2026-01-05T09:00+01:00/2026-01-06T21:00+01:00', 'B 2026-01-06T21:00+01:00/2026-01-08T09:00+01:00'],
    );
  });

  test('[ROT-1] a rotation_start with milliseconds hands off at that millisecond', () => {
    rota({ start: '2026-01-05T09:00:00.250Z', users: 'AB', every: '1 day' }).gives(
      '2026-01-05T09:00Z/2026-01-07T09:00:00.250Z',
      ['A 2026-01-05T09:00:00.250Z/2026-01-06T09:00:00.250Z', 'B 2026-01-06T09:00:00.250Z/2026-01-07T09:00:00.250Z'],
    );
  });

  test('[ROT-1] turns are counted from a start long ago, through every clock change since', () => {
    // 2026-01-05 is day 20,458 after 1970-01-01, and 20,458 = 3 · 6,819 + 1.
    rota({ start: '1970-01-01T01:00+01:00', users: 'ABC', every: '1 day' }).gives(
      '2026-01-05T01:00+01:00/2026-01-07T01:00+01:00',
      ['B 2026-01-05T01:00+01:00/2026-01-06T01:00+01:00', 'C 2026-01-06T01:00+01:00/2026-01-07T01:00+01:00'],
    );
    // 490,992 = 20,458 · 24 hours after the start, and 490,992 = 5 · 98,198 + 2.
    rota({ start: '1970-01-01T01:00+01:00', users: 'ABCDE', every: '1 hour' }).gives(
      '2026-01-05T01:00+01:00/2026-01-05T03:00+01:00',
      ['C 2026-01-05T01:00+01:00/2026-01-05T02:00+01:00', 'D 2026-01-05T02:00+01:00/2026-01-05T03:00+01:00'],
    );
  });

  test('[ROT-1] A hands off to A: two shifts', () => {
    rota({ start: '2026-01-05T09:00Z', users: 'A', every: '1 day' }).gives('2026-01-05T09:00Z/2026-01-07T09:00Z', [
      'A 2026-01-05T09:00Z/2026-01-06T09:00Z',
      'A 2026-01-06T09:00Z/2026-01-07T09:00Z',
    ]);
  });
});

suite('before the start', () => {
  test('[ROT-2] nobody is on call a millisecond before rotation_start', () => {
    const weeks = rota({ start: '2026-01-05T09:00:00Z', users: 'AB', every: '1 week' });
    assert.equal(weeks.onCall('2026-01-05T08:59:59.999Z'), 'nobody');
    assert.equal(weeks.onCall('2026-01-05T09:00:00Z'), 'A');
    weeks.gives('2025-01-01T00:00Z/2026-01-05T10:00Z', ['A 2026-01-05T09:00Z/2026-01-12T09:00Z']);
    weeks.gives('2025-01-01T00:00Z/2026-01-05T09:00Z', []);
  });

  test('[ROT-2] a start in the second 02:30 has nobody on call in the first', () => {
    const days = rota({ start: '2026-10-25T02:30+01:00', users: 'AB', every: '1 day' });
    assert.equal(days.onCall('2026-10-25T02:30+02:00'), 'nobody');
    assert.equal(days.onCall('2026-10-25T02:29:59.999+01:00'), 'nobody');
    days.gives('2026-10-24T00:00+02:00/2026-10-27T00:00+01:00', [
      'A 2026-10-25T02:30+01:00/2026-10-26T02:30+01:00',
      'B 2026-10-26T02:30+01:00/2026-10-27T02:30+01:00',
    ]);
  });

  test('[ROT-2] hourly turns from the second 02:30: the first one lasts an hour', () => {
    rota({ start: '2026-10-25T02:30+01:00', users: 'AB', every: '1 hour' }).gives(
      '2026-10-25T00:00+02:00/2026-10-25T04:30+01:00',
      ['A 2026-10-25T02:30+01:00/2026-10-25T03:30+01:00', 'B 2026-10-25T03:30+01:00/2026-10-25T04:30+01:00'],
    );
  });

  test('[ROT-2] a start in the first 02:30 keeps it: the first hourly turn lasts two hours', () => {
    rota({ start: '2026-10-25T02:30+02:00', users: 'AB', every: '1 hour' }).gives(
      '2026-10-25T00:00+02:00/2026-10-25T04:30+01:00',
      ['A 2026-10-25T02:30+02:00/2026-10-25T03:30+01:00', 'B 2026-10-25T03:30+01:00/2026-10-25T04:30+01:00'],
    );
  });
});

suite('blocks of N', () => {
  const from = '2026-01-05T09:00Z';
  const days = (count: number, users: readonly string[]) =>
    Array.from({ length: count }, (_, i) => `${users[i]} 2026-01-0${5 + i}T09:00Z/2026-01-0${6 + i}T09:00Z`);

  test('[ROT-3] three people, two at a time: AB, CA, BC', () => {
    rota({ start: from, users: 'ABC', atATime: 2, every: '1 day' }).gives('2026-01-05T09:00Z/2026-01-09T09:00Z', [
      'AB 2026-01-05T09:00Z/2026-01-06T09:00Z',
      'CA 2026-01-06T09:00Z/2026-01-07T09:00Z',
      'BC 2026-01-07T09:00Z/2026-01-08T09:00Z',
      'AB 2026-01-08T09:00Z/2026-01-09T09:00Z',
    ]);
  });

  test('[ROT-3] a person who is twice in one turn counts once: A, BA, AB', () => {
    rota({ start: from, users: 'AAB', atATime: 2, every: '1 day' }).gives('2026-01-05T09:00Z/2026-01-09T09:00Z', [
      'A 2026-01-05T09:00Z/2026-01-06T09:00Z',
      'BA 2026-01-06T09:00Z/2026-01-07T09:00Z',
      'AB 2026-01-07T09:00Z/2026-01-08T09:00Z',
      'A 2026-01-08T09:00Z/2026-01-09T09:00Z',
    ]);
  });

  for (const { users, atATime, turns } of [
    { users: 'ABC', atATime: 1, turns: ['A', 'B', 'C', 'A'] },
    { users: 'ABCD', atATime: 2, turns: ['AB', 'CD', 'AB', 'CD'] },
    { users: 'ABCD', atATime: 3, turns: ['ABC', 'DAB', 'CDA', 'BCD'] },
    { users: 'ABC', atATime: 3, turns: ['ABC', 'ABC', 'ABC', 'ABC'] },
    { users: 'AB', atATime: 3, turns: ['AB', 'BA', 'AB', 'BA'] },
    { users: 'ABC', atATime: 4, turns: ['ABC', 'BCA', 'CAB', 'ABC'] },
    { users: 'A', atATime: 4, turns: ['A', 'A', 'A', 'A'] },
    { users: 'AABB', atATime: 2, turns: ['A', 'B', 'A', 'B'] },
    { users: 'ABA', atATime: 2, turns: ['AB', 'A', 'BA', 'AB'] },
  ]) {
    test(`[ROT-3] ${users}, ${atATime} at a time: ${turns.join(', ')}`, () => {
      rota({ start: from, users, atATime, every: '1 day' }).gives(
        '2026-01-05T09:00Z/2026-01-09T09:00Z',
        days(4, turns),
      );
    });
  }
});

suite('no users', () => {
  test('[ROT-4] a layer without users has nobody on call, and no change', () => {
    for (const atATime of [1, 4]) {
      const empty = rota({ start: '2026-01-05T09:00Z', users: '', atATime, every: '1 hour' });
      empty.gives('2026-01-01T00:00Z/2026-02-01T00:00Z', []);
      assert.equal(empty.onCall('2026-01-05T09:00Z'), 'nobody');
      assert.equal(empty.next('2026-01-01T00:00Z'), 'none');
      assert.equal(empty.nextChange('2026-01-01T00:00Z'), 'never');
      assert.deepEqual(empty.gaps('2026-01-01T00:00Z/2026-02-01T00:00Z'), ['2026-01-01T00:00Z/2026-02-01T00:00Z']);
    }
  });

  test('[ROT-4] also when it has windows', () => {
    rota({ start: '2026-01-05T09:00Z', users: '', every: '1 week', windows: ['monday 09:00-17:00'] }).gives(
      '2026-01-01T00:00Z/2026-02-01T00:00Z',
      [],
    );
  });
});
