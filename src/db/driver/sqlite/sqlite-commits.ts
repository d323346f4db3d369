/** Detects commits of other connections to the same SQLite file. */
import type { DatabaseSync } from 'node:sqlite';
import { translating } from './sqlite-errors.ts';

/**
 * Returns a function that tells whether another connection, of this process or of any other, has committed since the last call.
 * Each caller has its own last seen version, so several can watch one connection.
 */
export function watchCommits(connection: DatabaseSync): () => boolean {
  const dataVersion = connection.prepare('pragma data_version');
  dataVersion.setReturnArrays(true);
  const currentVersion = () => {
    const [version] = dataVersion.get() as unknown as [number];
    return version;
  };
  let seen = currentVersion();
  return () => {
    const current = translating(currentVersion);
    if (current === seen) return false;
    seen = current;
    return true;
  };
}

/** For a timer, which must not throw. Another process may lock the file for a moment, to recover its WAL for example. */
export function isChangedOrUnknown(hasChanged: () => boolean): boolean {
  try {
    return hasChanged();
  } catch {
    return true;
  }
}

/** Checks once in a turn of the event loop, and again after `look`: requests that arrive together share the result. */
export function oncePerTurn(hasChanged: () => boolean): { hasChanged(): boolean; look(): void } {
  let isKnown = false;
  const look = () => {
    isKnown = false;
  };
  return {
    hasChanged() {
      if (isKnown) return false;
      const changed = hasChanged();
      isKnown = true;
      setImmediate(look);
      return changed;
    },
    look,
  };
}
