/**
 * The source of "now". It is passed to all code that needs the time, so that tests decide what time it is. No other file calls
 * `Date.now`.
 */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. May step back: the machine's clock can be set. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
