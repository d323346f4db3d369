/** Rule STO-6: everything that a change to a schedule may depend on, loaded at once. */
import type { RowOf } from '../../db/driver/statement.ts';
import { peopleInLayers } from '../../db/jobs/reminders.ts';
import { type DepartureRow, departuresOf } from '../../db/people/departures.ts';
import { type UserRow, usersByIds } from '../../db/people/users.ts';
import { overridesNear, overridesNotOver } from '../../db/schedules/overrides.ts';
import { revisionsInForce } from '../../db/schedules/revisions.ts';
import { scheduleBelongings } from '../../db/schedules/schedule-locks.ts';
import type { ScheduleRow } from '../../db/schedules/schedules.ts';
import type { Interval, Revision } from '../../engine/schedule.ts';
import type { TeamId, UserId } from '../../ids.ts';
import { MAX_INSTANT } from '../../time/iso.ts';
import { MAX_NOTICE_MS, type PersonToRemind, personToRemind } from '../notifications/reminder-times.ts';
import { BeginAgain } from '../shared/begin-again.ts';
import { revisionOf, type UnreadableRevision } from '../timelines/rotations.ts';
import { overrideOf, type StoredOverride } from '../timelines/stored-overrides.ts';
import { loadSubscriptions, type Subscription } from '../webhooks/announcements.ts';
import type { LockedSchedules } from './locked-schedules.ts';

/** A schedule may have a thousand overrides, and a new one depends on few of them. */
interface NearOverrides {
  /** All that begin until then are loaded, and those that overlap the new one. */
  readonly until: number;
  /** How many there are, loaded or not. */
  readonly unfinished: number;
}

export interface ScheduleState {
  /** Not stored yet. */
  readonly isNew: boolean;
  readonly row: ScheduleRow;
  /** Revisions in force now or later, in order. The last one is the latest of all; a new schedule has none. */
  readonly revisions: readonly (Revision | UnreadableRevision)[];
  /** Running and future overrides, in the order of their ranks; some past ones may be included. With `near`, not all. */
  readonly overrides: readonly StoredOverride[];
  readonly near?: NearOverrides | undefined;
  /** The highest rank of all overrides, including past ones. */
  readonly highestRank: number;
  readonly hasChannels: boolean;
  readonly hasChatGroup: boolean;
  readonly teamIds: readonly TeamId[];
  /** The webhooks of the organization. */
  readonly subscriptions: readonly Subscription[];
  /** When the first pending change notification was stored. */
  readonly notificationsSince: number | undefined;
  /** Until when its people are in the layers, as stored; perhaps also some who were in them only in the past. */
  readonly inLayersUntil: ReadonlyMap<UserId, number>;
  /** Its people, and perhaps others. */
  readonly people: ReadonlyMap<UserId, PersonInSchedule>;
}

/** With their reminder settings, and how they are reached. */
interface PersonInSchedule extends PersonToRemind {
  readonly name: string;
  readonly email: string;
}

/** A schedule that does not exist yet. */
export function newState(row: ScheduleRow, subscriptions: readonly Subscription[] = []): ScheduleState {
  return {
    isNew: true,
    row,
    revisions: [],
    overrides: [],
    highestRank: 0,
    hasChannels: false,
    hasChatGroup: false,
    teamIds: [],
    subscriptions,
    notificationsSince: undefined,
    inLayersUntil: new Map(),
    people: new Map(),
  };
}

/** Adds people whom a change brings in: they may want reminders or notifications. */
export function withPeople(state: ScheduleState, users: readonly UserRow[]): ScheduleState {
  const people = users.map((row) => [row.id, personOf(row)] as const);
  return {
    ...state,
    people: new Map([...state.people, ...people]),
  };
}

export interface PartsOptions {
  /** May throw, before the second round trip. */
  readonly check?: ((inLayers: readonly UserInLayers[]) => void) | undefined;
  /** The interval of a new override: then only overrides are loaded that it may depend on. */
  readonly near?: Interval | undefined;
}

export type UserInLayers = RowOf<typeof peopleInLayers>;

export type StateParts = Awaited<ReturnType<typeof loadParts>>;

/**
 * Everything that is not over at `since`. One round trip for any number of schedules, and one more if overrides have people who are in no layer.
 * `override_users` is not read: on PostgreSQL a SERIALIZABLE transaction that reads it conflicts with every concurrent transaction that adds an
 * override, since all new rows go to the same page of its index.
 */
