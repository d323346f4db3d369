/** For any valid input, time and memory are bounded. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Override, Shift } from '../../src/engine/schedule.ts';
import { onCallAt, shiftsIn } from '../../src/engine/timeline.ts';
import {
  instant,
  interval,
  people,
  type Rota,
  type RotaWords,
  rota,
  schedule,
} from '../support/drivers/engine-driver.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const FIFTY = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx';
const EVERY_DAY = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const start = '2026-01-05T09:00Z';

/** Asserts that shifts ascend, and that none is empty or overlaps another. */
function assertOrdered(shifts: readonly Shift[]): void {
  shifts.forEach(({ start, end }, i) => {
    assert.ok(start < end, `shift ${i} is empty`);
    assert.ok(i === 0 || start >= (shifts[i - 1] as Shift).end, `shift ${i} overlaps the one before`);
  });
}

suite('the end of time', () => {
  for (const every of ['1000000 weeks', '9007199254740991 hours', '9007199254740991 weeks']) {
    for (const zone of ['UTC', 'Europe/Berlin']) {
      test(`[T-4] ${zone}, turns of ${every}: one shift, and it ends in 2200`, () => {
        const long = rota({ zone, start, users: 'AB', every });
        long.gives('2026-01-01T00:00Z/2201-01-01T00:00Z', ['A 2026-01-05T09:00Z/2200-01-01T00:00Z']);
        assert.equal(long.next(start), 'none');
        assert.equal(long.nextChange(start), 'never');
      });
    }
  }

  test('[T-4] windows in an enormous turn, the last of them across the end', () => {
    const windows = ['tuesday 18:00-06:00'];
    const long = rota({ zone: 'UTC', start, users: 'AB', every: '9007199254740991 days', windows });
    long.gives('2199-12-20T00:00Z/2201-01-01T00:00Z', [
      'A 2199-12-24T18:00Z/2199-12-25T06:00Z',
      'A 2199-12-31T18:00Z/2200-01-01T00:00Z',
    ]);
    assert.equal(long.nextChange('2199-12-25T06:00Z'), '2199-12-31T18:00Z');
    assert.equal(long.nextChange('2199-12-31T18:00Z'), 'never');
  });

  test('[T-4] a shift that would extend beyond it ends there', () => {
    // 2199-12-30 begins week 9,078 after the start, an even one.
    const weeks = rota({ zone: 'UTC', start, users: 'AB', every: '1 week' });
    weeks.gives('2199-12-29T00:00Z/2201-01-01T00:00Z', [
      'B 2199-12-23T09:00Z/2199-12-30T09:00Z',
      'A 2199-12-30T09:00Z/2200-01-01T00:00Z',
    ]);
    assert.equal(weeks.onCall('2199-12-31T23:59:59.999Z'), 'A');
    assert.equal(weeks.onCall('2200-01-01T00:00Z'), 'nobody');
    assert.equal(weeks.current('2200-01-01T00:00Z'), 'none');
    assert.equal(weeks.next('2199-12-30T09:00Z'), 'none');
    assert.equal(weeks.nextChange('2199-12-30T09:00Z'), 'never');
  });

  test('[T-4] after it there is only a gap', () => {
    const weeks = rota({ start, users: 'AB', every: '1 week', overrides: ['X 2200-06-01T00:00Z/2200-07-01T00:00Z'] });
    weeks.gives('2200-01-01T00:00Z/2300-01-01T00:00Z', []);
    assert.equal(weeks.next('2200-01-01T00:00Z'), 'none');
    assert.equal(weeks.nextChange('2250-01-01T00:00Z'), 'never');
  });

  test('[T-4] an override that would extend beyond it ends there too', () => {
    const covered = rota({ start, users: '', every: '1 week', overrides: ['X 2199-12-31T12:00Z/2200-01-02T00:00Z'] });
    covered.gives('2199-12-01T00:00Z/2200-02-01T00:00Z', ['X 2199-12-31T12:00Z/2200-01-01T00:00Z']);
  });

  test('[T-4] it is the same instant where 2200 begins earlier or later', () => {
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      rota({ zone, start: '2199-12-31T22:30Z', users: 'AB', every: '1 hour' }).gives(
        '2199-12-31T00:00Z/2200-01-02T00:00Z',
        ['A 2199-12-31T22:30Z/2199-12-31T23:30Z', 'B 2199-12-31T23:30Z/2200-01-01T00:00Z'],
      );
    }
  });

  test('[SH-4] A alone in hourly turns from 1970: no change to the end of time', () => {
    for (const words of [{}, { windows: EVERY_DAY.map((day) => `${day} 00:00-24:00`) }, { users: 'A'.repeat(50) }]) {
      const alone = rota({ start: '1970-01-01T00:00Z', users: 'A', every: '1 hour', ...words });
      assert.equal(alone.nextChange('1970-01-01T00:00Z'), 'never');
      assert.equal(alone.onCall('2199-12-31T23:59:59.999Z'), 'A');
    }
  });

  test('[SH-1] all weeks of all time', () => {
    // 1970-01-05 is day 4 and 2200-01-01 is day 84,006: 12,000 weeks and a bit.
    const { timeline } = rota({ zone: 'UTC', start: '1970-01-05T00:00Z', users: 'AB', every: '1 week' });
    const shifts = shiftsIn(timeline, interval('1970-01-01T00:00Z/2200-01-01T00:00Z'));
    assert.equal(shifts.length, 12_001);
    assertOrdered(shifts);
  });
});

