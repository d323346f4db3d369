/** Coverage requests, with their shifts as JSON. */
import { type Selectable, sql } from 'kysely';
import type { CoverageRequestId, OrganizationId, UserId } from '../../ids.ts';
import { claimStatement, statement, writeStatement } from '../driver/statement.ts';
import { columns } from '../schema/columns.ts';
import { insertRow } from '../schema/row-writes.ts';
import type { CoverageStatus } from '../schema/tables/schedules.ts';
import type { Tables } from '../schema/tables.ts';

export type CoverageRequestRow = Selectable<Tables['coverage_requests']>;

type CoverageRequestKey = { organizationId: OrganizationId; id: CoverageRequestId };

export const coverageRequestById = statement((q, p: CoverageRequestKey) =>
  q
    .selectFrom('coverage_requests')
    .select(columns.coverage_requests)
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.id),
);

export const coverageRequestsPage = statement(
  (q, p: { organizationId: OrganizationId; limit: number; offset: number }) =>
    q
      .selectFrom('coverage_requests')
      .select(columns.coverage_requests)
      .where('organization_id', '=', p.organizationId)
      .orderBy('id')
      .limit(p.limit)
      .offset(p.offset),
);

export const coverageRequestsTotal = statement((q, p: { organizationId: OrganizationId }) =>
  q
    .selectFrom('coverage_requests')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('organization_id', '=', p.organizationId),
);

type WithStatus = { organizationId: OrganizationId; status: CoverageStatus };

export const coverageRequestsWithStatusPage = statement((q, p: WithStatus & { limit: number; offset: number }) =>
  q
    .selectFrom('coverage_requests')
    .select(columns.coverage_requests)
    .where('organization_id', '=', p.organizationId)
    .where('status', '=', p.status)
    .orderBy('id')
    .limit(p.limit)
    .offset(p.offset),
);

export const coverageRequestsWithStatusTotal = statement((q, p: WithStatus) =>
  q
    .selectFrom('coverage_requests')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('organization_id', '=', p.organizationId)
    .where('status', '=', p.status),
);

/** A request that is stored as pending is expired once its end has passed. */
type StoredAsPending = { organizationId: OrganizationId; endsAfter: number; endsBy: number };

export const unansweredCoverageRequestsPage = statement((q, p: StoredAsPending & { limit: number; offset: number }) =>
  q
    .selectFrom('coverage_requests')
    .select(columns.coverage_requests)
    .where('organization_id', '=', p.organizationId)
    .where('status', '=', 'pending')
    .where('end_at', '>', p.endsAfter)
    .where('end_at', '<=', p.endsBy)
    .orderBy('id')
    .limit(p.limit)
    .offset(p.offset),
);

export const unansweredCoverageRequestsTotal = statement((q, p: StoredAsPending) =>
  q
    .selectFrom('coverage_requests')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('organization_id', '=', p.organizationId)
    .where('status', '=', 'pending')
    .where('end_at', '>', p.endsAfter)
    .where('end_at', '<=', p.endsBy),
);

export const coverageRequestsOfUserPage = statement(
  (q, p: { organizationId: OrganizationId; userId: UserId; limit: number; offset: number }) =>
    q
      .selectFrom('coverage_requests')
      .select(columns.coverage_requests)
      .where('organization_id', '=', p.organizationId)
      .where('user_id', '=', p.userId)
      .orderBy('id')
      .limit(p.limit)
      .offset(p.offset),
);

export const coverageRequestsOfUserTotal = statement((q, p: { organizationId: OrganizationId; userId: UserId }) =>
  q
    .selectFrom('coverage_requests')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('organization_id', '=', p.organizationId)
    .where('user_id', '=', p.userId),
);

/** Pending requests of the user that overlap an interval; none of them is expired if the interval starts now or later. */
export const pendingCoverageRequestsOfUser = statement(
  (q, p: { organizationId: OrganizationId; userId: UserId; start: number; end: number }) =>
    q
      .selectFrom('coverage_requests')
      .select(columns.coverage_requests)
      .where('organization_id', '=', p.organizationId)
      .where('user_id', '=', p.userId)
      .where('status', '=', 'pending')
      .where('end_at', '>', p.start)
      .where('start_at', '<', p.end)
      .orderBy('id'),
);

export const insertCoverageRequest = insertRow('coverage_requests');

/**
 * Changes nothing unless the request is pending and has not expired. Accepting a part writes the row too, with the status `pending`: concurrent
 * acceptances and cancellations are serialised, and later ones see the result.
 */
