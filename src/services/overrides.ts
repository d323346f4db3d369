import type { Queryable, Transaction } from '../db/database.ts';
import {
  deleteOverride as deleteOverrideRow,
  endOverride,
  endOverrideUsers,
  highestRank,
  insertOverride,
  insertOverrideUser,
  type OverrideRow,
  overrideById,
  overridesPage,
  overridesTotal,
} from '../db/overrides.ts';
import type { ScheduleRow } from '../db/schedules.ts';
import { placeOverride, removeOverride } from '../engine/overrides.ts';
import type { Override } from '../engine/schedule.ts';
import { AppError } from '../errors.ts';
import { type OverrideId, parseId, type UserId } from '../ids.ts';
import type { Caller } from '../permissions.ts';
import type { NewOverride, ScheduleOverride } from '../schemas/overrides.ts';
import type { User } from '../schemas/users.ts';
import { formatInstant, parseInstant } from '../time/iso.ts';
import { writeAuditEntry } from './audit-log.ts';
import { type IntervalRequest, intervalOf } from './intervals.ts';
import { limitsOf, metaOf, type PageMeta, type PageRequest } from './pages.ts';
import { getScheduleRow, getScheduleToChange, lockScheduleRow, refreshNextChange } from './schedules.ts';
import type { Services } from './services.ts';
import { resolveUsers } from './user-references.ts';
import { loadUsers } from './users.ts';

export async function getOverride(
  { db }: Services,
  caller: Caller,
  scheduleId: string,
  overrideId: string,
): Promise<ScheduleOverride> {
  const schedule = await getScheduleRow(db, caller, scheduleId);
  const row = await getOverrideRow(db, caller, schedule, overrideId);
  return presentOverride(row, await loadUsers(db, caller.organizationId, usersOf(row)));
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
  const findUser = await loadUsers(db, organizationId, rows.flatMap(usersOf));
  return {
    overrides: rows.map((row) => presentOverride(row, findUser)),
    meta: metaOf(request, await db.first(overridesTotal, which)),
  };
}

export async function createOverride(
  services: Services,
  caller: Caller,
  scheduleId: string,
  { start, end, user_references }: NewOverride,
): Promise<ScheduleOverride> {
  const { id } = await getScheduleToChange(services, caller, scheduleId);
  const overrideId = await services.db.transaction(async (tx) => {
    const users = await resolveUsers(tx, caller, user_references);
    await lockScheduleRow(tx, caller, id);
    const override = placeOverride(
      { start: parseInstant(start) as number, end: parseInstant(end) as number, users },
      services.clock.now(),
    );
    const created = await storeOverride(services, tx, caller, id, override);
    await refreshNextChange(services, tx, caller, id);
    return created;
  });
  return getOverride(services, caller, id, overrideId);
}

export async function deleteOverride(
  services: Services,
  caller: Caller,
  scheduleId: string,
  overrideId: string,
): Promise<void> {
  const schedule = await getScheduleToChange(services, caller, scheduleId);
  const { organizationId } = caller;
  await services.db.transaction(async (tx) => {
    await lockScheduleRow(tx, caller, schedule.id);
    const row = await getOverrideRow(tx, caller, schedule, overrideId);
    const key = { organizationId, scheduleId: schedule.id, id: row.id };
    const removal = removeOverride({ start: row.start_at, end: row.end_at }, services.clock.now());
    if (removal.kind === 'gone') {
      await tx.run(deleteOverrideRow, key);
    } else {
      await tx.run(endOverride, { ...key, now: removal.end });
      await tx.run(endOverrideUsers, { organizationId, overrideId: row.id, now: removal.end });
    }
    await refreshNextChange(services, tx, caller, schedule.id);
    await writeAuditEntry(services, tx, caller, {
      action: 'override.deleted',
      targetId: row.id,
      detail: { schedule: schedule.id },
    });
  });
}

/**
 * One override, as it is to hold, made now or, with the rank of another, in that one's place. Who calls it has locked the
 * schedule, and refreshes it afterwards.
 */
export async function storeOverride(
  services: Services,
  tx: Transaction,
  caller: Caller,
  scheduleId: ScheduleRow['id'],
  { start, end, users }: Override,
  rank?: number,
): Promise<OverrideId> {
  const { organizationId, userId } = caller;
  const id = services.newId('override');
  const highest = await tx.first(highestRank, { organizationId, scheduleId });
  await tx.run(insertOverride, {
    organizationId,
    scheduleId,
    id,
    startAt: start,
    endAt: end,
    rank: rank ?? (highest?.rank ?? 0) + 1,
    usersJson: JSON.stringify(users),
    createdBy: userId,
    createdAt: services.clock.now(),
  });
  for (const user of users)
    await tx.run(insertOverrideUser, { organizationId, overrideId: id, userId: user, endAt: end });
  await writeAuditEntry(services, tx, caller, {
    action: 'override.created',
    targetId: id,
    detail: { schedule: scheduleId, start: formatInstant(start), end: formatInstant(end), users },
  });
  return id;
}

async function getOverrideRow(
  db: Queryable,
  { organizationId }: Caller,
  { id: scheduleId }: ScheduleRow,
  id: string,
): Promise<OverrideRow> {
  const overrideId = parseId('override', id);
  const row = overrideId && (await db.first(overrideById, { organizationId, scheduleId, id: overrideId }));
  if (row === undefined)
    throw new AppError('not_found', `There is no override ${JSON.stringify(id)} in ${scheduleId}.`);
  return row;
}

function usersOf({ users_json }: OverrideRow): UserId[] {
  return JSON.parse(users_json) as UserId[];
}

function presentOverride(row: OverrideRow, findUser: (id: UserId) => User): ScheduleOverride {
  return {
    id: row.id,
    start: formatInstant(row.start_at),
    end: formatInstant(row.end_at),
    users: usersOf(row).map(findUser),
  };
}
