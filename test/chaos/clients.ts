/**
 * The clients of a site while it breaks: some write, one creates changes for the channels, some only read. They continue whatever the response is.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '../../src/time/clock.ts';
import { openLedger, randomFrom } from '../support/drivers/ledger.ts';
import { MAX_ANSWER_MS, Unavailable } from './answers.ts';
import { type Handoffs, watchChat } from './chat-watch.ts';
import { watchFreshness } from './fresh-reads.ts';
import type { Site } from './site.ts';

const WRITERS = 4;

const CHANGES_PAUSE_MS = 700;

const SEED = 20_261_116;

/** A change notification waits 5 to 30 s for more of its kind, and the work of a failed worker until its lease expires. */
const TOLD_WITHIN_MS = 90_000;
const POLL_INTERVAL_MS = 1_000;

export interface Clients {
  /** Resolves after that many more completed writes. */
  write(count: number): Promise<void>;
  /** Resolves when each node has completed a write that began after that moment. Returns how long after, for the last one. */
  servedAgain(mendedAt: number, addresses: readonly string[]): Promise<number>;
  /** The number of reads that were older than an earlier response. */
  readonly oldReads: number;
  /** Resolves when the last request has its response. */
  stop(): Promise<void>;
  /** Checks that every confirmed write is stored, nothing is half done, and the channels got their messages. */
  checkEverything(): Promise<void>;
}

export async function startClients(
  { answers, call, callAs }: Pick<Site, 'answers' | 'call' | 'callAs'>,
  handoffs: Handoffs,
  pauseMs: number,
): Promise<Clients> {
  const { user: owner } = await call('GET', '/user/');
  const { user: ada } = await call('POST', '/users/', { name: 'Ada', email: 'ada@example.com' });
  const { user: grace } = await call('POST', '/users/', { name: 'Grace', email: 'grace@example.com' });
  const colleague = { id: grace.id, call: await callAs(grace.email) };
  const ledger = openLedger(call, owner, colleague, randomFrom(SEED));
  const chat = await watchChat(call, ledger, ada, handoffs);
  const fresh = await watchFreshness(call, ledger, ada);
  let isOver = false;

  /** A response that is not allowed is recorded as a fault. */
  async function goOn(act: () => Promise<unknown>, pauseMs: number): Promise<void> {
    while (!isOver) {
      try {
        await act();
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error;
      }
      await wait(pauseMs);
    }
  }

  const going = Promise.all([
    ...Array.from({ length: WRITERS }, () => goOn(ledger.writeSomething, pauseMs)),
    goOn(chat.makeChanges, CHANGES_PAUSE_MS),
    goOn(fresh.write, pauseMs),
    goOn(fresh.read, pauseMs),
    goOn(() => call('GET', '/oncall'), pauseMs),
    goOn(() => call('GET', '/schedules?per_page=5'), pauseMs),
  ]);
  going.catch(() => undefined);

  async function checkEverything(): Promise<void> {
    await ledger.everythingAnsweredIsThere();
    await ledger.nothingIsHalfDone();
    const now = systemClock.now();
    for (;;) {
      try {
        return await chat.checkTold(now);
      } catch (error) {
        if (systemClock.now() > now + TOLD_WITHIN_MS) throw error;
      }
      await wait(POLL_INTERVAL_MS);
    }
  }

  return {
    write(count) {
      const wanted = answers.written + count;
      return answers.until(() => answers.written >= wanted, `${count} writes`, 2 * MAX_ANSWER_MS);
    },
    async servedAgain(mendedAt, addresses) {
      const served = () => addresses.map((address) => answers.servedAfter(mendedAt, address));
      await answers.until(() => !served().includes(undefined), 'served again', MAX_ANSWER_MS);
      return Math.max(...served().map((afterMs) => afterMs ?? 0));
    },
    get oldReads() {
      return fresh.oldReads;
    },
    async stop() {
      isOver = true;
      await going;
    },
    checkEverything,
  };
}
