/**
 * The first step of every change to a schedule: locks it, loads it, and checks the permission of the caller. The change is then planned
 * (schedule-plan.ts) and stored (schedule-writes.ts).
 */
import type { LockingTransaction, Queryable, Transaction, UnguardedReads } from '../../db/driver/database.ts';
import { lockOrganization } from '../../db/people/organizations.ts';
import type { UserRow } from '../../db/people/users.ts';
import { lockSchedule } from '../../db/schedules/schedule-locks.ts';
import { type ScheduleRow, scheduleById, scheduleFor, userAndSchedule } from '../../db/schedules/schedules.ts';
import type { Interval } from '../../engine/schedule.ts';
import { AppError } from '../../errors.ts';
import { parseId, type ScheduleId, type UserId } from '../../ids.ts';
import { type Caller, isAllowed, requirePermission } from '../../permissions.ts';
import type { UserReference } from '../../schemas/schedules/schedules.ts';
import { HOUR_MS } from '../../time/units.ts';
import { isReached } from '../notifications/channels.ts';
import { findReferences, readReferences, touchReferences, usersIn } from '../people/user-references.ts';
import { beginningAgain } from '../shared/begin-again.ts';
import { noSchedule } from '../shared/missing-schedule.ts';
import { readWithRows } from '../shared/read-with-rows.ts';
import type { Services } from '../shared/services.ts';
import { waitForAll } from '../shared/wait-for-all.ts';
import type { Planning } from './change.ts';
import { LockedSchedules } from './locked-schedules.ts';
import { loadStates, requireNobodyLeft } from './schedule-locks.ts';
import type { ScheduleState, UserInLayers } from './schedule-state.ts';
import type { Author } from './schedule-writes.ts';

/** A change to a schedule that is locked, by a caller who may make it. */
export interface ScheduleChange {
  readonly tx: LockingTransaction;
  /** With the current role and seat. */
  readonly caller: Caller;
  readonly user: UserRow;
  readonly now: number;
  readonly locked: LockedSchedules;
  readonly state: ScheduleState;
  /** The users whom the references name, in their order. They are locked too. */
  users(): UserRow[];
  /** With all overrides, if `near` was given. */
  wholeState(): Promise<ScheduleState>;
  /** Called after everything is read that the response shows of people. */
  requireNobodyLeft(): Promise<void>;
}

interface WantedChange {
  readonly scheduleId: string;
  readonly references?: readonly UserReference[];
  /** The organization has one schedule less, and its row is locked before all others. */
  readonly isDeletion?: boolean;
  /** The interval of a new override: of the others, only those are loaded that it may depend on. */
  readonly near?: Interval;
}

/** Somebody is named who is in no layer of the schedule, or leaves: then people are locked too. */
class NewToSchedule extends Error {
  override readonly name = 'NewToSchedule';
}

/** The clocks of nodes differ by less. */
const CLOCKS_DIFFER_MS = HOUR_MS;

/**
 * Rule LOCK-1: locks the schedule, then reads everything else; the caller and their permission last. All of it is one round trip, unless people are
 * named by their email or chat id. What is written before the permission is known changes nothing, or is rolled back.
 *
 * People in the layers of the schedule are not locked. To deactivate them, or to take them out of the layers, the schedule has to be locked, and this
 * change has locked it. If the change names anybody else, it begins again, and locks people before the schedule (rule LOCK-2).
 */
