/**
 * Preloaded into every test process: keeps the runner of `node:test` from following promises. By default it notes for every promise which test
 * created it, so that it can blame that test for an error that nobody caught. That takes an eighth of the processor time of our suites. Without it,
 * such an error fails the file instead, and its trace tells where it comes from.
 */
import hooks from 'node:async_hooks';

const { createHook } = hooks;

// The runner is loaded later, and takes the function from here.
hooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false });

for (const event of ['uncaughtExceptionMonitor', 'unhandledRejection']) {
  process.on(event, (error: unknown) => console.error('Nobody caught this:', error));
}
