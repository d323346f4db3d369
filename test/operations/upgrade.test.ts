/**
 * [STO-3] Upgrades a real database of the first edition: test/fixtures/first-edition/make.ts says how it was created. Tests with a running node of
 * the first edition are in `npm run soak -- upgrade`, since they need the git history.
 */
import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { afterEach, beforeEach, it } from 'node:test';
import type { DatabaseConfig } from '../../src/config/database.ts';
import { openDatabase } from '../../src/db/driver/open.ts';
import { runAllDue } from '../../src/services/jobs/due-work.ts';
import { chatState, type Get, type Recording } from '../fixtures/first-edition/answers.ts';
import { loadFixture, readRecording } from '../fixtures/first-edition/fixture.ts';
import { INSTANTS, PASSWORD } from '../fixtures/first-edition/story.ts';
import { openPostgresState, openSqliteState, type StoredState } from '../races/stored-state.ts';
import {
  clientFrom,
  failed,
  type OpenApp,
  openApp,
  type Person,
  personWith,
  succeeded,
} from '../support/drivers/api.ts';
import type { Json } from '../support/drivers/calls.ts';
import { createOverride, layer, withUsers } from '../support/drivers/schedules.ts';
import { browserWith, signIn } from '../support/drivers/sessions.ts';
import { cleanUp } from '../support/servers/clean-up.ts';
import { describeOnBothDatabases, type TestDatabase } from '../support/servers/databases.ts';
import { listening, startCommand, stopped } from '../support/servers/server-process.ts';

/** Fields that later versions added to responses, by object. */
const NEW_FIELDS: Readonly<Record<string, readonly string[]>> = {
  user_group: ['members'],
  groups: ['left_out'],
  settings: ['chat_mentions'],
  api_keys: ['read_only'],
  deliveries: ['kind'],
  schedules: ['layers_in_force'],
  schedule: ['layers_in_force'],
  timelines: ['created_at'],
  overrides: ['created_at', 'created_by'],
  override: ['created_at', 'created_by'],
  coverage_requests: ['acceptances', 'remaining_shifts', 'declined_by'],
  coverage_request: ['acceptances', 'remaining_shifts', 'declined_by'],
};

const NEW_ACTIONS = ['read hours', 'change webhooks'];

function withoutNewFields(body: Json): Json {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const strip = (value: Json, fields: readonly string[]): Json =>
    Object.fromEntries(Object.entries(value).filter(([field]) => !fields.includes(field)));
  return Object.fromEntries(
    Object.entries(body).map(([name, value]: [string, Json]) => {
      if (name === 'actions') return [name, value.filter((action: string) => !NEW_ACTIONS.includes(action))];
      const fields = NEW_FIELDS[name];
      if (fields === undefined) return [name, value];
      return [name, Array.isArray(value) ? value.map((one) => strip(one, fields)) : strip(value, fields)];
    }),
  );
}

/** Timelines had the people in each shift. Now they list each person once. */
function asRecorded(body: Json): Json {
  if (body?.timelines === undefined) return body;
  const { users, ...others } = body;
  return { ...others, timelines: withUsers(body) };
}

/** Error messages are for people, and may be reworded. */
function withoutMessage(body: Json): Json {
  if (body?.error === undefined) return body;
  const { message, ...error } = body.error;
  assert.equal(typeof message, 'string');
  return { ...body, error };
}

