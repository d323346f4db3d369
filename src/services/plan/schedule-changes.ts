/**
 * The first step of every change to a schedule: locks it, loads it, and checks the permission of the caller. The change is then planned
 * (schedule-plan.ts) and stored (schedule-writes.ts).
 */
import type { LockingTransaction } from '../../db/driver/database.ts';
import { lockOrganization } from '../../db/people/organizations.ts';
import type { UserRow } from '../../db/people/users.ts';
import type { Interval } from '../../engine/schedule.ts';
import { parseId } from '../../ids.ts';
import { type Caller, isAllowed } from '../../permissions.ts';
import type { UserReference } from '../../schemas/schedules/schedules.ts';
import { HOUR_MS } from '../../time/units.ts';
import { findReferences, readReferences, touchReferences, usersIn } from '../people/user-references.ts';
import { beginningAgain } from '../shared/begin-again.ts';
import { noSchedule } from '../shared/missing-schedule.ts';
import { type Authorized, authorizeChange } from '../shared/schedule-access.ts';
import type { Services } from '../shared/services.ts';
import { waitForAll } from '../shared/wait-for-all.ts';
import { type Planning, planningIn } from './change.ts';
import { LockedSchedules } from './locked-schedules.ts';
import { statesWithoutLeavers } from './schedule-locks.ts';
import type { SchedulePlan } from './schedule-plan.ts';
import { loadStates, requireNobodyLeft, type ScheduleState, type UserInLayers } from './schedule-state.ts';
import { type Author, writePlans } from './schedule-writes.ts';

/** A change to a schedule that is locked, by a caller who may make it. */
export interface ScheduleChange extends Authorized {
  readonly tx: LockingTransaction;
  readonly now: number;
  readonly locked: LockedSchedules;
  readonly state: ScheduleState;
  readonly planning: Planning;
  /** The users whom the references name, in their order. They are locked too. */
  users(): UserRow[];
  /** With all overrides, if `near` was given. */
  wholeState(): Promise<ScheduleState>;
  /** Called after everything is read that the response shows of people. */
  requireNobodyLeft(): Promise<void>;
  write(plan: SchedulePlan): Promise<void>;
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
    const authorize = () => authorizeChange(services, tx, caller, id);
    if (!mayBeAllowed) await authorize();
    if (isDeletion) tx.send(lockOrganization, { id: organizationId });
    const found = await findReferences(tx, caller, references);
    const touched = locksPeople ? touchReferences(tx, caller, found) : undefined;
    const locked = LockedSchedules.lock(tx, organizationId, [id]);
    const users = touched ?? readReferences(tx, caller, found);
    const check = (inLayers: readonly UserInLayers[]) => {
      const since = services.clock.now() + CLOCKS_DIFFER_MS;
      const staying = new Set(inLayers.flatMap((one) => (one.until_at > since ? one.id : [])));
      if (!locksPeople && !found.ids.every((one) => staying.has(one))) throw new NewToSchedule();
    };
    const loading = loadStates(locked, services.clock.now(), { check, near });
    const permission = authorize();
    const [{ caller: current, user }, active, loaded] = await waitForAll([permission, users, loading]);
    const isLeaving = loaded.departures.some(({ user_id }) => found.ids.includes(user_id));
    if (!locksPeople && isLeaving) throw new NewToSchedule();
    const now = services.clock.now();
    const planning = { ...planningIn(services, organizationId, now), by: caller.userId };
    const write = (author: Author, plans: readonly SchedulePlan[]) => writePlans(services, tx, author, plans);
    const [state] = await statesWithoutLeavers(locked, loaded, planning, write);
    if (state === undefined) throw noSchedule(id);
    return work({
      tx,
      caller: current,
      user,
      now,
      locked,
      state,
      planning,
      users: () => usersIn(active, references),
      wholeState: async () => (await loadStates(locked, now)).states[0] ?? state,
      requireNobodyLeft: () => requireNobodyLeft(locked, loaded.departures),
      write: (plan) => write({ ...current, user }, [plan]),
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

/** The id comes from the request: with the organization, nobody can make another organization wait. */
export function lockOfSchedule({ organizationId }: Pick<Caller, 'organizationId'>, scheduleId: string): string {
  return `${organizationId} schedule ${scheduleId}`;
}
