/** Rules MAIL-1 and MAIL-2: personal notifications in the chat and by mail, with a real mail server. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { createMailer, type Mailer } from '../../src/mail/mailer.ts';
import { sendReminders } from '../../src/services/jobs/reminders.ts';
import {
  allowEndpoints,
  callFrom,
  failed,
  type Person,
  PUBLIC_URL,
  startWatchbill,
  succeeded,
} from '../support/drivers/api.ts';
import { createOverride, createSchedule, layer } from '../support/drivers/schedules.ts';
import { openSession } from '../support/drivers/sessions.ts';
import { addPersonInSlack, slackChat } from '../support/drivers/slack.ts';
import { givenFreshWatchbill } from '../support/drivers/suites.ts';
import { messagesIn, workAt } from '../support/drivers/worker.ts';
import { startFakeSlack } from '../support/fakes/fake-slack.ts';
import { addChannel, addUser } from '../support/fakes/fake-slack-workspace.ts';
import { type MailServer, partsOf, startMailServer, type TakenMail } from '../support/fakes/mail-server.ts';
import { startWebhookEndpoint } from '../support/fakes/webhook-endpoint.ts';
import { describeOnSqlite } from '../support/servers/databases.ts';

/** Monday. Ada and Bob take daily turns from 09:00 UTC: today Ada. */
const NOW = '2026-01-05T10:00:00Z';
const LATER = '2026-01-05T10:01:00Z';

