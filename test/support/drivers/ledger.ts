/**
 * A ledger of confirmed writes, and its check: whatever happened to the service, every confirmed write is stored, and every unconfirmed one
 * completely or not at all.
 */
import assert from 'node:assert/strict';
import { allPages, type Call, type Json } from './calls.ts';
import {
  assertIsThere,
  type Colleague,
  type FoundOverride,
  openCoverageLedger,
  type Somebody,
} from './coverage-ledger.ts';
import { layer, newOverride, newSchedule } from './schedules.ts';

interface OwnSchedule {
  readonly name: string;
  readonly people: readonly [Somebody, ...Somebody[]];
  /** Changes to its layer. */
  readonly changes?: object;
}

/** The schedule and id of an override. */
interface Place {
  readonly scheduleId: string;
  readonly overrideId: string;
}

export interface Ledger {
  /** A random write. Recorded when it is confirmed. */
  writeSomething(): Promise<void>;
  /** By default only the owner is on call in it. Schedules with changes are never changed later. */
  createSchedule(own?: OwnSchedule): Promise<Json>;
  /** Of the owner, in that schedule or in any; each has its own hour. */
  createOverride(scheduleId?: string): Promise<Json>;
  /** Deletes an override in a given schedule, at most once. */
  deleteOverride(scheduleId: string, overrideId: string): Promise<void>;
  everythingAnsweredIsThere(): Promise<void>;
  /** Also checks unconfirmed writes: each has its audit entry, and revisions have no gaps. */
  nothingIsHalfDone(): Promise<void>;
}

/** The ledger does not link channels; suites may. */
const CHANNEL_LINKED = 'schedule.chat_channel_linked';

const OVERRIDE_HOURS = 360 * 24;
const FIRST_HOUR = '2190-01-01T00:00:00Z';
const AFTER_LAST_HOUR = '2190-12-31T00:00:00Z';

/** `random` decides what is written. The colleague covers for the owner. */
export function openLedger(call: Call, owner: Somebody, colleague: Colleague, random: () => number): Ledger {
  const teams = new Map<string, Json>();
  const schedules = new Map<string, Json>();
  /** Schedules that the ledger may change. */
  const changeable: string[] = [];
  /** The first person in the layer of a schedule, if that is not the owner. */
  const firsts = new Map<string, Somebody>();
  /** By schedule and number: the amount of `shift_length` of each. */
  const revisions = new Map<string, number>();
  /** By path. If a deletion got no response, it is unknown whether the override still exists. */
  const overrides = new Map<string, Json>();
  const deletedOverrides = new Set<string>();
  /** Oldest first. */
  const deletable: Place[] = [];
  const coverage = openCoverageLedger(call, owner, colleague);
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

  async function createOverride(scheduleId?: string): Promise<Json> {
    const id = scheduleId ?? pick(changeable);
    const start = nextHour();
    const wanted = newOverride([owner], String(start), String(start.add({ hours: 1 })));
    const { override } = await call('POST', `/schedules/${id}/overrides/`, wanted);
    overrides.set(pathOf(id, override.id), override);
    if (scheduleId === undefined) deletable.push({ scheduleId: id, overrideId: override.id });
    return override;
  }

  async function deleteOverride(scheduleId: string, overrideId: string): Promise<void> {
    const path = pathOf(scheduleId, overrideId);
    assert.ok(overrides.delete(path), `${path} is deleted already`);
    await call('DELETE', path);
    deletedOverrides.add(overrideId);
  }

  async function deleteAnyOverride(): Promise<void> {
    const oldest = deletable.shift();
    if (oldest === undefined) await createOverride();
    else await deleteOverride(oldest.scheduleId, oldest.overrideId);
  }

  async function cover(): Promise<void> {
    if (coverage.isWaiting) await coverage.accept();
    else await coverage.ask([...new Set([pick(changeable), pick(changeable)])], nextHour());
  }

  function nextHour(): Temporal.Instant {
    return Temporal.Instant.from(FIRST_HOUR).add({ hours: ++written % OVERRIDE_HOURS });
  }

  function pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(random() * items.length)];
    assert.ok(item !== undefined);
    return item;
  }

  async function everythingAnsweredIsThere(): Promise<void> {
    const foundTeams = new Map((await all('/teams/', 'teams')).map((team) => [team.id, team]));
    for (const [id, team] of teams) assertIsThere(foundTeams.get(id) ?? {}, team);
    const names = new Map((await all('/schedules', 'schedules')).map(({ id, name }) => [id, name]));
    for (const [id, { name }] of schedules) assert.equal(names.get(id), name);
    await Promise.all(
      [...overrides].map(async ([path, override]) => assertIsThere((await get(path)).override, override)),
    );
    const back = deletedOverrides.intersection(await findOverrides());
    assert.deepEqual([...back.keys()], [], 'overrides that were deleted');
    await coverage.everythingAnsweredIsThere();
  }

  async function nothingIsHalfDone(): Promise<void> {
    const entriesOf = Map.groupBy(await all('/audit_log/', 'audit_log'), (entry) => entry.target_id as string);
    const actions = (id: string) =>
      (entriesOf.get(id) ?? []).map(({ action }) => action).filter((action) => action !== CHANNEL_LINKED);
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
    }

    const found = await findOverrides();
    const covering = await coverage.nothingIsHalfDone(entriesOf, found);
    for (const [id, { override }] of found) {
      const who = covering.has(id) ? colleague : owner;
      assert.deepEqual([override.users.length, override.users[0].id], [1, who.id]);
      assert.deepEqual(actions(id), ['override.created']);
      seen.add(id);
    }
    for (const id of entriesOf.keys()) {
      if (!id.startsWith('ovr_') || found.has(id)) continue;
      assert.deepEqual(actions(id), ['override.deleted', 'override.created'], `${id}, which is not there`);
      seen.add(id);
    }

    const told = [
      ...revisions.keys(),
      ...deletedOverrides,
      ...[...entriesOf.keys()].filter((id) => /^(tea|sch)_/.test(id)),
    ];
    assert.deepEqual(
      told.filter((id) => !seen.has(id)),
      [],
      'answered, or in the audit log, and yet not there',
    );
  }

  async function findOverrides(): Promise<ReadonlyMap<string, FoundOverride>> {
    const found = new Map<string, FoundOverride>();
    for (const { id: scheduleId } of await all('/schedules', 'schedules')) {
      const path = `${pathOf(scheduleId)}?from=${FIRST_HOUR}&to=${AFTER_LAST_HOUR}`;
      for (const override of await all(path, 'overrides')) found.set(override.id, { scheduleId, override });
    }
    return found;
  }

  return {
    async writeSomething() {
      const schedule = () => createSchedule();
      const override = () => createOverride();
      await pick([createTeam, schedule, changeSchedule, override, override, deleteAnyOverride, cover, cover])();
    },
    createSchedule,
    createOverride,
    deleteOverride,
    everythingAnsweredIsThere,
    nothingIsHalfDone,
  };
}

function pathOf(scheduleId: string, overrideId = ''): string {
  return `/schedules/${scheduleId}/overrides/${overrideId}`;
}

/** Random numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
