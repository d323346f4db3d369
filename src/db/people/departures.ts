/** Departing users: deactivated, and not yet removed from all their schedules. */
import type { Selectable } from 'kysely';
import type { CoverageRequestId, LeaseId, OrganizationId, ScheduleId, UserId } from '../../ids.ts';
import { claimStatement, guardedStatement, statement, writeStatement } from '../driver/statement.ts';
import { columns } from '../schema/columns.ts';
import { insertRow } from '../schema/row-writes.ts';
import type { Tables } from '../schema/tables.ts';

export type DepartureRow = Selectable<Tables['departures']>;

type Leaving = { organizationId: OrganizationId; userId: UserId };
type Schedules = { organizationId: OrganizationId; ids: readonly ScheduleId[] };

/** With a lease: see outbox/leases.ts. */
type Leased = Leaving & { leaseId: LeaseId; until: number };

export const insertDeparture = insertRow('departures');

/** In all organizations. */
export const dueDepartures = claimStatement((q, p: { now: number; limit: number }, { skippingLocked }) =>
  skippingLocked(
    q.selectFrom('departures').select(columns.departures).where('due_at', '<=', p.now).orderBy('due_at').limit(p.limit),
  ),
);

export const leaseDeparture = writeStatement((q, p: Leased) =>
  q
    .updateTable('departures')
    .set({ lease_id: p.leaseId, due_at: p.until })
    .where('organization_id', '=', p.organizationId)
    .where('user_id', '=', p.userId),
);

/** Locks the departure until the end of the transaction. Changes nothing if another process has it, or if it is finished. */
export const renewDeparture = writeStatement((q, p: Leased) =>
  q
    .updateTable('departures')
    .set({ due_at: p.until })
    .where('organization_id', '=', p.organizationId)
    .where('user_id', '=', p.userId)
    .where('lease_id', '=', p.leaseId),
);

/** The same, once a coverage request was looked at. */
export const advanceDeparture = writeStatement((q, p: Leased & { reopenedTo: CoverageRequestId }) =>
  q
    .updateTable('departures')
    .set({ due_at: p.until, reopened_to: p.reopenedTo })
    .where('organization_id', '=', p.organizationId)
    .where('user_id', '=', p.userId)
    .where('lease_id', '=', p.leaseId),
);

/** Changes nothing if another process has it, or if it is finished. */
export const releaseDeparture = writeStatement((q, p: Leaving & { leaseId: LeaseId; dueAt: number }) =>
  q
    .updateTable('departures')
    .set({ lease_id: null, due_at: p.dueAt })
    .where('organization_id', '=', p.organizationId)
    .where('user_id', '=', p.userId)
    .where('lease_id', '=', p.leaseId),
);

export const deleteDeparture = writeStatement((q, p: Leaving) =>
  q.deleteFrom('departures').where('organization_id', '=', p.organizationId).where('user_id', '=', p.userId),
);

/** A user whose departure is not finished. */
export const leavingUser = statement((q, p: Leaving) =>
  q
    .selectFrom('departures')
    .innerJoin('users', 'users.id', 'departures.user_id')
    .select(columns.users)
    .where('departures.organization_id', '=', p.organizationId)
    .where('departures.user_id', '=', p.userId),
);

/** The schedules that no other transaction has locked. They are locked until the end of the transaction. */
export const schedulesToLeave = claimStatement((q, p: Schedules, { listed, skippingLocked }) =>
  skippingLocked(
    q
      .selectFrom('schedules')
      .select(columns.schedules)
      .where('organization_id', '=', p.organizationId)
      .where('id', ...listed(p.ids))
      .where('deleted_at', 'is', null)
      .orderBy('id'),
  ),
);

export const departuresOf = statement((q, p: { organizationId: OrganizationId }) =>
  q.selectFrom('departures').select(columns.departures).where('organization_id', '=', p.organizationId),
);

/** Which of the users are in which of the schedules at some time after `since`. */
export const leavingUsersIn = guardedStatement(
  (q, p: Schedules & { userIds: readonly UserId[]; since: number }, { listed }) =>
    q
      .selectFrom('schedule_users')
      .select(['schedule_id', 'user_id'])
      .where('organization_id', '=', p.organizationId)
      .where('schedule_id', ...listed(p.ids))
      .where('user_id', ...listed(p.userIds))
      .where('until_at', '>', p.since)
      .union(
        q
          .selectFrom('override_users')
          .innerJoin('overrides', 'overrides.id', 'override_users.override_id')
          .select(['overrides.schedule_id', 'override_users.user_id'])
          .where('override_users.organization_id', '=', p.organizationId)
          .where('override_users.user_id', ...listed(p.userIds))
          .where('override_users.end_at', '>', p.since)
          .where('overrides.schedule_id', ...listed(p.ids)),
      ),
);
