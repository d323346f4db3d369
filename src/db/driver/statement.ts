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
  /** `where('id', ...listed(ids))`, with one parameter for a list of any length: the operator and what it compares with. */
  readonly listed: <T extends string>(list: readonly T[]) => readonly [RawBuilder<unknown>, RawBuilder<T>];
  /** The same for a query of ids. With `in` alone, PostgreSQL reads all rows of a table of hundreds, instead of finding these by their keys. */
  readonly selected: <T extends string>(ids: Expression<unknown>) => readonly [RawBuilder<unknown>, RawBuilder<T>];
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
  /** It changes nothing, so it would do no harm outside of a transaction. */
  readonly isLock?: true;
  readonly build: (q: Kysely<Tables>, p: P, dialect: Dialect) => Compilable<R>;
}

export type ReadStatement<P, R> = Statement<P, R, 'read' | 'guarded'>;
export type WriteStatement<P, R> = Statement<P, R, 'write'>;
export type ClaimStatement<P, R> = Statement<P, R, 'claim'>;

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

/** Locks rows, and changes nothing: a locking select, or an update that sets a column to itself. */
export function lockStatement<P extends Parameters, R>(
  build: (q: Kysely<Tables>, p: P, dialect: WriteDialect) => Compilable<R>,
): WriteStatement<P, R> {
  return { kind: 'write', isLock: true, build };
}

/** Inserts, updates and deletes. */
export function writeStatement<P extends Parameters, R>(
  build: (q: Kysely<Tables>, p: P, dialect: WriteDialect) => Compilable<R>,
): WriteStatement<P, R> {
  return { kind: 'write', build };
}

/** Claims rows of a queue, by locking them. Rows that another worker has claimed are skipped. */
export function claimStatement<P extends Parameters, R>(
  build: (q: Kysely<Tables>, p: P, dialect: Dialect) => Select<R>,
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

/** Returns a function that compiles a statement on its first use; `complete` adds what the driver keeps with it. */
export function createPreparation<Here extends Prepared>(
  dialect: Dialect,
  complete: (compiled: Prepared) => Here,
): <P extends Parameters>(statement: Statement<P, unknown>) => Here {
  const known = new Map<Statement<never, unknown>, Here>();
  return (statement) => {
    const key = statement as Statement<never, unknown>;
    let prepared = known.get(key);
    if (prepared === undefined) {
      prepared = complete(compile(key, dialect));
      known.set(key, prepared);
    }
    return prepared;
  };
}

function compile({ build }: Statement<never, unknown>, dialect: Dialect): Prepared {
  const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) });
  const { sql, parameters } = build(dialect.builder, placeholders as never, dialect).compile();
  return { sql, places: parameters as readonly (Placeholder | Value)[] };
}

/** The values in the order of their placeholders. What is not a single value is passed as JSON, unless it is `asArray`. */
export function valuesFor({ places }: Prepared, parameters: Parameters): (Value | readonly string[])[] {
  return places.map((place) => {
    if (!(place instanceof Placeholder)) return place;
    const value = parameters[place.name];
    if (value === undefined) throw new Error(`the statement needs a value for ${place.name}`);
    if (typeof value !== 'object' || value === null) return value;
    return place instanceof ArrayPlaceholder ? (value as readonly string[]) : JSON.stringify(value);
  });
}

/** Passes a list as an array, for a database that has arrays. */
export function asArray<T extends string>(list: readonly T[]): readonly T[] {
  // While a statement is built, a list is a placeholder.
  if (!((list as unknown) instanceof Placeholder))
    throw new TypeError('a list in a statement must be one of its parameters');
  return new ArrayPlaceholder((list as unknown as Placeholder).name) as unknown as readonly T[];
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

class ArrayPlaceholder extends Placeholder {}
