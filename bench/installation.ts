/** Creates an installation of a given size, and runs the service on it as a separate process. */
import { execFile } from 'node:child_process';
import { createSecretKey, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import pg from 'pg';
import type { DatabaseConfig } from '../src/config/database.ts';
import type { Database } from '../src/db/driver/database.ts';
import { openDatabase } from '../src/db/driver/open.ts';
import { anyOrganization } from '../src/db/people/organizations.ts';
import { migrate } from '../src/db/schema/migrate.ts';
import { createIdSource, type OrganizationId } from '../src/ids.ts';
import { newApiKey } from '../src/secrets/api-key-format.ts';
import { connectChat } from '../src/services/chat/chat-connection.ts';
import { bootstrap } from '../src/services/setup/bootstrap.ts';
import { noLastUses } from '../src/services/shared/last-uses.ts';
import type { Services } from '../src/services/shared/services.ts';
import { type Clock, systemClock } from '../src/time/clock.ts';
import { type Amounts, fillWith, idOf } from '../test/support/plans/many-rows.ts';
import { startServer } from '../test/support/servers/server-process.ts';

/** `BENCH_SCALE=0.01` makes everything that small, to check that a part runs. Its figures then mean nothing. */
export const SCALE = Number(process.env.BENCH_SCALE ?? 1);

export function scaled(amount: number, least = 1): number {
  return Math.max(least, Math.round(amount * SCALE));
}

/** The number of schedules that the caller rotates in, whatever the size. */
const SCHEDULES_OF_ASKER = 5;

export interface Installation {
  readonly config: DatabaseConfig;
  readonly amounts: Amounts;
  readonly organizationId: OrganizationId;
  /** The API key of the owner, who sends the requests. */
  readonly key: string;
  /** When the installation was filled. In every schedule, a handoff is due then. */
  readonly nowMs: number;
}

export interface Service {
  readonly address: string;
  residentMB(): Promise<number>;
  stop(): Promise<void>;
}

/** The id of the thing with this number: see many-rows.ts. */
export function idNumbered(prefix: string, number: number): string {
  return `${prefix}_${String(number).padStart(26, '0')}`;
}

/** The services of one process, with the built-in chat. The caller must close `db`. */
export async function openServices(config: DatabaseConfig, clock: Clock): Promise<Services> {
  const secret = [createSecretKey(randomBytes(32))] as const;
  const base = { db: await openDatabase(config), clock, newId: createIdSource(clock), secret, lastUses: noLastUses() };
  return { ...base, chatOf: connectChat({ provider: 'local', plan: 'paid' }, base) };
}

export async function install(config: DatabaseConfig, amounts: Amounts): Promise<Installation> {
  const services = await openServices(config, systemClock);
  const { db } = services;
  const key = newApiKey();
  const nowMs = systemClock.now();
  try {
    await migrate(db, systemClock);
    await bootstrap(services, { email: 'owner@example.com', name: 'Owner', apiKey: key });
    const organization = await db.first(anyOrganization, {});
    if (organization === undefined) throw new Error('there is no organization');
    await fillWith(db, amounts, { nowMs, organization: () => `'${organization.id}'` });
    await placeAsker(db);
    if (config.kind === 'postgres') await vacuum(config.url);
    return { config, amounts, organizationId: organization.id, key, nowMs };
  } finally {
    await db.close();
  }
}

/** PostgreSQL would do both later by itself, during the measurement. */
async function vacuum(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('vacuum analyze');
  await client.query('checkpoint');
  await client.end();
}

/** Replaces the first person of the first schedules by the caller. */
function placeAsker(db: Database): Promise<unknown> {
  return db.exclusively(async (tx) => {
    const asker = `(select id from users where role = 'owner')`;
    const replaced = `(select user_id from schedule_users where schedule_users.schedule_id = revisions.schedule_id order by user_id limit 1)`;
    const first = `(${Array.from({ length: SCHEDULES_OF_ASKER }, (_, i) => idOf('sch', i + 1)).join(', ')})`;
    await tx.execute(
      `update revisions set layer_json = replace(layer_json, ${replaced}, ${asker}) where schedule_id in ${first}`,
    );
    await tx.execute(
      `insert into schedule_users (organization_id, schedule_id, user_id, until_at)
        select organization_id, id, ${asker}, ${Date.UTC(2200, 0)} from schedules where id in ${first}`,
    );
    await tx.execute('update organizations set schedule_count = (select count(*) from schedules)');
  });
}

export async function serve({ config, key }: Installation): Promise<Service> {
  const server = await startServer(config, key);
  return {
    address: server.address,
    residentMB: () => residentMB(server.process.pid),
    async stop() {
      server.process.kill('SIGTERM');
      await server.exited;
    },
  };
}

export async function residentMB(pid: number | undefined): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return (Number(stdout) * 1024) / 1e6;
}
