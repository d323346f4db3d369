/**
 * The page's clock: the device's, and not behind the server's (rule TRU-1). Each answer says when it was sent. If the page were behind it, a change that
 * is in force would look planned, and a shift that has begun would look like a gap before it.
 */
import { useEffect, useSyncExternalStore } from 'react';

/** Often enough for texts like "12 min", and seldom enough to cost nothing. */
const EVERY_MS = 15_000;

/** The longest delay of a browser's timer. */
const MAX_WAIT_MS = 2 ** 31 - 1;

/** Clocks drift, and are corrected by a little. A larger difference means that one of them was set. */
const CLOCK_SET_MS = 5_000;

const listeners = new Set<() => void>();
/** How far the server's clock is ahead of the device's; 0 if it is behind. */
let aheadMs = 0;
let now = pageTime();
let timer: ReturnType<typeof setInterval> | undefined;

/** The current time. It ticks while the page is open. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, latest);
}

/** The same, to the millisecond: for timers. */
export function pageTime(): number {
  return Date.now() + aheadMs;
}

/** An instant of the device's clock on the page's clock. */
export function onPageClock(deviceMs: number): number {
  return deviceMs + aheadMs;
}

/**
 * An answer was sent at this time of the server. `tookMs`: the time from the request to the answer. The answer may have been sent at its beginning or
 * at its end, so a slow one does not mean that a clock was set.
 */
export function noticeServerTime(serverMs: number, tookMs: number): void {
  const measuredMs = Math.max(0, serverMs - Date.now());
  const isClockSet = measuredMs + tookMs < aheadMs - CLOCK_SET_MS;
  if (measuredMs > aheadMs || isClockSet) aheadMs = measuredMs;
  if (serverMs > now || isClockSet) tick();
}

/** Nothing ticks while no page uses the time, so the first page that uses it again must not get the old value. */
function latest(): number {
  if (timer === undefined && pageTime() - now >= EVERY_MS) now = pageTime();
  return now;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    tick();
    timer = setInterval(tick, EVERY_MS);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Ticks at this instant, for what changes then and not some seconds later. */
export function useTickAt(epochMs: number | undefined): void {
  useEffect(() => {
    const wait = epochMs === undefined ? 0 : epochMs - pageTime();
    if (wait <= 0 || wait > MAX_WAIT_MS) return undefined;
    const timer = setTimeout(tick, wait);
    return () => clearTimeout(timer);
  }, [epochMs]);
}

export function tick(): void {
  now = pageTime();
  for (const listener of listeners) listener();
}
