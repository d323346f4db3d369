/** Lets the worker do what is due, at the time that the test decides, and looks at what came of it. */
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { runAllDue } from '../../../src/services/jobs/due-work.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { type Person, succeeded, type Watchbill } from './api.ts';

/** Sets the time, and has everything done that is due then. */
export async function workAt({ at, services }: Watchbill, instant: string): Promise<void> {
  at(instant);
  await runAllDue(services);
}

/** What stands in a channel of the built-in chat, oldest first. */
export async function messagesIn(person: Person, channelId: string): Promise<string[]> {
  const texts: string[] = [];
  for (let page = 1; ; page++) {
    const { messages, meta } = succeeded(await person.get(`/chat/local/messages/?per_page=100&page=${page}`));
    for (const { channel_id, text } of messages) if (channel_id === channelId) texts.push(text);
    if (page * 100 >= meta.total) return texts;
  }
}

/** Longer than even a slow machine takes that runs ten times as much as it can. */
const EVENTUALLY_MS = 150_000;

/** Looks again and again, at first often, then every half second: to look may cost as much as what is waited for. */
export async function eventually(isSo: () => Promise<boolean>, what: string): Promise<void> {
  const until = systemClock.now() + EVENTUALLY_MS;
  for (let pauseMs = 10; !(await isSo()); await wait(pauseMs)) {
    assert.ok(systemClock.now() < until, `never: ${what}`);
    pauseMs = Math.min(1.3 * pauseMs, 500);
  }
}
