/**
 * Writes of whole rows. These statements are made from the columns of a table (columns.ts), so a new column is in all of them. A row without it, or with
 * a value of another type, fails to compile.
 */
import { type InsertQueryBuilder, type InsertResult, type Kysely, type Selectable, sql } from 'kysely';
import type { OrganizationId } from '../../ids.ts';
import { type Records, type Value, type WriteStatement, writeStatement } from '../driver/statement.ts';
import { kinds } from './columns.ts';
import type { Tables } from './tables.ts';

type Row<T extends keyof Tables> = Selectable<Tables[T]>;
type OwnedTable = { [T in keyof Tables]: 'organization_id' extends keyof Tables[T] ? T : never }[keyof Tables];

type IdentifiedTable = { [T in OwnedTable]: 'id' extends keyof Tables[T] ? T : never }[OwnedTable];
type Identity<T extends OwnedTable> = keyof Row<T> & ('organization_id' | 'id');

/** The organization is a parameter of the statement, the same for all rows. */
export type NewRow<T extends OwnedTable> = Omit<Row<T>, 'organization_id'>;

/** If a row conflicts with a stored one: it is skipped, or replaces columns of the stored row with the same key. */
type Conflict<C> = 'skip' | { readonly key: readonly C[]; readonly replaced: readonly C[] };

type AnyTables = Record<string, Record<string, Value>>;
type AnyKinds = Readonly<Record<string, 'text' | 'bigint'>>;

export function insertRows<T extends OwnedTable>(
  table: T,
  conflict?: Conflict<keyof Row<T> & string>,
): WriteStatement<{ readonly organizationId: OrganizationId; readonly rows: readonly NewRow<T>[] }, unknown> {
  const { organization_id: _, ...others }: AnyKinds = kinds[table];
  const names = Object.keys(others);
  const insert = writeStatement((q, p: { organizationId: OrganizationId; rows: Records }, { records }) => {
    const query = ofAnyTables(q)
      .insertInto<string>(table)
      .columns(['organization_id', ...names])
      .expression((eb) =>
        eb
          .selectFrom(records(p.rows, others).as('wanted'))
          .select([
            sql<string>`cast(${p.organizationId} as text)`.as('organization_id'),
            ...names.map((name) => sql.ref<Value>(`wanted.${name}`).as(name)),
          ])
          // Without a condition SQLite would parse `on conflict` as part of a join.
          .where(sql.lit(true)),
      );
    return resolving(query, conflict);
  });
  return insert as unknown as ReturnType<typeof insertRows<T>>;
}

/** One row: each column is a parameter. */
export function insertRow<T extends OwnedTable>(
  table: T,
  conflict?: Conflict<keyof Row<T> & string>,
): WriteStatement<Row<T>, unknown> {
  const names = Object.keys(kinds[table]);
  const insert = writeStatement((q, p: Readonly<Record<string, Value>>) => {
    const values = Object.fromEntries(names.map((name) => [name, p[name] as Value]));
    return resolving(ofAnyTables(q).insertInto<string>(table).values(values), conflict);
  });
  return insert as unknown as WriteStatement<Row<T>, unknown>;
}

/**
 * Replaces these columns of stored rows. The organization is one of the columns of a row and not a separate condition: otherwise SQLite would scan
 * everything that the organization has in the table, and search for each in the list.
 */
export function updateRows<T extends IdentifiedTable, C extends keyof Row<T> & string>(
  table: T,
  replaced: readonly C[],
): WriteStatement<{ readonly rows: readonly Pick<Row<T>, Identity<T> | C>[] }, unknown> {
  const name: string = table;
  const given = ['organization_id', 'id', ...replaced];
  const some = Object.fromEntries(
    Object.entries<'text' | 'bigint'>(kinds[table]).filter(([one]) => given.includes(one)),
  );
  const update = writeStatement((q, p: { rows: Records }, { records }) =>
    ofAnyTables(q)
      .updateTable(name)
      .from(records(p.rows, some).as('wanted'))
      .set(Object.fromEntries(replaced.map((one) => [one, sql.ref<Value>(`wanted.${one}`)])))
      .whereRef(`${name}.id`, '=', 'wanted.id')
      .whereRef(`${name}.organization_id`, '=', 'wanted.organization_id'),
  );
  return update as unknown as ReturnType<typeof updateRows<T, C>>;
}

/** Replaces these columns of the stored row with the same id: each of them is a parameter. */
export function updateRow<T extends IdentifiedTable, C extends keyof Row<T> & string>(
  table: T,
  replaced: readonly C[],
): WriteStatement<Pick<Row<T>, Identity<T> | C>, unknown> {
  const update = writeStatement((q, p: Readonly<Record<'organization_id' | 'id' | C, Value>>) =>
    ofAnyTables(q)
      .updateTable<string>(table)
      .set(Object.fromEntries(replaced.map((name) => [name, p[name]])))
      .where('organization_id', '=', p.organization_id)
      .where('id', '=', p.id),
  );
  return update as unknown as ReturnType<typeof updateRow<T, C>>;
}

function resolving(
  query: InsertQueryBuilder<AnyTables, string, InsertResult>,
  conflict: Conflict<string> | undefined,
): typeof query {
  if (conflict === undefined) return query;
  if (conflict === 'skip') return query.onConflict((on) => on.doNothing());
  const { key, replaced } = conflict;
  const values = Object.fromEntries(replaced.map((name) => [name, sql.ref<Value>(`excluded.${name}`)]));
  return query.onConflict((on) => on.columns(key).doUpdateSet(values));
}

function ofAnyTables(q: Kysely<Tables>): Kysely<AnyTables> {
  return q as unknown as Kysely<AnyTables>;
}
