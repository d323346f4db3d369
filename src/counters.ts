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
  groupSyncs: { done: 0, retried: 0, failed: 0 },
};
