/** How a database would carry out a statement: what it reads of which table, and whether it sorts. */
import type { Database } from '../../src/db/database.ts';
import type { Parameters, Statement } from '../../src/db/statement.ts';

export type AnyStatement = Statement<Parameters, unknown>;

/** One look into a table. */
interface Access {
  readonly table: string;
  /** The columns by which an index is searched; none when everything is read. */
  readonly searchedBy: readonly string[];
}

export interface Plan {
  readonly accesses: readonly Access[];
  /** Rows are collected and sorted before the first is given. */
  readonly sorts: boolean;
  /** As the database tells it, for whoever reads why a test failed. */
  readonly text: string;
}

/** Without statistics, as the service runs it: the plan is the same whatever is stored. */
export async function planOnSqlite(db: Database, wanted: AnyStatement, parameters: Parameters): Promise<Plan> {
  const rows = await db.all(explaining<{ detail: string }>(wanted, 'explain query plan'), parameters);
  const steps = rows.map(({ detail }) => detail);
  return {
    accesses: steps.flatMap((step) => accessOnSqlite(step) ?? []),
    sorts: steps.some((step) => /^USE TEMP B-TREE FOR .*ORDER BY$/.test(step)),
    text: steps.join('\n'),
  };
}

function accessOnSqlite(step: string): Access | undefined {
  const [, table, how = ''] = /^(?:SCAN|SEARCH) (\w+)(?: USING (.*))?$/.exec(step) ?? [];
  if (table === undefined) return undefined;
  // One that is made for the statement alone, from all of the table.
  const isMadeForIt = how.startsWith('AUTOMATIC');
  return { table, searchedBy: isMadeForIt ? [] : [...how.matchAll(/(\w+)[<>=]+\?/g)].map(([, column = '']) => column) };
}

/** What is planned for these values, and what is planned for any, once the statement was used some times. */
export async function plansOnPostgres(db: Database, wanted: AnyStatement, parameters: Parameters): Promise<Plan[]> {
  const forThese = await db.all(explaining<Explained>(wanted, 'explain (format json)'), parameters);
  const forAny = await db.all(explaining<Explained>(wanted, 'explain (generic_plan, format json)'), parameters);
  return [forThese, forAny].map(([row]) => {
    const nodes = row === undefined ? [] : nodesOf(row['QUERY PLAN'][0].Plan);
    return {
      accesses: nodes.flatMap((node) => accessOnPostgres(node) ?? []),
      sorts: nodes.some((node) => node['Node Type'].endsWith('Sort')),
      text: nodes.map(textOf).join('\n'),
    };
  });
}

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Filter?: string;
  readonly Plans?: readonly Node[];
}

interface Explained {
  readonly 'QUERY PLAN': readonly [{ readonly Plan: Node }];
}

function nodesOf(node: Node): readonly Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

function accessOnPostgres(node: Node): Access | undefined {
  const table = node['Relation Name'];
  if (table === undefined || !node['Node Type'].endsWith('Scan')) return undefined;
  const conditions = nodesOf(node).map((part) => part['Index Cond'] ?? '');
  return {
    table,
    searchedBy: [...conditions.join().matchAll(/\((\w+)(?:\(\w+\))? [<>=]+/g)].map(([, column = '']) => column),
  };
}

function textOf(node: Node): string {
  const parts = [node['Node Type'], node['Relation Name'], node['Index Name'], node['Index Cond'], node.Filter];
  return parts.filter((part) => part !== undefined).join(' ');
}

function explaining<R>({ build }: AnyStatement, explain: string): Statement<Parameters, R> {
  return {
    build: (q, p, dialect) => ({
      compile() {
        const compiled = build(q, p, dialect).compile();
        return { ...compiled, sql: `${explain} ${compiled.sql}` };
      },
    }),
  };
}
