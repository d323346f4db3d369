import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { cancelPlan, MAX_PLANNED, planLayer, plansOf } from '../../src/engine/plans.ts';
import { validityOf } from '../../src/engine/revisions.ts';
import type { Layer, Revision } from '../../src/engine/schedule.ts';
import { onCallAt, timelineOf } from '../../src/engine/timeline.ts';
import { findZone } from '../../src/time/zones.ts';
import { instant, layer, utc } from '../support/drivers/engine-driver.ts';

const NOW = instant('2026-02-02T12:00Z');

/** Weekly turns from that instant on. */
function weeks(users: string, start: string): Layer {
  return layer({ start, users, every: '1 week' });
}

/** As if each layer had been sent on a day of January, one after the other. */
function sent(...layers: readonly Layer[]): Revision[] {
  const revisions: Revision[] = [];
  for (const [i, one] of layers.entries()) revisions.push(...planLayer(revisions, one, january(i + 1)));
  return revisions;
}

function january(day: number): number {
  return instant(`2026-01-${String(day).padStart(2, '0')}T00:00Z`);
}

/** What is in force from now on, and from when: `A`, `B 2026-03-02T09:00Z`. */
function ahead(revisions: readonly Revision[], now = NOW): string[] {
  return validityOf(revisions)
    .filter(({ end }) => end > now)
    .map(({ start, revision }) => `${revision.layer.users.join('')}${start <= now ? '' : ` ${utc(start)}`}`);
}

const A = weeks('A', '2026-01-05T09:00Z');
const B = weeks('B', '2026-03-02T09:00Z');
const C = weeks('C', '2026-04-06T09:00Z');

suite('[REV-4] what is planned', () => {
  const revisions = sent(A, B, C);

  test('is distinguished from the layer in force', () => {
    const { current, planned } = plansOf(revisions, NOW);
    assert.deepEqual([current?.number, planned.map(({ number }) => number)], [0, [1, 2]]);
    const { current: later, planned: left } = plansOf(revisions, instant('2026-03-02T09:00Z'));
    assert.deepEqual([later?.number, left.map(({ number }) => number)], [1, [2]]);
  });

  test('stays when the layer in force changes: the new layer and all planned ones are appended', () => {
    const added = planLayer(revisions, weeks('XY', '2026-01-05T09:00Z'), NOW);
    assert.deepEqual(
      added.map(({ number, validFrom, layer }) => `${number} ${layer.users.join('')} ${utc(validFrom)}`),
      ['3 XY 2026-02-02T12:00Z', '4 B 2026-03-02T09:00Z', '5 C 2026-04-06T09:00Z'],
    );
    assert.deepEqual(ahead([...revisions, ...added]), ['XY', 'B 2026-03-02T09:00Z', 'C 2026-04-06T09:00Z']);
  });

  test('does not change if the layer in force, or the planned one, is sent again', () => {
    assert.deepEqual(planLayer(revisions, A, NOW), []);
    assert.deepEqual(planLayer(revisions, C, NOW), []);
    assert.deepEqual(planLayer(revisions, B, NOW, 1), []);
  });

  test('is replaced by one that is planned for earlier, as before (REV-2)', () => {
    const added = planLayer(revisions, weeks('X', '2026-02-16T09:00Z'), NOW);
    assert.deepEqual(ahead([...revisions, ...added]), ['A', 'X 2026-02-16T09:00Z']);
  });

  for (const [to, expected] of [
    ['2026-03-09T09:00Z', ['A', 'X 2026-03-09T09:00Z', 'C 2026-04-06T09:00Z']],
    ['2026-02-09T09:00Z', ['A', 'X 2026-02-09T09:00Z', 'C 2026-04-06T09:00Z']],
    ['2026-05-04T09:00Z', ['A', 'C 2026-04-06T09:00Z', 'X 2026-05-04T09:00Z']],
    ['2026-01-05T09:00Z', ['X', 'C 2026-04-06T09:00Z']],
    ['2026-04-06T09:00Z', ['A', 'X 2026-04-06T09:00Z']],
  ] as const) {
    test(`can be moved to ${to}: nothing stays at its old time`, () => {
      const added = planLayer(revisions, weeks('X', to), NOW, 1);
      assert.deepEqual(ahead([...revisions, ...added]), expected);
    });
  }

  test('can be canceled, each one separately', () => {
    const without = (number: number) => ahead([...revisions, ...cancelPlan(revisions, number, NOW)]);
    assert.deepEqual(without(1), ['A', 'C 2026-04-06T09:00Z']);
    assert.deepEqual(without(2), ['A', 'B 2026-03-02T09:00Z']);
  });

  test('can be canceled or replaced only while it is planned', () => {
    const canceled = [...revisions, ...cancelPlan(revisions, 2, NOW)];
    for (const number of [0, 2, 99]) {
      assert.throws(() => cancelPlan(canceled, number, NOW), { code: 'revision_not_planned' });
      assert.throws(() => planLayer(canceled, B, NOW, number), { code: 'revision_not_planned' });
    }
  });

  test('is limited in number; what is already planned can still be changed', () => {
    let many = sent(A);
    const start = (i: number) => utc(instant('2026-03-02T09:00Z') + i * 7 * 86_400_000);
    for (let i = 0; i < MAX_PLANNED; i++) many = [...many, ...planLayer(many, weeks(`P${i}`, start(i)), NOW)];
    assert.throws(() => planLayer(many, weeks('X', start(MAX_PLANNED)), NOW), { code: 'unprocessable_entity' });
    assert.equal(planLayer(many, weeks('X', '2026-01-05T09:00Z'), NOW).length, MAX_PLANNED + 1);
  });
});

