/**
 * Reads live events from the server, and refetches what changed (rule LIVE-1). A browser has one stream: the tab that has the lock reads it and
 * passes the events on to the other tabs. If no stream can be opened, pages poll.
 */
import type { Query, QueryClient } from '@tanstack/react-query';
import type { Change } from '../../src/schemas/events.ts';
import { isBeingDeleted } from './deletions.ts';

const EVENTS = '/events';
const SHARED = 'watchbill-events';

/** The server sends a sign of life every 15 s. After this long without one, the stream counts as broken. */
const SILENCE_MS = 40_000;
const POLL_INTERVAL_MS = 5_000;

/** Bounds of the random delay before reconnecting, so that browsers do not all reconnect at once. */
const RETRY_MS = [2_000, 5_000] as const;

/** Bounds of the random delay before refetching: changes that come together are read together, and browsers do not all read at once. */
const GATHER_MS = [20, 250] as const;

/** How often a page refetches everything: with a stream, for what has no events; without a stream, to see changes at all. */
const LIVE_REFRESH_MS = 60_000;
const POLL_MS = 15_000;

type Told = { readonly event: 'alive' | 'reset' } | { readonly event: 'change'; readonly changes: readonly Change[] };

let isLive = false;

export function refreshEveryMs(): number {
  return isLive ? LIVE_REFRESH_MS : POLL_MS;
}

let isEndExpected = false;

/** Signing out ends the stream before the page is left. Refetching everything then would only be refused. */
export function expectEndOfStream(isExpected: boolean): void {
  isEndExpected = isExpected;
}

let stopFollowing: (() => void) | undefined;

/**
 * Starts to follow changes, unless that has begun. Returns the function that stops it. Call it before the page sends its requests: what was requested
 * before the stream began is requested again.
 */
export function followChanges(client: QueryClient): () => void {
  stopFollowing ??= startFollowing(client);
  return () => {
    stopFollowing?.();
    stopFollowing = undefined;
  };
}

function startFollowing(client: QueryClient): () => void {
  if (!('locks' in navigator) || !('BroadcastChannel' in globalThis)) return () => undefined;
  const over = new AbortController();
  const channel = new BroadcastChannel(SHARED);
  const cache = client.getQueryCache();
  let lastHeardMs = performance.now();
  let changes: Change[] = [];
  /** Queries that were sent before the stream began, so that a change may have been missed. */
  let doubtful = new Set<Query>();
  let flushing: ReturnType<typeof setTimeout> | undefined;

  function hear(told: Told): void {
    lastHeardMs = performance.now();
    isLive = true;
    if (told.event === 'reset') doubtful = new Set(cache.getAll());
    if (told.event === 'change') changes.push(...told.changes);
    if (told.event !== 'alive') flushSoon();
  }

  function flushSoon(): void {
    flushing ??= setTimeout(flush, between(GATHER_MS));
  }

  function flush(): void {
    flushing = undefined;
    // If the user stays signed in after all, the next attempt finds it.
    if (isEndExpected) {
      flushSoon();
      return;
    }
    const [told, missed] = [changes, doubtful];
    changes = [];
    doubtful = new Set([...missed].filter(isFirstResponseAwaited));
    void client.invalidateQueries({
      predicate: (query) =>
        query.state.data !== undefined && (missed.has(query) || isAffected(query, told)) && !isBeingDeleted(query),
      // A hidden page refetches when it is visible again.
      refetchType: document.hidden ? 'none' : 'active',
    });
    if (doubtful.size > 0) flushSoon();
  }

  /** Refetches at once, to find out whether the server is unreachable or the session has ended. */
  function lose(): void {
    if (!isLive || isEndExpected) return;
    isLive = false;
    void client.invalidateQueries();
  }

  const looking = setInterval(() => {
    if (performance.now() - lastHeardMs > SILENCE_MS) lose();
  }, POLL_INTERVAL_MS);
  channel.onmessage = ({ data }) => hear(data as Told);
  void navigator.locks
    .request(SHARED, { signal: over.signal }, () =>
      readStream(over.signal, {
        onTold(told) {
          hear(told);
          channel.postMessage(told);
        },
        onLost: lose,
      }),
    )
    .catch(() => undefined);

  return () => {
    over.abort();
    clearInterval(looking);
    clearTimeout(flushing);
    channel.close();
    isLive = false;
  };
}

interface Listener {
  onTold(told: Told): void;
  onLost(): void;
}

/** Runs until the signal. Reconnects when the stream breaks or is silent. */
async function readStream(signal: AbortSignal, listener: Listener): Promise<void> {
  while (!signal.aborted) {
    await readOnce(signal, listener);
    if (signal.aborted) return;
    listener.onLost();
    await new Promise<void>((resolve) => {
      const waiting = setTimeout(resolve, between(RETRY_MS));
      signal.addEventListener('abort', () => {
        clearTimeout(waiting);
        resolve();
      });
    });
  }
}

/** Does not let the browser reconnect by itself: it would keep trying after the session has ended. */
function readOnce(signal: AbortSignal, { onTold }: Listener): Promise<void> {
  const source = new EventSource(EVENTS);
  return new Promise<void>((resolve) => {
    let silence = setTimeout(resolve, SILENCE_MS);
    const tell = (told: Told) => {
      clearTimeout(silence);
      silence = setTimeout(resolve, SILENCE_MS);
      onTold(told);
    };
    source.addEventListener('alive', () => tell({ event: 'alive' }));
    source.addEventListener('reset', () => tell({ event: 'reset' }));
    source.addEventListener('change', ({ data }) => tell({ event: 'change', changes: JSON.parse(data).changes }));
    source.addEventListener('error', () => resolve());
    signal.addEventListener('abort', () => resolve());
  }).finally(() => source.close());
}

function isFirstResponseAwaited({ state }: Query): boolean {
  return state.data === undefined && state.fetchStatus === 'fetching';
}

/** Whether a query may be affected by the changes. When in doubt, yes. */
export function isAffected({ queryKey }: Pick<Query, 'queryKey'>, changes: readonly Change[]): boolean {
  const [path, init] = queryKey as [string, { params?: { path?: Record<string, string> } } | null];
  const named = init?.params?.path?.schedule_id;
  return changes.some(({ kind, ids }) => {
    const isOfSchedules = kind === 'schedule' || kind === 'override';
    return !(isOfSchedules && path.startsWith('/schedules/{') && named !== undefined && !ids.includes(named));
  });
}

function between([least, most]: readonly [number, number]): number {
  return least + Math.random() * (most - least);
}
