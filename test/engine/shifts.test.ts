import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { rota } from '../support/drivers/engine-driver.ts';

const weeks = { zone: 'UTC', start: '2026-01-05T09:00Z', users: 'AB', every: '1 week' };
const office = { ...weeks, windows: ['monday 09:00-17:00', 'wednesday 09:00-17:00'] };

suite('a list', () => {
  test('[SH-1] the week of A, asked for from Wednesday to Thursday, is shown in full; clipped, it is Wednesday to Thursday', () => {
    const wednesday = '2026-01-07T00:00Z/2026-01-08T00:00Z';
    assert.deepEqual(rota(weeks).shifts(wednesday), ['A 2026-01-05T09:00Z/2026-01-12T09:00Z']);
    assert.deepEqual(rota(weeks).clipped(wednesday), ['A 2026-01-07T00:00Z/2026-01-08T00:00Z']);
  });

  test('[SH-1] a shift that only touches the edge of the interval does not count', () => {
    assert.deepEqual(rota(weeks).shifts('2026-01-12T09:00Z/2026-01-19T09:00Z'), [
      'B 2026-01-12T09:00Z/2026-01-19T09:00Z',
    ]);
    assert.deepEqual(rota(office).shifts('2026-01-05T17:00Z/2026-01-07T09:00Z'), []);
  });

  test('[SH-1] a shift that overlaps it by a millisecond does', () => {
    assert.deepEqual(rota(weeks).shifts('2026-01-12T08:59:59.999Z/2026-01-19T09:00:00.001Z'), [
      'A 2026-01-05T09:00Z/2026-01-12T09:00Z',
      'B 2026-01-12T09:00Z/2026-01-19T09:00Z',
      'A 2026-01-19T09:00Z/2026-01-26T09:00Z',
    ]);
    assert.deepEqual(rota(office).clipped('2026-01-05T16:59:59.999Z/2026-01-07T09:00:00.001Z'), [
      'A 2026-01-05T16:59:59.999Z/2026-01-05T17:00Z',
      'A 2026-01-07T09:00Z/2026-01-07T09:00:00.001Z',
    ]);
  });

  test('[SH-1] an empty interval contains nothing', () => {
    assert.deepEqual(rota(weeks).shifts('2026-01-07T00:00Z/2026-01-07T00:00Z'), []);
    assert.deepEqual(rota(weeks).gaps('2026-01-01T00:00Z/2026-01-01T00:00Z'), []);
  });

  test('[SH-1] overrides are in order too, and in full', () => {
    rota({
      ...office,
      overrides: ['Y 2026-01-06T12:00Z/2026-01-06T14:00Z', 'X 2026-01-05T16:00Z/2026-01-06T10:00Z'],
    }).gives('2026-01-06T00:00Z/2026-01-07T12:00Z', [
      'X 2026-01-05T16:00Z/2026-01-06T10:00Z',
      'Y 2026-01-06T12:00Z/2026-01-06T14:00Z',
      'A 2026-01-07T09:00Z/2026-01-07T17:00Z',
    ]);
  });
});

