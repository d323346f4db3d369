/**
 * How late this process begins what is due, because it computes something else: a timer measures the time between its turns. It only counts, so that
 * several scrapers see the same.
 */
import { addDuration, type Durations, noDurations, type OpenDurations } from './durations.ts';

/**
 * Each turn wakes an idle process: every 50 ms takes 0.2% of a core, every 20 ms 0.5%. A shorter stop is counted if the timer falls due during it, so
 * many short stops are counted as often as they delay anything else.
 */
export const INTERVAL_MS = 50;

const delays = noDurations();
let isWatched = false;

/** From the first call on. */
export function eventLoopDelays(): Durations {
  if (!isWatched) watch();
  return delays;
}

function watch(): void {
  isWatched = true;
  let last = performance.now();
  setInterval(() => {
    const now = performance.now();
    addGap(delays, now - last);
    last = now;
  }, INTERVAL_MS).unref();
}

/** `gapMs`: the time between two turns of the timer. During a long stop it would have been due several times, each time with less to wait. */
export function addGap(durations: OpenDurations, gapMs: number): void {
  addDuration(durations, Math.max(0, gapMs - INTERVAL_MS));
  for (let lateMs = gapMs - 2 * INTERVAL_MS; lateMs >= 0; lateMs -= INTERVAL_MS) addDuration(durations, lateMs);
}
