/**
 * Locks schedules for a change. Departing users (departures.ts) are removed first, so that no change is based on a layer or an override
 * with them.
 */

import type { Transaction } from '../../db/driver/database.ts';
import { type DepartureRow, departuresOf, leavingUsersIn } from '../../db/people/departures.ts';
import { usersByIds } from '../../db/people/users.ts';
import { lockSchedules, lockSchedulesWithBelongings, scheduleBelongings } from '../../db/schedules/schedule-locks.ts';
import type { ScheduleRow } from '../../db/schedules/schedules.ts';
import type { OrganizationId, ScheduleId } from '../../ids.ts';
import { isReached } from '../notifications/channels.ts';
import type { Services } from '../shared/services.ts';
import { loadDeparturesFrom } from './cover-of-leavers.ts';
import { newSearchBudget } from './on-call-ahead.ts';
import type { Planning } from './plan/change.ts';
import { planScheduleChange } from './schedule-plan.ts';
import { loadParts, type ScheduleState, stateFrom } from './schedule-state.ts';
import { writePlans } from './schedule-writes.ts';
import { noSchedule } from './timelines.ts';

/**
 * Locks the schedules until the end of the transaction, in the order of their ids, so that two transactions never deadlock. Unknown ids are left out.
 * Nothing is written before the permission is given. Only for SERIALIZABLE transactions.
 */
export async function lockStates(
  services: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  ids: Iterable<ScheduleId>,
  permission?: Promise<unknown>,
): Promise<ScheduleState[]> {
  const wanted = [...new Set(ids)];
  // The locks come first, so that everything else is read under them.
  const locking = tx.all(lockSchedulesWithBelongings, { organizationId, ids: wanted });
  const [locked, parts] = await Promise.all([
    locking,
    loadParts(tx, organizationId, wanted, services.clock.now(), locking),
  ]);
  const rows = locked.map(
    ({ departures, highest_rank, channel_id, group_id, news_since, team_ids, ...row }): ScheduleRow => row,
  );
  const isSomeoneLeaving = locked.some(({ departures }) => departures !== null);
  if (!isSomeoneLeaving) return rows.map((row) => stateFrom(row, parts));
  await permission;
  return removeLeavingUsers(services, tx, organizationId, rows);
}

export async function lockState(
  services: Services,
  tx: Transaction,
  { organizationId }: { readonly organizationId: OrganizationId },
  id: ScheduleId,
  permission?: Promise<unknown>,
): Promise<ScheduleState> {
  const [state] = await lockStates(services, tx, organizationId, [id], permission);
  if (state === undefined) throw noSchedule(id);
  return state;
}

/**
 * Removes everyone who is leaving from the locked schedules: from every layer that is in force after their departure (rule REV-5), and from every
 * override that was not over by then. Reads have shown this result since the departure, so it does not matter when or how often it is written. Users
 * are removed in the order of their departures: a later one starts from the result of the earlier ones.
 */
export async function removeLeavingUsers(
  services: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  rows: readonly ScheduleRow[],
): Promise<ScheduleState[]> {
  const departures = await tx.all(departuresOf, { organizationId });
  const ids = rows.map(({ id }) => id);
  return removeDeparted(services, tx, { organizationId, ids }, Promise.resolve(rows), departures);
}

/** The same for schedules that are not locked yet; they are locked and loaded in one round trip. */
export async function lockAndRemoveLeavingUsers(
  services: Services,
  tx: Transaction,
  which: { readonly organizationId: OrganizationId; readonly ids: readonly ScheduleId[] },
): Promise<void> {
  const departures = await tx.all(departuresOf, { organizationId: which.organizationId });
  await removeDeparted(services, tx, which, tx.all(lockSchedules, which), departures);
}

async function removeDeparted(
  services: Services,
  tx: Transaction,
  { organizationId, ids }: { readonly organizationId: OrganizationId; readonly ids: readonly ScheduleId[] },
  locked: Promise<readonly ScheduleRow[]>,
  departures: readonly DepartureRow[],
): Promise<ScheduleState[]> {
  const now = services.clock.now();
  const since = Math.min(now, ...departures.map(({ left_at }) => left_at));
  const left = departures.map(({ user_id: user, left_at: at }) => ({ user, at }));
  const authors = new Set(departures.map(({ started_by }) => started_by));
  const [rows, parts, users, found, departuresFrom] = await Promise.all([
    locked,
    loadParts(tx, organizationId, ids, since, tx.all(scheduleBelongings, { organizationId, ids })),
    tx.all(usersByIds, { organizationId, ids: [...authors] }),
    tx.all(leavingUsersIn, { organizationId, ids, userIds: departures.map(({ user_id }) => user_id), since }),
    loadDeparturesFrom(tx, organizationId, left),
  ]);
  const schedulesOf = Map.groupBy(found, ({ user_id }) => user_id);
  let states = rows.map((row) => stateFrom(row, parts));
  const searchBudget = newSearchBudget();
  for (const { user_id: userId, started_by: by, left_at: at } of [...departures].sort(byDeparture)) {
    const theirs = new Set(schedulesOf.get(userId)?.map(({ schedule_id }) => schedule_id));
    const planning: Planning = {
      now,
      by,
      newOverrideId: () => services.newId('override'),
      isTold: (person) => isReached(services, organizationId, person, 'shift_moved'),
      searchBudget,
    };
    const plans = states
      .filter(({ row }) => theirs.has(row.id))
      .map((state) => {
        const covers = departuresFrom(state.row.id).find(({ user }) => user === userId)?.covers ?? [];
        return planScheduleChange(state, { kind: 'departure', userId, at, covers }, planning);
      });
    const user = users.find(({ id }) => id === by);
    await writePlans(services, tx, { organizationId, userId: by, user }, plans);
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
