/** Runs the worker's due work at a simulated time, and reads the results. */
import assert from 'node:assert/strict';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { runAllDue } from '../../../src/services/jobs/due-work.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { type Person, succeeded, type Watchbill } from './api.ts';

/** Sets the time, and does everything that is due then. */
export async function workAt({ at, services }: Watchbill, instant: string): Promise<void> {
  at(instant);
  await nextTurn();
  await runAllDue(services);
}

/** The messages in a channel of the built-in chat, oldest first. */
export async function messagesIn(person: Person, channelId: string): Promise<string[]> {
  const texts: string[] = [];
  for (let page = 1; ; page++) {
    const { messages, meta } = succeeded(await person.get(`/chat/local/messages/?per_page=100&page=${page}`));
    for (const { channel_id, text } of messages) if (channel_id === channelId) texts.push(text);
    if (page * 100 >= meta.total) return texts;
  }
}

/** Longer than even a slow machine takes at ten times its capacity. */
const EVENTUALLY_MS = 150_000;

/** Polls often at first, then every half second: a check may cost as much as the awaited work. */
export async function eventually(isTrue: () => Promise<boolean>, what: string): Promise<void> {
  const until = systemClock.now() + EVENTUALLY_MS;
  for (let pauseMs = 10; !(await isTrue()); await wait(pauseMs)) {
    assert.ok(systemClock.now() < until, `never: ${what}`);
    pauseMs = Math.min(1.3 * pauseMs, 500);
  }
}
