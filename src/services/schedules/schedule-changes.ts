/**
 * The first step of every change to a schedule: reads the caller again and checks their permission. The change is then planned
 * (schedule-plan.ts) on the locked state (schedule-locks.ts), and stored (schedule-writes.ts).
 */
import type { Queryable, Transaction } from '../../db/driver/database.ts';
import { type BoundRead, bindRead } from '../../db/driver/statement.ts';
import type { UserRow } from '../../db/people/users.ts';
import { lockSchedule } from '../../db/schedules/schedule-locks.ts';
import { type ScheduleRow, scheduleById, scheduleFor, userAndSchedule } from '../../db/schedules/schedules.ts';
import { AppError } from '../../errors.ts';
import { parseId, type ScheduleId } from '../../ids.ts';
import { type Caller, isAllowed, requirePermission } from '../../permissions.ts';
import type { UserReference } from '../../schemas/schedules/schedules.ts';
import { isReached } from '../notifications/channels.ts';
import type { Services } from '../shared/services.ts';
import type { Planning } from './plan/change.ts';
import type { Author } from './schedule-writes.ts';
import { noSchedule } from './timelines.ts';

/** A caller who may change a schedule, with current data. */
export interface AuthorizedChange {
  readonly caller: Caller;
  readonly user: UserRow;
  readonly scheduleId: ScheduleId;
}

/** Runs a change that will lock the schedule and these people. */
export function changeSchedule<T>(
  { db }: Services,
  caller: Caller,
  { scheduleId, references = [] }: { readonly scheduleId: string; readonly references?: readonly UserReference[] },
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  // Nobody waits who is refused anyway.
  if (!isAllowed(caller, 'change schedule', true)) return db.transaction(work);
  const people = references.map(({ value }) => `${caller.organizationId} person ${value}`);
  // Users before schedules, as they are locked.
  return db.transaction(work, [...people.sort(), lockOfSchedule(caller, scheduleId)]);
}

/** The id comes from the request: with the organization, nobody can make another organization wait. */
export function lockOfSchedule({ organizationId }: Pick<Caller, 'organizationId'>, scheduleId: string): string {
  return `${organizationId} schedule ${scheduleId}`;
}

/** Nothing is locked yet: a change that locks users locks them before the schedule. */
export async function authorizeChange(
  services: Services,
  tx: Transaction,
  caller: Caller,
  scheduleId: string,
): Promise<AuthorizedChange> {
  const { organizationId, userId } = caller;
  const id = parseId('schedule', scheduleId);
  if (id === undefined) throw noSchedule(scheduleId);
  const found = await tx.first(userAndSchedule, { organizationId, id, userId, now: services.clock.now() });
  if (found === undefined) throw new AppError('unauthorized');
  const { is_theirs: isTheirs, ...user } = found;
  if (isTheirs === null) throw noSchedule(scheduleId);
  const current = { ...caller, role: user.role, seat: user.seat };
  await requirePermission(current, 'change schedule', async () => isTheirs === 1);
  return { caller: current, user, scheduleId: id };
}

/** The author of the change, for the audit log and the webhooks. */
export function authorOf({ caller, user }: AuthorizedChange): Author {
  return { ...caller, user };
}

export function planningOf(
  services: Services,
  { organizationId, userId }: Pick<Caller, 'organizationId' | 'userId'>,
  now: number,
): Planning {
  return {
    now,
    by: userId,
    newOverrideId: () => services.newId('override'),
    isTold: (person) => isReached(services, organizationId, person, 'shift_moved'),
  };
}

/** The row of a schedule, read together with everything that will be needed about it. */
export async function getScheduleRowWith(
  db: Queryable,
  caller: Caller,
  id: string,
  others: (id: ScheduleId) => readonly BoundRead[],
): Promise<ScheduleRow> {
  const { organizationId } = caller;
  const scheduleId = parseId('schedule', id);
  if (scheduleId !== undefined) {
    db.prefetch?.(bindRead(scheduleById, { organizationId, id: scheduleId }), () => others(scheduleId));
  }
  return getScheduleRow(db, caller, id);
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
