/** `watchbill migrate`. */
import { readConfig } from '../config/config.ts';
import { migrate } from '../db/schema/migrate.ts';
import { databaseError } from '../process/start-errors.ts';
import { print } from '../process/terminal.ts';
import { systemClock } from '../time/clock.ts';
import { openServices } from './opening.ts';

export async function migrateOnly(): Promise<void> {
  const config = readConfig();
  const { db } = await openServices(config);
  try {
    const done = await migrate(db, systemClock).catch((error) => Promise.reject(databaseError(config.database, error)));
    print(done.length === 0 ? 'nothing to do\n' : done.map((name) => `done: ${name}\n`).join(''));
  } finally {
    await db.close();
  }
}
