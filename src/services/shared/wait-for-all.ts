/**
 * Waits for several things that were asked for at once. Of those that fail, the first in the list says why: so the answer to a bad
 * request does not depend on what the database answers first.
 */
export async function waitForAll<T extends readonly unknown[]>(
  asked: readonly [...{ [I in keyof T]: Promise<T[I]> }],
): Promise<T> {
  const results = await Promise.allSettled(asked);
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  }) as unknown as T;
}
