import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { createLocalChat, type LocalChatStore } from '../../src/chat/local.ts';
import type { ChatProvider } from '../../src/chat/provider.ts';
import { anyOrganization, insertOrganization } from '../../src/db/people/organizations.ts';
import type { OrganizationId } from '../../src/ids.ts';
import { localChatStore } from '../../src/services/chat/local-chat-store.ts';
import { succeeded } from '../support/drivers/api.ts';
import { givenWatchbill } from '../support/drivers/suites.ts';
import { describeOnBothDatabases } from '../support/servers/databases.ts';
import { fails } from './failures.ts';

describeOnBothDatabases('the local chat', (create) => {
  let organizationId: OrganizationId;
  let store: LocalChatStore;
  let chat: ChatProvider;

  const { watchbill } = givenWatchbill(create);
  before(async () => {
    const organization = await watchbill.services.db.first(anyOrganization, {});
    assert.ok(organization !== undefined);
    organizationId = organization.id;
    store = localChatStore(watchbill.services, organizationId);
    chat = createLocalChat({ plan: 'paid', store });
  });

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

  it('has each handle once, also when fifty ask for it concurrently', async () => {
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

  it('is separate for each organization', async () => {
    const { services } = watchbill;
    const otherId = services.newId('organization');
    await services.db.transaction((tx) =>
      tx.run(insertOrganization, { id: otherId, name: 'Other', timeZone: 'UTC', createdAt: services.clock.now() }),
    );
    const other = createLocalChat({ plan: 'paid', store: localChatStore(services, otherId) });
    const group = await chat.createUserGroup({ name: 'Ours', handle: 'ours' });
    const message = { lines: [['Ours']] };
    const messageId = await chat.post('C0ONCALL', message);
    await fails(other.updateMessage('C0ONCALL', messageId, message), 'refused', /has no message/);
    await fails(chat.updateMessage('C0GENERAL', messageId, message), 'refused', /has no message/);
    assert.equal(await other.findUserGroup(group.id), undefined);
    assert.equal(await other.findUserGroupByHandle('ours'), undefined);
    await fails(other.setUserGroupMembers(group.id, ['U0EVE']), 'group gone', /has no user group/);
    assert.notEqual((await other.createUserGroup({ name: 'Theirs', handle: 'ours' })).id, group.id);
  });

  it('reserves the handles that reach everyone', async () => {
    const group = await chat.createUserGroup({ name: 'Some', handle: 'some' });
    await fails(chat.createUserGroup({ name: 'All', handle: 'everyone' }), 'refused', /keeps the handle @everyone/);
    await fails(chat.renameUserGroup(group.id, { name: 'All', handle: 'here' }), 'refused', /keeps the handle @here/);
  });

  it('has no group with a malformed id', async () => {
    assert.equal(await chat.findUserGroup('\0'), undefined);
    await fails(chat.disableUserGroup('\0'), 'group gone', 'The chat has no user group "\\u0000".');
  });

  it('[CH-3] on the free plan lets an old group be disabled', async () => {
    const group = await chat.createUserGroup({ name: 'Better days', handle: 'better-days' });
    await createLocalChat({ plan: 'free', store }).disableUserGroup(group.id);
    assert.equal((await chat.findUserGroup(group.id))?.isEnabled, false);
  });

  it('[CH-2] shows its messages in the order in which they were posted, with their buttons as text', async () => {
    watchbill.at('2026-01-05T09:30:00Z');
    const id = await chat.post('C0ONCALL', { lines: [[{ person: { name: 'Ada' } }, ' has the watch.']] });
    await chat.post('C0GENERAL', {
      lines: [['Who takes it?']],
      actions: [{ id: 'accept', label: 'Accept', value: 'cov_1' }],
    });
    watchbill.at('2026-01-05T10:00:00Z');
    await chat.updateMessage('C0ONCALL', id, { lines: [['Bob has the watch.']] });
    const { messages } = succeeded(await watchbill.owner.get('/chat/local/messages/'));
    const [, last] = messages.slice(-2);
    const created_at = '2026-01-05T09:30:00Z';
    assert.match(id, /^msg_/);
    assert.deepEqual(messages.slice(-2), [
      { id, channel_id: 'C0ONCALL', text: 'Bob has the watch.', created_at },
      { id: last.id, channel_id: 'C0GENERAL', text: 'Who takes it?\n[Accept]', created_at },
    ]);
  });
});
