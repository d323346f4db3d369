/** The effects of creating, changing and deleting overrides: rows to write, audit entries, and notifications for the channels. */
import { firstDifference, peopleIn } from '../../engine/differences.ts';
import { changeOverride, type OverrideChange, removeOverride } from '../../engine/overrides.ts';
import type { Interval, Override } from '../../engine/schedule.ts';
import { onCallAt, type Timeline } from '../../engine/timeline.ts';
import { AppError } from '../../errors.ts';
import type { OverrideId, UserId } from '../../ids.ts';
import { formatInstant } from '../../time/iso.ts';
import type { OverrideNotification } from '../outbox/change-digest.ts';
import type { AuditEntry } from '../shared/audit-log.ts';
import { type ChosenOverride, newOverride, type ReadableOverride, readable } from '../timelines/stored-overrides.ts';
import { nowAndNext } from '../timelines/timelines.ts';
import type { Difference, Effect, Planning, TimelineOrReason } from './change.ts';
import type { ScheduleState } from './schedule-state.ts';
import { timelineFor } from './times.ts';

/** Far more than people plan by hand. Who is on call now and next is computed from all of them. */
const MAX_UNFINISHED = 1_000;

const MAX_PEOPLE_OF_OVERRIDE = 10;

interface NewOverrides {
  readonly overrides: Iterable<ChosenOverride>;
  /** False for overrides of a coverage request, which has its own messages. */
  readonly isNotified: boolean;
}

export function addition(
  state: ScheduleState,
  { overrides, isNotified }: NewOverrides,
  { now, by, newOverrideId }: Planning,
): Effect {
  const { id: scheduleId } = state.row;
  const unfinished = state.near?.unfinished ?? state.overrides.filter(({ end }) => end > now).length;
  const room = MAX_UNFINISHED - unfinished;
  const added: ReadableOverride[] = [];
  for (const override of overrides) {
    if (added.length >= room) {
      throw new AppError(
        'unprocessable_entity',
        `A schedule may have up to ${MAX_UNFINISHED} unfinished overrides; ${scheduleId} would have more.`,
      );
    }
    const rank = state.highestRank + added.length + 1;
    added.push(newOverride(override, { id: newOverrideId(), scheduleId, rank, createdBy: by, createdAt: now }));
  }
  return {
    overrides: [...state.overrides, ...added],
    overrideWrites: { added },
    audit: added.map((override) => creation(state, override)),
    isShiftChange: true,
    why: isNotified ? 'override' : 'cover',
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
  };
}

interface ChangeOfOverride {
  readonly id: OverrideId;
  readonly change: OverrideChange;
  /** Null removes it, undefined keeps it. */
  readonly reason?: string | null | undefined;
}

/** Rule OVR-5. The past part of a running override becomes a separate override, which is finished and deleted (as in OVR-3). */
export function changedOverride(
  state: ScheduleState,
  { id, change, reason }: ChangeOfOverride,
  { now, by, newOverrideId }: Planning,
): Effect {
  const stored = state.overrides.find((override) => override.id === id);
  if (stored === undefined) throw new Error(`override ${id} is not in the state`);
  const was = readable(stored);
  const { past, changed } = changeOverride(was, change, now);
  const is: ReadableOverride = {
    ...was,
    ...changed,
    reason: reason === undefined ? was.reason : reason,
    changedBy: by,
    changedAt: now,
  };
  const isShiftChange = !isSameOverride(was, is);
  if (!isShiftChange && is.reason === was.reason) return {};
  const frozen = past === undefined ? [] : [{ ...was, ...past, id: newOverrideId(), deletedAt: now }];
  return {
    overrides: state.overrides.map((override) => (override.id === id ? is : override)),
    overrideWrites: { changed: [is], added: frozen },
    audit: [{ action: 'override.updated', targetId: id, detail: changeDetail(state, was, is) }],
    isShiftChange,
    why: 'override',
    notificationsOf: (difference) => {
      const without = timelineFor({ ...state, overrides: state.overrides.filter((override) => override.id !== id) });
      return overrideChangeNotifications({ ...difference, without }, { id, was, is, now, by });
    },
  };
}

