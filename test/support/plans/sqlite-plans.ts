/** Reads the plans of SQLite. As in the service, it has no statistics: the plan does not depend on the data. */
import type { Database } from '../../../src/db/driver/database.ts';
import { type Access, explaining, type Plan, type PlanReader } from './query-plans.ts';
import { storedTables } from './stored-tables.ts';

/** Steps that access no table and sort nothing. */
const STRUCTURE =
  /^(?:COMPOUND QUERY|LEFT-MOST SUBQUERY|UNION ALL|MERGE \(.+\)|LEFT|RIGHT|(?:CORRELATED |REUSE )?(?:LIST|SCALAR) SUBQUERY \d+|CREATE BLOOM FILTER)$/;

/** Values of the statement. */
const GIVEN = /^SCAN (?:json_each VIRTUAL TABLE INDEX \d+:|\d* ?CONSTANT ROWS?)$/;
const SORT = /^USE TEMP B-TREE FOR /;
const ACCESS =
  /^(?:SCAN|SEARCH) (?<name>\w+)(?: EXISTS)?(?: USING (?<automatic>AUTOMATIC (?:PARTIAL )?)?(?:COVERING )?INDEX(?: \w+)?(?: \((?<terms>[^()]+)\))?)?(?: LEFT-JOIN)?$/;
const TERM = /^(?<column>\w+|<expr>)[<>=]\?$/;

interface Step {
  readonly parent: number;
  readonly detail: string;
}

export async function readPlansOfSqlite(db: Database): Promise<PlanReader> {
  const tables = new Set((await storedTables(db, 'sqlite')).keys());
  return {
    tables,
    async plansOf(wanted, parameters) {
      let sql = '';
      const explained = explaining<Step>(wanted, 'explain query plan', (compiled) => {
        sql = compiled.sql;
      });
      const rows = await db.all(explained, parameters);
      refuseNestedScan(rows, sql);
      return [
        planOf(
          rows.map(({ detail }) => detail),
          (name) => tableCalled(name, sql, tables),
        ),
      ];
    },
  };
}

/** Steps with one parent are nested loops: a list scanned inside one is quadratic. */
function refuseNestedScan(steps: readonly Step[], sql: string): void {
  for (const [i, { parent, detail }] of steps.entries()) {
    const outer = steps.slice(0, i).find((step) => step.parent === parent && ACCESS.test(step.detail));
    if (GIVEN.test(detail) && outer !== undefined) {
      throw new Error(`SQLite reads the whole list for each row of "${outer.detail}": ${sql}`);
    }
  }
}

function planOf(steps: readonly string[], tableOf: (name: string) => string): Plan {
  const accesses: Access[] = [];
  let sorts = false;
  for (const step of steps) {
    if (SORT.test(step)) sorts = true;
    else if (!STRUCTURE.test(step) && !GIVEN.test(step)) accesses.push(accessOf(step, tableOf));
  }
  return { accesses, sorts, text: steps.join('\n') };
}

function accessOf(step: string, tableOf: (name: string) => string): Access {
  const { name, automatic, terms } = ACCESS.exec(step)?.groups ?? {};
  if (name === undefined) throw new Error(`a step of SQLite that is not understood: ${step}`);
  const columns = terms === undefined ? [] : terms.split(' AND ').map((term) => columnOf(term, step));
  // An automatic index is built for the statement from the whole table.
  return { table: tableOf(name), searchedBy: automatic === undefined ? columns : [] };
}

function columnOf(term: string, step: string): string {
  const column = TERM.exec(term)?.groups?.column;
  if (column === undefined) throw new Error(`a condition of SQLite that is not understood: ${term} in ${step}`);
  return column;
}

/** A plan has the aliases of the statement. */
function tableCalled(name: string, sql: string, tables: ReadonlySet<string>): string {
  const original = new RegExp(`"(\\w+)" as "${name}"`).exec(sql)?.[1] ?? name;
  if (!tables.has(original)) throw new Error(`a table that is not stored: ${name} in ${sql}`);
  return original;
}
