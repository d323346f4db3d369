/** Requests from Slack: they are signed and get a response at once; the worker sends the rest. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { buildApp } from '../../../src/http/app.ts';
import type { App } from '../../../src/http/typed-app.ts';
import type { Answer } from '../../support/drivers/answer.ts';
import {
  failed,
  type Person,
  PUBLIC_URL,
  silentLog,
  startWatchbill,
  succeeded,
  type Watchbill,
} from '../../support/drivers/api.ts';
import { documentedOperations } from '../../support/drivers/openapi.ts';
import { createOverride, createSchedule, layer, lines } from '../../support/drivers/schedules.ts';
import { addPersonInSlack, assertReadable, slackChat } from '../../support/drivers/slack.ts';
import { workAt } from '../../support/drivers/worker.ts';
import { type FakeSlack, startFakeSlack } from '../../support/fakes/fake-slack.ts';
import {
  addChannel,
  addUser,
  buttonsIn,
  type FakeBlock,
  linksIn,
  mentionsIn,
} from '../../support/fakes/fake-slack-workspace.ts';
import { describeOnSqlite } from '../../support/servers/databases.ts';

const SECRET = '8f742231b10e8888abcd99yyyzzz85a5';
const COMMANDS = '/chat/slack/commands';
const INTERACTIONS = '/chat/slack/interactions';
const NOW = '2026-01-05T10:00:00Z';

type Form = Readonly<Record<string, string>>;
type Headers = Readonly<Record<string, string>>;

/** A valid form for each of the routes. */
const FORMS: Readonly<Record<string, Form>> = {
  [COMMANDS]: { user_id: 'U0ADA', command: '/oncall', text: '' },
  [INTERACTIONS]: { payload: JSON.stringify({ type: 'block_actions', user: { id: 'U0ADA' }, actions: [] }) },
};

function encoded(form: Form): string {
  return new URLSearchParams(form).toString();
}

/** The headers that Slack sends. */
function signed(body: string, at = NOW, secret = SECRET): Record<string, string> {
  const timestamp = String(Temporal.Instant.from(at).epochMilliseconds / 1000);
  const signature = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex');
  return {
    'content-type': 'application/x-www-form-urlencoded',
    'x-slack-request-timestamp': timestamp,
    'x-slack-signature': `v0=${signature}`,
  };
}

