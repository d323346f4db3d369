/** Results of reads that a transaction has sent ahead, each for the next read of the same rows. A write makes them outdated. */
import type { StatementResult } from './postgres-batch.ts';
import { cacheKeyOf } from './read-cache.ts';
import type { BoundRead, Parameters, Statement } from './statement.ts';

type Result = Promise<StatementResult>;

export interface ReadsAhead {
  has(read: BoundRead): boolean;
  keep<P extends Parameters, R>(statement: Statement<P, R>, parameters: P, result: Result): void;
  /** Undefined if it was not sent ahead. */
  take<P extends Parameters, R>(statement: Statement<P, R>, parameters: P): Result | undefined;
  forget(): void;
}

export function createReadsAhead(): ReadsAhead {
  const results = new Map<unknown, Map<string, Result>>();
  return {
    has: ({ statement, parameters }) => results.get(statement)?.has(cacheKeyOf(parameters)) ?? false,
    keep(statement, parameters, result) {
      result.catch(() => undefined);
      const ofStatement = results.get(statement) ?? new Map<string, Result>();
      results.set(statement, ofStatement.set(cacheKeyOf(parameters), result));
    },
    take(statement, parameters) {
      const ofStatement = results.get(statement);
      if (ofStatement === undefined) return undefined;
      const key = cacheKeyOf(parameters);
      const result = ofStatement.get(key);
      ofStatement.delete(key);
      return result;
    },
    forget: () => results.clear(),
  };
}
