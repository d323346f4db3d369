/** Counters of this process since its start, for `/metrics`. */
export const counters = {
  handoffs: 0,
  /** Open streams of live events. */
  eventStreams: 0,
  /** By kind of destination. */
  deliveries: {
    chat: { sent: 0, retried: 0, failed: 0 },
    webhook: { sent: 0, retried: 0, failed: 0 },
    mail: { sent: 0, retried: 0, failed: 0 },
  },
  heartbeats: { sent: 0, failed: 0, withheld: 0 },
  /**
   * Requests that compute many shifts: their slices, and those that were stopped because the caller had gone, because they took too long, because they
   * were about too much, or because the same user had too many of them.
   */
  work: { slices: 0, abandoned: 0, late: 0, refused: 0, crowded: 0 },
  groupSyncs: { done: 0, retried: 0, failed: 0 },
  /** Transactions that PostgreSQL aborted because of another one, and that began again. */
  retriedTransactions: { conflict: 0, deadlock: 0 },
};
