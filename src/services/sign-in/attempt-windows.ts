/** Failed sign-in attempts are counted in windows of 15 minutes. */
import { MINUTE_MS } from '../../time/units.ts';

export const ATTEMPT_WINDOW_MS = 15 * MINUTE_MS;

export function attemptWindowAt(nowMs: number): number {
  return Math.floor(nowMs / ATTEMPT_WINDOW_MS) * ATTEMPT_WINDOW_MS;
}
