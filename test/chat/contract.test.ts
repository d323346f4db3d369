/** The contract of src/chat/provider.ts, tested on every chat. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createLocalChat } from '../../src/chat/local.ts';
import type { ChatMessage, ChatProvider } from '../../src/chat/provider.ts';
import { createSlackChat } from '../../src/chat/slack.ts';
import { anyOrganization } from '../../src/db/people/organizations.ts';
import { localChatStore } from '../../src/services/chat/local-chat-store.ts';
import { startWatchbill, succeeded } from '../support/drivers/api.ts';
import { startFakeSlack } from '../support/fakes/fake-slack.ts';
import { addChannel, addUser } from '../support/fakes/fake-slack-workspace.ts';
import { describeOnSqlite, type TestDatabase } from '../support/servers/databases.ts';
import { fails } from './failures.ts';

/** A workspace with the channel `C0ONCALL`, and with Ada (`U0ADA`, ada@example.com) and Bob (`U0BOB`) in it. */
interface Workspace {
  readonly chat: ChatProvider;
  /** The same workspace on the free plan. */
  readonly unpaid: <T>(work: (chat: ChatProvider) => Promise<T>) => Promise<T>;
  /** The posted texts in a channel or conversation, as notifications show them. */
  readonly textsIn: (destinationId: string) => Promise<string[]>;
  readonly stop: () => Promise<void>;
}

describeOnSqlite('the local chat', (create) => describeChat('like every chat', () => localWorkspace(create)));
describeChat('the Slack chat', slackWorkspace);

function describeChat(what: string, start: () => Promise<Workspace>): void {
  describe(what, () => {
    let workspace: Workspace;
    let chat: ChatProvider;

    before(async () => {
      workspace = await start();
      ({ chat } = workspace);
    });
    after(() => workspace.stop());

    it('[CH-1] lists its channels', async () => {
      const channel = { id: 'C0ONCALL', name: 'oncall', isPrivate: false, isArchived: false };
      assert.deepEqual(await chat.findChannel('C0ONCALL'), channel);
      assert.deepEqual(
        (await chat.listChannels()).find(({ id }) => id === 'C0ONCALL'),
        channel,
      );
      assert.equal(await chat.findChannel('C0NOWHERE'), undefined);
    });

    it('[CH-1] finds people by email, ignoring case', async () => {
      assert.equal(await chat.findUserIdByEmail('ADA@example.com'), 'U0ADA');
      assert.equal(await chat.findUserIdByEmail('nobody@example.com'), undefined);
    });

    it('[CH-1] stores a group: its names, its members, whether it is enabled', async () => {
      const group = await chat.createUserGroup({ name: 'Platform', handle: 'platform' });
      assert.deepEqual(group, { id: group.id, name: 'Platform', handle: 'platform', isEnabled: true, memberIds: [] });
      await chat.renameUserGroup(group.id, { name: 'Platform people', handle: 'platform-2' });
      await chat.setUserGroupMembers(group.id, ['U0ADA', 'U0BOB']);
      await chat.disableUserGroup(group.id);
      await chat.disableUserGroup(group.id);
      const changed = {
        id: group.id,
        name: 'Platform people',
        handle: 'platform-2',
        isEnabled: false,
        memberIds: ['U0ADA', 'U0BOB'],
      };
      assert.deepEqual(await chat.findUserGroup(group.id), changed);
      assert.deepEqual(await chat.findUserGroupByHandle('platform-2'), changed);
      assert.equal(await chat.findUserGroupByHandle('platform'), undefined);
      await chat.enableUserGroup(group.id);
      await chat.enableUserGroup(group.id);
      assert.equal((await chat.findUserGroup(group.id))?.isEnabled, true);
      await chat.setUserGroupMembers(group.id, ['U0BOB']);
      assert.deepEqual((await chat.findUserGroup(group.id))?.memberIds, ['U0BOB']);
    });

    it('[CH-4] accepts the bot as the only member', async () => {
      const group = await chat.createUserGroup({ name: 'Nobody', handle: 'nobody' });
      await fails(chat.setUserGroupMembers(group.id, []), 'refused', /cannot be empty/);
      const bot = await chat.botUserId();
      await chat.setUserGroupMembers(group.id, [bot]);
      assert.deepEqual((await chat.findUserGroup(group.id))?.memberIds, [bot]);
    });

    it('[CH-3] has each handle once, also that of a disabled group', async () => {
      const attempts = await Promise.allSettled(
        Array.from({ length: 20 }, (_, i) => chat.createUserGroup({ name: `Race ${i}`, handle: 'race' })),
      );
      assert.equal(attempts.filter(({ status }) => status === 'fulfilled').length, 1);
      const other = await chat.createUserGroup({ name: 'Other', handle: 'other' });
      await fails(chat.renameUserGroup(other.id, { name: 'Other', handle: 'race' }), 'refused', /has th/);
      await chat.disableUserGroup(other.id);
      await fails(chat.createUserGroup({ name: 'Others', handle: 'other' }), 'refused', /has th/);
      await fails(chat.createUserGroup({ name: 'All', handle: 'everyone' }), 'refused');
    });

    it('reports that a group does not exist', async () => {
      for (const id of ['S0GONE', 'grp_01hzzzzzzzzzzzzzzzzzzzzzzz']) {
        assert.equal(await chat.findUserGroup(id), undefined);
        await fails(chat.renameUserGroup(id, { name: 'None', handle: 'none' }), 'group gone', /has no/);
        await fails(chat.setUserGroupMembers(id, ['U0ADA']), 'group gone');
        await fails(chat.enableUserGroup(id), 'group gone');
        await fails(chat.disableUserGroup(id), 'group gone');
      }
    });

    it('[CH-3] has no groups on the free plan', async () => {
      const group = await chat.createUserGroup({ name: 'Better days', handle: 'better-days' });
      assert.equal(await chat.plan(), 'paid');
      await workspace.unpaid(async (unpaid) => {
        assert.equal(await unpaid.plan(), 'free');
        await fails(unpaid.createUserGroup({ name: 'A', handle: 'a' }), 'paid plan needed');
        await fails(unpaid.renameUserGroup(group.id, { name: 'A', handle: 'a' }), 'paid plan needed');
        await fails(unpaid.setUserGroupMembers(group.id, ['U0ADA']), 'paid plan needed');
        await fails(unpaid.enableUserGroup(group.id), 'paid plan needed');
      });
    });

    it('posts to a channel and to a person, in order, and updates messages', async () => {
      const asked: ChatMessage = { lines: [['Who takes ', { bold: 'Payments' }, '?']] };
      const taken: ChatMessage = { lines: [[{ person: { name: 'Bob', chatId: 'U0BOB' } }, ' takes it.']] };
      for (const destination of ['C0ONCALL', 'U0ADA']) {
        const first = await chat.post(destination, asked);
        const second = await chat.post(destination, { lines: [['Anyone?']] });
        assert.notEqual(first, second);
        const latest = async () => (await workspace.textsIn(destination)).slice(-2);
        assert.deepEqual(await latest(), ['Who takes Payments?', 'Anyone?']);
        await chat.updateMessage(destination, first, taken);
        assert.deepEqual(await latest(), ['Bob takes it.', 'Anyone?']);
      }
    });

    it('fails to post to an unknown destination', async () => {
      for (const destination of ['C0NOWHERE', 'U0NOBODY']) {
        await fails(chat.post(destination, { lines: [['Hello?']] }), 'destination gone', /has no such|has no channel/);
      }
      await chat.post('C0ONCALL', { lines: [['Hello!']] });
      for (const id of ['1700000000.000000', 'msg_01hzzzzzzzzzzzzzzzzzzzzzzz']) {
        await fails(chat.updateMessage('C0ONCALL', id, { lines: [['Hello?']] }), 'refused', /message/);
      }
    });
  });
}

