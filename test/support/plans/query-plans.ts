/** The plan of a statement: what it reads of which table, and whether it sorts. */
import type { CompiledQuery } from 'kysely';
import type { Parameters, ReadStatement, Statement } from '../../../src/db/driver/statement.ts';

export type AnyStatement = Statement<Parameters, unknown>;

/** One access to a table. */
export interface Access {
  readonly table: string;
  /** The columns of an index search; empty for a full scan. */
  readonly searchedBy: readonly string[];
}

export interface Plan {
  readonly accesses: readonly Access[];
  /** Rows are collected and sorted before the first is returned. */
  readonly sorts: boolean;
  /** The plan as printed by the database, for failed tests. */
  readonly text: string;
}

/** Throws at anything unknown: a skipped step could be the one that reads everything. */
export interface PlanReader {
  readonly tables: ReadonlySet<string>;
  plansOf(wanted: AnyStatement, parameters: Parameters): Promise<readonly Plan[]>;
}

/** Turns a statement into one that only explains its plan. `look` sees the original. */
export function explaining<R>(
  { build }: AnyStatement,
  explain: string,
  look: (compiled: CompiledQuery) => void,
): ReadStatement<Parameters, R> {
  return {
    kind: 'read',
    build: (q, p, dialect) => ({
      compile() {
        const compiled = build(q, p, dialect).compile();
        look(compiled);
        return { ...compiled, sql: `${explain} ${compiled.sql}` };
      },
    }),
  };
}