suite('the largest layer', () => {
  const hours = ['00:30-02:30', '05:15-07:45', '10:00-12:00', '15:30-18:30', '20:00-23:00'];
  const windows = EVERY_DAY.flatMap((day) => hours.map((each) => `${day} ${each}`));

  test('[RES-4] hourly turns, 35 windows, 50 users, 366 days: 15 shifts a day', () => {
    const { timeline } = rota({ zone: 'UTC', start: '2026-01-05T00:00Z', users: FIFTY, every: '1 hour', windows });
    const shifts = shiftsIn(timeline, interval('2026-01-05T00:00Z/2027-01-06T00:00Z'));
    assert.equal(shifts.length, 15 * 366);
    assertOrdered(shifts);
    for (const { start, users } of shifts) {
      const turn = Math.floor((start - instant('2026-01-05T00:00Z')) / HOUR_MS);
      assert.deepEqual(users, [FIFTY[turn % 50]]);
    }
  });

  test('[RES-4] the same through both clock changes of Berlin, four at a time', () => {
    const layer = { start: '2026-01-05T00:00Z', users: FIFTY, atATime: 4, every: '1 hour', windows };
    const shifts = shiftsIn(rota(layer).timeline, interval('2026-01-05T00:00Z/2027-01-06T00:00Z'));
    assertOrdered(shifts);
    // At the ends of the interval and at each change a few shifts more or fewer.
    assert.ok(Math.abs(shifts.length - 15 * 366) <= 8, `${shifts.length} shifts`);
    assert.ok(shifts.every(({ users }) => users.length === 4));
  });
});

suite('the number of zone lookups is bounded', () => {
  /** How often the table of the zone is read during the call. */
  function readsWhile(words: RotaWords, ask: (asked: Rota) => unknown): number {
    const told = schedule(words);
    let reads = 0;
    const zone = new Proxy(told.zone, {
      get(target, property) {
        reads += 1;
        return Reflect.get(target, property);
      },
    });
    const asked = rota({ ...told, zone });
    reads = 0;
    ask(asked);
    return reads;
  }
  const hourly = { start: '1970-01-01T00:00Z', users: 'A', every: '1 hour' };

  for (const [what, words] of Object.entries<RotaWords>({
    'A alone in hourly turns': hourly,
    'A in fifty positions': { ...hourly, users: 'A'.repeat(50) },
    'A and B, three at a time': { ...hourly, users: 'AB', atATime: 3 },
    'A, with windows over the whole week': { ...hourly, windows: EVERY_DAY.map((day) => `${day} 00:00-24:00`) },
    'A, with an override in 2199': { ...hourly, overrides: ['A 2199-01-01T00:00Z/2199-02-01T00:00Z'] },
  })) {
    test(`[SH-4] no change to the end of time: ${what}`, () => {
      const reads = readsWhile(words, (asked) => assert.equal(asked.nextChange('1970-01-01T00:00Z'), 'never'));
      assert.ok(reads <= 5000, `${reads} reads`);
    });
  }

  test('[ROT-1] who is on call costs the same at the end of time as at the start', () => {
    const fifty = { ...hourly, users: FIFTY };
    const early = readsWhile(fifty, (asked) => asked.onCall('1970-01-02T00:00Z'));
    const late = readsWhile(fifty, (asked) => asked.onCall('2199-12-31T00:00Z'));
    assert.ok(late <= early + 10, `${early} reads, then ${late}`);
  });
});

