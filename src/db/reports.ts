/** Schedules for a report about the past: including deleted ones, unless they were deleted before it begins. */
import type { ExpressionBuilder } from 'kysely';
import type { OrganizationId, ScheduleId, TeamId, UserId } from '../ids.ts';
import { guardedStatement, statement } from './driver/statement.ts';
import { columns } from './schema/columns.ts';
import type { Tables } from './schema/tables.ts';

type Since = { organizationId: OrganizationId; since: number; limit: number };

/** By id. `after`: the last one of the page before; empty for the first page. */
type Page = Since & { after: ScheduleId | '' };

export const schedulesSince = statement((q, p: Page) =>
  q
    .selectFrom('schedules')
    .select(columns.schedules)
    .where('organization_id', '=', p.organizationId)
    .where('id', '>', p.after as ScheduleId)
    .where((eb) => wasThere(eb, p.since))
    .orderBy('id')
    .limit(p.limit),
);

export const schedulesOfTeamSince = statement((q, p: Page & { teamId: TeamId }) =>
  q
    .selectFrom('schedules')
    .select(columns.schedules)
    .where('organization_id', '=', p.organizationId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('schedule_teams')
        .select('schedule_id')
        .where('organization_id', '=', p.organizationId)
        .where('team_id', '=', p.teamId),
    )
    .where('id', '>', p.after as ScheduleId)
    .where((eb) => wasThere(eb, p.since))
    .orderBy('id')
    .limit(p.limit),
);

/** Including a deleted one. */
export const anyScheduleById = statement((q, p: { organizationId: OrganizationId; id: ScheduleId }) =>
  q
    .selectFrom('schedules')
    .select(columns.schedules)
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.id),
);

function wasThere(eb: ExpressionBuilder<Tables, 'schedules'>, since: number) {
  return eb.or([eb('deleted_at', 'is', null), eb('deleted_at', '>', since)]);
}

/** Schedules with one of the users in a layer or an override at some time after `since`. */
export const schedulesOfUsersSince = guardedStatement((q, p: Page & { userIds: readonly UserId[] }, { listed }) =>
  q
    .selectFrom('schedules')
    .select(columns.schedules)
    .where('organization_id', '=', p.organizationId)
    .where('id', '>', p.after as ScheduleId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('schedule_users')
        .select('schedule_id')
        .where('organization_id', '=', p.organizationId)
        .where('user_id', ...listed(p.userIds))
        .where('until_at', '>', p.since)
        .union(
          eb
            .selectFrom('override_users')
            .innerJoin('overrides', 'overrides.id', 'override_users.override_id')
            .select('overrides.schedule_id')
            .where('override_users.organization_id', '=', p.organizationId)
            .where('override_users.user_id', ...listed(p.userIds))
            .where('override_users.end_at', '>', p.since),
        ),
    )
    .where((eb) => wasThere(eb, p.since))
    .orderBy('id')
    .limit(p.limit),
);

/** The members of all teams of the schedules. */
export const membersOfTeamsOf = statement(
  (q, p: { organizationId: OrganizationId; ids: readonly ScheduleId[]; limit: number }, { listed }) =>
    q
      .selectFrom('users')
      .select(columns.users)
      .where('organization_id', '=', p.organizationId)
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('schedule_teams')
          .innerJoin('team_members', 'team_members.team_id', 'schedule_teams.team_id')
          .select('team_members.user_id')
          .where('schedule_teams.organization_id', '=', p.organizationId)
          .where('team_members.organization_id', '=', p.organizationId)
          .where('schedule_teams.schedule_id', ...listed(p.ids)),
      )
      .orderBy('id')
      .limit(p.limit),
);
