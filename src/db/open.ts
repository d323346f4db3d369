/** The database that the configuration names. */
import type { DatabaseConfig } from '../config.ts';
import type { Database } from './database.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

export function openDatabase(config: DatabaseConfig): Database {
  return config.kind === 'sqlite' ? openSqlite(config.path) : openPostgres(config.url);
}
