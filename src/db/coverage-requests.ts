/** Coverage requests, with their shifts as JSON. */
import { type Selectable, sql } from 'kysely';
import type { CoverageRequestId, OrganizationId, UserId } from '../ids.ts';
import { claimStatement, statement, writeStatement } from './driver/statement.ts';
import { columns } from './schema/columns.ts';
import type { CoverageStatus, Tables } from './schema/tables.ts';

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

/** What is stored as pending and has ended is expired: when it ends tells which. */
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

/** Pending requests of the user that intersect an interval; none of them is expired when that starts now or later. */
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

/** The latest of those that one of the users has accepted and that end after an instant. */
export const acceptedCoverageRequests = statement(
  (
    q,
    p: { organizationId: OrganizationId; userIds: readonly UserId[]; endsAfter: number; limit: number },
    { among, listed },
  ) =>
    q
      .selectFrom('coverage_requests')
      .select(columns.coverage_requests)
      .where('organization_id', '=', p.organizationId)
      .where('status', '=', 'accepted')
      .where('end_at', '>', p.endsAfter)
      .where('accepted_by', among, listed(p.userIds))
      .orderBy('end_at', 'desc')
      .limit(p.limit),
);

export const insertCoverageRequest = writeStatement(
  (
    q,
    p: CoverageRequestKey & {
      userId: UserId;
      reason: string;
      startAt: number;
      endAt: number;
      shiftsJson: string;
      createdAt: number;
    },
  ) =>
    q.insertInto('coverage_requests').values({
      id: p.id,
      organization_id: p.organizationId,
      user_id: p.userId,
      reason: p.reason,
      status: 'pending',
      start_at: p.startAt,
      end_at: p.endAt,
      shifts_json: p.shiftsJson,
      created_at: p.createdAt,
    }),
);

/** Nothing happens unless it is pending and has not expired: of many who try at once, one succeeds. */
export const acceptCoverageRequest = writeStatement((q, p: CoverageRequestKey & { acceptedBy: UserId; now: number }) =>
  q
    .updateTable('coverage_requests')
    .set({ status: 'accepted', accepted_by: p.acceptedBy, accepted_at: p.now })
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.id)
    .where('status', '=', 'pending')
    .where('expired_at', 'is', null)
    .where('end_at', '>', p.now),
);

/** Nothing happens unless it is pending and has not expired. */
export const cancelCoverageRequest = writeStatement((q, p: CoverageRequestKey & { userId: UserId; now: number }) =>
  q
    .updateTable('coverage_requests')
    .set({ status: 'canceled' })
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.id)
    .where('user_id', '=', p.userId)
    .where('status', '=', 'pending')
    .where('expired_at', 'is', null)
    .where('end_at', '>', p.now),
);

/** Of all organizations. Taken until the end of the transaction; another worker passes them over. */
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

/** From then on nobody can accept or cancel it, whatever their clock says. */
export const expireCoverageRequest = writeStatement((q, p: CoverageRequestKey & { now: number }) =>
  q
    .updateTable('coverage_requests')
    .set({ expired_at: p.now })
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.id)
    .where('status', '=', 'pending'),
);
