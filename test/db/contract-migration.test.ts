/** [STO-3] The migration "contract", on a database that has what each of its statements changes. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import type { Database } from '../../src/db/driver/database.ts';
import { openDatabase } from '../../src/db/driver/open.ts';
import { LATER, migrate } from '../../src/db/schema/migrate.ts';
import { contract } from '../../src/db/schema/migrations/0040-contract.ts';
import { readEvent } from '../../src/services/outbox/chat-events.ts';
import { readMail } from '../../src/services/outbox/stored-mails.ts';
import { describeOnBothDatabases, type TestDatabase } from '../support/servers/databases.ts';

const clock = { now: () => Date.parse('2026-01-05T09:00:00Z') };
const CONTRACT = LATER.indexOf(contract);
const BEFORE = LATER.slice(0, CONTRACT);
const WITH_IT = LATER.slice(0, CONTRACT + 1);

const EVERYBODY = `insert into organizations (id, name, time_zone, created_at) values ('org_a', 'ACME', 'UTC', 0);
  insert into users (id, organization_id, name, email, email_key, former_email_key, email_match_key, email_match_key_of,
    role, seat, created_at, deactivated_at, erased_at) values
    ('usr_ada', 'org_a', 'Ada', 'Ada@example.com', 'ada@example.com', null, 'ada@example.com', 'Ada@example.com',
      'owner', 'member', 0, null, null),
    ('usr_ben', 'org_a', 'Ben', 'ben@example.com', 'ben@example.com', null, 'ben@example.com', 'ben@example.com',
      'standard', 'member', 0, null, null),
    ('usr_carl', 'org_a', 'Carl', 'carl@example.com', null, 'carl@example.com', 'carl@example.com', 'carl@example.com',
      'standard', 'member', 0, 5, null),
    ('usr_erased', 'org_a', 'Former user', 'former.user@example.invalid', null, 'former.user@example.invalid',
      'former.user@example.invalid', 'former.user@example.invalid', 'standard', 'member', 0, 5, 6)`;

/** As a node of the first edition leaves them: it writes the email and its lower case only. */
const STALE_EMAIL_KEYS = `update users set email = 'Ben@bücher.example', email_key = 'ben@bücher.example' where id = 'usr_ben';
  insert into users (id, organization_id, name, email, email_key, role, seat, created_at, deactivated_at) values
    ('usr_dora', 'org_a', 'Dora', 'Dora@example.com', 'dora@example.com', 'standard', 'member', 0, null),
    ('usr_emil', 'org_a', 'Emil', 'carl@example.com', null, 'standard', 'member', 0, 7)`;

/** Two people gave each other their emails. */
const EXCHANGED_EMAILS = `update users set email_key = null where id in ('usr_ada', 'usr_ben');
  update users set email = 'ben@example.com', email_key = 'ben@example.com' where id = 'usr_ada';
  update users set email = 'ada@example.com', email_key = 'ada@example.com' where id = 'usr_ben'`;

const QUOTED = JSON.stringify('say "news": none');
const MOVED = `{"kind":"shift moved","scheduleId":"sch_a","userId":"usr_ada","news":[{"note":${QUOTED}}]}`;
const CARD = '{"kind":"coverage card","requestId":"cov_a"}';

const DELIVERIES = {
  // Name: kind, message_json, event_json, subject_id, replaces_id, status, attempts.
  del_changes: [
    'chat',
    '{"lines":[]}',
    `{"kind":"schedule","scheduleId":"sch_a","before":[],"news":[{"note":${QUOTED}}]}`,
    null,
    null,
    'pending',
    0,
  ],
  del_mail: ['mail', `{"type":"notification","event":${MOVED}}`, null, null, null, 'pending', 0],
  del_webhook: ['webhook', '{"type":"a","data":{"news":[]}}', null, 'whk_a', null, 'pending', 0],
  del_posted: ['chat', '{"lines":[["old"]]}', null, 'cov_a', null, 'sent', 1],
  del_waiting: ['chat', '{"lines":[["old"]]}', null, 'cov_a', null, 'pending', 0],
  del_attempted: ['chat', '{"lines":[["old"]]}', null, 'cov_a', null, 'pending', 2],
  del_update: ['chat', '{"lines":[["new"]]}', null, null, 'del_posted', 'pending', 0],
  del_fixed: ['chat', '{"lines":[["fixed"]]}', null, null, null, 'pending', 0],
  del_composed: ['chat', '{"lines":[["composed"]]}', CARD, 'cov_a', null, 'pending', 1],
} as const;

