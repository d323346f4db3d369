/**
 * Rule STO-6: computes all consequences of a change to a schedule from the loaded state. Nothing here reads or writes;
 * schedule-writes.ts stores the plan. A plan contains the resulting state, so the next change can be planned from it.
 */
import type { ScheduleRow } from '../../db/schedules/schedules.ts';
import { validityOf } from '../../engine/revisions.ts';
import { samePeople } from '../../engine/rotation.ts';
import type { Revision } from '../../engine/schedule.ts';
import { turnsPerYear } from '../../engine/shifts-of-user.ts';
import { onCallAt } from '../../engine/timeline.ts';
import type { UserId } from '../../ids.ts';
import type { OnCallReason } from '../../schemas/webhook-events.ts';
import { MAX_INSTANT } from '../../time/iso.ts';
import { type ChangeNotification, notificationDueAt } from '../outbox/change-digest.ts';
import type { AuditEntry } from '../shared/audit-log.ts';
import { NEVER, type OnCallAhead, onCallAhead } from '../timelines/on-call-ahead.ts';
import { isReadable } from '../timelines/rotations.ts';
import type { Effect, OverrideWrites, Planning, TimelineOrReason } from './change.ts';
import type { ScheduleState } from './schedule-state.ts';
import { isDue, isSooner, timelineFor, timesOf } from './times.ts';

export interface SchedulePlan {
  /** The states before and after the change. */
  readonly before: ScheduleState;
  readonly state: ScheduleState;
  readonly now: number;
  /** Revisions to append, in the order of their numbers, each with the end of its validity. */
  readonly revisions: readonly (Revision & { readonly validUntil: number })[];
  readonly inLayersUntil: Effect['inLayersUntil'];
  readonly departure: Effect['departure'];
  readonly teamIds: Effect['teamIds'];
  readonly overrides: OverrideWrites;
  readonly audit: readonly AuditEntry[];
  readonly notifications: readonly ChangeNotification[];
  /** Set if who is on call now changes. Undefined also without webhooks. */
  readonly onCallChange: OnCallChange | undefined;
  /** Whether the chat has a user group that may have to change. */
  readonly marksChatGroup: boolean;
  /** Whether something is due earlier than before: a worker may be sleeping until the old time. */
  readonly wakesWorkers: boolean;
}

export interface OnCallChange extends OnCallAhead {
  readonly before: readonly UserId[];
  readonly after: readonly UserId[];
  readonly why: OnCallReason;
}

/** `effect`: computed from the same state. */
export function planScheduleChange(before: ScheduleState, effect: Effect, planning: Planning): SchedulePlan {
  const { now } = planning;
  const {
    revisions = before.revisions,
    overrides = before.overrides,
    newRevisions = [],
    isShiftChange = false,
  } = effect;
  const latest = newRevisions.at(-1)?.number ?? before.row.latest_revision;
  const changed: ScheduleState = {
    ...before,
    row: { ...before.row, ...effect.details, latest_revision: latest },
    revisions,
    overrides,
    inLayersUntil: effect.inLayersUntil ?? before.inLayersUntil,
    highestRank: Math.max(before.highestRank, ...overrides.map(({ rank }) => rank)),
  };
  const timeline = timelineFor(changed);
  const told = isAnyoneTold(before, planning) ? notificationsOf(effect, timelineFor(before), timeline) : [];
  const notifications = before.hasChannels ? told : forPeopleOnly(told);
  const notificationsSince = changed.notificationsSince ?? (notifications.length > 0 ? now : undefined);
  const row: ScheduleRow = {
    ...changed.row,
    ...((isShiftChange || changed.row.name !== before.row.name) && {
      change_count: before.row.change_count + 1,
      changed_at: now,
    }),
    ...timesOf(changed, timeline, now),
    turns_per_year: Math.max(0, ...revisions.filter(isReadable).map(({ layer }) => turnsPerYear(layer))),
    ...(notifications.length > 0 &&
      notificationsSince !== undefined && { notifications_due_at: notificationDueAt(notificationsSince, now) }),
    ...(changed.row.deleted_at !== null && { notifications_due_at: null }),
  };
  const marksChatGroup = isShiftChange && before.hasChatGroup;
  return {
    before,
    state: { ...changed, isNew: false, row, notificationsSince },
    now,
    revisions: withValidUntil(newRevisions),
    inLayersUntil: effect.inLayersUntil,
    overrides: { added: [], changed: [], ended: [], endedAt: now, removed: [], left: [], ...effect.overrideWrites },
    departure: effect.departure,
    teamIds: effect.teamIds,
    notifications,
    audit: effect.audit ?? [],
    onCallChange: before.subscriptions.length > 0 ? onCallChangeOf(before, effect, timeline, row, planning) : undefined,
    marksChatGroup,
    wakesWorkers: marksChatGroup || isSooner(before.row, row),
  };
}

/** Whether a channel, or somebody in the schedule, is notified. A new schedule notifies nobody. */
function isAnyoneTold({ isNew, hasChannels, people }: ScheduleState, { isTold }: Planning): boolean {
  return hasChannels || (!isNew && isTold !== undefined && [...people.values()].some(isTold));
}

/** A handoff that is due but not yet processed covers this change too: see handoffs.ts. */
function onCallChangeOf(
  state: ScheduleState,
  effect: Effect,
  timeline: TimelineOrReason,
  { deleted_at }: ScheduleRow,
  { now, searchBudget }: Planning,
): OnCallChange | undefined {
  const timelineBefore = timelineFor(state);
  if (typeof timelineBefore === 'string' || isDue(state.row.next_change_at, now)) return undefined;
  if (deleted_at === null && typeof timeline === 'string') return undefined;
  const before = onCallAt(timelineBefore, now);
  const isGone = typeof timeline === 'string' || deleted_at !== null;
  const after = isGone ? [] : onCallAt(timeline, now);
  if (samePeople(before, after)) return undefined;
  const ahead = isGone ? NEVER : onCallAhead(timeline, now, searchBudget);
  return { before, after, why: effect.why ?? 'change', ...ahead };
}

function withValidUntil(revisions: readonly Revision[]): SchedulePlan['revisions'] {
  const ends = new Map(validityOf(revisions).map(({ revision, end }) => [revision, Math.min(end, MAX_INSTANT)]));
  // One that never comes into force has no validity.
  return revisions.map((revision) => ({ ...revision, validUntil: ends.get(revision) ?? revision.validFrom }));
}

/** If the schedule is broken before or after the change, its effect on people is unknown. */
function notificationsOf(
  { notificationsOf }: Effect,
  before: TimelineOrReason,
  after: TimelineOrReason,
): ChangeNotification[] {
  if (notificationsOf === undefined || typeof before === 'string' || typeof after === 'string') return [];
  return notificationsOf({ before, after });
}

function forPeopleOnly(notifications: readonly ChangeNotification[]): ChangeNotification[] {
  return notifications.map((one) => ({ ...one, isForPeopleOnly: true }));
}
