/**
 * Rule BUD-9: inside a transaction, nothing waits for another connection. Ten transactions that each wait for an eleventh connection would keep the
 * whole pool until their deadline. So reads of the database, and a second transaction, are errors there: the work must read through its transaction,
 * or before or after it.
 *
 * The exception is a shared transaction: the transactions that its work begins on the same database are part of it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, LockingTransaction, Transaction } from './database.ts';

interface Surrounding {
  readonly db: Database;
  /** Only that of a SERIALIZABLE transaction is shared. */
  readonly tx: LockingTransaction;
  isShared: boolean;
  /** What the work has started may outlive it, and is free then. */
  isOver: boolean;
  /** Fails the transaction, also if the work ignores it. */
  misuse: Error | undefined;
}

const surrounding = new AsyncLocalStorage<Surrounding>();

/** The transaction whose work is running. */
function current(): Surrounding | undefined {
  const found = surrounding.getStore();
  return found?.isOver === false ? found : undefined;
}

/** Whether the caller is part of the work of a transaction. */
export function isInsideTransaction(): boolean {
  return current() !== undefined;
}

/** A database that refuses to be used inside a transaction, whichever database that is on. */
export function guardTransactions(db: Database): Database {
  return {
    ...db,
    all: (statement, parameters) => findMisuse('reads') ?? db.all(statement, parameters),
    first: (statement, parameters) => findMisuse('reads') ?? db.first(statement, parameters),
    transaction: (work, locks) =>
      shared(db, work) ?? findMisuse('transactions') ?? db.transaction(guarded(db, work), locks),
    // The surrounding transaction is SERIALIZABLE, which is as safe.
    lockingTransaction: (work, locks) =>
      shared(db, work) ?? findMisuse('locking transactions') ?? db.lockingTransaction(guarded(db, work), locks),
    queueTransaction: (work) => findMisuse('queue transactions') ?? db.queueTransaction(guarded(db, work)),
    exclusively: (work) => findMisuse('exclusive transactions') ?? db.exclusively(guarded(db, work)),
  };
}

/** Everything that `work` does with the same database is part of this transaction: all of it happens, or none of it. */
export function inOneTransaction<T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
  locks?: readonly string[],
): Promise<T> {
  return db.transaction((tx) => {
    const here = current();
    if (here !== undefined) here.isShared = true;
    return work(tx);
  }, locks);
}

/** As part of the shared transaction that the caller is in; undefined elsewhere. */
function shared<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> | undefined {
  const outer = current();
  return outer?.isShared === true && outer.db === db ? work(outer.tx as Transaction) : undefined;
}

function guarded<X extends LockingTransaction, T>(db: Database, work: (tx: X) => Promise<T>): (tx: X) => Promise<T> {
  return (tx) => {
    const here: Surrounding = { db, tx, isShared: false, isOver: false, misuse: undefined };
    return surrounding.run(here, async () => {
      try {
        return await work(tx);
      } finally {
        here.isOver = true;
        requireNoMisuse(here);
      }
    });
  };
}

function requireNoMisuse({ misuse }: Surrounding): void {
  if (misuse !== undefined) throw misuse;
}

/** A rejection inside a transaction; undefined elsewhere. */
function findMisuse(what: string): Promise<never> | undefined {
  const here = current();
  if (here === undefined) return undefined;
  here.misuse ??= new Error(`${what} of the database are not allowed inside a transaction: use the transaction`);
  const refused = Promise.reject<never>(here.misuse);
  // The transaction fails with it, whether or not anybody waits for this promise.
  refused.catch(() => undefined);
  return refused;
}
