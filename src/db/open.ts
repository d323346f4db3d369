/** The database that the configuration names. Only the code for that one is loaded. */
import type { DatabaseConfig } from '../config.ts';
import type { Database } from './database.ts';

export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  if (config.kind === 'sqlite') return (await import('./sqlite.ts')).openSqlite(config.path);
  return (await import('./postgres.ts')).openPostgres(config.url);
}
