/** Rule OPS-1: the delay of the event loop, from the gaps between the turns of a timer. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BOUNDS_MS, noDurations } from '../src/process/durations.ts';
import { addGap, INTERVAL_MS } from '../src/process/event-loop-delay.ts';

describe('[OPS-1] the delay of the event loop', () => {
  /** What gaps of these lengths count, as bucket bounds in milliseconds. */
  function countedFor(...gapsMs: readonly number[]): { counted: number[]; totalMs: number } {
    const durations = noDurations();
    for (const gap of gapsMs) addGap(durations, gap);
    const counted = durations.byBound.flatMap((count, i) =>
      Array(count).fill(BOUNDS_MS[i] ?? Number.POSITIVE_INFINITY),
    );
    return { counted, totalMs: durations.totalMs };
  }

  it('is 0 if each turn comes when it is due, or the clock has a coarse tick', () => {
    assert.deepEqual(countedFor(INTERVAL_MS, INTERVAL_MS - 1, INTERVAL_MS), { counted: [1, 1, 1], totalMs: 0 });
  });

  it('is what is beyond the interval', () => {
    assert.deepEqual(countedFor(INTERVAL_MS + 30), { counted: [50], totalMs: 30 });
  });

  it('counts everything that would have been due during a long stop', () => {
    // Due every 50 ms, and begun 250, 200, 150, 100, 50 and 0 ms late.
    assert.deepEqual(countedFor(INTERVAL_MS + 250), { counted: [1, 50, 100, 250, 250, 250], totalMs: 750 });
    const { counted } = countedFor(60_000);
    assert.equal(counted.length, 60_000 / INTERVAL_MS);
    assert.equal(counted.filter((bound) => bound === Number.POSITIVE_INFINITY).length, 35_000 / INTERVAL_MS - 1);
  });
});