export async function loadParts(
  { reads, organizationId, ids }: LockedSchedules,
  since: number,
  { check, near }: PartsOptions = {},
) {
  const which = { organizationId, ids };
  const [revisions, overrides, inLayers, subscriptions, belongings] = await Promise.all([
    reads.all(revisionsInForce, { ...which, start: since, end: MAX_INSTANT }),
    near === undefined
      ? reads.all(overridesNotOver, { ...which, since })
      : reads.all(overridesNear, { ...which, since, ...near, noticeMs: MAX_NOTICE_MS }),
    reads.all(peopleInLayers, { ...which, now: since }),
    loadSubscriptions(reads, organizationId),
    reads.all(scheduleBelongings, { ...which, since }),
  ]);
  check?.(inLayers);
  const people = new Map(inLayers.map((row) => [row.id, personOf(row)]));
  const stored = overrides.map(overrideOf).sort((a, b) => a.rank - b.rank || (a.id < b.id ? -1 : 1));
  const others = new Set(stored.flatMap(({ users = [] }) => users).filter((id) => !people.has(id)));
  if (others.size > 0) {
    const rows = await reads.all(usersByIds, { organizationId, ids: [...others] });
    for (const row of rows) people.set(row.id, personOf(row));
  }
  return {
    revisions: Map.groupBy(revisions, (row) => row.schedule_id),
    overrides: Map.groupBy(stored, ({ scheduleId }) => scheduleId),
    belongings: new Map(belongings.map((row) => [row.id, row])),
    inLayersUntil: Map.groupBy(inLayers, (row) => row.schedule_id),
    subscriptions,
    people,
    near: near && { since },
  };
}

/** States of locked schedules, and the departures that they take into account. */
export interface LoadedStates {
  readonly states: ScheduleState[];
  readonly departures: readonly DepartureRow[];
}

/** Unknown ids are left out. */
export async function loadStates(
  locked: LockedSchedules,
  since: number,
  options: PartsOptions = {},
): Promise<LoadedStates> {
  const [rows, parts, departures] = await Promise.all([
    locked.rows,
    loadParts(locked, since, options),
    // Last: if somebody leaves after that, their own departure removes them.
    departuresFor(locked),
  ]);
  return { states: rows.map((row) => stateFrom(row, parts)), departures };
}

export function departuresFor({ tx, organizationId }: LockedSchedules): Promise<readonly DepartureRow[]> {
  return tx.all(departuresOf, { organizationId });
}

/** A response that was read after a departure shows it, though the change comes before it: then the change begins again. */
export async function requireNobodyLeft(locked: LockedSchedules, known: readonly DepartureRow[]): Promise<void> {
  const departures = await departuresFor(locked);
  const isNew = ({ user_id }: DepartureRow) => !known.some((departure) => departure.user_id === user_id);
  if (departures.some(isNew)) throw new BeginAgain('somebody was deactivated meanwhile');
}

export function stateFrom(row: ScheduleRow, parts: StateParts): ScheduleState {
  const belongings = parts.belongings.get(row.id);
  return {
    isNew: false,
    row,
    revisions: (parts.revisions.get(row.id) ?? []).map(revisionOf),
    overrides: parts.overrides.get(row.id) ?? [],
    near: parts.near && { until: nearUntil(row, parts.near.since), unfinished: belongings?.unfinished_overrides ?? 0 },
    highestRank: belongings?.highest_rank ?? 0,
    hasChannels: typeof belongings?.channel_id === 'string',
    hasChatGroup: typeof belongings?.group_id === 'string',
    teamIds: (belongings?.team_ids?.split(' ') ?? []) as TeamId[],
    subscriptions: parts.subscriptions,
    notificationsSince: belongings?.notifications_since ?? undefined,
    inLayersUntil: new Map(parts.inLayersUntil.get(row.id)?.map(({ id, until_at }) => [id, until_at])),
    people: parts.people,
  };
}

/** As in the statement. A handoff or a reminder may be overdue. */
export function nearUntil({ next_change_at, next_reminder_at }: ScheduleRow, now: number): number {
  return Math.max(now, next_change_at ?? MAX_INSTANT, (next_reminder_at ?? 0) + MAX_NOTICE_MS);
}

function personOf(row: Parameters<typeof personToRemind>[0] & Pick<UserRow, 'name' | 'email'>): PersonInSchedule {
  return { ...personToRemind(row), name: row.name, email: row.email };
}
