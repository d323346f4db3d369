/** Pages of a list. A page past the end is empty, with the true total. */
export interface PageRequest {
  readonly page: number;
  readonly per_page: number;
}

export interface PageMeta extends PageRequest {
  readonly total: number;
}

export function limitsOf({ page, per_page }: PageRequest): { limit: number; offset: number } {
  return { limit: per_page, offset: Math.min((page - 1) * per_page, Number.MAX_SAFE_INTEGER) };
}

export function metaOf({ page, per_page }: PageRequest, counted: { total: number } | undefined): PageMeta {
  return { total: counted?.total ?? 0, page, per_page };
}
