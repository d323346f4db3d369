/** Starts what may not be needed: a failure counts only where the result is awaited. */
export function started<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

/**
 * Waits for all of several promises. If some fail, the error is that of the first in the list: so the error of a bad request does not
 * depend on which query the database answers first.
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
