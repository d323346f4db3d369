/** The effects of a user who leaves a schedule (rule REV-5), and of the deletion of a schedule. */
import {
  type Departure,
  onCallBelow,
  overrideWithout,
  revisionsWithout,
  withoutUser,
} from '../../engine/departures.ts';
import type { Layer, Revision } from '../../engine/schedule.ts';
import type { OverrideId, UserId } from '../../ids.ts';
import { findZone } from '../../time/zones.ts';
import { isReadable } from '../timelines/rotations.ts';
import type { ReadableOverride, StoredOverride } from '../timelines/stored-overrides.ts';
import type { Effect, LeftOverride, Planning } from './change.ts';
import { appended, layerNotifications } from './layer-effects.ts';
import { creation } from './override-effects.ts';
import type { ScheduleState } from './schedule-state.ts';
import { timelineFor } from './times.ts';

interface LeavingUser {
  readonly userId: UserId;
  /** May be in the past. */
  readonly at: number;
  readonly covers?: Departure['covers'];
}

/** Rule REV-5: the user is not on call from then on. Every layer in force from then on is written again without them. */
export function departure(state: ScheduleState, { userId, at, covers = [] }: LeavingUser, planning: Planning): Effect {
  const newRevisions = revisionsToAppend(state, { user: userId, at });
  const layers = newRevisions.length > 0 ? appended(state, newRevisions, planning.now) : {};
  const { revisions = state.revisions } = layers;
  const leaving = { user: userId, at, covers };
  const { overrides, ...overrideWrites } = overridesToLeave({ ...state, revisions }, leaving, planning);
  return {
    ...layers,
    overrides,
    overrideWrites,
    departure: { userId, at },
    audit: overrideWrites.added.map((override) => creation(state, override)),
    isShiftChange: true,
    notificationsOf: layerNotifications(['people'], planning),
  };
}

/** Empty if the latest revision cannot be read: no other can follow it. */
function revisionsToAppend({ row, revisions }: ScheduleState, departure: Departure): readonly Revision[] {
  const readable = revisions.filter(isReadable);
  if (readable.at(-1) !== revisions.at(-1)) return [];
  const zone = findZone(row.time_zone);
  // If no turn can be computed, the user still has to leave.
  const justLeave = (layer: Layer): Layer => ({ ...layer, users: layer.users.filter((one) => one !== departure.user) });
  if (zone === undefined) return revisionsWithout(readable, departure, justLeave);
  try {
    return revisionsWithout(readable, departure, (layer, at) => withoutUser(layer, zone, departure.user, at));
  } catch {
    return revisionsWithout(readable, departure, justLeave);
  }
}

/** The others stay on call, and people whom the user covered are on call with them again. If nobody is left, the override is deleted. A past part does not change. */
function overridesToLeave(state: ScheduleState, departure: Departure, { newOverrideId }: Planning) {
  const rotation = timelineFor({ ...state, overrides: [] });
  const readable = state.overrides.filter((one): one is ReadableOverride => one.users !== undefined);
  // If no turn can be computed, it still counts as the time of people who were covered.
  const isOnCall = typeof rotation === 'string' ? () => true : onCallBelow(rotation, readable, departure);
  const overrides: StoredOverride[] = [];
  const [added, ended, removed]: [ReadableOverride[], OverrideId[], OverrideId[]] = [[], [], []];
  const left: LeftOverride[] = [];
  for (const override of state.overrides) {
    const { id, end, users } = override;
    if (users === undefined) {
      left.push({ id, end, users, returning: [] });
      overrides.push(override);
      continue;
    }
    if (!users.includes(departure.user)) {
      overrides.push(override);
      continue;
    }
    const { past, rest } = overrideWithout({ ...override, users }, departure, isOnCall);
    const isSplit = past !== undefined && rest !== undefined;
    const after = isSplit ? { ...rest, id: newOverrideId() } : rest;
    if (past !== undefined) ended.push(id);
    if (isSplit && after !== undefined) added.push(after);
    else if (after !== undefined) {
      left.push({ id, end, users: after.users, returning: after.users.filter((one) => !users.includes(one)) });
    } else if (past === undefined) removed.push(id);
    if (after !== undefined) overrides.push(after);
  }
  return { overrides, added, ended, endedAt: departure.at, removed, left };
}

/** The past stays, and so do the teams, for reports about it; nobody is on call from now on. */
export function deletion({ row, overrides }: ScheduleState, now: number): Effect {
  const running = overrides.filter(({ start, end }) => start < now && end > now);
  const toCome = overrides.filter(({ start }) => start >= now);
  return {
    details: { deleted_at: now },
    overrides: [],
    overrideWrites: { ended: running.map(({ id }) => id), removed: toCome.map(({ id }) => id) },
    inLayersUntil: new Map(),
    audit: [{ action: 'schedule.deleted', targetId: row.id, detail: { name: row.name } }],
  };
}
