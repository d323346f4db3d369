/**
 * Detects that the open database file, or its `-wal`, was deleted or replaced, for example by a restore. SQLite keeps using the files that
 * it has opened, so everything written from then on would be lost.
 *
 * Rule STO-1: uses only `stat`, which opens no file.
 */
import { statSync } from 'node:fs';
import { AppError } from '../../../errors.ts';

/** For at most this long, reads may use a file that was removed. */
const POLL_INTERVAL_MS = 1_000;

export interface DatabaseFile {
  /** Throws if the file was lost. */
  requireKept(): void;
  /** Throws if the database file is lost. Called after a commit, before it is confirmed to anybody. */
  check(): void;
  onLost(listener: (reason: string) => void): void;
  close(): void;
}

/** For a database in memory. */
const NO_FILE: DatabaseFile = {
  requireKept: () => undefined,
  check: () => undefined,
  onLost: () => undefined,
  close: () => undefined,
};

/** The file must be open already. */
export function watchDatabaseFile(path: string): DatabaseFile {
  const opened = identityOf(path);
  if (opened === undefined) return NO_FILE;
  // It may not exist before the first write.
  let openedWal = identityOf(`${path}-wal`);
  let reason: string | undefined;
  const listeners: ((reason: string) => void)[] = [];

  function look(): void {
    try {
      compare();
    } catch {
      // It is unknown whether the files still exist: for example, the disk fails.
    }
  }

  function compare(): void {
    const wal = identityOf(`${path}-wal`);
    openedWal ??= wal;
    const lost = identityOf(path) !== opened ? path : wal !== openedWal ? `${path}-wal` : undefined;
    if (lost === undefined || reason !== undefined) return;
    reason = `${lost} was deleted or replaced while it was open`;
    for (const listener of listeners) listener(reason);
  }

  function requireKept(): void {
    if (reason !== undefined) throw new AppError('service_unavailable', undefined, { cause: new Error(reason) });
  }

  const looking = setInterval(look, POLL_INTERVAL_MS).unref();
  return {
    requireKept,
    check() {
      look();
      requireKept();
    },
    onLost(listener) {
      listeners.push(listener);
      if (reason !== undefined) listener(reason);
    },
    close: () => clearInterval(looking),
  };
}

/** Undefined if the file does not exist. */
function identityOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}
