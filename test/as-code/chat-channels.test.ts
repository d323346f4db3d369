/** Channels of the chat in the file, and schedules that leave their user group, against the fake Slack. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { succeeded } from '../support/drivers/api.ts';
import { applied, exported, killAtAnswer, type Service, startService, withFile } from '../support/drivers/as-code.ts';
import { addPersonInSlack, slackChat } from '../support/drivers/slack.ts';
import { type FakeSlack, startFakeSlack } from '../support/fakes/fake-slack.ts';
import { addChannel } from '../support/fakes/fake-slack-workspace.ts';
import { describeOnSqlite } from '../support/servers/databases.ts';

const NOW = '2026-11-16T12:00:00Z';

/** Two schedules, with these fields beside the usual ones. */
function fileOf(days: object, nights: object = {}): string {
  const schedule = (name: string, more: object) => ({
    external_id: name.toLowerCase(),
    name,
    time_zone: 'UTC',
    ...more,
    layers: [
      {
        name: 'Rotation',
        rotation_start: '2026-11-02T08:00:00Z',
        concurrent_oncall_users: 1,
        shift_length: { amount: 1, unit: 'weeks' },
        users: ['ada@example.com'],
      },
    ],
  });
  return JSON.stringify({
    version: 1,
    managed_by: 'channels',
    schedules: [schedule('Days', days), schedule('Nights', nights)],
  });
}

