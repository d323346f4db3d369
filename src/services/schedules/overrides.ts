import type { Queryable } from '../../db/driver/database.ts';
import type { UserRow } from '../../db/people/users.ts';
import { type OverrideRow, overrideById, overridesPage, overridesTotal } from '../../db/schedules/overrides.ts';
import { type OverrideChange, placeOverride } from '../../engine/overrides.ts';
import { AppError, quoted } from '../../errors.ts';
import { parseId, type ScheduleId } from '../../ids.ts';
import type { Caller } from '../../permissions.ts';
import type {
  NewOverride,
  OverrideParams,
  OverrideUpdate,
  ScheduleOverride,
} from '../../schemas/schedules/overrides.ts';
import { formatInstant, MAX_INSTANT, parseInstant } from '../../time/iso.ts';
import { finderIn, loadUsers } from '../people/users.ts';
import { addition, changedOverride, removal } from '../plan/override-effects.ts';
import { changeSchedule } from '../plan/schedule-changes.ts';
import { planScheduleChange } from '../plan/schedule-plan.ts';
import { type ScheduleState, withPeople } from '../plan/schedule-state.ts';
import { isDecided } from '../plan/times.ts';
import { type ExpectedTags, requireTag, tagOfOverride } from '../shared/entity-tags.ts';
import { limitsOf, metaOf, type PageMeta, type PageRequest } from '../shared/paging.ts';
import { getScheduleRow } from '../shared/schedule-access.ts';
import type { Services } from '../shared/services.ts';
import { readIds } from '../shared/stored-values.ts';
import { waitForAll } from '../shared/wait-for-all.ts';
import { type IntervalRequest, intervalOf } from '../timelines/intervals.ts';
import {
  overrideOf,
  peopleOf,
  presentOverride,
  type ReadableOverride,
  readable,
} from '../timelines/stored-overrides.ts';

export async function getOverride(
  { db }: Services,
  caller: Caller,
  scheduleId: string,
  overrideId: string,
): Promise<ScheduleOverride> {
  const { id } = await getScheduleRow(db, caller, scheduleId);
  const override = shownOverride(await getOverrideRow(db, caller, id, overrideId));
  return presentOverride(override, await loadUsers(db, caller.organizationId, peopleOf(override)));
}

export async function listOverrides(
  { db, clock }: Services,
  caller: Caller,
  scheduleId: string,
  { unfinished = false, ...request }: PageRequest & IntervalRequest & { readonly unfinished?: boolean },
): Promise<{ overrides: ScheduleOverride[]; meta: PageMeta }> {
  const { organizationId } = caller;
  const { id } = await getScheduleRow(db, caller, scheduleId);
  if (unfinished && (request.from !== undefined || request.to !== undefined)) {
    throw new AppError('unprocessable_entity', 'unfinished cannot be combined with from and to.');
  }
  const now = clock.now();
  const interval = unfinished ? { start: now, end: MAX_INSTANT } : intervalOf(request, now);
  const which = { organizationId, scheduleId: id, ...interval };
  const rows = await db.all(overridesPage, { ...which, ...limitsOf(request) });
  const overrides = rows.map(shownOverride);
  const findUser = await loadUsers(db, organizationId, overrides.flatMap(peopleOf));
  return {
    overrides: overrides.map((override) => presentOverride(override, findUser)),
    meta: metaOf(request, await db.first(overridesTotal, which)),
  };
}

export function createOverride(
  services: Services,
  caller: Caller,
  scheduleId: string,
  { start, end, user_references: references, reason, managed_by: managedBy }: NewOverride,
): Promise<ScheduleOverride> {
  const near = { start: parseInstant(start) as number, end: parseInstant(end) as number };
  return changeSchedule(services, caller, { scheduleId, references, near }, async (change) => {
    const { now, planning } = change;
    const users = change.users();
    const placed = placeOverride({ ...near, users: users.map(({ id }) => id) }, now);
    const override = { ...placed, reason: reasonOf(reason), ...(managedBy !== undefined && { managedBy }) };
    const planFor = (loaded: ScheduleState) => {
      const state = withPeople(loaded, users);
      return planScheduleChange(
        state,
        addition(state, { overrides: [override], isNotified: true }, planning),
        planning,
      );
    };
    const first = planFor(change.state);
    const plan = isDecided(first.before, first.state, placed.start, now) ? first : planFor(await change.wholeState());
    await change.write(plan);
    const findUser = finderIn([...users, change.user]);
    const [created] = plan.overrides.added.map((override) => presentOverride(override, findUser));
    return created as ScheduleOverride;
  });
}

