/** A service that is connected to the fake Slack, and people who are in both. */
import assert from 'node:assert/strict';
import type { ChatConfig } from '../../../src/config/chat.ts';
import { MINUTE_MS } from '../../../src/time/units.ts';
import type { FakeSlack } from '../fakes/fake-slack.ts';
import { addUser, type FakeMessage } from '../fakes/fake-slack-workspace.ts';
import { type Person, succeeded, type Watchbill } from './api.ts';

/** Calls have ten minutes, not ten seconds, so that none fails on a machine that stands still for a while. */
export function slackChat({ botToken, apiUrl }: FakeSlack, signingSecret?: string): ChatConfig {
  const timeout = { timeoutMs: 10 * MINUTE_MS };
  return { provider: 'slack', botToken, userToken: undefined, signingSecret, apiUrl, ...timeout };
}

/** Ada is `U0ADA` in Slack, and Watchbill knows it. */
export async function addPersonInSlack(
  { addPerson, owner }: Watchbill,
  { workspace }: FakeSlack,
  name: string,
  options?: Parameters<Watchbill['addPerson']>[1],
): Promise<Person> {
  const person = await addPerson(name, options);
  const { id } = addUser(workspace, { id: `U0${name.toUpperCase()}`, name: name.toLowerCase() });
  succeeded(await owner.patch(`/users/${person.id}`, { chat_id: id }));
  return person;
}

/** What people read has no id, no time in ISO form and no word of the API. */
export function assertReadable({ text, blocks }: Pick<FakeMessage, 'text' | 'blocks'>): void {
  const read = [text, ...JSON.stringify(blocks).matchAll(/"text":"([^"]*)"/g)].join('\n');
  assert.doesNotMatch(read, /(sch|usr|ovr|cov|team)_[0-9a-z]{20}|[a-z]_ids?\b|\d{4}-\d\d-\d\dT/);
}
