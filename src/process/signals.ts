/**
 * Signals that stop a process. The kernel drops them for the first process of a container as long as nothing handles them, so there is a handler from
 * the first line on (main.ts). What handles them changes:
 *
 *   start of a service → ends at once, without an error   an interrupted migration is rolled back
 *   service            → stops in order                   commands/stopping.ts
 *   stopping, command  → ends at once, by the signal
 */
import { constants } from 'node:os';

/** Commands that run until they are stopped, and that something starts again when they fail. */
export const SERVICES: ReadonlySet<string> = new Set(['serve', 'worker', 'demo']);

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

type Handler = (signal: (typeof SIGNALS)[number]) => void;

let current: Handler | undefined;

/** Replaces the handler before; undefined: what the signal does by itself. */
export function handleSignals(handler: Handler | undefined): void {
  for (const signal of SIGNALS) {
    // At no time without one.
    if (handler !== undefined) process.on(signal, handler);
    if (current !== undefined) process.off(signal, current);
  }
  current = handler;
}

/** From now on, a signal ends the process at once, with the exit code that a shell shows for it. */
export function endBySignals(): void {
  handleSignals(process.pid === 1 ? (signal) => process.exit(128 + constants.signals[signal]) : undefined);
}
