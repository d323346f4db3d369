import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { coveringOverrides, shiftsOf } from '../../src/engine/coverage.ts';
import type { Shift } from '../../src/engine/schedule.ts';
import type { UserId } from '../../src/ids.ts';
import { instant, interval, people, rota, utc } from '../support/drivers/engine-driver.ts';

const [A, B, C] = people('ABC') as [UserId, UserId, UserId];
const WORDS = { zone: 'UTC', start: '2026-01-05T09:00Z', users: 'AB', every: '1 day' };

function inWords(shifts: Iterable<Shift>): string[] {
  return [...shifts].map(({ users, start, end }) => `${users.join('')} ${utc(start)}/${utc(end)}`);
}

suite('what is requested', () => {
  test('[COV-1] the requester’s time on call in the interval, clipped to it', () => {
    const { timeline } = rota(WORDS);
    assert.deepEqual(inWords(shiftsOf(timeline, A, interval('2026-01-05T12:00Z/2026-01-07T12:00Z'))), [
      'A 2026-01-05T12:00Z/2026-01-06T09:00Z',
      'A 2026-01-07T09:00Z/2026-01-07T12:00Z',
    ]);
  });
});

suite('accepting', () => {
  const asked = [interval('2026-01-05T12:00Z/2026-01-05T14:00Z')];
  const covered = (words: object, acceptor: UserId, now = '2026-01-05T09:00Z') =>
    inWords(coveringOverrides(rota({ ...WORDS, ...words }).timeline, asked, { requester: A, acceptor }, instant(now)));

  for (const { says, words, acceptor = C, now, expected } of [
    {
      says: 'puts the acceptor in the requester’s place',
      words: {},
      expected: ['C 2026-01-05T12:00Z/2026-01-05T14:00Z'],
    },
    {
      says: 'keeps the others, in their order',
      words: { atATime: 2 },
      expected: ['CB 2026-01-05T12:00Z/2026-01-05T14:00Z'],
    },
    {
      says: 'names someone who is on call already once',
      words: { atATime: 2 },
      acceptor: B,
      expected: ['B 2026-01-05T12:00Z/2026-01-05T14:00Z'],
    },
    {
      says: 'leaves out what has gone to somebody else since',
      words: { overrides: ['X 2026-01-05T12:30Z/2026-01-05T13:00Z'] },
      expected: ['C 2026-01-05T12:00Z/2026-01-05T12:30Z', 'C 2026-01-05T13:00Z/2026-01-05T14:00Z'],
    },
    {
      says: 'leaves out what has passed',
      words: {},
      now: '2026-01-05T13:00Z',
      expected: ['C 2026-01-05T13:00Z/2026-01-05T14:00Z'],
    },
    { says: 'covers nothing once all of it has passed', words: {}, now: '2026-01-05T14:00Z', expected: [] },
  ]) {
    test(`[COV-3] ${says}`, () => assert.deepEqual(covered(words, acceptor, now), expected));
  }
});
