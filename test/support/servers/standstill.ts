/**
 * Notices when this process stood still: its virtual machine was suspended, no processor was left for it, or nobody read its output. Time limits of
 * tests expire meanwhile, although nothing had a chance to happen.
 */
const LOOK_EVERY_MS = 200;

export interface StandstillWatch {
  /** 0 if it never stood still for longer than the limit. */
  longestMs(): number;
}

export function watchForStandstill(limitMs: number): StandstillWatch {
  let longestMs = 0;
  let last = performance.now();
  const look = () => {
    const now = performance.now();
    if (now - last > limitMs) longestMs = Math.max(longestMs, now - last);
    last = now;
  };
  setInterval(look, LOOK_EVERY_MS).unref();
  return {
    longestMs() {
      look();
      return longestMs;
    },
  };
}
