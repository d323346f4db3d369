/** The reads that are running, by list and number. */
const running = new Map<string, Map<number, Promise<unknown>>>();

/**
 * Reads pages of a list one after the other: a page waits for those before it that are being read. Several large pages at once would slow down the
 * service for everyone. An earlier page does not wait for a later one, so that what is on the screen is up to date first.
 */
export async function inTurn<T>(list: string, number: number, read: () => Promise<T>): Promise<T> {
  const reads = running.get(list) ?? new Map<number, Promise<unknown>>();
  running.set(list, reads);
  const earlier = [...reads].filter(([other]) => other < number).map(([, reading]) => reading);
  const reading = Promise.allSettled(earlier).then(read);
  reads.set(number, reading);
  try {
    return await reading;
  } finally {
    if (reads.get(number) === reading) reads.delete(number);
    if (reads.size === 0) running.delete(list);
  }
}
