/** Notices tell admins what does not reach the chat, and disappear when it works again. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { failed, type Person, startWatchbill, succeeded, type Watchbill } from '../../support/drivers/api.ts';
import { createSchedule } from '../../support/drivers/schedules.ts';
import { addPersonInSlack, slackChat } from '../../support/drivers/slack.ts';
import { workAt } from '../../support/drivers/worker.ts';
import { type FakeSlack, startFakeSlack } from '../../support/fakes/fake-slack.ts';
import { addChannel, type FakeChannel } from '../../support/fakes/fake-slack-workspace.ts';
import { cleanUp } from '../../support/servers/clean-up.ts';
import { describeOnSqlite } from '../../support/servers/databases.ts';

describeOnSqlite('notices for admins', (create) => {
  let slack: FakeSlack;
  let watchbill: Watchbill;
  let owner: Person;
  let ada: Person;
  let channel: FakeChannel;

  beforeEach(async () => {
    slack = await startFakeSlack();
    channel = addChannel(slack.workspace, { id: 'C0ONCALL', name: 'oncall', is_member: true });
    watchbill = await startWatchbill(create, undefined, slackChat(slack));
    owner = watchbill.owner;
    ada = await addPersonInSlack(watchbill, slack, 'Ada');
    const { id } = await createSchedule(owner, [ada, await addPersonInSlack(watchbill, slack, 'Bob')]);
    succeeded(await owner.put(`/schedules/${id}/chat_channels/C0ONCALL`), 204);
    succeeded(await owner.put(`/schedules/${id}/chat_user_group/`, { name: 'Primary', handle: 'primary' }));
    await workAt(watchbill, '2026-01-05T12:00:00Z');
  });
  afterEach(() => cleanUp(watchbill.stop, slack.stop));

  const notices = async () => succeeded(await owner.get('/notices/')).notices;
  const kinds = async () => (await notices()).map(({ kind }: { kind: string }) => kind);

  it('report an invalid token, since when and what to do, until it works again', async () => {
    assert.deepEqual(await kinds(), []);
    slack.refuseToken(slack.botToken, 'token_revoked');
    await workAt(watchbill, '2026-01-06T09:00:00Z');
    await workAt(watchbill, '2026-01-06T09:02:00Z');
    const [waiting, groups, ...more] = await notices();
    assert.deepEqual(more, []);
    assert.deepEqual(
      [waiting.kind, waiting.since, waiting.count, waiting.message],
      [
        'messages_wait',
        '2026-01-06T09:00:00Z',
        1,
        'One message cannot be sent. The token was revoked in Slack. Check SLACK_BOT_TOKEN.',
      ],
    );
    assert.match(waiting.advice, /token or a permission, put it right/);
    assert.equal(groups.kind, 'groups_fail');
    assert.match(
      groups.message,
      /^One user group of the chat may not hold who is on call: @primary\. The token was revoked/,
    );

    slack.acceptTokens();
    await workAt(watchbill, '2026-01-06T10:00:00Z');
    assert.deepEqual(await kinds(), []);
  });

  it('report a failed message, until another reaches the same destination', async () => {
    channel.is_archived = true;
    await workAt(watchbill, '2026-01-06T09:00:00Z');
    const [notice] = await notices();
    assert.deepEqual(
      [notice.kind, notice.since, notice.count, notice.message],
      [
        'messages_failed',
        '2026-01-06T09:00:00Z',
        1,
        'The last message to one channel or person was given up. The channel is archived in Slack.',
      ],
    );
    channel.is_archived = false;
    await workAt(watchbill, '2026-01-07T09:00:00Z');
    assert.deepEqual(await kinds(), []);
  });

  it('are for admins', async () => {
    failed(await ada.get('/notices/'), 403, 'forbidden');
  });
});
