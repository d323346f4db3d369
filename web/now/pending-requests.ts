/** The query for coverage requests that somebody could still take. */
export const PENDING = { params: { query: { status: 'pending' } } } as const;
