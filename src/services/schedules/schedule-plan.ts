/**
 * Rule STO-6: everything that follows from a change to a schedule, decided at once from what was loaded. Nothing here reads or
 * writes; schedule-writes.ts stores what is decided. A plan holds the state that it leads to, from which the next change can be planned.
 */
import type { ScheduleRow } from '../../db/schedules.ts';
import { type Departure, overrideWithout, revisionsWithout, withoutUser } from '../../engine/departures.ts';
import { firstDifference, type LayerPart, movesBetween, partsChanged } from '../../engine/differences.ts';
import { changeOverride, type OverrideChange, removeOverride } from '../../engine/overrides.ts';
import { cancelPlan, planLayer } from '../../engine/plans.ts';
import { type RevisionValidity, validityOf } from '../../engine/revisions.ts';
import { samePeople } from '../../engine/rotation.ts';
import type { Layer, Override, Revision } from '../../engine/schedule.ts';
import { nextChangeAfter, onCallAt, type Timeline, timelineOf } from '../../engine/timeline.ts';
import { AppError } from '../../errors.ts';
import type { OverrideId, TeamId, UserId } from '../../ids.ts';
import { formatInstant, MAX_INSTANT } from '../../time/iso.ts';
import { findZone } from '../../time/zones.ts';
import type { AuditEntry } from '../audit/audit-log.ts';
import { type ChangeNotification, notificationDueAt } from '../chat/change-digest.ts';
import { lookAhead } from '../jobs/reminder-times.ts';
import {
  type Difference,
  overrideChangeNotifications,
  overrideNotifications,
  type TimelineOrReason,
} from './override-notifications.ts';
import { isReadable, notComputable, unknownZone, unreadable } from './rotations.ts';
import type { RankedOverride, ScheduleState } from './schedule-state.ts';
import { nowAndNext, unreadableOverride } from './timelines.ts';

/** Far more than people plan by hand; what is on call now and next is computed from all of them. */
const MAX_UNFINISHED = 1_000;

export type ScheduleChange =
  | {
      readonly kind: 'update';
      readonly details: Pick<ScheduleRow, 'name' | 'name_key' | 'description'>;
      readonly layer?: Layer;
      /** The planned revision whose place the layer takes. */
      readonly replaces?: number;
      readonly teamIds?: readonly TeamId[];
      readonly audit: AuditEntry;
    }
  /** Rule REV-4. */
  | { readonly kind: 'cancel plan'; readonly revision: number }
  /** Those of a coverage request are told otherwise. */
  | {
      readonly kind: 'add overrides';
      readonly overrides: Iterable<Override & { readonly reason?: string | null }>;
      readonly isNotified: boolean;
    }
  /** Rule OVR-5. `reason`: null for none, undefined when it stays. */
  | {
      readonly kind: 'change override';
      readonly id: OverrideId;
      readonly change: OverrideChange;
      readonly reason?: string | null | undefined;
    }
  | { readonly kind: 'remove override'; readonly override: Override & { readonly id: OverrideId } }
  /** Rule REV-5: they are on call nowhere from then on, which may be some time ago. */
  | { readonly kind: 'departure'; readonly userId: UserId; readonly at: number }
  | { readonly kind: 'deletion' };

export interface Planning {
  readonly now: number;
  readonly by: UserId;
  readonly newOverrideId: () => OverrideId;
}

export interface OnCallChange {
  readonly before: readonly UserId[];
  readonly after: readonly UserId[];
  readonly why: 'handoff' | 'override' | 'change' | 'cover';
}

export interface SchedulePlan {
  /** What was before, and what will be. */
  readonly before: ScheduleState;
  readonly state: ScheduleState;
  readonly now: number;
  /** To be appended, in the order of their numbers, each with the end of its validity. */
  readonly revisions: readonly (Revision & { readonly validUntil: number })[];
  /** Until when they stand in the layers; undefined when that stays as it is. */
  readonly standing: ReadonlyMap<UserId, number> | undefined;
  readonly overrides: OverrideWrites;
  readonly departure: { readonly userId: UserId; readonly at: number } | undefined;
  readonly teamIds: readonly TeamId[] | undefined;
  readonly notifications: readonly ChangeNotification[];
  readonly audit: readonly AuditEntry[];
  /** Others are on call now than before. Undefined also where nobody listens. */
  readonly onCallChange: OnCallChange | undefined;
  /** Whether other people may be on call than before and the chat has a user group of them: it has to follow. */
  readonly marksChatGroup: boolean;
  /** Whether something is due earlier than before: a worker may sleep until what was due first. */
  readonly wakesWorkers: boolean;
}

