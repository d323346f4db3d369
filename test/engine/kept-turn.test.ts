/** Rule REV-5 for people who are added and removed together. test/engine/departures.test.ts is about people who leave. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { keepTurn } from '../../src/engine/kept-turn.ts';
import { crewAt, rotationOf } from '../../src/engine/rotation.ts';
import type { Layer } from '../../src/engine/schedule.ts';
import type { UserId } from '../../src/ids.ts';
import { findZone } from '../../src/time/zones.ts';
import { instant, type LayerWords, layer, utc } from '../support/drivers/engine-driver.ts';

const zone = findZone('Europe/Berlin') ?? assert.fail();
const WEEKS = { start: '2026-01-05T09:00Z', users: 'ABC', every: '7 days' } satisfies LayerWords;
const FIRST_WEEK = '2026-01-06T12:00Z';
const SECOND_WEEK = '2026-01-15T12:00Z';
const THIRD_WEEK = '2026-01-20T12:00Z';

/** A letter that is already in the layer keeps that person's position. */
function kept(before: Layer, users: string, now: number, atATime = before.concurrentUsers): Layer {
  const places = [...users].map((user) => {
    const position = before.users.indexOf(user as UserId);
    return { user: user as UserId, position: position === -1 ? undefined : position };
  });
  const { rotationStart, places: inOrder } = keepTurn(before, zone, places, now, atATime);
  return { ...before, concurrentUsers: atATime, rotationStart, users: inOrder.map(({ user }) => user) };
}

function written(words: LayerWords, users: string, now: string, atATime?: number): string {
  const after = kept(layer(words), users, instant(now), atATime);
  return `${after.users.join('')} from ${utc(after.rotationStart)}`;
}

suite('people come and go', () => {
  test('[REV-5] someone who is added at the end follows the last in the order, and the turn goes on', () => {
    assert.equal(written(WEEKS, 'ABCD', SECOND_WEEK), 'BCDA from 2026-01-12T09:00Z');
    assert.equal(written(WEEKS, 'ABCD', THIRD_WEEK), 'CDAB from 2026-01-19T09:00Z');
  });

  test('[REV-5] a person who is added between two others comes between them', () => {
    assert.equal(written(WEEKS, 'ABDC', SECOND_WEEK), 'BDCA from 2026-01-12T09:00Z');
  });

  test('[REV-5] one joins as another leaves; if that one is on call, the next in the old order takes over', () => {
    assert.equal(written(WEEKS, 'BCD', SECOND_WEEK), 'BCD from 2026-01-12T09:00Z');
    assert.equal(written(WEEKS, 'ACD', SECOND_WEEK), 'CDA from 2026-01-12T09:00Z');
  });

  test('[REV-5] when all are replaced, the first of the new people takes over', () => {
    assert.equal(written(WEEKS, 'XYZ', SECOND_WEEK), 'XYZ from 2026-01-12T09:00Z');
  });

  test('[REV-5] two share a turn across the end of the order: nobody comes between them', () => {
    const pairs = { ...WEEKS, atATime: 2 };
    assert.equal(written(pairs, 'ABCD', SECOND_WEEK), 'CABD from 2026-01-12T09:00Z');
  });

  test('[REV-5] more at a time than before: the one on call stays, and the next joins', () => {
    assert.equal(written(WEEKS, 'ABCD', SECOND_WEEK, 2), 'BCDA from 2026-01-12T09:00Z');
  });

  test('[REV-5] a layer that has not started gets the order unchanged', () => {
    assert.equal(written(WEEKS, 'ABCD', '2026-01-01T09:00Z'), 'ABCD from 2026-01-05T09:00Z');
    assert.equal(written(WEEKS, 'XBA', '2026-01-01T09:00Z'), 'XBA from 2026-01-05T09:00Z');
  });

  test('[REV-5] a layer that had nobody starts with the first', () => {
    assert.equal(written({ ...WEEKS, users: '' }, 'AB', SECOND_WEEK), 'AB from 2026-01-12T09:00Z');
  });

  test('[REV-5] the order goes on after the first turn as after any other', () => {
    assert.equal(written(WEEKS, 'ABCD', FIRST_WEEK), 'ABCD from 2026-01-05T09:00Z');
  });
});

test('[REV-5] those on call who stay in the rotation are still on call, in the same order', () => {
  const letters = fc.shuffledSubarray([...'ABCDEFGH'], { minLength: 1 });
  fc.assert(
    fc.property(letters, letters, fc.integer({ min: 1, max: 4 }), fc.nat(400), (old, wanted, atATime, days) => {
      const before = layer({ ...WEEKS, users: old.join(''), atATime, every: '1 day' });
      const now = before.rotationStart + days * 86_400_000 + 3_600_000;
      const after = kept(before, wanted.join(''), now);
      assert.deepEqual([...after.users].sort(), [...wanted].sort());
      const was = crewAt(rotationOf(before, zone), now);
      const is = crewAt(rotationOf(after, zone), now);
      const staying = was.filter((user) => wanted.includes(user));
      assert.deepEqual(is.slice(0, staying.length), staying);
    }),
    { seed: 20260105, numRuns: 1000 },
  );
});
