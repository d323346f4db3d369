/**
 * Slack received a message, but the worker did not learn of it: the response was lost, or the worker was killed. Then the change is undone. Readers
 * may have seen the message, so they are told that it is no longer true.
 */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { runAllDue } from '../../../src/services/jobs/due-work.ts';
import { sendChangeNotifications } from '../../../src/services/messages/change-notifications.ts';
import { formatInstant, parseInstant } from '../../../src/time/iso.ts';
import { DAY_MS } from '../../../src/time/units.ts';
import { type Person, startWatchbill, succeeded, type Watchbill } from '../../support/drivers/api.ts';
import { byId, createOverride, createSchedule, layer } from '../../support/drivers/schedules.ts';
import { addPersonInSlack, slackChat } from '../../support/drivers/slack.ts';
import { type FakeSlack, startFakeSlack } from '../../support/fakes/fake-slack.ts';
import { addChannel } from '../../support/fakes/fake-slack-workspace.ts';
import { describeOnSqlite } from '../../support/servers/databases.ts';

const TIMES = ['2026-01-14T12:00:00Z', '2026-01-14T18:00:00Z'] as const;
const FROM_UNTIL = 'from Wed 14 Jan 2026, 12:00 UTC until Wed 14 Jan 2026, 18:00 UTC';

