/** Rule WRK-3 for user groups: a failure is retried with backoff, and no second worker takes a group during a sync. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import type { ChatProvider } from '../../../src/chat/provider.ts';
import { createLog } from '../../../src/process/log.ts';
import { syncDueGroups } from '../../../src/services/chat-groups/chat-group-work.ts';
import { runAllDue } from '../../../src/services/jobs/due-work.ts';
import type { Services } from '../../../src/services/shared/services.ts';
import { formatInstant, parseInstant } from '../../../src/time/iso.ts';
import { type Person, startWatchbill, succeeded, type Watchbill } from '../../support/drivers/api.ts';
import { createOverride, createSchedule, layer } from '../../support/drivers/schedules.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

const MONDAY = '2026-01-05T09:00:00Z';
const TUESDAY = '2026-01-06T09:00:00Z';

describeOnBothDatabases('the sync of a user group', (create, itOnSqlite) => {
  let watchbill: Watchbill;
  let owner: Person;
  let ada: Person;

  beforeEach(async () => {
    watchbill = await startWatchbill(create, MONDAY);
    ({ owner } = watchbill);
    ada = await watchbill.addPerson('Ada');
    succeeded(await owner.patch(`/users/${ada.id}`, { chat_id: 'U0ADA' }));
  });
  afterEach(() => watchbill.stop());

  /** Seconds after the start. */
  function later(seconds: number): void {
    watchbill.at(formatInstant((parseInstant(MONDAY) ?? 0) + seconds * 1000));
  }

  /** A schedule with a group that does not have Ada in the chat yet, although she is on call. */
  async function changedGroup(handle: string): Promise<{ path: string; groupId: string }> {
    const schedule = await createSchedule(owner, [owner], { layers: [layer([owner])] });
    const path = `/schedules/${schedule.id}/chat_user_group/`;
    const { user_group } = succeeded(await owner.put(path, { name: handle, handle }));
    await createOverride(owner, schedule, [ada], MONDAY, TUESDAY);
    return { path, groupId: user_group.id };
  }

  /** Twelve people who are unknown to the chat are on call in its schedules. */
  async function groupOfMany(): Promise<string> {
    let path = '';
    for (let i = 0; i < 3; i++) {
      const people: Person[] = [];
      for (const name of ['A', 'B', 'C', 'D']) people.push(await watchbill.addPerson(`${name}${i}`));
      const schedule = await createSchedule(owner, people, { layers: [layer(people, { concurrent_oncall_users: 4 })] });
      path = `/schedules/${schedule.id}/chat_user_group/`;
      succeeded(await owner.put(path, { name: 'Many', handle: 'many' }));
    }
    return path;
  }

  async function syncOf(path: string) {
    return succeeded(await owner.get(path)).user_group.sync;
  }

  /** The same services with some methods of the chat replaced. */
  function withChat(changed: (chat: ChatProvider) => Partial<ChatProvider>): Services {
    const { services } = watchbill;
    return {
      ...services,
      chatOf: (organizationId) => {
        const chat = services.chatOf(organizationId);
        return chat && { ...chat, ...changed(chat) };
      },
    };
  }

  itOnSqlite('that fails unexpectedly is logged and retried with backoff, and delays no other group', async () => {
    const bad = await changedGroup('bad');
    const good = await changedGroup('good');
    const lines: { readonly message: string; readonly group: string; readonly error: string }[] = [];
    const faulty: Services = {
      ...withChat((chat) => ({
        async setUserGroupMembers(id, memberIds) {
          if (id === bad.groupId) throw new TypeError('cannot read properties of undefined');
          await chat.setUserGroupMembers(id, memberIds);
        },
      })),
      log: createLog('error', watchbill.services.clock, (line) => lines.push(JSON.parse(line))),
    };
    await runAllDue(faulty);
    assert.equal((await syncOf(good.path)).state, 'in_sync');
    const { state, last_error } = await syncOf(bad.path);
    assert.equal(state, 'failing');
    assert.match(last_error, /^Watchbill failed to sync this user group\. The log has the details/);
    assert.deepEqual([lines[0]?.message, lines[0]?.group], ['a user group could not be synced', bad.groupId]);
    assert.match(lines[0]?.error ?? '', /TypeError/);

    for (const seconds of [1.6, 5, 11, 23, 25, 29]) {
      later(seconds);
      await runAllDue(faulty);
    }
    assert.equal(lines.length, 5, 'each wait is about twice as long as the one before');
    later(60);
    await runAllDue(watchbill.services);
    assert.equal((await syncOf(bad.path)).state, 'in_sync');
  });

  it('with a slow chat stops before its lease expires, and no other worker takes the group meanwhile', async (t) => {
    const path = await groupOfMany();
    t.mock.method(performance, 'now', () => seconds * 1_000);
    let seconds = 15 * 60;
    later(seconds);
    let calls = 0;
    const slow = withChat((chat) => ({
      async findUserIdByEmail(email) {
        calls += 1;
        seconds += 9.9;
        later(seconds);
        assert.equal(await syncDueGroups(watchbill.services), 0, 'the first still has the group');
        return chat.findUserIdByEmail(email);
      },
    }));
    assert.equal(await syncDueGroups(slow), 1);
    assert.equal(calls, 7);
    const { state, last_error } = await syncOf(path);
    assert.deepEqual(
      [state, last_error],
      ['failing', 'The chat answers too slowly: a minute was not enough for the user group.'],
    );
    later(seconds + 2);
    await runAllDue(watchbill.services);
    assert.equal((await syncOf(path)).state, 'in_sync');
  });

  itOnSqlite('stores no chat account that was found by a former email', async () => {
    const eve = await watchbill.addPerson('Eve');
    const schedule = await createSchedule(owner, [eve], { layers: [layer([eve])] });
    succeeded(await owner.put(`/schedules/${schedule.id}/chat_user_group/`, { name: 'Eve', handle: 'eve' }));
    later(15 * 60);
    const asked: string[] = [];
    const renamedMeanwhile = withChat(() => ({
      async findUserIdByEmail(email) {
        asked.push(email);
        if (asked.length > 1) return undefined;
        succeeded(await owner.patch(`/users/${eve.id}`, { email: 'eve@another.example' }));
        return 'U0STRANGER';
      },
    }));
    assert.equal(await syncDueGroups(renamedMeanwhile), 1);
    assert.deepEqual(asked, ['eve@example.com', 'eve@another.example']);
    assert.equal(succeeded(await owner.get(`/users/${eve.id}`)).user.chat_id, undefined);
  });
});