interface OverrideWrites {
  readonly added: readonly AddedOverride[];
  /** As they are from now on. */
  readonly changed: readonly AddedOverride[];
  readonly ended: readonly OverrideId[];
  readonly endedAt: number;
  readonly removed: readonly OverrideId[];
  /** Those that the departing user is in no longer, with whom they leave there; undefined where nobody can read that. */
  readonly left: readonly { readonly id: OverrideId; readonly users: readonly UserId[] | undefined }[];
}

interface AddedOverride extends RankedOverride {
  readonly users: readonly UserId[];
}

/** What a change does by itself, without what follows from it. */
interface Effect
  extends Pick<ScheduleState, 'revisions' | 'overrides'>,
    Pick<SchedulePlan, 'standing' | 'departure' | 'teamIds' | 'audit'> {
  readonly details?: Partial<ScheduleRow>;
  readonly newRevisions: readonly Revision[];
  readonly isShiftChange: boolean;
  readonly overrideWrites: Partial<OverrideWrites>;
  /** What is to be told when others are on call than before. */
  readonly notificationsOf?: (difference: Difference) => ChangeNotification[];
}

export function planScheduleChange(before: ScheduleState, change: ScheduleChange, planning: Planning): SchedulePlan {
  const { now } = planning;
  const effect = effectOf(before, change, planning);
  const { revisions, overrides, overrideWrites } = effect;
  const latest = effect.newRevisions.at(-1)?.number ?? before.row.latest_revision;
  const changed: ScheduleState = {
    ...before,
    row: { ...before.row, ...effect.details, latest_revision: latest },
    revisions,
    overrides,
    highestRank: Math.max(before.highestRank, ...overrides.map(({ rank }) => rank)),
  };
  const timeline = timelineFor(changed);
  const notifications = before.hasChannels ? notificationsOf(effect, timelineFor(before), timeline) : [];
  const notificationsSince = changed.notificationsSince ?? (notifications.length > 0 ? now : undefined);
  const row: ScheduleRow = {
    ...changed.row,
    ...((effect.isShiftChange || changed.row.name !== before.row.name) && {
      change_count: before.row.change_count + 1,
      changed_at: now,
    }),
    ...timesOf(changed, timeline, now),
    ...(notifications.length > 0 &&
      notificationsSince !== undefined && { news_due_at: notificationDueAt(notificationsSince, now) }),
    ...(changed.row.deleted_at !== null && { news_due_at: null }),
  };
  const marksChatGroup = effect.isShiftChange && before.hasChatGroup;
  return {
    before,
    state: { ...changed, isNew: false, row, notificationsSince },
    now,
    revisions: withValidUntil(effect.newRevisions),
    standing: effect.standing,
    overrides: { added: [], changed: [], ended: [], endedAt: now, removed: [], left: [], ...overrideWrites },
    departure: effect.departure,
    teamIds: effect.teamIds,
    notifications,
    audit: effect.audit,
    onCallChange: before.hasWebhooks ? onCallChangeOf(before, change, timeline, row, now) : undefined,
    marksChatGroup,
    wakesWorkers: marksChatGroup || isSooner(before.row, row),
  };
}

/** A handoff that is due and not noticed yet tells of this change too: see handoffs.ts. */
function onCallChangeOf(
  state: ScheduleState,
  change: ScheduleChange,
  timeline: TimelineOrReason,
  { deleted_at }: ScheduleRow,
  now: number,
): OnCallChange | undefined {
  const timelineBefore = timelineFor(state);
  if (typeof timelineBefore === 'string' || isDue(state.row.next_change_at, now)) return undefined;
  if (deleted_at === null && typeof timeline === 'string') return undefined;
  const before = onCallAt(timelineBefore, now);
  const after = typeof timeline === 'string' || deleted_at !== null ? [] : onCallAt(timeline, now);
  return samePeople(before, after) ? undefined : { before, after, why: reasonOf(change) };
}

