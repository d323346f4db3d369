/**
 * Runs faults one after the other while clients continue. Afterwards every confirmed write is stored, nothing is half done, the channels have all
 * messages, and every process that was not killed on purpose is still running.
 */
import assert from 'node:assert/strict';
import type { PostgresServer } from '../support/servers/postgres-server.ts';
import { watchAnswers } from './answers.ts';
import { startClients } from './clients.ts';
import type { OpenGround } from './grounds.ts';
import { openSite } from './site.ts';

export interface Scenario {
  readonly name: string;
  /** Reads never fail. */
  readonly readsGoOn?: true;
  /** How often each fault happens, if less often than elsewhere. */
  readonly rounds?: number;
  /** The database does not notice an abandoned transaction, and keeps its locks for a while: handoffs of other schedules overtake those in it. */
  readonly handoffsOvertake?: true;
  /** A one-line message about what this machine lacks, if anything. */
  readonly findMissing?: () => Promise<string | undefined>;
  readonly open: OpenGround;
}

export interface Outcome {
  readonly scenario: string;
  readonly database: string;
  readonly written: number;
  readonly unavailable: number;
  readonly slowestMs: number;
  /** The longest time from the end of a fault to the first completed write that began after it. */
  readonly backAfterMs: number;
  readonly notes: readonly string[];
  /** Undefined if everything succeeded. */
  readonly failure: unknown;
}

export interface Length {
  /** How often each fault happens. */
  readonly rounds: number;
  /** How long there are handoffs. */
  readonly handoffsMs: number;
  /** The pause of a client between a response and its next request. */
  readonly pauseMs: number;
  /** How many writes are answered before each fault, and after the last. */
  readonly writesInBetween: number;
}

export async function play(
  scenario: Scenario,
  postgres: PostgresServer,
  { rounds: usualRounds, handoffsMs, pauseMs, writesInBetween }: Length,
): Promise<Outcome> {
  const answers = watchAnswers();
  const ground = await scenario.open(postgres);
  const rounds = scenario.rounds ?? usualRounds;
  let backAfterMs = 0;
  let failure: unknown;
  try {
    const site = await openSite(ground.config, answers, ground.nodes ?? 1);
    try {
      const isInOrder = scenario.handoffsOvertake !== true;
      const clients = await startClients(site, { forMs: handoffsMs, isInOrder }, pauseMs);
      try {
        for (const fault of Array.from({ length: rounds }, () => ground.faults).flat()) {
          await clients.write(writesInBetween);
          const mendedAt = await fault(site, undefined);
          backAfterMs = Math.max(backAfterMs, await clients.servedAgain(mendedAt, site.addresses));
        }
        await clients.write(writesInBetween);
      } finally {
        await clients.stop();
        site.checkProcesses();
      }
      assert.deepEqual(answers.faults, []);
      await clients.checkEverything();
      assert.deepEqual(answers.faults, []);
      assert.equal(clients.oldReads, 0, 'reads older than an answer before');
      if (scenario.readsGoOn === true) assert.equal(answers.unavailableReads, 0, 'reads that were refused');
    } finally {
      await site.stop();
    }
  } catch (error) {
    failure = error;
  }
  await ground.remove();
  const { written, unavailable, slowestMs } = answers;
  const database = ground.config.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL';
  const notes = ground.notes ?? [];
  return { scenario: scenario.name, database, written, unavailable, slowestMs, backAfterMs, notes, failure };
}