/** Rules OVR-5 and STO-8. */
export function updateOverride(
  services: Services,
  caller: Caller,
  { schedule_id: scheduleId, override_id: overrideId }: OverrideParams,
  { start, end, user_references: references = [], reason }: OverrideUpdate,
  expected?: ExpectedTags,
): Promise<ScheduleOverride> {
  return changeSchedule(services, caller, { scheduleId, references }, async (change) => {
    const { tx, now, planning } = change;
    const users = change.users();
    const state = withPeople(change.state, users);
    const row = await getOverrideRow(change.locked.reads, caller, state.row.id, overrideId);
    requireUnfinished(state, row, now);
    requireTag(expected, tagOfRow(row));
    requireKnownUsers(row, users);
    const wanted: OverrideChange = {
      ...(start !== undefined && { start: parseInstant(start) as number }),
      ...(end !== undefined && { end: parseInstant(end) as number }),
      ...(users.length > 0 && { users: users.map(({ id }) => id) }),
    };
    const newReason = reason === undefined ? undefined : reasonOf(reason);
    const effect = changedOverride(state, { id: row.id, change: wanted, reason: newReason }, planning);
    const plan = planScheduleChange(state, effect, planning);
    const changed = plan.state.overrides.find(({ id }) => id === row.id);
    if (changed === undefined) throw noOverride(overrideId, state.row.id);
    const shown = readable(changed);
    const [findUser] = await waitForAll([
      loadUsers(tx, caller.organizationId, peopleOf(shown)),
      change.requireNobodyLeft(),
    ]);
    await change.write(plan);
    return presentOverride(shown, findUser);
  });
}

/** Rule STO-8. */
export function deleteOverride(
  services: Services,
  caller: Caller,
  { schedule_id: scheduleId, override_id: overrideId }: OverrideParams,
  expected?: ExpectedTags,
): Promise<void> {
  return changeSchedule(services, caller, { scheduleId }, async (change) => {
    const { now, state, planning } = change;
    const row = await getOverrideRow(change.locked.reads, caller, state.row.id, overrideId);
    requireUnfinished(state, row, now);
    requireTag(expected, tagOfRow(row));
    await change.write(planScheduleChange(state, removal(state, shownOverride(row), planning), planning));
  });
}

async function getOverrideRow(
  db: Queryable,
  { organizationId }: Caller,
  scheduleId: ScheduleId,
  id: string,
): Promise<OverrideRow> {
  const overrideId = parseId('override', id);
  const row = overrideId && (await db.first(overrideById, { organizationId, scheduleId, id: overrideId }));
  if (row === undefined) throw noOverride(id, scheduleId);
  return row;
}

function noOverride(id: string, scheduleId: ScheduleId): AppError {
  return new AppError('not_found', `There is no override ${quoted(id)} in ${scheduleId}.`);
}

/** Departing users were removed when the schedule was locked, and the override may have been deleted with them. */
function requireUnfinished(state: ScheduleState, { id, schedule_id, end_at }: OverrideRow, now: number): void {
  if (end_at <= now) throw new AppError('override_already_finished');
  if (!state.overrides.some((override) => override.id === id)) throw noOverride(id, schedule_id);
}

/** Rule STO-5: a change of another field must not replace users that cannot be read by nobody. */
function requireKnownUsers({ id, users_json }: OverrideRow, wanted: readonly UserRow[]): void {
  if (wanted.length > 0 || readIds(users_json) !== undefined) return;
  throw new AppError(
    'schedule_broken',
    `user_references is needed: the users of the override ${id} cannot be read. It can also be deleted.`,
  );
}

/** As `tagOfOverride` computes it from the response. */
function tagOfRow(row: OverrideRow): string {
  const { id, start, end, users, reason } = shownOverride(row);
  return tagOfOverride({
    id,
    start: formatInstant(start),
    end: formatInstant(end),
    users: users.map((user) => ({ id: user })),
    ...(reason !== null && { reason }),
  });
}

function reasonOf(text: string | undefined): string | null {
  return text?.trim() || null;
}

function shownOverride(row: OverrideRow): ReadableOverride {
  return readable(overrideOf(row));
}