describeOnBothDatabases('a database of the first edition', (create) => {
  let place: TestDatabase;
  let recording: Recording;
  let upgraded: OpenApp | undefined;

  beforeEach(async () => {
    place = await create();
    await loadFixture(place.config);
    recording = await readRecording(place.config.kind);
  });
  afterEach(async () => {
    await cleanUp(() => upgraded?.close(), place.remove);
    upgraded = undefined;
  });

  /** Opens this version on that database, at the instant of the upgrade. */
  async function upgrade(): Promise<OpenApp> {
    const secret = [createSecretKey(recording.secret, 'utf8')] as const;
    upgraded = await openApp(place.config, INSTANTS.upgrade, { secret });
    return upgraded;
  }

  /** Lets the worker do what is due a day after the upgrade. */
  async function work({ at, services }: OpenApp): Promise<void> {
    at(INSTANTS.afterUpgrade);
    await runAllDue(services);
  }

  function getterOf({ app }: OpenApp): Get {
    return (as, path) => {
      if (as === 'browser') return browserWith(app, recording.cookie).get(path);
      return clientFrom(app, { headers: { 'x-api-key': recording.keys[as] ?? '' } }).get(path);
    };
  }

  function as(name: string, { app }: OpenApp): Promise<Person> {
    return personWith(app, recording.keys[name] ?? '');
  }

  it('gives the same response to every GET: no field is missing or different, and only these are new', async () => {
    const get = getterOf(await upgrade());
    for (const { as, path, status, body } of recording.answers) {
      const answer = await get(as, path);
      const given = { status: answer.status, body: withoutNewFields(withoutMessage(asRecorded(answer.body))) };
      assert.deepEqual(given, { status, body: withoutMessage(body) }, path);
    }
  });

  it('accepts the same credentials: key, password and session', async () => {
    const open = await upgrade();
    const { app } = open;
    for (const name of Object.keys(recording.keys)) await as(name, open);
    const withRevokedKey = clientFrom(app, { headers: { 'x-api-key': recording.revokedKey } });
    failed(await withRevokedKey.get('/user/'), 401, 'unauthorized');
    const { user: owner } = succeeded(await browserWith(app, recording.cookie).get('/user/'));
    const browser = await signIn(app, owner.email, PASSWORD);
    assert.deepEqual(succeeded(await browser.get('/user/')).user, owner);
  });

  it('gets its due work done: messages, handoffs, reminders, user groups, expiry of coverage requests', async () => {
    const app = await upgrade();
    await work(app);
    const { messages, groups } = await chatState(getterOf(app));
    const { messages: recorded, groups: recordedGroups } = recording.chatAfterwards as Json;
    assert.deepEqual(withoutNewFields({ groups }), { groups: recordedGroups });
    // The texts differ from the first edition's, and describe the state when they are sent.
    assert.deepEqual(Object.keys(messages).sort(), Object.keys(recorded).sort());
    for (const person of Object.keys(recorded).filter((id) => id.startsWith('U'))) {
      assert.deepEqual(messages[person], recorded[person]);
    }
    const owner = await as('owner', app);
    assert.deepEqual(succeeded(await owner.get('/deliveries/?status=pending')).deliveries, []);
  });

  it('accepts overrides, and lets running ones end', async () => {
    const app = await upgrade();
    const [owner, bruno] = [await as('owner', app), await as('bruno', app)];
    const [days, nights] = [await scheduleNamed(owner, 'Storage days'), await scheduleNamed(owner, 'Storage nights')];
    await createOverride(bruno, nights, [owner], '2026-03-12T22:00:00Z', '2026-03-12T23:00:00Z');
    assert.deepEqual(await onCallIn(owner, nights, '2026-03-12T22:30:00Z'), ['Owner']);

    const { overrides } = succeeded(await owner.get(`/schedules/${days.id}/overrides/`));
    const running = overrides.find(({ start }: Json) => start === '2026-03-04T06:00:00Z');
    succeeded(await bruno.delete(`/schedules/${days.id}/overrides/${running.id}`), 204);
    assert.deepEqual(await onCallIn(owner, days, '2026-03-04T10:00:00Z'), ['Bruno'], 'its past stays');
    assert.deepEqual(await onCallIn(owner, days, INSTANTS.upgrade), ['Agnes']);
    await work(app);
    await everythingIsTold(owner);
  });

  it('accepts changed layers, acceptances of coverage requests, and deactivations of users', async () => {
    const app = await upgrade();
    const [owner, agnes, bruno] = [await as('owner', app), await as('agnes', app), await as('bruno', app)];
    const days = await scheduleNamed(owner, 'Storage days');
    const { coverage_requests: requests } = succeeded(await bruno.get('/coverage_requests/?status=pending'));
    const wedding = requests.find(({ reason }: Json) => reason === 'A wedding');
    succeeded(await bruno.post(`/coverage_requests/${wedding.id}/accept`));
    assert.deepEqual(await onCallIn(owner, days, wedding.start), ['Bruno']);

    const layers = [layer([agnes, owner, bruno], { rotation_start: '2026-03-04T12:00:00Z' })];
    const { schedule } = succeeded(await bruno.patch(`/schedules/${days.id}`, { layers }));
    assert.equal(schedule.current_revision, days.current_revision + 1);
    assert.deepEqual(await onCallIn(owner, days, '2026-03-04T13:00:00Z'), ['Agnes']);
    assert.deepEqual(await onCallIn(owner, days, '2026-03-05T13:00:00Z'), ['Owner']);

    app.at('2026-03-04T14:00:00Z');
    succeeded(await owner.delete(`/users/${agnes.id}`), 204);
    failed(await agnes.get('/user/'), 401, 'unauthorized');
    await runAllDue(app.services);
    assert.deepEqual(await onCallIn(owner, days, '2026-03-04T13:00:00Z'), ['Agnes'], 'the past stays');
    assert.deepEqual(
      await onCallIn(owner, days, '2026-03-04T15:00:00Z'),
      ['Owner'],
      'the next in the order takes over',
    );
    await work(app);
    await everythingIsTold(owner);
  });

  it('shows who took each accepted coverage request', async () => {
    const owner = await as('owner', await upgrade());
    const { coverage_requests: accepted } = succeeded(
      await owner.get('/coverage_requests/?status=accepted&per_page=100'),
    );
    assert.ok(accepted.length > 0);
    for (const { accepted_by, acceptances, shifts } of accepted) {
      const taken = acceptances.map(({ user, shifts }: Json) => [user.name, shifts.length]);
      assert.deepEqual(taken, [[accepted_by.name, shifts.length]]);
    }
  });

  it('accepts the deletion of a schedule', async () => {
    const app = await upgrade();
    const [owner, bruno] = [await as('owner', app), await as('bruno', app)];
    const nights = await scheduleNamed(owner, 'Storage nights');
    const { total } = succeeded(await owner.get('/schedules')).meta;
    succeeded(await bruno.delete(`/schedules/${nights.id}`), 204);
    failed(await owner.get(`/schedules/${nights.id}`), 404, 'not_found');
    assert.equal(succeeded(await owner.get('/schedules')).meta.total, total - 1);
    assert.equal(await onCallIn(owner, nights, INSTANTS.upgrade), undefined);
    await work(app);
    await everythingIsTold(owner);
    const { groups } = await chatState(getterOf(app));
    assert.equal(groups.find(({ handle }) => handle === 'storage-at-night').is_enabled, false);
  });

  it('is changed by the first start only', async () => {
    await startAndStop(place.config);
    const state = await openState(place.config);
    await startAndStop(place.config);
    const changes = await state.changes();
    await state.close();
    assert.deepEqual(changes, { added: [], removed: [] });
  });

  it('keeps a node of the first edition from starting: it counts more migrations than its nine', async () => {
    assert.equal((await firstMigrations(place.config)).length, 9);
    await upgrade();
    assert.equal((await firstMigrations(place.config)).length, 10);
  });
});

