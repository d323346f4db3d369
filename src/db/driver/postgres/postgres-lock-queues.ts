/**
 * Queues for rows that are to be locked. Of the transactions of this process that name the same row, two run at a time: one that has the lock, and one
 * that waits for it. More of them would each hold a connection while they wait, and be aborted, because the row has changed since they began.
 */

import { createSlots, type Slots } from '../slots.ts';
import { rethrowTranslated } from './postgres-errors.ts';

const AT_A_TIME = 2;

export interface LockQueues {
  /**
   * Runs the work when it is its turn for each of the rows. All callers must name rows in the order in which they lock them. Otherwise two could wait for
   * each other.
   */
  inTurn<T>(rows: readonly string[], giveUpAt: number, work: () => Promise<T>): Promise<T>;
}

export function createLockQueues(): LockQueues {
  const queues = new Map<string, { readonly slots: Slots; callers: number }>();

  async function inQueue<T>(row: string, giveUpAt: number, work: () => Promise<T>): Promise<T> {
    const queue = queues.get(row) ?? { slots: createSlots(AT_A_TIME, `the lock of ${row}`), callers: 0 };
    queues.set(row, queue);
    queue.callers++;
    try {
      await queue.slots.take(giveUpAt).catch(rethrowTranslated);
      return await work().finally(queue.slots.give);
    } finally {
      queue.callers--;
      if (queue.callers === 0) queues.delete(row);
    }
  }

  return {
    inTurn(rows, giveUpAt, work) {
      return [...new Set(rows)].reduceRight((next, row) => () => inQueue(row, giveUpAt, next), work)();
    },
  };
}
