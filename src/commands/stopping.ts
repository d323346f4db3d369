/** Stops a process that serves or works: after a signal, or when its database is gone. */
import type { Log } from '../process/log.ts';
import { endBySignals, handleSignals } from '../process/signals.ts';

const DUPLICATE_SIGNAL_MS = 500;

/** A client that never sends the rest of its request must not delay the shutdown. Orchestrators usually wait 10 to 30 s. */
const MAX_STOP_MS = 10_000;

/**
 * The first signal starts a graceful shutdown. Ctrl+C at `npm start` sends two signals, one by the terminal and one by npm, so signals
 * that follow at once are ignored. A later signal ends the process immediately. Returns a function that starts the shutdown.
 */
export function onSignal(stop: () => Promise<void>, stillStopping: () => void, drainMs = 0): () => void {
  let isStopping = false;

  function stopOnce(): void {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => {
      endBySignals();
      stillStopping();
    }, DUPLICATE_SIGNAL_MS).unref();
    setTimeout(() => process.exit(), MAX_STOP_MS + drainMs).unref();
    void stop();
  }

  handleSignals(stopOnce);
  return stopOnce;
}

/** The next start opens the file that exists then. */
export function stopWithout(reason: string, log: Log, stop: () => void): void {
  log.error('the database is gone: the process stops. Restore it while it is stopped, without -wal and -shm', {
    reason,
  });
  process.exitCode = 1;
  stop();
}
