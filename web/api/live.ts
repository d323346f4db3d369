/**
 * Hears from the server what changes, and reads it again (rule LIVE-1). A browser has one stream: the tab that holds the lock reads it,
 * and hands on what it hears to the others. Where no stream comes through, pages poll.
 */
import type { Query, QueryClient } from '@tanstack/react-query';
import type { Change } from '../../src/schemas/events.ts';

const EVENTS = '/events';
const SHARED = 'watchbill-events';

/** The server says every 15 s that the stream is alive. */
const SILENCE_MS = 40_000;
const POLL_INTERVAL_MS = 5_000;

/** Between two attempts: any time between the two, so that not all browsers come at once. */
const RETRY_MS = [2_000, 5_000] as const;

/** Before what changed is read again: changes that come together are read together, and not by all pages at the same instant. */
const GATHER_MS = [20, 250] as const;

/** How often a page reads everything by itself: with a stream, for what that does not tell; without one, to see changes at all. */
const LIVE_REFRESH_MS = 60_000;
const POLL_MS = 15_000;

type Told = { readonly event: 'alive' | 'reset' } | { readonly event: 'change'; readonly changes: readonly Change[] };

let isLive = false;

export function refreshEveryMs(): number {
  return isLive ? LIVE_REFRESH_MS : POLL_MS;
}

let isEndExpected = false;

/** Signing out ends the stream before the page is left: to read everything again would be refused. */
export function expectEndOfStream(isExpected: boolean): void {
  isEndExpected = isExpected;
}

/** Gives what ends it. */
export function followChanges(client: QueryClient): () => void {
  if (!('locks' in navigator) || !('BroadcastChannel' in globalThis)) return () => undefined;
  const over = new AbortController();
  const channel = new BroadcastChannel(SHARED);
  let lastHeardMs = performance.now();
  let pending: Change[] | 'all' = [];
  let flushing: ReturnType<typeof setTimeout> | undefined;

  function hear(told: Told): void {
    lastHeardMs = performance.now();
    isLive = true;
    if (told.event === 'reset') pending = 'all';
    else if (told.event === 'change' && pending !== 'all') pending = [...pending, ...told.changes];
    if (told.event !== 'alive') flushing ??= setTimeout(flush, between(GATHER_MS));
  }

  function flush(): void {
    const changes = pending;
    flushing = undefined;
    pending = [];
    void client.invalidateQueries({
      predicate: (query) => query.state.data !== undefined && isAffected(query, changes),
      // A page that nobody sees reads when it is back in view.
      refetchType: document.hidden ? 'none' : 'active',
    });
  }

  /** Reads at once, and so finds out whether the server is away, or the session over. */
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

/** Until the signal: connects again when the stream breaks, or is silent. */
async function readStream(signal: AbortSignal, listener: Listener): Promise<void> {
  while (!signal.aborted) {
    await readOnce(signal, listener);
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

/** Not left to the browser to connect again: it would ask in vain once the session is over. */
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

/** Only what is surely about something else is left as it is. */
export function isAffected({ queryKey }: Pick<Query, 'queryKey'>, changes: readonly Change[] | 'all'): boolean {
  if (changes === 'all') return true;
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
