/** The whole service with a Slack workspace, over the API. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { runAllDue } from '../../src/services/jobs/due-work.ts';
import { failed, type Person, startWatchbill, succeeded, type Watchbill } from '../support/drivers/api.ts';
import { addPersonInSlack, slackChat } from '../support/drivers/slack.ts';
import { type FakeSlack, startFakeSlack } from '../support/fakes/fake-slack.ts';
import { addChannel, type FakeGroup } from '../support/fakes/fake-slack-workspace.ts';
import { describeOnSqlite } from '../support/servers/databases.ts';

const NAMES = { name: 'Payments on call', handle: 'payments-oncall' };

describeOnSqlite('the service with Slack', (create) => {
  let slack: FakeSlack;
  let watchbill: Watchbill;
  let owner: Person;
  let ada: Person;
  let bob: Person;

  beforeEach(async () => {
    slack = await startFakeSlack();
    addChannel(slack.workspace, { id: 'C0ONCALL', name: 'oncall' });
    watchbill = await startWatchbill(create, undefined, slackChat(slack));
    owner = watchbill.owner;
    ada = await addPerson('Ada');
    bob = await addPerson('Bob');
  });
  afterEach(async () => {
    await watchbill.stop();
    await slack.stop();
  });

  function addPerson(name: string): Promise<Person> {
    return addPersonInSlack(watchbill, slack, name);
  }

  /** All of them are on call at once. */
  async function addSchedule(...users: readonly Person[]): Promise<string> {
    const layer = {
      name: 'Primary',
      rotation_start: '2026-01-05T09:00:00Z',
      concurrent_oncall_users: Math.max(1, users.length),
      user_references: users.map(({ id }) => ({ type: 'internal_user_id', value: id })),
      shift_length: { amount: 1, unit: 'days' },
    };
    const schedule = { name: 'Payments', time_zone: 'UTC', team_ids: [], layers: [layer] };
    return succeeded(await owner.post('/schedules', schedule), 201).schedule.id;
  }

  function groupNamed(handle: string): FakeGroup | undefined {
    return [...slack.workspace.groups.values()].find((group) => group.handle === handle);
  }

  it('[CH-3] attaches a new group, renames it, and disables it on detach', async () => {
    const path = `/schedules/${await addSchedule(ada, bob)}/chat_user_group/`;
    const { user_group } = succeeded(await owner.put(path, NAMES));
    assert.deepEqual(groupNamed('payments-oncall'), {
      id: user_group.id,
      name: 'Payments on call',
      handle: 'payments-oncall',
      date_delete: 0,
      users: ['U0ADA', 'U0BOB'],
    });
    succeeded(await owner.put(path, { name: 'Payments', handle: 'payments' }));
    assert.equal(groupNamed('payments')?.id, user_group.id);
    succeeded(await owner.delete(path), 204);
    await runAllDue(watchbill.services);
    assert.notEqual(groupNamed('payments')?.date_delete, 0);
  });

  it('[CH-3] takes over a disabled group with the handle', async () => {
    const old = { id: 'S0OLD', name: 'Old', handle: 'payments-oncall', date_delete: 1_446_747_568, users: [] };
    slack.workspace.groups.set(old.id, old);
    const path = `/schedules/${await addSchedule(ada)}/chat_user_group/`;
    assert.equal(succeeded(await owner.put(path, NAMES)).user_group.id, 'S0OLD');
    assert.deepEqual(slack.workspace.groups.get('S0OLD'), {
      ...NAMES,
      id: 'S0OLD',
      date_delete: 0,
      users: ['U0ADA'],
    });
  });

  it('[CH-3] creates a group again that was deleted by hand', async () => {
    const path = `/schedules/${await addSchedule(ada)}/chat_user_group/`;
    const { user_group } = succeeded(await owner.put(path, NAMES));
    slack.workspace.groups.delete(user_group.id);
    succeeded(await owner.put(path, NAMES));
    assert.deepEqual(groupNamed('payments-oncall')?.users, ['U0ADA']);
  });

  it('[CH-4] adds the others if somebody has left Slack', async () => {
    const left = slack.workspace.users.get('U0ADA');
    assert.ok(left !== undefined);
    left.deleted = true;
    const path = `/schedules/${await addSchedule(ada, bob)}/chat_user_group/`;
    succeeded(await owner.put(path, NAMES));
    assert.deepEqual(groupNamed('payments-oncall')?.users, ['U0BOB']);
    const alone = `/schedules/${await addSchedule(ada)}/chat_user_group/`;
    succeeded(await owner.put(alone, { name: 'Alone', handle: 'alone' }));
    assert.deepEqual(groupNamed('alone')?.users, ['U0WATCHBILL']);
  });

  it('[CH-4] with nobody on call: the group has the bot, or is disabled if Slack refuses bots', async () => {
    const path = `/schedules/${await addSchedule()}/chat_user_group/`;
    succeeded(await owner.put(path, NAMES));
    assert.deepEqual(groupNamed('payments-oncall')?.users, ['U0WATCHBILL']);
    slack.workspace.takesBotsInGroups = false;
    const other = `/schedules/${await addSchedule()}/chat_user_group/`;
    succeeded(await owner.put(other, { name: 'Other', handle: 'other' }));
    assert.notEqual(groupNamed('other')?.date_delete, 0);
  });

  it('[CH-3] the free plan, from what Slack says of it and from its errors', async () => {
    const path = `/schedules/${await addSchedule(ada)}/chat_user_group/`;
    slack.workspace.plan = 'free';
    failed(await owner.put(path, NAMES), 422, 'chat_group_only_available_for_paid_teams');
    slack.scopes.delete('team.billing:read');
    failed(await owner.put(path, NAMES), 422, 'chat_group_only_available_for_paid_teams');
    assert.equal(slack.workspace.groups.size, 0);
  });

  it('[CH-3] explains a refusal by Slack', async () => {
    const path = `/schedules/${await addSchedule(ada)}/chat_user_group/`;
    const taken = await owner.put(path, { name: 'Bob', handle: 'bob' });
    assert.match(failed(taken, 422, 'unprocessable_entity'), /has this handle: choose another one/);
    slack.workspace.groupManagers = 'admins';
    assert.match(failed(await owner.put(path, NAMES), 422, 'unprocessable_entity'), /SLACK_USER_TOKEN/);
    slack.refuseToken(slack.botToken, 'token_revoked');
    const message = 'The token was revoked in Slack. Check SLACK_BOT_TOKEN.';
    assert.equal(failed(await owner.put(path, NAMES), 422, 'chat_not_connected'), message);
  });

  it('[CH-5] detaches without waiting for a Slack that is down; attaching fails with the reason', async () => {
    const path = `/schedules/${await addSchedule(ada)}/chat_user_group/`;
    succeeded(await owner.put(path, NAMES));
    slack.misbehave({ as: 'down' });
    failed(await owner.put(path, NAMES), 502, 'chat_unavailable');
    succeeded(await owner.delete(path), 204);
    failed(await owner.get(path), 404, 'not_found');
  });

  it('[CH-6] links public channels only', async () => {
    addChannel(slack.workspace, { id: 'C0OLD', name: 'old', is_archived: true });
    addChannel(slack.workspace, { id: 'C0LEADS', name: 'leads', is_private: true, is_member: true });
    const path = `/schedules/${await addSchedule(ada)}/chat_channels/`;
    succeeded(await owner.put(`${path}C0ONCALL`), 204);
    failed(await owner.put(`${path}C0NOWHERE`), 404, 'not_found');
    assert.match(failed(await owner.put(`${path}C0OLD`), 422, 'unprocessable_entity'), /#old is archived/);
    assert.match(failed(await owner.put(`${path}C0LEADS`), 422, 'unprocessable_entity'), /#leads is private/);
    slack.misbehave({ as: 'html' });
    failed(await owner.put(`${path}C0ONCALL`), 502, 'chat_unavailable');
  });

  it('reads all pages of channels once a minute, and again at once after a failure', async () => {
    for (let i = 0; i < 250; i++) addChannel(slack.workspace, { id: `C0${i}`, name: `channel-${i}` });
    const pagesRead = () => slack.calls.filter((method) => method === 'conversations.list').length;
    const total = async () => succeeded(await owner.get('/chat/channels/')).meta.total;

    slack.misbehave({ as: 'server error', times: 1 });
    failed(await owner.get('/chat/channels/'), 502, 'chat_unavailable');
    assert.deepEqual(await Promise.all([total(), total(), total()]), [251, 251, 251]);
    assert.equal(pagesRead(), 3);
    addChannel(slack.workspace, { id: 'C0NEW', name: 'new' });
    watchbill.at('2026-01-05T09:00:59Z');
    assert.equal(await total(), 251);
    succeeded(await owner.put(`/schedules/${await addSchedule(ada)}/chat_channels/C0NEW`), 204);
    watchbill.at('2026-01-05T09:01:00Z');
    assert.equal(await total(), 252);
    assert.equal(pagesRead(), 5);
  });

  it('[CH-2] has no built-in chat to look into', async () => {
    failed(await owner.get('/chat/local/messages/'), 422, 'chat_not_connected');
    assert.equal(succeeded(await owner.get('/chat/channels/')).channels[0].id, 'C0ONCALL');
  });
});
