/** Runs several independent tasks at once, up to a limit. Each may wait for the chat; one that hangs does not delay the others. */
import type { Services } from '../shared/services.ts';

/** Runs one claimed task. An error it throws concerns the worker, not the task. Calls `leaveSlot` when others must not wait for it any longer. */
export type Task = (leaveSlot?: () => void) => Promise<void>;

/** Claims up to `limit` due tasks, in the order in which they became due. */
export type ClaimTasks = (services: Services, limit: number) => Promise<readonly Task[]>;

/** Tasks of a kind that a worker runs at once. */
export const MAX_CONCURRENT_TASKS = 8;

/** Claims tasks and waits for all of them; returns their number. */
export async function runTasks(services: Services, take: ClaimTasks): Promise<number> {
  const tasks = await take(services, MAX_CONCURRENT_TASKS);
  // A failed task must not keep the worker from waiting for the others.
  const results = await Promise.allSettled(tasks.map((task) => task()));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  return tasks.length;
}
