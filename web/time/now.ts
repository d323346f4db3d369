import { useEffect, useSyncExternalStore } from 'react';

/** Often enough for "12 min", seldom enough to cost nothing. */
const EVERY_MS = 15_000;

/** The longest that a browser's timer takes. */
const MAX_WAIT_MS = 2 ** 31 - 1;

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/** The time, as the page goes on being open. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, latest);
}

/** While no page asks for it, it stands still: the first that asks again must not see when that began. */
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

/** For what changes at a known instant, and not some seconds later. */
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