describeOnSqlite('what was possibly told', (create) => {
  let slack: FakeSlack;
  let watchbill: Watchbill;
  let owner: Person;
  let [ada, bob, carol]: Person[] = [];
  let nowMs = 0;
  let channels = 0;

  before(async () => {
    slack = await startFakeSlack();
    watchbill = await startWatchbill(create, '2026-01-12T10:00:00Z', slackChat(slack));
    owner = watchbill.owner;
    const people: Person[] = [];
    for (const name of ['Ada', 'Bob', 'Carol']) people.push(await addPersonInSlack(watchbill, slack, name));
    [ada, bob, carol] = people;
  });
  after(async () => {
    await watchbill.stop();
    await slack.stop();
  });

  function pass(seconds: number): void {
    nowMs += seconds * 1000;
    watchbill.at(formatInstant(nowMs));
  }

  /** Daily turns of Ada and Bob, with its own channel. Bob is on call until Tuesday at 09:00, then Ada. */
  async function given() {
    nowMs = parseInstant('2026-01-12T10:00:00Z') as number;
    pass(0);
    const { id } = await createSchedule(owner, [ada as Person, bob as Person]);
    const channel = addChannel(slack.workspace, { id: `C${++channels}`, name: `channel-${channels}`, is_member: true });
    succeeded(await owner.put(`/schedules/${id}/chat_channels/${channel.id}`), 204);
    const texts = () =>
      slack.workspace.messages.filter((message) => message.channel === channel.id).map(({ text }) => text);
    return {
      id,
      path: `/schedules/${id}`,
      texts,
      put: (people: Person[]) => createOverride(owner, { id }, people, ...TIMES),
    };
  }

  /** The message about the change is sent and arrives, but its response does not. */
  async function tellWithoutAnswer(): Promise<void> {
    slack.misbehave({ as: 'answer lost', method: 'chat.postMessage', times: 1 });
    pass(5);
    await runAllDue(watchbill.services);
    slack.behave();
  }

  /** A change is in the outbox before the message before it is retried. */
  async function settle(): Promise<void> {
    pass(5);
    await sendChangeNotifications(watchbill.services);
    pass(30);
    await runAllDue(watchbill.services);
    assert.deepEqual(succeeded(await owner.get('/deliveries/?status=pending')).deliveries, []);
  }

  it('an override that is removed', async () => {
    const { path, texts, put } = await given();
    const override = await put([carol as Person]);
    await tellWithoutAnswer();
    assert.deepEqual(texts(), [`Primary: Owner put Carol on call ${FROM_UNTIL}, in place of Bob.`]);
    succeeded(await owner.delete(`${path}/overrides/${override.id}`), 204);
    await settle();
    assert.deepEqual(texts().slice(1), [
      `Primary: Owner removed the override with Carol ${FROM_UNTIL}. On call then: Bob.`,
    ]);
  });

  it('an override that is given to another, and removed', async () => {
    const { path, texts, put } = await given();
    const override = `${path}/overrides/${(await put([carol as Person])).id}`;
    await tellWithoutAnswer();
    succeeded(await owner.patch(override, { user_references: [byId(ada as Person)] }));
    pass(5);
    await sendChangeNotifications(watchbill.services);
    pass(10);
    await tellWithoutAnswer();
    assert.deepEqual(texts().slice(1), [
      `Primary: Owner changed the override with Carol ${FROM_UNTIL}. It is now with Ada ${FROM_UNTIL}, in place of Bob.`,
    ]);
    succeeded(await owner.delete(override), 204);
    await settle();
    assert.deepEqual(texts().slice(2), [
      [
        'Primary:',
        `Owner removed the override with Carol ${FROM_UNTIL}. On call then: Bob.`,
        `Owner removed the override with Ada ${FROM_UNTIL}. On call then: Bob.`,
      ].join('\n'),
    ]);
  });

  it('an override that is changed, and changed back', async () => {
    const { path, texts, put } = await given();
    const override = `${path}/overrides/${(await put([carol as Person])).id}`;
    await settle();
    succeeded(await owner.patch(override, { end: '2026-01-14T15:00:00Z' }));
    await tellWithoutAnswer();
    succeeded(await owner.patch(override, { end: TIMES[1] }));
    await settle();
    assert.equal(texts().length, 3);
    assert.match(
      texts()[2] ?? '',
      /until Wed 14 Jan 2026, 15:00 UTC\. It is now with Carol .* until Wed 14 Jan 2026, 18:00 UTC/,
    );
  });

  it('an override that is removed, and created again', async () => {
    const { path, texts, put } = await given();
    const override = await put([carol as Person]);
    await settle();
    succeeded(await owner.delete(`${path}/overrides/${override.id}`), 204);
    await tellWithoutAnswer();
    await put([carol as Person]);
    await settle();
    assert.match(texts()[1] ?? '', /^Primary: Owner removed the override with Carol/);
    assert.deepEqual(texts().slice(2), [`Primary: Owner put Carol on call ${FROM_UNTIL}, in place of Bob.`]);
  });

  it('a rotation that is changed, and changed back', async () => {
    const { path, texts } = await given();
    const people = (...some: (Person | undefined)[]) =>
      owner.patch(path, { layers: [layer(some as Person[])] }).then((answer) => succeeded(answer));
    await people(ada, bob, carol);
    await tellWithoutAnswer();
    await people(ada, bob);
    await settle();
    assert.match(texts()[0] ?? '', /^Next shift of Carol: Tue 13 Jan/m);
    assert.equal(texts().length, 2);
    assert.match(texts()[1] ?? '', /^Next shift of Carol: none \(was Tue 13 Jan 2026, 09:00 UTC\)\.$/m);
    assert.match(
      texts()[1] ?? '',
      /^Next shift of Ada: Tue 13 Jan 2026, 09:00 UTC \(was Wed 14 Jan 2026, 09:00 UTC\)\.$/m,
    );
  });

  it('a request for cover that is canceled', async () => {
    const { id, texts } = await given();
    const times = { start: formatInstant(nowMs), end: formatInstant(nowMs + DAY_MS) };
    const wanted = { ...times, reason: 'Dentist', schedule_ids: [id] };
    const asked = succeeded(await (bob as Person).post('/user/coverage_requests', wanted), 201).coverage_request;
    await tellWithoutAnswer();
    assert.match(texts()[0] ?? '', /^Bob asks for cover\nWhy: Dentist/);
    succeeded(await (bob as Person).delete(`/user/coverage_requests/${asked.id}`), 204);
    await settle();
    assert.equal(texts().length, 2);
    assert.match(texts()[1] ?? '', /^Bob asked for cover\nWhy: Dentist[\s\S]*Bob no longer asks\./);
  });

  it('but nothing that nobody can have heard of', async () => {
    const { path, texts, put } = await given();
    const override = await put([carol as Person]);
    pass(5);
    await sendChangeNotifications(watchbill.services);
    succeeded(await owner.delete(`${path}/overrides/${override.id}`), 204);
    await settle();
    assert.deepEqual(texts(), []);
  });
});
