/**
 * Limits how many callers use something at a time. The others wait in the order in which they came. The limit can be lowered; then it rises again, by
 * one each second.
 */
const RAISE_INTERVAL_MS = 1_000;

export interface Slots {
  /** Resolves when a slot is free, and takes it. `isFirst`: for a caller who has waited before. */
  take(giveUpAt: number, isFirst?: boolean): Promise<void>;
  give(): void;
  /** Lowers the limit, but to one at least. */
  lower(limit: number): void;
  waiting(): number;
}

/** `what`: for the error of a caller who has waited too long. */
export function createSlots(most: number, what: string): Slots {
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
    async take(giveUpAt, isFirst = false) {
      if (taken < limit && queue.length === 0) {
        taken++;
        return;
      }
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(admitted), 1);
        reject(new Error(`${what} was not free in time`));
      }, giveUpAt - performance.now());
      const admitted = () => {
        clearTimeout(timer);
        resolve();
      };
      if (isFirst) queue.unshift(admitted);
      else queue.push(admitted);
      admit();
      await promise;
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
