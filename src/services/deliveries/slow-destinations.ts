/**
 * Rule BUD-8: slow destinations share two slots of a worker, so that the others always find a free one. A destination is slow from the moment that a call
 * to it takes a second, until a call takes less. The call that shows it leaves its slot, so a worker waits a second for each destination, once.
 *
 * Kept in memory: a worker that forgets it, because it was restarted, loses that second again. So at most eight calls a second leave their slots.
 */
import type { Services } from '../shared/services.ts';

export const MAX_SLOW_TASKS = 2;

/** As long as the body of a response is read: an endpoint that trickles its body is slow. */
const SLOW_AFTER_MS = 1_000;

/** More than ever wait at once. The one that was found first is forgotten first. */
const MAX_KNOWN = 1_000;

interface Known {
  readonly slow: Set<string>;
  /** Destinations that this worker is sending to. */
  readonly inHand: Set<string>;
}

const knownBy = new WeakMap<Services, Known>();

function knownOf(services: Services): Known {
  const known = knownBy.get(services) ?? { slow: new Set(), inHand: new Set() };
  knownBy.set(services, known);
  return known;
}

export function isSlow(services: Services, destinationId: string): boolean {
  return knownOf(services).slow.has(destinationId);
}

/** The slow destinations, and to how many of them the worker may send in addition. */
export function slowShare(services: Services): { readonly slowIds: readonly string[]; readonly freeCount: number } {
  const { slow, inHand } = knownOf(services);
  return { slowIds: [...slow], freeCount: Math.max(MAX_SLOW_TASKS - slow.intersection(inHand).size, 0) };
}

export async function inHandWhile<T>(services: Services, destinationId: string, work: () => Promise<T>): Promise<T> {
  const { inHand } = knownOf(services);
  inHand.add(destinationId);
  try {
    return await work();
  } finally {
    inHand.delete(destinationId);
  }
}

/** Remembers whether the call is slow. `onSlow`: at once, if the destination was not slow before. */
export async function timeCall<T>(
  services: Services,
  destinationId: string,
  onSlow: () => void,
  call: () => Promise<T>,
): Promise<T> {
  const { slow } = knownOf(services);
  let hasTakenLong = false;
  const timer = setTimeout(() => {
    hasTakenLong = true;
    if (slow.has(destinationId)) return;
    slow.add(destinationId);
    const [first] = slow;
    if (slow.size > MAX_KNOWN && first !== undefined) slow.delete(first);
    onSlow();
  }, SLOW_AFTER_MS);
  try {
    return await call();
  } finally {
    clearTimeout(timer);
    if (!hasTakenLong) slow.delete(destinationId);
  }
}
