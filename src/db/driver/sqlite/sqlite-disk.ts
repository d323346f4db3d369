/**
 * Whether the disk of an SQLite database takes writes. On a full disk every read succeeds, so only a write tells. It has to be committed: before that,
 * SQLite writes nothing to the disk. But each commit clears the read caches, so a write is tried only if there is a reason to doubt: the last write
 * failed, or the file system reports no room.
 */
import { statfs } from 'node:fs/promises';
import { AppError } from '../../../errors.ts';
import { isDiskFailure } from './sqlite-errors.ts';

/** Below this, a write is tried. Most transactions write less. */
const LITTLE_ROOM_BYTES = 1024 * 1024;

/** Between two attempts to write, and so the longest time until a disk with room again is noticed. */
const ATTEMPT_INTERVAL_MS = 2_000;

export interface Disk {
  /** Called with the error of every failed transaction. */
  noteFailure(error: unknown): void;
  /** Throws if the disk takes no writes. */
  requireWrites(): Promise<void>;
}

/** `write` writes to the disk without changing anything, as a transaction of its own. */
export function watchDisk(folder: string, write: () => Promise<unknown>): Disk {
  /** The error of the last write that the disk refused, until one succeeds. */
  let failure: unknown;
  let attemptedAt = Number.NEGATIVE_INFINITY;

  function noteFailure(error: unknown): void {
    if (!isDiskFailure(error)) return;
    failure = error;
    attemptedAt = performance.now();
  }

  async function attempt(): Promise<void> {
    attemptedAt = performance.now();
    await write().then(
      () => {
        failure = undefined;
      },
      (error) => {
        if (!isDiskFailure(error)) throw error;
        failure = error;
      },
    );
  }

  return {
    noteFailure,
    async requireWrites() {
      if (failure === undefined && (await hasRoom(folder))) return;
      if (performance.now() >= attemptedAt + ATTEMPT_INTERVAL_MS) await attempt();
      if (failure === undefined) return;
      const what = 'The database takes no writes: the disk is full, or fails.';
      throw new AppError('service_unavailable', what, { cause: failure });
    },
  };
}

async function hasRoom(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize >= LITTLE_ROOM_BYTES;
  } catch {
    return false;
  }
}
