import { setImmediate as nextImmediate } from 'node:timers/promises';

let last: Promise<void> = Promise.resolve();

/** Lets other work run. Of all that wait, one continues in each turn of the event loop (rule BUD-1). */
export function nextTurn(): Promise<void> {
  last = last.then(() => nextImmediate());
  return last;
}
