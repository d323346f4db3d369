/**
 * What clients of the service were told is done, and the proof of it: whatever happened to the service since, all that it
 * answered is there, and of what it did not come to answer, all or nothing.
 */
import assert from 'node:assert/strict';
import { layer, newOverride, newSchedule } from './schedules.ts';

// biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what the ledger is about to assert
export type Json = any;

/** Gives what the service answers; throws when that is no success, and when there is no answer. */
export type Call = (method: string, path: string, body?: object) => Promise<Json>;

interface Somebody {
  readonly id: string;
}

interface OwnSchedule {
  readonly name: string;
  readonly people: readonly [Somebody, ...Somebody[]];
  /** To its layer. */
  readonly changes?: object;
}

export interface Ledger {
  /** A write of any kind, as chance decides. Noted when it is answered. */
  writeSomething(): Promise<void>;
  /** The owner alone is on call in it, unless it is to be another one: that is never changed. */
  createSchedule(own?: OwnSchedule): Promise<Json>;
  /** Of the owner, in that schedule or in any; each has an hour for itself. */
  createOverride(scheduleId?: string): Promise<Json>;
  everythingAnsweredIsThere(): Promise<void>;
  /** Also of what the service did not come to answer: with its audit entry, and the revisions without a hole. */
  nothingIsHalfDone(): Promise<void>;
}

/** The ledger does not link channels: whoever does so knows why. */
const CHANNEL_LINKED = 'schedule.chat_channel_linked';

const OVERRIDE_HOURS = 360 * 24;
const FIRST_HOUR = '2190-01-01T00:00:00Z';
const AFTER_LAST_HOUR = '2190-12-31T00:00:00Z';

/** `random` decides what is written. */
export function openLedger(call: Call, owner: Somebody, random: () => number): Ledger {
  const teams = new Map<string, Json>();
  const schedules = new Map<string, Json>();
  /** Whom the ledger chooses from when it changes one. */
  const changeable: string[] = [];
  /** Who is first in the layer of a schedule, where that is not the owner. */
  const firsts = new Map<string, Somebody>();
  /** By schedule and number; the amount of `shift_length` that each was to have. */
  const revisions = new Map<string, number>();
  /** With the path of each. */
  const overrides = new Map<string, Json>();
  let written = 0;

  function get(path: string): Promise<Json> {
    return call('GET', path);
  }

  function all(path: string, noun: string): Promise<Json[]> {
    return allPages(call, path, noun);
  }

  async function createTeam(): Promise<void> {
    const { team } = await call('POST', '/teams/', { name: `Team ${++written}` });
    teams.set(team.id, team);
  }

  async function createSchedule(own?: OwnSchedule): Promise<Json> {
    const shiftLength = { amount: ++written, unit: 'hours' };
    const { name, people, changes } = own ?? { name: `Schedule ${written}`, people: [owner] };
    const layers = [layer(people, { ...changes, shift_length: shiftLength })];
    const { schedule } = await call('POST', '/schedules', newSchedule(people, { name, layers }));
    schedules.set(schedule.id, schedule);
    revisions.set(`${schedule.id} 0`, shiftLength.amount);
    if (own === undefined) changeable.push(schedule.id);
    else firsts.set(schedule.id, own.people[0]);
    return schedule;
  }

  async function changeSchedule(): Promise<void> {
    const id = pick(changeable);
    const shiftLength = { amount: ++written, unit: 'hours' };
    const layers = [layer([owner], { shift_length: shiftLength })];
    const { schedule } = await call('PATCH', `/schedules/${id}`, { layers });
    revisions.set(`${id} ${schedule.current_revision}`, shiftLength.amount);
  }

  async function createOverride(scheduleId = pick(changeable)): Promise<Json> {
    const path = `/schedules/${scheduleId}/overrides/`;
    const start = Temporal.Instant.from(FIRST_HOUR).add({ hours: ++written % OVERRIDE_HOURS });
    const wanted = newOverride([owner], String(start), String(start.add({ hours: 1 })));
    const { override } = await call('POST', path, wanted);
    overrides.set(`${path}${override.id}`, override);
    return override;
  }

  function pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(random() * items.length)];
    assert.ok(item !== undefined);
    return item;
  }

  async function everythingAnsweredIsThere(): Promise<void> {
    const foundTeams = new Map((await all('/teams/', 'teams')).map((team) => [team.id, team]));
    for (const [id, team] of teams) assert.deepEqual(foundTeams.get(id), team);
    const names = new Map((await all('/schedules', 'schedules')).map(({ id, name }) => [id, name]));
    for (const [id, { name }] of schedules) assert.equal(names.get(id), name);
    await Promise.all(
      [...overrides].map(async ([path, override]) => assert.deepEqual((await get(path)).override, override)),
    );
  }

  async function nothingIsHalfDone(): Promise<void> {
    const actionsOf = Map.groupBy(await all('/audit_log/', 'audit_log'), (entry) => entry.target_id as string);
    const actions = (id: string) =>
      (actionsOf.get(id) ?? []).map(({ action }) => action).filter((action) => action !== CHANNEL_LINKED);
    const seen = new Set<string>();

    for (const { id } of await all('/teams/', 'teams')) {
      assert.deepEqual(actions(id), ['team.created']);
      seen.add(id);
    }
    for (const { id, current_revision } of await all('/schedules', 'schedules')) {
      const found = (await all(`/schedules/${id}/revisions/`, 'revisions')).sort((a, b) => a.number - b.number);
      assert.deepEqual(
        found.map(({ number }) => number),
        Array.from({ length: current_revision + 1 }, (_, i) => i),
      );
      assert.deepEqual(actions(id), [...Array(current_revision).fill('schedule.updated'), 'schedule.created']);
      for (const { number, layers } of found) {
        assert.deepEqual([layers.length, layers[0].users[0].id], [1, (firsts.get(id) ?? owner).id]);
        const wanted = revisions.get(`${id} ${number}`);
        if (wanted !== undefined) assert.equal(layers[0].shift_length.amount, wanted);
        seen.add(`${id} ${number}`);
      }
      seen.add(id);

      const interval = `from=${FIRST_HOUR}&to=${AFTER_LAST_HOUR}`;
      for (const override of await all(`/schedules/${id}/overrides/?${interval}`, 'overrides')) {
        assert.deepEqual([override.users.length, override.users[0].id], [1, owner.id]);
        assert.deepEqual(actions(override.id), ['override.created']);
        seen.add(override.id);
      }
    }
    const told = [...revisions.keys(), ...[...actionsOf.keys()].filter((id) => /^(tea|sch|ovr)_/.test(id))];
    assert.deepEqual(
      told.filter((id) => !seen.has(id)),
      [],
      'answered, or in the audit log, and yet not there',
    );
  }

  return {
    async writeSomething() {
      const schedule = () => createSchedule();
      const override = () => createOverride();
      await pick([createTeam, schedule, changeSchedule, override, override])();
    },
    createSchedule,
    createOverride,
    everythingAnsweredIsThere,
    nothingIsHalfDone,
  };
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const PER_PAGE = 100;

/** The whole of a list that comes in pages. A page that is not full is the last, also where the list grows meanwhile. */
export async function allPages(call: Call, path: string, noun: string): Promise<Json[]> {
  const items: Json[] = [];
  for (let page = 1; ; page++) {
    const answer = await call('GET', `${path}${path.includes('?') ? '&' : '?'}per_page=${PER_PAGE}&page=${page}`);
    items.push(...answer[noun]);
    if (answer[noun].length < PER_PAGE) return items;
  }
}
