/** Schedules of a report about the past: deleted ones too, unless they were deleted before it begins. */
import type { ExpressionBuilder } from 'kysely';
import type { OrganizationId, ScheduleId, TeamId } from '../ids.ts';
import { statement } from './driver/statement.ts';
import { columns } from './schema/columns.ts';
import type { Tables } from './schema/tables.ts';

type Since = { organizationId: OrganizationId; since: number; limit: number };

export const schedulesSince = statement((q, p: Since) =>
  q
    .selectFrom('schedules')
    .select(columns.schedules)
    .where('organization_id', '=', p.organizationId)
    .where((eb) => wasThere(eb, p.since))
    .orderBy('id')
    .limit(p.limit),
);

export const schedulesOfTeamSince = statement((q, p: Since & { teamId: TeamId }) =>
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
    .where((eb) => wasThere(eb, p.since))
    .orderBy('id')
    .limit(p.limit),
);

/** Also a deleted one. */
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
