/** Pages of lists. A page past the end is empty and has the correct total. */
import type { Queryable } from '../../db/driver/database.ts';
import type { Parameters, ReadStatement } from '../../db/driver/statement.ts';
import { waitForAll } from './wait-for-all.ts';

export interface PageRequest {
  readonly page: number;
  readonly per_page: number;
}

export interface PageMeta extends PageRequest {
  readonly total: number;
}

type Limits = { readonly limit: number; readonly offset: number };

/** The statements of a list: `page` reads some of it, `total` counts all. */
export interface List<Wanted, Row> {
  readonly page: ReadStatement<Wanted & Limits, Row>;
  readonly total: ReadStatement<Wanted, { total: number }>;
}

/** A page and its total, in one round trip. */
export async function readPage<Wanted extends Parameters, Row>(
  db: Queryable,
  list: List<Wanted, Row>,
  wanted: Wanted,
  request: PageRequest,
): Promise<{ readonly rows: readonly Row[]; readonly meta: PageMeta }> {
  const [rows, total] = await waitForAll<[readonly Row[], { total: number } | undefined]>([
    db.all(list.page, { ...wanted, ...limitsOf(request) }),
    db.first(list.total, wanted),
  ]);
  return { rows, meta: metaOf(request, total) };
}

export function limitsOf({ page, per_page }: PageRequest): Limits {
  return { limit: per_page, offset: Math.min((page - 1) * per_page, Number.MAX_SAFE_INTEGER) };
}

export function metaOf({ page, per_page }: PageRequest, counted: { total: number } | undefined): PageMeta {
  return { total: counted?.total ?? 0, page, per_page };
}
