/** The rows of schedules, and who may change them. */
import type { Queryable, Transaction, UnguardedReads } from '../../db/driver/database.ts';
import type { UserRow } from '../../db/people/users.ts';
import { lockSchedule } from '../../db/schedules/schedule-locks.ts';
import { type ScheduleRow, scheduleById, scheduleFor, userAndSchedule } from '../../db/schedules/schedules.ts';
import { AppError } from '../../errors.ts';
import { parseId, type ScheduleId } from '../../ids.ts';
import { type Caller, requirePermission } from '../../permissions.ts';
import { noSchedule } from './missing-schedule.ts';
import { readWithRows } from './read-with-rows.ts';
import type { Services } from './services.ts';

/**
 * The row of a schedule, and what is read about its id in the same round trip. Nothing else is read if that saves no round trip, or if the row is cached: an
 * answer may be kept for it. Then `others` is undefined.
 */
export async function getScheduleRowWith<T>(
  db: Queryable,
  caller: Caller,
  id: string,
  read: (id: ScheduleId) => Promise<T>,
): Promise<{ readonly row: ScheduleRow; readonly others: T | undefined }> {
  const scheduleId = parseId('schedule', id);
  if (scheduleId === undefined) throw noSchedule(id);
  const { organizationId } = caller;
  if (db.isLocal || db.isCached?.(scheduleById, { organizationId, id: scheduleId })) {
    return { row: await getScheduleRow(db, caller, id), others: undefined };
  }
  const [row, others] = await readWithRows(
    () => getScheduleRow(db, caller, id),
    () => read(scheduleId),
  );
  return { row, others };
}

export async function getScheduleRow(db: Queryable, { organizationId }: Caller, id: string): Promise<ScheduleRow> {
  const scheduleId = parseId('schedule', id);
  const row = scheduleId && (await db.first(scheduleById, { organizationId, id: scheduleId }));
  if (row === undefined) throw noSchedule(id);
  return row;
}

/** Whether the caller rotates in the schedule, created it, or is in one of its teams. */
export async function isTheirSchedule(
  services: Services,
  db: Queryable,
  caller: Caller,
  scheduleId: string,
): Promise<boolean> {
  return (await findScheduleFor(services, db, caller, scheduleId))?.isTheirs ?? false;
}

async function findScheduleFor(
  { clock }: Services,
  db: Queryable,
  { organizationId, userId }: Caller,
  scheduleId: string,
): Promise<{ id: ScheduleId; isTheirs: boolean } | undefined> {
  const id = parseId('schedule', scheduleId);
  const found = id && (await db.first(scheduleFor, { organizationId, id, userId, now: clock.now() }));
  return found && { id: found.id, isTheirs: found.is_theirs === 1 };
}

/** Locks the row until the end of the transaction: changes to one schedule happen one after the other. */
export async function lockScheduleRow(
  tx: Transaction,
  { organizationId }: Pick<Caller, 'organizationId'>,
  id: ScheduleRow['id'],
): Promise<ScheduleRow> {
  const row = await tx.first(lockSchedule, { organizationId, id });
  if (row === undefined) throw noSchedule(id);
  return row;
}

/**
 * The row, if the caller may change the schedule. Only the check in the transaction of the change counts; an earlier check avoids work that would be
 * refused. The row is not locked: a change that locks users locks them first.
 */
export async function getScheduleToChange(
  services: Services,
  db: Queryable,
  caller: Caller,
  id: string,
): Promise<ScheduleRow> {
  const row = await getScheduleRow(db, caller, id);
  await requirePermission(caller, 'change schedule', () => isTheirSchedule(services, db, caller, id));
  return row;
}

export interface Authorized {
  /** With the current role and seat. */
  readonly caller: Caller;
  readonly user: UserRow;
}

/** The caller may have been deactivated, or lost a role, since the request came. */
export async function authorizeChange(
  { clock }: Services,
  tx: UnguardedReads,
  caller: Caller,
  id: ScheduleId,
): Promise<Authorized> {
  const { organizationId, userId } = caller;
  const found = await tx.first(userAndSchedule, { organizationId, id, userId, now: clock.now() });
  if (found === undefined) throw new AppError('unauthorized');
  const { is_theirs: isTheirs, ...user } = found;
  if (isTheirs === null) throw noSchedule(id);
  const current = { ...caller, role: user.role, seat: user.seat };
  await requirePermission(current, 'change schedule', async () => isTheirs === 1);
  return { caller: current, user };
}
