/** Starts one PostgreSQL for all test files, before the first of them, and stops it after the last; sees that there is a Chromium. */
import { ensureChromium } from './chromium.ts';
import { keepExitCode, type PostgresServer, startPostgres } from './postgres-server.ts';

let postgres: PostgresServer | undefined;

export async function globalSetup(): Promise<void> {
  await ensureChromium();
  postgres = await startPostgres('max_connections=300', 'fsync=off');
  process.env.TEST_POSTGRES_URL = `postgres://postgres:postgres@localhost:${postgres.port}`;
}

export async function globalTeardown(): Promise<void> {
  keepExitCode();
  await postgres?.remove();
}
