/** The effects of a new layer and of a canceled plan: revisions to append, and notifications for the channels. */
import type { ScheduleRow } from '../../db/schedules/schedules.ts';
import { firstDifference, type LayerPart, movesBetween, partsChanged } from '../../engine/differences.ts';
import { cancelPlan, planLayer, planLayers } from '../../engine/plans.ts';
import { type RevisionValidity, validityOf } from '../../engine/revisions.ts';
import type { Layer, Revision } from '../../engine/schedule.ts';
import { onCallAt } from '../../engine/timeline.ts';
import { AppError } from '../../errors.ts';
import type { TeamId, UserId } from '../../ids.ts';
import { formatInstant, MAX_INSTANT } from '../../time/iso.ts';
import type { ChangeNotification } from '../outbox/change-digest.ts';
import type { AuditEntry } from '../shared/audit-log.ts';
import { isReadable, unreadable } from '../timelines/rotations.ts';
import { nowAndNext } from '../timelines/timelines.ts';
import type { Difference, Effect, Planning } from './change.ts';
import type { ScheduleState } from './schedule-state.ts';

export interface ScheduleUpdate {
  readonly details: Pick<ScheduleRow, 'name' | 'name_key' | 'description' | 'external_id' | 'managed_by'>;
  readonly layer?: Layer;
  /** All layers planned after it; undefined: planned layers stay. */
  readonly planned?: readonly Layer[];
  /** The planned revision that the layer replaces. */
  readonly replaces?: number;
  readonly teamIds?: readonly TeamId[];
  readonly audit: AuditEntry;
}

export function update(
  state: ScheduleState,
  { details, layer, planned, replaces, teamIds, audit }: ScheduleUpdate,
  planning: Planning,
): Effect {
  const others = { details, teamIds, audit: [audit] };
  if (layer === undefined) return others;
  const before = revisionsToPlanFrom(state);
  const revisions =
    planned === undefined
      ? planLayer(before, layer, planning.now, replaces)
      : planLayers(before, [layer, ...planned], planning.now);
  return { ...others, ...layerChange(state, revisions, planning) };
}

/** Rule REV-4. */
export function cancellation(state: ScheduleState, number: number, planning: Planning): Effect {
  const before = revisionsToPlanFrom(state);
  const validFrom = before.find((revision) => revision.number === number)?.validFrom ?? planning.now;
  const audit = {
    action: 'schedule.plan_canceled',
    targetId: state.row.id,
    detail: { revision: number, valid_from: formatInstant(validFrom) },
  };
  const revisions = cancelPlan(before, number, planning.now);
  return { audit: [audit], ...layerChange(state, revisions, planning) };
}

function layerChange(state: ScheduleState, added: readonly Revision[], planning: Planning): Effect {
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

/** The readable revisions. The latest must be readable: no other can follow it. */
function revisionsToPlanFrom({ revisions }: ScheduleState): Revision[] {
  const latest = revisions.at(-1);
  if (latest !== undefined && !isReadable(latest)) throw new AppError('schedule_broken', unreadable(latest));
  return revisions.filter(isReadable);
}

/** The revisions that are in force after these are appended, and until when each user is in them. */
export function appended(state: ScheduleState, added: readonly Revision[], now: number): Effect {
  const inForce = validityOf([...state.revisions.filter(isReadable), ...added]).filter(({ end }) => end >= now);
  const inLayersUntil = new Map<UserId, number>();
  for (const { end, revision } of inForce.filter((validity) => validity.end > now)) {
    for (const user of revision.layer.users) inLayersUntil.set(user, Math.min(end, MAX_INSTANT));
  }
  return {
    revisions: inForce.map(({ revision }) => revision),
    newRevisions: added,
    inLayersUntil,
    isShiftChange: true,
  };
}

export function layerNotifications(
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
