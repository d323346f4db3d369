/**
 * Reads the plans of PostgreSQL: for given values, and the generic plan that is used after some executions.
 *
 * If PostgreSQL expects few rows, it sorts them even if an index has the order. Such plans do not count as sorting: with sorting disabled, it returns
 * the rows in order, with an equally narrow search.
 */
import type { Database, ExclusiveTransaction } from '../../../src/db/driver/database.ts';
import type { Parameters } from '../../../src/db/driver/statement.ts';
import { type Access, type AnyStatement, explaining, type Plan, type PlanReader } from './query-plans.ts';
import { storedTables } from './stored-tables.ts';

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

/** Nodes that read the rows of a stored table. */
const TABLE_SCANS = new Set(['Seq Scan', 'Index Scan', 'Index Only Scan', 'Bitmap Heap Scan']);

/** Nodes that read no table themselves: values of the statement, and the indexes of a bitmap, which are read with its table. */
const OTHER_SCANS = new Set(['Function Scan', 'Subquery Scan', 'Bitmap Index Scan']);
const OF_A_BITMAP = new Set(['Bitmap Index Scan', 'BitmapAnd', 'BitmapOr']);
const SORTS = new Set(['Sort', 'Incremental Sort']);

export async function readPlansOfPostgres(db: Database): Promise<PlanReader> {
  const tables = new Set((await storedTables(db, 'postgres')).keys());
  const firstColumns = await firstColumnsOfIndexes(db);

  function accessOf(node: Node): Access | undefined {
    const { 'Node Type': type, 'Relation Name': table } = node;
    if (!type.endsWith('Scan') || OTHER_SCANS.has(type)) return undefined;
    if (!TABLE_SCANS.has(type)) throw new Error(`a node of PostgreSQL that is not understood: ${textOf(node)}`);
    if (table === undefined || !tables.has(table)) throw new Error(`a table that is not stored: ${textOf(node)}`);
    return { table, searchedBy: searchesOf(node).flatMap(columnsOf) };
  }

  /** Empty if the condition is not on the first column: the whole index may be read. */
  function columnsOf(search: Node): string[] {
    const { 'Index Name': index = '', 'Index Cond': condition } = search;
    if (condition === undefined) return [];
    const columns = [...condition.matchAll(/\((\w+)(?:\(\w+\))? [<>=]+ /g)].map(([, column = '']) => column);
    if (columns.length === 0) throw new Error(`a condition of PostgreSQL that is not understood: ${condition}`);
    const first = firstColumns.get(index);
    if (first === undefined) throw new Error(`an index that is not stored: ${textOf(search)}`);
    return columns.includes(first) ? columns : [];
  }

  function planOf(explained: Explained | undefined): Plan {
    if (explained === undefined) throw new Error('PostgreSQL tells no plan');
    const nodes = nodesOf(explained['QUERY PLAN'][0].Plan);
    return {
      accesses: nodes.flatMap((node) => accessOf(node) ?? []),
      sorts: nodes.some((node) => SORTS.has(node['Node Type'])),
      text: nodes.map(textOf).join('\n'),
    };
  }

  /** For these values, and for any. */
  async function plansBy(tx: ExclusiveTransaction, wanted: AnyStatement, parameters: Parameters): Promise<Plan[]> {
    let sql = '';
    const explained = explaining<Explained>(wanted, 'explain (format json)', (compiled) => {
      sql = compiled.sql;
    });
    const forThese = await tx.first(explained, parameters);
    // With values, PostgreSQL would plan for these again.
    const [forAny] = await tx.execute(`explain (generic_plan, format json) ${sql}`);
    return [planOf(forThese), planOf(forAny as Explained)];
  }

  return {
    tables,
    plansOf: (wanted, parameters) =>
      db.exclusively(async (tx) => {
        const plans = await plansBy(tx, wanted, parameters);
        if (!plans.some(({ sorts }) => sorts)) return plans;
        await tx.execute('set local enable_sort = off');
        const inOrder = await plansBy(tx, wanted, parameters);
        return plans.map((plan, index) => ({ ...plan, sorts: plan.sorts && !isAsNarrow(plan, inOrder[index]) }));
      }),
  };
}

/** Whether the other plan returns the rows in order and searches each table by as many columns. */
function isAsNarrow({ accesses }: Plan, other: Plan | undefined): boolean {
  if (other === undefined || other.sorts) return false;
  const narrowness = (plan: readonly Access[], table: string) =>
    Math.min(...plan.filter((access) => access.table === table).map(({ searchedBy }) => searchedBy.length));
  return accesses.every(({ table }) => narrowness(other.accesses, table) >= narrowness(accesses, table));
}

async function firstColumnsOfIndexes(db: Database): Promise<ReadonlyMap<string, string>> {
  const sql = `select relname as name, pg_get_indexdef(indexrelid, 1, true) as first
    from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace = 'public'::regnamespace`;
  const rows = (await db.exclusively((tx) => tx.execute(sql))) as { name: string; first: string }[];
  return new Map(rows.map(({ name, first }) => [name, first]));
}

function nodesOf(node: Node): readonly Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** The node and the indexes of its bitmap. Other nodes below it, such as a subquery, find no rows of its table. */
function searchesOf(node: Node): readonly Node[] {
  const ofItsBitmap = (node.Plans ?? []).filter((part) => OF_A_BITMAP.has(part['Node Type']));
  return [node, ...ofItsBitmap.flatMap(searchesOf)];
}

function textOf(node: Node): string {
  const parts = [node['Node Type'], node['Relation Name'], node['Index Name'], node['Index Cond'], node.Filter];
  return parts.filter((part) => part !== undefined).join(' ');
}
