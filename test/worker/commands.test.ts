/** The worker in the process of the service, or in a separate process, on the clock of the machine. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { newApiKey } from '../../src/secrets/api-key-format.ts';
import { layer, newOverride, newSchedule } from '../support/drivers/schedules.ts';
import { startFakeSlack } from '../support/fakes/fake-slack.ts';
import { addChannel } from '../support/fakes/fake-slack-workspace.ts';
import { describeOnBothDatabases, type TestDatabase } from '../support/servers/databases.ts';
import {
  follow,
  listening,
  type RunningProcess,
  type ServerProcess,
  startCommand,
} from '../support/servers/server-process.ts';

const POLL_MS = 50;
const DEADLINE_MS = 150_000;

/** A running worker processes a handoff much faster. */
const NOT_NOTICED_S = 2;

// biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what the test is about to assert
type Json = any;

/** Polls until `look` returns something. */
async function eventually<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  for (let waitedMs = 0; waitedMs < DEADLINE_MS; waitedMs += POLL_MS) {
    const found = await look();
    if (found !== undefined) return found;
    await delay(POLL_MS);
  }
  return assert.fail(`never came: ${what}`);
}

describeOnBothDatabases('the commands of the worker', (create, itOnSqlite) => {
  let place: TestDatabase;
  let running: RunningProcess[];
  const key = newApiKey();

  beforeEach(async () => {
    place = await create('migrated');
    running = [];
  });
  afterEach(async () => {
    for (const { process, exited } of running) {
      process.kill('SIGKILL');
      await exited;
    }
    await place.remove();
  });

  async function serve(
    words: readonly string[] = [],
    environment: Record<string, string> = {},
  ): Promise<ServerProcess> {
    const server = await listening(
      startCommand(place.config, ['serve', ...words], { WATCHBILL_BOOTSTRAP_API_KEY: key, ...environment }),
    );
    running.push(server);
    return server;
  }

  async function work(environment: Record<string, string> = {}): Promise<RunningProcess> {
    const worker = follow(startCommand(place.config, ['worker'], environment));
    running.push(worker);
    await worker.said('"working"');
    return worker;
  }

  async function stop({ process, exited }: RunningProcess): Promise<void> {
    process.kill('SIGTERM');
    assert.deepEqual(await exited, [0, null]);
  }

  function ask({ address }: ServerProcess, method: string, path: string, body?: object): Promise<Response> {
    return fetch(`${address}${path}`, {
      method,
      headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  async function call(server: ServerProcess, method: string, path: string, body?: object): Promise<Json> {
    const answer = await ask(server, method, path, body);
    const text = await answer.text();
    assert.ok(answer.ok, `${method} ${path}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  /** The owner is always on call in it; it has a channel. */
  async function addSchedule(server: ServerProcess, name: string): Promise<string> {
    const { user } = await call(server, 'GET', '/user/');
    const layers = [layer([user], { rotation_start: '1970-01-05T09:00:00Z' })];
    const { schedule } = await call(server, 'POST', '/schedules', newSchedule([user], { name, layers }));
    await call(server, 'PUT', `/schedules/${schedule.id}/chat_channels/C0ONCALL`);
    return schedule.id;
  }

  /** Somebody else is on call in a new schedule for a second, or longer on a busy machine; then the owner. */
  async function handOffSoon(server: ServerProcess, name: string): Promise<void> {
    const id = await addSchedule(server, name);
    const email = `${name.toLowerCase()}@example.com`;
    const { user } = await call(server, 'POST', '/users/', { name: `Friend of ${name}`, email });
    for (let seconds = 1; ; seconds *= 2) {
      const now = Temporal.Now.instant();
      const override = newOverride([user], String(now), String(now.add({ seconds })));
      const answer = await ask(server, 'POST', `/schedules/${id}/overrides/`, override);
      const text = await answer.text();
      if (answer.ok) return;
      assert.ok(text.includes('end must be in the future') && seconds * 1000 < DEADLINE_MS, text);
    }
  }

  async function toldOwnersTurn(server: ServerProcess, name: string): Promise<boolean> {
    const { messages } = await call(server, 'GET', '/chat/local/messages/?per_page=100');
    return messages.some(({ text }: { text: string }) => text.startsWith(`${name}: Owner is on call.`));
  }

  function ownersTurn(server: ServerProcess, name: string): Promise<true> {
    return eventually(`the handoff of ${name}`, async () => (await toldOwnersTurn(server, name)) || undefined);
  }

  async function handoffLag({ address }: ServerProcess): Promise<number> {
    const text = await (await fetch(`${address}/metrics`)).text();
    const [, seconds] = /^watchbill_worker_lag_seconds\{kind="handoff"\} (.*)$/m.exec(text) ?? [];
    return Number(seconds);
  }

  itOnSqlite('serve runs a worker too: a handoff is announced in the channel', async () => {
    const server = await serve();
    await handOffSoon(server, 'Inside');
    await ownersTurn(server, 'Inside');
    await stop(server);
  });

  it('serve --no-worker leaves the work to a separate worker', async () => {
    const server = await serve(['--no-worker']);
    await handOffSoon(server, 'Missed');
    await eventually('a lag', async () => (await handoffLag(server)) >= NOT_NOTICED_S || undefined);
    assert.equal(await toldOwnersTurn(server, 'Missed'), false);

    const worker = await work();
    await ownersTurn(server, 'Missed');
    await handOffSoon(server, 'Noticed');
    await ownersTurn(server, 'Noticed');
    assert.ok((await handoffLag(server)) < NOT_NOTICED_S);

    await stop(worker);
    await call(server, 'GET', '/user/');
    await stop(server);
  });

  itOnSqlite('worker finishes its current work when it is stopped', async () => {
    const slack = await startFakeSlack();
    try {
      addChannel(slack.workspace, { id: 'C0ONCALL', name: 'oncall' });
      slack.misbehave({ as: 'slow', method: 'chat.postMessage', times: 1 });
      const environment = {
        CHAT_PROVIDER: 'slack',
        SLACK_BOT_TOKEN: slack.botToken,
        SLACK_API_URL: slack.apiUrl,
      };
      const server = await serve(['--no-worker'], environment);
      await call(server, 'DELETE', `/schedules/${await addSchedule(server, 'Gone')}`);

      const worker = await work(environment);
      await eventually('a message under way', async () => slack.heldCount() === 1 || undefined);
      worker.process.kill('SIGTERM');
      await worker.said('another signal ends the process');
      slack.release();
      assert.deepEqual(await worker.exited, [0, null]);

      const { deliveries } = await call(server, 'GET', '/deliveries/');
      assert.deepEqual(
        deliveries.map(({ status, attempts }: Json) => [status, attempts]),
        [['sent', 1]],
      );
      await stop(server);
    } finally {
      slack.release();
      await slack.stop();
    }
  });
});
