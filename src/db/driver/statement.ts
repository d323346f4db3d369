/**
 * Statements: SQL that is written once, with Kysely's types, and prepared once in each database.
 *
 *   const userById = statement((q, p: { organizationId: OrganizationId; id: UserId }) =>
 *     q.selectFrom('users').select(columns.users).where('organization_id', '=', p.organizationId).where('id', '=', p.id));
 *   const user = await db.first(userById, { organizationId, id });
 *
 * While a statement is built, `p` has placeholders instead of values. So the query is built and compiled only on its first use; after that, a call
 * costs only what the database needs.
 */
import { type Compilable, type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tables } from '../schema/tables.ts';

export type Value = string | number | null;
/** Several rows as one parameter. */
export type Records = readonly Readonly<Record<string, Value>>[];
export type Parameters = Readonly<Record<string, Value | readonly string[] | Records>>;

/** The differences between the SQL of the two databases. */
interface ReadDialect {
  readonly builder: Kysely<Tables>;
  /** `where('id', among, listed(ids))`: one parameter, so there is one statement for lists of any length, and one for lists of one element. */
  readonly among: RawBuilder<unknown>;
  readonly listed: <T extends string>(list: readonly T[]) => RawBuilder<T>;
  /** The same for rows: a table of those columns, to select from under a name. */
  readonly records: <T extends Readonly<Record<string, 'text' | 'bigint'>>>(
    rows: Records,
    columns: T,
  ) => RawBuilder<{ [C in keyof T]: T[C] extends 'text' ? string : number }>;
  /** For a join of `records` by this column: also passes the keys, without which PostgreSQL reads the whole of a small table. */
  readonly joinedBy: (column: string, keys: readonly string[]) => RawBuilder<SqlBool>;
}

interface WriteDialect extends ReadDialect {
  /** Locks the found rows until the end of the transaction. SQLite has one writer at a time and needs no locks. */
  readonly locking: <T extends { forNoKeyUpdate(): T }>(query: T) => T;
}

export interface Dialect extends WriteDialect {
  /** Locks the found rows, and skips those that another transaction has locked. */
  readonly skippingLocked: <T extends { forNoKeyUpdate(): T; skipLocked(): T }>(query: T) => T;
}

/**
 * The kind of a statement decides where it can run: reads everywhere, writes and locks only in a transaction, claims only in one of a queue. Guarded
 * reads are reads that a READ COMMITTED transaction makes only under a lock (rule LOCK-3).
 */
export type StatementKind = 'read' | 'guarded' | 'write' | 'claim';

export interface Statement<P, R, K extends StatementKind = StatementKind> {
  readonly kind: K;
  readonly build: (q: Kysely<Tables>, p: P, dialect: Dialect) => Compilable<R>;
}

export type ReadStatement<P, R> = Statement<P, R, 'read' | 'guarded'>;
export type WriteStatement<P, R> = Statement<P, R, 'write'>;
export type ClaimStatement<P, R> = Statement<P, R, 'claim'>;

/** A statement with its parameters: see `prefetch`. */
export interface BoundRead {
  readonly statement: ReadStatement<Parameters, unknown>;
  readonly parameters: Parameters;
}

export function bindRead<P extends Parameters, R>(statement: ReadStatement<P, R>, parameters: P): BoundRead {
  return { statement: statement as unknown as BoundRead['statement'], parameters };
}

/** The type of a row of the result. */
export type RowOf<S> = S extends Statement<never, infer R> ? R : never;

/** Only `select` is a read: Kysely's builders of other statements do not have this property. */
type Select<R> = Compilable<R> & { readonly isSelectQueryBuilder: true };

export function statement<P extends Parameters, R>(
  build: (q: Kysely<Tables>, p: P, dialect: ReadDialect) => Select<R>,
): Statement<P, R, 'read'> {
  return { kind: 'read', build };
}

/** Reads what a change to a schedule decides on, and what only those change who have locked the schedule. */
export function guardedStatement<P extends Parameters, R>(
  build: (q: Kysely<Tables>, p: P, dialect: ReadDialect) => Select<R>,
): Statement<P, R, 'guarded'> {
  return { kind: 'guarded', build };
}

/** Inserts, updates, deletes, and locking selects. */
export function writeStatement<P extends Parameters, R>(
  build: (q: Kysely<Tables>, p: P, dialect: WriteDialect) => Compilable<R>,
): WriteStatement<P, R> {
  return { kind: 'write', build };
}

/** Claims rows of a queue. Rows that another worker has claimed are skipped. */
export function claimStatement<P extends Parameters, R>(
  build: (q: Kysely<Tables>, p: P, dialect: Dialect) => Compilable<R>,
): ClaimStatement<P, R> {
  return { kind: 'claim', build };
}

