/** Slack's rate limits, its errors, and calls that hang: each destination continues independently, as fast as Slack allows. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { anyOrganization } from '../../../src/db/people/organizations.ts';
import { runAllDue } from '../../../src/services/jobs/due-work.ts';
import { enqueue } from '../../../src/services/outbox/outbox.ts';
import { MAX_CONCURRENT_TASKS } from '../../../src/services/outbox/parallel-work.ts';
import { formatInstant, parseInstant } from '../../../src/time/iso.ts';
import { startWorker, type Worker } from '../../../src/worker/loop.ts';
import { type Person, silentLog, startWatchbill, succeeded, type Watchbill } from '../../support/drivers/api.ts';
import { createOverride, createSchedule, layer } from '../../support/drivers/schedules.ts';
import { addPersonInSlack, slackChat } from '../../support/drivers/slack.ts';
import { eventually } from '../../support/drivers/worker.ts';
import { type FakeSlack, startFakeSlack } from '../../support/fakes/fake-slack.ts';
import { addChannel } from '../../support/fakes/fake-slack-workspace.ts';
import { cleanUp } from '../../support/servers/clean-up.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

const MONDAY = '2026-01-05T09:00:00Z';
const TUESDAY = '2026-01-06T09:00:00Z';

describeOnBothDatabases('Slack', (create, itOnSqlite) => {
  let slack: FakeSlack;
  let watchbill: Watchbill;
  let owner: Person;
  let ada: Person;
  let bob: Person;
  let worker: Worker | undefined;

  beforeEach(async () => {
    slack = await startFakeSlack();
    watchbill = await startWatchbill(create, MONDAY, slackChat(slack));
    ({ owner } = watchbill);
    ada = await addPersonInSlack(watchbill, slack, 'Ada');
    bob = await addPersonInSlack(watchbill, slack, 'Bob');
  });
  afterEach(() =>
    cleanUp(
      async () => {
        slack.behave();
        slack.release();
        await worker?.stop();
        worker = undefined;
      },
      () => watchbill.stop(),
      () => slack.stop(),
    ),
  );

  /** Seconds after the start. */
  function later(seconds: number): void {
    watchbill.at(formatInstant((parseInstant(MONDAY) ?? 0) + seconds * 1000));
  }

  function addChannels(...ids: readonly string[]): void {
    for (const id of ids) addChannel(slack.workspace, { id, name: id.toLowerCase(), is_member: true });
  }

  async function send(destinationId: string, ...texts: readonly string[]): Promise<void> {
    const { services } = watchbill;
    const organization = await services.db.first(anyOrganization, {});
    assert.ok(organization !== undefined);
    const outgoing = texts.map((text) => ({ destinationId, message: { lines: [[text]] } }));
    await services.db.transaction((tx) => enqueue(services, tx, organization.id, outgoing));
  }

  function textsIn(channel: string): string[] {
    return slack.workspace.messages.filter((message) => message.channel === channel).map(({ text }) => text);
  }

  async function deliveriesTo(destinationId: string) {
    const { deliveries } = succeeded(await owner.get('/deliveries/?per_page=100'));
    return deliveries
      .filter(({ destination_id }: { destination_id: string }) => destination_id === destinationId)
      .toReversed();
  }

  async function attach(handle: string): Promise<{ schedule: { id: string }; groupId: string; path: string }> {
    const schedule = await createSchedule(owner, [ada], { layers: [layer([ada])] });
    const path = `/schedules/${schedule.id}/chat_user_group/`;
    const { user_group } = succeeded(await owner.put(path, { name: handle, handle }));
    return { schedule, groupId: user_group.id, path };
  }

  function membersOf(groupId: string): string[] | undefined {
    return slack.workspace.groups.get(groupId)?.users;
  }

  itOnSqlite('accepts a message a second in a channel: twenty arrive after 19 seconds, in order', async () => {
    addChannels('C0ONCALL');
    slack.limitRates(() => watchbill.services.clock.now());
    const texts = Array.from({ length: 20 }, (_, i) => `message ${i}`);
    await send('C0ONCALL', ...texts);
    for (let second = 0; second < 20; second++) {
      later(second);
      await runAllDue(watchbill.services);
      assert.deepEqual(textsIn('C0ONCALL'), texts.slice(0, second + 1), `after ${second} s`);
    }
  });

  itOnSqlite('gives a retry time or none: our own delay grows, and is reset by a success', async () => {
    addChannels('C0ONCALL');
    slack.misbehave({ as: 'server error', times: 3 });
    await send('C0ONCALL', 'one');
    for (const second of [0, 2, 5, 11]) {
      later(second);
      await runAllDue(watchbill.services);
    }
    assert.deepEqual(textsIn('C0ONCALL'), ['one']);
    slack.misbehave({ as: 'server error', times: 1 });
    later(20);
    await send('C0ONCALL', 'two');
    await runAllDue(watchbill.services);
    later(21.5);
    await runAllDue(watchbill.services);
    assert.deepEqual(textsIn('C0ONCALL'), ['one', 'two']);
  });

  itOnSqlite('fails after a message that got through: the next delay is the first one again', async () => {
    addChannels('C0ONCALL');
    slack.misbehave({ as: 'server error', times: 4 });
    await send('C0ONCALL', 'one', 'two');
    for (const second of [0, 2, 5, 11]) {
      later(second);
      await runAllDue(watchbill.services);
    }
    slack.behave();
    later(23);
    // The first gets through, and the second fails in the same turn.
    slack.misbehave({ as: 'server error', method: 'chat.postMessage', args: { text: 'two' }, times: 1 });
    await runAllDue(watchbill.services);
    assert.deepEqual(textsIn('C0ONCALL'), ['one']);
    later(24.5);
    await runAllDue(watchbill.services);
    assert.deepEqual(textsIn('C0ONCALL'), ['one', 'two']);
  });

  itOnSqlite(
    'returns an unknown error: retried for ten minutes, failed with the reason, and the queue continues',
    async () => {
      addChannels('C0ONCALL');
      slack.misbehave({ as: { error: 'message_limit_exceeded' }, args: { text: 'one' } });
      await send('C0ONCALL', 'one', 'two');
      for (let second = 0; second < 600; second += 10) {
        later(second);
        await runAllDue(watchbill.services);
      }
      assert.deepEqual(textsIn('C0ONCALL'), []);
      const [waiting] = await deliveriesTo('C0ONCALL');
      assert.equal(waiting.status, 'pending');
      assert.ok(waiting.attempts > 5, `only ${waiting.attempts} attempts`);
      later(600);
      await runAllDue(watchbill.services);
      const [failed] = await deliveriesTo('C0ONCALL');
      assert.deepEqual([failed.status, failed.error], ['failed', 'Slack refused: message_limit_exceeded.']);
      assert.deepEqual(textsIn('C0ONCALL'), ['two']);

      // A manual retry starts again, for as long.
      succeeded(await owner.post(`/deliveries/${failed.id}/retry`), 204);
      await runAllDue(watchbill.services);
      assert.equal((await deliveriesTo('C0ONCALL'))[0].status, 'pending');
      slack.behave();
      later(610);
      await runAllDue(watchbill.services);
      assert.deepEqual(textsIn('C0ONCALL'), ['two', 'one']);
    },
  );

  itOnSqlite('returns an unknown error: a user group is retried soon', async () => {
    const { schedule, groupId } = await attach('payments');
    slack.misbehave({ as: { error: 'an_error_from_the_future' }, method: 'usergroups.users.update', times: 1 });
    await createOverride(owner, schedule, [bob], MONDAY, TUESDAY);
    await runAllDue(watchbill.services);
    assert.deepEqual(membersOf(groupId), ['U0ADA']);
    later(2);
    await runAllDue(watchbill.services);
    assert.deepEqual(membersOf(groupId), ['U0BOB']);
  });

  it('hangs in one channel: others get their messages at once', async () => {
    addChannels('C0HANGS', 'C0OTHER');
    slack.misbehave({ as: 'slow', method: 'chat.postMessage', args: { channel: 'C0HANGS' } });
    worker = await startWorker(watchbill.services, silentLog);
    await send('C0HANGS', 'one');
    await eventually(async () => slack.heldCount() === 1, 'the call that hangs');
    for (const text of ['one', 'two']) {
      await send('C0OTHER', text);
      await eventually(async () => textsIn('C0OTHER').includes(text), `${text} in the other channel`);
    }
    assert.equal((await deliveriesTo('C0HANGS'))[0].attempts, 0, 'the first attempt has not ended');
  });

  itOnSqlite('hangs with one person: others get their direct messages', async () => {
    slack.misbehave({ as: 'slow', method: 'conversations.open', args: { users: 'U0ADA' } });
    worker = await startWorker(watchbill.services, silentLog);
    await send('U0ADA', 'one');
    await eventually(async () => slack.heldCount() === 1, 'the call that hangs');
    await send('U0BOB', 'one');
    await eventually(async () => textsIn('D0U0BOB').length === 1, 'the message to Bob');
    assert.equal((await deliveriesTo('U0ADA'))[0].attempts, 0, 'the first attempt has not ended');
  });

  itOnSqlite('hangs with one user group: others follow', async () => {
    const [hanging, other] = [await attach('hanging'), await attach('other')];
    slack.misbehave({ as: 'slow', method: 'usergroups.users.update', args: { usergroup: hanging.groupId } });
    worker = await startWorker(watchbill.services, silentLog);
    await createOverride(owner, hanging.schedule, [bob], MONDAY, TUESDAY);
    await eventually(async () => slack.heldCount() === 1, 'the call that hangs');
    await createOverride(owner, other.schedule, [bob], MONDAY, TUESDAY);
    await eventually(async () => membersOf(other.groupId)?.[0] === 'U0BOB', 'the other group');
    assert.equal(succeeded(await owner.get(hanging.path)).user_group.sync.state, 'pending');
    assert.deepEqual(membersOf(hanging.groupId), ['U0ADA']);
    slack.release();
    await eventually(async () => membersOf(hanging.groupId)?.[0] === 'U0BOB', 'the group that hung');
  });

  itOnSqlite('hangs with the list of user groups: the next person on call is in the group at once', async () => {
    const groups = [];
    for (let i = 0; i < MAX_CONCURRENT_TASKS + 2; i++) groups.push(await attach(`group-${i}`));
    const [{ schedule, groupId } = assert.fail()] = groups;
    slack.misbehave({ as: 'slow', method: 'usergroups.list' });
    // All are due for a sync.
    later(20 * 60);
    worker = await startWorker(watchbill.services, silentLog);
    await eventually(async () => slack.heldCount() === 1, 'the call that hangs');
    await createOverride(owner, schedule, [bob], MONDAY, TUESDAY);
    await eventually(async () => membersOf(groupId)?.[0] === 'U0BOB', 'the group');
    assert.equal(slack.heldCount(), 1, 'nobody asks for the list a second time');
  });

  it('hangs everywhere: only a limited number of calls run at once, and the others come next', async () => {
    const channels = Array.from({ length: MAX_CONCURRENT_TASKS + 4 }, (_, i) => `C0${i}`);
    addChannels(...channels);
    slack.misbehave({ as: 'slow', method: 'chat.postMessage', times: MAX_CONCURRENT_TASKS });
    for (const channel of channels) await send(channel, 'one');
    worker = await startWorker(watchbill.services, silentLog);
    await eventually(async () => slack.heldCount() === MAX_CONCURRENT_TASKS, 'all that may be on their way');
    assert.equal(slack.workspace.messages.length, 0);
    slack.release();
    await eventually(async () => slack.workspace.messages.length === channels.length, 'all messages');
  });
});
