/** Properties of a statement that its results depend on. */
import type {
  DeleteQueryNode,
  InsertQueryNode,
  OperationNode,
  SelectQueryNode,
  TableNode,
  UpdateQueryNode,
} from 'kysely';
import type { Database } from '../../../src/db/driver/database.ts';
import { explaining } from './query-plans.ts';
import type { StoredStatement } from './stored-statements.ts';

export interface StatementShape {
  readonly kind: 'read' | 'insert' | 'update' | 'delete';
  /** The written table; undefined for a read. */
  readonly table: string | undefined;
  /** The names of its parameters. */
  readonly parameters: readonly string[];
  /** Whether it returns rows: a read, or a write with `returning`. */
  readonly givesRows: boolean;
  readonly isOrdered: boolean;
  readonly isLimited: boolean;
}

type Query = SelectQueryNode | InsertQueryNode | UpdateQueryNode | DeleteQueryNode;

export async function shapeOf(db: Database, { statement, example }: StoredStatement): Promise<StatementShape> {
  let query: OperationNode | undefined;
  let places: readonly unknown[] = [];
  const seen = explaining(statement, 'explain', (compiled) => {
    query = compiled.query;
    places = compiled.parameters;
  });
  await db.all(seen, example);
  const root = query as Query;
  const names = places.flatMap((place) =>
    typeof place === 'object' && place !== null && 'name' in place ? [String(place.name)] : [],
  );
  const isRead = root.kind === 'SelectQueryNode';
  return {
    kind: kindOf(root),
    table: isRead ? undefined : writtenTable(root),
    parameters: [...new Set(names)],
    givesRows: isRead || root.returning !== undefined,
    isOrdered: isRead && root.orderBy !== undefined,
    isLimited: isRead && root.limit !== undefined,
  };
}

function kindOf(query: Query): StatementShape['kind'] {
  switch (query.kind) {
    case 'SelectQueryNode':
      return 'read';
    case 'InsertQueryNode':
      return 'insert';
    case 'UpdateQueryNode':
      return 'update';
    case 'DeleteQueryNode':
      return 'delete';
  }
}

function writtenTable(query: Exclude<Query, SelectQueryNode>): string {
  if (query.kind === 'InsertQueryNode' && query.into !== undefined) return query.into.table.identifier.name;
  const node = query.kind === 'UpdateQueryNode' ? query.table : (query as DeleteQueryNode).from.froms[0];
  if (node?.kind !== 'TableNode') throw new Error(`a ${query.kind} of no table`);
  return (node as TableNode).table.identifier.name;
}
