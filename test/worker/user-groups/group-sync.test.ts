/** Rule CH-4: user groups in the chat follow who is on call, for every cause and despite failures of the chat. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { ChatProvider } from '../../../src/chat/provider.ts';
import type { ChatConfig } from '../../../src/config/chat.ts';
import { anyOrganization } from '../../../src/db/people/organizations.ts';
import { AppError } from '../../../src/errors.ts';
import { runAllDue } from '../../../src/services/jobs/due-work.ts';
import { processHandoffs } from '../../../src/services/jobs/handoffs.ts';
import type { Services } from '../../../src/services/shared/services.ts';
import { failed, type Person, startWatchbill, succeeded, type Watchbill } from '../../support/drivers/api.ts';
import { createOverride, createSchedule, layer } from '../../support/drivers/schedules.ts';
import { slackChat } from '../../support/drivers/slack.ts';
import { type FakeSlack, startFakeSlack } from '../../support/fakes/fake-slack.ts';
import { addUser, BOT_USER_ID, type FakeGroup } from '../../support/fakes/fake-slack-workspace.ts';
import { describeOnBothDatabases, describeOnSqlite } from '../../support/servers/databases.ts';

const NAMES = { name: 'Payments on call', handle: 'payments-oncall' };

/** Daily turns from 09:00; Ada begins. */
const MONDAY = '2026-01-05T09:00:00Z';
const TUESDAY = '2026-01-06T09:00:00Z';
const WEDNESDAY = '2026-01-07T09:00:00Z';

interface Team {
  readonly watchbill: Watchbill;
  readonly owner: Person;
  readonly ada: Person;
  readonly bob: Person;
  readonly cleo: Person;
}

/** Ada and Bob have chat ids, Cleo has none. */
async function startTeam(create: Parameters<typeof startWatchbill>[0], chat?: ChatConfig): Promise<Team> {
  const watchbill = await startWatchbill(create, MONDAY, chat);
  const { owner, addPerson } = watchbill;
  const [ada, bob, cleo] = [await addPerson('Ada'), await addPerson('Bob'), await addPerson('Cleo')];
  for (const [{ id }, chat_id] of [[ada, 'U0ADA'] as const, [bob, 'U0BOB'] as const]) {
    succeeded(await owner.patch(`/users/${id}`, { chat_id }));
  }
  return { watchbill, owner, ada, bob, cleo };
}

function pathOf(schedule: { readonly id: string }): string {
  return `/schedules/${schedule.id}/chat_user_group/`;
}

/** A schedule of these people, with a group. */
async function attached(owner: Person, people: readonly Person[], changes: object = {}, names = NAMES) {
  const schedule = await createSchedule(owner, people, { layers: [layer(people, changes)] });
  const { user_group } = succeeded(await owner.put(pathOf(schedule), names));
  return { schedule, path: pathOf(schedule), groupId: user_group.id as string };
}

async function syncOf(person: Person, path: string) {
  return succeeded(await person.get(path)).user_group.sync;
}

async function organizationChat({ db, chatOf }: Services): Promise<ChatProvider> {
  const organization = await db.first(anyOrganization, {});
  const chat = organization && chatOf(organization.id);
  assert.ok(chat !== undefined);
  return chat;
}

