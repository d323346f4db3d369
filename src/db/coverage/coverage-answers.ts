/** Answers to coverage requests: parts that were taken, and people who cannot cover. */
import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import type { CoverageRequestId, OrganizationId, ScheduleId } from '../../ids.ts';
import { type Dialect, guardedStatement, statement } from '../driver/statement.ts';
import { columns } from '../schema/columns.ts';
import { insertRow } from '../schema/row-writes.ts';
import type { Tables } from '../schema/tables.ts';

export type CoverageAnswerRow = Selectable<Tables['coverage_answers']>;

/** `left_at`: when the person was deactivated. */
export type AnswerWithDepartureRow = CoverageAnswerRow & { readonly left_at: number | null };

type OfRequests = { organizationId: OrganizationId; ids: readonly CoverageRequestId[] };

export const answersOfRequests = statement((q, p: OfRequests, { listed }) =>
  q
    .selectFrom('coverage_answers')
    .innerJoin('users', 'users.id', 'coverage_answers.user_id')
    .select(columns.coverage_answers)
    .select('users.deactivated_at as left_at')
    .where('coverage_answers.organization_id', '=', p.organizationId)
    .where('coverage_answers.request_id', ...listed(p.ids))
    .orderBy('coverage_answers.id'),
);

/** The users who answered, so that they can be loaded in the same round trip. */
export const usersWhoAnswered = statement((q, p: OfRequests, { listed }) =>
  q
    .selectFrom('users')
    .select(columns.users)
    .where('organization_id', '=', p.organizationId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('coverage_answers')
        .select('user_id')
        .where('organization_id', '=', p.organizationId)
        .where('request_id', ...listed(p.ids)),
    )
    .orderBy('id'),
);

export const insertCoverageAnswer = insertRow('coverage_answers');

/**
 * What people who have left took, where it ends after the instant, with the requester and when that one left. A subquery,
 * so that PostgreSQL starts from these answers, which are few, and not from everybody who ever left.
 */
export const coverOfLeavers = statement((q, p: { organizationId: OrganizationId; since: number }) =>
  q
    .selectFrom('coverage_answers')
    .innerJoin('coverage_requests', 'coverage_requests.id', 'coverage_answers.request_id')
    .innerJoin('users as requesters', 'requesters.id', 'coverage_requests.user_id')
    .select([
      'coverage_answers.user_id as taken_by',
      'coverage_answers.shifts_json',
      'requesters.id as requester_id',
      'requesters.deactivated_at as requester_left_at',
    ])
    .where('coverage_answers.organization_id', '=', p.organizationId)
    .where('coverage_answers.end_at', '>', p.since)
    // A viewer is never on call.
    .where('requesters.seat', '=', 'member')
    .where(
      (eb) =>
        eb
          .selectFrom('users')
          .select('deactivated_at')
          .where('users.organization_id', '=', p.organizationId)
          .whereRef('users.id', '=', 'coverage_answers.user_id'),
      'is not',
      null,
    )
    .orderBy('coverage_answers.id'),
);

/** Acceptances are read in pages, the latest end first: after the last one of the page before. */
export type PageBefore = { readonly beforeEnd: number; readonly beforeId: string; readonly limit: number };

const ACCEPTANCE = [
  'coverage_answers.id',
  'coverage_answers.end_at',
  'coverage_answers.request_id',
  'coverage_answers.user_id as taken_by',
  'coverage_answers.answered_at as taken_at',
  'coverage_answers.shifts_json',
  'coverage_requests.user_id',
] as const;

function isBefore(p: PageBefore) {
  const [end, id] = [sql.ref('coverage_answers.end_at'), sql.ref('coverage_answers.id')];
  return sql<SqlBool>`(${end} < ${p.beforeEnd} or (${end} = ${p.beforeEnd} and ${id} < ${p.beforeId}))`;
}

export type AcceptancesWithin = { organizationId: OrganizationId; start: number; end: number };

/** In the organization, with the requester. */
export const acceptancesWithin = statement((q, p: AcceptancesWithin & PageBefore) =>
  q
    .selectFrom('coverage_answers')
    .innerJoin('coverage_requests', 'coverage_requests.id', 'coverage_answers.request_id')
    .select(ACCEPTANCE)
    .where('coverage_answers.organization_id', '=', p.organizationId)
    .where('coverage_answers.end_at', '>', p.start)
    .where('coverage_answers.start_at', '<', p.end)
    .where(isBefore(p))
    .orderBy('coverage_answers.end_at', 'desc')
    .orderBy('coverage_answers.id', 'desc')
    .limit(p.limit),
);

export type AcceptanceFilter = {
  organizationId: OrganizationId;
  scheduleIds: readonly ScheduleId[];
  endsAfter: number;
};

/** Everyone in an override of the schedules, and so everyone who covers for somebody there: cover is stored as overrides. */
function usersInOverrides(q: Kysely<Tables>, p: AcceptanceFilter, { listed }: Pick<Dialect, 'listed'>) {
  return q
    .selectFrom('overrides')
    .innerJoin('override_users', 'override_users.override_id', 'overrides.id')
    .select('override_users.user_id')
    .where('overrides.organization_id', '=', p.organizationId)
    .where('overrides.schedule_id', ...listed(p.scheduleIds))
    .where('overrides.end_at', '>', p.endsAfter);
}

/** By everyone in an override of these schedules, as far as they end after an instant. */
export const acceptancesInSchedules = guardedStatement((q, p: AcceptanceFilter & PageBefore, dialect) =>
  q
    .selectFrom('coverage_answers')
    .innerJoin('coverage_requests', 'coverage_requests.id', 'coverage_answers.request_id')
    .select(ACCEPTANCE)
    .where('coverage_answers.organization_id', '=', p.organizationId)
    .where('coverage_answers.user_id', 'in', usersInOverrides(q, p, dialect))
    .where('coverage_answers.end_at', '>', p.endsAfter)
    .where(isBefore(p))
    .orderBy('coverage_answers.end_at', 'desc')
    .orderBy('coverage_answers.id', 'desc')
    .limit(p.limit),
);
