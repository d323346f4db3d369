/**
 * Removes departing users (departures.ts) from locked schedules before they are changed, so that no change is based on a layer or an override with them.
 */

import type { LockingTransaction, Transaction } from '../../db/driver/database.ts';
import { type DepartureRow, leavingUsersIn } from '../../db/people/departures.ts';
import { usersByIds } from '../../db/people/users.ts';
import type { OrganizationId, ScheduleId } from '../../ids.ts';
import type { Services } from '../shared/services.ts';
import { departuresFrom } from '../timelines/cover-of-leavers.ts';
import { newSearchBudget } from '../timelines/on-call-ahead.ts';
import { type Planning, planningIn } from './change.ts';
import { departure } from './departure-effects.ts';
import { LockedSchedules } from './locked-schedules.ts';
import { planScheduleChange, type SchedulePlan } from './schedule-plan.ts';
import {
  departuresFor,
  type LoadedStates,
  loadParts,
  loadStates,
  type ScheduleState,
  stateFrom,
} from './schedule-state.ts';
import { type Author, writePlans } from './schedule-writes.ts';

/** Unknown ids are left out. */
export async function lockStates(
  services: Services,
  tx: LockingTransaction,
  organizationId: OrganizationId,
  ids: Iterable<ScheduleId>,
): Promise<ScheduleState[]> {
  const locked = LockedSchedules.lock(tx, organizationId, ids);
  const loaded = await loadStates(locked, services.clock.now());
  return statesWithoutLeavers(locked, loaded, ...removingFor(services, locked));
}

type Write = (author: Author, plans: readonly SchedulePlan[]) => Promise<void>;

/** What was loaded; if people are leaving, what it is after they are removed. */
export async function statesWithoutLeavers(
  locked: LockedSchedules,
  { states, departures }: LoadedStates,
  planning: Omit<Planning, 'by'>,
  write: Write,
): Promise<ScheduleState[]> {
  return departures.length === 0 ? states : removeDeparted(locked, departures, planning, write);
}

function removingFor(services: Services, { tx, organizationId }: LockedSchedules): [Omit<Planning, 'by'>, Write] {
  return [
    planningIn(services, organizationId, services.clock.now()),
    (author, plans) => writePlans(services, tx, author, plans),
  ];
}

/**
 * Removes everyone who is leaving from the locked schedules: from every layer that is in force after their departure (rule REV-5), and from every
 * override that was not over by then. Reads have shown this result since the departure, so it does not matter when or how often it is written. Users
 * are removed in the order of their departures: a later one starts from the result of the earlier ones.
 */
export async function removeLeavingUsers(services: Services, locked: LockedSchedules): Promise<void> {
  await removeDeparted(locked, await departuresFor(locked), ...removingFor(services, locked));
}

/** The same for schedules that are locked and loaded in one round trip. `departures`: read before, in this transaction. */
export async function lockAndRemoveLeavingUsers(
  services: Services,
  tx: Transaction,
  { organizationId, ids }: { readonly organizationId: OrganizationId; readonly ids: readonly ScheduleId[] },
  departures: readonly DepartureRow[],
): Promise<void> {
  const locked = LockedSchedules.lock(tx, organizationId, ids);
  await removeDeparted(locked, departures, ...removingFor(services, locked));
}

async function removeDeparted(
  locked: LockedSchedules,
  departures: readonly DepartureRow[],
  common: Omit<Planning, 'by'>,
  write: Write,
): Promise<ScheduleState[]> {
  const { tx, reads, organizationId, ids } = locked;
  const { now } = common;
  const since = Math.min(now, ...departures.map(({ left_at }) => left_at));
  const left = departures.map(({ user_id: user, left_at: at }) => ({ user, at }));
  const authors = new Set(departures.map(({ started_by }) => started_by));
  const [rows, parts, users, found] = await Promise.all([
    locked.rows,
    loadParts(locked, since),
    tx.all(usersByIds, { organizationId, ids: [...authors] }),
    reads.all(leavingUsersIn, { organizationId, ids, userIds: departures.map(({ user_id }) => user_id), since }),
  ]);
  const schedulesOf = Map.groupBy(found, ({ user_id }) => user_id);
  let states = rows.map((row) => stateFrom(row, parts));
  const searchBudget = newSearchBudget();
  const from = departuresFrom(tx, organizationId, left);
  for (const { user_id: userId, started_by: by, left_at: at } of [...departures].sort(byDeparture)) {
    const theirs = new Set(schedulesOf.get(userId)?.map(({ schedule_id }) => schedule_id));
    const planning: Planning = { ...common, by, searchBudget };
    const plans: SchedulePlan[] = [];
    for (const state of states.filter(({ row }) => theirs.has(row.id))) {
      const covers = (await from(state.row.id, state.overrides)).find(({ user }) => user === userId)?.covers ?? [];
      plans.push(planScheduleChange(state, departure(state, { userId, at, covers }, planning), planning));
    }
    const user = users.find(({ id }) => id === by);
    await write({ organizationId, userId: by, user }, plans);
    const after = new Map(plans.map(({ state }) => [state.row.id, state]));
    states = states.map((state) => after.get(state.row.id) ?? state);
  }
  return states;
}

interface Left {
  readonly left_at: number;
  readonly user_id: string;
}

function byDeparture(a: Left, b: Left): number {
  return a.left_at - b.left_at || (a.user_id < b.user_id ? -1 : 1);
}
