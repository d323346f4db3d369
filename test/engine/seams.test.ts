import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { rota } from '../support/drivers/engine-driver.ts';

/** A's week begins on Monday, 5 January. */
const weeks = { zone: 'UTC', start: '2026-01-05T09:00Z', users: 'AB', every: '1 week' };
const wednesday = '2026-01-07T12:00Z';

suite('another revision comes into force inside a shift', () => {
  test('[REV-3] it changes who comes after A: the shift of A stays one', () => {
    rota({ ...weeks, later: [{ ...weeks, users: 'AC', made: wednesday }] }).gives(
      '2026-01-05T09:00Z/2026-01-19T09:00Z',
      ['A 2026-01-05T09:00Z/2026-01-12T09:00Z', 'C 2026-01-12T09:00Z/2026-01-19T09:00Z'],
    );
  });

  test('[REV-3] it replaces A by B: one shift ends, the other begins', () => {
    rota({ ...weeks, later: [{ ...weeks, users: 'BA', made: wednesday }] }).gives(
      '2026-01-05T09:00Z/2026-01-19T09:00Z',
      [
        'A 2026-01-05T09:00Z/2026-01-07T12:00Z',
        'B 2026-01-07T12:00Z/2026-01-12T09:00Z',
        'A 2026-01-12T09:00Z/2026-01-19T09:00Z',
      ],
    );
  });

  test('[REV-3] a turn of A begins at the seam: one shift, until that turn ends', () => {
    rota({ ...weeks, later: [{ start: wednesday, users: 'AC', every: '1 week' }] }).gives(
      '2026-01-05T09:00Z/2026-01-21T12:00Z',
      ['A 2026-01-05T09:00Z/2026-01-14T12:00Z', 'C 2026-01-14T12:00Z/2026-01-21T12:00Z'],
    );
  });

  test('[REV-3] the same two in another order count as different: cut', () => {
    const two = { ...weeks, atATime: 2 };
    rota({ ...two, users: 'AB', later: [{ ...two, users: 'BA', made: wednesday }] }).gives(
      '2026-01-05T09:00Z/2026-01-12T09:00Z',
      ['AB 2026-01-05T09:00Z/2026-01-07T12:00Z', 'BA 2026-01-07T12:00Z/2026-01-12T09:00Z'],
    );
  });

  test('[REV-3] the same two in the same order: one shift', () => {
    const two = { ...weeks, atATime: 2 };
    rota({ ...two, users: 'ABC', later: [{ ...two, users: 'ABD', made: wednesday }] }).gives(
      '2026-01-05T09:00Z/2026-01-19T09:00Z',
      ['AB 2026-01-05T09:00Z/2026-01-12T09:00Z', 'DA 2026-01-12T09:00Z/2026-01-19T09:00Z'],
    );
  });

  test('[REV-3] many seams in one shift leave it one', () => {
    const later = ['C', 'D', 'E', 'F', 'G'].map((other, i) => ({
      ...weeks,
      users: `A${other}`,
      made: `2026-01-0${6 + Math.floor(i / 2)}T${10 + i}:00Z`,
    }));
    rota({ ...weeks, later }).gives('2026-01-05T09:00Z/2026-01-19T09:00Z', [
      'A 2026-01-05T09:00Z/2026-01-12T09:00Z',
      'G 2026-01-12T09:00Z/2026-01-19T09:00Z',
    ]);
  });

  test('[REV-3] A, then B, then A again: three shifts', () => {
    rota({
      ...weeks,
      later: [
        { ...weeks, users: 'BA', made: '2026-01-06T12:00Z' },
        { ...weeks, users: 'AB', made: '2026-01-08T12:00Z' },
      ],
    }).gives('2026-01-05T09:00Z/2026-01-12T09:00Z', [
      'A 2026-01-05T09:00Z/2026-01-06T12:00Z',
      'B 2026-01-06T12:00Z/2026-01-08T12:00Z',
      'A 2026-01-08T12:00Z/2026-01-12T09:00Z',
    ]);
  });

  test('[REV-3] the seam is where A would hand off, and A continues: one shift of two weeks', () => {
    rota({ ...weeks, later: [{ start: '2026-01-12T09:00Z', users: 'AC', every: '1 week' }] }).gives(
      '2026-01-05T09:00Z/2026-01-26T09:00Z',
      ['A 2026-01-05T09:00Z/2026-01-19T09:00Z', 'C 2026-01-19T09:00Z/2026-01-26T09:00Z'],
    );
  });

  test('[REV-3] a replaced revision makes no seam', () => {
    rota({
      ...weeks,
      every: '52 weeks',
      later: [
        { start: '2026-06-01T09:00Z', users: 'X', every: '1 week', made: '2026-01-15T12:00Z' },
        { ...weeks, every: '52 weeks', users: 'AC', made: '2026-03-02T08:00Z' },
      ],
    }).gives('2026-01-05T09:00Z/2027-01-04T09:00Z', ['A 2026-01-05T09:00Z/2027-01-04T09:00Z']);
  });
});

