/** Thousands of user groups within Slack's rate limits: twenty calls of a method a minute. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { runAllDue } from '../../src/services/jobs/due-work.ts';
import { formatInstant, parseInstant } from '../../src/time/iso.ts';
import { DAY_MS, MINUTE_MS, WEEK_MS } from '../../src/time/units.ts';
import { startWatchbill, succeeded, type Watchbill } from '../support/drivers/api.ts';
import { addManySchedules } from '../support/drivers/many-schedules.ts';
import { addPersonInSlack, slackChat } from '../support/drivers/slack.ts';
import { type FakeSlack, startFakeSlack } from '../support/fakes/fake-slack.ts';
import { describeOnBothDatabases } from '../support/servers/databases.ts';

const START = '2026-01-05T09:00:00Z';
const START_MS = parseInstant(START) ?? 0;
const RATE = 20;

describeOnBothDatabases('many user groups', (create, itOnSqlite) => {
  let slack: FakeSlack;
  let watchbill: Watchbill;

  beforeEach(async () => {
    slack = await startFakeSlack();
    watchbill = await startWatchbill(create, START, slackChat(slack));
    slack.limitRates(() => watchbill.services.clock.now());
  });
  afterEach(async () => {
    await watchbill.stop();
    await slack.stop();
  });

  /** Schedules with Bob on call, each with a group that has Bob in Slack and is due for a sync. Returns the ids of the groups. */
  async function addGroups(count: number): Promise<string[]> {
    const people = [];
    for (const name of ['Ada', 'Bob', 'Cleo']) people.push(await addPersonInSlack(watchbill, slack, name));
    const { db } = watchbill.services;
    const schedules = await addManySchedules(db, { count, people, nowMs: START_MS });
    const groups = schedules.map((_, i) => `S0${i + 1}`);
    const organization = '(select id from organizations)';
    await db.exclusively(async (tx) => {
      for (const [i, id] of groups.entries()) {
        slack.workspace.groups.set(id, {
          id,
          name: `Group ${i}`,
          handle: `group-${i}`,
          date_delete: 0,
          users: ['U0BOB'],
        });
        await tx.execute(
          `insert into chat_groups (organization_id, id, name, handle, change_count, synced_count, synced_at, sync_due_at, created_at)
            values (${organization}, '${id}', 'Group ${i}', 'group-${i}', 1, 1, ${START_MS - DAY_MS}, ${START_MS}, ${START_MS - DAY_MS})`,
        );
        await tx.execute(
          `insert into schedule_chat_groups (organization_id, schedule_id, group_id, created_at)
            values (${organization}, '${schedules[i]}', '${id}', ${START_MS - DAY_MS})`,
        );
      }
    });
    return groups;
  }

  /** The number of calls of each method in that minute after an instant, while the worker did all due work every ten seconds. */
  async function callsInMinute(sinceMs: number, minute: number): Promise<Record<string, number>> {
    const before = slack.calls.length;
    for (let second = 0; second < 60; second += 10) {
      watchbill.at(formatInstant(sinceMs + minute * MINUTE_MS + second * 1000));
      await runAllDue(watchbill.services);
    }
    const counts: Record<string, number> = {};
    for (const method of slack.calls.slice(before)) counts[method] = (counts[method] ?? 0) + 1;
    return counts;
  }

  function countWith(users: readonly string[]): number {
    return [...slack.workspace.groups.values()].filter((group) => group.users.join() === users.join()).length;
  }

  async function states(): Promise<Record<string, number>> {
    const { services, owner } = watchbill;
    const counts: Record<string, number> = {};
    for (const group of (await services.db.exclusively((tx) =>
      tx.execute('select schedule_id from schedule_chat_groups order by group_id limit 30'),
    )) as { schedule_id: string }[]) {
      const { user_group } = succeeded(await owner.get(`/schedules/${group.schedule_id}/chat_user_group/`));
      counts[user_group.sync.state] = (counts[user_group.sync.state] ?? 0) + 1;
    }
    return counts;
  }

  itOnSqlite('are reconciled with one list: of 2,000, only those that differ are written, 20 a minute', async () => {
    const groups = await addGroups(2_000);
    for (const id of groups.slice(0, 25)) {
      const group = slack.workspace.groups.get(id);
      assert.ok(group !== undefined);
      group.users = ['U0ADA'];
    }
    // On a busy machine the list may come too late for some of the first minute.
    const updates: number[] = [];
    for (let minute = 0; minute < 3; minute++) {
      const calls = await callsInMinute(START_MS, minute);
      const { 'usergroups.list': lists = 0, 'usergroups.users.update': changes = 0, ...others } = calls;
      assert.deepEqual(others, {});
      assert.ok(lists <= 2, `${lists} lists in minute ${minute}`);
      assert.ok(changes <= RATE, `${changes} changes in minute ${minute}`);
      updates.push(changes);
    }
    assert.equal(
      updates.reduce((sum, count) => sum + count, 0),
      25,
    );
    assert.equal(countWith(['U0BOB']), 2_000);
    assert.deepEqual(await states(), { in_sync: 30 });
    for (let minute = 3; minute < 17; minute++) {
      const { 'usergroups.list': lists = 0, ...others } = await callsInMinute(START_MS, minute);
      assert.ok(lists <= 1, `${lists} lists in minute ${minute}`);
      assert.deepEqual(others, {});
    }
  });

  itOnSqlite('that hand off at one instant follow 20 a minute, in turn, and show that they wait', async () => {
    await addGroups(50);
    await callsInMinute(START_MS, 0);
    assert.equal(countWith(['U0BOB']), 50);
    const handoffMs = START_MS - 10 * DAY_MS + 2 * WEEK_MS;
    for (const [minute, done] of [20, 40, 50].entries()) {
      const { 'usergroups.list': lists = 0, ...changes } = await callsInMinute(handoffMs, minute);
      assert.deepEqual(changes, { 'usergroups.users.update': minute < 2 ? RATE : 10 });
      assert.ok(lists <= 2, `${lists} lists`);
      assert.equal(countWith(['U0CLEO']), done);
      if (minute === 0) assert.deepEqual(await states().then(({ failing = 0 }) => failing), 0);
    }
  });

  it("that another node changes too: they continue when Slack's rate limit allows", async () => {
    const groups = await addGroups(3);
    for (const id of groups) slack.workspace.groups.set(id, { ...slack.workspace.groups.get(id), users: [] } as never);
    slack.misbehave({ as: 'rate limited', method: 'usergroups.users.update', retryAfterSeconds: 7, times: 1 });
    await runAllDue(watchbill.services);
    watchbill.at(formatInstant(START_MS + 6_000));
    const before = slack.calls.length;
    await runAllDue(watchbill.services);
    assert.deepEqual(slack.calls.slice(before), []);
    watchbill.at(formatInstant(START_MS + 7_000));
    await runAllDue(watchbill.services);
    assert.equal(countWith(['U0BOB']), 3);
  });
});
