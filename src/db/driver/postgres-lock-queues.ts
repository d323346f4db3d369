/**
 * Queues for rows that are to be locked. Of the transactions that lock the same row, two run at a time: one that has the lock, and one that waits for
 * it. More of them would each hold a connection while they wait, and be aborted, because the row has changed since they began.
 */
import { rethrowTranslated } from './postgres-errors.ts';
import { createSlots, type Slots } from './slots.ts';

const AT_A_TIME = 2;

export interface LockQueues {
  /** Runs the work when it is its turn for each of the rows. */
  inTurn<T>(ids: readonly string[], giveUpAt: number, work: () => Promise<T>): Promise<T>;
}

export function createLockQueues(): LockQueues {
  const queues = new Map<string, { readonly slots: Slots; callers: number }>();

  async function inQueue<T>(id: string, giveUpAt: number, work: () => Promise<T>): Promise<T> {
    const queue = queues.get(id) ?? { slots: createSlots(AT_A_TIME, `the lock of ${id}`), callers: 0 };
    queues.set(id, queue);
    queue.callers++;
    try {
      await queue.slots.take(giveUpAt).catch(rethrowTranslated);
      return await work().finally(queue.slots.give);
    } finally {
      queue.callers--;
      if (queue.callers === 0) queues.delete(id);
    }
  }

  return {
    inTurn(ids, giveUpAt, work) {
      // All callers enter the queues in the same order, so that no two wait for each other.
      const inOrder = [...new Set(ids)].sort();
      return inOrder.reduceRight((next, id) => () => inQueue(id, giveUpAt, next), work)();
    },
  };
}