describeOnSqlite('Slack', (create) => {
  let slack: FakeSlack;
  let watchbill: Watchbill;
  let owner: Person;
  let ada: Person;
  let bob: Person;

  beforeEach(async () => {
    slack = await startFakeSlack();
    watchbill = await startWatchbill(create, NOW, slackChat(slack, SECRET));
    owner = watchbill.owner;
    ada = await addPerson('Ada');
    bob = await addPerson('Bob');
  });
  afterEach(async () => {
    await watchbill.stop();
    await slack.stop();
  });

  it('lists its people for admins, with those who are users, and asks Slack once a minute', async () => {
    addUser(slack.workspace, { id: 'U0ZOE', name: 'Zoe' });
    const list = async (query = '') => succeeded(await owner.get(`/chat/people/?${query}`));
    const { people, meta } = await list();
    assert.deepEqual(
      people.map(({ chat_id, is_user }: { chat_id: string; is_user: boolean }) => [chat_id, is_user]),
      [
        ['U0ADA', true],
        ['U0BOB', true],
        ['U0ZOE', false],
      ],
    );
    assert.equal(meta.total, 3);
    assert.deepEqual((await list('query=ZOE%40')).people, [
      { chat_id: 'U0ZOE', name: 'Zoe', email: 'Zoe@example.com', is_user: false },
    ]);
    assert.equal(slack.calls.filter((name) => name === 'users.list').length, 1);
    failed(await ada.get('/chat/people/'), 403, 'forbidden');
  });

  function addPerson(name: string, options?: Parameters<Watchbill['addPerson']>[1]): Promise<Person> {
    return addPersonInSlack(watchbill, slack, name, options);
  }

  async function send(path: string, body: string, headers: Headers, app: App = watchbill.app): Promise<Answer> {
    const response = await app.inject({ method: 'POST', url: path, headers, payload: body });
    return { status: response.statusCode, body: JSON.parse(response.body), headers: response.headers };
  }

  /** Somebody types `/oncall` with the text. Returns what they see. */
  async function type(chatId: string, text: string): Promise<{ text: string; blocks: FakeBlock[] }> {
    const body = encoded({
      user_id: chatId,
      command: '/oncall',
      text,
      team_id: 'T0',
      response_url: 'https://slack.test',
    });
    const { response_type, mrkdwn, ...shown } = succeeded(await send(COMMANDS, body, signed(body)));
    assert.equal(response_type, 'ephemeral', 'nobody else sees it');
    assert.equal(mrkdwn, false);
    return shown;
  }

  async function linesOf(chatId: string, text: string): Promise<string[]> {
    return (await type(chatId, text)).text.split('\n');
  }

  /** Somebody presses a button. Slack only gets an acknowledgement. */
  async function press(chatId: string, action_id: string, value: string): Promise<void> {
    const actions = [{ type: 'button', action_id, value, block_id: 'x' }];
    const payload = { type: 'block_actions', user: { id: chatId, name: 'x' }, actions, message: { text: 'long ago' } };
    const body = encoded({ payload: JSON.stringify(payload) });
    assert.deepEqual(succeeded(await send(INTERACTIONS, body, signed(body))), {});
  }

  /** The direct messages that the worker sends to a person. */
  async function directMessages(chatId: string): Promise<string[]> {
    await workAt(watchbill, NOW);
    return slack.workspace.messages.filter(({ channel }) => channel === `D0${chatId}`).map(({ text }) => text);
  }

  for (const [path, form] of Object.entries(FORMS)) {
    describe(`POST ${path}`, () => {
      const body = encoded(form);

      it('[CH-7] is accepted with Slack’s signature, also repeatedly while it is fresh', async () => {
        for (let i = 0; i < 2; i++) succeeded(await send(path, body, signed(body)));
        for (const at of ['2026-01-05T09:55:00Z', '2026-01-05T10:05:00Z']) {
          succeeded(await send(path, body, signed(body, at)));
        }
      });

      it('[CH-7] is 401 without Slack’s signature, with an API key or without', async () => {
        const {
          'x-slack-signature': signature = '',
          'x-slack-request-timestamp': timestamp = '',
          ...rest
        } = signed(body);
        const refused: Record<string, Headers> = {
          'no signature': rest,
          'a signature alone': { ...rest, 'x-slack-signature': signature },
          'a timestamp alone': { ...rest, 'x-slack-request-timestamp': timestamp },
          'another body': signed(`${body}&text=me`),
          'another secret': signed(body, NOW, 'another secret'),
          'an empty secret': signed(body, NOW, ''),
          'an old timestamp': signed(body, '2026-01-05T09:54:59Z'),
          'a timestamp of the future': signed(body, '2026-01-05T10:05:01Z'),
          'a signature of another time': { ...signed(body), 'x-slack-request-timestamp': `${Number(timestamp) + 1}` },
          'another media type': { 'content-type': 'application/json' },
          'an API key instead': { ...rest, 'x-api-key': owner.key },
        };
        const messages = new Set<string>();
        for (const [what, headers] of Object.entries(refused)) {
          const answer = await send(path, body, headers);
          assert.equal(answer.status, 401, `${what}: ${JSON.stringify(answer.body)}`);
          messages.add(failed(answer, 401, 'unauthorized'));
        }
        assert.equal(messages.size, 1);
        const empty = await watchbill.app.inject({ method: 'POST', url: path });
        assert.equal(empty.statusCode, 401, 'no body at all');
      });

      it('[CH-7] is 401 if no secret is configured, however it is signed', async () => {
        const { services } = watchbill;
        const app = await buildApp({
          services,
          docsUrl: 'http://docs.test',
          publicUrl: () => PUBLIC_URL,
          rateLimit: 0,
          log: silentLog,
        });
        for (const secret of ['', 'undefined', SECRET]) {
          failed(await send(path, body, signed(body, NOW, secret), app), 401, 'unauthorized');
        }
        await app.close();
      });

      it('is 400 if it is signed but malformed', async () => {
        for (const broken of [
          '',
          'x',
          'user_id=',
          'payload=',
          'payload={',
          'payload=7',
          'payload=null',
          'payload={}',
          `${body}%00`,
          encoded({ user_id: 'U0ADA', text: 'a\0b' }),
          encoded({ payload: '{"user": {"id": "U0ADA\\u0000"}}' }),
          encoded({ payload: '{"user": {"id": "U0ADA"}, "a": "\\ud83d"}' }),
          encoded({ payload: `{"user": {"id": "U0ADA"}, "a": ${'['.repeat(60)}${']'.repeat(60)}}` }),
        ]) {
          failed(await send(path, broken, signed(broken)), 400, 'bad_request');
        }
      });

      it('is 413 if it is larger than anything Slack sends', async () => {
        const large = `${body}&filler=${'x'.repeat(300_000)}`;
        failed(await send(path, large, signed(large)), 413, 'payload_too_large');
      });

      it('has the headers of every response, and is not in the documented API', async () => {
        for (const answer of [await send(path, body, signed(body)), await send(path, body, {})]) {
          for (const name of ['x-ratelimit-limit', 'x-api-version', 'x-request-id'])
            assert.ok(answer.headers[name], name);
        }
        assert.ok(documentedOperations().every((operation) => operation.path !== path));
      });

      it('does not make other routes accept forms', async () => {
        failed(await send('/teams/', body, { ...signed(body), 'x-api-key': owner.key }), 415, 'unsupported_media_type');
      });
    });
  }

  describe('/oncall', () => {
    it('shows who is on call now and next, in every schedule', async () => {
      await createSchedule(owner, [ada, bob], { name: 'Payments' });
      const berlin = { name: 'Search', time_zone: 'Europe/Berlin', layers: [layer([bob, ada])] };
      await createSchedule(owner, [], berlin);
      assert.deepEqual(await linesOf('U0ADA', ''), [
        'On call now',
        'Payments: Ada until Tue 6 Jan 2026, 09:00 UTC',
        'Next: Bob from Tue 6 Jan 2026, 09:00 UTC',
        '',
        'Search: Bob until Tue 6 Jan 2026, 10:00 CET',
        'Next: Ada from Tue 6 Jan 2026, 10:00 CET',
      ]);
      const types = (await type('U0ADA', '')).blocks.map((block) => block.type);
      assert.deepEqual(types, ['header', 'rich_text', 'divider', 'rich_text']);
    });

    it('joins consecutive turns of a person: until when, and who is next', async () => {
      const carol = await addPerson('Carol');
      await createSchedule(owner, [], { name: 'Turns', layers: [layer([ada, ada, bob, carol])] });
      assert.deepEqual((await linesOf('U0ADA', '')).slice(1), [
        'Turns: Ada until Wed 7 Jan 2026, 09:00 UTC',
        'Next: Bob from Wed 7 Jan 2026, 09:00 UTC',
      ]);
    });

    it('names people without a mention, and shows times as Slack does', async () => {
      await createSchedule(owner, [ada, bob], { name: '<!here> *co*' });
      const { blocks } = await type('U0ADA', '');
      assert.deepEqual(mentionsIn(blocks), []);
      const shown = JSON.stringify(blocks);
      assert.ok(shown.includes('"text":"<!here> *co*"') && shown.includes('"timestamp":1767690000'), shown);
    });

    it('shows where nobody is on call, and where nobody follows', async () => {
      await createSchedule(owner, [], { name: 'Empty' });
      const later = { name: 'Later', layers: [layer([ada], { rotation_start: '2026-02-01T09:00:00Z' })] };
      await createSchedule(owner, [], later);
      assert.deepEqual((await linesOf('U0ADA', '')).slice(1), [
        'Empty: nobody',
        '',
        'Later: nobody until Sun 1 Feb 2026, 09:00 UTC',
        'Next: Ada from Sun 1 Feb 2026, 09:00 UTC',
      ]);
    });

    it('shows twenty schedules, and how many more there are', async () => {
      for (let i = 1; i <= 23; i++) await createSchedule(owner, [ada], { name: `Schedule ${i}` });
      const all = (await linesOf('U0ADA', '')).filter((line) => line !== '');
      assert.equal(all.length, 22);
      assert.match(all[20] ?? '', /^Schedule 20: Ada/);
      assert.equal(all[21], '… and 3 more');
    });

    it('says if there are no schedules', async () => {
      assert.deepEqual(await linesOf('U0ADA', ''), ['There are no schedules yet.']);
    });

    it('with a part of a name shows the matching schedules', async () => {
      for (const name of ['Payments EU', 'Payments US', 'Search']) await createSchedule(owner, [ada], { name });
      const found = await linesOf('U0ADA', '  payMENTS ');
      assert.deepEqual(
        found.map((line) => line.replace(/:.*/, '')).filter((line) => line !== ''),
        ['On call now', 'Payments EU', 'Payments US'],
      );
      const [title, nothing, ...help] = await linesOf('U0ADA', '100%');
      assert.deepEqual([title, nothing], ['What you can type', 'No schedule has “100%” in its name.']);
      assert.ok(help.some((line) => line.startsWith('/oncall me:')));
    });

    it('me: the next five shifts of the caller, starting with the current one', async () => {
      const schedule = await createSchedule(owner, [ada, bob], { name: 'Payments' });
      await createSchedule(owner, [bob], { name: 'Search' });
      await createOverride(owner, schedule, [ada], '2026-01-06T12:00:00Z', '2026-01-06T15:00:00Z');
      assert.deepEqual(await linesOf('U0ADA', 'Me'), [
        'Your next shifts',
        'Payments: now, until Tue 6 Jan 2026, 09:00 UTC',
        'Payments: from Tue 6 Jan 2026, 12:00 UTC until Tue 6 Jan 2026, 15:00 UTC',
        'Payments: from Wed 7 Jan 2026, 09:00 UTC until Thu 8 Jan 2026, 09:00 UTC',
        'Payments: from Fri 9 Jan 2026, 09:00 UTC until Sat 10 Jan 2026, 09:00 UTC',
        'Payments: from Sun 11 Jan 2026, 09:00 UTC until Mon 12 Jan 2026, 09:00 UTC',
      ]);
      const ofBob = (await linesOf('U0BOB', 'me')).map((line) => line.replace(/ until .*/, ''));
      assert.deepEqual(ofBob, [
        'Your next shifts',
        'Search: now,',
        'Payments: from Tue 6 Jan 2026, 09:00 UTC',
        'Search: from Tue 6 Jan 2026, 09:00 UTC',
        'Payments: from Tue 6 Jan 2026, 15:00 UTC',
        'Search: from Wed 7 Jan 2026, 09:00 UTC',
      ]);
    });

    it('links to the pages of what it shows, and has no id, ISO time or word of the API', async () => {
      Object.assign(watchbill.services, { publicUrl: PUBLIC_URL });
      const overview = `${PUBLIC_URL}/app/`;
      const linksFor = async (text: string) => {
        const shown = await type('U0ADA', text);
        assertReadable(shown);
        return linksIn(shown.blocks);
      };
      for (const text of ['', 'me', 'cover', 'help', 'nothing']) assert.deepEqual(await linksFor(text), [overview]);
      const { id } = await createSchedule(owner, [ada, bob], { name: 'Payments' });
      const page = `${PUBLIC_URL}/app/schedules/${id}`;
      for (const text of ['', 'pay']) assert.deepEqual(await linksFor(text), [page]);
      for (const text of ['me', 'cover']) assert.deepEqual(await linksFor(text), Array(5).fill(page));
      assert.deepEqual(linksIn((await type('U0GUEST', '')).blocks), [], 'a stranger does not learn where Watchbill is');
    });

    it('me, cover: says so when there are no shifts', async () => {
      for (const text of ['me', 'cover']) {
        const { text: shown, blocks } = await type('U0ADA', text);
        assert.deepEqual([shown, blocks.length], ['You have no shifts in the coming year.', 1]);
      }
    });

    it('help: the list of commands', async () => {
      const help = await linesOf('U0ADA', 'help');
      assert.deepEqual(
        help.map((line) => line.replace(/:.*/, '')),
        ['What you can type', '/oncall', '/oncall payments', '/oncall me', '/oncall cover', '/oncall help'],
      );
    });

    it('tells an unknown person only whom to ask', async () => {
      await createSchedule(owner, [ada], { name: 'Payments' });
      succeeded(await owner.delete(`/users/${bob.id}`), 204);
      for (const chatId of ['U0GUEST', 'U0BOB']) {
        for (const text of ['', 'me', 'cover', 'help', 'payments']) {
          assert.deepEqual(await linesOf(chatId, text), [
            'Watchbill does not know you yet. Ask an admin there to add you with the email address that you have here.',
          ]);
        }
      }
    });

    it('finds a user without a chat id by the email in Slack, and remembers them', async () => {
      const dora = await watchbill.addPerson('Dora');
      addUser(slack.workspace, { id: 'U0DORA', name: 'dora', email: 'DORA@example.com' });
      await createSchedule(owner, [dora], { name: 'Payments' });
      assert.match((await linesOf('U0DORA', 'me')).join(), /Payments: now/);
      assert.equal(succeeded(await owner.get(`/users/${dora.id}`)).user.chat_id, 'U0DORA');
      const asked = slack.calls.length;
      assert.match((await linesOf('U0DORA', 'me')).join(), /Payments: now/);
      assert.equal(slack.calls.length, asked, 'once is enough');
    });

    it('does not match the email of a guest, a bot, somebody who left, or a user with another account', async () => {
      await watchbill.addPerson('Eve');
      const eve = { email: 'eve@example.com' };
      addUser(slack.workspace, { id: 'U1', name: 'guest', ...eve, is_restricted: true });
      addUser(slack.workspace, { id: 'U2', name: 'bot', ...eve, is_bot: true });
      addUser(slack.workspace, { id: 'U3', name: 'gone', ...eve, deleted: true });
      addUser(slack.workspace, { id: 'U4', name: 'twin', email: 'ada@example.com' });
      for (const chatId of ['U1', 'U2', 'U3', 'U4']) {
        assert.match((await linesOf(chatId, 'me')).join(), /does not know you yet/, chatId);
      }
    });

    it('treats people as unknown while Slack is down, and still responds', async () => {
      await watchbill.addPerson('Dora');
      slack.misbehave({ as: 'down' });
      assert.match((await linesOf('U0DORA', 'me')).join(), /does not know you yet/);
    });

    it('works while Slack itself is down', async () => {
      slack.misbehave({ as: 'down' });
      await createSchedule(owner, [ada], { name: 'Payments' });
      for (const text of ['', 'me', 'cover']) assert.match((await linesOf('U0ADA', text))[1] ?? '', /Payments/);
      assert.deepEqual(slack.calls, []);
    });
  });

  describe('/oncall cover', () => {
    /** The buttons below the shifts of a person. */
    async function buttons(chatId: string) {
      return buttonsIn((await type(chatId, 'cover')).blocks);
    }

    async function pressButton(chatId: string, number: number): Promise<void> {
      const button = (await buttons(chatId))[number - 1];
      assert.ok(button !== undefined);
      await press(chatId, button.action_id, button.value);
    }

    it('shows one’s next shifts, each with a button', async () => {
      await createSchedule(owner, [ada, bob], { name: 'Payments' });
      assert.match((await linesOf('U0BOB', 'cover'))[1] ?? '', /^1\. Payments: from Tue 6 Jan/);
      const shown = await buttons('U0BOB');
      assert.deepEqual(
        shown.map(({ label }) => label),
        [1, 2, 3, 4, 5].map((number) => `Ask for cover: ${number}`),
      );
      assert.equal(new Set(shown.map(({ action_id }) => action_id)).size, 5, 'Slack refuses ids that repeat');
    });

    it('the button asks for cover of exactly that shift, and says so by direct message', async () => {
      const schedule = await createSchedule(owner, [ada, bob], { name: 'Payments' });
      await createSchedule(owner, [bob], { name: 'Search' });
      await pressButton('U0BOB', 2);
      assert.deepEqual(slack.calls, [], 'nothing is sent while Slack waits');
      const { coverage_requests } = succeeded(await bob.get('/user/coverage_requests/'));
      const [{ reason, status, shifts }] = coverage_requests;
      assert.deepEqual([coverage_requests.length, reason, status], [1, 'Asked in the chat', 'pending']);
      assert.deepEqual(shifts, [
        {
          start: '2026-01-06T09:00:00Z',
          end: '2026-01-07T09:00:00Z',
          schedule_reference: { id: schedule.id, name: 'Payments' },
        },
      ]);
      assert.deepEqual(await directMessages('U0BOB'), [
        'You asked for cover: Payments from Tue 6 Jan 2026, 09:00 UTC until Wed 7 Jan 2026, 09:00 UTC. It stays yours until someone takes it.',
      ]);
    });

    it('the button asks for the rest of a shift that is running', async () => {
      await createSchedule(owner, [ada, bob], { name: 'Payments' });
      await pressButton('U0ADA', 1);
      const [{ shifts }] = succeeded(await ada.get('/user/coverage_requests/')).coverage_requests;
      assert.deepEqual([shifts[0].start, shifts[0].end], [NOW, '2026-01-06T09:00:00Z']);
    });

    it('a second press creates no second request, and says why', async () => {
      await createSchedule(owner, [ada, bob], { name: 'Payments' });
      for (let i = 0; i < 2; i++) await pressButton('U0BOB', 1);
      assert.equal(succeeded(await bob.get('/user/coverage_requests/')).meta.total, 1);
      const [, refusal] = await directMessages('U0BOB');
      assert.equal(refusal, 'You have asked for cover of this shift already.');
    });

    it('an old button is refused by direct message, with a link', async () => {
      Object.assign(watchbill.services, { publicUrl: PUBLIC_URL });
      const { id } = await createSchedule(owner, [ada, bob], { name: 'Payments' });
      const gone = 'sch_01kz0000000000000000000000';
      for (const value of [
        `${id}|2026-01-03T09:00:00Z|2026-01-04T09:00:00Z`,
        `${id}|2026-01-07T09:00:00Z|2026-01-08T09:00:00Z`,
        `${gone}|2026-01-06T09:00:00Z|2026-01-07T09:00:00Z`,
        `${id}|yesterday|today`,
        id,
      ]) {
        await press('U0BOB', 'ask_cover:1', value);
      }
      const refusals = await directMessages('U0BOB');
      const tooOld = 'This button is too old. Type /oncall cover to see your shifts as they are now.';
      assert.deepEqual(
        refusals,
        [
          'This shift is over.',
          'You are no longer on call for this shift.',
          'This no longer exists.',
          tooOld,
          tooOld,
        ].map((reason) => `${reason} Open Watchbill`),
      );
      const [page, overview] = [`${PUBLIC_URL}/app/schedules/${id}`, `${PUBLIC_URL}/app/`];
      assert.deepEqual(
        slack.workspace.messages.flatMap(({ blocks }) => linksIn(blocks)),
        [page, page, overview, overview, overview],
      );
      assert.equal(succeeded(await bob.get('/user/coverage_requests/')).meta.total, 0);
    });
  });

  describe('the accept button', () => {
    let scheduleId: string;
    let requestId: string;

    beforeEach(async () => {
      ({ id: scheduleId } = await createSchedule(owner, [ada, bob], { name: 'Payments' }));
      succeeded(await ada.patch('/user/notifications/', { notifications: { cover_asked: 'none' } }));
      const wanted = { start: '2026-01-06T12:00:00Z', end: '2026-01-06T15:00:00Z', reason: 'Dentist' };
      ({ id: requestId } = succeeded(await bob.post('/user/coverage_requests', wanted), 201).coverage_request);
    });

    function accept(chatId: string, id = requestId): Promise<void> {
      return press(chatId, 'accept_coverage', id);
    }

    async function acceptor(): Promise<string | undefined> {
      return succeeded(await owner.get(`/coverage_requests/${requestId}`)).coverage_request.accepted_by?.name;
    }

    it('gives the shift to the person who pressed it, without a message to them alone', async () => {
      await accept('U0ADA');
      assert.equal(await acceptor(), 'Ada');
      const shifts = lines(await owner.get(`/schedules/${scheduleId}/shifts/?per_page=4`));
      assert.ok(shifts.includes('Ada 2026-01-06T12:00:00Z/2026-01-06T15:00:00Z'), shifts.join());
      assert.deepEqual(slack.calls, [], 'nothing is sent while Slack waits');
      assert.deepEqual(await directMessages('U0ADA'), []);
      const { audit_log } = succeeded(await owner.get(`/audit_log/?action=coverage_request.accepted`));
      assert.equal(audit_log[0].actor.id, ada.id);
    });

    it('disappears from the message after it was pressed, and the message says who took it', async () => {
      addChannel(slack.workspace, { id: 'C0ONCALL', name: 'oncall' });
      succeeded(await owner.put(`/schedules/${scheduleId}/chat_channels/C0ONCALL`), 204);
      const wanted = { start: '2026-01-08T12:00:00Z', end: '2026-01-08T15:00:00Z', reason: 'Concert' };
      succeeded(await bob.post('/user/coverage_requests', wanted), 201);
      await workAt(watchbill, NOW);
      const asked = slack.workspace.messages.find(({ text }) => text.includes('Concert'));
      const [button] = buttonsIn(asked?.blocks ?? []);
      assert.ok(asked !== undefined && button !== undefined);
      await press('U0ADA', button.action_id, button.value);
      assert.doesNotMatch(asked.text, /took it/, 'nothing is sent while Slack waits');
      await workAt(watchbill, NOW);
      assert.match(asked.text, /^Bob asked for cover\nWhy: Concert\n.*\n\nAda took it\.$/s);
      assert.deepEqual(
        asked.blocks.map(({ type }) => type),
        ['header', 'rich_text', 'divider', 'rich_text', 'divider', 'rich_text'],
      );
    });

    it('works for one person: of many who press it at once, the others are told who', async () => {
      const others = await Promise.all(['Cleo', 'Dora', 'Emil', 'Fay'].map((name) => addPerson(name)));
      const chatIds = ['U0ADA', 'U0CLEO', 'U0DORA', 'U0EMIL', 'U0FAY'];
      await Promise.all(chatIds.map((chatId) => accept(chatId)));
      assert.notEqual(await acceptor(), undefined);
      const told: string[] = [];
      for (const chatId of chatIds) told.push(...(await directMessages(chatId)));
      assert.equal(told.length, others.length);
      for (const text of told) assert.match(text, /^\w+ took this just now\.$/);
    });

    it('does nothing for people without permission, and tells them why', async () => {
      await addPerson('Vera', { seat: 'viewer' });
      addUser(slack.workspace, { id: 'U0GUEST', name: 'guest' });
      for (const chatId of ['U0BOB', 'U0VERA', 'U0GUEST']) await accept(chatId);
      await accept('U0ADA', 'cov_01kz0000000000000000000000');
      assert.equal(await acceptor(), undefined);
      assert.deepEqual(await directMessages('U0BOB'), ['This is your own request.']);
      assert.match((await directMessages('U0VERA')).join(), /^You may look, but not ask for cover or take shifts\./);
      assert.match((await directMessages('U0GUEST')).join(), /^Watchbill does not know you yet\./);
      assert.match((await directMessages('U0ADA')).join(), /^This no longer exists\.$/);
    });

    it('when pressed late says who took it, and when, with a link to the request', async () => {
      Object.assign(watchbill.services, { publicUrl: PUBLIC_URL });
      await addPerson('Cleo');
      await accept('U0ADA');
      watchbill.at('2026-01-05T10:02:30Z');
      await accept('U0CLEO');
      await workAt(watchbill, '2026-01-05T10:02:30Z');
      await press('U0BOB', 'accept_coverage', requestId);
      await workAt(watchbill, '2026-01-05T10:02:30Z');
      const told = slack.workspace.messages.slice(-3).filter(({ text }) => !text.startsWith('Ada covers for you'));
      assert.deepEqual(
        told.map(({ text }) => text),
        ['Ada took this two minutes ago. See the request', 'This is your own request. Open Watchbill'],
      );
      for (const message of told) {
        assertReadable(message);
        assert.deepEqual(linksIn(message.blocks), [`${PUBLIC_URL}/app/coverage/${requestId}`]);
      }
    });

    it('has a button Can’t beside it, which tells the requester, once, and changes nothing', async () => {
      for (let i = 0; i < 2; i++) await press('U0ADA', 'cannot_cover', requestId);
      assert.deepEqual(await directMessages('U0BOB'), ['Ada can’t cover for you (1 shift, 3 h). Others still can.']);
      assert.deepEqual(await directMessages('U0ADA'), ['Bob will hear that you can’t.']);
      const { coverage_request } = succeeded(await owner.get(`/coverage_requests/${requestId}`));
      assert.equal(coverage_request.status, 'pending');
      succeeded(await bob.delete(`/user/coverage_requests/${requestId}`), 204);
      await press('U0ADA', 'cannot_cover', requestId);
      await press('U0BOB', 'cannot_cover', requestId);
      assert.equal((await directMessages('U0ADA')).at(-1), 'Bob no longer asks for cover.');
      assert.equal((await directMessages('U0BOB')).at(-1), 'This is your own request.');
      assert.equal(slack.workspace.messages.filter(({ text }) => text.includes('Others still can')).length, 1);
    });

    it('is identified by its id; unknown buttons do nothing', async () => {
      for (const id of ['accept', 'constructor', 'accept_coverage ', 'ACCEPT_COVERAGE'])
        await press('U0ADA', id, requestId);
      const body = encoded({ payload: JSON.stringify({ type: 'view_closed', user: { id: 'U0ADA' } }) });
      succeeded(await send(INTERACTIONS, body, signed(body)));
      assert.equal(await acceptor(), undefined);
      assert.deepEqual(await directMessages('U0ADA'), []);
    });
  });

  describe('a reminder', () => {
    it('is a direct message', async () => {
      await createSchedule(owner, [ada, bob], { name: 'Payments' });
      succeeded(await bob.patch('/user/settings/', { settings: { reminder_hours: [1] } }));
      await workAt(watchbill, '2026-01-06T08:00:00Z');
      assert.deepEqual(
        slack.workspace.messages.map(({ channel, text }) => [channel, text]),
        [['D0U0BOB', 'You are on call for Payments from Tue 6 Jan 2026, 09:00 UTC until Wed 7 Jan 2026, 09:00 UTC.']],
      );
    });
  });

  it('goes only to people with a chat id', async () => {
    for (const chatId of [ada.id, 'ada@example.com', 'u0ada', ' U0ADA', '%']) {
      assert.match((await linesOf(chatId, ''))[0] ?? '', /^Watchbill does not know you yet/);
    }
  });
});