suite('current and next', () => {
  test('[SH-2] in a gap there is no current shift, and a next one', () => {
    assert.equal(rota(office).current('2026-01-06T12:00Z'), 'none');
    assert.equal(rota(office).next('2026-01-06T12:00Z'), 'A 2026-01-07T09:00Z/2026-01-07T17:00Z');
  });

  test('[SH-2] at the start of a shift it is current, a millisecond before it is next', () => {
    const monday = 'A 2026-01-05T09:00Z/2026-01-05T17:00Z';
    const wednesday = 'A 2026-01-07T09:00Z/2026-01-07T17:00Z';
    assert.equal(rota(office).current('2026-01-05T09:00Z'), monday);
    assert.equal(rota(office).next('2026-01-05T09:00Z'), wednesday);
    assert.equal(rota(office).current('2026-01-05T08:59:59.999Z'), 'none');
    assert.equal(rota(office).next('2026-01-05T08:59:59.999Z'), monday);
  });

  test('[SH-2] at its end it is over', () => {
    assert.equal(rota(office).current('2026-01-05T16:59:59.999Z'), 'A 2026-01-05T09:00Z/2026-01-05T17:00Z');
    assert.equal(rota(office).current('2026-01-05T17:00Z'), 'none');
    assert.equal(rota(weeks).current('2026-01-12T09:00Z'), 'B 2026-01-12T09:00Z/2026-01-19T09:00Z');
  });

  test('[SH-2] the next one is the rest of the rotation after an override, or the override', () => {
    const covered = rota({ ...weeks, overrides: ['X 2026-01-07T09:00Z/2026-01-08T09:00Z'] });
    assert.equal(covered.next('2026-01-06T00:00Z'), 'X 2026-01-07T09:00Z/2026-01-08T09:00Z');
    assert.equal(covered.next('2026-01-07T09:00Z'), 'A 2026-01-08T09:00Z/2026-01-12T09:00Z');
  });

  test('[SH-2] nothing starts within 366 days: no next one', () => {
    const long = rota({ ...weeks, every: '60 weeks' });
    assert.equal(long.next('2026-01-05T09:00Z'), 'none');
    assert.equal(long.next('2026-06-01T00:00Z'), 'B 2027-03-01T09:00Z/2028-04-24T09:00Z');
  });

  test('[SH-2] 366 days: a millisecond less is found, exactly as much is not', () => {
    const later = rota({ ...weeks, start: '2027-01-06T09:00Z' });
    assert.equal(later.next('2026-01-05T09:00:00.001Z'), 'A 2027-01-06T09:00Z/2027-01-13T09:00Z');
    assert.equal(later.next('2026-01-05T09:00Z'), 'none');
  });

  test('[SH-2] after long gaps: a window, a revision, an override', () => {
    const x = 'X 2026-12-24T00:00Z/2026-12-25T00:00Z';
    assert.equal(rota({ ...weeks, users: '', overrides: [x] }).next('2026-01-05T09:00Z'), x);
    assert.equal(
      rota({ ...weeks, users: '', later: [{ ...weeks, start: '2026-12-21T09:00Z' }] }).next('2026-01-05T09:00Z'),
      'A 2026-12-21T09:00Z/2026-12-28T09:00Z',
    );
  });
});

suite('gaps', () => {
  test('[SH-3] before the start, between windows, and clipped to the interval', () => {
    assert.deepEqual(rota(office).gaps('2026-01-04T00:00Z/2026-01-08T00:00Z'), [
      '2026-01-04T00:00Z/2026-01-05T09:00Z',
      '2026-01-05T17:00Z/2026-01-07T09:00Z',
      '2026-01-07T17:00Z/2026-01-08T00:00Z',
    ]);
  });

  test('[SH-3] gaps that touch are one: outside the windows, then without users, then before a start', () => {
    const broken = rota({
      ...office,
      later: [
        { ...weeks, users: '', made: '2026-01-08T00:00Z' },
        { ...office, users: 'C', start: '2026-01-13T00:00Z' },
      ],
    });
    assert.deepEqual(broken.gaps('2026-01-07T09:00Z/2026-01-14T12:00Z'), ['2026-01-07T17:00Z/2026-01-14T09:00Z']);
  });

  test('[SH-3] no gap between shifts that touch', () => {
    assert.deepEqual(rota(weeks).gaps('2026-01-05T09:00Z/2026-12-28T09:00Z'), []);
  });

  test('[SH-3] an override fills a gap, or parts of it', () => {
    const filled = rota({ ...office, overrides: ['X 2026-01-05T17:00Z/2026-01-06T12:00Z'] });
    assert.deepEqual(filled.gaps('2026-01-05T09:00Z/2026-01-07T17:00Z'), ['2026-01-06T12:00Z/2026-01-07T09:00Z']);
  });
});
