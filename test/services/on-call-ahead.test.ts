import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NEVER, newSearchBudget, onCallAhead } from '../../src/services/timelines/on-call-ahead.ts';
import { instant, rota, utc } from '../support/drivers/engine-driver.ts';
import { countingShifts } from '../support/drivers/shift-guard.ts';

const HOUR_MS = 3_600_000;
const START = '2026-01-05T09:00Z';
const hoursAfter = (hours: number) => utc(instant(START) + hours * HOUR_MS);

/** Hourly turns: B has every fiftieth hour, and A covers the first of them. */
function coveredTurns(count: number) {
  const overrides = Array.from({ length: count }, (_, i) => `A ${hoursAfter(49 + 50 * i)}/${hoursAfter(50 + 50 * i)}`);
  return rota({ zone: 'UTC', start: START, users: `${'A'.repeat(49)}B`, every: '1 hour', overrides }).timeline;
}

describe('[SH-4] how long the same people are on call', () => {
  it('is found for a change at the end of 366 days of hourly turns', () => {
    const { until, next } = onCallAhead(coveredTurns(174), instant(START));
    assert.deepEqual(
      [until, next?.start].map((at) => at && utc(at)),
      [hoursAfter(8_749), hoursAfter(8_749)],
    );
  });

  it('is unknown if nothing changes within 366 days, which costs one search of these days', async () => {
    const timeline = coveredTurns(180);
    const { result, total } = await countingShifts(async () => onCallAhead(timeline, instant(START)));
    assert.deepEqual(result, NEVER);
    assert.ok(total < 8_900, `${total} shifts`);
  });

  it('is searched in many schedules with the budget of one', async () => {
    const timelines = [1, 2, 3].map(() => coveredTurns(180));
    const budget = newSearchBudget();
    const { total } = await countingShifts(async () => {
      for (const timeline of timelines) onCallAhead(timeline, instant(START), budget);
    });
    assert.ok(total < 11_000, `${total} shifts`);
  });
});