/** Two writes, the second of which needs the rows that the first one returns, as one of its parameters. */
export interface WritePair<P> {
  readonly first: WriteStatement<P, Readonly<Record<string, Value>>>;
  readonly second: WriteStatement<Parameters, unknown>;
  /** The name of the parameter with the rows. */
  readonly rows: string;
  /** Both as one statement, which only PostgreSQL understands. */
  readonly atOnce: WriteStatement<P, unknown>;
}

export function writePair<P extends Parameters, Q extends Parameters, N extends keyof Q & string>(
  first: WriteStatement<P, Readonly<Record<string, Value>>>,
  second: WriteStatement<Q, unknown>,
  rows: N,
): WritePair<P & Omit<Q, N>> {
  const atOnce = writeStatement((q, p: Parameters, dialect) => {
    const written = first.build(q, p as P, dialect as Dialect) as unknown as Expression<
      Readonly<Record<string, Value>>
    >;
    const records: Dialect['records'] = (given: unknown, columns) => {
      if (!(given instanceof Placeholder) || given.name !== rows) return dialect.records(given as Records, columns);
      return sql`(select ${sql.join(Object.keys(columns).map((name) => sql.ref(name)))} from ${sql.table(WRITTEN)})`;
    };
    const withRows = q.with(WRITTEN, () => written) as unknown as typeof q;
    return second.build(withRows, p as Q, { ...dialect, records } as Dialect);
  });
  return { first, second: second as unknown as WriteStatement<Parameters, unknown>, rows, atOnce };
}

/** The rows that the first write of a pair returned. */
const WRITTEN = 'written';

/** A compiled statement: its text and its parameters in order. */
export interface Prepared {
  readonly sql: string;
  readonly places: readonly (Placeholder | Value)[];
}

/** The forms of a statement, each prepared on its first use. */
interface Forms<Here> {
  /** The names of its lists. */
  readonly lists: readonly string[];
  readonly forAnyLists: () => Here;
  readonly forListsOfOne: () => Here;
}

/**
 * Returns a function that compiles a statement on its first use; `complete` adds what the driver keeps with it. A list usually has one element, and
 * both databases find one value faster than a list: for that, a statement has a second form.
 */
export function createPreparation<Here extends Prepared>(
  dialect: Dialect,
  complete: (compiled: Prepared) => Here,
): <P extends Parameters>(statement: Statement<P, unknown>, parameters: P) => Here {
  const known = new Map<Statement<never, unknown>, Forms<Here>>();

  function formsOf(statement: Statement<never, unknown>): Forms<Here> {
    const lists: string[] = [];
    const compiled = compile(statement, {
      ...dialect,
      listed(list) {
        lists.push(nameOf(list));
        return dialect.listed(list);
      },
    });
    const ofOne: Dialect = {
      ...dialect,
      among: sql`in`,
      listed: (list) => sql`(${new OnlyElement(nameOf(list))})`,
    };
    return {
      lists,
      forAnyLists: once(() => complete(compiled)),
      forListsOfOne: once(() => complete(compile(statement, ofOne))),
    };
  }

  return (statement, parameters) => {
    const key = statement as Statement<never, unknown>;
    let forms = known.get(key);
    if (forms === undefined) {
      forms = formsOf(key);
      known.set(key, forms);
    }
    return haveOneElement(forms.lists, parameters) ? forms.forListsOfOne() : forms.forAnyLists();
  };
}

function compile({ build }: Statement<never, unknown>, dialect: Dialect): Prepared {
  const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) });
  const { sql, parameters } = build(dialect.builder, placeholders as never, dialect).compile();
  return { sql, places: parameters as readonly (Placeholder | Value)[] };
}

function haveOneElement(lists: readonly string[], parameters: Parameters): boolean {
  if (lists.length === 0) return false;
  for (const name of lists) if ((parameters[name] as readonly string[] | undefined)?.length !== 1) return false;
  return true;
}

function once<T extends Prepared>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The values in the order of their placeholders. A list is one value, as JSON: see `listed`. */
export function valuesFor({ places }: Prepared, parameters: Parameters): Value[] {
  return places.map((place) => {
    if (!(place instanceof Placeholder)) return place;
    const value = parameters[place.name];
    if (value === undefined) throw new Error(`the statement needs a value for ${place.name}`);
    if (place instanceof OnlyElement) return (value as readonly string[])[0] as string;
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
  });
}

class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  /** A statement is built once: `p.now - 5` would always be NaN. */
  #refuse = (): never => {
    throw new TypeError(
      `the parameter ${this.name} has no value while the statement is built: compute in the caller, and pass the result`,
    );
  };
  readonly [Symbol.toPrimitive] = this.#refuse;
  readonly valueOf = this.#refuse;
  readonly toString = this.#refuse;
  readonly toJSON = this.#refuse;
}

/** Stands for the only element of a list. */
class OnlyElement extends Placeholder {}

/** While a statement is built, a list is a placeholder. */
function nameOf(list: unknown): string {
  if (!(list instanceof Placeholder)) throw new TypeError('a list in a statement must be one of its parameters');
  return list.name;
}
