/**
 * Work on many independent things, each of which may wait for the chat: some of them at once, so that one that hangs holds up no other,
 * and not too many.
 */
import type { Services } from '../shared/services.ts';

/** Carries out one thing that was taken. What it throws is about the worker, not about that thing. */
export type Task = () => Promise<void>;

/** Takes things that are due, so many at most, in the order in which they became due. */
export type ClaimTasks = (services: Services, limit: number) => Promise<readonly Task[]>;

/** How many things of a kind a worker has in hand at once. */
export const MAX_CONCURRENT_TASKS = 8;

/** Takes some and waits for all of them; returns how many there were. */
export async function runTasks(services: Services, take: ClaimTasks): Promise<number> {
  const tasks = await take(services, MAX_CONCURRENT_TASKS);
  // One that fails must not keep the worker from waiting for the others.
  const results = await Promise.allSettled(tasks.map((task) => task()));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  return tasks.length;
}
