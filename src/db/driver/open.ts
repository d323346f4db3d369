/** Opens the configured database. Loads only the code for that kind of database. */
import type { DatabaseConfig } from '../../config/database.ts';
import { PlannedRefusal } from '../../errors.ts';
import type { Database, DatabaseLimits } from './database.ts';
import { guardTransactions } from './shared-transaction.ts';

export async function openDatabase(config: DatabaseConfig, limits: DatabaseLimits = {}): Promise<Database> {
  return guardTransactions(await openKind(config, limits));
}

async function openKind(config: DatabaseConfig, limits: DatabaseLimits): Promise<Database> {
  if (config.kind === 'sqlite') return (await import('./sqlite/sqlite.ts')).openSqlite(config.path, limits);
  return (await import('./postgres/postgres.ts')).openPostgres(config, limits);
}

/** For a node that only reads, on a standby for example: every transaction is refused with 503. */
export async function openForReads(config: DatabaseConfig): Promise<Database> {
  const refuse = () =>
    Promise.reject(new PlannedRefusal('This node is read-only: it was started with serve --read-only.'));
  return {
    ...(await openDatabase(config)),
    transaction: refuse,
    lockingTransaction: refuse,
    queueTransaction: refuse,
    exclusively: refuse,
  };
}