suite('5,000 overrides', () => {
  const COUNT = 5000;
  const base = instant(start);
  const lone = schedule({ zone: 'UTC', start, users: 'A', every: '1000 weeks' });
  const all = interval('2026-01-05T09:00Z/2027-01-05T09:00Z');
  /** From and to in minutes after the start; by X and Y in turn. */
  const override = (from: number, to: number, i: number): Override => ({
    start: base + from * MINUTE_MS,
    end: base + to * MINUTE_MS,
    users: people(i % 2 === 0 ? 'X' : 'Y'),
  });
  const made = (bounds: (i: number) => readonly [number, number]): Override[] =>
    Array.from({ length: COUNT }, (_, i) => override(...bounds(i), i));
  const list = (overrides: readonly Override[]): Shift[] => {
    const shifts = shiftsIn(rota({ ...lone, overrides }).timeline, all);
    assertOrdered(shifts);
    return shifts;
  };

  const nested = made((i) => [1 + i, 1 + 2 * COUNT - i]);

  test('[OVR-1] nested, the innermost created last: each is in force on both sides', () => {
    const shifts = list(nested);
    assert.equal(shifts.length, 2 * COUNT - 1 + 2);
    assert.deepEqual(shifts[COUNT], { ...nested[COUNT - 1] });
  });

  test('[OVR-1] nested, the outermost created last: it alone is in force', () => {
    assert.equal(list(nested.toReversed()).length, 1 + 2);
  });

  test('[OVR-1] a staircase in which each overlaps half of the others, in both orders of creation', () => {
    const stairs = made((i) => [1 + i, 1 + i + COUNT / 2]);
    assert.equal(list(stairs).length, COUNT + 2);
    assert.equal(list(stairs.toReversed()).length, COUNT + 2);
  });

  test('[OVR-1] a comb over one long override, in both orders of creation', () => {
    const [, ...teeth] = made((i) => [2 * i, 2 * i + 1]);
    const long = override(1, 2 * COUNT, 0);
    assert.equal(list([long, ...teeth]).length, 2 * (COUNT - 1) + 1 + 2);
    assert.equal(list([...teeth, long]).length, 1 + 2);
  });

  test('[OVR-1] all in the same hour: the last one wins', () => {
    assert.deepEqual(list(made(() => [60, 120]))[1], override(60, 120, COUNT - 1));
  });

  test('[SH-4] all of them by A, who is on call anyway: no change', () => {
    const overrides = nested.map((each) => ({ ...each, users: people('A') }));
    assert.equal(rota({ ...lone, overrides }).nextChange(start), 'never');
  });
});

suite('2,000 revisions', () => {
  const COUNT = 2000;
  const base = instant(start);
  const year = { zone: 'UTC', start, users: 'A', every: '1000 weeks' };
  const { zone, revisions } = schedule(year);
  const made = (users: (i: number) => string, validFrom: (i: number) => number) =>
    rota({
      zone,
      overrides: [],
      revisions: revisions.flatMap(({ layer }) =>
        Array.from({ length: COUNT }, (_, number) => ({
          number,
          validFrom: validFrom(number),
          layer: { ...layer, users: people(users(number)) },
        })),
      ),
    });
  const all = interval('2026-01-05T09:00Z/2027-01-05T09:00Z');

  test('[REV-3] A and B in turn, an hour each', () => {
    const { timeline } = made(
      (i) => (i % 2 === 0 ? 'A' : 'B'),
      (i) => base + i * HOUR_MS,
    );
    const shifts = shiftsIn(timeline, all);
    assert.equal(shifts.length, COUNT);
    assertOrdered(shifts);
    assert.deepEqual(onCallAt(timeline, base + 1001 * HOUR_MS), ['B']);
  });

  test('[REV-3] A in all of them: one shift, and no change', () => {
    const same = made(
      (i) => `A${FIFTY[i % 50]}`,
      (i) => base + i * HOUR_MS,
    );
    same.gives('2026-01-05T09:00Z/2027-01-05T09:00Z', ['A 2026-01-05T09:00Z/2045-03-06T09:00Z']);
  });

  test('[REV-2] each replaces the ones before: only the last comes into force', () => {
    const { timeline } = made(
      (i) => (i === COUNT - 1 ? 'Z' : 'A'),
      (i) => base + (COUNT - 1 - i) * HOUR_MS,
    );
    assert.deepEqual(
      shiftsIn(timeline, all).map(({ users }) => users),
      [['Z']],
    );
  });
});
