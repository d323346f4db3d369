/**
 * The plug pulled while several clients write: the service is killed at a moment that chance decides, again and again on the
 * same database. What was answered must be there afterwards, and of what was not answered, all or nothing.
 */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { newApiKey } from '../src/api-keys.ts';
import { describeOnBothDatabases, type TestDatabase } from './support/databases.ts';
import { layer, newOverride, newSchedule } from './support/schedules.ts';
import { type ServerProcess, startServer } from './support/server-process.ts';

const ROUNDS = 5;
const CLIENTS = 6;

/** How many writes a round answers before the service is killed: at least, and at most so many more. */
const LEAST_WRITES = 30;
const MORE_WRITES = 30;

/** The same choices in each run; which write is under way when the process dies still differs. */
const SEED = 20_261_116;

const OVERRIDE_DAYS = 300;

// biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what the test is about to assert
type Json = any;

/** What the service has said is done. */
interface Ledger {
  readonly teams: Map<string, Json>;
  readonly schedules: Map<string, Json>;
  /** By schedule and number; the amount of `shift_length` that each was to have. */
  readonly revisions: Map<string, number>;
  /** With the path of each. */
  readonly overrides: Map<string, Json>;
}

describeOnBothDatabases('killed while clients write', (create) => {
  let place: TestDatabase;
  let server: ServerProcess;
  const key = newApiKey();
  const random = randomFrom(SEED);
  const ledger: Ledger = { teams: new Map(), schedules: new Map(), revisions: new Map(), overrides: new Map() };
  let owner: { readonly id: string };
  let written = 0;

  before(async () => {
    place = await create();
    server = await startServer(place.config, key);
    owner = (await get('/user/')).user;
  });
  after(async () => {
    server.process.kill('SIGKILL');
    await server.exited;
    await place.remove();
  });

  async function call(method: string, path: string, body?: object): Promise<Json> {
    const answer = await fetch(`${server.address}${path}`, {
      method,
      headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    assert.ok(answer.ok, `${method} ${path}: ${text}`);
    return JSON.parse(text);
  }

  function get(path: string): Promise<Json> {
    return call('GET', path);
  }

  /** The whole of a list that comes in pages. */
  async function all(path: string, noun: string): Promise<Json[]> {
    const items: Json[] = [];
    for (let page = 1; ; page++) {
      const answer = await get(`${path}${path.includes('?') ? '&' : '?'}per_page=100&page=${page}`);
      items.push(...answer[noun]);
      if (items.length >= answer.meta.total) return items;
    }
  }

  async function createTeam(): Promise<void> {
    const { team } = await call('POST', '/teams/', { name: `Team ${++written}` });
    ledger.teams.set(team.id, team);
  }

  async function createSchedule(): Promise<void> {
    const shiftLength = { amount: ++written, unit: 'hours' };
    const layers = [layer([owner], { shift_length: shiftLength })];
    const { schedule } = await call(
      'POST',
      '/schedules',
      newSchedule([owner], { name: `Schedule ${written}`, layers }),
    );
    ledger.schedules.set(schedule.id, schedule);
    ledger.revisions.set(`${schedule.id} 0`, shiftLength.amount);
  }

  async function changeSchedule(): Promise<void> {
    const id = pick([...ledger.schedules.keys()]);
    const shiftLength = { amount: ++written, unit: 'hours' };
    const layers = [layer([owner], { shift_length: shiftLength })];
    const { schedule } = await call('PATCH', `/schedules/${id}`, { layers });
    ledger.revisions.set(`${id} ${schedule.current_revision}`, shiftLength.amount);
  }

  async function createOverride(): Promise<void> {
    const path = `/schedules/${pick([...ledger.schedules.keys()])}/overrides/`;
    const dayMs = (++written % OVERRIDE_DAYS) * 86_400_000;
    const start = Temporal.Instant.from('2190-01-01T00:00:00Z').add({ milliseconds: dayMs });
    const wanted = newOverride([owner], String(start), String(start.add({ hours: 24 })));
    const { override } = await call('POST', path, wanted);
    ledger.overrides.set(`${path}${override.id}`, override);
  }

  function pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(random() * items.length)];
    assert.ok(item !== undefined);
    return item;
  }

  /** Writes until the service is gone; `answered` hears of each write that it has answered. */
  async function writeOn(answered: () => void): Promise<void> {
    for (;;) {
      const write = pick([createTeam, createSchedule, changeSchedule, createOverride, createOverride]);
      try {
        await write();
      } catch (error) {
        // A connection that broke is the only way out: whatever the service says while it lives must be a success.
        if (error instanceof TypeError) return;
        throw error;
      }
      answered();
    }
  }

  async function writeUntilKilled(writes: number): Promise<void> {
    let left = writes;
    await Promise.all(
      Array.from({ length: CLIENTS }, () =>
        writeOn(() => {
          left--;
          if (left === 0) server.process.kill('SIGKILL');
        }),
      ),
    );
    assert.deepEqual(await server.exited, [null, 'SIGKILL']);
    assert.ok(left <= 0);
  }

  async function everythingAnsweredIsThere(): Promise<void> {
    const teams = new Map((await all('/teams/', 'teams')).map((team) => [team.id, team]));
    for (const [id, team] of ledger.teams) assert.deepEqual(teams.get(id), team);
    const schedules = new Map((await all('/schedules', 'schedules')).map(({ id, name }) => [id, name]));
    for (const [id, { name }] of ledger.schedules) assert.equal(schedules.get(id), name);
    await Promise.all(
      [...ledger.overrides].map(async ([path, override]) => assert.deepEqual((await get(path)).override, override)),
    );
  }

  /** Also of what the service did not come to answer: with its audit entry, and the revisions without a hole. */
  async function nothingIsHalfDone(): Promise<void> {
    const actionsOf = Map.groupBy(await all('/audit_log/', 'audit_log'), (entry) => entry.target_id as string);
    const actions = (id: string) => (actionsOf.get(id) ?? []).map(({ action }) => action);
    const seen = new Set<string>();

    for (const { id } of await all('/teams/', 'teams')) {
      assert.deepEqual(actions(id), ['team.created']);
      seen.add(id);
    }
    for (const { id, current_revision } of await all('/schedules', 'schedules')) {
      const revisions = (await all(`/schedules/${id}/revisions/`, 'revisions')).sort((a, b) => a.number - b.number);
      assert.deepEqual(
        revisions.map(({ number }) => number),
        Array.from({ length: current_revision + 1 }, (_, i) => i),
      );
      assert.deepEqual(actions(id), [...Array(current_revision).fill('schedule.updated'), 'schedule.created']);
      for (const { number, layers } of revisions) {
        assert.deepEqual([layers.length, layers[0].users[0].id], [1, owner.id]);
        const wanted = ledger.revisions.get(`${id} ${number}`);
        if (wanted !== undefined) assert.equal(layers[0].shift_length.amount, wanted);
        seen.add(`${id} ${number}`);
      }
      seen.add(id);

      const interval = 'from=2190-01-01T00:00:00Z&to=2190-12-31T00:00:00Z';
      for (const override of await all(`/schedules/${id}/overrides/?${interval}`, 'overrides')) {
        assert.deepEqual([override.users.length, override.users[0].id], [1, owner.id]);
        assert.deepEqual(actions(override.id), ['override.created']);
        seen.add(override.id);
      }
    }
    const told = [...ledger.revisions.keys(), ...[...actionsOf.keys()].filter((id) => /^(tea|sch|ovr)_/.test(id))];
    assert.deepEqual(
      told.filter((id) => !seen.has(id)),
      [],
      'answered, or in the audit log, and yet not there',
    );
  }

  for (let round = 1; round <= ROUNDS; round++) {
    it(`loses nothing that was answered and leaves nothing half-done, round ${round}`, async () => {
      await createSchedule();
      await writeUntilKilled(LEAST_WRITES + Math.floor(random() * MORE_WRITES));
      server = await startServer(place.config, key);
      await everythingAnsweredIsThere();
      await nothingIsHalfDone();
    });
  }
});

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
