/** `watchbill backup FILE`. */

import { readConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { backUpSqlite } from '../db/driver/sqlite/sqlite-backup.ts';
import type { Options } from '../validation/arguments.ts';

/** Does not migrate first: a backup before an upgrade must be of the old version. */
export async function backUp({ file }: Options): Promise<void> {
  const { database } = readConfig();
  if (database.kind !== 'sqlite') {
    throw new ConfigError('DATABASE_URL is a PostgreSQL database; back it up with pg_dump: see docs/operations.md');
  }
  backUpSqlite(database.path, file ?? '');
}