export const acceptCoverageRequest = writeStatement(
  (
    q,
    p: CoverageRequestKey & {
      status: CoverageStatus;
      acceptedBy: UserId | null;
      acceptedAt: number | null;
      nextReminderAt: number | null;
      now: number;
    },
  ) =>
    q
      .updateTable('coverage_requests')
      .set({
        status: p.status,
        accepted_by: p.acceptedBy,
        accepted_at: p.acceptedAt,
        next_reminder_at: p.nextReminderAt,
      })
      .where('organization_id', '=', p.organizationId)
      .where('id', '=', p.id)
      .where('status', '=', 'pending')
      .where('expired_at', 'is', null)
      .where('end_at', '>', p.now),
);

/** Changes nothing unless the request is pending and has not expired. */
export const cancelCoverageRequest = writeStatement((q, p: CoverageRequestKey & { now: number }) =>
  q
    .updateTable('coverage_requests')
    .set({ status: 'canceled', next_reminder_at: null })
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.id)
    .where('status', '=', 'pending')
    .where('expired_at', 'is', null)
    .where('end_at', '>', p.now),
);

/**
 * Not over, and not of the user: requests that the user, or somebody who left before, took a part of, from the first after `after` on. Cover may have
 * been passed on, so that the departure of the last one concerns all of them. Without requests of people who have left.
 */
export const takenRequestsOfLeavers = statement(
  (
    q,
    p: { organizationId: OrganizationId; userId: UserId; now: number; after: CoverageRequestId | ''; limit: number },
  ) =>
    q
      .selectFrom('coverage_requests')
      .innerJoin('users', 'users.id', 'coverage_requests.user_id')
      .select('coverage_requests.id')
      .where('coverage_requests.organization_id', '=', p.organizationId)
      .where('coverage_requests.id', '>', p.after as CoverageRequestId)
      .where('coverage_requests.end_at', '>', p.now)
      .where('coverage_requests.user_id', '<>', p.userId)
      .where('users.deactivated_at', 'is', null)
      .where('coverage_requests.id', 'in', (eb) =>
        eb
          .selectFrom('coverage_answers')
          .innerJoin('users as takers', 'takers.id', 'coverage_answers.user_id')
          .select('coverage_answers.request_id')
          .where('coverage_answers.organization_id', '=', p.organizationId)
          .where('coverage_answers.end_at', '>', p.now)
          .where((taker) =>
            taker.or([taker('takers.id', '=', p.userId), taker('takers.deactivated_at', 'is not', null)]),
          ),
      )
      .orderBy('coverage_requests.id')
      .limit(p.limit),
);

/** Rule TRU-3. */
export const reopenCoverageRequest = writeStatement((q, p: CoverageRequestKey & { nextReminderAt: number | null }) =>
  q
    .updateTable('coverage_requests')
    .set({ status: 'pending', accepted_by: null, accepted_at: null, next_reminder_at: p.nextReminderAt })
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.id)
    .where('status', 'in', ['pending', 'accepted']),
);

/** In all organizations. Claimed until the end of the transaction; other workers skip them. */
export const coverageRequestsToExpire = claimStatement((q, p: { now: number; limit: number }, { skippingLocked }) =>
  skippingLocked(
    q
      .selectFrom('coverage_requests')
      .select(columns.coverage_requests)
      .where('status', '=', sql.lit('pending'))
      .where('expired_at', 'is', null)
      .where('end_at', '<=', p.now)
      .orderBy('end_at')
      .limit(p.limit),
  ),
);

/** Afterwards it can no longer be accepted or canceled, whatever the clock of a node says. */
export const expireCoverageRequest = writeStatement((q, p: CoverageRequestKey & { now: number }) =>
  q
    .updateTable('coverage_requests')
    .set({ expired_at: p.now, next_reminder_at: null })
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.id)
    .where('status', '=', 'pending'),
);

/** In all organizations. Claimed until the end of the transaction; other workers skip them. */
export const coverageRequestsToRemind = claimStatement((q, p: { now: number; limit: number }, { skippingLocked }) =>
  skippingLocked(
    q
      .selectFrom('coverage_requests')
      .select(columns.coverage_requests)
      .where('status', '=', sql.lit('pending'))
      .where('expired_at', 'is', null)
      .where('next_reminder_at', '<=', p.now)
      .orderBy('next_reminder_at')
      .limit(p.limit),
  ),
);

export const setNextCoverageReminder = writeStatement((q, p: CoverageRequestKey & { nextReminderAt: number | null }) =>
  q
    .updateTable('coverage_requests')
    .set({ next_reminder_at: p.nextReminderAt })
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.id),
);
