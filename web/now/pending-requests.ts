/** The requests for cover that somebody could still take. */
export const PENDING = { params: { query: { status: 'pending' } } } as const;
