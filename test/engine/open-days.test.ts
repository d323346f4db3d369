/** Rule ROT-5. The property tests compare it with the brute force, in all zones. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { keepTurn } from '../../src/engine/kept-turn.ts';
import { hasEmptyOpenDay } from '../../src/engine/open-days.ts';
import { sameLayer } from '../../src/engine/revisions.ts';
import { findZone } from '../../src/time/zones.ts';
import { instant, type LayerWords, layer, rota, utc } from '../support/drivers/engine-driver.ts';

const zone = findZone('Europe/Berlin') ?? assert.fail();
const WORKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((day) => `${day} 09:00-17:00`);
const DAILY = {
  start: '2026-03-26T08:00Z',
  users: 'ABC',
  every: '1 day',
  windows: WORKDAYS,
  countsOpenDays: true,
} satisfies LayerWords;

suite('turns that count open days', () => {
  test('[ROT-5] the weekend does not count, and handoffs keep their wall time across a clock change', () => {
    rota(DAILY).gives('2026-03-26T00:00Z/2026-04-01T00:00Z', [
      'A 2026-03-26T08:00Z/2026-03-26T16:00Z',
      'B 2026-03-27T08:00Z/2026-03-27T16:00Z',
      'C 2026-03-30T07:00Z/2026-03-30T15:00Z',
      'A 2026-03-31T07:00Z/2026-03-31T15:00Z',
    ]);
  });

  test('[ROT-5] a start on a closed day: the first turn lasts until the second open day', () => {
    rota({ ...DAILY, start: '2026-03-28T08:00Z' }).gives('2026-03-28T00:00Z/2026-04-01T00:00Z', [
      'A 2026-03-30T07:00Z/2026-03-30T15:00Z',
      'B 2026-03-31T07:00Z/2026-03-31T15:00Z',
    ]);
  });

  test('[ROT-5] a start at a later time of day than the windows: each turn ends at that time on an open day', () => {
    rota({ ...DAILY, start: '2026-01-08T12:00+01:00' }).gives('2026-01-08T00:00+01:00/2026-01-13T00:00+01:00', [
      'A 2026-01-08T12:00+01:00/2026-01-08T17:00+01:00',
      'A 2026-01-09T09:00+01:00/2026-01-09T12:00+01:00',
      'B 2026-01-09T12:00+01:00/2026-01-09T17:00+01:00',
      'B 2026-01-12T09:00+01:00/2026-01-12T12:00+01:00',
      'C 2026-01-12T12:00+01:00/2026-01-12T17:00+01:00',
    ]);
  });

  test('[ROT-5] two open days each: Thursday and Friday, Monday and Tuesday', () => {
    const pairs = rota({ ...DAILY, start: '2026-01-08T09:00+01:00', every: '2 days' });
    assert.equal(pairs.onCall('2026-01-08T10:00+01:00'), 'A');
    assert.equal(pairs.onCall('2026-01-09T10:00+01:00'), 'A');
    assert.equal(pairs.onCall('2026-01-10T10:00+01:00'), 'nobody');
    assert.equal(pairs.onCall('2026-01-12T10:00+01:00'), 'B');
    assert.equal(pairs.onCall('2026-01-13T10:00+01:00'), 'B');
    assert.equal(pairs.onCall('2026-01-14T10:00+01:00'), 'C');
  });

  test('[ROT-5] a window over midnight opens the day on which it starts', () => {
    const nights = { ...DAILY, start: '2026-01-05T20:00+01:00', windows: ['monday 22:00-06:00', 'friday 22:00-06:00'] };
    rota(nights).gives('2026-01-05T00:00+01:00/2026-01-14T00:00+01:00', [
      'A 2026-01-05T22:00+01:00/2026-01-06T06:00+01:00',
      'B 2026-01-09T22:00+01:00/2026-01-10T06:00+01:00',
      'C 2026-01-12T22:00+01:00/2026-01-13T06:00+01:00',
    ]);
  });

  test('[ROT-5] windows that touch open a day for each 24 hours: Friday 18:00 to Monday 06:00 opens three', () => {
    const weekend = {
      ...DAILY,
      start: '2026-01-09T18:00+01:00',
      windows: ['friday 18:00-24:00', 'saturday 00:00-24:00', 'sunday 00:00-24:00', 'monday 00:00-06:00'],
    };
    rota(weekend).gives('2026-01-09T00:00+01:00/2026-01-17T12:00+01:00', [
      'A 2026-01-09T18:00+01:00/2026-01-10T18:00+01:00',
      'B 2026-01-10T18:00+01:00/2026-01-11T18:00+01:00',
      'C 2026-01-11T18:00+01:00/2026-01-12T06:00+01:00',
      'A 2026-01-16T18:00+01:00/2026-01-17T18:00+01:00',
    ]);
  });

  test('[ROT-5] windows that cover the week: every day counts', () => {
    const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
    const always = rota({ ...DAILY, windows: days.map((day) => `${day} 00:00-24:00`) });
    assert.equal(always.onCall('2026-03-28T09:00Z'), 'C');
  });

  test('[ROT-5] turns are counted from a start long ago', () => {
    // From Thursday 1970-01-01 to Monday 2026-01-05 there are 2,922 weeks and 4 days: 14,612 open days, and 14,612 = 7 · 2,087 + 3.
    rota({ ...DAILY, start: '1970-01-01T09:00+01:00', users: 'ABCDEFG' }).gives(
      '2026-01-05T00:00+01:00/2026-01-06T00:00+01:00',
      ['D 2026-01-05T09:00+01:00/2026-01-05T17:00+01:00'],
    );
  });
});

suite('which layers may count open days', () => {
  const isRefused = (words: LayerWords) => hasEmptyOpenDay(layer(words), zone);

  test('[ROT-5] a day without a window between its handoff and the next is refused', () => {
    const windows = ['monday 09:00-17:00', 'tuesday 00:00-01:00'];
    assert.equal(isRefused({ ...DAILY, start: '2026-01-05T02:00+01:00', windows }), true);
    assert.equal(isRefused({ ...DAILY, start: '2026-01-05T00:30+01:00', windows }), false);
  });

  test('[ROT-5] the handoff may be at any time of day if all windows are equal', () => {
    for (let hour = 0; hour < 24; hour++) {
      const start = `2026-01-08T${String(hour).padStart(2, '0')}:00+01:00`;
      assert.equal(isRefused({ ...DAILY, start }), false, start);
    }
  });

  test('[ROT-5] the last open day of a week reaches into the next', () => {
    assert.equal(isRefused({ ...DAILY, start: '2026-01-11T18:00+01:00', windows: ['sunday 09:00-17:00'] }), false);
  });

  test('[ROT-5] a layer that counts all days is never refused', () => {
    const windows = ['monday 09:00-17:00', 'tuesday 00:00-01:00'];
    assert.equal(isRefused({ ...DAILY, start: '2026-01-05T02:00+01:00', windows, countsOpenDays: false }), false);
  });
});

suite('changes of layers that count open days', () => {
  test('[REV-1] the counted days are part of the layer', () => {
    assert.equal(sameLayer(layer(DAILY), layer({ ...DAILY, countsOpenDays: false })), false);
    assert.equal(sameLayer(layer({ ...DAILY, countsOpenDays: false }), { ...layer(DAILY), countedDays: 'all' }), true);
  });

  test('[REV-5] a person is added: the running turn continues, and the others follow on open days', () => {
    const before = layer({ ...DAILY, start: '2026-01-08T09:00+01:00' });
    const places = [...'ABCD'].map((user, i) => ({ user, position: i < 3 ? i : undefined }));
    const kept = keepTurn(before, zone, places, instant('2026-01-11T12:00+01:00'));
    assert.equal(utc(kept.rotationStart), '2026-01-09T08:00Z');
    assert.equal(kept.places.map(({ user }) => user).join(''), 'BCDA');
  });
});