export async function changeSchedule<T>(
  services: Services,
  caller: Caller,
  wanted: WantedChange,
  work: (change: ScheduleChange) => Promise<T>,
): Promise<T> {
  const { scheduleId, references = [], isDeletion = false, near } = wanted;
  const { organizationId } = caller;
  const id = parseId('schedule', scheduleId);
  if (id === undefined) throw noSchedule(scheduleId);
  // Nobody waits, and nothing is locked, for somebody who is refused anyway.
  const mayBeAllowed = isAllowed(caller, 'change schedule', true);
  const attempt = async (tx: LockingTransaction, locksPeople: boolean) => {
    if (!mayBeAllowed) await authorize(services, tx, caller, id);
    if (isDeletion) tx.send(lockOrganization, { id: organizationId });
    const found = await findReferences(tx, caller, references);
    const touched = locksPeople ? touchReferences(tx, caller, found) : undefined;
    const locked = LockedSchedules.lock(tx, organizationId, [id]);
    const users = touched ?? readReferences(tx, caller, found);
    const permission = Promise.withResolvers<Authorized>();
    const check = (inLayers: readonly UserInLayers[]) => {
      if (!locksPeople) requireInLayers(inLayers, found.ids, services.clock.now());
    };
    const loading = loadStates(services, locked, { permission: permission.promise, check, near });
    authorize(services, tx, caller, id).then(permission.resolve, permission.reject);
    const [authorized, active, loaded] = await waitForAll([permission.promise, users, loading]);
    const [state] = loaded.states;
    if (state === undefined) throw noSchedule(id);
    const isLeaving = loaded.departures.some(({ user_id }) => found.ids.includes(user_id));
    if (!locksPeople && isLeaving) throw new NewToSchedule();
    return work({
      ...authorized,
      tx,
      now: services.clock.now(),
      locked,
      state,
      users: () => usersIn(active, references),
      wholeState: async () => (await loadStates(services, locked)).states[0] ?? state,
      requireNobodyLeft: () => requireNobodyLeft(locked, loaded.departures),
    });
  };
  const people = references.map(({ value }) => `${organizationId} person ${value}`);
  const run = (locksPeople: boolean) => {
    // Users before schedules, as they are locked.
    const rows = [...(locksPeople ? people.sort() : []), lockOfSchedule(caller, scheduleId)];
    return beginningAgain(() =>
      services.db.lockingTransaction((tx) => attempt(tx, locksPeople), mayBeAllowed ? rows : []),
    );
  };
  try {
    return await run(false);
  } catch (error) {
    if (!(error instanceof NewToSchedule)) throw error;
    return run(true);
  }
}

function requireInLayers(inLayers: readonly UserInLayers[], ids: readonly UserId[], now: number): void {
  const staying = new Set(inLayers.flatMap((one) => (one.until_at > now + CLOCKS_DIFFER_MS ? one.id : [])));
  if (!ids.every((id) => staying.has(id))) throw new NewToSchedule();
}

/** The id comes from the request: with the organization, nobody can make another organization wait. */
export function lockOfSchedule({ organizationId }: Pick<Caller, 'organizationId'>, scheduleId: string): string {
  return `${organizationId} schedule ${scheduleId}`;
}

type Authorized = Pick<ScheduleChange, 'caller' | 'user'>;

/** The caller may have been deactivated, or lost a role, since the request came. */
async function authorize(services: Services, tx: UnguardedReads, caller: Caller, id: ScheduleId): Promise<Authorized> {
  const { organizationId, userId } = caller;
  const found = await tx.first(userAndSchedule, { organizationId, id, userId, now: services.clock.now() });
  if (found === undefined) throw new AppError('unauthorized');
  const { is_theirs: isTheirs, ...user } = found;
  if (isTheirs === null) throw noSchedule(id);
  const current = { ...caller, role: user.role, seat: user.seat };
  await requirePermission(current, 'change schedule', async () => isTheirs === 1);
  return { caller: current, user };
}

/** The author of the change, for the audit log and the webhooks. */
export function authorOf({ caller, user }: Authorized): Author {
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

/** The row of a schedule, and what is read about its id in the same round trip. */
export async function getScheduleRowWith<T>(
  db: Queryable,
  caller: Caller,
  id: string,
  read: (id: ScheduleId) => Promise<T>,
): Promise<{ readonly row: ScheduleRow; readonly others: T }> {
  const scheduleId = parseId('schedule', id);
  if (scheduleId === undefined) throw noSchedule(id);
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
