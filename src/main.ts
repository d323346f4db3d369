/** The command line, and the only place that wires configuration, clock, database and app together. */
import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from './config.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/open.ts';
import { buildApp } from './http/app.ts';
import { createIdSource } from './ids.ts';
import { bootstrap } from './services/bootstrap.ts';
import type { Services } from './services/services.ts';
import { systemClock } from './time/clock.ts';

const USAGE = `usage: watchbill <command>

  serve      run the service (npm start)
  migrate    bring the database to the shape that this version needs
`;

const COMMANDS: Record<string, () => Promise<void>> = { serve, migrate: migrateOnly };

try {
  const { positionals } = parseArgs({ allowPositionals: true });
  const command = COMMANDS[positionals[0] ?? ''];
  if (command === undefined) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
  } else {
    await command();
  }
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function serve(): Promise<void> {
  const config = readConfig();
  const services = openServices(config.database);
  await migrate(services.db, systemClock);
  const firstKey = await bootstrap(services, config.bootstrap);
  const app = await buildApp({
    services,
    docsUrl: config.docsUrl,
    rateLimit: config.rateLimit,
    logLevel: config.logLevel,
  });
  const address = await app.listen({ port: config.port, host: config.host });
  if (firstKey !== undefined) process.stdout.write(welcome(address, firstKey));

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, async () => {
      await app.close();
      await services.db.close();
    });
  }
}

async function migrateOnly(): Promise<void> {
  const { db } = openServices(readConfig().database);
  const done = await migrate(db, systemClock);
  await db.close();
  process.stdout.write(done.length === 0 ? 'nothing to do\n' : done.map((name) => `done: ${name}\n`).join(''));
}

function openServices(database: Parameters<typeof openDatabase>[0]): Services {
  return { db: openDatabase(database), clock: systemClock, newId: createIdSource(systemClock) };
}

function welcome(address: string, key: string): string {
  return `
Welcome to Watchbill. Your API key, shown only this once:

  ${key}

A first call:

  curl -H 'x-api-key: ${key}' ${address}/user/

`;
}