suite('a seam and windows', () => {
  const office = { ...weeks, windows: ['wednesday 09:00-17:00'] };

  test('[REV-3] shorter windows from within: one shift, which ends with the shorter', () => {
    rota({ ...office, later: [{ ...office, windows: ['wednesday 10:00-15:00'], made: wednesday }] }).gives(
      '2026-01-05T09:00Z/2026-01-12T00:00Z',
      ['A 2026-01-07T09:00Z/2026-01-07T15:00Z'],
    );
  });

  test('[REV-3] windows that end at the seam: the shift ends there, and does not extend to the next of A', () => {
    const alone = { ...office, users: 'A' };
    rota({ ...alone, later: [{ ...alone, windows: ['wednesday 09:00-11:00'], made: wednesday }] }).gives(
      '2026-01-05T09:00Z/2026-01-15T00:00Z',
      ['A 2026-01-07T09:00Z/2026-01-07T12:00Z', 'A 2026-01-14T09:00Z/2026-01-14T11:00Z'],
    );
  });

  test('[REV-3] windows that open at the seam: the shift begins there', () => {
    rota({ ...office, later: [{ ...weeks, made: '2026-01-08T00:00Z' }] }).gives('2026-01-05T09:00Z/2026-01-12T09:00Z', [
      'A 2026-01-07T09:00Z/2026-01-07T17:00Z',
      'A 2026-01-08T00:00Z/2026-01-12T09:00Z',
    ]);
  });

  test('[REV-3] windows that end at the seam and begin at the seam are one shift of A', () => {
    rota({
      ...office,
      later: [{ ...weeks, windows: ['wednesday 17:00-22:00'], made: '2026-01-07T17:00Z' }],
    }).gives('2026-01-05T09:00Z/2026-01-12T00:00Z', ['A 2026-01-07T09:00Z/2026-01-07T22:00Z']);
  });

  test('[SH-3] a seam in a gap leaves the gap one', () => {
    const both = rota({ ...office, later: [{ ...office, users: 'AC', made: '2026-01-09T12:00Z' }] });
    assert.deepEqual(both.gaps('2026-01-05T09:00Z/2026-01-14T12:00Z'), [
      '2026-01-05T09:00Z/2026-01-07T09:00Z',
      '2026-01-07T17:00Z/2026-01-14T09:00Z',
    ]);
  });
});

suite('a seam and overrides', () => {
  test('[OVR-4] a seam inside an override does not cut it', () => {
    rota({
      ...weeks,
      later: [{ ...weeks, users: 'BA', made: wednesday }],
      overrides: ['X 2026-01-07T10:00Z/2026-01-07T16:00Z'],
    }).gives('2026-01-05T09:00Z/2026-01-12T09:00Z', [
      'A 2026-01-05T09:00Z/2026-01-07T10:00Z',
      'X 2026-01-07T10:00Z/2026-01-07T16:00Z',
      'B 2026-01-07T16:00Z/2026-01-12T09:00Z',
    ]);
  });

  test('[OVR-4] a seam at the end of an override does not join the shifts on its two sides', () => {
    rota({
      ...weeks,
      later: [{ ...weeks, users: 'AC', made: '2026-01-07T16:00Z' }],
      overrides: ['A 2026-01-07T10:00Z/2026-01-07T16:00Z'],
    }).gives('2026-01-05T09:00Z/2026-01-12T09:00Z', [
      'A 2026-01-05T09:00Z/2026-01-07T10:00Z',
      'A 2026-01-07T10:00Z/2026-01-07T16:00Z',
      'A 2026-01-07T16:00Z/2026-01-12T09:00Z',
    ]);
  });

  test('[OVR-4] an override cuts a shift that was joined at a seam', () => {
    rota({
      ...weeks,
      later: [{ ...weeks, users: 'AC', made: wednesday }],
      overrides: ['X 2026-01-08T10:00Z/2026-01-08T16:00Z'],
    }).gives('2026-01-05T09:00Z/2026-01-12T09:00Z', [
      'A 2026-01-05T09:00Z/2026-01-08T10:00Z',
      'X 2026-01-08T10:00Z/2026-01-08T16:00Z',
      'A 2026-01-08T16:00Z/2026-01-12T09:00Z',
    ]);
  });
});