describeOnBothDatabases('a user group of the local chat', (create, itOnSqlite) => {
  let watchbill: Watchbill;
  let owner: Person;
  let ada: Person;
  let bob: Person;
  let cleo: Person;

  beforeEach(async () => {
    ({ watchbill, owner, ada, bob, cleo } = await startTeam(create));
  });
  afterEach(() => watchbill.stop());

  function work(): Promise<void> {
    return runAllDue(watchbill.services);
  }

  async function groupsNow(): Promise<Record<string, unknown>[]> {
    return succeeded(await owner.get('/chat/local/groups/?per_page=100')).groups;
  }

  async function membersNow(): Promise<unknown> {
    const [group] = await groupsNow();
    return group?.member_ids;
  }

  itOnSqlite('[CH-4] follows a handoff', async () => {
    const { path } = await attached(owner, [ada, bob]);
    assert.deepEqual(await membersNow(), ['U0ADA']);
    watchbill.at('2026-01-06T08:59:59Z');
    await work();
    assert.deepEqual(await membersNow(), ['U0ADA']);
    watchbill.at(TUESDAY);
    await work();
    assert.deepEqual(await membersNow(), ['U0BOB']);
    assert.deepEqual(await syncOf(owner, path), { state: 'in_sync', last_success_at: TUESDAY, left_out: [] });
  });

  itOnSqlite('[CH-4] follows an override from its start to its end, and its removal', async () => {
    const { schedule } = await attached(owner, [ada]);
    const override = await createOverride(owner, schedule, [bob], MONDAY, '2026-01-05T12:00:00Z');
    await work();
    assert.deepEqual(await membersNow(), ['U0BOB']);
    succeeded(await owner.delete(`/schedules/${schedule.id}/overrides/${override.id}`), 204);
    await work();
    assert.deepEqual(await membersNow(), ['U0ADA']);
    await createOverride(owner, schedule, [ada, bob], '2026-01-05T10:00:00Z', '2026-01-05T11:00:00Z');
    for (const [instant, members] of [
      [MONDAY, ['U0ADA']],
      ['2026-01-05T10:00:00Z', ['U0ADA', 'U0BOB']],
      ['2026-01-05T11:00:00Z', ['U0ADA']],
    ] as const) {
      watchbill.at(instant);
      await work();
      assert.deepEqual(await membersNow(), members, instant);
    }
  });

  itOnSqlite('[CH-4] follows a layer change, accepted cover, and a deleted user', async () => {
    const { schedule } = await attached(owner, [ada]);
    succeeded(await owner.patch(`/schedules/${schedule.id}`, { layers: [layer([bob])] }));
    await work();
    assert.deepEqual(await membersNow(), ['U0BOB']);
    const wanted = { start: MONDAY, end: TUESDAY, reason: 'Away', schedule_ids: [schedule.id] };
    const { coverage_request } = succeeded(await bob.post('/user/coverage_requests', wanted), 201);
    succeeded(await ada.post(`/coverage_requests/${coverage_request.id}/accept`));
    await work();
    assert.deepEqual(await membersNow(), ['U0ADA']);
    succeeded(await owner.delete(`/users/${ada.id}`), 204);
    await work();
    assert.deepEqual(await membersNow(), ['U0BOB']);
  });

  itOnSqlite('[CH-4] has everyone on call in the schedules that share it', async () => {
    const days = await attached(owner, [ada, bob]);
    const others = await attached(owner, [bob, bob, ada]);
    assert.equal(others.groupId, days.groupId);
    for (const [instant, members] of [
      [MONDAY, ['U0ADA', 'U0BOB']],
      [TUESDAY, ['U0BOB']],
      [WEDNESDAY, ['U0ADA']],
    ] as const) {
      watchbill.at(instant);
      await work();
      assert.deepEqual(await membersNow(), members, instant);
    }
    succeeded(await owner.delete(days.path), 204);
    watchbill.at('2026-01-08T09:00:00Z');
    await work();
    assert.deepEqual(await groupsNow(), [
      { id: days.groupId, ...NAMES, is_enabled: true, member_ids: ['U0BOB'], left_out: [] },
    ]);
  });

  itOnSqlite(
    '[CH-4] is checked at each handoff, also if its schedules only swap people, and no further ahead',
    async () => {
      const hourly = { shift_length: { amount: 1, unit: 'hours' } };
      const { path } = await attached(owner, [ada, bob], hourly);
      await attached(owner, [bob, ada], hourly);
      for (const instant of ['2026-01-05T10:00:00Z', '2026-01-05T11:00:00Z', '2026-01-05T12:00:00Z']) {
        watchbill.at(instant);
        assert.equal(await processHandoffs(watchbill.services), 2);
        await work();
        assert.deepEqual(await membersNow(), ['U0ADA', 'U0BOB']);
        assert.deepEqual(await syncOf(owner, path), { state: 'in_sync', last_success_at: instant, left_out: [] });
      }
    },
  );

  itOnSqlite('[CH-4] has the bot if nobody is on call', async () => {
    const mornings = [{ day: 'monday', from: '09:00', to: '12:00' }];
    await attached(owner, [ada], { restriction_intervals: mornings });
    watchbill.at('2026-01-05T12:00:00Z');
    await work();
    assert.deepEqual(await membersNow(), [BOT_USER_ID]);
    watchbill.at('2026-01-12T09:00:00Z');
    await work();
    assert.deepEqual(await membersNow(), ['U0ADA']);
  });

  itOnSqlite('[CH-4] shows who is left out and why, and adds them once their chat id is known', async () => {
    const { path } = await attached(owner, [ada, cleo], { concurrent_oncall_users: 2 });
    const reason =
      'They have no chat account: none is entered here, and nobody in the chat has the email cleo@example.com.';
    assert.deepEqual(await syncOf(owner, path), {
      state: 'in_sync',
      last_success_at: MONDAY,
      left_out: [{ user: { id: cleo.id, name: 'Cleo' }, reason }],
    });
    assert.deepEqual(await membersNow(), ['U0ADA']);
    const shown = async () => succeeded(await owner.get(path)).user_group.members;
    assert.deepEqual(await shown(), [{ id: ada.id, name: 'Ada' }]);
    assert.deepEqual(
      (await groupsNow())[0]?.left_out,
      [{ user: { id: cleo.id, name: 'Cleo' }, reason }],
      'the settings say the same',
    );
    succeeded(await owner.patch(`/users/${cleo.id}`, { chat_id: 'U0CLEO' }));
    await work();
    assert.deepEqual(await membersNow(), ['U0ADA', 'U0CLEO']);
    assert.deepEqual(
      (await shown()).map(({ name }: { name: string }) => name),
      ['Ada', 'Cleo'],
    );
    assert.deepEqual((await syncOf(owner, path)).left_out, []);
  });

  it('[STO-5] shows nobody as left out if the stored list is damaged, until the next sync', async () => {
    const { path } = await attached(owner, [ada, cleo], { concurrent_oncall_users: 2 });
    for (const json of [
      '[',
      'null',
      '{}',
      '[null]',
      '[{"user_id":7,"reason":"x"}]',
      `[{"user_id":"${cleo.id}"}]`,
      `[{"user_id":"usr_${'0'.repeat(26)}","reason":"x"}]`,
    ]) {
      await watchbill.services.db.exclusively((tx) => tx.execute(`update chat_groups set left_out_json = '${json}'`));
      assert.deepEqual((await syncOf(owner, path)).left_out, [], json);
    }
    watchbill.at('2026-01-05T09:15:00Z');
    await work();
    assert.equal((await syncOf(owner, path)).left_out.length, 1);
  });

  itOnSqlite('shows that a sync is pending', async () => {
    const { schedule, path } = await attached(owner, [ada]);
    await createOverride(owner, schedule, [bob], MONDAY, TUESDAY);
    assert.equal((await syncOf(owner, path)).state, 'pending');
    await work();
    assert.equal((await syncOf(owner, path)).state, 'in_sync');
    watchbill.at('2026-01-05T10:00:00Z');
    assert.equal((await syncOf(owner, path)).state, 'pending');
  });

  itOnSqlite('[CH-4] is corrected within 15 minutes after a manual change in the chat', async () => {
    const { groupId } = await attached(owner, [ada]);
    const chat = await organizationChat(watchbill.services);
    await chat.setUserGroupMembers(groupId, ['U0BOB', 'U0ADA']);
    await chat.renameUserGroup(groupId, { name: 'Ours', handle: 'ours' });
    await chat.disableUserGroup(groupId);
    watchbill.at('2026-01-05T09:13:59Z');
    await work();
    assert.deepEqual(await membersNow(), ['U0BOB', 'U0ADA']);
    watchbill.at('2026-01-05T09:14:00Z');
    await work();
    assert.deepEqual(await groupsNow(), [
      { id: groupId, ...NAMES, is_enabled: true, member_ids: ['U0ADA'], left_out: [] },
    ]);
    await chat.setUserGroupMembers(groupId, ['U0BOB']);
    watchbill.at('2026-01-05T09:30:00Z');
    await work();
    assert.deepEqual(await membersNow(), ['U0ADA']);
  });

  itOnSqlite('[CH-5] is disabled once no schedule has it, and then left alone', async () => {
    const { path, groupId } = await attached(owner, [ada]);
    succeeded(await owner.delete(path), 204);
    await work();
    assert.equal((await groupsNow())[0]?.is_enabled, false);
    const chat = await organizationChat(watchbill.services);
    await chat.enableUserGroup(groupId);
    watchbill.at(WEDNESDAY);
    await work();
    assert.equal((await groupsNow())[0]?.is_enabled, true);
  });

  itOnSqlite('is synced again if something changes during a sync', async () => {
    const { schedule } = await attached(owner, [ada]);
    await createOverride(owner, schedule, [bob], MONDAY, TUESDAY);
    let calls = 0;
    const { chatOf } = watchbill.services;
    const interrupted: Services['chatOf'] = (organizationId) => {
      const chat = chatOf(organizationId);
      return (
        chat && {
          ...chat,
          async setUserGroupMembers(id, memberIds) {
            calls += 1;
            if (calls === 1) await createOverride(owner, schedule, [ada, bob], MONDAY, TUESDAY);
            await chat.setUserGroupMembers(id, memberIds);
          },
        }
      );
    };
    await runAllDue({ ...watchbill.services, chatOf: interrupted });
    assert.deepEqual(await membersNow(), ['U0ADA', 'U0BOB']);
    assert.equal(calls, 2);
  });

  itOnSqlite('[WRK-3] is finished by another worker when the lease of a dead one expires', async () => {
    const { schedule, path } = await attached(owner, [ada]);
    await createOverride(owner, schedule, [bob], MONDAY, TUESDAY);
    const chatOf = () => {
      throw new AppError('service_unavailable', 'The connection was lost.');
    };
    await assert.rejects(runAllDue({ ...watchbill.services, chatOf }), /The connection was lost/);
    watchbill.at('2026-01-05T09:00:19Z');
    await work();
    assert.equal((await syncOf(owner, path)).state, 'pending');
    watchbill.at('2026-01-05T09:00:20Z');
    await work();
    assert.deepEqual(await membersNow(), ['U0BOB']);
  });

  it('[WRK-1] is right in fifty schedules with several concurrent workers', async () => {
    for (let i = 0; i < 50; i++) {
      await attached(owner, i % 2 === 0 ? [ada, bob] : [bob, ada], {}, { name: `Group ${i}`, handle: `group-${i}` });
    }
    watchbill.at(TUESDAY);
    await Promise.all(Array.from({ length: 4 }, work));
    await work();
    const members = (await groupsNow()).map(({ member_ids }) => member_ids);
    assert.deepEqual(
      members,
      Array.from({ length: 50 }, (_, i) => [i % 2 === 0 ? 'U0BOB' : 'U0ADA']),
    );
  });

  itOnSqlite('without a chat, shows so, and follows again once there is one', async () => {
    const { schedule, path } = await attached(owner, [ada]);
    await createOverride(owner, schedule, [bob], MONDAY, TUESDAY);
    await runAllDue({ ...watchbill.services, chatOf: () => undefined });
    assert.deepEqual(await syncOf(owner, path), {
      state: 'failing',
      last_success_at: MONDAY,
      last_error: 'No chat is connected.',
      left_out: [],
    });
    watchbill.at('2026-01-05T09:10:00Z');
    await work();
    assert.deepEqual(await membersNow(), ['U0BOB']);
  });
});

