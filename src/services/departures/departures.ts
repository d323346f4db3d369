/**
 * Removes deactivated users from their schedules, after the short transaction that ended their access. From that moment on all reads treat them as not
 * on call (`departures` in rotations.ts); here the stored schedules are updated, in batches. See decision 14.
 *
 *   due ── claimed ─→ leased ── in no schedule, all requests looked at ─→ finished: the row is deleted
 *    ↑                  ├───── others have some schedules locked ────→ due
 *    └── deactivated    └───── the process died ─────────────────────→ due when the lease expires
 *
 * A schedule is done when the user is in none of its layers and overrides after the departure. So a batch that is repeated, or done by two processes
 * at once, does nothing twice. Then what the user took of coverage requests is open again, where that is due; the row remembers the last of them.
 */
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { Transaction } from '../../db/driver/database.ts';
import {
  type DepartureRow,
  deleteDeparture,
  departuresOf,
  dueDepartures,
  insertDeparture,
  leaseDeparture,
  releaseDeparture,
  renewDeparture,
  schedulesToLeave,
} from '../../db/people/departures.ts';
import { type ScheduleRow, scheduleListBy, schedulesOfUser } from '../../db/schedules/schedules.ts';
import { onCallAt } from '../../engine/timeline.ts';
import type { OrganizationId, ScheduleId, UserId } from '../../ids.ts';
import type { Caller } from '../../permissions.ts';
import { type Author, lookAtRequest, requestsToLookAt } from '../coverage/reopening.ts';
import {
  type Lease,
  type LeaseKind,
  type LeaseTerm,
  LostLease,
  newLease,
  takeLeases,
  withLease,
} from '../outbox/leases.ts';
import { LockedSchedules } from '../plan/locked-schedules.ts';
import { lockAndRemoveLeavingUsers, removeLeavingUsers } from '../plan/schedule-locks.ts';
import type { Services } from '../shared/services.ts';
import { waitForAll } from '../shared/wait-for-all.ts';
import { loadStoredSchedules, workingOnly } from '../timelines/timelines.ts';

/**
 * During a batch nobody else can change these schedules, and on SQLite no other request is served. On an idle machine a batch takes 25 ms there, and
 * 60 ms on a PostgreSQL that is 1.3 ms away.
 */
const SCHEDULES_PER_BATCH = 100;

/** Few enough for the caller of `DELETE /users/{user_id}` to wait. */
const FEW_SCHEDULES = 20;

/** The same for coverage requests of others that the user may have taken a part of. */
const FEW_REQUESTS = 20;

const REQUESTS_PER_PAGE = 100;

/** How many schedules are checked together for whether the user is on call. */
const LOOKED_PER_BATCH = 100;

/** Other requests on SQLite run only in these pauses. Another process checks every 5 ms whether it can write. */
const BETWEEN_BATCHES_MS = 10;

/** Far longer than a batch, and short enough that people need not wait long for the work of a dead process. */
const LEASE_MS = 5_000;

export type LeavingUser = { readonly organizationId: OrganizationId; readonly userId: UserId };

const DEPARTURE_LEASES: LeaseKind<DepartureRow, LeavingUser> = {
  leaseMs: LEASE_MS,
  keyOf: leaverOf,
  take: leaseDeparture,
  renew: renewDeparture,
};

/** Runs in the transaction that deactivates the user. Returns the lease of the caller, who looks at the departure first. */
export function storeDeparture(
  services: Services,
  tx: Transaction,
  { organizationId, userId: startedBy }: Caller,
  userId: UserId,
  leftAt: number,
): LeaseTerm {
  const lease = newLease(services, DEPARTURE_LEASES);
  tx.send(insertDeparture, {
    organization_id: organizationId,
    user_id: userId,
    started_by: startedBy,
    left_at: leftAt,
    due_at: lease.until,
    lease_id: lease.leaseId,
    reopened_to: null,
  });
  return lease;
}

/**
 * Does within the request what is little: few schedules, few coverage requests. A worker does the rest. SERIALIZABLE: a transaction that began before the
 * deactivation and adds the user to something is either seen here or fails.
 */
export function finishSmallDeparture(
  services: Services,
  caller: Author,
  leaver: LeavingUser,
  leftAt: number,
  taken: LeaseTerm,
): Promise<void> {
  return withLease(services, DEPARTURE_LEASES, leaver, taken, (lease) =>
    finishSmall(services, caller, leaver, leftAt, lease),
  );
}

async function finishSmall(
  services: Services,
  caller: Author,
  leaver: LeavingUser,
  leftAt: number,
  lease: Lease,
): Promise<void> {
  const { db, clock } = services;
  const { organizationId, userId } = leaver;
  const { page } = scheduleListBy({ userId, since: leftAt });
  const wanted = { organizationId, userId, since: leftAt, limit: FEW_SCHEDULES + 1, offset: 0 };
  const requests = await db.transaction(async (tx) => {
    const [rows, departures, taken] = await waitForAll([
      tx.all(page, wanted),
      tx.all(departuresOf, { organizationId }),
      requestsToLookAt(tx, leaver, { now: clock.now(), limit: FEW_REQUESTS + 1 }),
    ]);
    const ids = rows.length > FEW_SCHEDULES ? [] : rows.map(({ id }) => id);
    if (ids.length > 0) await lockAndRemoveLeavingUsers(services, tx, { organizationId, ids }, departures);
    if (taken.length > 0 && taken.length <= FEW_REQUESTS) return taken;
    if (taken.length === 0 && ids.length === rows.length) tx.send(deleteDeparture, leaver);
    else await release(tx, leaver, lease, clock.now());
    return [];
  });
  if (requests.length === 0) return;
  for (const id of requests) {
    await nextTurn();
    await lookAtRequest(services, caller, { ...leaver, leftAt }, id, lease.term);
  }
  await endOrRelease(services, { ...leaver, leftAt }, lease);
}

