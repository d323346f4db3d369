import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { inspect } from 'node:util';
import type { ChatFailure, ChatMessage, ChatProvider } from '../../src/chat/provider.ts';
import { createSlackChat } from '../../src/chat/slack.ts';
import { type FakeSlack, startFakeSlack } from '../support/fakes/fake-slack.ts';
import { addChannel, addUser, buttonsIn, mentionsIn } from '../support/fakes/fake-slack-workspace.ts';
import { startChild } from '../support/servers/child-processes.ts';
import { fails } from './failures.ts';

const HELLO: ChatMessage = { lines: [['Hello']] };

describe('the Slack chat', () => {
  let slack: FakeSlack;
  let chat: ChatProvider;

  beforeEach(async () => {
    slack = await startFakeSlack();
    addUser(slack.workspace, { id: 'U0ADA', name: 'ada' });
    addUser(slack.workspace, { id: 'U0BOB', name: 'bob' });
    addChannel(slack.workspace, { id: 'C0ONCALL', name: 'oncall' });
    chat = createSlackChat({ botToken: slack.botToken, apiUrl: slack.apiUrl });
  });
  afterEach(() => slack.stop());

  async function addGroup(): Promise<string> {
    return (await chat.createUserGroup({ name: 'Payments', handle: 'payments' })).id;
  }

  describe('channels', () => {
    it('lists several pages of channels, including archived ones', async () => {
      for (let i = 0; i < 450; i++) addChannel(slack.workspace, { id: `C${i}`, name: `c${i}`, is_archived: i === 7 });
      const channels = await chat.listChannels();
      assert.equal(channels.length, 451);
      assert.equal(new Set(channels.map(({ id }) => id)).size, 451);
      assert.deepEqual(
        channels.find(({ id }) => id === 'C7'),
        { id: 'C7', name: 'c7', isPrivate: false, isArchived: true },
      );
      assert.deepEqual(slack.calls, ['conversations.list', 'conversations.list', 'conversations.list']);
    });

    it('[CH-6] shows a private channel only if the app is a member', async () => {
      addChannel(slack.workspace, { id: 'C0OURS', name: 'ours', is_private: true, is_member: true });
      addChannel(slack.workspace, { id: 'C0THEIRS', name: 'theirs', is_private: true });
      assert.equal((await chat.findChannel('C0OURS'))?.isPrivate, true);
      assert.equal(await chat.findChannel('C0THEIRS'), undefined);
      assert.deepEqual(
        (await chat.listChannels()).map(({ id }) => id),
        ['C0ONCALL', 'C0OURS'],
      );
    });
  });

  describe('people', () => {
    it('are listed without guests, bots and deleted users, over several pages', async () => {
      addUser(slack.workspace, { id: 'USLACKBOT', name: 'slackbot' });
      addUser(slack.workspace, { id: 'U0GONE', name: 'gone', deleted: true });
      addUser(slack.workspace, { id: 'U0GUEST', name: 'guest', is_restricted: true });
      for (let i = 0; i < 250; i++) addUser(slack.workspace, { id: `U${i}`, name: `u${i}` });
      const people = await chat.listPeople();
      assert.equal(people.length, 252);
      assert.deepEqual(people[0], { id: 'U0ADA', name: 'ada', email: 'ada@example.com', timeZone: undefined });
      assert.deepEqual(slack.calls, ['users.list', 'users.list']);
    });
  });

  describe('posting', () => {
    it('joins a public channel first, once', async () => {
      await chat.post('C0ONCALL', HELLO);
      await chat.post('C0ONCALL', HELLO);
      assert.deepEqual(slack.calls, ['chat.postMessage', 'conversations.join', 'chat.postMessage', 'chat.postMessage']);
      assert.equal(slack.workspace.messages.length, 2);
    });

    it('sends blocks and buttons', async () => {
      await chat.post('C0ONCALL', {
        lines: [[{ person: { name: 'Ada', chatId: 'U0ADA' } }, ' asks for cover.']],
        actions: [{ id: 'accept', label: 'Accept', value: 'cov_1' }],
      });
      const [message] = slack.workspace.messages;
      assert.equal(message?.text, 'Ada asks for cover.\n[Accept]');
      const blocks = message?.blocks ?? [];
      assert.deepEqual(
        blocks.map(({ type }) => type),
        ['rich_text', 'actions'],
      );
      assert.deepEqual(mentionsIn(blocks), ['U0ADA']);
      assert.deepEqual(buttonsIn(blocks), [{ action_id: 'accept', label: 'Accept', value: 'cov_1' }]);
    });

    it('truncates a very long message to Slack’s limit', async () => {
      await chat.post('C0ONCALL', { lines: Array.from({ length: 5000 }, (_, i) => [`${i} & ${'x'.repeat(i)}`]) });
      assert.match(JSON.stringify(slack.workspace.messages[0]?.blocks.at(-1)), /"… and \d+ more lines"/);
    });

    for (const [what, channel] of [
      ['is archived', { is_archived: true }],
      ['was archived after the app joined', { is_archived: true, is_member: true }],
      ['is private', { is_private: true }],
    ] as const) {
      it(`gives up on a channel that ${what}`, async () => {
        addChannel(slack.workspace, { id: 'C0OLD', name: 'old', ...channel });
        const { retry } = await fails(chat.post('C0OLD', HELLO), 'destination gone');
        assert.equal(retry, 'never');
      });
    }

    it('gives up on a person who has left', async () => {
      addUser(slack.workspace, { id: 'U0GONE', name: 'gone', deleted: true });
      await fails(chat.post('U0GONE', HELLO), 'destination gone', 'Slack has no such person, or they have left.');
    });

    it('does not find people who have left by their email', async () => {
      addUser(slack.workspace, { id: 'U0GONE', name: 'gone', deleted: true });
      assert.equal(await chat.findUserIdByEmail('gone@example.com'), undefined);
    });
  });

  describe('user groups', () => {
    it('[CH-4] says whom to leave out, of many', async () => {
      const id = await addGroup();
      addUser(slack.workspace, { id: 'U0GONE', name: 'gone', deleted: true });
      addUser(slack.workspace, { id: 'U0GUEST', name: 'guest', is_restricted: true, is_ultra_restricted: true });
      const members = ['U0ADA', 'U0GONE', 'U0NEVER', 'U0BOB', 'U0GUEST'];
      const { memberIds, message } = await fails(chat.setUserGroupMembers(id, members), 'unknown members');
      assert.deepEqual(memberIds, ['U0GONE', 'U0NEVER', 'U0GUEST']);
      assert.match(message, /U0GONE, U0NEVER, U0GUEST/);
      await chat.setUserGroupMembers(id, ['U0ADA', 'U0BOB']);
      assert.deepEqual(slack.workspace.groups.get(id)?.users, ['U0ADA', 'U0BOB']);
    });

    it('says so if Slack refuses bots', async () => {
      const id = await addGroup();
      slack.workspace.takesBotsInGroups = false;
      const bot = await chat.botUserId();
      const { memberIds } = await fails(chat.setUserGroupMembers(id, [bot]), 'unknown members');
      assert.deepEqual(memberIds, [bot]);
    });

    it('names nobody if everyone is valid but Slack refuses anyway', async () => {
      const id = await addGroup();
      slack.misbehave({ method: 'usergroups.users.update', as: { error: 'invalid_users' } });
      await fails(chat.setUserGroupMembers(id, ['U0ADA']), 'refused', /does not take everyone/);
    });

    it('reports that Slack is down while it checks the members', async () => {
      const id = await addGroup();
      slack.misbehave({ method: 'users.info', as: 'server error' });
      await fails(chat.setUserGroupMembers(id, ['U0NEVER']), 'unavailable');
    });

    it("if only admins may change them, says so; with an admin's token, changes them", async () => {
      slack.workspace.groupManagers = 'admins';
      await fails(chat.createUserGroup({ name: 'A', handle: 'a' }), 'not allowed', /SLACK_USER_TOKEN/);
      const withAdmin = createSlackChat({ ...slack });
      const { id } = await withAdmin.createUserGroup({ name: 'A', handle: 'a' });
      await withAdmin.setUserGroupMembers(id, ['U0ADA']);
      await withAdmin.renameUserGroup(id, { name: 'B', handle: 'b' });
      await withAdmin.disableUserGroup(id);
      await withAdmin.enableUserGroup(id);
      assert.deepEqual(await withAdmin.findUserGroupByHandle('b'), {
        id,
        name: 'B',
        handle: 'b',
        isEnabled: true,
        memberIds: ['U0ADA'],
      });
    });

    for (const error of ['paid_teams_only', 'plan_upgrade_required']) {
      it(`[CH-7] ${error} is the paid-plan error`, async () => {
        slack.misbehave({ method: 'usergroups.create', as: { error } });
        await fails(chat.createUserGroup({ name: 'A', handle: 'a' }), 'paid plan needed');
      });
    }

    it('assumes a paid plan if it may not ask: otherwise Slack will refuse groups', async () => {
      slack.scopes.delete('team.billing:read');
      slack.workspace.plan = 'free';
      assert.equal(await chat.plan(), 'paid');
      await fails(chat.createUserGroup({ name: 'A', handle: 'a' }), 'paid plan needed');
    });
  });

  describe('the identity of the bot', () => {
    it('is read once', async () => {
      assert.deepEqual(await Promise.all([chat.botUserId(), chat.botUserId()]), ['U0WATCHBILL', 'U0WATCHBILL']);
      assert.equal(await chat.botUserId(), 'U0WATCHBILL');
      assert.deepEqual(slack.calls, ['auth.test']);
    });

    it('is read again after Slack was down', async () => {
      slack.misbehave({ as: 'down', times: 1 });
      await fails(chat.botUserId(), 'unavailable');
      assert.equal(await chat.botUserId(), 'U0WATCHBILL');
    });
  });

  describe('a Slack in trouble', () => {
    for (const as of ['down', 'html', 'packed', 'server error', 'answer lost'] as const) {
      it(`${as}: unavailable, tried once, and works again afterwards`, async () => {
        slack.misbehave({ as, times: 1 });
        const { retry, retryAfterMs } = await fails(chat.plan(), 'unavailable', 'Slack did not answer as expected.');
        assert.deepEqual({ retry, retryAfterMs }, { retry: 'soon', retryAfterMs: undefined });
        assert.equal(slack.calls.length, 1);
        assert.equal(await chat.plan(), 'paid');
      });
    }

    it('slow: times out', async () => {
      const hasty = createSlackChat({ botToken: slack.botToken, apiUrl: slack.apiUrl, timeoutMs: 20 });
      slack.misbehave({ as: 'slow' });
      const { cause } = await fails(hasty.plan(), 'unavailable');
      // The limit of the client, or that of the whole call, whichever is noticed first.
      assert.match(String(cause), /timeout of 20ms exceeded|canceled/);
      slack.release();
    });

    it('a response that trickles in: times out too', async (t) => {
      let sent = 0;
      const drip = createServer((_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const timer = setInterval(() => {
          sent += 1;
          response.write(' ');
        }, 10);
        response.on('close', () => clearInterval(timer));
      });
      t.after(() => {
        drip.closeAllConnections();
        drip.close();
      });
      drip.listen(0, '127.0.0.1');
      await once(drip, 'listening');
      const { port } = drip.address() as AddressInfo;
      const hasty = createSlackChat({
        botToken: slack.botToken,
        apiUrl: `http://127.0.0.1:${port}/api`,
        timeoutMs: 200,
      });
      // If this process stood still, the call ends before anything trickles.
      while (sent <= 1) await fails(hasty.plan(), 'unavailable');
    });

    it('slow, but within the timeout: waits', async () => {
      slack.misbehave({ as: 'slow', times: 1 });
      const plan = chat.plan();
      while (slack.heldCount() === 0) await new Promise(setImmediate);
      slack.release();
      assert.equal(await plan, 'paid');
    });

    it('not reachable: unavailable, and the cause names the address', async () => {
      const nobody = createServer().listen(0, '127.0.0.1');
      await once(nobody, 'listening');
      const { port } = nobody.address() as AddressInfo;
      nobody.close();
      await once(nobody, 'close');
      const lost = createSlackChat({ botToken: slack.botToken, apiUrl: `http://127.0.0.1:${port}/api` });
      const { cause } = await fails(lost.plan(), 'unavailable');
      assert.match(String(cause), new RegExp(`ECONNREFUSED 127.0.0.1:${port}`));
    });

    for (const body of ['null', '[]', '""', '{}', '{"ok":true}', '{"ok":false}', '{"ok":false,"error":{}}', '{"ok"']) {
      it(`a response of ${body} is invalid`, async (t) => {
        const odd = createServer((_, response) => response.setHeader('content-type', 'application/json').end(body));
        t.after(() => {
          odd.closeAllConnections();
          odd.close();
        });
        odd.listen(0, '127.0.0.1');
        await once(odd, 'listening');
        const { port } = odd.address() as AddressInfo;
        const oddChat = createSlackChat({ botToken: slack.botToken, apiUrl: `http://127.0.0.1:${port}` });
        await fails(oddChat.findChannel('C0ONCALL'), 'unavailable');
      });
    }

    it('rate limited: says how long to wait', async () => {
      slack.misbehave({ as: 'rate limited', retryAfterSeconds: 17, times: 1 });
      const { retryAfterMs, retry } = await fails(chat.post('C0ONCALL', HELLO), 'unavailable', /fewer requests/);
      assert.deepEqual({ retryAfterMs, retry }, { retryAfterMs: 17_000, retry: 'soon' });
      assert.deepEqual(slack.calls, ['chat.postMessage']);
      await chat.post('C0ONCALL', HELLO);
    });

    it('more requests than its tier allows, and a minute later', async () => {
      slack.limitRates();
      for (let i = 0; i < 20; i++) await chat.findUserGroup('S0');
      const { retryAfterMs } = await fails(chat.findUserGroup('S0'), 'unavailable');
      assert.equal(retryAfterMs, 30_000);
      slack.nextMinute();
      assert.equal(await chat.findUserGroup('S0'), undefined);
    });
  });

  describe('[CH-7] what its errors mean', () => {
    const meanings: [code: string, failure: ChatFailure, retry: string][] = [
      ['internal_error', 'unavailable', 'soon'],
      ['fatal_error', 'unavailable', 'soon'],
      ['service_unavailable', 'unavailable', 'soon'],
      ['request_timeout', 'unavailable', 'soon'],
      ['ratelimited', 'unavailable', 'soon'],
      ['team_added_to_org', 'unavailable', 'soon'],
      ['token_revoked', 'connection lost', 'later'],
      ['token_expired', 'connection lost', 'later'],
      ['account_inactive', 'connection lost', 'later'],
      ['invalid_auth', 'connection lost', 'later'],
      ['not_authed', 'connection lost', 'later'],
      ['restricted_action', 'not allowed', 'later'],
      ['ekm_access_denied', 'not allowed', 'later'],
      ['is_archived', 'destination gone', 'never'],
      ['channel_not_found', 'destination gone', 'never'],
      ['msg_too_long', 'refused', 'never'],
      ['invalid_blocks', 'refused', 'never'],
      ['no_text', 'refused', 'never'],
      ['invalid_arguments', 'refused', 'never'],
      ['message_limit_exceeded', 'unknown error', 'briefly'],
      ['an_error_from_the_future', 'unknown error', 'briefly'],
      ['constructor', 'unknown error', 'briefly'],
    ];
    for (const [error, failure, retry] of meanings) {
      it(`${error}: ${failure}, try again ${retry}`, async () => {
        slack.misbehave({ as: { error } });
        const failed = await fails(chat.post('C0ONCALL', HELLO), failure, /^\p{Lu}.*\.$/u);
        assert.equal(failed.retry, retry);
      });
    }

    it('shows an unknown error code', async () => {
      slack.misbehave({ as: { error: 'an_error_from_the_future' } });
      await fails(chat.post('C0ONCALL', HELLO), 'unknown error', 'Slack refused: an_error_from_the_future.');
    });

    it('names the scope that is missing', async () => {
      slack.scopes.delete('chat:write');
      const message = 'The Slack app lacks the scope chat:write: add it to the app, and install it again.';
      await fails(chat.post('C0ONCALL', HELLO), 'not allowed', message);
    });

    it('says which token is the cause', async () => {
      slack.refuseToken(slack.userToken, 'token_revoked');
      const withAdmin = createSlackChat({ ...slack });
      const { code } = await fails(
        withAdmin.findUserGroup('S0'),
        'connection lost',
        'The token was revoked in Slack. Check SLACK_USER_TOKEN.',
      );
      assert.equal(code, 'chat_not_connected');
      slack.refuseToken(slack.botToken, 'account_inactive');
      await fails(withAdmin.post('C0ONCALL', HELLO), 'connection lost', /Check SLACK_BOT_TOKEN\.$/);
    });
  });

  it('never shows a token, whatever fails', async () => {
    for (const as of [
      'down',
      'html',
      'server error',
      'rate limited',
      { error: 'invalid_auth' },
      { error: 'not_known' },
      { error: 'xoxb-the-bot-token' },
    ] as const) {
      slack.misbehave({ as, times: 1 });
      const error = await chat.post('C0ONCALL', HELLO).catch((reason: unknown) => reason);
      assert.ok(error instanceof Error);
      assert.doesNotMatch(inspect(error, { depth: 20, showHidden: true }), /xoxb/);
    }
  });

  it('loads the SDK only when it is first needed, and prints nothing, even if Slack fails', async () => {
    slack.misbehave({ as: 'server error' });
    const script = `
      import { createRequire } from 'node:module';
      import { createSlackChat } from ${JSON.stringify(new URL('../../src/chat/slack.ts', import.meta.url).href)};
      const isLoaded = () => Object.keys(createRequire(import.meta.url).cache).some((file) => file.includes('/@slack/'));
      const chat = createSlackChat({ botToken: '${slack.botToken}', apiUrl: '${slack.apiUrl}' });
      const before = isLoaded();
      await chat.plan().catch(() => undefined);
      process.stdout.write(JSON.stringify([before, isLoaded()]));`;
    const child = startChild(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    assert.deepEqual(await Promise.all([text(child.stdout), text(child.stderr)]), ['[false,true]', '']);
  });
});

describe('the fake Slack', () => {
  it('accepts JSON and forms, and refuses what Slack refuses', async (t) => {
    const slack = await startFakeSlack();
    t.after(slack.stop);
    addUser(slack.workspace, { id: 'U0ADA', name: 'ada' });
    const send = async (method: string, headers: Record<string, string>, body: string) =>
      (await fetch(`${slack.apiUrl}/${method}`, { method: 'POST', headers, body })).json();
    const json = { 'content-type': 'application/json; charset=utf-8', authorization: `Bearer ${slack.botToken}` };

    const { usergroup } = (await send('usergroups.create', json, '{"name":"A","handle":"a"}')) as {
      usergroup: { id: string };
    };
    await send('usergroups.users.update', json, JSON.stringify({ usergroup: usergroup.id, users: ['U0ADA'] }));
    assert.deepEqual(slack.workspace.groups.get(usergroup.id)?.users, ['U0ADA']);
    assert.deepEqual(await send('no.method', json, '{}'), { ok: false, error: 'unknown_method' });
    assert.deepEqual(await send('auth.test', { ...json, authorization: 'Bearer xoxb-other' }, '{}'), {
      ok: false,
      error: 'invalid_auth',
    });
    assert.deepEqual(await send('auth.test', { 'content-type': 'application/json' }, '{}'), {
      ok: false,
      error: 'not_authed',
    });
    assert.deepEqual(await send('auth.test', { ...json, 'content-type': 'text/csv' }, ''), {
      ok: false,
      error: 'invalid_post_type',
    });
  });
});
