/** What responses tell the page about the clock of the server. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { noticeServerTime, pageTime } from '../../../web/time/now.ts';

const OPENED_MS = Date.parse('2026-01-05T12:15:00Z');
const TEN_MINUTES_MS = 600_000;

it('[TRU-1] a response that takes long does not turn the clock of the page back, and a clock that was set does', ({
  mock,
}) => {
  mock.timers.enable({ apis: ['Date'], now: OPENED_MS });
  noticeServerTime(OPENED_MS + TEN_MINUTES_MS, 30);
  assert.equal(pageTime(), OPENED_MS + TEN_MINUTES_MS);

  // Sent just after the request, and seven seconds on the way.
  mock.timers.setTime(OPENED_MS + 7_000);
  noticeServerTime(OPENED_MS + TEN_MINUTES_MS + 10, 6_990);
  assert.equal(pageTime(), OPENED_MS + TEN_MINUTES_MS + 7_000);

  // The device was slow by ten minutes until its clock was set.
  mock.timers.setTime(OPENED_MS + TEN_MINUTES_MS + 8_000);
  noticeServerTime(OPENED_MS + TEN_MINUTES_MS + 8_000, 30);
  assert.equal(pageTime(), OPENED_MS + TEN_MINUTES_MS + 8_000);
});
