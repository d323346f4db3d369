import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createLocalChat } from '../../src/chat/local.ts';
import { ChatError, type ChatFailure, type ChatProvider } from '../../src/chat/provider.ts';
import { anyOrganization, insertOrganization } from '../../src/db/organizations.ts';
import type { OrganizationId } from '../../src/ids.ts';
import { localChatStore } from '../../src/services/local-chat-store.ts';
import { startWatchbill, succeeded, type Watchbill } from '../support/api.ts';
import { describeOnBothDatabases } from '../support/databases.ts';

describe('what goes wrong in a chat', () => {
  for (const [failure, code] of [
    ['refused', 'unprocessable_entity'],
    ['paid plan needed', 'chat_group_only_available_for_paid_teams'],
    ['unavailable', 'chat_unavailable'],
  ] as const) {
    it(`${failure}: the user is told ${code}`, () => {
      assert.equal(new ChatError(failure).code, code);
      assert.equal(new ChatError(failure, 'The chat says so.').message, 'The chat says so.');
    });
  }
});

describeOnBothDatabases('the local chat', (create) => {
  let watchbill: Watchbill;
  let organizationId: OrganizationId;
  let chat: ChatProvider;
  let freeChat: ChatProvider;

  before(async () => {
    watchbill = await startWatchbill(create);
    const organization = await watchbill.services.db.first(anyOrganization, {});
    assert.ok(organization !== undefined);
    organizationId = organization.id;
    const store = localChatStore(watchbill.services, organizationId);
    chat = createLocalChat({ plan: 'paid', store });
    freeChat = createLocalChat({ plan: 'free', store });
  });
  after(() => watchbill.stop());

  it('[CH-2] has two public channels and a private one', async () => {
    assert.deepEqual(
      (await chat.listChannels()).map(({ id, isPrivate, isArchived }) => [id, isPrivate, isArchived]),
      [
        ['C0GENERAL', false, false],
        ['C0ONCALL', false, false],
        ['C0LEADS', true, false],
      ],
    );
    assert.equal((await chat.findChannel('C0ONCALL'))?.name, 'oncall');
    assert.equal(await chat.findChannel('C0NOWHERE'), undefined);
  });

  it('keeps a group: its names, its members, whether it is enabled', async () => {
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
    assert.equal((await chat.findUserGroup(group.id))?.isEnabled, true);
  });

  it('gives a handle once, also when fifty ask for it at the same time', async () => {
    const attempts = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) => chat.createUserGroup({ name: `Race ${i}`, handle: 'race' })),
    );
    assert.equal(attempts.filter(({ status }) => status === 'fulfilled').length, 1);
    const other = await chat.createUserGroup({ name: 'Other', handle: 'other' });
    await fails(
      chat.renameUserGroup(other.id, { name: 'Other', handle: 'race' }),
      'refused',
      'Another user group of the chat has the handle @race.',
    );
  });

  it('is one for each organization', async () => {
    const { services } = watchbill;
    const otherId = services.newId('organization');
    await services.db.transaction((tx) =>
      tx.run(insertOrganization, { id: otherId, name: 'Other', timeZone: 'UTC', createdAt: services.clock.now() }),
    );
    const other = createLocalChat({ plan: 'paid', store: localChatStore(services, otherId) });
    const group = await chat.createUserGroup({ name: 'Ours', handle: 'ours' });
    assert.equal(await other.findUserGroup(group.id), undefined);
    assert.equal(await other.findUserGroupByHandle('ours'), undefined);
    await fails(other.setUserGroupMembers(group.id, ['U0EVE']), 'refused', /has no user group/);
    assert.notEqual((await other.createUserGroup({ name: 'Theirs', handle: 'ours' })).id, group.id);
  });

  it('refuses what a real chat would', async () => {
    const group = await chat.createUserGroup({ name: 'Empty', handle: 'empty' });
    await fails(chat.createUserGroup({ name: 'All', handle: 'everyone' }), 'refused', /keeps the handle @everyone/);
    await fails(chat.renameUserGroup(group.id, { name: 'All', handle: 'here' }), 'refused', /keeps the handle @here/);
    await fails(chat.setUserGroupMembers(group.id, []), 'refused', /cannot be empty/);
    for (const id of ['S0NOBODY', 'grp_01hzzzzzzzzzzzzzzzzzzzzzzz', '\0']) {
      assert.equal(await chat.findUserGroup(id), undefined);
      await fails(chat.renameUserGroup(id, { name: 'None', handle: 'none' }), 'refused', /has no user group/);
      await fails(chat.setUserGroupMembers(id, ['U0ADA']), 'refused', /has no user group/);
      await fails(chat.enableUserGroup(id), 'refused', /has no user group/);
      await fails(chat.disableUserGroup(id), 'refused', /has no user group/);
    }
    await fails(chat.post('C0NOWHERE', { text: 'Hello?' }), 'refused', /has no channel "C0NOWHERE"/);
  });

  it('[CH-3] on the free plan has no groups, but lets an old one be disabled', async () => {
    const group = await chat.createUserGroup({ name: 'Better days', handle: 'better-days' });
    assert.deepEqual([await chat.plan(), await freeChat.plan()], ['paid', 'free']);
    await fails(freeChat.createUserGroup({ name: 'A', handle: 'a' }), 'paid plan needed');
    await fails(freeChat.renameUserGroup(group.id, { name: 'A', handle: 'a' }), 'paid plan needed');
    await fails(freeChat.setUserGroupMembers(group.id, ['U0ADA']), 'paid plan needed');
    await fails(freeChat.enableUserGroup(group.id), 'paid plan needed');
    await freeChat.disableUserGroup(group.id);
    assert.equal((await chat.findUserGroup(group.id))?.isEnabled, false);
  });

  it('shows its messages in the order in which they were posted', async () => {
    watchbill.at('2026-01-05T09:30:00Z');
    await chat.post('C0ONCALL', { text: 'Ada has the watch.' });
    await chat.post('C0GENERAL', { text: 'So it is.' });
    const { messages, meta } = succeeded(await watchbill.owner.get('/chat/local/messages/'));
    assert.deepEqual(
      messages.map(({ id, ...message }: { id: string }) => [id.slice(0, 4), message]),
      [
        ['msg_', { channel_id: 'C0ONCALL', text: 'Ada has the watch.', created_at: '2026-01-05T09:30:00Z' }],
        ['msg_', { channel_id: 'C0GENERAL', text: 'So it is.', created_at: '2026-01-05T09:30:00Z' }],
      ],
    );
    assert.equal(meta.total, 2);
  });

  it('knows the people who have a chat id, by their email in any case', async () => {
    const ada = await watchbill.addPerson('Ada');
    assert.equal(await chat.findUserIdByEmail('ada@example.com'), undefined);
    succeeded(await watchbill.owner.patch(`/users/${ada.id}`, { chat_id: 'U0ADA' }));
    assert.equal(await chat.findUserIdByEmail('ADA@example.com'), 'U0ADA');
    assert.equal(await chat.findUserIdByEmail('nobody@example.com'), undefined);
  });
});

async function fails(work: Promise<unknown>, failure: ChatFailure, message: string | RegExp = /./): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof ChatError, String(error));
    assert.equal(error.failure, failure);
    if (typeof message === 'string') assert.equal(error.message, message);
    else assert.match(error.message, message);
    return true;
  });
}
