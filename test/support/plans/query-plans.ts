/** How a database would carry out a statement: what it reads of which table, and whether it sorts. */
import type { CompiledQuery } from 'kysely';
import type { Parameters, ReadStatement, Statement } from '../../../src/db/driver/statement.ts';

export type AnyStatement = Statement<Parameters, unknown>;

/** One look into a table. */
export interface Access {
  readonly table: string;
  /** The columns by which an index is searched; none when everything is read. */
  readonly searchedBy: readonly string[];
}

export interface Plan {
  readonly accesses: readonly Access[];
  /** Rows are collected and sorted before the first is given. */
  readonly sorts: boolean;
  /** The plan as the database prints it, for the message of a failed test. */
  readonly text: string;
}

/** Throws at whatever it does not understand: a step that it passed over could be the one that reads everything. */
export interface PlanReader {
  readonly tables: ReadonlySet<string>;
  plansOf(wanted: AnyStatement, parameters: Parameters): Promise<readonly Plan[]>;
}

/** The statement made to tell its plan, which only reads. `look` sees what it really is. */
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
