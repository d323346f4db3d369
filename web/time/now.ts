import { useSyncExternalStore } from 'react';

/** Often enough for "12 min", seldom enough to cost nothing. */
const EVERY_MS = 15_000;

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

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}
