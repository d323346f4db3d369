/** Classifies SQLite errors: what the caller gets, and whether to try again. */
import { AppError } from '../../../errors.ts';
import { deletedMeanwhile, UniqueViolation } from '../database.ts';

/** The error code is in the low byte; the rest is the reason. */
export const SQLITE_BUSY = 5;

/** Locked by others, out of memory, read-only, or a disk that fails, is full or is missing: it may work again later. */
const UNAVAILABLE: readonly number[] = [SQLITE_BUSY, 6, 7, 8, 10, 13, 14];

/** Of these, the ones that are about the disk. */
const DISK_FAILS: readonly number[] = [8, 10, 13, 14];

export function codeOf(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
}

export function translating<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw translated(error);
  }
}

export function translated(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error.message === 'FOREIGN KEY constraint failed') return deletedMeanwhile(error);
  if (UNAVAILABLE.includes(codeOf(error) ?? 0)) return new AppError('service_unavailable', undefined, { cause: error });
  const [, columns] = /^UNIQUE constraint failed: (.*)$/.exec(error.message) ?? [];
  return columns === undefined ? error : new UniqueViolation(columns.split(', '), error);
}

/** After translation. */
export function isDiskFailure(error: unknown): boolean {
  return error instanceof AppError && DISK_FAILS.includes(codeOf(error.cause) ?? 0);
}
