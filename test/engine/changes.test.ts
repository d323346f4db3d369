import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { nextLookAfter } from '../../src/engine/timeline.ts';
import { instant, rota, utc } from '../support/drivers/engine-driver.ts';

const start = '2026-01-05T09:00Z';
const hourly = { zone: 'UTC', start, users: 'A', every: '1 hour' };

suite('what is a change', () => {
  test('[SH-4] A to B, at the handoff and not before', () => {
    const weeks = rota({ ...hourly, users: 'AB', every: '1 week' });
    assert.equal(weeks.nextChange('2026-01-05T09:00Z'), '2026-01-12T09:00Z');
    assert.equal(weeks.nextChange('2026-01-12T08:59:59.999Z'), '2026-01-12T09:00Z');
    assert.equal(weeks.nextChange('2026-01-12T09:00Z'), '2026-01-19T09:00Z');
  });

  test('[SH-4] from nobody to somebody, at rotation_start', () => {
    assert.equal(rota(hourly).nextChange('1970-01-01T00:00Z'), start);
    assert.equal(rota(hourly).nextChange('2026-01-05T08:59:59.999Z'), start);
  });

  test('[SH-4] from somebody to nobody and back, at the edges of a window', () => {
    const office = rota({ ...hourly, windows: ['monday 09:00-17:00', 'wednesday 09:00-17:00'] });
    assert.equal(office.nextChange('2026-01-05T09:00Z'), '2026-01-05T17:00Z');
    assert.equal(office.nextChange('2026-01-05T17:00Z'), '2026-01-07T09:00Z');
    assert.equal(office.nextChange('2026-01-07T17:00Z'), '2026-01-12T09:00Z');
  });

  test('[SH-4] A to A is no change: the next one is where somebody else has a turn', () => {
    assert.equal(rota({ ...hourly, users: 'AAAB' }).nextChange(start), '2026-01-05T12:00Z');
    assert.equal(rota({ ...hourly, users: 'AAAB' }).nextChange('2026-01-05T12:00Z'), '2026-01-05T13:00Z');
  });

  test('[SH-4] A B becoming B A is no change', () => {
    // Three at a time out of two: A B, B A, A B …
    assert.equal(rota({ ...hourly, users: 'AB', atATime: 3 }).nextChange(start), 'never');
    // Two at a time: A B, B A, C C.
    assert.equal(rota({ ...hourly, users: 'ABBACC', atATime: 2 }).nextChange(start), '2026-01-05T11:00Z');
  });

  test('[SH-4] A B becoming A is one, and so is A becoming A B', () => {
    const two = rota({ ...hourly, users: 'ABA', atATime: 2 });
    assert.equal(two.nextChange(start), '2026-01-05T10:00Z');
    assert.equal(two.nextChange('2026-01-05T10:00Z'), '2026-01-05T11:00Z');
    // B A, then A B.
    assert.equal(two.nextChange('2026-01-05T11:00Z'), '2026-01-05T13:00Z');
  });

  test('[SH-4] A alone in hourly turns: eight thousand shifts a year, and no change', () => {
    const alone = rota(hourly);
    assert.equal(alone.shifts('2026-01-05T09:00Z/2027-01-05T09:00Z').length, 8760);
    assert.equal(alone.nextChange(start), 'never');
  });

  test('[SH-4] one B among fifty positions, in turns of every unit', () => {
    const users = `${'A'.repeat(49)}B`;
    assert.equal(rota({ ...hourly, users }).nextChange(start), '2026-01-07T10:00Z');
    assert.equal(rota({ ...hourly, users, every: '1 day' }).nextChange(start), '2026-02-23T09:00Z');
    assert.equal(rota({ ...hourly, users, every: '1 week' }).nextChange(start), '2026-12-14T09:00Z');
    // B has the last of 50 turns, 2,450 weeks after the start.
    assert.equal(rota({ ...hourly, users, every: '50 weeks' }).nextChange(start), '2072-12-19T09:00Z');
  });

  test('[SH-4] the only turn of B in a round is skipped by the clocks: B is on call a round later', () => {
    // Round the clock from 03:00, so that B has 02:00 every night.
    const nights = rota({ start: '2026-03-27T03:00+01:00', users: `${'A'.repeat(23)}B`, every: '1 hour' });
    assert.equal(nights.nextChange('2026-03-28T02:00+01:00'), '2026-03-28T02:00Z');
    assert.equal(nights.nextChange('2026-03-28T03:00+01:00'), '2026-03-30T00:00Z');
  });

  test('[SH-4] two rounds are lost with the day that Pacific/Apia skipped', () => {
    // Two rounds a day from 01:00, so that B has 00:00 and 12:00. Those of 30 December never come.
    const apia = {
      zone: 'Pacific/Apia',
      start: '2011-12-28T01:00-10:00',
      users: `${'A'.repeat(11)}B`,
      every: '1 hour',
    };
    assert.equal(rota(apia).nextChange('2011-12-29T12:00-10:00'), '2011-12-29T23:00Z');
    assert.equal(rota(apia).nextChange('2011-12-29T13:00-10:00'), '2011-12-30T10:00Z');
    // With B at 05:00 and 17:00 the next one is on the 31st.
    const five = { ...apia, start: '2011-12-28T06:00-10:00' };
    assert.equal(rota(five).nextChange('2011-12-29T18:00-10:00'), '2011-12-30T15:00Z');
  });
});

