/** Rule STO-6: all that a change to a schedule may depend on, loaded at once. */
import { channelsOfSchedules } from '../db/chat-links.ts';
import type { Transaction } from '../db/database.ts';
import { newsBeginnings } from '../db/news.ts';
import { highestRanks, type OverrideRow, overridesNotOver } from '../db/overrides.ts';
import { peopleToRemind } from '../db/reminders.ts';
import { revisionsInForce } from '../db/revisions.ts';
import { lockSchedule, type ScheduleRow } from '../db/schedules.ts';
import type { UserRow } from '../db/users.ts';
import type { Revision } from '../engine/schedule.ts';
import type { OrganizationId, ScheduleId, UserId } from '../ids.ts';
import { TIME_ENDS } from '../time/iso.ts';
import { type PeopleToRemind, personToRemind } from './reminder-times.ts';
import { revisionOf, type UnreadableRevision } from './rotations.ts';
import { readIds } from './stored-layers.ts';
import type { StoredOverride } from './timelines.ts';

export interface RankedOverride extends StoredOverride {
  /** Rule OVR-1: of two that overlap, the one with the higher rank decides. */
  readonly rank: number;
}

export interface ScheduleState {
  /** Not stored yet. */
  readonly isNew: boolean;
  readonly row: ScheduleRow;
  /** Those in force now or later, in the order in which they come into force. The last is the latest of all; a new schedule has none. */
  readonly revisions: readonly (Revision | UnreadableRevision)[];
  /** Those that run or are to come, in the order of their ranks. */
  readonly overrides: readonly RankedOverride[];
  /** Of all overrides, those that are over included. */
  readonly highestRank: number;
  readonly hasChannels: boolean;
  /** When the first of its news came that are not told yet. */
  readonly newsSince: number | undefined;
  /** Who of its people wants to be reminded, and may be some more. */
  readonly people: PeopleToRemind;
}

/**
 * The schedules, locked until the end of the transaction, in the order of their ids, so that two transactions never wait for each other.
 * Those that do not exist are left out.
 */
export async function lockStates(
  tx: Transaction,
  organizationId: OrganizationId,
  ids: Iterable<ScheduleId>,
  now: number,
): Promise<ScheduleState[]> {
  const wanted = [...new Set(ids)].sort();
  // The locks come first: what is loaded with them is read once they are held.
  const [rows, load] = await Promise.all([
    Promise.all(wanted.map((id) => tx.first(lockSchedule, { organizationId, id }))),
    loadParts(tx, organizationId, wanted, now),
  ]);
  return rows.flatMap((row) => (row === undefined ? [] : stateFrom(row, load)));
}

/** Of rows that are locked already. */
export async function statesOf(
  tx: Transaction,
  organizationId: OrganizationId,
  rows: readonly ScheduleRow[],
  now: number,
): Promise<ScheduleState[]> {
  const load = await loadParts(
    tx,
    organizationId,
    rows.map(({ id }) => id),
    now,
  );
  return rows.map((row) => stateFrom(row, load));
}

/** A schedule that does not exist yet. */
export function newState(row: ScheduleRow): ScheduleState {
  return {
    isNew: true,
    row,
    revisions: [],
    overrides: [],
    highestRank: 0,
    hasChannels: false,
    newsSince: undefined,
    people: new Map(),
  };
}

/** With those whom a change brings in: they may want to be reminded too. */
export function withPeople(state: ScheduleState, users: readonly UserRow[]): ScheduleState {
  const people = users.map((row) => [row.id, personToRemind(row)] as const);
  return {
    ...state,
    people: new Map([...state.people, ...people.filter(([, { noticesMs }]) => noticesMs.length > 0)]),
  };
}

type Parts = Awaited<ReturnType<typeof loadParts>>;

/** One round trip, however many schedules there are. */
async function loadParts(tx: Transaction, organizationId: OrganizationId, ids: readonly ScheduleId[], now: number) {
  const which = { organizationId, ids };
  const [revisions, overrides, ranks, channels, news, people] = await Promise.all([
    tx.all(revisionsInForce, { ...which, start: now, end: TIME_ENDS }),
    tx.all(overridesNotOver, { ...which, since: now }),
    tx.all(highestRanks, which),
    tx.all(channelsOfSchedules, which),
    tx.all(newsBeginnings, which),
    tx.all(peopleToRemind, { ...which, now }),
  ]);
  return {
    revisions: Map.groupBy(revisions, (row) => row.schedule_id),
    overrides: Map.groupBy(overrides, (row) => row.schedule_id),
    ranks: new Map(ranks.map((row) => [row.schedule_id, row.rank])),
    channels: new Set(channels.map((row) => row.schedule_id)),
    news: new Map(news.map((row) => [row.schedule_id, row.created_at])),
    people: Map.groupBy(people, (row) => row.schedule_id),
  };
}

function stateFrom(row: ScheduleRow, parts: Parts): ScheduleState {
  const people = parts.people.get(row.id) ?? [];
  return {
    isNew: false,
    row,
    revisions: (parts.revisions.get(row.id) ?? []).map(revisionOf),
    overrides: (parts.overrides.get(row.id) ?? []).map(rankedOverrideOf),
    highestRank: parts.ranks.get(row.id) ?? 0,
    hasChannels: parts.channels.has(row.id),
    newsSince: parts.news.get(row.id),
    people: new Map(people.map((person) => [person.id, personToRemind(person)])),
  };
}

function rankedOverrideOf({ id, start_at, end_at, rank, users_json }: OverrideRow): RankedOverride {
  return { id, start: start_at, end: end_at, rank, users: readIds<UserId>(users_json) };
}
