/** Worker processes that are killed during calls to Slack and to a webhook: another one takes over within half a minute. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { newApiKey } from '../../src/secrets/api-key-format.ts';
import { systemClock } from '../../src/time/clock.ts';
import { formatInstant } from '../../src/time/iso.ts';
import { DAY_MS } from '../../src/time/units.ts';
import { layer, newOverride } from '../support/drivers/schedules.ts';
import { startStopwatch } from '../support/drivers/stopwatch.ts';
import { eventually } from '../support/drivers/worker.ts';
import { type FakeSlack, startFakeSlack } from '../support/fakes/fake-slack.ts';
import { addChannel, addUser } from '../support/fakes/fake-slack-workspace.ts';
import { startWebhookEndpoint, type WebhookEndpoint } from '../support/fakes/webhook-endpoint.ts';
import { cleanUp } from '../support/servers/clean-up.ts';
import { describeOnBothDatabases, type TestDatabase } from '../support/servers/databases.ts';
import {
  follow,
  killed,
  listening,
  type RunningProcess,
  type ServerProcess,
  startCommand,
} from '../support/servers/server-process.ts';

const WITHIN_MS = 30_000;

// biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what the test is about to assert
type Json = any;

describeOnBothDatabases('a worker that is killed during calls to Slack and to a webhook', (create) => {
  const key = newApiKey();
  let place: TestDatabase;
  let slack: FakeSlack;
  let endpoint: WebhookEndpoint;
  let server: ServerProcess;
  const workers: RunningProcess[] = [];

  before(async () => {
    place = await create();
    slack = await startFakeSlack();
    endpoint = await startWebhookEndpoint();
    server = await listening(start(['serve', '--no-worker'], { WATCHBILL_BOOTSTRAP_API_KEY: key }));
    addChannel(slack.workspace, { id: 'C0ONCALL', name: 'oncall', is_member: true });
  });
  after(() =>
    cleanUp(
      ...workers.map((worker) => () => killed(worker)),
      () => killed(server),
      () => slack.stop(),
      () => endpoint.stop(),
      () => place.remove(),
    ),
  );

  function start(words: readonly string[], more: Readonly<Record<string, string>> = {}) {
    const chat = { CHAT_PROVIDER: 'slack', SLACK_BOT_TOKEN: slack.botToken, SLACK_API_URL: slack.apiUrl };
    return startCommand(place.config, words, { ...chat, WATCHBILL_WEBHOOK_ALLOW: '127.0.0.1', ...more });
  }

  function startWorker(): RunningProcess {
    const worker = follow(start(['worker']));
    workers.push(worker);
    return worker;
  }

  async function call(method: string, path: string, body?: object): Promise<Json> {
    const answer = await fetch(`${server.address}${path}`, {
      method,
      headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    assert.ok(answer.ok, `${method} ${path}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  async function addPerson(name: string): Promise<{ id: string }> {
    const email = `${name.toLowerCase()}@example.com`;
    const { id: chat_id } = addUser(slack.workspace, { id: `U0${name.toUpperCase()}`, name, email });
    const { user } = await call('POST', '/users/', { name, email });
    await call('PATCH', `/users/${user.id}`, { chat_id });
    return user;
  }

  it('is replaced within 30 seconds: group and channel are right, and the webhook gets its event twice with one id', async () => {
    const [ada, bob] = [await addPerson('Ada'), await addPerson('Bob')];
    const { schedule } = await call('POST', '/schedules', {
      name: 'Payments',
      time_zone: 'UTC',
      team_ids: [],
      layers: [layer([ada])],
    });
    const names = { name: 'Payments', handle: 'payments' };
    const { user_group } = await call('PUT', `/schedules/${schedule.id}/chat_user_group/`, names);
    await call('PUT', `/schedules/${schedule.id}/chat_channels/C0ONCALL`);
    const users = () => slack.workspace.groups.get(user_group.id)?.users;
    assert.deepEqual(users(), ['U0ADA']);

    await call('POST', '/webhooks/', { url: endpoint.url, events: ['override.created'] });
    // The request arrives; only the response is lost.
    endpoint.reply = () => 'silence';
    const first = startWorker();
    slack.misbehave({ as: 'slow', method: 'usergroups.users.update' });
    slack.misbehave({ as: 'slow', method: 'chat.postMessage' });
    const now = systemClock.now();
    const [start, end] = [formatInstant(now), formatInstant(now + DAY_MS)];
    await call('POST', `/schedules/${schedule.id}/overrides`, newOverride([bob], start, end));
    await eventually(async () => slack.heldCount() === 2, 'the group and the channel asked of Slack');
    await eventually(async () => endpoint.received.length === 1, 'the webhook told');
    startWorker();
    first.process.kill('SIGKILL');
    await first.exited;
    const stopwatch = startStopwatch();
    slack.behave();
    endpoint.reply = () => ({ status: 204 });
    await eventually(async () => users()?.[0] === 'U0BOB', 'the group right again');
    await eventually(async () => slack.workspace.messages.length > 0, 'the channel told');
    await eventually(async () => endpoint.received.length === 2, 'the webhook told again');
    const tookMs = stopwatch.elapsedMs();
    assert.ok(tookMs < WITHIN_MS, `it took ${tookMs} ms`);
    const [once, again] = endpoint.received.map(({ headers, body }) => ({ id: headers['webhook-id'], body }));
    assert.deepEqual(again, once);
  });
});
