/**
 * Two servers and two workers on one PostgreSQL are killed in turns while clients change schedules and handoffs follow each other. In the end all
 * messages were sent in order, and the groups have the people on call.
 */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { plainText } from '../../src/chat/plain-text.ts';
import type { ChatMessage } from '../../src/chat/provider.ts';
import type { Database } from '../../src/db/driver/database.ts';
import { openDatabase } from '../../src/db/driver/open.ts';
import { newApiKey } from '../../src/secrets/api-key-format.ts';
import { systemClock } from '../../src/time/clock.ts';
import { formatInstant } from '../../src/time/iso.ts';
import { layer, newOverride } from '../support/drivers/schedules.ts';
import { eventually } from '../support/drivers/worker.ts';
import { type FakeSlack, startFakeSlack } from '../support/fakes/fake-slack.ts';
import { addChannel, addUser } from '../support/fakes/fake-slack-workspace.ts';
import { cleanUp } from '../support/servers/clean-up.ts';
import { createPostgres, type TestDatabase } from '../support/servers/databases.ts';
import { listening, type ServerProcess, startCommand } from '../support/servers/server-process.ts';

const SCHEDULES = 8;
const GROUPS = 3;
/** Enough for each process to be killed once. */
const OVERRIDES = Number(process.env.TEST_STORM_OVERRIDES ?? 24);
const OVERRIDES_BETWEEN_KILLS = 6;

/** Longer than any lease of a killed worker. */
const SETTLED_WITHIN_MS = 240_000;

// biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what the test is about to assert
type Json = any;