suite('changes by revisions and overrides', () => {
  test('[SH-4] a revision in two years', () => {
    const later = [{ ...hourly, users: 'B', start: '2028-01-03T09:00Z' }];
    assert.equal(rota({ ...hourly, later }).nextChange(start), '2028-01-03T09:00Z');
    assert.equal(rota({ ...hourly, later }).nextChange('2028-01-03T09:00Z'), 'never');
  });

  test('[SH-4] a revision that keeps A is no change; the one after it is', () => {
    const later = [
      { ...hourly, every: '1 day', start: '2027-01-04T09:00Z' },
      { ...hourly, users: '', start: '2028-01-03T09:00Z' },
    ];
    assert.equal(rota({ ...hourly, later }).nextChange(start), '2028-01-03T09:00Z');
  });

  test('[SH-4] a revision that is replaced before it starts is no change', () => {
    const later = [
      { ...hourly, users: 'B', start: '2028-01-03T09:00Z', made: '2026-02-01T00:00Z' },
      { ...hourly, every: '2 hours', made: '2026-03-01T00:00Z' },
    ];
    assert.equal(rota({ ...hourly, later }).nextChange(start), 'never');
  });

  test('[SH-4] an override far ahead, and its end', () => {
    const covered = rota({ ...hourly, overrides: ['X 2150-01-01T00:00Z/2150-01-02T00:00Z'] });
    assert.equal(covered.nextChange(start), '2150-01-01T00:00Z');
    assert.equal(covered.nextChange('2150-01-01T00:00Z'), '2150-01-02T00:00Z');
    assert.equal(covered.nextChange('2150-01-02T00:00Z'), 'never');
  });

  test('[SH-4] an override by the person on call anyway changes nothing, in any order', () => {
    assert.equal(rota({ ...hourly, overrides: ['A 2026-02-01T00:00Z/2026-02-02T00:00Z'] }).nextChange(start), 'never');
    const two = { ...hourly, users: 'AB', atATime: 2 };
    assert.equal(rota({ ...two, overrides: ['BA 2026-02-01T00:00Z/2026-02-02T00:00Z'] }).nextChange(start), 'never');
  });

  test('[SH-4] an override that hides a handoff: the change is at its end', () => {
    const weeks = { ...hourly, users: 'AB', every: '1 week' };
    const covered = rota({ ...weeks, overrides: ['A 2026-01-11T00:00Z/2026-01-13T00:00Z'] });
    assert.equal(covered.nextChange(start), '2026-01-13T00:00Z');
  });

  test('[SH-4] overrides of X that touch are one stretch without a change', () => {
    const covered = rota({
      ...hourly,
      overrides: ['X 2026-02-01T00:00Z/2026-02-02T00:00Z', 'X 2026-02-02T00:00Z/2026-02-03T00:00Z'],
    });
    assert.equal(covered.nextChange('2026-02-01T00:00Z'), '2026-02-03T00:00Z');
  });

  test('[SH-4] an override on a layer without users', () => {
    const empty = rota({ ...hourly, users: '', overrides: ['X 2026-02-01T00:00Z/2026-02-02T00:00Z'] });
    assert.equal(empty.nextChange(start), '2026-02-01T00:00Z');
    assert.equal(empty.nextChange('2026-02-01T00:00Z'), '2026-02-02T00:00Z');
    assert.equal(empty.nextChange('2026-02-02T00:00Z'), 'never');
  });

  test('[SH-4] an override without effect, because a later one covers it', () => {
    const covered = rota({
      ...hourly,
      overrides: ['X 2026-02-01T06:00Z/2026-02-01T12:00Z', 'Y 2026-02-01T00:00Z/2026-02-02T00:00Z'],
    });
    assert.equal(covered.nextChange('2026-02-01T00:00Z'), '2026-02-02T00:00Z');
  });
});

suite('[SH-4] a search for the next change that takes long', () => {
  const HOUR_MS = 3_600_000;
  const hoursAfter = (hours: number) => utc(instant(start) + hours * HOUR_MS);
  // B has every fiftieth hour, and A covers the first hundred of them.
  const covered = rota({
    ...hourly,
    users: `${'A'.repeat(49)}B`,
    overrides: Array.from({ length: 100 }, (_, i) => `A ${hoursAfter(49 + 50 * i)}/${hoursAfter(50 + 50 * i)}`),
  });

  function lookFrom(at: string): string {
    const look = nextLookAfter(covered.timeline, instant(at));
    return look === undefined ? 'never' : `${utc(look.at)}${look.isChange ? '' : ', no change'}`;
  }

  test('ends after 1,000 shifts, at the instant that it has reached', () => {
    assert.equal(lookFrom(start), `${hoursAfter(1_000)}, no change`);
    assert.equal(covered.nextChange(start), 'never');
  });

  test('finds the change when it is continued there', () => {
    const looks = [1_000, 2_000, 3_000, 4_000, 5_000].map((hours) => lookFrom(hoursAfter(hours)));
    assert.deepEqual(looks, [
      `${hoursAfter(2_000)}, no change`,
      `${hoursAfter(3_000)}, no change`,
      `${hoursAfter(4_000)}, no change`,
      `${hoursAfter(5_000)}, no change`,
      hoursAfter(5_049),
    ]);
  });

  test('ends there for a single person with many overrides of their own, too', () => {
    const own = Array.from({ length: 600 }, (_, i) => `A ${hoursAfter(2 * i)}/${hoursAfter(2 * i + 1)}`);
    const { timeline } = rota({ ...hourly, overrides: own });
    assert.deepEqual(nextLookAfter(timeline, instant(start)), { at: instant(hoursAfter(1_000)), isChange: false });
  });
});
