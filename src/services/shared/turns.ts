/**
 * Rule BUD-1: whatever works in slices takes turns. In each turn of the event loop at most one slice runs, and users come one after the other, however many
 * requests each has.
 */
import { counters } from '../../process/counters.ts';

/** Users who wait for a slice, in the order in which they get one, and what each waits for. */
const queues = new Map<string, (() => void)[]>();

/** Resolves when the user may run the next slice. */
export function nextTurn(userId: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (queues.size === 0) afterOthers(runNext);
  const own = queues.get(userId);
  if (own === undefined) queues.set(userId, [resolve]);
  else own.push(resolve);
  return promise;
}

/** One slice. The user goes to the end of the queue. */
function runNext(): void {
  const [first] = queues;
  if (first === undefined) return;
  const [userId, waiting] = first;
  const run = waiting.shift();
  queues.delete(userId);
  if (waiting.length > 0) queues.set(userId, waiting);
  counters.work.slices += 1;
  run?.();
  if (queues.size > 0) afterOthers(runNext);
}

/** A whole turn of the event loop lies between two slices: requests that arrived during the first are answered before the second. */
function afterOthers(run: () => void): void {
  setImmediate(() => setImmediate(run));
}
