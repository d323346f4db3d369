/** Turns an error at start into one line that names the variable, its value and the reason. */
import { ConfigError, StartError } from '../config/config-error.ts';
import { type DatabaseConfig, shownDatabase } from '../config/database.ts';
import { NewerDatabaseError } from '../db/schema/migrate.ts';
import { AppError } from '../errors.ts';

/** Wraps errors of opening or migrating a database. Bugs of Watchbill, and errors that already name a setting, are returned unchanged. */
export function databaseError(database: DatabaseConfig, error: unknown): unknown {
  const reason = error instanceof ConfigError ? undefined : reasonOf(error);
  if (reason === undefined) return error;
  return new StartError(`DATABASE_URL is "${shownDatabase(database)}"; ${oneLine(reason)}`, { cause: error });
}

const REASONS: Readonly<Record<string, string>> = {
  'unable to open database file': 'it cannot be opened: it is a folder, or this user may not read or write there',
  'file is not a database': 'the file is not an SQLite database',
  'attempt to write a readonly database': 'this user may not write the file',
  'database is locked': 'another process has locked the file',
};

const NAMES_A_SETTING = /\bDATABASE_[A-Z]+\b/;

function reasonOf(error: unknown): string | undefined {
  if (error instanceof AppError) {
    if (NAMES_A_SETTING.test(error.message)) return undefined;
    return error.cause instanceof Error ? textOf(error.cause) : error.message;
  }
  return error instanceof Error && isOutside(error) ? textOf(error) : undefined;
}

function textOf(error: Error): string {
  if (error instanceof AggregateError) return error.errors.map((one: Error) => one.message).join(', ');
  return REASONS[error.message] ?? error.message;
}

/** Whether the error comes from outside: errors of system calls, SQLite and PostgreSQL have a code; an address that cannot be decoded has none. */
function isOutside(error: Error): boolean {
  return 'code' in error || error instanceof URIError || error instanceof NewerDatabaseError;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ');
}

/** `variable`: the setting of the port. Undefined if the reason is not a setting. */
export function listenError(
  { host, port }: { host: string; port: number },
  error: unknown,
  variable: 'PORT' | 'WATCHBILL_METRICS_PORT' = 'PORT',
): StartError | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const forHost = (reason: string) => new StartError(`HOST is "${host}"; ${reason}`, { cause: error });
  const forPort = (reason: string) => new StartError(`${variable} is ${port}; ${reason}`, { cause: error });
  if (code === 'EADDRINUSE') return forPort('another program listens there');
  if (code === 'EACCES') return forPort('this user may not listen there: ports below 1024 need a right of their own');
  if (code === 'EADDRNOTAVAIL') return forHost('this machine has no such address');
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return forHost('there is no address of this name');
  if (code === 'EAFNOSUPPORT' || code === 'EINVAL') return forHost('this machine cannot listen on such an address');
  return undefined;
}