function reasonOf(change: ScheduleChange): OnCallChange['why'] {
  if (change.kind === 'add overrides') return change.isNotified ? 'override' : 'cover';
  return change.kind === 'remove override' || change.kind === 'change override' ? 'override' : 'change';
}

/** Whether a worker has something to do earlier with the one than with the other. */
function isSooner(before: ScheduleRow, after: ScheduleRow): boolean {
  const isMended = before.broken_reason !== null && after.broken_reason === null;
  const times = ['next_change_at', 'next_reminder_at', 'news_due_at'] as const;
  return times.some((time) => {
    const [was, is] = [before[time], after[time]];
    return is !== null && (isMended || was === null || is < was);
  });
}

/** The row with its times computed anew: for what changes them although the schedule stays as it is. */
export function refreshedRow(state: ScheduleState, now: number): ScheduleRow {
  return { ...state.row, ...timesOf(state, timelineFor(state), now) };
}

/** Those that can be read. The latest has to be: no other can follow it. */
function revisionsToPlanFrom({ revisions }: ScheduleState): Revision[] {
  const latest = revisions.at(-1);
  if (latest !== undefined && !isReadable(latest)) throw new AppError('schedule_broken', unreadable(latest));
  return revisions.filter(isReadable);
}

function effectOf(state: ScheduleState, change: ScheduleChange, planning: Planning): Effect {
  switch (change.kind) {
    case 'update':
      return update(state, change, planning);
    case 'cancel plan':
      return cancellation(state, change.revision, planning);
    case 'add overrides':
      return addition(state, change, planning);
    case 'change override':
      return changedOverride(state, change, planning);
    case 'remove override':
      return removal(state, change.override, planning);
    case 'departure':
      return departure(state, change, planning);
    case 'deletion':
      return deletion(state, planning.now);
  }
}

function effect({ revisions, overrides }: ScheduleState, what: Partial<Effect>): Effect {
  return {
    revisions,
    overrides,
    newRevisions: [],
    standing: undefined,
    overrideWrites: {},
    departure: undefined,
    teamIds: undefined,
    audit: [],
    isShiftChange: false,
    ...what,
  };
}

function update(
  state: ScheduleState,
  { details, layer, replaces, teamIds, audit }: Extract<ScheduleChange, { kind: 'update' }>,
  planning: Planning,
): Effect {
  const others = { details, teamIds, audit: [audit] };
  if (layer === undefined) return effect(state, others);
  const revisions = planLayer(revisionsToPlanFrom(state), layer, planning.now, replaces);
  return effect(state, { ...others, ...layerChange(state, revisions, planning) });
}

function cancellation(state: ScheduleState, number: number, planning: Planning): Effect {
  const before = revisionsToPlanFrom(state);
  const validFrom = before.find((revision) => revision.number === number)?.validFrom ?? planning.now;
  const audit = {
    action: 'schedule.plan_canceled',
    targetId: state.row.id,
    detail: { revision: number, valid_from: formatInstant(validFrom) },
  };
  const revisions = cancelPlan(before, number, planning.now);
  return effect(state, { audit: [audit], ...layerChange(state, revisions, planning) });
}

function layerChange(state: ScheduleState, added: readonly Revision[], planning: Planning): Partial<Effect> {
  if (added.length === 0) return {};
  const before = revisionsToPlanFrom(state);
  const parts = partsChangedFrom(planning.now, validityOf(before), validityOf([...before, ...added]));
  return { ...appended(state, added, planning.now), notificationsOf: layerNotifications(parts, planning) };
}

/** The parts in which the layers in force differ at some time from now on. */
function partsChangedFrom(
  now: number,
  before: readonly RevisionValidity[],
  after: readonly RevisionValidity[],
): LayerPart[] {
  const instants = [now, ...[...before, ...after].map(({ start }) => start)].filter((at) => at >= now);
  const layerAt = (validities: readonly RevisionValidity[], at: number) =>
    validities.find(({ start, end }) => start <= at && at < end)?.revision.layer;
  const parts = instants.flatMap((at) => {
    const [was, is] = [layerAt(before, at), layerAt(after, at)];
    return was === undefined || is === undefined ? [] : partsChanged(was, is);
  });
  return [...new Set(parts)];
}

