/** Lets several pieces of work share one transaction, although each begins one: all of it happens, or none of it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, Transaction } from './database.ts';

const shared = new AsyncLocalStorage<Transaction>();

/** A database whose transactions join the surrounding transaction, if there is one. */
export function sharingTransactions(db: Database): Database {
  return {
    ...db,
    transaction(work, locks) {
      const tx = shared.getStore();
      return tx === undefined ? db.transaction(work, locks) : work(tx);
    },
  };
}

/** Everything that `work` does with the same database is part of this transaction. */
export function inOneTransaction<T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
  locks?: readonly string[],
): Promise<T> {
  return db.transaction((tx) => shared.run(tx, () => work(tx)), locks);
}
