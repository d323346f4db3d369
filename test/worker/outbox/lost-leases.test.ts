/** A worker that was suspended for so long that another has taken over: its late actions change nothing that the other has decided. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { deliveriesPage } from '../../../src/db/outbox/deliveries.ts';
import { anyOrganization } from '../../../src/db/people/organizations.ts';
import { syncDueGroups } from '../../../src/services/chat-groups/chat-group-work.ts';
import { deliverDue } from '../../../src/services/deliveries/deliveries.ts';
import { runAllDue } from '../../../src/services/jobs/due-work.ts';
import { enqueue } from '../../../src/services/outbox/outbox.ts';
import type { Services } from '../../../src/services/shared/services.ts';
import { parseInstant } from '../../../src/time/iso.ts';
import { type Person, startWatchbill, succeeded, type Watchbill } from '../../support/drivers/api.ts';
import { createOverride, createSchedule, layer } from '../../support/drivers/schedules.ts';
import { addPersonInSlack, slackChat } from '../../support/drivers/slack.ts';
import { eventually } from '../../support/drivers/worker.ts';
import { type FakeSlack, startFakeSlack } from '../../support/fakes/fake-slack.ts';
import { addChannel } from '../../support/fakes/fake-slack-workspace.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

const MONDAY = '2026-01-05T09:00:00Z';
const TUESDAY = '2026-01-06T09:00:00Z';

describeOnBothDatabases('a worker that lost its lease', (create) => {
  let slack: FakeSlack;
  let watchbill: Watchbill;
  let owner: Person;
  let ada: Person;
  let bob: Person;
  /** The services of another process, whose clock is stopped. */
  let stopped: Services;

  beforeEach(async () => {
    slack = await startFakeSlack();
    watchbill = await startWatchbill(create, MONDAY, slackChat(slack));
    ({ owner } = watchbill);
    ada = await addPersonInSlack(watchbill, slack, 'Ada');
    bob = await addPersonInSlack(watchbill, slack, 'Bob');
    stopped = { ...watchbill.services, clock: { now: () => parseInstant(MONDAY) ?? 0 } };
  });
  afterEach(async () => {
    await watchbill.stop();
    await slack.stop();
  });

  it('and changed a user group too late: the group is corrected, and its state is what the other worker stored', async () => {
    const schedule = await createSchedule(owner, [ada], { layers: [layer([ada])] });
    const path = `/schedules/${schedule.id}/chat_user_group/`;
    const { user_group } = succeeded(await owner.put(path, { name: 'Payments', handle: 'payments' }));
    const members = () => slack.workspace.groups.get(user_group.id)?.users;
    const sync = async () => succeeded(await owner.get(path)).user_group.sync;
    const override = await createOverride(owner, schedule, [bob], MONDAY, TUESDAY);
    slack.misbehave({ as: 'slow', method: 'usergroups.users.update', times: 1 });
    const late = syncDueGroups(stopped);
    await eventually(async () => slack.heldCount() === 1, 'the call that hangs');

    watchbill.at('2026-01-05T09:00:19Z');
    assert.equal(await syncDueGroups(watchbill.services), 0, 'the lease has not run out');
    watchbill.at('2026-01-05T09:00:20Z');
    await runAllDue(watchbill.services);
    assert.deepEqual(members(), ['U0BOB']);
    succeeded(await owner.delete(`/schedules/${schedule.id}/overrides/${override.id}`), 204);
    await runAllDue(watchbill.services);
    assert.deepEqual(members(), ['U0ADA']);

    slack.release();
    await late;
    assert.deepEqual(members(), ['U0BOB'], 'Slack has carried out the late call');
    assert.equal((await sync()).state, 'pending');
    await runAllDue(watchbill.services);
    assert.deepEqual(members(), ['U0ADA']);
    assert.equal((await sync()).state, 'in_sync');
  });

  it('and failed to change a user group too late: the failure is not recorded', async () => {
    const schedule = await createSchedule(owner, [ada], { layers: [layer([ada])] });
    const path = `/schedules/${schedule.id}/chat_user_group/`;
    succeeded(await owner.put(path, { name: 'Payments', handle: 'payments' }));
    await createOverride(owner, schedule, [bob], MONDAY, TUESDAY);
    const chatOf: Services['chatOf'] = (organizationId) => {
      const chat = watchbill.services.chatOf(organizationId);
      if (chat === undefined) return undefined;
      return {
        ...chat,
        async setUserGroupMembers() {
          watchbill.at('2026-01-05T09:00:20Z');
          await runAllDue(watchbill.services);
          throw new TypeError('on purpose');
        },
      };
    };
    await syncDueGroups({ ...stopped, chatOf });
    await runAllDue(watchbill.services);
    const { state, last_error } = succeeded(await owner.get(path)).user_group.sync;
    assert.deepEqual({ state, last_error }, { state: 'in_sync', last_error: undefined });
  });

  it('and sent a message too late: the message of the other worker stays the one that can be updated', async () => {
    addChannel(slack.workspace, { id: 'C0ONCALL', name: 'oncall', is_member: true });
    const { db } = watchbill.services;
    const organization = await db.first(anyOrganization, {});
    assert.ok(organization !== undefined);
    const outgoing = ['one', 'two'].map((text) => ({ destinationId: 'C0ONCALL', message: { lines: [[text]] } }));
    await db.transaction((tx) => enqueue(watchbill.services, tx, organization.id, outgoing));
    slack.misbehave({ as: 'slow', method: 'chat.postMessage', times: 1 });
    const late = deliverDue(stopped);
    await eventually(async () => slack.heldCount() === 1, 'the call that hangs');

    watchbill.at('2026-01-05T09:00:20Z');
    await runAllDue(watchbill.services);
    const stored = () => db.all(deliveriesPage, { organizationId: organization.id, limit: 10, offset: 0 });
    const decided = await stored();
    assert.deepEqual(
      decided.map(({ status, attempts }) => [status, attempts]),
      [
        ['sent', 1],
        ['sent', 1],
      ],
    );
    slack.release();
    await late;
    assert.deepEqual(
      slack.workspace.messages.map(({ text }) => text),
      ['one', 'two', 'one'],
      'Slack has carried out the late call, and the worker goes no further',
    );
    assert.deepEqual(await stored(), decided);
  });
});