function addition(
  state: ScheduleState,
  { overrides, isNotified }: Extract<ScheduleChange, { kind: 'add overrides' }>,
  { now, by, newOverrideId }: Planning,
): Effect {
  const { id: scheduleId } = state.row;
  const room = MAX_UNFINISHED - state.overrides.filter(({ end }) => end > now).length;
  const added: AddedOverride[] = [];
  for (const override of overrides) {
    if (added.length >= room) {
      throw new AppError(
        'unprocessable_entity',
        `A schedule may have up to ${MAX_UNFINISHED} overrides that are not yet finished; ${scheduleId} would have more.`,
      );
    }
    added.push({
      start: override.start,
      end: override.end,
      users: override.users,
      id: newOverrideId(),
      rank: state.highestRank + added.length + 1,
      deletedAt: null,
      reason: override.reason ?? null,
      createdBy: by,
      createdAt: now,
      changedBy: null,
      changedAt: null,
    });
  }
  return effect(state, {
    overrides: [...state.overrides, ...added],
    overrideWrites: { added },
    audit: added.map((override) => creation(state, override)),
    isShiftChange: true,
    ...(isNotified && {
      notificationsOf: (difference) =>
        added.flatMap((override) =>
          overrideNotifications(difference, override, now, ({ before }) => ({
            kind: 'override created',
            by: [by],
            overrideId: override.id,
            before,
            after: override.users,
          })),
        ),
    }),
  });
}

/** Rule OVR-5. What has passed of a running one becomes an override of its own, which is over and no longer exists (as in OVR-3). */
function changedOverride(
  state: ScheduleState,
  { id, change, reason }: Extract<ScheduleChange, { kind: 'change override' }>,
  { now, by, newOverrideId }: Planning,
): Effect {
  const stored = state.overrides.find((override) => override.id === id);
  if (stored === undefined) throw new Error(`override ${id} is not in the state`);
  const was: AddedOverride = { ...stored, users: stored.users ?? [] };
  const { past, changed } = changeOverride(was, change, now);
  const is: AddedOverride = {
    ...was,
    ...changed,
    reason: reason === undefined ? was.reason : reason,
    changedBy: by,
    changedAt: now,
  };
  const isShiftChange = !isSameOverride(was, is);
  if (!isShiftChange && is.reason === was.reason) return effect(state, {});
  const frozen = past === undefined ? [] : [{ ...was, ...past, id: newOverrideId(), deletedAt: now }];
  return effect(state, {
    overrides: state.overrides.map((override) => (override.id === id ? is : override)),
    overrideWrites: { changed: [is], added: frozen },
    audit: [{ action: 'override.updated', targetId: id, detail: changeDetail(state, was, is) }],
    isShiftChange,
    notificationsOf: (difference) => {
      const without = timelineFor({ ...state, overrides: state.overrides.filter((override) => override.id !== id) });
      return overrideChangeNotifications({ ...difference, without }, { id, was, is, now, by });
    },
  });
}

function isSameOverride(one: AddedOverride, other: AddedOverride): boolean {
  return one.start === other.start && one.end === other.end && one.users.join() === other.users.join();
}

/** Rule OVR-3. */
function removal(
  state: ScheduleState,
  { id, start, end, users }: Override & { readonly id: OverrideId },
  { now, by }: Planning,
): Effect {
  const isOver = removeOverride({ start, end }, now).kind === 'ends';
  const left = { start: Math.max(start, now), end };
  return effect(state, {
    overrides: state.overrides.filter((override) => override.id !== id),
    overrideWrites: isOver ? { ended: [id] } : { removed: [id] },
    audit: [{ action: 'override.deleted', targetId: id, detail: { schedule: state.row.id } }],
    isShiftChange: true,
    notificationsOf: (difference) =>
      overrideNotifications(difference, left, now, ({ after }) => ({
        kind: 'override removed',
        by: [by],
        overrideId: id,
        before: users,
        after,
      })),
  });
}

