/** The age of the data on the page. The oldest query counts, because readers cannot tell the parts of a page apart. */
import type { QueryClient } from '@tanstack/react-query';

export interface Freshness {
  /** When the oldest data on the page was read; undefined until the first read. */
  readonly asOf: number | undefined;
  /** Why the last read of a part of it failed. */
  readonly error: Error | undefined;
}

/** Queries are tried twice. Only a second failure is shown. */
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
