import {
  type LockingTransaction,
  type Queryable,
  type UnguardedReads,
  UniqueViolation,
} from '../../db/driver/database.ts';
import { countSchedules } from '../../db/people/organizations.ts';
import type { UserRow } from '../../db/people/users.ts';
import { type ScheduleRow, teamsOfSchedules, turnsOfCreator } from '../../db/schedules/schedules.ts';
import { problemOfCountedDays } from '../../engine/open-days.ts';
import type { Layer } from '../../engine/schedule.ts';
import { AppError } from '../../errors.ts';
import type { TeamId } from '../../ids.ts';
import { type Caller, requirePermission } from '../../permissions.ts';
import type {
  NewLayer,
  NewSchedule,
  Schedule,
  SchedulesQuery,
  ScheduleUpdate,
  UserReference,
} from '../../schemas/schedules/schedules.ts';
import { parseInstant } from '../../time/iso.ts';
import { findZone } from '../../time/zones.ts';
import { detachChatOf } from '../chat-links/chat-group-marks.ts';
import { notifyScheduleDeleted } from '../messages/change-notifications.ts';
import { areTheirTeams, detailsOf, duplicateExternalId, resolveTeams } from '../people/teams.ts';
import { findReferences, lockReferences, usersIn } from '../people/user-references.ts';
import { planningIn } from '../plan/change.ts';
import { deletion } from '../plan/departure-effects.ts';
import { update } from '../plan/layer-effects.ts';
import { changeSchedule } from '../plan/schedule-changes.ts';
import { planScheduleChange, type SchedulePlan } from '../plan/schedule-plan.ts';
import { newState, withPeople } from '../plan/schedule-state.ts';
import { writePlans } from '../plan/schedule-writes.ts';
import { changeAs } from '../shared/callers.ts';
import { type ExpectedTags, requireScheduleTag } from '../shared/entity-tags.ts';
import { noSchedule } from '../shared/missing-schedule.ts';
import type { PageMeta } from '../shared/paging.ts';
import { getScheduleRowWith } from '../shared/schedule-access.ts';
import type { Services } from '../shared/services.ts';
import { waitForAll } from '../shared/wait-for-all.ts';
import { loadSubscriptions } from '../webhooks/announcements.ts';
import { readToShow, showList, showSchedule, showStoredSchedules } from './schedule-answers.ts';
import { readSchedulesPageOf } from './schedule-list.ts';

export async function getSchedule(
  { db, clock }: Services,
  caller: Caller,
  id: string,
): Promise<{ readonly schedule: Schedule }> {
  const now = clock.now();
  const { row, others } = await getScheduleRowWith(db, caller, id, (id) =>
    readToShow(db, caller.organizationId, [id], now),
  );
  const shown = await showSchedule(db, row, now, others);
  if (shown === undefined) throw noSchedule(id);
  return shown;
}

export async function listSchedules(
  services: Services,
  caller: Caller,
  { team_id, query, name, external_id, ...page }: SchedulesQuery,
): Promise<{ schedules: Schedule[]; meta: PageMeta }> {
  const { rows, meta } = await readSchedulesPageOf(services.db, caller, team_id, { query, name, external_id }, page);
  return { schedules: await showList(services, caller, rows), meta };
}

/** The turns of all schedules that one member created: eleven with hourly turns, or 270 with daily ones. */
const MAX_TURNS_PER_YEAR = 100_000;

