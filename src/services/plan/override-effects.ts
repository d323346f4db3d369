/** The effects of creating, changing and deleting overrides: rows to write, audit entries, and notifications for the channels. */
import { changeOverride, removeOverride } from '../../engine/overrides.ts';
import type { Override } from '../../engine/schedule.ts';
import { AppError } from '../../errors.ts';
import type { OverrideId } from '../../ids.ts';
import { formatInstant } from '../../time/iso.ts';
import type { AuditEntry } from '../shared/audit-log.ts';
import { newOverride, type ReadableOverride, readable } from '../timelines/stored-overrides.ts';
import { type Effect, effect, type Planning, type ScheduleChange } from './change.ts';
import { overrideChangeNotifications, overrideNotifications } from './override-notifications.ts';
import type { ScheduleState } from './schedule-state.ts';
import { timelineFor } from './times.ts';

/** Far more than people plan by hand. Who is on call now and next is computed from all of them. */
const MAX_UNFINISHED = 1_000;

export function addition(
  state: ScheduleState,
  { overrides, isNotified }: Extract<ScheduleChange, { kind: 'add overrides' }>,
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

/** Rule OVR-5. The past part of a running override becomes a separate override, which is finished and deleted (as in OVR-3). */
export function changedOverride(
  state: ScheduleState,
  { id, change, reason }: Extract<ScheduleChange, { kind: 'change override' }>,
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