async function scheduleNamed(person: Person, name: string): Promise<Json> {
  const { schedules } = succeeded(await person.get('/schedules?per_page=100'));
  const found = schedules.find((schedule: Json) => schedule.name === name);
  assert.ok(found !== undefined, name);
  return found;
}

/** Undefined if there is no such schedule. */
async function onCallIn(person: Person, { id }: Json, at: string): Promise<string[] | undefined> {
  const { oncall } = succeeded(await person.get(`/oncall?at=${at}&per_page=100`));
  return oncall.find((entry: Json) => entry.schedule_reference.id === id)?.users.map(({ name }: Json) => name);
}

async function everythingIsTold(owner: Person): Promise<void> {
  const { deliveries } = succeeded(await owner.get('/deliveries/?per_page=100'));
  assert.deepEqual([...new Set(deliveries.map(({ status }: Json) => status))], ['sent']);
}

/** A real process, without a worker, which would do what is due today. */
async function startAndStop(database: DatabaseConfig): Promise<void> {
  await stopped(await listening(startCommand(database, ['serve', '--no-worker'])));
}

function openState(database: DatabaseConfig): Promise<StoredState> {
  return database.kind === 'sqlite' ? openSqliteState(database.path) : openPostgresState(database.url);
}

/** The first edition starts if this table has at most as many rows as it has migrations. */
async function firstMigrations(database: DatabaseConfig): Promise<readonly object[]> {
  const db = await openDatabase(database);
  try {
    return await db.exclusively((tx) => tx.execute('select * from migrations order by number'));
  } finally {
    await db.close();
  }
}
