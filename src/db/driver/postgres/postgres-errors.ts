/** Classifies PostgreSQL errors: what the caller gets, whether the connection is still usable, whether to retry. */
import pg from 'pg';
import { AppError } from '../../../errors.ts';
import { deletedMeanwhile, UniqueViolation } from '../database.ts';

const DEADLOCK = '40P01';
const SERIALIZATION_FAILURES = new Set(['40001', DEADLOCK]);
const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';
const FEATURE_NOT_SUPPORTED = '0A000';
const TOO_MANY_CONNECTIONS = '53300';

/** A prepared statement is missing, or already exists. */
const PREPARED_ELSEWHERE = new Set(['26000', '42P05']);

/**
 * Errors of an outdated connection: the server is read-only (25006) or a standby (0A000 at the begin); a prepared statement
 * returns other columns than when it was prepared (0A000), or does not exist any more.
 */
const STALE = new Set([FEATURE_NOT_SUPPORTED, '25006', ...PREPARED_ELSEWHERE]);

/** Seen only if a new connection did not help. */
const SET_POOLER =
  'The database mixes up prepared statements. Behind a pooler in transaction mode, DATABASE_POOLER=transaction must be set.';

/** Bad values, constraints, aborted transactions, statement timeouts: the connection stays usable. */
const CONNECTION_USABLE = /^(22|23|40|57014)/;

/**
 * No connection, or none now: failed, refused, too many, shutting down or starting up, a disk error; statement timeouts; and what a replica cannot
 * do.
 */
const UNAVAILABLE = /^(08|25006|28|3D|53|55000|57|58)/;

/** Errors of PostgreSQL are a `DatabaseError`; anything else is about the connection. */
export function translated(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return unavailable(error);
  if (error.code === UNIQUE_VIOLATION) {
    const [, columns = ''] = /^Key \(([^)]*)\)/.exec(error.detail ?? '') ?? [];
    return new UniqueViolation(
      columns.split(', ').map((column) => `${error.table}.${column}`),
      error,
    );
  }
  if (error.code === FOREIGN_KEY_VIOLATION) return deletedMeanwhile(error);
  if (PREPARED_ELSEWHERE.has(error.code ?? ''))
    return new AppError('service_unavailable', SET_POOLER, { cause: error });
  return UNAVAILABLE.test(error.code ?? '') ? unavailable(error) : error;
}

export function rethrow(error: unknown): never {
  throw error;
}

export function rethrowTranslated(error: unknown): never {
  throw translated(error);
}

export function unavailable(cause: unknown): AppError {
  return new AppError('service_unavailable', undefined, { cause });
}

/** A standby refuses SERIALIZABLE transactions: nothing else causes this error at a begin. */
export function rethrowFromBegin(error: unknown): never {
  throw sqlStateOf(error) === FEATURE_NOT_SUPPORTED ? unavailable(error) : translated(error);
}

/** `isOwn`: an error that did not come from PostgreSQL is the caller's own, and says nothing about the connection. */
export function isConnectionUsable(error: unknown, { isOwn = false } = {}): boolean {
  const state = sqlStateOf(error);
  return state === undefined ? isOwn : CONNECTION_USABLE.test(state);
}

/** The SQLSTATE of the error, also after translation. */
function sqlStateOf(error: unknown): string | undefined {
  if (error instanceof pg.DatabaseError) return error.code;
  return error instanceof Error && error.cause instanceof pg.DatabaseError ? error.cause.code : undefined;
}

export function isStale(error: unknown): boolean {
  return STALE.has(sqlStateOf(error) ?? '');
}

export function isSerializationFailure(error: unknown): boolean {
  return SERIALIZATION_FAILURES.has(sqlStateOf(error) ?? '');
}

/** One of the serialization failures. */
export function isDeadlock(error: unknown): boolean {
  return sqlStateOf(error) === DEADLOCK;
}

/** For the server, the database or the role: another connection has to end first. */
export function isTooManyConnections(error: unknown): boolean {
  return sqlStateOf(error) === TOO_MANY_CONNECTIONS;
}
