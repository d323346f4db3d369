/**
 * What the channels are to be told: every override of some schedules, and the one handoff of some others, which follow
 * each other every two seconds. In the end all of it stands in the built-in chat, in order. A message may stand there twice in a row:
 * the worker was stopped between sending it and noting that.
 */
import assert from 'node:assert/strict';
import { plainInstant } from '../../src/chat/plain-text.ts';
import { systemClock } from '../../src/time/clock.ts';
import { formatInstant } from '../../src/time/iso.ts';
import { allPages, type Call, type Ledger } from '../support/ledger.ts';

/** So many that a burst of one of them has no more news than a message lists. */
const NEWS_SCHEDULES = 8;
const NEWS_CHANNEL = 'C0ONCALL';
const HANDOFF_CHANNEL = 'C0GENERAL';

/** Time to link the channel of a schedule before its handoff. */
const AHEAD_MS = 5_000;
const HANDOFF_EVERY_MS = 2_000;

export interface ChatWatch {
  /** Makes an override that has to be told. */
  makeNews(): Promise<void>;
  /** Fails unless all that was to be told until then is told. */
  checkTold(until: number): Promise<void>;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

interface Handoff {
  readonly name: string;
  readonly at: number;
  /** On a machine so slow that the channel was linked too late, it is not. */
  readonly isTold: boolean;
}

/** With handoffs for that long. */
export async function watchChat(
  call: Call,
  ledger: Ledger,
  ada: { id: string },
  handoffsMs: number,
): Promise<ChatWatch> {
  const news: Named[] = [];
  for (let i = 0; i < NEWS_SCHEDULES; i++) news.push(await createLinked(`News ${i}`, NEWS_CHANNEL));

  const handoffs: Handoff[] = [];
  const first = systemClock.now() + AHEAD_MS;
  for (let at = first; at < first + handoffsMs; at += HANDOFF_EVERY_MS) {
    const { name } = await createLinked(`Handoff ${at}`, HANDOFF_CHANNEL, { rotation_start: formatInstant(at) });
    handoffs.push({ name, at, isTold: systemClock.now() < at });
  }

  async function createLinked(name: string, channel: string, changes: object = {}): Promise<Named> {
    const schedule = await ledger.createSchedule({ name, people: [ada], changes });
    await call('PUT', `/schedules/${schedule.id}/chat_channels/${channel}`);
    return schedule;
  }

  async function messagesIn(channel: string): Promise<string[]> {
    const messages = await allPages(call, `/chat/local/messages/?channel_id=${channel}`, 'messages');
    const texts: string[] = messages.map(({ text }) => text);
    return texts.filter((text, i) => text !== texts[i - 1]);
  }

  async function checkNews(): Promise<void> {
    const messages = await messagesIn(NEWS_CHANNEL);
    for (const { id, name } of news) {
      const told = messages
        .filter((text) => text.startsWith(`${name}:`))
        .flatMap((text) => [...text.matchAll(/created an override from (.*?) until/g)].map(([, start]) => start));
      assert.deepEqual(told, await overridesOf(id), `what is told of ${name}`);
    }
  }

  /** When they start, as a message says it. Each starts later than those that were made before it. */
  async function overridesOf(id: string): Promise<string[]> {
    const path = `/schedules/${id}/overrides/?from=2190-01-01T00:00:00Z&to=2190-12-31T00:00:00Z`;
    const overrides = await allPages(call, path, 'overrides');
    const starts: number[] = overrides.map(({ start }) => Temporal.Instant.from(start).epochMilliseconds);
    return starts.sort((a, b) => a - b).map((start) => plainInstant(start, 'UTC'));
  }

  async function checkHandoffs(until: number): Promise<void> {
    const due = handoffs.filter(({ at, isTold }) => isTold && at <= until).map(({ name }) => name);
    const told = (await messagesIn(HANDOFF_CHANNEL)).map((text) => /^(Handoff \d+): .* is on call/.exec(text)?.[1]);
    const expected = new Set(due);
    assert.deepEqual(
      told.filter((name) => name !== undefined && expected.has(name)),
      due,
      'the handoffs that are told',
    );
  }

  let made = 0;
  return {
    async makeNews() {
      await ledger.createOverride(news[made++ % NEWS_SCHEDULES]?.id);
    },
    async checkTold(until) {
      await checkNews();
      await checkHandoffs(until);
    },
  };
}
