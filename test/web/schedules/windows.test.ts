/** Weekly windows as drawn and typed: the open time of a week, and the results of drawing, resizing and typing. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { DAYS, type RestrictionInterval } from '../../../src/engine/schedule.ts';
import {
  DAY_MINUTES,
  type DayPart,
  openMinutes,
  openParts,
  PRESETS,
  paint,
  paintDays,
  resize,
  tidyTime,
  timeText,
  WEEK_MINUTES,
  windowFrom,
} from '../../../web/schedule-form/windows/windows.ts';
import { byChance } from '../../support/chance.ts';

type Day = RestrictionInterval['day'];

function windowOf(text: string) {
  const [day, times = ''] = text.split(' ');
  const [from = '', to = ''] = times.split('-');
  return windowFrom({ day: day as Day, from, to });
}

function textOf({ day, from, to }: RestrictionInterval): string {
  return `${day} ${from}-${to}`;
}

/** `1 09:00-17:00`: on Tuesday. */
function partText({ day, start, end }: DayPart): string {
  return `${day} ${timeText(start)}-${timeText(end)}`;
}

describe('the open time of a week', () => {
  const open = (...texts: string[]) => openParts(texts.map(windowOf)).map(partText);

  it('is cut at midnight, and continues on Monday after Sunday', () => {
    assert.deepEqual(open('tuesday 22:00-06:00'), ['1 22:00-24:00', '2 00:00-06:00']);
    assert.deepEqual(open('sunday 22:00-06:00').sort(), ['0 00:00-06:00', '6 22:00-24:00']);
  });

  it('joins windows that overlap or touch', () => {
    assert.deepEqual(open('monday 09:00-12:00', 'monday 12:00-14:00', 'monday 13:00-17:00'), ['0 09:00-17:00']);
  });

  it('is empty for a window that is still being typed, and complete for seven whole days', () => {
    assert.deepEqual(open('monday 9-17:00', 'monday -'), []);
    assert.equal(openMinutes(DAYS.map((day) => windowOf(`${day} 00:00-24:00`))), WEEK_MINUTES);
  });

  it('matches the presets', () => {
    const hours = PRESETS.map(({ label, windows }) => `${label}: ${openMinutes(windows) / 60} h`);
    assert.deepEqual(hours, ['Mon–Fri 9–17: 40 h', 'Nights: 98 h', 'Weekends: 48 h']);
  });
});

describe('drawing', () => {
  const nineToFive = [windowOf('monday 09:00-17:00')];
  const drawn = (day: number, start: number, end: number) => ({ day, start: start * 60, end: end * 60 });

  it('joins windows that it touches on the same day, and keeps the rest as written', () => {
    assert.deepEqual(paint(nineToFive, drawn(0, 16, 20)).map(textOf), ['monday 09:00-20:00']);
    assert.deepEqual(paint(nineToFive, drawn(0, 17, 24)).map(textOf), ['monday 09:00-24:00']);
    assert.deepEqual(paint(nineToFive, drawn(0, 18, 20)).map(textOf), ['monday 09:00-17:00', 'monday 18:00-20:00']);
    assert.deepEqual(paint(nineToFive, drawn(1, 9, 17)).map(textOf), ['monday 09:00-17:00', 'tuesday 09:00-17:00']);
  });

  it('does not join a night that only begins on that day', () => {
    const night = [windowOf('monday 22:00-06:00')];
    assert.deepEqual(paint(night, drawn(0, 20, 23)).map(textOf), ['monday 20:00-23:00', 'monday 22:00-06:00']);
  });

  it('opens the same time on each crossed day, in any order', () => {
    const time = { start: 540, end: 1020 };
    const expected = ['monday 09:00-17:00', 'tuesday 09:00-17:00', 'wednesday 09:00-17:00'];
    for (const days of [
      [0, 1, 2],
      [2, 1, 0],
    ]) {
      assert.deepEqual(paintDays([], days, time).map(textOf), expected);
    }
  });

  it('opens what was drawn and closes nothing, whatever was there', () => {
    const interval = fc.record({
      day: fc.constantFrom(...DAYS),
      from: fc.integer({ min: 0, max: 47 }).map((cell) => timeText(cell * 30)),
      to: fc.integer({ min: 1, max: 48 }).map((cell) => timeText(cell * 30)),
    });
    const cells = fc.tuple(fc.integer({ min: 0, max: 47 }), fc.integer({ min: 1, max: 48 }));
    const part = fc
      .tuple(fc.integer({ min: 0, max: 6 }), cells)
      .filter(([, [start, end]]) => start < end)
      .map(([day, [start, end]]) => ({ day, start: start * 30, end: end * 30 }));
    fc.assert(
      fc.property(fc.array(interval, { maxLength: 8 }), part, (intervals, added) => {
        const windows = intervals.map(windowFrom);
        const expected = openCells([...openParts(windows), added]);
        assert.deepEqual(openCells(openParts(paint(windows, added))), expected);
      }),
      byChance({ seed: 20260105, numRuns: 100 }),
    );
  });
});

/** The open half hours of the week. */
function openCells(parts: readonly DayPart[]): number[] {
  const cells = new Set<number>();
  for (const { day, start, end } of parts) {
    for (let minute = start; minute < end; minute += 30) cells.add((day * DAY_MINUTES + minute) / 30);
  }
  return [...cells].sort((a, b) => a - b);
}

describe('resizing', () => {
  it('moves an edge as long as something stays open', () => {
    const window = windowOf('monday 09:00-17:00');
    assert.equal(textOf(resize(window, 'from', 600)), 'monday 10:00-17:00');
    assert.equal(textOf(resize(window, 'from', 1200)), 'monday 16:30-17:00');
    assert.equal(textOf(resize(window, 'to', 0)), 'monday 09:00-09:30');
    assert.equal(textOf(resize(window, 'to', DAY_MINUTES)), 'monday 09:00-24:00');
  });

  it('keeps an overnight window overnight: its start in the evening, its end in the morning, at most a day', () => {
    const night = windowOf('monday 22:00-06:00');
    assert.equal(textOf(resize(night, 'from', DAY_MINUTES)), 'monday 23:30-06:00');
    assert.equal(textOf(resize(night, 'from', 0)), 'monday 06:00-06:00');
    assert.equal(textOf(resize(night, 'to', 1439)), 'monday 22:00-22:00');
    assert.equal(textOf(resize(night, 'to', 0)), 'monday 22:00-00:30');
  });
});

it('a typed time is normalised, and not changed if it is invalid', () => {
  const tidied = ['9', '09', '930', '0930', '9:30', '9.30', '9h30', ' 17 ', '24', 'noon', '9:3', '12345'].map(tidyTime);
  const [nine, halfPast] = ['09:00', '09:30'];
  assert.deepEqual(tidied, [
    nine,
    nine,
    ...Array.from({ length: 5 }, () => halfPast),
    '17:00',
    '24:00',
    'noon',
    '9:3',
    '12345',
  ]);
});
