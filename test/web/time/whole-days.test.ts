/** [TRU-1] Whole days of time off, in the zone of a person. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dateOf, daysAround, isStartOfDay, isWholeDays, startOfDate } from '../../../web/time-off/whole-days.ts';

const BERLIN = 'Europe/Berlin';
const SANTIAGO = 'America/Santiago';

function textOf(at: number | undefined): string | undefined {
  return at === undefined ? undefined : new Date(at).toISOString().replace('.000', '');
}

function around(start: string, end: string, zone: string): (string | undefined)[] {
  const days = daysAround(Date.parse(start), Date.parse(end), zone);
  return [textOf(days.start), textOf(days.end)];
}

describe('[TRU-1] whole days of time off', () => {
  it('are those that some hours touch', () => {
    assert.deepEqual(around('2026-01-07T12:00:00Z', '2026-01-08T14:00:00Z', 'UTC'), [
      '2026-01-07T00:00:00Z',
      '2026-01-09T00:00:00Z',
    ]);
    assert.deepEqual(around('2026-03-28T23:30:00Z', '2026-03-29T10:00:00Z', BERLIN), [
      '2026-03-28T23:00:00Z',
      '2026-03-29T22:00:00Z',
    ]);
  });

  it('stay the same if they are whole already', () => {
    const [start, end] = ['2026-01-06T23:00:00Z', '2026-01-08T23:00:00Z'];
    assert.equal(isWholeDays(start, end, BERLIN), true);
    assert.equal(isWholeDays(start, end, 'UTC'), false);
    assert.deepEqual(around(start, end, BERLIN), [start, end]);
  });

  it('keep a start or an end that is missing', () => {
    const noon = Date.parse('2026-01-07T12:00:00Z');
    assert.deepEqual(daysAround(undefined, noon, 'UTC').start, undefined);
    assert.deepEqual(daysAround(noon, undefined, 'UTC').end, undefined);
  });

  it('of a date are from its start to that of the next, also without midnight', () => {
    // On 6 September the clocks of Santiago go from 24:00 to 01:00.
    const [start, end] = [startOfDate('2026-09-06', SANTIAGO), startOfDate('2026-09-06', SANTIAGO, 1)];
    assert.deepEqual([textOf(start), textOf(end)], ['2026-09-06T04:00:00Z', '2026-09-07T03:00:00Z']);
    assert.ok(start !== undefined && end !== undefined && isStartOfDay(start, SANTIAGO));
    assert.deepEqual([dateOf(start, SANTIAGO), dateOf(end - 1, SANTIAGO)], ['2026-09-06', '2026-09-06']);
  });

  it('have no start if the date is not valid', () => {
    assert.equal(startOfDate('2026-13-01', BERLIN), undefined);
    assert.equal(startOfDate('', BERLIN), undefined);
  });
});
