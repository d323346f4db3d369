import type { Queryable } from '../../db/driver/database.ts';
import { type OverrideRow, overrideById, overridesPage, overridesTotal } from '../../db/overrides.ts';
import { placeOverride } from '../../engine/overrides.ts';
import type { Override } from '../../engine/schedule.ts';
import { AppError, quoted } from '../../errors.ts';
import { type OverrideId, parseId, type ScheduleId, type UserId } from '../../ids.ts';
import type { Caller } from '../../permissions.ts';
import type { NewOverride, ScheduleOverride } from '../../schemas/overrides.ts';
import type { User } from '../../schemas/users.ts';
import { formatInstant, parseInstant } from '../../time/iso.ts';
import { findReferences, lockReferences } from '../people/user-references.ts';
import { finderIn, loadUsers } from '../people/users.ts';
import { limitsOf, metaOf, type PageMeta, type PageRequest } from '../shared/paging.ts';
import type { Services } from '../shared/services.ts';
import { together } from '../shared/together.ts';
import { type IntervalRequest, intervalOf } from './intervals.ts';
import { admitToChange, getScheduleRow, planningOf } from './schedule-changes.ts';
import { lockState } from './schedule-locks.ts';
import { planScheduleChange } from './schedule-plan.ts';
import { withPeople } from './schedule-state.ts';
import { writePlans } from './schedule-writes.ts';
import { readIds } from './stored-layers.ts';

export async function getOverride(
  { db }: Services,
  caller: Caller,
  scheduleId: string,
  overrideId: string,
): Promise<ScheduleOverride> {
  const { id } = await getScheduleRow(db, caller, scheduleId);
  const override = overrideOf(await getOverrideRow(db, caller, id, overrideId));
  return presentOverride(override, await loadUsers(db, caller.organizationId, override.users));
}

export async function listOverrides(
  { db, clock }: Services,
  caller: Caller,
  scheduleId: string,
  request: PageRequest & IntervalRequest,
): Promise<{ overrides: ScheduleOverride[]; meta: PageMeta }> {
  const { organizationId } = caller;
  const { id } = await getScheduleRow(db, caller, scheduleId);
  const which = { organizationId, scheduleId: id, ...intervalOf(request, clock.now()) };
  const rows = await db.all(overridesPage, { ...which, ...limitsOf(request) });
  const overrides = rows.map(overrideOf);
  const findUser = await loadUsers(
    db,
    organizationId,
    overrides.flatMap(({ users }) => users),
  );
  return {
    overrides: overrides.map((override) => presentOverride(override, findUser)),
    meta: metaOf(request, await db.first(overridesTotal, which)),
  };
}

export function createOverride(
  services: Services,
  caller: Caller,
  scheduleId: string,
  { start, end, user_references: references }: NewOverride,
): Promise<ScheduleOverride> {
  return services.db.transaction(async (tx) => {
    const [admitted, candidates] = await together([
      admitToChange(services, tx, caller, scheduleId),
      findReferences(tx, caller, references),
    ]);
    const now = services.clock.now();
    const [users, state] = await together([
      lockReferences(tx, caller, references, candidates),
      lockState(services, tx, caller, admitted.scheduleId),
    ]);
    const asked = {
      start: parseInstant(start) as number,
      end: parseInstant(end) as number,
      users: users.map(({ id }) => id),
    };
    const plan = planScheduleChange(
      withPeople(state, users),
      { kind: 'add overrides', overrides: [placeOverride(asked, now)], isNews: true },
      planningOf(services, caller, now),
    );
    await writePlans(services, tx, caller, [plan]);
    const findUser = finderIn(users);
    const [created] = plan.overrides.added.map((override) => presentOverride(override, findUser));
    return created as ScheduleOverride;
  });
}

export function deleteOverride(
  services: Services,
  caller: Caller,
  scheduleId: string,
  overrideId: string,
): Promise<void> {
  return services.db.transaction(async (tx) => {
    const admitted = await admitToChange(services, tx, caller, scheduleId);
    const now = services.clock.now();
    const [state, row] = await together([
      lockState(services, tx, caller, admitted.scheduleId),
      getOverrideRow(tx, caller, admitted.scheduleId, overrideId),
    ]);
    // Whoever is leaving was taken out meanwhile, and the override may have gone with them.
    const isThere = row.end_at <= now || state.overrides.some(({ id }) => id === row.id);
    if (!isThere) throw noOverride(overrideId, admitted.scheduleId);
    const change = { kind: 'remove override', override: overrideOf(row) } as const;
    await writePlans(services, tx, caller, [planScheduleChange(state, change, planningOf(services, caller, now))]);
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

interface ReadableOverride extends Override {
  readonly id: OverrideId;
}

/** Rule STO-5: one whose users cannot be read is shown without any. */
function overrideOf({ id, start_at, end_at, users_json }: OverrideRow): ReadableOverride {
  return { id, start: start_at, end: end_at, users: readIds<UserId>(users_json) ?? [] };
}

function presentOverride(
  { id, start, end, users }: ReadableOverride,
  findUser: (id: UserId) => User,
): ScheduleOverride {
  return { id, start: formatInstant(start), end: formatInstant(end), users: users.map(findUser) };
}
