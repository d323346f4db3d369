import assert from 'node:assert/strict';
import { it } from 'node:test';
import { failed, startWatchbill, succeeded } from '../../support/drivers/api.ts';
import { slackChat } from '../../support/drivers/slack.ts';
import { givenFreshWatchbill } from '../../support/drivers/suites.ts';
import { startFakeSlack } from '../../support/fakes/fake-slack.ts';
import { addChannel } from '../../support/fakes/fake-slack-workspace.ts';
import { describeOnSqlite } from '../../support/servers/databases.ts';

const TEXT = 'This is a test: Watchbill can post here.';

interface Message {
  readonly channel_id: string;
  readonly created_at: string;
}

describeOnSqlite('the connected chat', (create) => {
  const { watchbill, owner, ada, viewer } = givenFreshWatchbill(
    create,
    { ada: 'Ada', viewer: { name: 'Vera', seat: 'viewer' } },
    undefined,
    { provider: 'local', plan: 'free' },
  );

  it('is shown to everyone, with its plan', async () => {
    assert.deepEqual(succeeded(await viewer.get('/chat/')), { chat: { provider: 'local', plan: 'free' } });
  });

  it('can be tested by admins: who the bot is, and the plan', async () => {
    const chat_test = { ok: true, bot_user_id: 'U0WATCHBILL', plan: 'free' };
    assert.deepEqual(succeeded(await owner.post('/chat/test', {})), { chat_test });
    assert.equal(succeeded(await owner.get('/chat/local/messages/')).meta.total, 0);
    failed(await ada.post('/chat/test', {}), 403, 'forbidden');
    failed(await owner.post('/chat/test', { channel: 'C0GENERAL' }), 400, 'bad_request');
  });

  it('gets a test message if a channel is named; an unknown channel is 404', async () => {
    succeeded(await owner.post('/chat/test', { channel_id: 'C0GENERAL' }));
    const { messages } = succeeded(await viewer.get('/chat/local/messages/'));
    assert.deepEqual(
      messages.map(({ channel_id, text }: { channel_id: string; text: string }) => [channel_id, text]),
      [['C0GENERAL', TEXT]],
    );
    for (const channel_id of ['C0NOWHERE', '', 'x y', '🛟']) {
      failed(await owner.post('/chat/test', { channel_id }), 404, 'not_found');
    }
  });

  it('shows its messages by channel, newest first on request', async () => {
    for (const [channel_id, at] of [
      ['C0GENERAL', '2026-01-05T09:00:00Z'],
      ['C0ONCALL', '2026-01-05T10:00:00Z'],
      ['C0GENERAL', '2026-01-05T11:00:00Z'],
      ['C0ONCALL', '2026-01-05T12:00:00Z'],
    ] as const) {
      watchbill.at(at);
      succeeded(await owner.post('/chat/test', { channel_id }));
    }
    const times = async (query: string) =>
      succeeded(await viewer.get(`/chat/local/messages/?${query}`)).messages.map(({ created_at }: Message) =>
        created_at.slice(11, 13),
      );
    assert.deepEqual(await times(''), ['09', '10', '11', '12']);
    assert.deepEqual(await times('order=oldest'), ['09', '10', '11', '12']);
    assert.deepEqual(await times('order=newest&per_page=3'), ['12', '11', '10']);
    assert.deepEqual(await times('channel_id=C0ONCALL'), ['10', '12']);
    assert.deepEqual(await times('channel_id=C0ONCALL&order=newest'), ['12', '10']);
    assert.deepEqual(await times('channel_id=C0NOWHERE'), []);
    assert.equal(succeeded(await viewer.get('/chat/local/messages/?channel_id=C0ONCALL')).meta.total, 2);
    failed(await viewer.get('/chat/local/messages/?order=loudest'), 400, 'bad_request');
  });
});

describeOnSqlite('Slack as the chat', (create) => {
  it('shows its plan and posts a test message; while Slack is down it is 502, without a plan', async () => {
    const slack = await startFakeSlack();
    addChannel(slack.workspace, { id: 'C0OPS', name: 'ops' });
    const watchbill = await startWatchbill(create, undefined, slackChat(slack));
    const { owner } = watchbill;
    assert.deepEqual(succeeded(await owner.get('/chat/')), { chat: { provider: 'slack', plan: 'paid' } });
    const { chat_test } = succeeded(await owner.post('/chat/test', { channel_id: 'C0OPS' }));
    assert.equal(chat_test.plan, 'paid');
    slack.misbehave({ as: 'down' });
    assert.deepEqual(succeeded(await owner.get('/chat/')), { chat: { provider: 'slack' } });
    failed(await owner.post('/chat/test', {}), 502, 'chat_unavailable');
    await watchbill.stop();
    await slack.stop();
  });
});

describeOnSqlite('no chat', (create) => {
  it('is absent, and cannot be tested', async () => {
    const watchbill = await startWatchbill(create, undefined, { provider: 'none' });
    const { owner } = watchbill;
    assert.deepEqual(succeeded(await owner.get('/chat/')), { chat: { provider: 'none' } });
    failed(await owner.post('/chat/test', {}), 422, 'chat_not_connected');
    await watchbill.stop();
  });
});
