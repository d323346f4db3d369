/** How often something took how long: a histogram of Prometheus, before it is written. */

/** Most responses take about 1 ms, 50 and 100 ms are what docs/performance.md promises beside others' work, and 25 s is beyond the time of any request. */
export const BOUNDS_MS: readonly number[] = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 10_000, 25_000];

export interface Durations {
  /** Those longer than the bound before and at most this one; the last element has those beyond all bounds. */
  readonly byBound: readonly number[];
  readonly totalMs: number;
}

export interface OpenDurations extends Durations {
  readonly byBound: number[];
  totalMs: number;
}

export function noDurations(): OpenDurations {
  return { byBound: [...BOUNDS_MS, Number.POSITIVE_INFINITY].map(() => 0), totalMs: 0 };
}

export function addDuration(durations: OpenDurations, ms: number): void {
  let i = 0;
  while (ms > (BOUNDS_MS[i] ?? Number.POSITIVE_INFINITY)) i++;
  durations.byBound[i] = (durations.byBound[i] ?? 0) + 1;
  durations.totalMs += ms;
}
