/**
 * Thrown in a READ COMMITTED transaction that has read what somebody else changed in between: it is rolled back, and the work begins again in a new
 * one (rule LOCK-1).
 */
import { AppError } from '../../errors.ts';

export class BeginAgain extends Error {
  override readonly name = 'BeginAgain';
}

const MAX_ATTEMPTS = 3;

/** If even the last attempt is thrown back, so many others make changes that somebody has to try again later. */
export async function beginningAgain<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = MAX_ATTEMPTS; ; left -= 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof BeginAgain)) throw error;
      if (left === 1) throw new AppError('service_unavailable', undefined, { cause: error });
    }
  }
}