export function createSchedule(services: Services, caller: Caller, wanted: NewSchedule): Promise<Schedule> {
  const id = services.newId('schedule');
  const created = changeAs(services, caller, async (tx, caller, user) => {
    const { organizationId, userId } = caller;
    const teamIds = await resolveTeams(tx, caller, wanted.team_ids);
    await requirePermission(caller, 'create schedule', () => areTheirTeams(tx, caller, teamIds));
    const now = services.clock.now();
    await tx.run(countSchedules, { id: organizationId, change: 1 });
    const references = referencesIn(wanted);
    const [candidates, subscriptions] = await waitForAll([
      findReferences(tx, caller, references),
      loadSubscriptions(tx, organizationId),
    ]);
    const users = usersIn(await lockReferences(tx, caller, candidates), references);
    const details = detailsOf({ external_id: null, managed_by: null, ...wanted });
    const row = {
      ...details,
      id,
      organization_id: organizationId,
      time_zone: findZone(wanted.time_zone)?.name ?? wanted.time_zone,
      latest_revision: 0,
      next_change_at: null,
      notifications_due_at: null,
      next_reminder_at: null,
      broken_reason: null,
      created_by: userId,
      created_at: now,
      deleted_at: null,
      change_count: 0,
      changed_at: null,
      turns_per_year: 0,
    };
    const state = withPeople(newState(row, subscriptions), users);
    const audit = { action: 'schedule.created', targetId: id, detail: wanted };
    const layers = layersOf(wanted, users, state.row.time_zone);
    const planning = { ...planningIn(services, organizationId, now), by: userId };
    const plan = planScheduleChange(state, update(state, { details, ...layers, teamIds, audit }, planning), planning);
    await requireTurns(tx, caller, plan);
    await writePlans(services, tx, { ...caller, user }, [plan]);
    return showStored(tx, plan, now);
  });
  return created.catch((error) => throwDuplicate(error, wanted));
}

export function updateSchedule(
  services: Services,
  caller: Caller,
  scheduleId: string,
  { time_zone, replaces_revision: replaces, ...wanted }: ScheduleUpdate,
  expected?: ExpectedTags,
): Promise<Schedule> {
  const references = referencesIn(wanted);
  const updated = changeSchedule(services, caller, { scheduleId, references }, async (change) => {
    const { tx, now, planning } = change;
    if (time_zone !== undefined) {
      throw new AppError('unprocessable_entity', 'time_zone cannot be changed once a schedule is created.');
    }
    requireLayers(wanted, replaces);
    const users = change.users();
    const state = withPeople(change.state, users);
    await requireScheduleTag(tx, state.row, expected);
    const teamIds = wanted.team_ids && (await teamsToLink(tx, change.caller, state.row, wanted.team_ids));
    const details = detailsOf({ ...state.row, ...wanted });
    const detail = { ...wanted, ...(replaces !== undefined && { replaces_revision: replaces }) };
    const audit = { action: 'schedule.updated', targetId: state.row.id, detail };
    const effect = update(
      state,
      {
        details,
        audit,
        ...(wanted.layers && layersOf({ ...wanted, layers: wanted.layers }, users, state.row.time_zone)),
        ...(replaces !== undefined && { replaces }),
        ...(teamIds && { teamIds }),
      },
      planning,
    );
    const plan = planScheduleChange(state, effect, planning);
    await requireTurns(tx, change.caller, plan);
    await change.write(plan);
    // In this order, in one round trip.
    const [shown] = await waitForAll([showStored(change.locked.reads, plan, now), change.requireNobodyLeft()]);
    return shown;
  });
  return updated.catch((error) => throwDuplicate(error, wanted));
}

export function deleteSchedule(
  services: Services,
  caller: Caller,
  scheduleId: string,
  expected?: ExpectedTags,
): Promise<void> {
  return changeSchedule(services, caller, { scheduleId, isDeletion: true }, async (change) => {
    const { organizationId } = caller;
    const { tx, now, state, locked, planning } = change;
    await requireScheduleTag(tx, state.row, expected);
    tx.send(countSchedules, { id: organizationId, change: -1 });
    await notifyScheduleDeleted(services, locked, caller, state.row);
    if (state.hasChatGroup) await detachChatOf(services, tx, organizationId, state.row.id);
    await change.write(planScheduleChange(state, deletion(state, now), planning));
  });
}

/** Rule BUD-2: nobody but an admin makes a schedule that takes others too long to read. What is stored may stay. */
async function requireTurns(
  tx: UnguardedReads,
  { role }: Caller,
  { before, state: { row } }: SchedulePlan,
): Promise<void> {
  if (role !== 'standard' || row.turns_per_year <= before.row.turns_per_year) return;
  const { organization_id: organizationId, created_by: createdBy, id } = row;
  const { turns: others } = (await tx.first(turnsOfCreator, { organizationId, id, createdBy })) ?? { turns: 0 };
  const turns = others + row.turns_per_year;
  if (turns <= MAX_TURNS_PER_YEAR) return;
  throw new AppError(
    'too_many_turns',
    `With these layers, the schedules that their creator made would have ${turns} turns a year together, and ${MAX_TURNS_PER_YEAR} is the most: choose a longer shift_length, or ask an admin.`,
  );
}