/** Rule REV-5. Every layer in force from then on is written again without the user. */
function departure(
  state: ScheduleState,
  { userId, at }: Extract<ScheduleChange, { kind: 'departure' }>,
  planning: Planning,
): Effect {
  const newRevisions = revisionsToAppend(state, { user: userId, at });
  const { overrides, ...overrideWrites } = overridesToLeave(state, { user: userId, at }, planning);
  return effect(state, {
    ...(newRevisions.length > 0 && appended(state, newRevisions, planning.now)),
    overrides,
    overrideWrites,
    departure: { userId, at },
    audit: overrideWrites.added.map((override) => creation(state, override)),
    isShiftChange: true,
    notificationsOf: layerNotifications(['people'], planning),
  });
}

/** None when the latest cannot be read: no other can follow it. */
function revisionsToAppend({ row, revisions }: ScheduleState, departure: Departure): readonly Revision[] {
  const readable = revisions.filter(isReadable);
  if (readable.at(-1) !== revisions.at(-1)) return [];
  const zone = findZone(row.time_zone);
  // Where no turn can be computed, the user still has to go.
  const justLeave = (layer: Layer): Layer => ({ ...layer, users: layer.users.filter((one) => one !== departure.user) });
  if (zone === undefined) return revisionsWithout(readable, departure, justLeave);
  try {
    return revisionsWithout(readable, departure, (layer, at) => withoutUser(layer, zone, departure.user, at));
  } catch {
    return revisionsWithout(readable, departure, justLeave);
  }
}

/** The others stay on call. Nobody left: it goes as if it were deleted. A part that is past stays as it was. */
function overridesToLeave(state: ScheduleState, departure: Departure, { newOverrideId }: Planning) {
  const overrides: RankedOverride[] = [];
  const [added, ended, removed]: [AddedOverride[], OverrideId[], OverrideId[]] = [[], [], []];
  const left: OverrideWrites['left'][number][] = [];
  for (const override of state.overrides) {
    const { id, users } = override;
    if (users === undefined) {
      left.push({ id, users });
      overrides.push(override);
      continue;
    }
    if (!users.includes(departure.user)) {
      overrides.push(override);
      continue;
    }
    const { past, rest } = overrideWithout({ ...override, users }, departure);
    const isSplit = past !== undefined && rest !== undefined;
    const after = isSplit ? { ...rest, id: newOverrideId() } : rest;
    if (past !== undefined) ended.push(id);
    if (isSplit && after !== undefined) added.push(after);
    else if (after !== undefined) left.push({ id, users: after.users });
    else if (past === undefined) removed.push(id);
    if (after !== undefined) overrides.push(after);
  }
  return { overrides, added, ended, endedAt: departure.at, removed, left };
}

/** The past stays; nobody is on call from now on. */
function deletion({ row, ...state }: ScheduleState, now: number): Effect {
  const running = state.overrides.filter(({ start, end }) => start < now && end > now);
  const toCome = state.overrides.filter(({ start }) => start >= now);
  return effect(
    { row, ...state },
    {
      details: { deleted_at: now },
      overrides: [],
      overrideWrites: { ended: running.map(({ id }) => id), removed: toCome.map(({ id }) => id) },
      standing: new Map(),
      teamIds: [],
      audit: [{ action: 'schedule.deleted', targetId: row.id, detail: { name: row.name } }],
    },
  );
}

/** The revisions that are in force once these are appended, and who stands in them until when. */
function appended(state: ScheduleState, added: readonly Revision[], now: number): Partial<Effect> {
  const inForce = validityOf([...state.revisions.filter(isReadable), ...added]).filter(({ end }) => end >= now);
  const standing = new Map<UserId, number>();
  for (const { end, revision } of inForce.filter((validity) => validity.end > now)) {
    for (const user of revision.layer.users) standing.set(user, Math.min(end, MAX_INSTANT));
  }
  return { revisions: inForce.map(({ revision }) => revision), newRevisions: added, standing, isShiftChange: true };
}

