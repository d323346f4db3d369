/** Rule CHAT-9: many user groups change as fast as Slack allows. With its rate limits, that is twenty calls of a method a minute. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { connectChat } from '../../../src/services/chat/chat-connection.ts';
import { runAllDue } from '../../../src/services/jobs/due-work.ts';
import { MAX_CONCURRENT_TASKS } from '../../../src/services/outbox/parallel-work.ts';
import type { Services } from '../../../src/services/shared/services.ts';
import { formatInstant, parseInstant } from '../../../src/time/iso.ts';
import { DAY_MS, MINUTE_MS, WEEK_MS } from '../../../src/time/units.ts';
import { startWorker } from '../../../src/worker/loop.ts';
import { silentLog, startWatchbill, succeeded, type Watchbill } from '../../support/drivers/api.ts';
import { addManySchedules } from '../../support/drivers/many-schedules.ts';
import { createOverride } from '../../support/drivers/schedules.ts';
import { addPersonInSlack, slackChat } from '../../support/drivers/slack.ts';
import { eventually } from '../../support/drivers/worker.ts';
import { type FakeSlack, startFakeSlack } from '../../support/fakes/fake-slack.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

const START = '2026-01-05T09:00:00Z';
const START_MS = parseInstant(START) ?? 0;
/** When the third of the people takes over from the second in all schedules of `addManySchedules`. */
const HANDOFF_MS = START_MS - 10 * DAY_MS + 2 * WEEK_MS;
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

  /** The same, and compared with Slack a minute before the handoff. */
  async function addComparedGroups(count: number): Promise<void> {
    await addGroups(count);
    watchbill.at(formatInstant(HANDOFF_MS - MINUTE_MS));
    await runAllDue(watchbill.services);
    assert.equal(countWith(['U0BOB']), count);
  }

  async function scheduleOf(groupId: string): Promise<{ id: string }> {
    const [link] = (await watchbill.services.db.exclusively((tx) =>
      tx.execute(`select schedule_id as id from schedule_chat_groups where group_id = '${groupId}'`),
    )) as { id: string }[];
    return link ?? assert.fail(`${groupId} has no schedule`);
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

  async function changeByHand(groups: readonly string[]): Promise<void> {
    for (const id of groups) {
      const group = slack.workspace.groups.get(id);
      assert.ok(group !== undefined);
      group.users = ['U0ADA'];
    }
  }

  /** A worker of another process: it knows nothing of what Slack told the first. */
  function otherProcess(): Services {
    const { chatOf: _, ...base } = watchbill.services;
    return { ...base, chatOf: connectChat(slackChat(slack), base) };
  }

  function updateCalls(): number {
    return slack.calls.filter((method) => method === 'usergroups.users.update').length;
  }

  it('that hand off at one instant all follow at that instant, with one call each, if Slack allows it', async () => {
    slack.allowBursts();
    await addComparedGroups(60);
    watchbill.at(formatInstant(HANDOFF_MS));
    const before = updateCalls();
    const workers = [await startWorker(watchbill.services, silentLog), await startWorker(otherProcess(), silentLog)];
    try {
      // The clock stands still: a pause would never end.
      await eventually(async () => countWith(['U0CLEO']) === 60, 'all groups');
    } finally {
      await Promise.all(workers.map((worker) => worker.stop()));
    }
    assert.equal(updateCalls() - before, 60);
    assert.deepEqual(await states(), { in_sync: 30 });
  });

  itOnSqlite(
    'that hand off at one instant follow as Slack lets them: the others wait, exactly as long as it says',
    async () => {
      await addComparedGroups(60);
      for (const [minute, done] of [20, 40, 60].entries()) {
        watchbill.at(formatInstant(HANDOFF_MS + minute * MINUTE_MS));
        await runAllDue(watchbill.services);
        assert.equal(countWith(['U0CLEO']), done, `after ${minute} minutes`);
        assert.equal((await states()).failing ?? 0, 0, 'waiting is no failure');
        const before = updateCalls();
        watchbill.at(formatInstant(HANDOFF_MS + (minute + 1) * MINUTE_MS - 1));
        await runAllDue(watchbill.services);
        assert.equal(updateCalls(), before, 'no call before the time that Slack named');
        assert.equal(countWith(['U0CLEO']), done);
      }
    },
  );

  it('follow as Slack lets them when two workers share them', async () => {
    await addComparedGroups(60);
    const other = otherProcess();
    for (const [minute, done] of [20, 40, 60].entries()) {
      watchbill.at(formatInstant(HANDOFF_MS + minute * MINUTE_MS));
      const before = updateCalls();
      await Promise.all([runAllDue(watchbill.services), runAllDue(other)]);
      await runAllDue(watchbill.services);
      assert.equal(countWith(['U0CLEO']), done, `after ${minute} minutes`);
      const refused = updateCalls() - before - RATE;
      assert.ok(refused <= 2 * MAX_CONCURRENT_TASKS, `${refused} calls were refused`);
    }
  });

  itOnSqlite('that hand off come before those that somebody changed by hand', async () => {
    const groups = await addGroups(60);
    await runAllDue(watchbill.services);
    const [byHand, ofHandoff] = [groups.slice(0, 40), groups.slice(40)];
    const dora = await addPersonInSlack(watchbill, slack, 'Dora');
    await changeByHand(byHand);
    // All are due for the comparison with the chat when some of them change.
    watchbill.at(formatInstant(START_MS + 20 * MINUTE_MS));
    for (const id of ofHandoff) {
      await createOverride(watchbill.owner, await scheduleOf(id), [dora], START, '2026-01-06T09:00:00Z');
    }
    await runAllDue(watchbill.services);
    assert.equal(countWith(['U0DORA']), 20);
    assert.equal(countWith(['U0ADA']), 40, 'those wait');
    assert.deepEqual(await states(), { pending: 30 });
    watchbill.at(formatInstant(START_MS + 21 * MINUTE_MS));
    await runAllDue(watchbill.services);
    assert.equal(countWith(['U0ADA']), 20);
    watchbill.at(formatInstant(START_MS + 22 * MINUTE_MS));
    await runAllDue(watchbill.services);
    assert.deepEqual([countWith(['U0DORA']), countWith(['U0BOB'])], [20, 40]);
    assert.deepEqual(await states(), { in_sync: 30 });
  });

  itOnSqlite('are reconciled with one list: of 2,000, only those that differ are written', async () => {
    const groups = await addGroups(2_000);
    await changeByHand(groups.slice(0, 25));
    // On a busy machine the list may come too late for some of the first minute.
    for (let minute = 0; minute < 3; minute++) {
      const calls = await callsInMinute(START_MS, minute);
      const { 'usergroups.list': lists = 0, 'usergroups.users.update': changes = 0, ...others } = calls;
      assert.deepEqual(others, {});
      assert.ok(lists <= 2, `${lists} lists in minute ${minute}`);
      assert.ok(changes <= RATE + MAX_CONCURRENT_TASKS, `${changes} changes in minute ${minute}`);
    }
    assert.equal(countWith(['U0BOB']), 2_000);
    assert.deepEqual(await states(), { in_sync: 30 });
    for (let minute = 3; minute < 17; minute++) {
      const { 'usergroups.list': lists = 0, ...others } = await callsInMinute(START_MS, minute);
      assert.ok(lists <= 1, `${lists} lists in minute ${minute}`);
      assert.deepEqual(others, {});
    }
  });

  itOnSqlite('follow again when the time that Slack named is over, not before, however long it is', async () => {
    const groups = await addGroups(3);
    await runAllDue(watchbill.services);
    for (const [since, seconds] of [
      ['2026-01-05T09:20:00Z', 7],
      ['2026-01-05T09:40:00Z', 120],
    ] as const) {
      const sinceMs = parseInstant(since) ?? 0;
      await changeByHand(groups);
      slack.misbehave({
        as: 'rate limited',
        method: 'usergroups.users.update',
        retryAfterSeconds: seconds,
        times: MAX_CONCURRENT_TASKS,
      });
      watchbill.at(since);
      await runAllDue(watchbill.services);
      slack.behave();
      watchbill.at(formatInstant(sinceMs + seconds * 1000 - 1));
      const before = updateCalls();
      await runAllDue(watchbill.services);
      assert.equal(updateCalls(), before);
      assert.deepEqual(await states(), seconds > 60 ? { failing: 3 } : { pending: 3 });
      watchbill.at(formatInstant(sinceMs + seconds * 1000));
      await runAllDue(watchbill.services);
      assert.equal(countWith(['U0BOB']), 3);
      assert.deepEqual(await states(), { in_sync: 3 });
    }
  });
});