suite('[REV-4] before the first rotation starts', () => {
  const coming = sent(B, C);

  test('a layer for now replaces it', () => {
    const added = planLayer(coming, weeks('X', '2026-01-05T09:00Z'), NOW);
    assert.deepEqual(ahead([...coming, ...added]), ['X', 'C 2026-04-06T09:00Z']);
  });

  test('it can be moved to a later time, and nobody is on call until then', () => {
    const [first] = sent(B);
    assert.ok(first);
    const moved = [first, ...planLayer([first], weeks('B', '2026-03-16T09:00Z'), NOW, 0)];
    const zone = findZone('UTC');
    assert.ok(zone);
    const timeline = timelineOf({ zone, revisions: moved, overrides: [] });
    assert.deepEqual(onCallAt(timeline, instant('2026-03-10T09:00Z')), []);
    assert.deepEqual(onCallAt(timeline, instant('2026-03-16T09:00Z')), ['B']);
    const { current, planned } = plansOf(moved, instant('2026-03-10T09:00Z'));
    assert.deepEqual([current, planned.map(({ validFrom }) => utc(validFrom))], [undefined, ['2026-03-16T09:00Z']]);
  });

  test('it cannot be canceled', () => {
    assert.throws(() => cancelPlan(coming, 0, NOW), { code: 'unprocessable_entity' });
  });
});

suite('[REV-4] for any history', () => {
  const DAY = 86_400_000;
  const history = fc.array(
    fc.record({
      after: fc.integer({ min: 0, max: 9 }),
      start: fc.integer({ min: -20, max: 40 }),
      user: fc.constantFrom('A', 'B', 'C'),
    }),
    { minLength: 1, maxLength: 8 },
  );

  /** All that was sent, and the day after the last. */
  function made(steps: readonly { after: number; start: number; user: string }[]) {
    let [now, revisions]: [number, Revision[]] = [NOW, []];
    for (const { after, start, user } of steps) {
      now += after * DAY;
      revisions = [...revisions, ...planLayer(revisions, weeks(user, utc(now + start * DAY)), now)];
    }
    return { revisions, now: now + DAY };
  }

  test('a change to the layer in force leaves what is planned as it was', () => {
    fc.assert(
      fc.property(history, (steps) => {
        const { revisions, now } = made(steps);
        const { current, planned } = plansOf(revisions, now);
        fc.pre(current !== undefined);
        const changed = weeks('XYZ', utc(now - DAY));
        const after = plansOf([...revisions, ...planLayer(revisions, changed, now)], now);
        assert.deepEqual(after.current?.layer, changed);
        assert.deepEqual(after.planned.map(withoutNumber), planned.map(withoutNumber));
      }),
      { seed: 18, numRuns: 200 },
    );
  });

  test('canceling one keeps all others', () => {
    fc.assert(
      fc.property(history, fc.nat(7), (steps, which) => {
        const { revisions, now } = made(steps);
        const { current, planned } = plansOf(revisions, now);
        const chosen = planned[which];
        fc.pre(current !== undefined && chosen !== undefined);
        const after = plansOf([...revisions, ...cancelPlan(revisions, chosen.number, now)], now);
        assert.deepEqual(after.current?.layer, current.layer);
        const others = planned.filter((one) => one !== chosen);
        assert.deepEqual(after.planned.map(withoutNumber), others.map(withoutNumber));
      }),
      { seed: 18, numRuns: 200 },
    );
  });
});

function withoutNumber({ validFrom, layer }: Revision) {
  return { validFrom, layer };
}
