/** Measures the time that this process had. Time in which the machine stood still, or gave it no processor, hardly counts. */
export interface Stopwatch {
  elapsedMs(): number;
}

const TICK_MS = 50;

/** An interval that is late fires once, not for each time that it missed. */
export function startStopwatch(): Stopwatch {
  let ticks = 0;
  setInterval(() => ticks++, TICK_MS).unref();
  return { elapsedMs: () => ticks * TICK_MS };
}
