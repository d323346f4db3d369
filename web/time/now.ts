import { useEffect, useSyncExternalStore } from 'react';

/** Often enough for texts like "12 min", and seldom enough to cost nothing. */
const EVERY_MS = 15_000;

/** The longest delay of a browser's timer. */
const MAX_WAIT_MS = 2 ** 31 - 1;

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/** The current time. It ticks while the page is open. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, latest);
}

/** Nothing ticks while no page uses the time, so the first page that uses it again must not get the old value. */
function latest(): number {
  if (timer === undefined && Date.now() - now >= EVERY_MS) now = Date.now();
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
    const wait = epochMs === undefined ? 0 : epochMs - Date.now();
    if (wait <= 0 || wait > MAX_WAIT_MS) return undefined;
    const timer = setTimeout(tick, wait);
    return () => clearTimeout(timer);
  }, [epochMs]);
}

export function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}