function isSameOverride(one: Override, other: Override): boolean {
  return one.start === other.start && one.end === other.end && one.users.join() === other.users.join();
}

/** Rule OVR-3. */
export function removal(
  state: ScheduleState,
  { id, start, end, users }: Override & { readonly id: OverrideId },
  { now, by }: Planning,
): Effect {
  const isOver = removeOverride({ start, end }, now).kind === 'ends';
  const left = { start: Math.max(start, now), end };
  return {
    overrides: state.overrides.filter((override) => override.id !== id),
    overrideWrites: isOver ? { ended: [id] } : { removed: [id] },
    audit: [{ action: 'override.deleted', targetId: id, detail: { schedule: state.row.id } }],
    isShiftChange: true,
    why: 'override',
    notificationsOf: (difference) =>
      overrideNotifications(difference, left, now, ({ after }) => ({
        kind: 'override removed',
        by: [by],
        overrideId: id,
        before: users,
        after,
      })),
  };
}

export function creation({ row }: ScheduleState, override: ReadableOverride): AuditEntry {
  return { action: 'override.created', targetId: override.id, detail: { schedule: row.id, ...detailOf(override) } };
}

/** Without the reason, as in the entry of its creation: it may be personal, and the override has it. */
function changeDetail({ row }: ScheduleState, was: ReadableOverride, is: ReadableOverride): object {
  const isOtherReason = was.reason !== is.reason;
  return { schedule: row.id, ...detailOf(is), before: detailOf(was), ...(isOtherReason && { reason_changed: true }) };
}

function detailOf({ start, end, users }: Override) {
  return { start: formatInstant(start), end: formatInstant(end), users };
}

/**
 * Rule CH-6: the notifications that `words` makes from the people on call in the interval before and after the change. Only the searchable part of a long
 * interval is compared.
 */
function overrideNotifications(
  { before, after }: Difference,
  { start, end }: Interval,
  now: number,
  words: (others: {
    readonly before: UserId[];
    readonly after: UserId[];
  }) => Omit<OverrideNotification, 'start' | 'end'>,
): OverrideNotification[] {
  const within = shortened({ start, end });
  if (firstDifference(before, after, within) === undefined) return [];
  const others = { before: peopleOf(before, within), after: peopleOf(after, within) };
  return [{ ...words(others), start, end, onCall: onCallAround({ before, after }, now) }];
}

interface ChangedOverride {
  readonly id: OverrideId;
  readonly was: Override;
  readonly is: Override;
  readonly now: number;
  readonly by: UserId;
}

/** `without`: the timeline without the override. */
function overrideChangeNotifications(
  { before, after, without }: Difference & { readonly without: TimelineOrReason },
  { id, was, is, now, by }: ChangedOverride,
): OverrideNotification[] {
  const left = { start: Math.max(was.start, now), end: was.end };
  const to = { start: Math.max(is.start, now), end: is.end };
  if ([left, to].every((within) => firstDifference(before, after, shortened(within)) === undefined)) return [];
  return [
    {
      kind: 'override changed',
      by: [by],
      overrideId: id,
      ...left,
      before: was.users,
      after: peopleOf(after, shortened(left)),
      to: { ...to, users: is.users, inPlaceOf: typeof without === 'string' ? [] : peopleOf(without, shortened(to)) },
      onCall: onCallAround({ before, after }, now),
    },
  ];
}

function onCallAround({ before, after }: Difference, now: number): NonNullable<OverrideNotification['onCall']> {
  return { before: onCallAt(before, now), now: onCallAt(after, now) };
}

function peopleOf(timeline: Timeline, within: Interval): UserId[] {
  return peopleIn(timeline, within, MAX_PEOPLE_OF_OVERRIDE);
}

function shortened({ start, end }: Interval): Interval {
  return { start, end: Math.min(end, nowAndNext(start).end) };
}