type WantedLayers = Pick<ScheduleUpdate, 'layers' | 'planned_layers'>;

function referencesIn({ layers = [], planned_layers: planned = [] }: WantedLayers): UserReference[] {
  return [...layers, ...planned].flatMap((layer) => layer.user_references);
}

function requireLayers({ layers, planned_layers: planned }: WantedLayers, replaces: number | undefined): void {
  if (replaces !== undefined && layers === undefined) {
    throw new AppError(
      'unprocessable_entity',
      'replaces_revision needs layers: the layer that replaces that revision.',
    );
  }
  if (planned === undefined) return;
  if (layers === undefined) {
    throw new AppError('unprocessable_entity', 'planned_layers needs layers: the layer before those that are planned.');
  }
  if (replaces !== undefined) {
    throw new AppError('unprocessable_entity', 'planned_layers cannot be combined with replaces_revision.');
  }
}

/** `users`: those that the layers refer to, in order. */
function layersOf(
  { layers, planned_layers: planned }: Required<Pick<WantedLayers, 'layers'>> & WantedLayers,
  users: readonly UserRow[],
  timeZone: string,
): { readonly layer: Layer; readonly planned?: readonly Layer[] } {
  const [first] = layers;
  if (first === undefined) throw new AppError('bad_request', 'layers must have exactly 1 item.');
  let used = first.user_references.length;
  const layer = layerOf(first, users.slice(0, used), timeZone, 'layers[0]');
  if (planned === undefined) return { layer };
  let before = layer;
  const later = planned.map((wanted, i) => {
    const theirs = users.slice(used, used + wanted.user_references.length);
    used += theirs.length;
    const next = layerOf(wanted, theirs, timeZone, `planned_layers[${i}]`);
    if (next.rotationStart <= before.rotationStart) {
      throw new AppError(
        'unprocessable_entity',
        `planned_layers[${i}].rotation_start must be after that of the layer before it; it is ${wanted.rotation_start}.`,
      );
    }
    before = next;
    return next;
  });
  return { layer, planned: later };
}

/** `field`: its name in messages. */
function layerOf(layer: NewLayer, users: readonly UserRow[], timeZone: string, field: string): Layer {
  const { restriction_intervals: windows = [] } = layer;
  return withValidCountedDays(field, timeZone, {
    name: layer.name.trim(),
    rotationStart: parseInstant(layer.rotation_start) as number,
    concurrentUsers: layer.concurrent_oncall_users,
    users: users.map(({ id }) => id),
    shiftLength: layer.shift_length,
    ...(windows.length > 0 && { restrictionIntervals: windows }),
    ...(layer.counted_days === 'open' && { countedDays: 'open' }),
  });
}

/** Rule ROT-5: which layers may count open days only. */
function withValidCountedDays(field: string, timeZone: string, layer: Layer): Layer {
  const problem = problemOfCountedDays(layer, findZone(timeZone));
  if (problem === undefined) return layer;
  throw new AppError('unprocessable_entity', `${field}.counted_days cannot be "open": ${problem}.`);
}

/** Callers who are not admins may add only their own teams; teams that are already linked may stay. */
async function teamsToLink(
  tx: LockingTransaction,
  caller: Caller,
  { organization_id: organizationId, id }: ScheduleRow,
  ids: readonly string[],
): Promise<TeamId[]> {
  const teamIds = await resolveTeams(tx, caller, ids);
  const linked = await tx.all(teamsOfSchedules, { organizationId, ids: [id] });
  const added = teamIds.filter((teamId) => !linked.some((team) => team.id === teamId));
  await requirePermission(caller, 'create schedule', () => areTheirTeams(tx, caller, added));
  return teamIds;
}

function throwDuplicate(error: unknown, { external_id }: Pick<ScheduleUpdate, 'external_id'>): never {
  const isTaken = error instanceof UniqueViolation && error.columns.includes('schedules.external_id');
  throw isTaken ? duplicateExternalId('schedule', external_id) : error;
}

/**
 * The schedule as it is after the plan is written. Who leaves meanwhile stays in it: their departure comes after this change.
 */
async function showStored(db: Queryable, { state: { row } }: SchedulePlan, now: number): Promise<Schedule> {
  const [shown] = await showStoredSchedules(db, row.organization_id, [row], now);
  if (shown === undefined) throw noSchedule(row.id);
  return shown;
}
