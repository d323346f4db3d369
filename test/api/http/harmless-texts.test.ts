/** Texts that people type: misleading characters are refused, and already stored ones are shown harmlessly. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { writeStatement } from '../../../src/db/driver/statement.ts';
import { userById } from '../../../src/db/people/users.ts';
import { parseId, type ScheduleId, type UserId } from '../../../src/ids.ts';
import { composeLetter } from '../../../src/services/mail/notification-letters.ts';
import { onCallLines } from '../../../src/services/schedules/shifts.ts';
import { getOperator } from '../../../src/services/shared/operator.ts';
import { asSingleLine, isHarmlessText, isSingleLine } from '../../../src/text/harmless-text.ts';
import { type Client, clientFrom, failed, succeeded } from '../../support/drivers/api.ts';
import { addFeed, fetchCalendar, readEvents } from '../../support/drivers/calendars.ts';
import { documentedOperations } from '../../support/drivers/openapi.ts';
import { createSchedule, newSchedule } from '../../support/drivers/schedules.ts';
import { openSession, SAME_ORIGIN } from '../../support/drivers/sessions.ts';
import { givenWatchbill } from '../../support/drivers/suites.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

const HOSTILE: Readonly<Record<string, string>> = {
  'a line feed': 'Ada\n*Watchbill*: nobody is on call',
  'a carriage return': 'Ada\rnobody',
  'a tab': 'Ada\tnobody',
  'an escape sequence': 'Ada\u001b[2J',
  'a delete character': 'Ada\u007f',
  'a C1 control character': 'Ada\u009b2J',
  'a next line character': 'Ada\u0085nobody',
  'a line separator': 'Ada\u2028nobody',
  'a paragraph separator': 'Ada\u2029nobody',
  'a right-to-left override': 'Ada\u202enobody',
  'a left-to-right embedding': 'Ada\u202anobody',
  'an isolate': 'Ada\u2067nobody',
  'a right-to-left mark': 'Ada\u200fnobody',
  'an Arabic letter mark': 'Ada\u061cnobody',
};

/** Allowed in texts of several lines. */
const HARMLESS_IN_TEXT = ['a line feed', 'a tab', 'a right-to-left mark', 'an Arabic letter mark'];

const PEACEFUL = ['Ада', '田中さん', 'עדה לאבלייס', 'Zoë 👩‍🚒', 'می‌خواهم', 'R&D <on call>'];

describe('a text', () => {
  for (const [what, text] of Object.entries(HOSTILE)) {
    it(`with ${what} is not a single line, and is shown as one`, () => {
      assert.equal(isSingleLine(text), false);
      assert.equal(isHarmlessText(text), HARMLESS_IN_TEXT.includes(what));
      const shown = asSingleLine(text);
      assert.ok(isSingleLine(shown) && shown.startsWith('Ada'), shown);
    });
  }

  it('in any language is a single line, and is shown unchanged', () => {
    for (const text of PEACEFUL) {
      assert.equal(isSingleLine(text), true, text);
      assert.equal(asSingleLine(text), text);
    }
  });
});