async function release(tx: Transaction, leaver: LeavingUser, { id: leaseId }: Lease, now: number): Promise<void> {
  tx.send(releaseDeparture, { ...leaver, leaseId, dueAt: now });
  await tx.wakeWorkers();
}

/** Works on a due departure, and returns the number of finished schedules. If `isStopping`, it leaves the rest to others. */
export async function processDepartures(services: Services, isStopping = () => false): Promise<number> {
  const { db, clock } = services;
  const [taken] = await db.queueTransaction(async (tx) => {
    const due = await tx.claim(dueDepartures, { now: clock.now(), limit: 1 });
    return takeLeases(services, tx, DEPARTURE_LEASES, due);
  });
  if (taken === undefined) return 0;
  const { row: departure, key: leaver } = taken;
  const work = async (lease: Lease) => {
    const rows = await db.all(schedulesOfUser, { ...leaver, since: departure.left_at });
    const ids = await onCallFirst(services, leaver, rows);
    const done = await leaveInBatches(services, leaver, ids, lease, isStopping);
    await lookAtRequests(services, departure, lease, isStopping);
    await endOrRelease(services, { ...leaver, leftAt: departure.left_at }, lease);
    return done;
  };
  return withLease(services, DEPARTURE_LEASES, leaver, taken.lease, work).catch((error) => {
    if (error instanceof LostLease) return 0;
    throw error;
  });
}

/** The schedules in which the user is on call now: there the chat has to follow first. */
async function onCallFirst(
  { db, clock }: Services,
  { organizationId, userId }: LeavingUser,
  rows: readonly ScheduleRow[],
): Promise<ScheduleId[]> {
  const first: ScheduleId[] = [];
  const others: ScheduleId[] = [];
  for (let i = 0; i < rows.length; i += LOOKED_PER_BATCH) {
    const some = rows.slice(i, i + LOOKED_PER_BATCH);
    const now = clock.now();
    const loads = await loadStoredSchedules(db, organizationId, some, { start: now, end: now + 1 });
    const onCall = new Set(
      workingOnly(loads).flatMap(({ row, timeline }) => (onCallAt(timeline, now).includes(userId) ? [row.id] : [])),
    );
    for (const { id } of some) (onCall.has(id) ? first : others).push(id);
    await nextTurn();
  }
  return [...first, ...others];
}

/** Returns the number of finished schedules: fewer than the limit if others have them locked. */
async function leaveInBatches(
  services: Services,
  leaver: LeavingUser,
  ids: readonly ScheduleId[],
  lease: Lease,
  isStopping: () => boolean,
): Promise<number> {
  const { organizationId } = leaver;
  let done = 0;
  for (let i = 0; i < ids.length && !isStopping(); i += SCHEDULES_PER_BATCH) {
    const batch = ids.slice(i, i + SCHEDULES_PER_BATCH);
    done += await services.db.queueTransaction(async (tx) => {
      if ((await tx.run(renewDeparture, { ...leaver, ...lease.term() })) === 0)
        throw new LostLease('another process has the departure');
      const claimed = await LockedSchedules.claim(tx, schedulesToLeave, organizationId, batch);
      await removeLeavingUsers(services, claimed);
      return claimed.ids.length;
    });
    if (i + SCHEDULES_PER_BATCH < ids.length) await wait(BETWEEN_BATCHES_MS);
  }
  return done;
}

/** Opens what the user took of coverage requests. A process that continues it begins after the last request that was looked at. */
async function lookAtRequests(
  services: Services,
  departure: DepartureRow,
  lease: Lease,
  isStopping: () => boolean,
): Promise<void> {
  const { db, clock } = services;
  const { organization_id: organizationId, started_by: userId, left_at: leftAt } = departure;
  const leaver = leaverOf(departure);
  let after = departure.reopened_to;
  for (;;) {
    const ids = await requestsToLookAt(db, leaver, { now: clock.now(), after, limit: REQUESTS_PER_PAGE });
    for (const id of ids) {
      if (isStopping()) return;
      await nextTurn();
      await lookAtRequest(services, { organizationId, userId }, { ...leaver, leftAt }, id, lease.term);
    }
    const last = ids.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

/**
 * Deletes the departure if the user is in no schedule any more, and in no request that has to be looked at; otherwise releases the lease.
 * SERIALIZABLE: a transaction that began before the deactivation and adds the user to something is either seen here or fails.
 */
async function endOrRelease(
  { db, clock }: Services,
  { leftAt, ...leaver }: LeavingUser & { readonly leftAt: number },
  lease: Lease,
): Promise<void> {
  const { organizationId, userId } = leaver;
  const wanted = { userId, since: leftAt };
  const { page } = scheduleListBy(wanted);
  await db.transaction(async (tx) => {
    const now = clock.now();
    const departures = await tx.all(departuresOf, { organizationId });
    const own = departures.find(({ user_id }) => user_id === userId);
    if (own === undefined) return;
    const [schedule, [request]] = await waitForAll([
      tx.first(page, { organizationId, ...wanted, limit: 1, offset: 0 }),
      requestsToLookAt(tx, leaver, { now, after: own.reopened_to, limit: 1 }),
    ]);
    if (schedule === undefined && request === undefined) tx.send(deleteDeparture, leaver);
    else await release(tx, leaver, lease, now);
  });
}

function leaverOf({ organization_id: organizationId, user_id: userId }: DepartureRow): LeavingUser {
  return { organizationId, userId };
}
