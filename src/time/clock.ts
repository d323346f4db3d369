/**
 * The one source of "now". It is handed to whatever needs it, so that a test decides what time it is and
 * nothing depends on the day it runs. `Date.now` stands here and nowhere else.
 */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. May step back: the machine's clock can be set. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
