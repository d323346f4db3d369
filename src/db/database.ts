/**
 * What services see of a database. Both engines implement it; what differs between them stands in sqlite.ts and
 * postgres.ts and nowhere else.
 */
import type { Parameters, Statement } from './statement.ts';

export interface Queryable {
  all<P extends Parameters, R>(statement: Statement<P, R>, parameters: P): Promise<R[]>;
  first<P extends Parameters, R>(statement: Statement<P, R>, parameters: P): Promise<R | undefined>;
  /** For statements that return nothing: how many rows were touched. */
  run<P extends Parameters>(statement: Statement<P, unknown>, parameters: P): Promise<number>;
}

/** Functions that write demand one, so that the type proves that state, audit row and outgoing message go together. */
export interface Transaction extends Queryable {
  readonly isTransaction: true;
}

export interface Database extends Queryable {
  /** All of the work, or none of it. It may be done again from the start when the database asks for that. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** One transaction that no other process can be in at the same time, for changing the tables themselves. */
  exclusively<T>(work: (execute: Execute, types: ColumnTypes) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export type Execute = (sql: string) => Promise<readonly object[]>;

/** Column types that the two databases name differently. */
export interface ColumnTypes {
  readonly id: string;
}