const QUEUES = `insert into delivery_queues
  (organization_id, destination_id, kind, last_sequence, due_at, kind_due_at, lease_id, failures) values
  ('org_a', 'C-due', 'chat', 3, 10, null, null, 0), ('org_a', 'C-leased', 'chat', 4, 20, null, 'lse_a', 0),
  ('org_a', 'C-empty', 'chat', 5, null, null, null, 0), ('org_a', 'C-failing', 'chat', 6, 30, null, null, 2),
  ('org_a', 'W-due', 'webhook', 7, null, 40, null, 0), ('org_a', 'W-leased', 'webhook', 8, null, 50, 'lse_b', 1),
  ('org_a', 'W-empty', 'webhook', 9, null, null, null, 0), ('org_a', 'M-due', 'mail', 1, null, 60, null, 0)`;

/** "G-late" and "G-never": the lease of a worker that was killed, and later a node of the first edition synced the group without it. */
const GROUPS = `insert into chat_groups
  (organization_id, id, name, handle, change_count, sync_due_at, lease_id, leased_until, known_json, unsure_at, created_at) values
  ('org_a', 'G-free', 'Free', 'free', 1, 10, null, null, '{"id":"G-free"}', null, 0),
  ('org_a', 'G-unsure', 'Unsure', 'unsure', 1, 10, null, null, null, 7, 0),
  ('org_a', 'G-leased', 'Leased', 'leased', 2, 20, 'lse_c', 20, null, null, 0),
  ('org_a', 'G-late', 'Late', 'late', 2, 900000, 'lse_d', 30, null, null, 0),
  ('org_a', 'G-never', 'Never', 'never', 2, null, 'lse_e', 30, null, null, 0)`;

const SCHEDULES = `insert into schedules
  (id, organization_id, name, name_key, time_zone, latest_revision, news_due_at, created_by, created_at) values
  ('sch_a', 'org_a', 'Days', 'days', 'UTC', 2, 70, 'usr_ada', 0), ('sch_b', 'org_a', 'Nights', 'nights', 'UTC', 1, null, 'usr_ada', 0);
  insert into revisions (organization_id, schedule_id, number, valid_from, reign_end, layer_json, created_at) values
  ('org_a', 'sch_a', 1, 0, 80, '{}', 0), ('org_a', 'sch_a', 2, 80, 7258118400000, '{}', 80);
  insert into schedule_news (id, organization_id, schedule_id, news_json, created_at) values
  ('chn_a', 'org_a', 'sch_a', '{"kind":"schedule changed"}', 65);
  insert into departures (organization_id, user_id, started_by, left_at, due_at, reopened_to) values
  ('org_a', 'usr_carl', 'usr_ada', 5, 6, 'cov_a')`;

const shift = (start: number, end: number, scheduleId = 'sch_a') => ({ scheduleId, scheduleName: 'Days', start, end });
const ASKED = JSON.stringify([shift(100, 200), shift(200, 300, 'sch_b'), shift(300, 400)]);
const PART = JSON.stringify([shift(150, 200), shift(300, 320)]);

const COVERAGE = `insert into coverage_requests
  (id, organization_id, user_id, reason, status, start_at, end_at, shifts_json, created_at, accepted_by, accepted_at) values
  ('cov_first', 'org_a', 'usr_ada', '', 'accepted', 100, 400, '${ASKED}', 0, 'usr_carl', 50),
  ('cov_later', 'org_a', 'usr_ada', '', 'accepted', 100, 400, '${ASKED}', 0, 'usr_ben', 51),
  ('cov_rest', 'org_a', 'usr_ada', '', 'accepted', 100, 400, '${ASKED}', 0, 'usr_ben', 52),
  ('cov_damaged', 'org_a', 'usr_ada', '', 'accepted', 100, 400, 'damaged', 0, 'usr_ben', 53),
  ('cov_open', 'org_a', 'usr_ada', '', 'pending', 100, 400, '${ASKED}', 0, null, null),
  ('cov_canceled', 'org_a', 'usr_ada', '', 'canceled', 100, 400, '${ASKED}', 0, null, null);
  insert into coverage_answers (id, organization_id, request_id, user_id, answered_at, shifts_json, start_at, end_at) values
  ('ans_01', 'org_a', 'cov_later', 'usr_ben', 51, '${ASKED}', 100, 400),
  ('ans_02', 'org_a', 'cov_rest', 'usr_carl', 40, '${PART}', 150, 320),
  ('ans_03', 'org_a', 'cov_rest', 'usr_ben', 41, null, null, null),
  ('ans_04', 'org_a', 'cov_open', 'usr_ben', 42, '${PART}', 150, 320)`;

