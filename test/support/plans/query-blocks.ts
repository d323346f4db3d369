/**
 * The blocks of a statement, one for each nested select, insert, update and delete: which tables each reads or writes, and whether it filters by
 * organization.
 */
import type {
  AliasNode,
  BinaryOperationNode,
  DeleteQueryNode,
  IdentifierNode,
  InsertQueryNode,
  OperationNode,
  RawNode,
  ReferenceNode,
  SelectQueryNode,
  TableNode,
  UpdateQueryNode,
  ValueNode,
} from 'kysely';

type Block = SelectQueryNode | InsertQueryNode | UpdateQueryNode | DeleteQueryNode;

/** A stored table, and its alias in a block. */
interface Source {
  readonly table: string;
  readonly called: string;
}

const BLOCKS = new Set(['SelectQueryNode', 'InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode']);

/** The tables among `owned` that some block of the statement reads or writes without a filter by organization. */
export function tablesOfAnyOrganization(statement: OperationNode, owned: ReadonlySet<string>): string[] {
  const inBlocks = nodesOf(statement, isBlock).flatMap((block) => {
    const sources = sourcesOf(block);
    return namesOrganization(block, sources) ? [] : sources.map(({ table }) => table);
  });
  const inWrittenSql = nodesOf(statement, isRaw).flatMap(({ sqlFragments }) =>
    [...sqlFragments.join(' ').matchAll(/\b(?:from|join|into|update)\s+"?(\w+)/g)].map(([, table = '']) => table),
  );
  return [...inBlocks, ...inWrittenSql].filter((table) => owned.has(table));
}

function nodesOf<N extends OperationNode>(part: unknown, isWanted: (node: OperationNode) => node is N): N[] {
  if (typeof part !== 'object' || part === null) return [];
  const inside = Object.values(part).flatMap((value) => nodesOf(value, isWanted));
  return isNode(part) && isWanted(part) ? [part, ...inside] : inside;
}

function sourcesOf(block: Block): Source[] {
  if (block.kind === 'InsertQueryNode') return sourceOf(block.into);
  const joined = (block.joins ?? []).map(({ table }) => table);
  const written = block.kind === 'UpdateQueryNode' ? [block.table] : [];
  return [...written, ...(block.from?.froms ?? []), ...joined].flatMap(sourceOf);
}

/** Empty for values of the statement, and for a select, which is a separate block. */
function sourceOf(node: OperationNode | undefined): Source[] {
  if (node?.kind === 'AliasNode') {
    const { node: original, alias } = node as AliasNode;
    return sourceOf(original).map((source) => ({ ...source, called: String((alias as IdentifierNode).name) }));
  }
  if (node?.kind !== 'TableNode') return [];
  const { name } = (node as TableNode).table.identifier;
  return [{ table: name, called: name }];
}

/** An insert contains it. All others have it as a condition on one of their tables, to which the others are joined. */
function namesOrganization(block: Block, sources: readonly Source[]): boolean {
  if (block.kind === 'InsertQueryNode') {
    return (block.columns ?? []).some(({ column }) => column.name === 'organization_id');
  }
  return conditionsOf(block.where?.where).some((condition) => isOnOrganization(condition, sources));
}

/** Conditions joined by `and`. */
function conditionsOf(condition: OperationNode | undefined): readonly OperationNode[] {
  if (condition === undefined) return [];
  if (condition.kind === 'ParensNode' && 'node' in condition) return conditionsOf(condition.node as OperationNode);
  if (condition.kind !== 'AndNode' || !('left' in condition) || !('right' in condition)) return [condition];
  return [condition.left, condition.right].flatMap((side) => conditionsOf(side as OperationNode));
}

/** With the caller's organization, or with one from outside the block: from values of the statement. */
function isOnOrganization(condition: OperationNode, sources: readonly Source[]): boolean {
  if (condition.kind !== 'BinaryOperationNode') return false;
  const { leftOperand, operator, rightOperand } = condition as BinaryOperationNode;
  const isEqual = 'operator' in operator && operator.operator === '=';
  if (!isEqual || columnOf(leftOperand) !== 'organization_id') return false;
  if (rightOperand.kind === 'ValueNode') return isTheCallers((rightOperand as ValueNode).value);
  const other = (rightOperand as Partial<ReferenceNode>).table?.table.identifier.name;
  return (
    columnOf(rightOperand) === 'organization_id' &&
    other !== undefined &&
    sources.every(({ called }) => called !== other)
  );
}

function columnOf(operand: OperationNode): string | undefined {
  const { column } = operand as Partial<ReferenceNode>;
  return operand.kind === 'ReferenceNode' && column !== undefined && 'column' in column
    ? column.column.name
    : undefined;
}

/** While a statement is built, a value is a placeholder with the name of the parameter. */
function isTheCallers(value: unknown): boolean {
  const name = typeof value === 'object' && value !== null && 'name' in value ? value.name : undefined;
  return name === 'organizationId' || name === 'organization_id';
}

function isBlock(node: OperationNode): node is Block {
  return BLOCKS.has(node.kind);
}

function isRaw(node: OperationNode): node is RawNode {
  return node.kind === 'RawNode';
}

function isNode(part: object): part is OperationNode {
  return 'kind' in part && typeof part.kind === 'string';
}
