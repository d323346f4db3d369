/** Reads again when a shift begins or ends: a page must not name someone whose shift is over until it happens to ask the next time. */
import { useEffect } from 'react';
import { tick } from '../time/now.ts';

/** The server's clock may be behind the browser's: then the first answer is the old one. */
const RETRY_MS = 5_000;

/** Every page reads again within a minute anyway, and then sets its timer anew. */
const MAX_WAIT_MS = 5 * 60_000;

interface Readable {
  readonly refetch: () => unknown;
  readonly dataUpdatedAt: number;
}

/** `instants`: when what the query gave is no longer true. The first of them counts. */
export function useReadAt(instants: readonly string[], { refetch, dataUpdatedAt }: Readable): void {
  const first = instants.length === 0 ? undefined : Math.min(...instants.map((instant) => Date.parse(instant)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer that is the same as before waits again
  useEffect(() => {
    const wait = first === undefined ? MAX_WAIT_MS : first - Date.now();
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
