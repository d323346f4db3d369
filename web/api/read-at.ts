/** Refetches when a shift begins or ends, so that a page never names somebody whose shift is over. */
import { useEffect } from 'react';
import { pageTime, tick } from '../time/now.ts';

/** If the server's clock is behind the browser's, the first response is still the old one. */
const RETRY_MS = 5_000;

/** Every page refetches within a minute anyway, and then sets its timer again. */
const MAX_WAIT_MS = 5 * 60_000;

interface Readable {
  readonly refetch: () => unknown;
  readonly dataUpdatedAt: number;
}

/** `instants`: when the query's data becomes outdated. The first one counts. */
export function useReadAt(instants: readonly string[], { refetch, dataUpdatedAt }: Readable): void {
  const first = instants.length === 0 ? undefined : Math.min(...instants.map((instant) => Date.parse(instant)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a response that is the same as before sets the timer again
  useEffect(() => {
    const wait = first === undefined ? MAX_WAIT_MS : first - pageTime();
    if (wait >= MAX_WAIT_MS) return undefined;
    const timer = setTimeout(
      () => {
        tick();
        refetch();
      },
      wait > 0 ? wait : RETRY_MS,
    );
    return () => clearTimeout(timer);
  }, [first, dataUpdatedAt, refetch]);
}

interface OnCallShifts {
  readonly current_oncall_shift?: { readonly end: string };
  readonly next_oncall_shift?: { readonly start: string };
}

export function handoffsOf(schedules: readonly OnCallShifts[]): string[] {
  return schedules.flatMap(({ current_oncall_shift: current, next_oncall_shift: next }) =>
    [current?.end, next?.start].filter((instant) => instant !== undefined),
  );
}
