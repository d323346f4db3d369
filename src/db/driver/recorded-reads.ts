/** Notes what a computation reads. Its result is still right if the same reads return equal rows again. */
import type { Queryable } from './database.ts';
import { type BoundRead, bindRead, type Parameters, type ReadStatement } from './statement.ts';

export interface RecordedRead extends BoundRead {
  readonly rows: readonly unknown[];
}

export interface Recorded<T> {
  readonly value: T;
  readonly reads: readonly RecordedRead[];
}

/** The computation must read everything that it depends on from the `Queryable` that it gets, and nothing from a cache of its own. */
export async function recordReads<T>(
  db: Queryable,
  compute: (recorder: Queryable) => Promise<T>,
): Promise<Recorded<T>> {
  const reads: RecordedRead[] = [];
  async function all<P extends Parameters, R>(statement: ReadStatement<P, R>, parameters: P): Promise<readonly R[]> {
    const rows = await db.all(statement, parameters);
    reads.push({ ...bindRead(statement, parameters), rows });
    return rows;
  }
  const recorder: Queryable = {
    all,
    first: async (statement, parameters) => (await all(statement, parameters))[0],
    ...(db.prefetch && { prefetch: db.prefetch }),
  };
  return { value: await compute(recorder), reads };
}

/** Whether all of them return equal rows now. */
export async function readTheSame(db: Queryable, reads: readonly RecordedRead[]): Promise<boolean> {
  const found = await Promise.all(reads.map(({ statement, parameters }) => db.all(statement, parameters)));
  return reads.every(({ rows }, i) => haveEqualRows(rows, found[i] as readonly unknown[]));
}

function haveEqualRows(before: readonly unknown[], after: readonly unknown[]): boolean {
  return before.length === after.length && before.every((row, i) => isEqualRow(row, after[i]));
}

/** Rows of the same statement, which have the same columns. */
export function isEqualRow(before: unknown, after: unknown): boolean {
  const [a, b] = [before, after] as Readonly<Record<string, unknown>>[];
  for (const column in a) if (a[column] !== b?.[column]) return false;
  return true;
}