describeOnSqlite('[CODE-1] channels in the file', (create) => {
  let slack: FakeSlack;
  let service: Service;
  before(async () => {
    slack = await startFakeSlack();
    service = await startService(create, NOW, slackChat(slack));
    await addPersonInSlack(service.watchbill, slack, 'Ada');
    for (const [id, name, more] of [
      ['C0OPS', 'ops', {}],
      ['C0TEAM', 'team', {}],
      ['C0PRIVATE', 'leads', { is_private: true, is_member: true }],
      ['C0OLD', 'old', { is_archived: true }],
    ] as const) {
      addChannel(slack.workspace, { id, name, ...more });
    }
  });
  after(async () => {
    await service.watchbill.stop();
    await slack.stop();
  });

  const scheduleNamed = async (name: string) =>
    succeeded(await service.watchbill.owner.get(`/schedules?name=${name}`)).schedules[0];
  const channelsOf = async (name: string) => {
    const { id } = await scheduleNamed(name);
    const { channels } = succeeded(await service.watchbill.owner.get(`/schedules/${id}/chat_channels/`));
    return channels.map((channel: { id: string }) => channel.id);
  };

  it('are linked by id or name, unlinked, and stay where the file does not name them', async () => {
    const text = fileOf({ chat_channels: ['C0OPS', '#team'] }, { chat_channels: ['team'] });
    const plan = await applied(service, text, { isPlan: true });
    assert.match(plan, /^\+ schedule Days \(days\)\n {4}UTC\n.*\n {4}\+ channel #ops\n {4}\+ channel #team\n/m);
    await applied(service, text);
    assert.deepEqual([await channelsOf('Days'), await channelsOf('Nights')], [['C0OPS', 'C0TEAM'], ['C0TEAM']]);
    assert.match(await applied(service, text), /^Nothing to change/);

    const fewer = fileOf({ chat_channels: ['#ops'] }, {});
    const changed = await applied(service, fewer);
    assert.match(changed, /^~ schedule Days \(days\)\n {4}- channel #team\n\n0 to create, 1 to change/m);
    assert.deepEqual([await channelsOf('Days'), await channelsOf('Nights')], [['C0OPS'], ['C0TEAM']]);
    await applied(service, fileOf({}, { chat_channels: [] }));
    assert.deepEqual([await channelsOf('Days'), await channelsOf('Nights')], [['C0OPS'], []]);
  });

  it('are linked by id though another schedule has them already, also after apply was killed', async () => {
    const text = fileOf({ chat_channels: ['C0TEAM'] }, { chat_channels: ['C0TEAM'] });
    await applied(service, fileOf({ chat_channels: ['C0TEAM'] }, { chat_channels: [] }));
    assert.match(await applied(service, text), /^~ schedule Nights \(nights\)\n {4}\+ channel #team\n/m);
    assert.deepEqual([await channelsOf('Days'), await channelsOf('Nights')], [['C0TEAM'], ['C0TEAM']]);
    await applied(service, fileOf({ chat_channels: [] }, { chat_channels: [] }));
    await withFile(text, async (path) => {
      await killAtAnswer(service, ['apply', path], ({ method }) => method === 'PUT');
    });
    await applied(service, text);
    assert.deepEqual([await channelsOf('Days'), await channelsOf('Nights')], [['C0TEAM'], ['C0TEAM']]);
    await applied(service, fileOf({ chat_channels: ['C0OPS'] }, { chat_channels: [] }));
  });

  it('are exported by id, with their names as comments', async () => {
    await applied(service, fileOf({ chat_channels: ['#ops', '#team'] }));
    const text = await exported(service);
    assert.match(text, / {4}chat_channels:\n {6}- C0OPS # #ops\n {6}- C0TEAM # #team\n/);
    assert.match(await applied(service, text), /^Nothing to change/);
  });

  it('are those that have the name now, not those that had it', async () => {
    const text = fileOf({ chat_channels: ['#ops'] });
    await applied(service, text);
    (slack.workspace.channels.get('C0OPS') as { name: string }).name = 'ops-old';
    addChannel(slack.workspace, { id: 'C0NEW', name: 'ops' });
    service.watchbill.at('2026-11-16T13:00:00Z');
    assert.match(await applied(service, text), /^ {4}\+ channel #ops\n {4}- channel #ops\n/m);
    assert.deepEqual(await channelsOf('Days'), ['C0NEW']);
  });

  it('are refused with their line before anything is changed', async () => {
    const before = await exported(service);
    for (const [reference, rule] of [
      ['#none', 'must be the id or the name of a channel; the chat has no "#none".'],
      ['C0NONE', 'must be the id or the name of a channel; the chat has no "C0NONE".'],
      ['leads', 'must be a public channel; #leads is private.'],
      ['#old', 'must be a channel that is in use; #old is archived.'],
    ] as const) {
      const text = fileOf({ name: 'Renamed', chat_channels: [reference] });
      await assert.rejects(applied(service, text), ({ message }: Error) => {
        assert.match(message, /^\S+\.yaml:1:\d+ schedules\[0\]\.chat_channels\[0\] /);
        return message.includes(rule);
      });
    }
    await assert.rejects(
      applied(service, fileOf({ chat_channels: ['#ops', '#ops'] })),
      /schedules\[0\]\.chat_channels\[1\] must occur once; schedules\[0\]\.chat_channels\[0\] has the same\./,
    );
    assert.equal(await exported(service), before);
    const without = await startService(create, NOW, { provider: 'none' });
    try {
      await without.watchbill.addPerson('Ada');
      const text = fileOf({ chat_channels: ['C0OPS'] });
      await assert.rejects(applied(without, text), /needs a chat; none is connected to this service/);
    } finally {
      await without.watchbill.stop();
    }
  });

  it('leave the group: one schedule of several, then the last one', async () => {
    const group = { chat_user_group: { name: 'On call', handle: 'on-call' } };
    const none = { chat_user_group: null };
    const states = () =>
      [...slack.workspace.groups.values()].map(({ handle, date_delete }) => [handle, date_delete > 0]);
    await applied(service, fileOf(group, group));
    assert.deepEqual(states(), [['on-call', false]]);
    assert.match(await applied(service, fileOf(none, group)), /^ {4}- user group @on-call \(On call\)$/m);
    assert.deepEqual(states(), [['on-call', false]]);
    assert.match(await applied(service, fileOf(none, group)), /^Nothing to change/);
    assert.match(await applied(service, fileOf(none, {})), /^Nothing to change/, 'absent is not null');
    // One leaves and the other one comes: first it comes, so that the group is never without a schedule.
    const methods: string[] = [];
    const onRequest = ({ method = '', url = '' }) => url.endsWith('/chat_user_group/') && methods.push(method);
    service.watchbill.app.server.on('request', onRequest);
    await applied(service, fileOf(group, none));
    await applied(service, fileOf(none, group));
    service.watchbill.app.server.off('request', onRequest);
    assert.deepEqual([states(), methods], [[['on-call', false]], ['PUT', 'DELETE', 'PUT', 'DELETE']]);
    await applied(service, fileOf(none, none));
    const { id } = await scheduleNamed('Days');
    assert.equal((await service.watchbill.owner.get(`/schedules/${id}/chat_user_group/`)).status, 404);
    assert.doesNotMatch(await exported(service), /chat_user_group/);
  });
});