describeOnSqlite('notifications', (create) => {
  let server: MailServer;
  let mailer: Mailer | undefined;
  const { watchbill, owner, ada, bob } = givenFreshWatchbill(
    create,
    { ada: { name: 'Ada', time_zone: 'Europe/Berlin' }, bob: { name: 'Bob', time_zone: 'Asia/Kolkata' } },
    NOW,
    undefined,
    { mailer: { send: async (mail) => mailer?.send(mail) } },
  );
  let schedule: Awaited<ReturnType<typeof createSchedule>>;

  before(async () => {
    server = await startMailServer();
    mailer = createMailer({ url: server.url, from: 'Watchbill <oncall@example.com>' });
  });
  after(() => server.stop());
  beforeEach(async () => {
    server.mails.length = 0;
    server.refuse = () => undefined;
    schedule = await createSchedule(owner, [ada, bob]);
  });

  const choose = async (person: Person, notifications: object) =>
    succeeded(await person.patch('/user/notifications/', { notifications }));
  const putInChat = async (person: Person, id: string) =>
    succeeded(await owner.patch(`/users/${person.id}`, { chat_id: id }));
  const mailsTo = (name: string) => server.mails.filter(({ to }) => to.includes(`${name}@example.com`));
  function onlyMailTo(name: string): TakenMail {
    const [mail, ...others] = mailsTo(name);
    assert.ok(mail !== undefined && others.length === 0, `mails to ${name}: ${mailsTo(name).length}`);
    return mail;
  }
  const subjectOf = (mail: TakenMail) =>
    /^Subject: (.*(?:\r\n .*)*)/m.exec(partsOf(mail).head)?.[1]?.replaceAll('\r\n ', ' ');
  const unsubscribeUrlOf = (mail: TakenMail) =>
    /^List-Unsubscribe:\s*<([^>]+)>/m.exec(partsOf(mail).head)?.[1] ?? assert.fail('no List-Unsubscribe');
  const post = (url: string, headers: Readonly<Record<string, string>>, body?: string) =>
    watchbill.app.inject({
      method: 'POST',
      url: url.replace(PUBLIC_URL, ''),
      headers,
      ...(body !== undefined && { body }),
    });
  const ask = async () =>
    succeeded(
      await ada.post('/user/coverage_requests', {
        start: '2026-01-07T09:00:00Z',
        end: '2026-01-08T09:00:00Z',
        reason: 'Dentist',
      }),
      201,
    ).coverage_request;

  it('remind of a shift by mail, in the reader’s zone, with one link and an unsubscribe link', async () => {
    succeeded(await bob.patch('/user/settings/', { settings: { reminder_hours: [1] } }));
    await workAt(watchbill, '2026-01-06T08:00:00Z');
    const mail = onlyMailTo('bob');
    const { head, text, html } = partsOf(mail);
    assert.equal(subjectOf(mail), 'You are on call from Tue 6 Jan 2026, 14:30 GMT+5:30');
    assert.equal(
      text.replaceAll('\r\n', '\n').split('\n--\n')[0],
      `${[
        'You are on call from Tue 6 Jan 2026, 14:30 GMT+5:30',
        'You are on call for Primary from Tue 6 Jan 2026, 14:30 GMT+5:30 until Wed 7 Jan 2026, 14:30 GMT+5:30.',
        'Times are in your time zone, Asia/Kolkata.',
        `See the schedule:\n${PUBLIC_URL}/app/schedules/${schedule.id}`,
      ].join('\n\n')}\n`,
    );
    assert.match(head, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
    assert.match(head, /^Auto-Submitted: auto-generated\r?$/m);
    assert.deepEqual(
      [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href),
      [`${PUBLIC_URL}/app/schedules/${schedule.id}`, unsubscribeUrlOf(mail)],
    );
    assert.ok(html.includes('<strong>Primary</strong>'));
  });

  it('are not sent by mail once the shift has begun, or the person has switched mails off', async () => {
    succeeded(await bob.patch('/user/settings/', { settings: { reminder_hours: [1] } }));
    watchbill.at('2026-01-06T08:00:00Z');
    assert.equal(await sendReminders(watchbill.services), 1);
    await workAt(watchbill, '2026-01-06T09:00:00Z');
    watchbill.at('2026-01-08T08:00:00Z');
    assert.equal(await sendReminders(watchbill.services), 1);
    await choose(bob, { reminder: 'none' });
    await workAt(watchbill, '2026-01-08T08:01:00Z');
    assert.deepEqual(server.mails, []);
  });

  it('[TRU-3] tell the requester that the person who took cover left', async () => {
    const request = await ask();
    succeeded(await bob.post(`/coverage_requests/${request.id}/accept`));
    await workAt(watchbill, LATER);
    const before = mailsTo('ada').length;
    succeeded(await owner.delete(`/users/${bob.id}`), 204);
    await workAt(watchbill, LATER);
    const mails = mailsTo('ada')
      .slice(before)
      .filter((mail) => /no longer covers/.test(partsOf(mail).text));
    assert.equal(mails.length, 1);
    const { text } = partsOf(mails[0] as (typeof mails)[number]);
    assert.match(text, /Bob left, and no longer covers for you \(1 shift, 24 h\). Your request is open again./);
    assert.match(text, new RegExp(`See the request:\r?\n${PUBLIC_URL}/app/coverage/${request.id}\r?\n`));
  });

  it('tell the rotation that somebody asks for cover, and tell the requester that somebody took it', async () => {
    const request = await ask();
    await workAt(watchbill, LATER);
    assert.deepEqual(mailsTo('ada'), []);
    const asked = onlyMailTo('bob');
    assert.equal(subjectOf(asked), 'Ada asks for cover');
    const { text } = partsOf(asked);
    assert.match(text, /Why: Dentist/);
    assert.match(
      text,
      /Primary: 1 shift, 24 h\r?\nWed 7 Jan 2026, 14:30 GMT\+5:30 until Thu 8 Jan 2026, 14:30 GMT\+5:30/,
    );
    assert.match(text, new RegExp(`See the request:\r?\n${PUBLIC_URL}/app/coverage/${request.id}\r?\n`));
    succeeded(await bob.post(`/coverage_requests/${request.id}/accept`));
    await workAt(watchbill, LATER);
    const taken = onlyMailTo('ada');
    assert.equal(subjectOf(taken), 'Bob covers for you');
    assert.match(partsOf(taken).text, /Primary: Wed 7 Jan 2026, 10:00 (CET|GMT\+1) until Thu 8 Jan 2026, 10:00/);
    assert.equal(mailsTo('bob').length, 1);
  });

  it('[COV-6] tell people by mail who asks on their behalf, and who cannot cover', async () => {
    const asked = { start: '2026-01-07T09:00:00Z', end: '2026-01-08T09:00:00Z', reason: 'Sick', user_id: ada.id };
    const { coverage_request: request } = succeeded(await owner.post('/coverage_requests', asked), 201);
    await workAt(watchbill, LATER);
    const told = onlyMailTo('ada');
    assert.equal(subjectOf(told), 'Owner asks others to cover your shifts (1 shift, 24 h).');
    assert.match(partsOf(told).text, new RegExp(`See the request:\r?\n${PUBLIC_URL}/app/coverage/${request.id}\r?\n`));
    assert.match(partsOf(told).html, /You get this because these are your shifts\./);
    server.mails.length = 0;
    succeeded(await bob.post(`/coverage_requests/${request.id}/decline`));
    await workAt(watchbill, LATER);
    const declined = onlyMailTo('ada');
    assert.match(partsOf(declined).text, /^Bob can’t cover for you \(1 shift, 24 h\)\. Others still can\./);
    assert.match(partsOf(declined).html, /You get this because you asked for cover\./);
    // One click ends mails about their requests.
    assert.equal((await post(unsubscribeUrlOf(declined), {})).statusCode, 200);
    assert.equal(succeeded(await ada.get('/user/notifications/')).notifications.cover_taken, 'chat');
    assert.deepEqual(mailsTo('bob'), []);
  });

  it('[COV-6] of people who cannot cover go where the requester chose', async () => {
    await putInChat(ada, 'U0ADA');
    for (const [choice, inChat, byMail] of [
      ['chat', 1, 0],
      ['email', 0, 1],
      ['both', 1, 1],
      ['none', 0, 0],
    ] as const) {
      await choose(ada, { cover_taken: choice });
      const { id } = await ask();
      await workAt(watchbill, LATER);
      server.mails.length = 0;
      const earlier = (await messagesIn(owner, 'U0ADA')).length;
      succeeded(await bob.post(`/coverage_requests/${id}/decline`));
      await workAt(watchbill, LATER);
      const told = (await messagesIn(owner, 'U0ADA')).slice(earlier);
      assert.deepEqual([choice, told.length, mailsTo('ada').length], [choice, inChat, byMail]);
      succeeded(await ada.delete(`/user/coverage_requests/${id}`), 204);
      await workAt(watchbill, LATER);
    }
  });

  it('[COV-6] that somebody cannot cover are not sent once the request is decided', async () => {
    const { id } = await ask();
    succeeded(await bob.post(`/coverage_requests/${id}/decline`));
    succeeded(await ada.delete(`/user/coverage_requests/${id}`), 204);
    await workAt(watchbill, LATER);
    assert.deepEqual(mailsTo('ada'), []);
  });

  it('of cover that is no longer requested are not sent', async () => {
    const { id } = await ask();
    succeeded(await ada.delete(`/user/coverage_requests/${id}`), 204);
    await workAt(watchbill, LATER);
    assert.deepEqual(server.mails, []);
  });

  it('tell people how others changed their shifts, but not what they did themselves', async () => {
    await createOverride(owner, schedule, [bob], '2026-01-07T09:00:00Z', '2026-01-07T12:00:00Z');
    await workAt(watchbill, LATER);
    assert.equal(subjectOf(onlyMailTo('bob')), 'Your shifts in Primary changed');
    assert.match(
      partsOf(onlyMailTo('bob')).text,
      /Owner put you on call from Wed 7 Jan 2026, 14:30 GMT\+5:30 until Wed 7 Jan 2026, 17:30 GMT\+5:30, in place of\s+Ada\./,
    );
    assert.match(
      partsOf(onlyMailTo('ada')).text,
      /Owner put Bob on call from Wed 7 Jan 2026, 10:00 .*in place of\s+you\./s,
    );
    assert.deepEqual(mailsTo('owner'), []);

    server.mails.length = 0;
    succeeded(await ada.patch(`/schedules/${schedule.id}`, { layers: [layer([bob, ada])] }));
    await workAt(watchbill, '2026-01-05T10:02:00Z');
    assert.deepEqual(mailsTo('ada'), []);
    assert.match(partsOf(onlyMailTo('bob')).text, /Ada changed the people\.\s+Your next shift: /);
  });

  it('of changes that were undone in time are not sent', async () => {
    const { id } = await createOverride(owner, schedule, [bob], '2026-01-07T09:00:00Z', '2026-01-07T12:00:00Z');
    succeeded(await owner.delete(`/schedules/${schedule.id}/overrides/${id}`), 204);
    await workAt(watchbill, LATER);
    assert.deepEqual(server.mails, []);
  });

  it('[MAIL-2] go where each person chose: chat, e-mail, both or nowhere', async () => {
    await putInChat(bob, 'U0BOB');
    for (const [choice, inChat, byMail] of [
      ['chat', 1, 0],
      ['email', 0, 1],
      ['both', 1, 1],
      ['none', 0, 0],
    ] as const) {
      await choose(bob, { cover_asked: choice });
      server.mails.length = 0;
      const earlier = (await messagesIn(owner, 'U0BOB')).length;
      const { id } = await ask();
      await workAt(watchbill, LATER);
      const told = (await messagesIn(owner, 'U0BOB')).slice(earlier);
      assert.deepEqual([choice, told.length, mailsTo('bob').length], [choice, inChat, byMail]);
      succeeded(await ada.delete(`/user/coverage_requests/${id}`), 204);
      await workAt(watchbill, LATER);
      const [card] = (await messagesIn(owner, 'U0BOB')).slice(earlier);
      if (inChat > 0) assert.match(card ?? '', /^Ada asked for cover\n.*Ada no longer asks\./s);
    }
  });

  it('[MAIL-2] are not repeated as a direct message if a channel shows them', async () => {
    await putInChat(bob, 'U0BOB');
    await choose(bob, { cover_asked: 'both', shift_moved: 'both' });
    succeeded(await owner.put(`/schedules/${schedule.id}/chat_channels/C0ONCALL`), 204);
    await ask();
    await createOverride(owner, schedule, [bob], '2026-01-09T09:00:00Z', '2026-01-09T12:00:00Z');
    await workAt(watchbill, LATER);
    assert.deepEqual(await messagesIn(owner, 'U0BOB'), []);
    assert.deepEqual(mailsTo('bob').map(subjectOf).toSorted(), [
      'Ada asks for cover',
      'Your shifts in Primary changed',
    ]);
  });

  it('of changes before a channel was linked go to people, not to the channel', async () => {
    await createOverride(owner, schedule, [bob], '2026-01-07T09:00:00Z', '2026-01-07T12:00:00Z');
    succeeded(await owner.put(`/schedules/${schedule.id}/chat_channels/C0ONCALL`), 204);
    await workAt(watchbill, LATER);
    assert.deepEqual(await messagesIn(owner, 'C0ONCALL'), []);
    assert.equal(mailsTo('bob').length, 1);
  });

  it('tell people whose shifts are deleted with their schedule, but not the one who deletes it', async () => {
    await putInChat(ada, 'U0ADA');
    await choose(ada, { shift_moved: 'chat' });
    succeeded(await owner.delete(`/schedules/${schedule.id}`), 204);
    await workAt(watchbill, LATER);
    const mail = onlyMailTo('bob');
    assert.equal(subjectOf(mail), 'Your shifts in Primary changed');
    assert.match(partsOf(mail).text, /Owner deleted the schedule\. You are no longer on call for it\./);
    assert.match(partsOf(mail).text, /Your next shift would have started Tue 6 Jan 2026, 14:30/);
    assert.deepEqual(await messagesIn(owner, 'U0ADA'), [
      'Primary: Owner deleted the schedule. You are no longer on call for it. Your next shift would have started Wed 7 Jan 2026, 09:00 UTC.\nhttp://watchbill.test/app/',
    ]);
    const other = await createSchedule(owner, [owner, bob], { name: 'Other' });
    succeeded(await bob.delete(`/schedules/${other.id}`), 204);
    await workAt(watchbill, '2026-01-05T10:02:00Z');
    assert.equal(subjectOf(onlyMailTo('owner')), 'Your shifts in Other changed');
    assert.equal(mailsTo('bob').length, 1, 'Bob did it himself');
  });

  it('[MAIL-2] of one’s shifts come as a direct message in the second person', async () => {
    await putInChat(bob, 'U0BOB');
    await choose(bob, { shift_moved: 'chat' });
    await createOverride(owner, schedule, [bob], '2026-01-07T09:00:00Z', '2026-01-07T12:00:00Z');
    await workAt(watchbill, LATER);
    assert.deepEqual(await messagesIn(owner, 'U0BOB'), [
      `Primary: Owner put you on call from Wed 7 Jan 2026, 09:00 UTC until Wed 7 Jan 2026, 12:00 UTC, in place of Ada.\n${PUBLIC_URL}/app/schedules/${schedule.id}`,
    ]);
  });

  it('[MAIL-2] show how a user is reached, and the default', async () => {
    const reach = async () => succeeded(await bob.get('/user/notifications/')).reach;
    assert.deepEqual(await reach(), { chat: false, email: true, default: 'email' });
    await putInChat(bob, 'U0BOB');
    // People do not look into the built-in workspace.
    assert.deepEqual(await reach(), { chat: true, email: true, default: 'email' });
    const { notifications } = await choose(bob, { reminder: 'both' });
    assert.deepEqual(notifications, {
      reminder: 'both',
      cover_asked: 'default',
      cover_taken: 'default',
      shift_moved: 'default',
      service_problem: 'default',
    });
    for (const body of [
      {},
      { notifications: { reminder: 'fax' } },
      { notifications: { lunch: 'chat' } },
      { notifications: null },
    ]) {
      failed(await bob.patch('/user/notifications/', body), 400, 'bad_request');
    }
    assert.deepEqual(succeeded(await bob.get('/user/notifications/')).notifications, notifications);
  });

  it('tell admins once about mails that failed, until it is over', async () => {
    const kinds = async () => succeeded(await owner.get('/notices/')).notices.map(({ kind }: { kind: string }) => kind);
    async function failAt(day: string): Promise<void> {
      server.refuse = (to) => (to === 'bob@example.com' ? { code: 550, message: 'no such mailbox' } : undefined);
      await workAt(watchbill, `2026-01-${day}T10:10:00Z`);
      const times = { start: `2026-01-${day}T12:00:00Z`, end: `2026-01-${day}T13:00:00Z` };
      // Odd days are Ada’s: either way it concerns Bob.
      const instead = Number(day) % 2 === 1 ? bob : ada;
      await createOverride(owner, schedule, [instead], times.start, times.end);
      for (const minute of ['11', '13', '30']) await workAt(watchbill, `2026-01-${day}T10:${minute}:00Z`);
    }
    await failAt('07');
    assert.deepEqual(await kinds(), ['mails_failed']);
    assert.equal(subjectOf(onlyMailTo('owner')), 'Mails did not arrive');
    assert.match(
      partsOf(onlyMailTo('owner')).text,
      /The last mail to one person was given up\. The mail server refused the\s+address: .*no such/s,
    );
    // Another failure is the same problem; with a chat, the working channel is used.
    await failAt('08');
    assert.equal(mailsTo('owner').length, 1);
    server.refuse = () => undefined;
    await createOverride(owner, schedule, [bob], '2026-01-11T12:00:00Z', '2026-01-11T13:00:00Z');
    await createOverride(owner, schedule, [ada], '2026-01-12T12:00:00Z', '2026-01-12T13:00:00Z');
    await workAt(watchbill, '2026-01-09T10:00:00Z');
    await workAt(watchbill, '2026-01-09T10:10:00Z');
    assert.deepEqual(await kinds(), []);
    await putInChat(owner, 'U0OWNER');
    await failAt('10');
    assert.equal(mailsTo('owner').length, 1);
    const [told, ...more] = await messagesIn(owner, 'U0OWNER');
    assert.match(told ?? '', /^Watchbill: The last mail to one person was given up\./);
    assert.deepEqual(more, []);
  });

  it('tell admins of a webhook once it has failed for ten minutes, since an endpoint may be restarted', async (t) => {
    const endpoint = await startWebhookEndpoint();
    t.after(endpoint.stop);
    endpoint.reply = () => ({ status: 503 });
    allowEndpoints(watchbill, ['127.0.0.0/8']);
    succeeded(await owner.post('/webhooks/', { url: endpoint.url, events: ['schedule.changed'] }), 201);
    succeeded(await owner.patch(`/schedules/${schedule.id}`, { name: 'Secondary' }));
    const told: string[] = [];
    for (let minute = 0; minute <= 12; minute++) {
      const time = `2026-01-05T10:${String(minute).padStart(2, '0')}:01Z`;
      await workAt(watchbill, time);
      if (mailsTo('owner').length > told.length) told.push(time);
    }
    // The exact time depends on when the event was last tried.
    assert.match(told.join(), /^2026-01-05T10:1[12]:01Z$/);
    assert.equal(subjectOf(onlyMailTo('owner')), 'A webhook fails');
  });

  it('tell admins by mail that the chat fails, although the chat is where they are reached otherwise', async (t) => {
    const slack = await startFakeSlack();
    t.after(slack.stop);
    const inSlack = await startWatchbill(create, NOW, slackChat(slack), {
      mailer: { send: async (mail) => mailer?.send(mail) },
    });
    t.after(inSlack.stop);
    const channel = addChannel(slack.workspace, { id: 'C0ONCALL', name: 'oncall', is_member: true });
    addUser(slack.workspace, { id: 'U0OWNER', name: 'owner' });
    succeeded(await inSlack.owner.patch(`/users/${inSlack.owner.id}`, { chat_id: 'U0OWNER' }));
    assert.equal(succeeded(await inSlack.owner.get('/user/notifications/')).reach.default, 'chat');
    const ada = await addPersonInSlack(inSlack, slack, 'Ada');
    const { id } = await createSchedule(inSlack.owner, [ada, await addPersonInSlack(inSlack, slack, 'Bob')]);
    succeeded(await inSlack.owner.put(`/schedules/${id}/chat_channels/C0ONCALL`), 204);
    succeeded(await inSlack.owner.put(`/schedules/${id}/chat_user_group/`, { name: 'Primary', handle: 'primary' }));
    await workAt(inSlack, LATER);
    server.mails.length = 0;

    slack.refuseToken(slack.botToken, 'token_revoked');
    for (const minute of ['00', '02']) await workAt(inSlack, `2026-01-06T09:${minute}:00Z`);
    assert.deepEqual(mailsTo('owner').map(subjectOf).toSorted(), [
      'Messages to the chat wait',
      'User groups of the chat are not up to date',
    ]);
    for (const mail of mailsTo('owner')) assert.match(partsOf(mail).text, /The token was revoked\s+in\s+Slack\./);

    server.mails.length = 0;
    slack.acceptTokens();
    for (const minute of ['00', '05']) await workAt(inSlack, `2026-01-06T10:${minute}:00Z`);
    assert.deepEqual(mailsTo('owner'), []);
    channel.is_archived = true;
    for (const minute of ['00', '02']) await workAt(inSlack, `2026-01-07T09:${minute}:00Z`);
    assert.equal(subjectOf(onlyMailTo('owner')), 'Messages to the chat did not arrive');
    assert.match(partsOf(onlyMailTo('owner')).text, /The\s+channel\s+is\s+archived\s+in\s+Slack\./);
    assert.equal(slack.workspace.directMessages.has('U0OWNER'), false);
  });

  it('end with one click, without a session, for one kind only', async () => {
    await ask();
    await workAt(watchbill, LATER);
    const url = unsubscribeUrlOf(onlyMailTo('bob'));
    // Programs that open every link of a mail unsubscribe nobody.
    const page = await watchbill.app.inject({ method: 'GET', url: url.replace(PUBLIC_URL, '') });
    assert.equal(page.statusCode, 200);
    assert.match(page.body, /End mails about requests for cover\?/);
    const choices = async () => succeeded(await bob.get('/user/notifications/')).notifications;
    assert.equal((await choices()).cover_asked, 'default');

    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const done = await post(url, form, 'List-Unsubscribe=One-Click');
    assert.deepEqual([done.statusCode, /no more mails about requests for cover/.test(done.body)], [200, true]);
    assert.deepEqual(await choices(), { ...(await choices()), cover_asked: 'chat', reminder: 'default' });
    const { audit_log } = succeeded(await owner.get(`/audit_log/?actor_id=${bob.id}`));
    assert.deepEqual(
      audit_log.map(({ action, detail }: { action: string; detail: object }) => [action, detail]),
      [['user_settings.updated', { notifications: { cover_asked: 'chat' } }]],
    );
    server.mails.length = 0;
    succeeded(
      await ada.post('/user/coverage_requests', {
        start: '2026-01-09T09:00:00Z',
        end: '2026-01-10T09:00:00Z',
        reason: 'Away',
      }),
      201,
    );
    await workAt(watchbill, LATER);
    assert.deepEqual(server.mails, []);

    // Again, as a form of the other kind, and from a signed-in browser.
    const boundary = { 'content-type': 'multipart/form-data; boundary=x' };
    const cookie = (await openSession(watchbill, ada)).cookie;
    for (const headers of [boundary, { ...form, cookie }, {}]) {
      assert.equal((await post(url, headers, '--x--')).statusCode, 200);
    }
    assert.equal((await choices()).cover_asked, 'chat');
  });

  it('refuse a link for somebody else', async () => {
    await ask();
    await workAt(watchbill, LATER);
    const url = unsubscribeUrlOf(onlyMailTo('bob'));
    const other = url.at(-9) === 'A' ? 'B' : 'A';
    for (const wrong of [
      `${url.slice(0, -9)}${other}${url.slice(-8)}`,
      `${PUBLIC_URL}/unsubscribe/x`,
      url.slice(0, -4),
    ]) {
      const answer = await callFrom(watchbill.app, { headers: {} }, 'POST', wrong.replace(PUBLIC_URL, ''));
      failed(answer, 404, 'not_found');
    }
    assert.equal(succeeded(await bob.get('/user/notifications/')).notifications.cover_asked, 'default');
  });
});
