/** Rule HRS-1, compared with a count by quarters of an hour with Temporal: every clock change in these years is at one. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { addTime, type DayRules, type HourKind, noTime, type TimeByKind } from '../../src/time/hour-kinds.ts';
import { DAY_MS, HOUR_MS } from '../../src/time/units.ts';
import { findZone } from '../../src/time/zones.ts';
import { ZONE_NAMES } from '../support/arbitraries/zone-names.ts';
import { byChance } from '../support/chance.ts';

const QUARTER_MS = HOUR_MS / 4;

interface Rules {
  readonly zone: string;
  readonly nightStart?: number;
  readonly nightEnd?: number;
  readonly weekend?: readonly number[];
  readonly holidays?: readonly string[];
}

function dayRules({ zone, nightStart = 22 * 60, nightEnd = 6 * 60, weekend = [6, 0], holidays = [] }: Rules): DayRules {
  return {
    zone: findZone(zone) ?? assert.fail(`no zone: ${zone}`),
    nightStart,
    nightEnd,
    weekendDays: new Set(weekend),
    holidays: new Set(holidays.map((date) => Date.parse(date) / DAY_MS)),
  };
}

function timeIn(start: string, end: string, rules: Rules): TimeByKind {
  const sum = noTime();
  addTime(sum, Date.parse(start), Date.parse(end), dayRules(rules));
  return sum;
}

const hours = (time: Partial<TimeByKind>): TimeByKind => {
  const sum = noTime();
  for (const [kind, count] of Object.entries(time)) sum[kind as HourKind] = count * HOUR_MS;
  return sum;
};

suite('[HRS-1] kinds of hours', () => {
  test('a Wednesday in Berlin has 8 hours of night and 16 others', () => {
    const time = timeIn('2026-01-07T00:00+01:00', '2026-01-08T00:00+01:00', { zone: 'Europe/Berlin' });
    assert.deepEqual(time, hours({ night: 8, other: 16 }));
  });

  test('holidays count before weekends, weekends before nights', () => {
    const rules = { zone: 'Europe/Berlin', holidays: ['2026-01-03'] };
    const time = timeIn('2026-01-03T00:00+01:00', '2026-01-05T00:00+01:00', rules);
    assert.deepEqual(time, hours({ holiday: 24, weekend: 24 }));
  });

  test('the night in which clocks go back has one hour more, the other one less', () => {
    const rules = { zone: 'Europe/Berlin', weekend: [] };
    const longer = timeIn('2026-10-24T22:00+02:00', '2026-10-25T06:00+01:00', rules);
    const shorter = timeIn('2026-03-28T22:00+01:00', '2026-03-29T06:00+02:00', rules);
    assert.deepEqual([longer, shorter], [hours({ night: 9 }), hours({ night: 7 })]);
  });

  test('the same hours can be night for one person and day for another', () => {
    const interval = ['2026-01-07T22:00Z', '2026-01-08T04:00Z'] as const;
    assert.deepEqual(timeIn(...interval, { zone: 'Europe/London' }), hours({ night: 6 }));
    assert.deepEqual(timeIn(...interval, { zone: 'Asia/Tokyo' }), hours({ other: 6 }));
  });

  test('a night that starts when it ends has no hours', () => {
    const time = timeIn('2026-01-07T00:00Z', '2026-01-08T00:00Z', { zone: 'UTC', nightStart: 0, nightEnd: 0 });
    assert.deepEqual(time, hours({ other: 24 }));
  });

  const quarterOfDay = fc.integer({ min: 0, max: 4 * 24 - 1 });

  test('agree with a count by quarters of an hour, in all zones', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONE_NAMES),
        fc.integer({ min: Date.UTC(1990, 0) / QUARTER_MS, max: Date.UTC(2040, 0) / QUARTER_MS }),
        fc.integer({ min: 0, max: 4 * 4 * 24 }),
        quarterOfDay,
        quarterOfDay,
        fc.uniqueArray(fc.integer({ min: 0, max: 6 })),
        fc.integer({ min: 0, max: 4 }),
        (zone, startQuarter, quarters, nightStart, nightEnd, weekend, holidayAfter) => {
          const [start, end] = [startQuarter * QUARTER_MS, (startQuarter + quarters) * QUARTER_MS];
          const holiday = new Date(start + holidayAfter * DAY_MS).toISOString().slice(0, 10);
          const rules = { zone, nightStart: nightStart * 15, nightEnd: nightEnd * 15, weekend, holidays: [holiday] };
          const sum = noTime();
          addTime(sum, start, end, dayRules(rules));
          assert.deepEqual(sum, countedByQuarter(start, end, rules));
        },
      ),
      byChance({ seed: 20260105, numRuns: 100 }),
    );
  });
});

/** The start of each quarter decides. */
function countedByQuarter(start: number, end: number, rules: Required<Rules>): TimeByKind {
  const sum = noTime();
  for (let at = start; at < end; at += QUARTER_MS) {
    const moment = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(rules.zone);
    sum[kindOf(moment, rules)] += QUARTER_MS;
  }
  return sum;
}

function kindOf(
  moment: Temporal.ZonedDateTime,
  { nightStart, nightEnd, weekend, holidays }: Required<Rules>,
): HourKind {
  const minute = moment.hour * 60 + moment.minute;
  if (holidays.includes(moment.toPlainDate().toString())) return 'holiday';
  if (weekend.includes(moment.dayOfWeek % 7)) return 'weekend';
  const isNight =
    nightStart <= nightEnd ? nightStart <= minute && minute < nightEnd : nightStart <= minute || minute < nightEnd;
  return isNight ? 'night' : 'other';
}
