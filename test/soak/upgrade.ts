/**
 * `npm run soak -- upgrade`: replaces nodes of the first edition, taken from the git history, by this version while clients write. No confirmed write
 * may be lost or doubled, nothing half done, channels get all messages, and requests are refused only at the moment of the migration.
 * `--database=sqlite` or `--database=postgres` selects one of them, `--seconds=N` sets the length of each phase.
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

interface Site {
  readonly balancer: Balancer;
  /** Starts a server, which gets requests as soon as it listens. */
  serve(version: Version, ...words: readonly string[]): Promise<RunningProcess>;
  work(version: Version): Promise<RunningProcess>;
  /** Stops sending requests to a server, and stops it after the last response. */
  takeOut(version: Version, server: RunningProcess): Promise<void>;
  /** Lets the clients continue for a while. */
  goOn(): Promise<void>;
}

/** Starts with a server of the first edition and its clients, and ends without any process of the first edition. */
type Scenario = (site: Site, old: RunningProcess) => Promise<void>;

const SCENARIOS: readonly { kind: DatabaseConfig['kind']; name: string; play: Scenario }[] = [
  { kind: 'postgres', name: 'nodes in turns', play: inTurns },
  { kind: 'sqlite', name: 'one process after the other', play: oneAfterTheOther },
  { kind: 'sqlite', name: 'a new server beside an old worker', play: besideOldWorker },
  { kind: 'sqlite', name: 'back to the old version, and forward again', play: backAndForward },
  { kind: 'postgres', name: 'back to the old version, and forward again', play: backAndForward },
];

/** PostgreSQL closes the connections of the first edition at the migration: running requests on them get 503. */
const MIGRATION_MOMENT_MS = 2_000;

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
for (const { kind, name, play } of SCENARIOS) {
  if (values.database !== undefined && values.database !== kind) continue;
  const place = await (kind === 'sqlite' ? createSqlite() : createPostgres());
  try {
    console.log(`${kind}, ${name}: ${await upgrade(place.config, play)}`);
  } catch (error) {
    console.error(`${kind}, ${name}: FAILED`, error);
    process.exitCode = 1;
  }
  await place.remove();
}
await postgres.remove();
await edition.remove();

/** Two nodes of different versions; the older one also restarts. */
async function inTurns({ balancer, serve, takeOut, goOn }: Site, old: RunningProcess): Promise<void> {
  const begun = performance.now();
  await serve('new');
  const migrated = performance.now();
  await goOn();
  await takeOut('old', old);
  const restarted = await serve('old');
  await goOn();
  await takeOut('old', restarted);
  const isExpected = ({ node, at }: Balancer['refusals'][number]) =>
    node === 'old' && at > begun && at < migrated + MIGRATION_MOMENT_MS;
  const unexpected = balancer.refusals.filter((refusal) => !isExpected(refusal));
  assert.deepEqual(unexpected, [], 'refused, and not by the first edition at the moment of the migration');
}

async function oneAfterTheOther({ balancer, serve, takeOut }: Site, old: RunningProcess): Promise<void> {
  await takeOut('old', old);
  await serve('new');
  assert.deepEqual(balancer.refusals, []);
}

async function besideOldWorker({ balancer, serve, work, takeOut, goOn }: Site, old: RunningProcess): Promise<void> {
  const worker = await work('old');
  await takeOut('old', old);
  await serve('new', '--no-worker');
  await goOn();
  await stopped(worker);
  await work('new');
  assert.deepEqual(balancer.refusals, []);
}

/** The old version continues on tables that the new one has migrated and written. */
async function backAndForward({ balancer, serve, takeOut, goOn }: Site, old: RunningProcess): Promise<void> {
  await takeOut('old', old);
  const upgraded = await serve('new');
  await goOn();
  await takeOut('new', upgraded);
  const back = await serve('old');
  await goOn();
  await takeOut('old', back);
  await serve('new');
  assert.deepEqual(balancer.refusals, []);
}

/** Runs the scenario, checks everything, and returns the measurements. */
async function upgrade(database: DatabaseConfig, play: Scenario): Promise<string> {
  const answers = watchAnswers();
  const balancer = createBalancer(answers);
  const ownerKey = newApiKey();
  const call = balancer.callWith(ownerKey);
  const running = new Set<RunningProcess>();

  function start(version: Version, words: readonly string[]): ChildProcess {
    const startIt = version === 'old' ? edition.start : startCommand;
    return startIt(database, words, { WATCHBILL_BOOTSTRAP_API_KEY: ownerKey });
  }

  function startNode(version: Version, words: readonly string[]): ChildProcess {
    const node = start(version, words);
    node.stderr?.pipe(process.stderr);
    return node;
  }

  const site: Site = {
    balancer,
    async serve(version, ...words) {
      const server = await listening(startNode(version, ['serve', ...words]));
      running.add(server);
      balancer.add(version, server.address);
      return server;
    },
    async work(version) {
      const worker = follow(startNode(version, ['worker']));
      running.add(worker);
      await worker.said('"working"');
      return worker;
    },
    async takeOut(version, server) {
      await balancer.drain(version);
      running.delete(server);
      await stopped(server);
    },
    goOn: () => wait(phaseMs),
  };

  /** With a command of the first edition: one of this version would migrate. */
  async function callAs(email: string): Promise<Call> {
    const command = follow(start('old', ['keys', 'create', '--email', email]));
    return balancer.callWith(await command.said('wb_'));
  }

  try {
    const old = await site.serve('old');
    const clients = await startClients({ answers, call, callAs }, { forMs: 3 * phaseMs, isInOrder: false }, PAUSE_MS);
    try {
      await site.goOn();
      await play(site, old);
      await site.goOn();
    } catch (error) {
      // Not awaited: without a node, their requests wait for one.
      clients.stop().catch(() => undefined);
      throw error;
    }
    await clients.stop();
    await clients.checkEverything();
    await nothingIsDoubled(call);
    assert.deepEqual(answers.faults, []);
  } finally {
    await Promise.all([...running].map(killed));
  }
  return measured(balancer, answers);
}

function measured({ sent, refusals }: Balancer, { written, slowestMs }: Answers): string {
  const requests = [...sent].map(([name, count]) => `${count} requests to the ${name} version`).join(', ');
  const lastedMs = (refusals.at(-1)?.at ?? 0) - (refusals.at(0)?.at ?? 0);
  const refused = `${refusals.length} refused within ${Math.ceil(lastedMs)} ms`;
  return `${requests}, ${written} writes answered, ${refused}, slowest answer ${(slowestMs / 1000).toFixed(1)} s`;
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
