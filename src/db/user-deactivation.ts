/** What deactivating a user touches, beyond what other files of this folder have. */
import type { ExpressionBuilder } from 'kysely';
import type { OrganizationId, OverrideId, UserId } from '../ids.ts';
import { columns } from './columns.ts';
import { statement, writeStatement } from './statement.ts';
import type { Tables } from './tables.ts';

type Leaving = { organizationId: OrganizationId; userId: UserId };

/** The email and the chat id are free for someone else from then on; the name stays for the history. */
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

/** Not those that have expired: they stay what they are. */
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
  q.selectFrom('coverage_requests').select('id').where(isToBeCanceled(p)),
);

/** Gives those that were canceled. */
export const cancelCoverageRequests = writeStatement((q, p: Leaving & { now: number }) =>
  q.updateTable('coverage_requests').set({ status: 'canceled' }).where(isToBeCanceled(p)).returning('id'),
);

export const unfinishedOverridesOf = statement((q, p: Leaving & { now: number }) =>
  q
    .selectFrom('override_users')
    .innerJoin('overrides', 'overrides.id', 'override_users.override_id')
    .select(columns.overrides)
    .where('override_users.organization_id', '=', p.organizationId)
    .where('override_users.user_id', '=', p.userId)
    .where('override_users.end_at', '>', p.now)
    .orderBy('overrides.id'),
);

export const replaceOverrideUsers = writeStatement(
  (q, p: { organizationId: OrganizationId; id: OverrideId; usersJson: string }) =>
    q
      .updateTable('overrides')
      .set({ users_json: p.usersJson })
      .where('organization_id', '=', p.organizationId)
      .where('id', '=', p.id),
);

export const leaveOverride = writeStatement((q, p: Leaving & { overrideId: OverrideId }) =>
  q
    .deleteFrom('override_users')
    .where('organization_id', '=', p.organizationId)
    .where('override_id', '=', p.overrideId)
    .where('user_id', '=', p.userId),
);