describeOnBothDatabases('the migration "contract"', (create) => {
  let place: TestDatabase;
  let db: Database;

  beforeEach(async () => {
    place = await create();
    db = await openDatabase(place.config);
    await migrate(db, clock, BEFORE);
    await execute(EVERYBODY);
  });
  afterEach(async () => {
    await db.close();
    await place.remove();
  });

  function execute(statements: string): Promise<void> {
    return db.exclusively(async (tx) => {
      for (const sql of statements.split(';\n')) await tx.execute(sql);
    });
  }

  /** The values of each row. */
  async function rows(sql: string): Promise<unknown[][]> {
    const found = await db.exclusively((tx) => tx.execute(sql));
    return found.map((row) => Object.values(row));
  }

  async function upgrade(): Promise<void> {
    assert.deepEqual(await migrate(db, clock, WITH_IT), ['contract']);
  }

  async function matchKeys(): Promise<unknown> {
    return Object.fromEntries(await rows('select id, email_match_key from users'));
  }

  it('keeps the keys of all emails, also of people who left or were erased', async () => {
    await upgrade();
    assert.deepEqual(await matchKeys(), {
      usr_ada: 'ada@example.com',
      usr_ben: 'ben@example.com',
      usr_carl: 'carl@example.com',
      usr_erased: 'former.user@example.invalid',
    });
  });

  it('writes the keys of emails that a node of the first edition wrote', async () => {
    await execute(STALE_EMAIL_KEYS);
    await upgrade();
    assert.deepEqual(await matchKeys(), {
      usr_ada: 'ada@example.com',
      usr_ben: 'ben@xn--bcher-kva.example',
      usr_carl: 'carl@example.com',
      usr_dora: 'dora@example.com',
      usr_emil: 'carl@example.com',
      usr_erased: 'former.user@example.invalid',
    });
  });

  it('also if two people gave each other their emails', async () => {
    await execute(EXCHANGED_EMAILS);
    await upgrade();
    const { usr_ada, usr_ben } = (await matchKeys()) as Record<string, string>;
    assert.deepEqual([usr_ada, usr_ben], ['ben@example.com', 'ada@example.com']);
  });

  it('stops if two active people have the same email, and changes nothing', async () => {
    await execute(`${STALE_EMAIL_KEYS};
      update users set email = 'ADA@example.com' where id = 'usr_dora'`);
    await assert.rejects(migrate(db, clock, WITH_IT), /Ada@example\.com \(usr_ada\), ADA@example\.com \(usr_dora\)/);
    assert.deepEqual(await rows(`select former_email_key from users where id = 'usr_carl'`), [['carl@example.com']]);
    assert.deepEqual(await migrate(db, clock, BEFORE), [], 'the version before still runs');
    await execute(`update users set email = 'dora@example.com' where id = 'usr_dora'`);
    await upgrade();
  });

  it('keeps when each queue is due, and who has it', async () => {
    await execute(QUEUES);
    await upgrade();
    const found = await rows(
      'select destination_id, last_sequence, due_at, lease_id, failures from delivery_queues order by last_sequence, failures',
    );
    assert.deepEqual(found, [
      ['M-due', 1, 60, null, 0],
      ['C-due', 3, 10, null, 0],
      ['C-leased', 4, 20, 'lse_a', 0],
      ['C-empty', 5, null, null, 0],
      ['C-failing', 6, 30, null, 2],
      ['W-due', 7, 40, null, 0],
      ['W-leased', 8, 50, 'lse_b', 1],
      ['W-empty', 9, null, null, 0],
    ]);
  });

  it('keeps when each user group is due, and its lease only if that ends then', async () => {
    await execute(GROUPS);
    await upgrade();
    const found = await rows('select id, sync_due_at, lease_id, known_json, unsure_at from chat_groups order by id');
    assert.deepEqual(found, [
      ['G-free', 10, null, null, null],
      ['G-late', 900000, null, null, 30],
      ['G-leased', 20, 'lse_c', null, null],
      ['G-never', null, null, null, 30],
      ['G-unsure', 10, null, null, 7],
    ]);
  });

  it('keeps schedules, revisions, changes that were not announced, and departures under their new names', async () => {
    await execute(SCHEDULES);
    await upgrade();
    assert.deepEqual(await rows('select id, notifications_due_at from schedules order by id'), [
      ['sch_a', 70],
      ['sch_b', null],
    ]);
    assert.deepEqual(await rows('select number, valid_from, valid_until from revisions order by number'), [
      [1, 0, 80],
      [2, 80, 7258118400000],
    ]);
    const notifications = await rows('select id, schedule_id, notification_json, created_at from change_notifications');
    assert.deepEqual(notifications, [['chn_a', 'sch_a', '{"kind":"schedule changed"}', 65]]);
    const departures = await rows('select user_id, left_at, due_at, reopened_to, lease_id from departures');
    assert.deepEqual(departures, [['usr_carl', 5, 6, 'cov_a', null]]);
  });

  it('keeps messages: it renames a field of events, and cards of the first edition get theirs', async () => {
    for (const [id, values] of Object.entries(DELIVERIES)) {
      const [kind, message, event, subject, replaces, status, attempts] = values.map((value) =>
        value === null ? 'null' : `'${value}'`,
      );
      await execute(`insert into deliveries
        (id, organization_id, destination_id, kind, message_json, event_json, subject_id, replaces_id, status, attempts, created_at, done_at)
        values ('${id}', 'org_a', 'C1', ${kind}, ${message}, ${event}, ${subject}, ${replaces}, ${status}, ${attempts}, 0,
          ${values[5] === 'pending' ? 'null' : 1})`);
    }
    await upgrade();
    const found = await rows(
      'select id, message_json, event_json, subject_id, replaces_id, status, attempts from deliveries',
    );
    const byId = new Map(found.map(([id, ...values]) => [id as keyof typeof DELIVERIES, values]));
    const asBefore = (id: keyof typeof DELIVERIES, eventJson: string | null = DELIVERIES[id][2]) =>
      assert.deepEqual(byId.get(id), [DELIVERIES[id][1], eventJson, ...DELIVERIES[id].slice(3)], id);
    const changes = [{ note: 'say "news": none' }];
    const scheduleEvent = { kind: 'schedule', scheduleId: 'sch_a', before: [], changes };
    assert.deepEqual(readEvent(byId.get('del_changes')?.[1] as string), scheduleEvent);
    const moved = { kind: 'shift moved', scheduleId: 'sch_a', userId: 'usr_ada', changes };
    assert.deepEqual(readMail(byId.get('del_mail')?.[0] as string), { type: 'notification', event: moved });
    asBefore('del_webhook');
    asBefore('del_posted', CARD);
    asBefore('del_waiting', CARD);
    asBefore('del_attempted', '{"kind":"coverage card","requestId":"cov_a","isPossiblyTold":true}');
    for (const json of [CARD, byId.get('del_attempted')?.[1] as string]) assert.ok(readEvent(json), json);
    for (const id of ['del_update', 'del_fixed', 'del_composed'] as const) asBefore(id);
  });

  it('stores who took what of each accepted coverage request', async () => {
    await execute(COVERAGE);
    await upgrade();
    const answers =
      await rows(`select request_id, user_id, answered_at, shifts_json, start_at, end_at from coverage_answers
      where request_id <> 'cov_damaged' order by request_id, answered_at`);
    const rest = JSON.stringify([shift(100, 150), shift(200, 300, 'sch_b'), shift(320, 400)]);
    assert.deepEqual(answers, [
      ['cov_first', 'usr_carl', 50, ASKED, 100, 400],
      ['cov_later', 'usr_ben', 51, ASKED, 100, 400],
      ['cov_open', 'usr_ben', 42, PART, 150, 320],
      ['cov_rest', 'usr_carl', 40, PART, 150, 320],
      ['cov_rest', 'usr_ben', 41, null, null, null],
      ['cov_rest', 'usr_ben', 52, rest, 100, 400],
    ]);
    const damaged = await rows(`select user_id, shifts_json from coverage_answers where request_id = 'cov_damaged'`);
    assert.deepEqual(damaged, [['usr_ben', 'damaged']]);
  });

  it('runs once, although two nodes start at the same time', async () => {
    await execute(STALE_EMAIL_KEYS);
    await execute(SCHEDULES);
    await execute(QUEUES);
    await execute(COVERAGE);
    const other = await openDatabase(place.config);
    const applied = await Promise.all([db, other].map((node) => migrate(node, clock, WITH_IT)));
    await other.close();
    assert.deepEqual(applied.flat(), ['contract']);
    const counts = await rows('select count(*) as answers, count(distinct id) as ids from coverage_answers');
    assert.deepEqual(counts, [[7, 7]]);
  });
});