describeOnBothDatabases('texts that people type', (create, itOnSqlite) => {
  const { watchbill, owner, ada } = givenWatchbill(create, { ada: 'Ada' });
  let session: Client;
  let schedule: { readonly id: string };
  let teamId: string;
  before(async () => {
    const { cookie } = await openSession(watchbill, owner);
    session = clientFrom(watchbill.app, { headers: { cookie, ...SAME_ORIGIN } });
    schedule = await createSchedule(owner, [ada]);
    teamId = succeeded(await owner.post('/teams/', { name: 'Harbour' }), 201).team.id;
  });

  type Send = (text: string) => ReturnType<Client['get']>;

  const inSchedule = (change: object) => ({ ...newSchedule([ada]), ...change });
  function inLayer(name: string): object[] {
    const { layers } = newSchedule([ada]) as { readonly layers: readonly object[] };
    return layers.map((layer) => ({ ...layer, name }));
  }
  const cover = { start: '2026-01-07T12:00:00Z', end: '2026-01-07T15:00:00Z' };

  const SINGLE_LINES: Readonly<Record<string, [field: string, send: Send]>> = {
    'a new team': ['name', (name) => owner.post('/teams/', { name })],
    'a team': ['name', (name) => owner.patch(`/teams/${teamId}`, { name })],
    'a new schedule': ['name', (name) => owner.post('/schedules', inSchedule({ name }))],
    'a schedule': ['name', (name) => owner.patch(`/schedules/${schedule.id}`, { name })],
    'a layer': ['layers[0].name', (name) => owner.post('/schedules', inSchedule({ layers: inLayer(name) }))],
    'a new user': ['name', (name) => owner.post('/users/', { name, email: 'new@example.com' })],
    'a user': ['name', (name) => owner.patch(`/users/${ada.id}`, { name })],
    'the own user': ['name', (name) => ada.patch('/user/', { name })],
    'an id in the chat': ['chat_id', (text) => owner.patch(`/users/${ada.id}`, { chat_id: text.replaceAll(' ', '') })],
    'the organization': ['name', (name) => owner.patch('/organization/', { name })],
    'an API key': ['name', (name) => session.post('/user/api_keys/', { name })],
    'a user group': [
      'name',
      (name) => owner.put(`/schedules/${schedule.id}/chat_user_group/`, { name, handle: 'harbour' }),
    ],
    'an email': ['email', (text) => owner.patch(`/users/${ada.id}`, { email: `${text.replaceAll(' ', '')}@x.com` })],
  };

  const TEXTS: Readonly<Record<string, [field: string, send: Send]>> = {
    'the description of a team': ['description', (description) => owner.patch(`/teams/${teamId}`, { description })],
    'the description of a schedule': [
      'description',
      (description) => owner.patch(`/schedules/${schedule.id}`, { description }),
    ],
    'the reason for time off': ['reason', (reason) => ada.post('/user/time_off/', { ...cover, reason })],
    'the reason for cover': ['reason', (reason) => ada.post('/user/coverage_requests', { ...cover, reason })],
  };

  for (const [of, [field, send]] of Object.entries(SINGLE_LINES)) {
    itOnSqlite(`${of} must be one line: 400 names the field and the rule`, async () => {
      for (const [what, text] of Object.entries(HOSTILE)) {
        const message = failed(await send(text), 400, 'bad_request');
        const rule = of === 'an email' ? 'an email address' : 'one line without control characters';
        assert.ok(message.startsWith(`${field} must `), `${what}: ${message}`);
        if (of !== 'an id in the chat')
          assert.ok(message.startsWith(`${field} must be ${rule}`), `${what}: ${message}`);
        assert.ok(isSingleLine(message), `${what}: ${message}`);
      }
    });
  }

  for (const [of, [field, send]] of Object.entries(TEXTS)) {
    itOnSqlite(`${of} may have several lines, but no bidirectional controls`, async () => {
      for (const [what, text] of Object.entries(HOSTILE)) {
        const answer = await send(text);
        if (HARMLESS_IN_TEXT.includes(what)) {
          assert.ok(answer.status < 300, `${what}: ${JSON.stringify(answer.body)}`);
          if (of === 'the reason for cover') {
            const { id } = answer.body.coverage_request;
            assert.equal(answer.body.coverage_request.reason, text);
            assert.equal((await ada.delete(`/user/coverage_requests/${id}`)).status, 204);
          }
          continue;
        }
        const message = failed(answer, 400, 'bad_request');
        assert.ok(message.startsWith(`${field} must be text without control characters`), `${what}: ${message}`);
        assert.ok(isSingleLine(message), `${what}: ${message}`);
      }
    });
  }

  itOnSqlite('in a batch of users follow the same rules: the line is skipped, with the reason', async () => {
    const email = 'new@example.com';
    for (const [what, text] of Object.entries(HOSTILE)) {
      const users = [{ email: `${text.replaceAll(' ', '')}@x.com` }, { email, name: text }, { email, time_zone: text }];
      const { results } = succeeded(await owner.post('/users/batch', { users }));
      assert.equal(results.length, users.length);
      for (const { outcome, reason } of results) {
        assert.equal(outcome, 'skipped', what);
        assert.ok(isSingleLine(reason), `${what}: ${reason}`);
      }
    }
  });

  it('may be in any language', async () => {
    for (const name of PEACEFUL) succeeded(await ada.patch('/user/', { name }));
  });

  itOnSqlite('have a rule in every body that contains them', async () => {
    const NOT_SHOWN = /(^|_)(ids?|token|password)$|^value$/;
    const free: string[] = [];
    function look(schema: JsonSchema, where: string, name: string): void {
      for (const [key, inside] of Object.entries(schema.properties ?? {})) look(inside, `${where}.${key}`, key);
      for (const inside of schema.anyOf ?? []) look(inside, where, name);
      if (schema.items !== undefined) look(schema.items, `${where}[]`, name);
      const isFree =
        [schema.type].flat().includes('string') && schema.format === undefined && schema.enum === undefined;
      if (isFree && !schema.writeOnly && !NOT_SHOWN.test(name)) free.push(where);
    }
    for (const { method, path, requestBody } of documentedOperations()) {
      const schema = requestBody?.content?.['application/json']?.schema;
      if (schema !== undefined) look(schema as JsonSchema, `${method} ${path}`, '');
    }
    // The service checks each line of a batch separately.
    const inBatch = ['email', 'name', 'time_zone'].map((field) => `POST /users/batch.users[].${field}`);
    assert.deepEqual(free, inBatch);
  });

  it('that were stored earlier are one line on the command line, in a calendar and in a mail', async () => {
    const { services } = watchbill;
    const [userId, scheduleId] = [parseId('user', ada.id), parseId('schedule', schedule.id)];
    assert.ok(userId !== undefined && scheduleId !== undefined);
    await services.db.transaction(async (tx) => {
      await tx.run(renameUser, { id: userId, name: HOSTILE['a line feed'] ?? '' });
      await tx.run(renameSchedule, { id: scheduleId, name: HOSTILE['an escape sequence'] ?? '' });
    });
    const lines = await onCallLines(services, await getOperator(services));
    assert.ok(
      lines.some((line) => line.includes('Ada *Watchbill*: nobody')),
      lines.join('|'),
    );
    for (const line of lines) assert.ok(isSingleLine(line), line);

    const { url } = await addFeed(owner, { kind: 'schedule', schedule_id: schedule.id });
    const { text } = await fetchCalendar(watchbill.app, url);
    const events = readEvents(text);
    assert.ok(events.length > 0 && events.every(({ summary }) => summary.includes('Ada *Watchbill*: nobody')), text);
    for (const { summary } of events) assert.ok(isSingleLine(summary), summary);
    assert.ok(!text.includes('\u001b'));

    const deleted = { name: HOSTILE['an escape sequence'] ?? '', zone: 'UTC', by: userId };
    const event = { kind: 'shift moved', scheduleId, userId, changes: [], deleted } as const;
    const { organizationId } = await getOperator(services);
    const letter = await services.db.transaction(async (tx) => {
      const user = await tx.first(userById, { organizationId, id: userId });
      return user && composeLetter(services, tx, user, event);
    });
    assert.match(letter?.subject ?? '', /^Your shifts in Ada\ufffd\[2J changed$/);
    for (const paragraph of letter?.paragraphs ?? []) assert.ok(!JSON.stringify(paragraph).includes('\\u001b'));
  });
});

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly writeOnly?: boolean;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

const renameUser = writeStatement((q, p: { id: UserId; name: string }) =>
  q.updateTable('users').set({ name: p.name }).where('id', '=', p.id),
);
const renameSchedule = writeStatement((q, p: { id: ScheduleId; name: string }) =>
  q.updateTable('schedules').set({ name: p.name }).where('id', '=', p.id),
);
