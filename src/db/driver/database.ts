/**
 * The database interface of the services. SQLite (sqlite.ts) and PostgreSQL (postgres.ts and its neighbours) implement it. If the
 * database cannot be reached, or does not answer in time, every method throws `AppError('service_unavailable')`.
 */
import { AppError } from '../../errors.ts';
import type { Clock } from '../../time/clock.ts';
import type { ClaimStatement, Parameters, Statement, StatementKind, WritePair, WriteStatement } from './statement.ts';

/** How often a process checks for commits of others: people must see a change within a second. */
export const COMMIT_POLL_MS = 250;

/**
 * How long a transaction may take, from the call on: the time in a queue counts. Then it is rolled back, with 503. Migrations and other exclusive work
 * have no limit.
 */
export const TRANSACTION_TIMEOUT_MS = 16_000;

export interface DatabaseLimits {
  readonly transactionTimeoutMs?: number;
}

type All<K extends StatementKind> = <P extends Parameters, R>(
  statement: Statement<P, R, K>,
  parameters: P,
) => Promise<readonly R[]>;

type First<K extends StatementKind> = <P extends Parameters, R>(
  statement: Statement<P, R, K>,
  parameters: P,
) => Promise<R | undefined>;

/** Reads that no lock guards. */
export interface UnguardedReads {
  readonly all: All<'read'>;
  readonly first: First<'read'>;
}

/**
 * Reads. Each call sees what was committed before it; several calls may see different states. Calls that do not wait for each other take one round
 * trip.
 */
export interface Queryable {
  readonly all: All<'read' | 'guarded'>;
  readonly first: First<'read' | 'guarded'>;
  /** Reads take no round trip: reading ahead gains nothing. */
  readonly isLocal?: true;
  /** Whether these rows are probably cached. Absent: nothing is. */
  isCached?<P extends Parameters>(statement: Statement<P, unknown, 'read' | 'guarded'>, parameters: P): boolean;
}

/**
 * A transaction that may be READ COMMITTED: it reads what a lock guards only through the lock (schedule-locks.ts). Functions that write take one, so
 * the type proves that state, audit entry and outgoing message are committed together.
 */
export interface LockingTransaction {
  readonly isTransaction: true;
  readonly all: All<'read' | 'write'>;
  readonly first: First<'read' | 'write'>;
  /** Returns the number of affected rows, for statements without a result. */
  run<P extends Parameters>(statement: WriteStatement<P, unknown>, parameters: P): Promise<number>;
  /** Writes without waiting for the result: the commit waits for it, and fails if the write fails. */
  send<P extends Parameters>(statement: WriteStatement<P, unknown>, parameters: P): void;
  /** The same for two writes, the second of which needs the rows of the first. */
  sendPair<P extends Parameters>(pair: WritePair<P>, parameters: P): void;
  /** After the commit, every worker on this database checks for due work. Waits for nothing, as `send`. */
  wakeWorkers(): Promise<void>;
  /** Calls it after the work, before the commit: for what is sent once for all of the work. */
  beforeCommit(last: () => void): void;
}

/** A transaction that may read everything. */
export interface Transaction extends LockingTransaction {
  readonly all: All<'read' | 'guarded' | 'write'>;
  readonly first: First<'read' | 'guarded' | 'write'>;
}

export interface QueueTransaction extends Transaction {
  /** Locks rows of a queue until the end of the transaction. Those that another worker has locked are skipped. */
  claim<P extends Parameters, R>(statement: ClaimStatement<P, R>, parameters: P): Promise<readonly R[]>;
}

export interface Database extends Queryable {
  /**
   * Rule STO-4: reads inside it may come from the cache, but never rows that were outdated when it was called. If the database has to be asked about
   * that, it is asked once for all of these reads.
   */
  asOneReader<T>(work: () => T): T;
  /**
   * Runs the work atomically, as if nothing else happened at the same time (SERIALIZABLE). If the database aborts it, the work is run again from the
   * start, so it must have no effect except its statements. `locks`: names of rows that it will lock, in that order. Of the transactions that name
   * the same row, only a few run at a time; without it the work is just as safe. The work must not use the database itself: see
   * shared-transaction.ts.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, locks?: readonly string[]): Promise<T>;
  /**
   * Rule LOCK-1: the same for changes that many make at once, READ COMMITTED: each statement sees what others have committed by then. The work locks
   * first, in statements of their own, and then reads; the type of its transaction allows no other order.
   */
  lockingTransaction<T>(work: (tx: LockingTransaction) => Promise<T>, locks?: readonly string[]): Promise<T>;
  /**
   * Runs the work atomically, but READ COMMITTED: each statement sees what others have committed by then. For queues, since SERIALIZABLE fails if
   * `skip locked` meets a changed row, and for counters, which decide nothing by what they read. Such work may decide only on rows that are guarded
   * by a row it has claimed or locked: every writer of those rows must lock the same row.
   */
  queueTransaction<T>(work: (tx: QueueTransaction) => Promise<T>): Promise<T>;
  /** A transaction under an exclusive lock, for migrations and the first start. */
  exclusively<T>(work: (tx: ExclusiveTransaction) => Promise<T>): Promise<T>;
  /**
   * Calls the listener after each commit: at once for commits of this process, within `COMMIT_POLL_MS` for others. It may also be
   * called without a commit. Returns a function that stops it.
   */
  onCommit(listener: () => void): () => void;
  /** Calls the listener whenever workers are woken, by any process. Resolves to a function that stops it. */
  onWake(listener: () => void): Promise<() => void>;
  /** Fails unless the database responds, and accepts writes unless only reads are wanted. */
  checkReady(wanted: 'reads' | 'writes'): Promise<void>;
  /** Rule STO-9: our clock minus the database's, if the database may be on another machine. */
  compareClock?(clock: Clock): Promise<ClockComparison>;
  /**
   * Calls the listener once, with the reason, if the database file is lost: this process must end. Absent if that cannot happen.
   */
  onLost?(listener: (reason: string) => void): void;
  /** Connections of this process, if it has a pool: all, idle ones, and callers that wait for one. */
  connections?(): { readonly total: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}

export interface ClockComparison {
  readonly differenceMs: number;
  /** Half of the round trip: the error of the difference is at most this. */
  readonly uncertaintyMs: number;
}

export interface ExclusiveTransaction extends Transaction {
  /** Plain SQL, for migrations. */
  execute(sql: string): Promise<readonly object[]>;
  /** The column type of identifiers: text that compares byte by byte. */
  readonly idType: string;
}

export function requireWritable(isWritable: boolean): void {
  if (isWritable) return;
  throw new AppError('service_unavailable', 'The database takes no writes: it is a standby, or read-only.');
}

/** The work of a transaction did not end in time. */
export function tookTooLong(): AppError {
  return new AppError('service_unavailable', undefined, { cause: new Error('the transaction took too long') });
}

/** A write that names a deleted row, which existed when the service read it. */
export function deletedMeanwhile(cause: unknown): AppError {
  return new AppError('not_found', 'Something that the request refers to was deleted in the meantime.', { cause });
}

/** A write that violated a unique index. The transaction is aborted; the service decides what it means. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation';
  /** `table.column`, for each column of the index. */
  readonly columns: readonly string[];

  constructor(columns: readonly string[], cause: unknown) {
    super(`not unique: ${columns.join(', ')}`, { cause });
    this.columns = columns;
  }
}