describeOnSqlite('a user group of Slack', (create) => {
  let slack: FakeSlack;
  let watchbill: Watchbill;
  let owner: Person;
  let ada: Person;
  let bob: Person;
  let cleo: Person;

  beforeEach(async () => {
    slack = await startFakeSlack();
    for (const name of ['Ada', 'Bob']) addUser(slack.workspace, { id: `U0${name.toUpperCase()}`, name });
    ({ watchbill, owner, ada, bob, cleo } = await startTeam(create, slackChat(slack)));
  });
  afterEach(async () => {
    await watchbill.stop();
    await slack.stop();
  });

  function work(): Promise<void> {
    return runAllDue(watchbill.services);
  }

  function groupNow(handle = NAMES.handle): FakeGroup {
    const group = [...slack.workspace.groups.values()].find((one) => one.handle === handle);
    assert.ok(group !== undefined);
    return group;
  }

  /** The methods that are called during the work. */
  /** Without the messages to people whose shift has moved. */
  async function callsOf(during: () => Promise<unknown>): Promise<string[]> {
    const before = slack.calls.length;
    await during();
    return slack.calls.slice(before).filter((call) => !/^(conversations|chat)\./.test(call));
  }

  function leave(chatId: string): void {
    const user = slack.workspace.users.get(chatId);
    assert.ok(user !== undefined);
    user.deleted = true;
    for (const group of slack.workspace.groups.values()) group.users = group.users.filter((id) => id !== chatId);
  }

  /** Another group takes its id's place: the next one gets another id. */
  function deleteByHand(groupId: string): void {
    slack.workspace.groups.set('S0OTHER', { id: 'S0OTHER', name: 'Other', handle: 'other', date_delete: 0, users: [] });
    slack.workspace.groups.delete(groupId);
  }

  it('[CH-4] follows handoffs and overrides, with as few calls as possible', async () => {
    const { schedule } = await attached(owner, [ada, bob]);
    watchbill.at(TUESDAY);
    assert.deepEqual(await callsOf(work), ['usergroups.users.update']);
    assert.deepEqual(groupNow().users, ['U0BOB']);
    await createOverride(owner, schedule, [ada], TUESDAY, '2026-01-06T12:00:00Z');
    await work();
    assert.deepEqual(groupNow().users, ['U0ADA']);
    watchbill.at('2026-01-06T09:15:00Z');
    assert.deepEqual(await callsOf(work), ['usergroups.list']);
  });

  describe('[CH-4] a user without a chat id', () => {
    it('is looked up by email, and remembered', async () => {
      addUser(slack.workspace, { id: 'U0CLEO', name: 'cleo', email: 'Cleo@Example.com' });
      const { path } = await attached(owner, [ada, cleo], { concurrent_oncall_users: 2 });
      assert.deepEqual(groupNow().users, ['U0ADA', 'U0CLEO']);
      assert.deepEqual((await syncOf(owner, path)).left_out, []);
      assert.equal(succeeded(await cleo.get('/user/')).user.chat_id, 'U0CLEO');
      const { audit_log } = succeeded(await owner.get(`/audit_log/?target_id=${cleo.id}&action=user.chat_id_found`));
      assert.deepEqual(audit_log[0].detail, { chat_id: 'U0CLEO' });
      watchbill.at('2026-01-05T09:15:00Z');
      assert.deepEqual(await callsOf(work), ['usergroups.list']);
    });

    it('is left out if Slack has another user for their email, and the others are added', async () => {
      addUser(slack.workspace, { id: 'U0BOB', name: 'Bob', email: 'cleo@example.com' });
      const { path } = await attached(owner, [ada, cleo], { concurrent_oncall_users: 2 });
      assert.deepEqual(groupNow().users, ['U0ADA']);
      const { state, left_out } = await syncOf(owner, path);
      const reason = 'The chat account with their email belongs to another user here.';
      assert.deepEqual({ state, left_out }, { state: 'in_sync', left_out: [{ user: named(cleo, 'Cleo'), reason }] });
      assert.equal(succeeded(await cleo.get('/user/')).user.chat_id, undefined);
    });

    it('is left out if the app may not look them up, and the others are added', async () => {
      slack.scopes.delete('users:read.email');
      const { path } = await attached(owner, [ada, cleo], { concurrent_oncall_users: 2 });
      assert.deepEqual(groupNow().users, ['U0ADA']);
      const { left_out } = await syncOf(owner, path);
      assert.deepEqual(left_out[0].user, named(cleo, 'Cleo'));
      assert.match(left_out[0].reason, /lacks the scope users:read.email/);
    });

    it('delays everything while Slack does not respond', async () => {
      const { schedule, path } = await attached(owner, [ada]);
      slack.misbehave({ as: 'down', method: 'users.lookupByEmail' });
      await createOverride(owner, schedule, [bob, cleo], MONDAY, TUESDAY);
      await work();
      assert.equal((await syncOf(owner, path)).state, 'failing');
      slack.behave();
      watchbill.at('2026-01-05T09:01:00Z');
      await work();
      assert.deepEqual(groupNow().users, ['U0BOB']);
    });
  });

  it('[CH-4] leaves out a user whom Slack refuses, with the reason; the others are added, and stay', async () => {
    addUser(slack.workspace, { id: 'U0BOB', name: 'Bob', is_restricted: true });
    const { path } = await attached(owner, [ada, bob], { concurrent_oncall_users: 2 });
    assert.deepEqual(groupNow().users, ['U0ADA']);
    const reason = 'The chat does not take them into a user group: they have left, or are a guest or a bot.';
    assert.deepEqual((await syncOf(owner, path)).left_out, [{ user: named(bob, 'Bob'), reason }]);
    watchbill.at('2026-01-05T09:15:00Z');
    const calls = await callsOf(work);
    assert.equal(calls.filter((method) => method === 'usergroups.users.update').length, 1);
    addUser(slack.workspace, { id: 'U0BOB', name: 'Bob' });
    watchbill.at('2026-01-05T09:30:00Z');
    await work();
    assert.deepEqual(groupNow().users, ['U0ADA', 'U0BOB']);
    assert.deepEqual((await syncOf(owner, path)).left_out, []);
  });

  it('[CH-4] shows a user who leaves Slack while on call as left out', async () => {
    const { path } = await attached(owner, [ada, bob], { concurrent_oncall_users: 2 });
    leave('U0ADA');
    watchbill.at('2026-01-05T09:15:00Z');
    await work();
    assert.deepEqual(groupNow().users, ['U0BOB']);
    assert.deepEqual(
      (await syncOf(owner, path)).left_out.map(({ user }: { user: object }) => user),
      [named(ada, 'Ada')],
    );
  });

  describe('[CH-4] if Slack refuses bots', () => {
    beforeEach(() => {
      slack.workspace.takesBotsInGroups = false;
    });

    it('is disabled while nobody is on call, stays so, and is enabled with the next person', async () => {
      const { schedule, path } = await attached(owner, [ada]);
      succeeded(await owner.patch(`/schedules/${schedule.id}`, { layers: [layer([])] }));
      await work();
      assert.notEqual(groupNow().date_delete, 0);
      for (const instant of ['2026-01-05T09:15:00Z', '2026-01-05T09:30:00Z']) {
        watchbill.at(instant);
        const calls = await callsOf(work);
        assert.deepEqual(
          calls.filter((method) => /able$/.test(method)),
          [],
        );
        assert.equal((await syncOf(owner, path)).state, 'in_sync');
      }
      succeeded(await owner.patch(`/schedules/${schedule.id}`, { layers: [layer([bob])] }));
      await work();
      assert.deepEqual({ ...groupNow() }, { ...groupNow(), date_delete: 0, users: ['U0BOB'] });
    });

    it('is also disabled while Slack refuses everybody on call', async () => {
      const { path } = await attached(owner, [ada]);
      leave('U0ADA');
      watchbill.at('2026-01-05T09:15:00Z');
      await work();
      assert.notEqual(groupNow().date_delete, 0);
      watchbill.at('2026-01-05T09:30:00Z');
      const calls = await callsOf(work);
      assert.deepEqual(
        calls.filter((method) => /able$/.test(method)),
        [],
      );
      assert.equal((await syncOf(owner, path)).left_out.length, 1);
    });
  });

  describe('[WRK-3] when Slack', () => {
    it('is down: shows so, retries with growing delays, and is right once Slack is back', async () => {
      const { path } = await attached(owner, [ada, bob]);
      slack.misbehave({ as: 'down' });
      watchbill.at(TUESDAY);
      assert.equal((await callsOf(work)).length, 1);
      const { last_error, ...sync } = await syncOf(owner, path);
      assert.deepEqual(sync, { state: 'failing', last_success_at: MONDAY, left_out: [] });
      assert.match(last_error, /Slack/);
      assert.deepEqual(await callsOf(work), []);
      watchbill.at('2026-01-06T09:00:02Z');
      assert.equal((await callsOf(work)).length, 1);
      watchbill.at('2026-01-06T09:00:03Z');
      assert.deepEqual(await callsOf(work), []);
      slack.behave();
      watchbill.at('2026-01-06T09:00:05Z');
      await work();
      assert.deepEqual(groupNow().users, ['U0BOB']);
      assert.deepEqual(await syncOf(owner, path), {
        state: 'in_sync',
        last_success_at: '2026-01-06T09:00:05Z',
        left_out: [],
      });
    });

    it('asks for a pause: waits for as long as it says, whatever changes in the meantime', async () => {
      const { schedule, path } = await attached(owner, [ada, bob]);
      slack.misbehave({ as: 'rate limited', retryAfterSeconds: 120, times: 1 });
      watchbill.at(TUESDAY);
      await work();
      assert.equal((await syncOf(owner, path)).last_error, 'Slack asks for fewer requests.');
      await createOverride(owner, schedule, [ada, bob], TUESDAY, WEDNESDAY);
      watchbill.at('2026-01-06T09:01:59Z');
      assert.deepEqual(await callsOf(work), []);
      watchbill.at('2026-01-06T09:03:00Z');
      await work();
      assert.deepEqual(groupNow().users, ['U0ADA', 'U0BOB']);
      assert.equal((await syncOf(owner, path)).state, 'in_sync');
    });

    it('is down while a group is attached: retries what failed for the caller', async () => {
      const schedule = await createSchedule(owner, [ada]);
      slack.misbehave({ as: 'down', method: 'usergroups.users.update' });
      failed(await owner.put(pathOf(schedule), NAMES), 502, 'chat_unavailable');
      assert.equal((await syncOf(owner, pathOf(schedule))).state, 'failing');
      slack.behave();
      watchbill.at('2026-01-05T09:00:02Z');
      await work();
      assert.deepEqual(groupNow().users, ['U0ADA']);
      assert.equal((await syncOf(owner, pathOf(schedule))).state, 'in_sync');
    });

    it('is down while a group is detached: disables it once Slack is back', async () => {
      const { path } = await attached(owner, [ada]);
      slack.misbehave({ as: 'down' });
      succeeded(await owner.delete(path), 204);
      await work();
      assert.equal(groupNow().date_delete, 0);
      slack.behave();
      watchbill.at('2026-01-05T09:00:02Z');
      await work();
      assert.notEqual(groupNow().date_delete, 0);
    });

    it('executed a call but its response was lost: nothing is done twice', async () => {
      await attached(owner, [ada, bob]);
      slack.misbehave({ as: 'answer lost', method: 'usergroups.users.update', times: 1 });
      watchbill.at(TUESDAY);
      await work();
      assert.deepEqual(groupNow().users, ['U0BOB']);
      watchbill.at('2026-01-06T09:00:02Z');
      assert.deepEqual(await callsOf(work), ['usergroups.list']);
    });

    it('refuses the name, which another group has: members are updated all the same', async () => {
      const { path } = await attached(owner, [ada, bob]);
      groupNow().name = 'Renamed by hand';
      slack.workspace.groups.set('S0OTHER', { id: 'S0OTHER', ...NAMES, handle: 'other', date_delete: 0, users: [] });
      watchbill.at('2026-01-06T08:59:00Z');
      await work();
      assert.match((await syncOf(owner, path)).last_error, /Another user group of Slack has this name/);
      watchbill.at(TUESDAY);
      await work();
      assert.deepEqual(groupNow().users, ['U0BOB']);
      slack.workspace.groups.delete('S0OTHER');
      watchbill.at('2026-01-06T09:15:00Z');
      await work();
      assert.equal((await syncOf(owner, path)).state, 'in_sync');
      assert.equal(groupNow().name, NAMES.name);
    });
  });

  describe('[CH-4] when deleted by hand in Slack', () => {
    it('is created again under its handle, for all schedules that had it', async () => {
      const one = await attached(owner, [ada]);
      const two = await attached(owner, [bob]);
      deleteByHand(one.groupId);
      watchbill.at('2026-01-05T09:15:00Z');
      await work();
      assert.deepEqual(groupNow().users, ['U0ADA', 'U0BOB']);
      for (const { path } of [one, two]) {
        const { id, sync } = succeeded(await owner.get(path)).user_group;
        assert.deepEqual({ id, state: sync.state }, { id: groupNow().id, state: 'in_sync' });
      }
      assert.notEqual(groupNow().id, one.groupId);
    });

    it('shows why that is impossible, and tries again with each change and every 15 minutes', async () => {
      const { path, groupId } = await attached(owner, [ada, bob]);
      deleteByHand(groupId);
      addUser(slack.workspace, { id: 'U0NAMED', name: NAMES.handle });
      watchbill.at(TUESDAY);
      await work();
      const { state, last_error } = await syncOf(owner, path);
      assert.equal(state, 'failing');
      assert.match(last_error, /has this handle/);
      watchbill.at('2026-01-06T09:14:59Z');
      assert.deepEqual(await callsOf(work), []);
      slack.workspace.users.delete('U0NAMED');
      watchbill.at('2026-01-06T09:15:00Z');
      await work();
      assert.deepEqual(groupNow().users, ['U0BOB']);
      assert.equal((await syncOf(owner, path)).state, 'in_sync');
    });
  });

  function named({ id }: Person, name: string): { id: string; name: string } {
    return { id, name };
  }
});
