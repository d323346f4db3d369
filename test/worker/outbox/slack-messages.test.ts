/** Messages to a failing Slack: each ends up in the channel, or as an error that admins can see and handle. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { runAllDue } from '../../../src/services/jobs/due-work.ts';
import { startWorker } from '../../../src/worker/loop.ts';
import {
  type Person,
  PUBLIC_URL,
  silentLog,
  startWatchbill,
  succeeded,
  type Watchbill,
} from '../../support/drivers/api.ts';
import { createSchedule, layer } from '../../support/drivers/schedules.ts';
import { addPersonInSlack, assertReadable, slackChat } from '../../support/drivers/slack.ts';
import { eventually, workAt } from '../../support/drivers/worker.ts';
import { type FakeSlack, startFakeSlack } from '../../support/fakes/fake-slack.ts';
import { addChannel, type FakeChannel, linksIn, mentionsIn } from '../../support/fakes/fake-slack-workspace.ts';
import { describeOnSqlite } from '../../support/servers/databases.ts';

describeOnSqlite('a handoff announced in Slack', (create) => {
  let slack: FakeSlack;
  let watchbill: Watchbill;
  let owner: Person;
  let ada: Person;
  let bob: Person;
  let scheduleId: string;
  let channel: FakeChannel;

  beforeEach(async () => {
    slack = await startFakeSlack();
    channel = addChannel(slack.workspace, { id: 'C0ONCALL', name: 'oncall', is_member: true });
    watchbill = await startWatchbill(create, undefined, slackChat(slack));
    owner = watchbill.owner;
    ada = await addPersonInSlack(watchbill, slack, 'Ada');
    bob = await addPersonInSlack(watchbill, slack, 'Bob');
    ({ id: scheduleId } = await createSchedule(owner, [ada, bob]));
    succeeded(await owner.put(`/schedules/${scheduleId}/chat_channels/C0ONCALL`), 204);
  });
  afterEach(async () => {
    await watchbill.stop();
    await slack.stop();
  });

  /** The announced people, in order. */
  function told(): string[] {
    return slack.workspace.messages.map(({ text }) => /: (\w+) is on call/.exec(text)?.[1] ?? text);
  }

  async function deliveries(status: 'pending' | 'sent' | 'failed') {
    return succeeded(await owner.get(`/deliveries/?status=${status}`)).deliveries;
  }

  it('mentions who begins, names who was before and who is next, and links to the schedule', async () => {
    watchbill.at('2026-01-06T09:00:00Z');
    await runAllDue({ ...watchbill.services, publicUrl: 'https://oncall.example.com' });
    const [{ text, blocks } = { text: '', blocks: [] }] = slack.workspace.messages;
    assert.match(text, /^Primary: Bob is on call until Wed 7 Jan.*\nBefore: Ada\.\nNext: Ada from Wed 7 Jan/);
    assert.deepEqual(mentionsIn(blocks), ['U0BOB']);
    assert.deepEqual(linksIn(blocks), [`https://oncall.example.com/app/schedules/${scheduleId}`]);
  });

  it('is like every other message: it links to its page, and has no id, ISO time or word of the API', async () => {
    const services = { ...watchbill.services, publicUrl: 'https://oncall.example.com' };
    const schedulePage = `https://oncall.example.com/app/schedules/${scheduleId}`;
    const latest = () => slack.workspace.messages.at(-1) ?? { text: '', blocks: [] };
    const runAt = async (instant: string) => {
      watchbill.at(instant);
      await runAllDue(services);
    };
    succeeded(await bob.patch('/user/settings/', { settings: { reminder_hours: [1] } }));
    await runAt('2026-01-06T08:00:00Z');
    assert.match(latest().text, /on call/);
    assert.deepEqual(linksIn(latest().blocks), [schedulePage], 'the reminder');
    await runAt('2026-01-06T09:00:00Z');
    succeeded(await owner.patch(`/schedules/${scheduleId}`, { layers: [layer([ada, owner])] }));
    await runAt('2026-01-06T09:00:05Z');
    assert.match(latest().text, /On call now/);
    assert.deepEqual(linksIn(latest().blocks), [schedulePage], 'the change');
    assert.equal(slack.workspace.messages.length, 3);
    for (const message of slack.workspace.messages) assertReadable(message);
  });

  it('is like the outcomes of a coverage request: taken, declined, withdrawn and expired', async () => {
    Object.assign(watchbill.services, { publicUrl: PUBLIC_URL });
    const schedulePage = `${PUBLIC_URL}/app/schedules/${scheduleId}`;
    const ask = async (hour: number) => {
      const times = { start: `2026-01-06T${hour}:00:00Z`, end: `2026-01-06T${hour}:30:00Z` };
      const answer = await bob.post('/user/coverage_requests', { ...times, reason: 'Away' });
      return succeeded(answer, 201).coverage_request.id;
    };
    const [taken, withdrawn, expired] = [await ask(10), await ask(11), await ask(12)];
    await workAt(watchbill, '2026-01-05T09:30:00Z');
    const cards = slack.workspace.messages.filter(({ channel }) => channel === 'C0ONCALL');
    succeeded(await ada.post(`/coverage_requests/${expired}/decline`));
    succeeded(await ada.post(`/coverage_requests/${taken}/accept`));
    succeeded(await bob.delete(`/user/coverage_requests/${withdrawn}`), 204);
    await workAt(watchbill, '2026-01-05T09:30:01Z');
    await workAt(watchbill, '2026-01-06T12:30:00Z');
    const outcomes = cards.map(({ text, blocks }) => [text.split('\n').at(-1), linksIn(blocks)]);
    assert.deepEqual(
      outcomes,
      (
        [
          ['Ada took it.', taken],
          ['Bob no longer asks.', withdrawn],
          ['Nobody took it in time.', expired],
        ] as const
      ).map(([outcome, id]) => [`${outcome} See the request`, [schedulePage, `${PUBLIC_URL}/app/coverage/${id}`]]),
    );
    const linksOf = (words: RegExp) =>
      slack.workspace.messages.filter(({ text }) => words.test(text)).map(({ blocks }) => linksIn(blocks));
    assert.deepEqual(linksOf(/^Ada covers for Bob:/), [[schedulePage]]);
    assert.deepEqual(linksOf(/^Ada can’t cover for you/), [[`${PUBLIC_URL}/app/coverage/${expired}`]]);
    for (const message of slack.workspace.messages) {
      assertReadable(message);
      assert.notDeepEqual(linksIn(message.blocks), [], message.text);
    }
  });

  it('has its fallback text as typed: Slack formats no *, _, `, ~ or > in it', async () => {
    const typed = '*bold* _italic_ ~gone~ `code` ```more```';
    succeeded(await owner.patch(`/users/${bob.id}`, { name: `Bob ${typed}` }));
    succeeded(await owner.patch(`/schedules/${scheduleId}`, { name: `Primary ${typed}` }));
    const times = { start: '2026-01-06T10:00:00Z', end: '2026-01-06T11:00:00Z' };
    succeeded(await bob.post('/user/coverage_requests', { ...times, reason: `Away ${typed}\n> *quoted*` }), 201);
    succeeded(await bob.patch('/user/settings/', { settings: { reminder_hours: [1] } }));
    await workAt(watchbill, '2026-01-05T09:30:00Z');
    await workAt(watchbill, '2026-01-06T08:00:00Z');
    await workAt(watchbill, '2026-01-06T09:00:00Z');
    const posted = slack.requests.filter(({ method }) => method === 'chat.postMessage');
    assert.deepEqual(
      posted.map(({ args }) => /Still open|asks for cover|You are|is on call/.exec(args.text ?? '')?.[0]).sort(),
      ['Still open', 'You are', 'asks for cover', 'is on call'],
    );
    for (const { args } of posted) {
      const { text = '' } = args;
      assert.equal(args.mrkdwn, 'false', text);
      assert.ok(text.includes(typed), text);
      const types = (JSON.parse(args.blocks ?? '[]') as { type: string }[]).map(({ type }) => type);
      assert.ok(!types.includes('section') && !args.blocks?.includes('mrkdwn'), 'only blocks without markup');
    }
    const card = posted.find(({ args }) => args.text?.includes('asks for cover'));
    assert.match(card?.args.text ?? '', new RegExp(`^Why: Away ${RegExp.escape(typed)} &gt; \\*quoted\\*$`, 'm'));
  });

  it('mentions nobody who does not want it, and people whose shift moves if they do', async () => {
    const mention = (who: Person, ...chat_mentions: string[]) =>
      who.patch('/user/settings/', { settings: { chat_mentions } });
    succeeded(await mention(bob));
    succeeded(await mention(ada, 'shift_moved'));
    await workAt(watchbill, '2026-01-06T09:00:00Z');
    assert.deepEqual(mentionsIn(slack.workspace.messages.at(-1)?.blocks ?? []), []);
    const carol = await addPersonInSlack(watchbill, slack, 'Carol');
    const people = { layers: [layer([carol, ada, bob])] };
    succeeded(await owner.patch(`/schedules/${scheduleId}`, people));
    await workAt(watchbill, '2026-01-06T09:00:05Z');
    const { text, blocks } = slack.workspace.messages.at(-1) ?? { text: '', blocks: [] };
    assert.match(text, /^On call now: Ada in place of Bob\.$/m);
    assert.deepEqual(mentionsIn(blocks), ['U0ADA'], 'for her next shift, not for this one');
  });

  it('mentions people whose shift ends at a handoff, if they want it', async () => {
    succeeded(await ada.patch('/user/settings/', { settings: { chat_mentions: ['shift_ended'] } }));
    await workAt(watchbill, '2026-01-06T09:00:00Z');
    const { text, blocks } = slack.workspace.messages.at(-1) ?? { text: '', blocks: [] };
    assert.match(text, /^Before: Ada\.$/m);
    assert.deepEqual(mentionsIn(blocks).toSorted(), ['U0ADA', 'U0BOB']);
    await workAt(watchbill, '2026-01-07T09:00:00Z');
    const later = slack.workspace.messages.at(-1);
    assert.match(later?.text ?? '', /^Before: Bob\.\nNext: Bob/m);
    assert.deepEqual(mentionsIn(later?.blocks ?? []), [], 'Bob did not ask for it, and Ada only for the end');
  });

  for (const as of ['down', 'html', 'server error', 'rate limited'] as const) {
    it(`while Slack is ${as} waits, and arrives once when it works again`, async () => {
      slack.misbehave({ as });
      await workAt(watchbill, '2026-01-06T09:00:00Z');
      assert.deepEqual(told(), []);
      const [waiting] = await deliveries('pending');
      assert.equal(waiting.attempts, 1);
      assert.match(waiting.error, /Slack/);
      slack.behave();
      await workAt(watchbill, '2026-01-06T09:02:00Z');
      assert.deepEqual(told(), ['Bob']);
    });
  }

  it('whose response was lost is sent again: nobody can know that it arrived', async () => {
    slack.misbehave({ as: 'answer lost', method: 'chat.postMessage', times: 1 });
    await workAt(watchbill, '2026-01-06T09:00:00Z');
    await workAt(watchbill, '2026-01-06T09:00:02Z');
    assert.deepEqual(told(), ['Bob', 'Bob']);
    assert.equal((await deliveries('sent')).length, 1);
  });

  it('waits while the token is revoked, says so, and arrives when the app is connected again', async () => {
    slack.misbehave({ as: { error: 'token_revoked' } });
    await workAt(watchbill, '2026-01-06T09:00:00Z');
    assert.match((await deliveries('pending'))[0].error, /token/);
    await workAt(watchbill, '2026-01-06T09:04:00Z');
    assert.equal((await deliveries('pending'))[0].attempts, 1, 'no attempt helps before someone has put it right');
    slack.behave();
    await workAt(watchbill, '2026-01-06T09:10:00Z');
    assert.deepEqual(told(), ['Bob']);
  });

  it('to an archived channel fails with the reason, and can be retried', async () => {
    channel.is_archived = true;
    await workAt(watchbill, '2026-01-06T09:00:00Z');
    const [failed] = await deliveries('failed');
    assert.match(failed.error, /archived/);
    channel.is_archived = false;
    succeeded(await owner.post(`/deliveries/${failed.id}/retry`), 204);
    await workAt(watchbill, '2026-01-06T09:00:01Z');
    assert.deepEqual(told(), ['Bob']);
  });

  it('to a Slack that does not respond delays no other handoff, and keeps its place', async () => {
    slack.misbehave({ as: 'slow', method: 'chat.postMessage', times: 1 });
    const worker = await startWorker(watchbill.services, silentLog);
    const wake = () => watchbill.services.db.transaction((tx) => tx.wakeWorkers());
    watchbill.at('2026-01-06T09:00:00Z');
    await wake();
    await eventually(async () => slack.heldCount() === 1, 'Slack asked');
    watchbill.at('2026-01-07T09:00:00Z');
    await wake();
    await eventually(async () => (await deliveries('pending')).length === 2, 'the next handoff in the outbox');
    slack.release();
    await eventually(async () => told().length === 2, 'both told');
    assert.deepEqual(told(), ['Bob', 'Ada']);
    await worker.stop();
  });
});
