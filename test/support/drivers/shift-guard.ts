/**
 * Rule BUD-1 in every test that runs the service in its own process: a service that computes more than 10,000 shifts in one turn of the event loop
 * fails the test. Tests that compute shifts themselves are not meant.
 */
import { observeShifts } from '../../../src/engine/timeline.ts';

const MOST_IN_A_TURN = 10_000;

/** A deep stack: the engine may have been called through many functions. */
const STACK_DEPTH = 100;

let inTurn = 0;
const counted = { total: 0, mostInATurn: 0 };

observeShifts(() => {
  if (inTurn === 0) {
    setImmediate(() => {
      inTurn = 0;
    });
  }
  inTurn += 1;
  counted.total += 1;
  counted.mostInATurn = Math.max(counted.mostInATurn, inTurn);
  if (inTurn % MOST_IN_A_TURN === 0 && isAskedByService()) refuse();
});

/** The shifts that were computed during the work: all, and the most in one turn of the event loop. */
export async function countingShifts<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly total: number; readonly mostInATurn: number }> {
  Object.assign(counted, { total: 0, mostInATurn: 0 });
  const result = await work();
  return { result, ...counted };
}

/** Everything that no function of a test has called directly, without waiting for anything in between. */
function isAskedByService(): boolean {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = STACK_DEPTH;
  const { stack = '' } = new Error('who asked?');
  Error.stackTraceLimit = before;
  const callers = stack.split('\n').filter((frame) => !frame.includes('at async ') && !frame.includes('shift-guard'));
  return !callers.some((frame) => frame.includes('/test/'));
}

/** Throws outside too: services treat a schedule that throws as a broken one. */
function refuse(): never {
  const error = new Error(`more than ${MOST_IN_A_TURN} shifts were computed in one turn of the event loop`);
  queueMicrotask(() => {
    throw error;
  });
  throw error;
}
