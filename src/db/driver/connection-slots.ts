/**
 * Limits the connections that the pool may use, with a first-come, first-served queue. When PostgreSQL accepts no more connections, the
 * limit drops to the number of open ones, so that callers wait for one of those; then it rises step by step.
 */
const RAISE_INTERVAL_MS = 1_000;

export interface ConnectionSlots {
  /** Resolves when a slot is free, and takes it. `isFirst`: for a caller who has waited before. */
  take(giveUpAt: number, isFirst?: boolean): Promise<void>;
  give(): void;
  /** Lowers the limit, but to one at least, until PostgreSQL may accept more. */
  lower(limit: number): void;
  waiting(): number;
}

export function createConnectionSlots(most: number): ConnectionSlots {
  let limit = most;
  let taken = 0;
  let raising: NodeJS.Timeout | undefined;
  const queue: (() => void)[] = [];

  function admit(): void {
    while (taken < limit && queue.length > 0) {
      taken++;
      queue.shift()?.();
    }
  }

  function raise(): void {
    limit = Math.min(limit + 1, most);
    if (limit === most) stopRaising();
    admit();
  }

  function stopRaising(): void {
    clearInterval(raising);
    raising = undefined;
  }

  return {
    take(giveUpAt, isFirst = false) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(admitted), 1);
        reject(new Error('no connection to the database was free in time'));
      }, giveUpAt - performance.now());
      const admitted = () => {
        clearTimeout(timer);
        resolve();
      };
      if (isFirst) queue.unshift(admitted);
      else queue.push(admitted);
      admit();
      return promise;
    },
    give() {
      taken--;
      admit();
    },
    lower(wanted) {
      limit = Math.max(1, Math.min(limit, wanted));
      raising ??= setInterval(raise, RAISE_INTERVAL_MS).unref();
    },
    waiting: () => queue.length,
  };
}
