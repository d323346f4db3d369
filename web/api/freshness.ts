/** How old the data on the page is: that of its oldest part, since a reader cannot tell the parts apart. */
import type { QueryClient } from '@tanstack/react-query';

export interface Freshness {
  /** When the oldest data on the page was read; undefined while there is none. */
  readonly asOf: number | undefined;
  /** Why the last read of some of it failed. */
  readonly error: Error | undefined;
}

/** A read that fails once and works at the second attempt is no news. */
const ATTEMPTS = 2;

export function watchFreshness(client: QueryClient) {
  const cache = client.getQueryCache();
  let last: Freshness = { asOf: undefined, error: undefined };

  function read(): Freshness {
    let asOf: number | undefined;
    let error: Error | undefined;
    for (const query of cache.getAll()) {
      const { data, dataUpdatedAt, status, error: failure, fetchFailureCount, fetchFailureReason } = query.state;
      if (data === undefined || !query.isActive()) continue;
      asOf = Math.min(asOf ?? dataUpdatedAt, dataUpdatedAt);
      if (status === 'error') error ??= failure ?? undefined;
      else if (fetchFailureCount >= ATTEMPTS) error ??= fetchFailureReason ?? undefined;
    }
    if (asOf !== last.asOf || error?.message !== last.error?.message) last = { asOf, error };
    return last;
  }

  return { subscribe: (listener: () => void) => cache.subscribe(listener), read };
}
