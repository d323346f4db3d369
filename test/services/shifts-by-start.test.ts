import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Shift } from '../../src/engine/schedule.ts';
import type { UserId } from '../../src/ids.ts';
import { Work } from '../../src/services/shared/work.ts';
import { pageByStart } from '../../src/services/timelines/shifts-by-start.ts';

/** Lists of start times, with many equal ones. */
const starts = fc.array(
  fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 12 }).map((list) => list.sort((a, b) => a - b)),
  { maxLength: 9 },
);
const limits = fc.record({ limit: fc.integer({ min: 1, max: 8 }), offset: fc.integer({ min: 0, max: 70 }) });

function anyWork(): Work {
  return new Work({ userId: 'usr_1' as UserId }, { narrow: '' });
}

function shiftAt(start: number): Shift {
  return { start, end: start + 1, users: [] };
}

test('a page of several lists is a page of the merged list, by start, and the total is exact', async () => {
  await fc.assert(
    fc.asyncProperty(starts, limits, async (lists, { limit, offset }) => {
      const all = lists
        .flatMap((list, of) => list.map((start) => ({ of, shift: shiftAt(start) })))
        .sort((a, b) => a.shift.start - b.shift.start);
      const sources = lists.map((list, of) => ({ of, shifts: list.values().map(shiftAt) }));
      assert.deepEqual(await pageByStart(sources, { limit, offset }, anyWork()), {
        page: all.slice(offset, offset + limit),
        total: all.length,
      });
    }),
    { numRuns: 2000, seed: 20260105 },
  );
});

test('counting a very long list does not block other work', async () => {
  let isDone = false;
  let turns = 0;
  function* veryMany(): Generator<Shift, void> {
    for (let start = 0; start < 200_000; start++) yield shiftAt(start);
  }
  const turn = () => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  const { total } = await pageByStart([{ of: 'all', shifts: veryMany() }], { limit: 20, offset: 100_000 }, anyWork());
  isDone = true;
  assert.equal(total, 200_000);
  assert.ok(turns >= 40, `${turns} turns`);
});
