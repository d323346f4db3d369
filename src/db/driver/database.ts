/**
 * The database interface of the services. SQLite (sqlite.ts) and PostgreSQL (postgres.ts and its neighbours) implement it. If the
 * database cannot be reached, or does not answer in time, every method throws `AppError('service_unavailable')`.
 */
import { AppError } from '../../errors.ts';
import type { Clock } from '../../time/clock.ts';
import type { ClaimStatement, Parameters, Question, ReadStatement, WriteStatement } from './statement.ts';

/** How soon a listener hears of what another process committed: it has to be told to people within a second. */
export const COMMIT_POLL_MS = 250;

/** Reads. Each call sees what was committed before it; several calls may see different states. */
export interface Queryable {
  all<P extends Parameters, R>(statement: ReadStatement<P, R>, parameters: P): Promise<readonly R[]>;
  first<P extends Parameters, R>(statement: ReadStatement<P, R>, parameters: P): Promise<R | undefined>;
  /**
   * Asks, in one round trip, what the caller will ask next. Nothing happens when the first question is remembered, or was asked
   * ahead already. Absent where it would save nothing.
   */
  prefetch?(first: Question, others: () => readonly Question[]): void;
}

/** Functions that write demand one, so that the type proves that state, audit row and outgoing message go together. */
export interface Transaction extends Queryable {
  readonly isTransaction: true;
  all<P extends Parameters, R>(
    statement: ReadStatement<P, R> | WriteStatement<P, R>,
    parameters: P,
  ): Promise<readonly R[]>;
  first<P extends Parameters, R>(
    statement: ReadStatement<P, R> | WriteStatement<P, R>,
    parameters: P,
  ): Promise<R | undefined>;
  /** For statements that return nothing: how many rows were touched. */
  run<P extends Parameters>(statement: WriteStatement<P, unknown>, parameters: P): Promise<number>;
  /** When the transaction is done, every worker on this database looks for work. */
  wakeWorkers(): Promise<void>;
}

export interface QueueTransaction extends Transaction {
  /** Locks rows of a queue until the end of the transaction. Those that another worker has locked are skipped. */
  claim<P extends Parameters, R>(statement: ClaimStatement<P, R>, parameters: P): Promise<readonly R[]>;
}

export interface Database extends Queryable {
  /**
   * Rule STO-4: reads inside of it may give remembered rows, but none that were out of date when it was called. Where the database
   * has to be asked whether they are, it is asked once for all of these reads.
   */
  asOneReader<T>(work: () => T): T;
  /**
   * All of the work, or none of it, as if nothing else happened at the same time (SERIALIZABLE). The work is done again from the
   * start when the database asks for that, so it must have no effect but its statements.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * All of the work, or none of it, but READ COMMITTED: each statement sees what others have committed by then. For queues, since
   * SERIALIZABLE fails where `skip locked` meets a row that has changed, and for counters, which decide nothing that they read.
   * Such work decides only on rows that a row it has claimed or locked guards: every writer of those rows locks the same row.
   */
  queueTransaction<T>(work: (tx: QueueTransaction) => Promise<T>): Promise<T>;
  /** A transaction that no other process can be in at the same time, for what is done once in a database's life. */
  exclusively<T>(work: (tx: ExclusiveTransaction) => Promise<T>): Promise<T>;
  /**
   * Calls soon after each commit: at once where this process committed, within `COMMIT_POLL_MS` where another did. It may call
   * when nothing was committed, too. Gives what ends that.
   */
  onCommit(listener: () => void): () => void;
  /** Calls whenever workers are woken, from wherever; the promise gives what ends that. */
  onWake(listener: () => void): Promise<() => void>;
  /** Fails unless the database answers, and can be written to unless only reads are wanted. */
  checkReady(wanted: 'reads' | 'writes'): Promise<void>;
  /** Rule STO-9: the clock minus the database's, where the database may be on another machine. */
  compareClock?(clock: Clock): Promise<ClockComparison>;
  /** Calls once, with the reason, when the database is gone for good: this process must end. Absent where that cannot happen. */
  onLost?(listener: (reason: string) => void): void;
  /** Of this process, where there is a pool of them: all, those that are idle, and callers that wait for one. */
  connections?(): { readonly total: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}

export interface ClockComparison {
  readonly differenceMs: number;
  /** Half of the round trip: the true difference is nearer than this. */
  readonly uncertaintyMs: number;
}

export interface ExclusiveTransaction extends Transaction {
  /** SQL as it is, for changing the tables themselves. */
  execute(sql: string): Promise<readonly object[]>;
  /** Makes nodes of the first edition connect again. */
  endFirstEditionConnections(): Promise<void>;
  /** The column type of identifiers: text that compares byte by byte. */
  readonly idType: string;
}

export function requireWritable(isWritable: boolean): void {
  if (isWritable) return;
  throw new AppError('service_unavailable', 'The database takes no writes: it is a standby, or read-only.');
}

/** A write that names a row which is gone: it was there when the service looked. */
export function deletedMeanwhile(cause: unknown): AppError {
  return new AppError('not_found', 'Something that the request refers to was deleted in the meantime.', { cause });
}

/** A write that a unique index refused. The transaction is lost; the service says what it means. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation';
  /** `table.column`, for each column of the index. */
  readonly columns: readonly string[];

  constructor(columns: readonly string[], cause: unknown) {
    super(`not unique: ${columns.join(', ')}`, { cause });
    this.columns = columns;
  }
}