async function localWorkspace(create: () => Promise<TestDatabase>): Promise<Workspace> {
  const watchbill = await startWatchbill(create);
  const { services, owner } = watchbill;
  for (const name of ['Ada', 'Bob']) {
    const { id } = await watchbill.addPerson(name);
    succeeded(await owner.patch(`/users/${id}`, { chat_id: `U0${name.toUpperCase()}` }));
  }
  const organization = await services.db.first(anyOrganization, {});
  assert.ok(organization !== undefined);
  const store = localChatStore(services, organization.id);
  return {
    chat: createLocalChat({ plan: 'paid', store }),
    unpaid: (work) => work(createLocalChat({ plan: 'free', store })),
    async textsIn(destinationId) {
      const { messages } = succeeded(await owner.get('/chat/local/messages/?per_page=100'));
      return messages
        .filter(({ channel_id }: { channel_id: string }) => channel_id === destinationId)
        .map(({ text }: { text: string }) => text);
    },
    stop: watchbill.stop,
  };
}

async function slackWorkspace(): Promise<Workspace> {
  const slack = await startFakeSlack();
  const { workspace } = slack;
  addChannel(workspace, { id: 'C0ONCALL', name: 'oncall' });
  addUser(workspace, { id: 'U0ADA', name: 'ada' });
  addUser(workspace, { id: 'U0BOB', name: 'bob' });
  const chat = createSlackChat(slack);
  return {
    chat,
    async unpaid(work) {
      workspace.plan = 'free';
      try {
        return await work(chat);
      } finally {
        workspace.plan = 'std';
      }
    },
    async textsIn(destinationId) {
      const channel = workspace.directMessages.get(destinationId) ?? destinationId;
      return workspace.messages.filter((message) => message.channel === channel).map(({ text }) => text);
    },
    stop: slack.stop,
  };
}
