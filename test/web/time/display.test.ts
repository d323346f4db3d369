/** The format of dates and times: the browser's, or the reader's choice. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { displayIn, setDisplay } from '../../../web/time/display.ts';
import { clockText, type Shape, written, writtenInterval } from '../../../web/time/format.ts';
import { axisTicks } from '../../../web/timeline/axis-ticks.ts';
import { scaleOf } from '../../../web/timeline/views.ts';

const AFTERNOON = '2026-01-05T16:30:00Z';
const ST_JOHNS = 'America/St_Johns';

const SHAPES: readonly Shape[] = ['time', 'day', 'longDay', 'moment', 'date', 'month'];

function shapes(zone = 'UTC'): string[] {
  return SHAPES.map((shape) => written(AFTERNOON, zone, shape));
}

describe('dates and times', () => {
  afterEach(() => setDisplay({}, 'en-GB'));

  for (const [language, dateFormat, has12Hours, weekStart] of [
    ['en-GB', 'day_month', false, 0],
    ['de', 'day_month', false, 0],
    ['en-US', 'month_day', true, 6],
    ['en-CA', 'iso', true, 6],
    ['sv-SE', 'iso', false, 0],
    ['ja-JP', 'iso', false, 6],
    ['ar-EG', 'day_month', true, 5],
  ] as const) {
    it(`follow the conventions of ${language}`, () => {
      assert.deepEqual(displayIn(language), { dateFormat, has12Hours, weekStart });
    });
  }

  it('have the day before the month, and 24 hours', () => {
    setDisplay({}, 'en-GB');
    const [time, day, longDay, moment, date, month] = shapes();
    assert.deepEqual([time, day, longDay], ['16:30', 'Mon 5 Jan', 'Monday 5 January 2026']);
    assert.deepEqual([moment, date, month], ['Mon 5 Jan, 16:30', '5 Jan 2026, 16:30', 'January 2026']);
  });

  it('have the month before the day, and 12 hours, also in zones with half-hour offsets', () => {
    setDisplay({}, 'en-US');
    const [time, day, longDay, moment, date, month] = shapes(ST_JOHNS);
    assert.deepEqual([time, day, longDay], ['1:00 PM', 'Mon, Jan 5', 'Monday, January 5, 2026']);
    assert.deepEqual([moment, date, month], ['Mon, Jan 5, 1:00 PM', 'Jan 5, 2026, 1:00 PM', 'January 2026']);
    const interval = writtenInterval('2026-01-05T03:30:00Z', '2026-01-05T15:30:00Z', ST_JOHNS);
    assert.equal(interval, 'Mon, Jan 5, 12:00 AM – 12:00 PM');
  });

  it('follow each choice of the reader, whatever the browser has', () => {
    setDisplay({ date_format: 'iso', week_start: 'saturday' }, 'en-US');
    assert.deepEqual([shapes()[0], shapes()[2], shapes()[4]], ['4:30 PM', 'Monday, 2026-01-05', '2026-01-05, 4:30 PM']);
    setDisplay({ time_format: '24_hours' }, 'en-US');
    assert.equal(written(AFTERNOON, 'UTC', 'moment'), 'Mon, Jan 5, 16:30');
  });

  it('handle midnight and noon with 12 hours, and the end of the day', () => {
    const minutes = [0, 60, 720, 810, 1440];
    assert.deepEqual(
      minutes.map((one) => clockText(one)),
      ['00:00', '01:00', '12:00', '13:30', '24:00'],
    );
    setDisplay({ time_format: '12_hours' });
    assert.deepEqual(
      minutes.map((one) => clockText(one)),
      ['12:00 AM', '1:00 AM', '12:00 PM', '1:30 PM', '12:00 AM'],
    );
    assert.deepEqual(
      minutes.map((one) => clockText(one, { isShort: true })),
      ['12 AM', '1 AM', '12 PM', '1:30 PM', '12 AM'],
    );
  });

  it("start weeks on the reader's day", () => {
    for (const [week_start, first] of [
      ['monday', '2026-03-23'],
      ['saturday', '2026-03-28'],
      ['sunday', '2026-03-29'],
    ] as const) {
      setDisplay({ week_start });
      assert.equal(scaleOf('fortnight', '2026-03-29', 'UTC').start, Date.parse(`${first}T00:00:00Z`));
    }
  });

  it('are short on the axis of a day, where midnight shows the day', () => {
    setDisplay({ time_format: '12_hours' });
    const ticks = axisTicks('day', scaleOf('day', '2026-03-25', 'UTC'), 'UTC').map(({ text }) => text);
    assert.deepEqual(ticks.slice(0, 3), ['Wed 25', '3 AM', '6 AM']);
  });
});
