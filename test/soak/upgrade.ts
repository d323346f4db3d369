/**
 * `npm run soak -- upgrade`: replaces a server of the first edition, taken from the git history, by this version while clients wait to write. The first
 * one has stopped before the other starts. No confirmed write may be lost or doubled, nothing half done, channels get all messages, no request is
 * refused, and the first edition does not start again. `--database=sqlite` or `--database=postgres` selects one of them, `--seconds=N` sets the length
 * of each phase.
 */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { DatabaseConfig } from '../../src/config/database.ts';
import { newApiKey } from '../../src/secrets/api-key-format.ts';
import { type Answers, watchAnswers } from '../chaos/answers.ts';
import { startClients } from '../chaos/clients.ts';
import { allPages, type Call, type Json } from '../support/drivers/calls.ts';
import { createPostgres, createSqlite } from '../support/servers/databases.ts';
import { checkOutFirstEdition, NoHistoryError } from '../support/servers/first-edition.ts';
import { startPostgres } from '../support/servers/postgres-server.ts';
import {
  follow,
  killed,
  listening,
  type RunningProcess,
  startCommand,
  stopped,
} from '../support/servers/server-process.ts';
import { type Balancer, createBalancer } from './balancer.ts';

type Version = 'old' | 'new';

/** The pause of a client between a response and its next request. */
const PAUSE_MS = 80;

const { values } = parseArgs({
  options: { database: { type: 'string' }, seconds: { type: 'string', default: '15' } },
});
const phaseMs = Number(values.seconds) * 1000;

const edition = await checkOutFirstEdition().catch((error: unknown) => {
  if (!(error instanceof NoHistoryError)) throw error;
  console.error(`upgrade: ${error.message}`);
  process.exit(1);
});
const postgres = await startPostgres();
process.env.TEST_POSTGRES_URL = `postgres://postgres:postgres@localhost:${postgres.port}`;
for (const kind of ['sqlite', 'postgres'] as const) {
  if (values.database !== undefined && values.database !== kind) continue;
  const place = await (kind === 'sqlite' ? createSqlite() : createPostgres());
  try {
    console.log(`${kind}: ${await upgrade(place.config)}`);
  } catch (error) {
    console.error(`${kind}: FAILED`, error);
    process.exitCode = 1;
  }
  await place.remove();
}
await postgres.remove();
await edition.remove();

/** Upgrades, checks everything, and returns the measurements. */
async function upgrade(database: DatabaseConfig): Promise<string> {
  const answers = watchAnswers();
  const balancer = createBalancer(answers);
  const ownerKey = newApiKey();
  const call = balancer.callWith(ownerKey);
  const running = new Set<RunningProcess>();

  function start(version: Version, words: readonly string[]): ChildProcess {
    const startIt = version === 'old' ? edition.start : startCommand;
    return startIt(database, words, { WATCHBILL_BOOTSTRAP_API_KEY: ownerKey });
  }

  /** The server gets requests as soon as it listens. */
  async function serve(version: Version): Promise<RunningProcess> {
    const node = start(version, ['serve']);
    node.stderr?.pipe(process.stderr);
    const server = await listening(node);
    running.add(server);
    balancer.add(version, server.address);
    return server;
  }

  /** With a command of the first edition: one of this version would migrate. */
  async function callAs(email: string): Promise<Call> {
    const command = follow(start('old', ['keys', 'create', '--email', email]));
    return balancer.callWith(await command.said('wb_'));
  }

  try {
    const old = await serve('old');
    const clients = await startClients({ answers, call, callAs }, { forMs: 3 * phaseMs, isInOrder: false }, PAUSE_MS);
    try {
      await wait(phaseMs);
      await balancer.drain('old');
      running.delete(old);
      await stopped(old);
      await serve('new');
      await wait(phaseMs);
    } catch (error) {
      // Not awaited: without a node, their requests wait for one.
      clients.stop().catch(() => undefined);
      throw error;
    }
    await clients.stop();
    await clients.checkEverything();
    await nothingIsDoubled(call);
    assert.deepEqual(balancer.refusals, []);
    assert.deepEqual(answers.faults, []);
    const [code] = await follow(start('old', ['serve'])).exited;
    assert.equal(code, 1, 'the first edition starts on the migrated database');
  } finally {
    await Promise.all([...running].map(killed));
  }
  return measured(balancer, answers);
}

function measured({ sent }: Balancer, { written, slowestMs }: Answers): string {
  const requests = [...sent].map(([name, count]) => `${count} requests to the ${name} version`).join(', ');
  return `${requests}, ${written} writes answered, slowest answer ${(slowestMs / 1000).toFixed(1)} s`;
}

/** Every schedule and coverage request of the clients has a unique name, and every override of a schedule its own hour. */
async function nothingIsDoubled(call: Call): Promise<void> {
  const schedules = await allPages(call, '/schedules', 'schedules');
  assertDifferent(schedules.map(({ name }) => name));
  const requests = await allPages(call, '/coverage_requests/', 'coverage_requests');
  assertDifferent(requests.map(({ reason }) => reason));
  const created = await allPages(call, '/audit_log/?action=override.created', 'audit_log');
  assertDifferent(created.map(({ detail }: Json) => `${detail.schedule} ${detail.start}`));
}

function assertDifferent(names: readonly string[]): void {
  const counts = Map.groupBy(names, (name) => name);
  assert.deepEqual(
    [...counts].filter(([, same]) => same.length > 1).map(([name]) => name),
    [],
    'doubled',
  );
}