describe('a storm of handoffs and changes on PostgreSQL, with processes killed', () => {
  const key = newApiKey();
  let place: TestDatabase;
  let db: Database;
  let slack: FakeSlack;
  let servers: ServerProcess[];
  let workers: ChildProcess[];
  const people: { id: string }[] = [];
  const schedules: { id: string }[] = [];

  before(async () => {
    place = await createPostgres();
    slack = await startFakeSlack();
    servers = [await startServer()];
    servers.push(await startServer());
    workers = [startWorker(), startWorker()];
    db = await openDatabase(place.config);
    for (const name of ['Ada', 'Bob', 'Cleo']) {
      const email = `${name.toLowerCase()}@example.com`;
      addUser(slack.workspace, { id: `U0${name.toUpperCase()}`, name, email });
      people.push((await call('POST', '/users/', { name, email })).user);
    }
    for (let i = 0; i < SCHEDULES; i++) {
      addChannel(slack.workspace, { id: `C${i}`, name: `channel-${i}` });
      const body = {
        name: `Schedule ${i}`,
        time_zone: 'UTC',
        team_ids: [],
        layers: [layer([people[0] as { id: string }])],
      };
      const { schedule } = await call('POST', '/schedules', body);
      schedules.push(schedule);
      await call('PUT', `/schedules/${schedule.id}/chat_channels/C${i}`);
      if (i < GROUPS) {
        await call('PUT', `/schedules/${schedule.id}/chat_user_group/`, { name: `Group ${i}`, handle: `group-${i}` });
      }
    }
  });
  after(async () => {
    await cleanUp(
      ...[...servers.map(({ process }) => process), ...workers].map((child) => () => kill(child)),
      () => db.close(),
      () => slack.stop(),
      () => place.remove(),
    );
  });

  function environment(): Record<string, string> {
    return {
      WATCHBILL_BOOTSTRAP_API_KEY: key,
      CHAT_PROVIDER: 'slack',
      SLACK_BOT_TOKEN: slack.botToken,
      SLACK_API_URL: slack.apiUrl,
    };
  }

  function startServer(): Promise<ServerProcess> {
    return listening(startCommand(place.config, ['serve', '--no-worker'], environment()));
  }

  function startWorker(): ChildProcess {
    const child = startCommand(place.config, ['worker'], environment());
    child.stdout?.resume();
    child.stderr?.resume();
    return child;
  }

  async function kill(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  /** Calls the servers in turn until one responds. */
  async function ask(method: string, path: string, body?: object): Promise<Response> {
    for (let i = 0; ; i++) {
      const { address } = servers[i % servers.length] as ServerProcess;
      const answer = await fetch(address + path, {
        method,
        headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      }).catch(() => undefined);
      if (answer !== undefined && answer.status !== 503) return answer;
    }
  }

  async function call(method: string, path: string, body?: object): Promise<Json> {
    const answer = await ask(method, path, body);
    assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${await answer.clone().text()}`);
    return answer.status === 204 ? undefined : answer.json();
  }

  /** For a second or more, starting in a second; longer on a busy machine, where it would be over before it is noticed. */
  async function override(turn: number): Promise<void> {
    const person = people[1 + (turn % 2)] as { id: string };
    const path = `/schedules/${(schedules[turn % SCHEDULES] as { id: string }).id}/overrides/`;
    for (let factor = 1; ; factor *= 2) {
      const now = systemClock.now();
      const end = now + factor * (2_000 + (turn % 5) * 500);
      const answer = await ask('POST', path, newOverride([person], formatInstant(now + 1_000), formatInstant(end)));
      if (answer.ok) return;
      const text = await answer.text();
      assert.ok(text.includes('end must be in the future') && factor < 64, text);
    }
  }

  async function killNext(turn: number): Promise<void> {
    const place = Math.floor(turn / 2) % 2;
    if (turn % 2 === 0) {
      await kill(workers[place] as ChildProcess);
      workers[place] = startWorker();
    } else {
      await kill((servers[place] as ServerProcess).process);
      servers[place] = await startServer();
    }
  }

  async function rows(sql: string): Promise<Json[]> {
    return (await db.exclusively((tx) => tx.execute(sql))) as Json[];
  }

  /** Waits until no work is left in the database. */
  async function settled(): Promise<void> {
    const until = systemClock.now() + SETTLED_WITHIN_MS;
    for (;;) {
      const [left] = await rows(`select
        (select count(*) from deliveries where status = 'pending') as deliveries,
        (select count(*) from change_notifications) as notifications,
        (select count(*) from overrides where end_at > ${systemClock.now()}) as overrides,
        (select count(*) from schedules where next_change_at <= ${systemClock.now()}) as handoffs,
        (select count(*) from chat_groups where sync_due_at <= ${systemClock.now()} or synced_count < change_count) as groups`);
      if (Object.values(left).every((count) => Number(count) === 0)) return;
      assert.ok(systemClock.now() < until, `still to be done: ${JSON.stringify(left)}`);
      await wait(100);
    }
  }

  it('loses nothing, keeps the order, and ends with the right people in the groups', async () => {
    for (let i = 0; i < OVERRIDES; i++) {
      if (i % OVERRIDES_BETWEEN_KILLS === 0) await killNext(i / OVERRIDES_BETWEEN_KILLS);
      await override(i);
    }
    await settled();

    let unconfirmed = 0;
    let attemptsAgain = 0;
    let toldInAll = 0;
    for (let i = 0; i < SCHEDULES; i++) {
      const stored = await rows(
        `select status, message_json, attempts from deliveries where destination_id = 'C${i}' order by sequence`,
      );
      assert.ok(stored.every(({ status }) => status === 'sent'));
      const told = stored.map(({ message_json }) => plainText(JSON.parse(message_json) as ChatMessage));
      const arrived = slack.workspace.messages.filter(({ channel }) => channel === `C${i}`).map(({ text }) => text);
      const lastWord = arrived.findLast((text) => /is on call|^On call now/m.test(text)) ?? 'Ada is on call';
      assert.match(lastWord, /Ada is on call\b|On call now: Ada\b/, 'when all overrides are over, Ada has it again');
      let place = 0;
      for (const text of arrived) if (text === told[place]) place += 1;
      assert.equal(
        place,
        told.length,
        `channel C${i} has what was sent, in order: ${JSON.stringify({ told, arrived })}`,
      );
      unconfirmed += arrived.length - told.length;
      attemptsAgain += stored.reduce((sum, { attempts }) => sum + Number(attempts) - 1, 0);
      toldInAll += told.length;
    }
    assert.ok(toldInAll > SCHEDULES, `${toldInAll} messages`);
    // A worker that was killed after Slack got the message causes a duplicate, and so does a response that came too late.
    assert.ok(
      unconfirmed <= OVERRIDES / OVERRIDES_BETWEEN_KILLS + attemptsAgain,
      `${unconfirmed} messages nobody knows to have arrived`,
    );

    const { oncall } = await call('GET', '/oncall');
    assert.equal(slack.workspace.groups.size, GROUPS);
    // What a worker that was killed has asked of Slack last, nobody knows: a look a minute later finds it.
    for (const group of slack.workspace.groups.values()) {
      const wanted = oncall[Number(group.handle.slice(-1))].users.map(({ chat_id }: Json) => chat_id);
      const isRight = async () => slack.workspace.groups.get(group.id)?.users.join() === wanted.join();
      await eventually(isRight, `${group.handle} has ${wanted}`);
    }
  });
});
