/** Statements that deactivate a user, beyond those of the other files here. */
import type { ExpressionBuilder } from 'kysely';
import type { OrganizationId, OverrideId, ScheduleId, UserId } from '../../ids.ts';
import { guardedStatement, statement, writeStatement } from '../driver/statement.ts';
import { columns } from '../schema/columns.ts';
import type { Tables } from '../schema/tables.ts';

type Leaving = { organizationId: OrganizationId; userId: UserId };

/** The email and the chat id can be used again; the name stays for the history. */
export const deactivateUser = writeStatement((q, p: Leaving & { now: number }) =>
  q
    .updateTable('users')
    .set({ deactivated_at: p.now, email_key: null, chat_id: null })
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.userId)
    .where('deactivated_at', 'is', null),
);

export const teamsToLeave = statement((q, p: Leaving) =>
  q
    .selectFrom('team_members')
    .innerJoin('teams', 'teams.id', 'team_members.team_id')
    .select(columns.teams)
    .where('team_members.organization_id', '=', p.organizationId)
    .where('team_members.user_id', '=', p.userId)
    .orderBy('team_members.team_id'),
);

export const leaveTeams = writeStatement((q, p: Leaving) =>
  q.deleteFrom('team_members').where('organization_id', '=', p.organizationId).where('user_id', '=', p.userId),
);

/** Without expired requests, which stay expired. */
function isToBeCanceled(p: Leaving & { now: number }) {
  return (eb: ExpressionBuilder<Tables, 'coverage_requests'>) =>
    eb.and([
      eb('organization_id', '=', p.organizationId),
      eb('user_id', '=', p.userId),
      eb('status', '=', 'pending'),
      eb('expired_at', 'is', null),
      eb('end_at', '>', p.now),
    ]);
}

export const coverageRequestsToCancel = statement((q, p: Leaving & { now: number }) =>
  q.selectFrom('coverage_requests').select(columns.coverage_requests).where(isToBeCanceled(p)),
);

export const cancelCoverageRequests = writeStatement((q, p: Leaving & { now: number }) =>
  q
    .updateTable('coverage_requests')
    .set({ status: 'canceled' })
    .where(isToBeCanceled(p))
    .returning(columns.coverage_requests),
);

export const unfinishedOverridesOf = guardedStatement((q, p: Leaving & { now: number }) =>
  q
    .selectFrom('override_users')
    .innerJoin('overrides', 'overrides.id', 'override_users.override_id')
    .select(columns.overrides)
    .where('override_users.organization_id', '=', p.organizationId)
    .where('override_users.user_id', '=', p.userId)
    .where('override_users.end_at', '>', p.now)
    .orderBy('overrides.id'),
);

export const leaveOverrides = writeStatement((q, p: Leaving & { overrideIds: readonly OverrideId[] }, { listed }) =>
  q
    .deleteFrom('override_users')
    .where('organization_id', '=', p.organizationId)
    .where('override_id', ...listed(p.overrideIds))
    .where('user_id', '=', p.userId),
);

/** The user is in the layers of these schedules until then. */
export const endLayersOfUser = writeStatement(
  (q, p: Leaving & { ids: readonly ScheduleId[]; leftAt: number }, { listed }) =>
    q
      .updateTable('schedule_users')
      .set({ until_at: p.leftAt })
      .where('organization_id', '=', p.organizationId)
      .where('schedule_id', ...listed(p.ids))
      .where('user_id', '=', p.userId)
      .where('until_at', '>', p.leftAt),
);