function withValidUntil(revisions: readonly Revision[]): SchedulePlan['revisions'] {
  const ends = new Map(validityOf(revisions).map(({ revision, end }) => [revision, Math.min(end, MAX_INSTANT)]));
  // One that never comes into force has no validity.
  return revisions.map((revision) => ({ ...revision, validUntil: ends.get(revision) ?? revision.validFrom }));
}

function layerNotifications(
  parts: readonly LayerPart[],
  { now, by }: Planning,
): (difference: Difference) => ChangeNotification[] {
  const within = nowAndNext(now);
  return ({ before, after }) => {
    const from = firstDifference(before, after, within);
    if (from === undefined) return [];
    return [
      {
        kind: 'schedule changed',
        by: [by],
        parts,
        from,
        onCall: { before: onCallAt(before, now), now: onCallAt(after, now) },
        moves: movesBetween(before, after, within),
      },
    ];
  };
}

/** Nobody knows whose time a change alters where the schedule is broken before it or after it. */
function notificationsOf(
  { notificationsOf }: Effect,
  before: TimelineOrReason,
  after: TimelineOrReason,
): ChangeNotification[] {
  if (notificationsOf === undefined || typeof before === 'string' || typeof after === 'string') return [];
  return notificationsOf({ before, after });
}

/**
 * Rule WRK-1: when who is on call changes next, and when someone has to be reminded. Moved beyond now, what is due and not yet
 * noticed would never be told: it keeps its time. So does everything while the schedule is broken.
 */
function timesOf(
  { row, revisions, overrides, people }: ScheduleState,
  timeline: TimelineOrReason,
  now: number,
): Pick<ScheduleRow, 'next_change_at' | 'next_reminder_at' | 'broken_reason'> {
  const { next_change_at, next_reminder_at } = row;
  if (row.deleted_at !== null) return { next_change_at: null, next_reminder_at: null, broken_reason: null };
  if (typeof timeline === 'string') return { next_change_at, next_reminder_at, broken_reason: timeline };
  const standing = new Set([
    ...revisions.flatMap((revision) => (isReadable(revision) ? revision.layer.users : [])),
    ...overrides.flatMap(({ users = [] }) => users),
  ]);
  const wanting = new Map([...people].filter(([user]) => standing.has(user)));
  return {
    next_change_at: isDue(next_change_at, now) ? next_change_at : (nextChangeAfter(timeline, now) ?? null),
    next_reminder_at: isDue(next_reminder_at, now) ? next_reminder_at : nextReminderAt(timeline, wanting, now),
    broken_reason: null,
  };
}

function nextReminderAt(timeline: Timeline, people: ScheduleState['people'], now: number): number | null {
  return people.size === 0 ? null : lookAhead(timeline, people, now).nextAt;
}

function isDue(at: number | null, now: number): boolean {
  return at !== null && at <= now;
}

/** Right from now on; what is over was not loaded. */
function timelineFor({ row, revisions, overrides }: ScheduleState): TimelineOrReason {
  const broken = revisions.find((revision) => !isReadable(revision));
  if (broken !== undefined && !isReadable(broken)) return unreadable(broken);
  const zone = findZone(row.time_zone);
  if (zone === undefined) return unknownZone(row);
  const bad = overrides.find(({ users }) => users === undefined);
  if (bad !== undefined) return unreadableOverride(bad);
  try {
    return timelineOf({ zone, revisions: revisions.filter(isReadable), overrides: overrides as readonly Override[] });
  } catch (error) {
    return notComputable(error);
  }
}

function creation({ row }: ScheduleState, override: AddedOverride): AuditEntry {
  return { action: 'override.created', targetId: override.id, detail: { schedule: row.id, ...detailOf(override) } };
}

/** Without the reason, as in the entry of its creation: it may be personal, and the override has it. */
function changeDetail({ row }: ScheduleState, was: AddedOverride, is: AddedOverride): object {
  const isOtherReason = was.reason !== is.reason;
  return { schedule: row.id, ...detailOf(is), before: detailOf(was), ...(isOtherReason && { reason_changed: true }) };
}

function detailOf({ start, end, users }: AddedOverride) {
  return { start: formatInstant(start), end: formatInstant(end), users };
}
