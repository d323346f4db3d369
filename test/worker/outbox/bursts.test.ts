/** Rule BUD-7: what one person does sends another at most ten messages of a kind in an hour; what follows is merged. */
import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { type Mail, MailError } from '../../../src/mail/mailer.ts';
import { runAllDue } from '../../../src/services/jobs/due-work.ts';
import { formatInstant, parseInstant } from '../../../src/time/iso.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/time/units.ts';
import { type Person, PUBLIC_URL, succeeded } from '../../support/drivers/api.ts';
import { createOverride, createSchedule, layer } from '../../support/drivers/schedules.ts';
import { givenFreshWatchbill } from '../../support/drivers/suites.ts';
import { messagesIn } from '../../support/drivers/worker.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

/** Monday. Ada, Bob and Cleo take weekly turns from 09:00 UTC: this week Ada. */
const START = '2026-01-05T09:00:00Z';
const NEXT_TURN_OF_ADA = Date.parse('2026-01-26T09:00:00Z');

describeOnBothDatabases('bursts of notifications', (create, itOnSqlite) => {
  const mails: Mail[] = [];
  let refuse: () => MailError | undefined;
  const mailer = {
    async send(mail: Mail) {
      const refusal = refuse();
      if (refusal !== undefined) throw refusal;
      mails.push(mail);
    },
  };
  const people = { ada: 'Ada', bob: 'Bob', cleo: 'Cleo' };
  const { watchbill, owner, ada, bob, cleo } = givenFreshWatchbill(create, people, START, undefined, { mailer });
  let schedule: { readonly id: string };

  beforeEach(async () => {
    mails.length = 0;
    refuse = () => undefined;
    const weekly = layer([ada, bob, cleo], { shift_length: { amount: 1, unit: 'weeks' } });
    schedule = await createSchedule(owner, [ada, bob, cleo], { layers: [weekly] });
    await workAfter(0);
    mails.length = 0;
  });

  async function workAfter(ms: number): Promise<void> {
    watchbill.at(formatInstant((parseInstant(START) ?? 0) + ms));
    await runAllDue(watchbill.services);
  }

  /** For an hour of Ada's next turn, unless told otherwise. */
  async function ask(hour: number, startMs = NEXT_TURN_OF_ADA): Promise<{ id: string }> {
    const [start, end] = [hour, hour + 1].map((hours) => formatInstant(startMs + hours * HOUR_MS));
    return succeeded(await ada.post('/user/coverage_requests', { start, end, reason: `Hour ${hour}` }), 201)
      .coverage_request;
  }

  const cancel = async ({ id }: { id: string }) => succeeded(await ada.delete(`/user/coverage_requests/${id}`), 204);
  const mailsTo = (name: string) => mails.filter(({ to }) => to === `${name}@example.com`);
  const putInChat = async (person: Person, chat_id: string) => {
    succeeded(await owner.patch(`/users/${person.id}`, { chat_id }));
    succeeded(await person.patch('/user/notifications/', { notifications: { cover_asked: 'chat' } }));
  };
  const pendingCount = async () => succeeded(await owner.get('/deliveries/?status=pending')).meta.total;

  itOnSqlite('[BUD-7] cover asked for and canceled 20 times is at most ten mails to each person', async () => {
    for (let i = 0; i < 20; i++) {
      const request = await ask(i);
      await workAfter(i * 1_000);
      await cancel(request);
      await workAfter(i * 1_000);
    }
    await workAfter(DAY_MS / 2);
    assert.deepEqual([mailsTo('bob').length, mailsTo('cleo').length], [10, 10]);
    assert.equal(await pendingCount(), 0);
  });

  itOnSqlite('[BUD-7] what follows is one mail after five minutes, with what is still true', async () => {
    const requests = [];
    for (let i = 0; i < 17; i++) requests.push(await ask(i));
    await workAfter(0);
    assert.equal(mailsTo('bob').length, 10);
    for (const request of requests.slice(10, 14)) await cancel(request);
    await workAfter(5 * MINUTE_MS - 1);
    assert.equal(mailsTo('bob').length, 10);
    await workAfter(5 * MINUTE_MS);
    const [merged, ...others] = mailsTo('bob').slice(10);
    assert.ok(merged !== undefined && others.length === 0);
    assert.equal(merged.subject, 'Ada asked for cover 7 more times.');
    assert.match(merged.text, /What is still true:/);
    assert.deepEqual(
      [...merged.text.matchAll(/Why: Hour (\d+)/g)].map(([, hour]) => Number(hour)),
      [14, 15, 16],
    );
    assert.match(merged.text, new RegExp(`See all:\n${PUBLIC_URL}/app/coverage\n`));
    assert.ok(merged.unsubscribeUrl !== undefined);
    assert.equal(await pendingCount(), 0);
    const sent = succeeded(await owner.get('/deliveries/?status=sent&per_page=100')).deliveries;
    assert.equal(sent.filter(({ destination_id }: { destination_id: string }) => destination_id === bob.id).length, 17);

    // An hour after the first ones, mails are sent at once again.
    await workAfter(HOUR_MS + 6 * MINUTE_MS);
    await ask(20);
    await workAfter(HOUR_MS + 6 * MINUTE_MS);
    assert.equal(mailsTo('bob').length, 12);
    assert.equal(mailsTo('bob').at(-1)?.subject, 'Ada asks for cover');
  });

  itOnSqlite('[BUD-7] what concerns a shift within 24 hours is sent at once', async () => {
    for (let i = 0; i < 12; i++) await ask(i);
    await workAfter(0);
    assert.equal(mailsTo('bob').length, 10);
    await ask(1, parseInstant(START) ?? 0);
    await workAfter(0);
    assert.match(mailsTo('bob')[10]?.text ?? '', /Why: Hour 1\n/);
    assert.equal(mailsTo('bob').length, 11);
    await workAfter(5 * MINUTE_MS);
    assert.equal(mailsTo('bob')[11]?.subject, 'Ada asked for cover 2 more times.');
  });

  itOnSqlite('[BUD-7] neither other people nor other kinds are held, nor mails that sign in', async () => {
    for (let i = 0; i < 12; i++) await ask(i);
    await workAfter(0);
    const requests = [];
    for (const person of [bob, cleo]) {
      const start = person === bob ? '2026-01-12T09:00:00Z' : '2026-01-19T09:00:00Z';
      const wanted = { start, end: formatInstant(Date.parse(start) + HOUR_MS), reason: 'Dentist' };
      requests.push(succeeded(await person.post('/user/coverage_requests', wanted), 201).coverage_request);
    }
    succeeded(await ada.post(`/coverage_requests/${requests[0].id}/accept`));
    succeeded(await owner.post(`/users/${bob.id}/invitation/`), 204);
    await workAfter(0);
    const subjects = mailsTo('bob')
      .slice(10)
      .map(({ subject }) => subject);
    assert.deepEqual(subjects, ['Cleo asks for cover', 'Ada covers for you', 'Owner invites you to My organization']);
  });

  itOnSqlite('[BUD-7] changes to the shifts of a person are merged too', async () => {
    const startMs = Date.parse('2026-01-26T09:00:00Z');
    for (let i = 0; i < 13; i++) {
      const [start, end] = [i, i + 1].map((hours) => formatInstant(startMs + hours * HOUR_MS));
      await createOverride(owner, schedule, [bob], start ?? '', end ?? '');
      // Later than a burst of changes of a schedule, which is one notification.
      await workAfter((i + 1) * MINUTE_MS);
    }
    assert.equal(mailsTo('bob').length, 10);
    await workAfter(16 * MINUTE_MS);
    assert.equal(mailsTo('bob').length, 11);
    assert.equal(mailsTo('bob')[10]?.subject, 'Owner changed your shifts 3 more times.');
    assert.equal([...(mailsTo('bob')[10]?.text ?? '').matchAll(/put you on call/g)].length, 3);
  });

  itOnSqlite(
    '[BUD-7] direct messages are merged, and the merged one is updated when a request is decided',
    async () => {
      await putInChat(bob, 'U0BOB');
      const requests = [];
      for (let i = 0; i < 13; i++) requests.push(await ask(i));
      await workAfter(0);
      assert.equal((await messagesIn(owner, 'U0BOB')).length, 10);
      // Other messages to Bob do not wait for the held ones.
      succeeded(await bob.patch('/user/notifications/', { notifications: { cover_taken: 'chat' } }));
      const wanted = { start: '2026-01-12T09:00:00Z', end: '2026-01-12T10:00:00Z', reason: 'Dentist' };
      const own = succeeded(await bob.post('/user/coverage_requests', wanted), 201).coverage_request;
      succeeded(await cleo.post(`/coverage_requests/${own.id}/accept`));
      await workAfter(1_000);
      assert.match((await messagesIn(owner, 'U0BOB')).at(-1) ?? '', /covers for you/);
      await workAfter(5 * MINUTE_MS);
      const merged = (await messagesIn(owner, 'U0BOB')).at(-1) ?? '';
      assert.match(merged, /^Ada asked for cover 3 more times\.\n/);
      assert.equal([...merged.matchAll(/Why: Hour 1[012]/g)].length, 3);
      await cancel(requests[11] as { id: string });
      succeeded(await cleo.post(`/coverage_requests/${requests[12]?.id}/accept`));
      await workAfter(6 * MINUTE_MS);
      const messages = await messagesIn(owner, 'U0BOB');
      assert.equal(messages.length, 12);
      assert.match(messages.at(-1) ?? '', /^Ada asked for cover 3 more times\.\n/);
      assert.match(messages.at(-1) ?? '', /Hour 11[\s\S]*Ada no longer asks\.[\s\S]*Hour 12[\s\S]*Cleo took it\./);
    },
  );

  itOnSqlite('[BUD-7] a merged mail is retried while the server is down, with what is true then', async () => {
    const requests = [];
    for (let i = 0; i < 13; i++) requests.push(await ask(i));
    await workAfter(0);
    refuse = () => new MailError('The mail server did not take the mail.', 'soon');
    await workAfter(5 * MINUTE_MS);
    await ask(13);
    await cancel(requests[10] as { id: string });
    refuse = () => undefined;
    await workAfter(6 * MINUTE_MS);
    assert.equal(mailsTo('bob').length, 11);
    assert.equal(mailsTo('bob')[10]?.subject, 'Ada asked for cover 4 more times.');
    assert.deepEqual(
      [...(mailsTo('bob')[10]?.text ?? '').matchAll(/Why: Hour (\d+)/g)].map(([, hour]) => Number(hour)),
      [11, 12, 13],
    );
    assert.equal(await pendingCount(), 0);
  });

  it('[BUD-7] several workers count together, and each sends what another one held', async () => {
    for (let i = 0; i < 15; i++) await ask(i);
    const workers = [watchbill.services, { ...watchbill.services }, { ...watchbill.services }];
    await Promise.all(workers.map(runAllDue));
    assert.equal(mailsTo('bob').length, 10);
    watchbill.at(formatInstant((parseInstant(START) ?? 0) + 5 * MINUTE_MS));
    await Promise.all([{ ...watchbill.services }, { ...watchbill.services }].map(runAllDue));
    assert.equal(mailsTo('bob').length, 11);
    assert.equal(mailsTo('bob')[10]?.subject, 'Ada asked for cover 5 more times.');
  });
});
