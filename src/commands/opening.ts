/** Opens what commands work with: the database, the chat, mail and the log, as configured. */
import { existsSync } from 'node:fs';
import { type Config, readConfig, readUnknownSettings } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { type DatabaseConfig, shownDatabase } from '../config/database.ts';
import type { Database } from '../db/driver/database.ts';
import { openDatabase, openForReads } from '../db/driver/open.ts';
import { migrate, requireMigrated, requireTables } from '../db/schema/migrate.ts';
import { createIdSource } from '../ids.ts';
import { createMailer } from '../mail/mailer.ts';
import { createLog, type Log } from '../process/log.ts';
import { databaseError } from '../process/start-errors.ts';
import { openSecret } from '../secrets/installation-secret.ts';
import { connectChat } from '../services/chat/chat-connection.ts';
import { createClockWatch } from '../services/shared/clock-watch.ts';
import { noLastUses } from '../services/shared/last-uses.ts';
import { getOperator, type Operator } from '../services/shared/operator.ts';
import type { Services } from '../services/shared/services.ts';
import { systemClock } from '../time/clock.ts';
import { createAddressRules } from '../webhooks/public-addresses.ts';

export type ServicesWithLog = Services & { readonly log: Log };

/** Rule TRU-2: such a command creates no database. */
export async function asOperator<T>(work: (services: Services, operator: Operator) => Promise<T>): Promise<T> {
  const config = readConfig();
  requireDatabaseFile(config.database);
  const services = await openWith(config, openDatabase, async (db) => {
    await requireTables(db);
    await migrate(db, systemClock);
  });
  try {
    return await work(services, await getOperator(services));
  } finally {
    await services.db.close();
  }
}

/** The file of the command `demo`. */
const DEMO_FILE = 'data/demo.db';
export const DEMO_DATABASE = `sqlite:${DEMO_FILE}`;

function requireDatabaseFile(database: DatabaseConfig): void {
  if (database.kind !== 'sqlite' || existsSync(database.path)) return;
  const demo = existsSync(DEMO_FILE) ? `, such as ${DEMO_DATABASE}, the database of the demo` : '';
  throw new ConfigError(
    `DATABASE_URL is "${shownDatabase(database)}"; there is no such file. Start the service once, with "serve", or name another file${demo}`,
  );
}

/** Warns of settings that have no effect. */
export function warnOfUnknownSettings(log: Log): void {
  for (const { name, nearest } of readUnknownSettings())
    log.warn(`the setting ${name} is not known and has no effect; the nearest name is ${nearest}`);
}

export function openMigrated(config: Config): Promise<ServicesWithLog> {
  return openWith(config, openDatabase, (db) => migrate(db, systemClock));
}

export async function openToRead(config: Config): Promise<ServicesWithLog> {
  return { ...(await openWith(config, openForReads, requireMigrated)), isReadOnly: true };
}

/** Closes the database on failure: an open connection would keep the process from ending. */
async function openWith(
  config: Config,
  open: typeof openDatabase,
  prepare: (db: Database) => Promise<unknown>,
): Promise<ServicesWithLog> {
  const services = await openServices(config, open);
  try {
    await prepare(services.db);
    return services;
  } catch (error) {
    await services.db.close();
    throw databaseError(config.database, error);
  }
}

export async function openServices(config: Config, open = openDatabase): Promise<ServicesWithLog> {
  const { db, secret } = await openDatabaseAndSecret(config, open);
  const base = {
    secret,
    db,
    clock: systemClock,
    newId: createIdSource(systemClock),
    publicUrl: config.linkUrl,
    endpoints: createAddressRules(config.webhookAllow),
    mailer: config.mail && createMailer(config.mail),
    lastUses: noLastUses(),
    log: createLog(config.logLevel, systemClock),
    hasNoPasswords: !config.hasPasswords,
  };
  const clockWatch = createClockWatch(base.db, base.clock, base.log);
  return { ...base, clockWatch, chatOf: connectChat(config.chat, base) };
}

async function openDatabaseAndSecret(config: Config, open: typeof openDatabase) {
  let db: Database | undefined;
  try {
    db = await open(config.database);
    return { db, secret: openSecret(config) };
  } catch (error) {
    await db?.close();
    throw databaseError(config.database, error);
  }
}
