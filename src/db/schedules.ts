import { type ExpressionBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { OrganizationId, ScheduleId, TeamId, UserId } from '../ids.ts';
import { type Parameters, type Statement, statement } from './statement.ts';
import type { Tables } from './tables.ts';

export type ScheduleRow = Selectable<Tables['schedules']>;

type ScheduleKey = { organizationId: OrganizationId; id: ScheduleId };

export const scheduleById = statement((q, p: ScheduleKey) =>
  q.selectFrom('schedules').selectAll().where('organization_id', '=', p.organizationId).where('id', '=', p.id),
);

/** Takes the row until the end of the transaction: changes to one schedule happen one after the other. */
export const lockSchedule = statement((q, p: ScheduleKey) =>
  q
    .updateTable('schedules')
    .set((eb) => ({ latest_revision: eb.ref('latest_revision') }))
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.id)
    .returningAll(),
);

type Limits = { limit: number; offset: number };

/** Some of the schedules in the order of their creation: a page of them, and how many there are. */
export interface ScheduleList<P extends Parameters> {
  readonly page: Statement<P & Limits, ScheduleRow>;
  readonly total: Statement<P, { total: number }>;
}

function scheduleList<P extends { organizationId: OrganizationId }>(
  only: <Row>(query: SelectQueryBuilder<Tables, 'schedules', Row>, p: P) => typeof query,
): ScheduleList<P> {
  return {
    page: statement((q, p: P & Limits) =>
      only(q.selectFrom('schedules').selectAll(), p)
        .where('organization_id', '=', p.organizationId)
        .orderBy('id')
        .limit(p.limit)
        .offset(p.offset),
    ),
    total: statement((q, p: P) =>
      only(
        q.selectFrom('schedules').select((eb) => eb.fn.countAll<number>().as('total')),
        p,
      ).where('organization_id', '=', p.organizationId),
    ),
  };
}

type OfTeam = { organizationId: OrganizationId; teamId: TeamId };

function ofTeam(p: OfTeam) {
  return (eb: ExpressionBuilder<Tables, 'schedules'>) =>
    eb(
      'id',
      'in',
      eb
        .selectFrom('schedule_teams')
        .select('schedule_id')
        .where('organization_id', '=', p.organizationId)
        .where('team_id', '=', p.teamId),
    );
}

/** `pattern` is for LIKE, with `\` as its escape character. */
type Named = { organizationId: OrganizationId; pattern: string };

function named({ pattern }: Named) {
  return sql<boolean>`name_key like ${pattern} escape '\\'`;
}

export const allSchedules = scheduleList<{ organizationId: OrganizationId }>((query) => query);
export const schedulesNamed = scheduleList<Named>((query, p) => query.where(named(p)));
export const schedulesOfTeam = scheduleList<OfTeam>((query, p) => query.where(ofTeam(p)));
export const schedulesOfTeamNamed = scheduleList<OfTeam & Named>((query, p) => query.where(ofTeam(p)).where(named(p)));

/** Schedules in whose layers or overrides the user stands at some time after `since`. */
export const schedulesOfUser = statement((q, p: { organizationId: OrganizationId; userId: UserId; since: number }) =>
  q
    .selectFrom('schedules')
    .selectAll()
    .where('organization_id', '=', p.organizationId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('schedule_users')
        .select('schedule_id')
        .where('user_id', '=', p.userId)
        .where('until_at', '>', p.since)
        .union(
          eb
            .selectFrom('override_users')
            .innerJoin('overrides', 'overrides.id', 'override_users.override_id')
            .select('overrides.schedule_id')
            .where('override_users.user_id', '=', p.userId)
            .where('override_users.end_at', '>', p.since),
        ),
    )
    .orderBy('id'),
);

export const insertSchedule = statement(
  (
    q,
    p: ScheduleKey & {
      name: string;
      nameKey: string;
      description: string | null;
      timeZone: string;
      nextChangeAt: number | null;
      createdBy: UserId;
      createdAt: number;
    },
  ) =>
    q.insertInto('schedules').values({
      id: p.id,
      organization_id: p.organizationId,
      name: p.name,
      name_key: p.nameKey,
      description: p.description,
      time_zone: p.timeZone,
      latest_revision: 0,
      next_change_at: p.nextChangeAt,
      created_by: p.createdBy,
      created_at: p.createdAt,
    }),
);

export const updateSchedule = statement(
  (q, p: ScheduleKey & { name: string; nameKey: string; description: string | null; latestRevision: number }) =>
    q
      .updateTable('schedules')
      .set({ name: p.name, name_key: p.nameKey, description: p.description, latest_revision: p.latestRevision })
      .where('organization_id', '=', p.organizationId)
      .where('id', '=', p.id),
);

export const updateLatestRevision = statement((q, p: ScheduleKey & { latestRevision: number }) =>
  q
    .updateTable('schedules')
    .set({ latest_revision: p.latestRevision })
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.id),
);

export const updateNextChange = statement((q, p: ScheduleKey & { nextChangeAt: number | null }) =>
  q
    .updateTable('schedules')
    .set({ next_change_at: p.nextChangeAt })
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.id),
);

export const deleteSchedule = statement((q, p: ScheduleKey) =>
  q.deleteFrom('schedules').where('organization_id', '=', p.organizationId).where('id', '=', p.id),
);

/** Teams of several schedules at once, in the order in which they were linked. */
export const teamsOfSchedules = statement(
  (q, p: { organizationId: OrganizationId; ids: readonly ScheduleId[] }, { among, listed }) =>
    q
      .selectFrom('schedule_teams')
      .innerJoin('teams', 'teams.id', 'schedule_teams.team_id')
      .selectAll('teams')
      .select('schedule_teams.schedule_id')
      .where('schedule_teams.organization_id', '=', p.organizationId)
      .where('schedule_teams.schedule_id', among, listed(p.ids))
      .orderBy('schedule_teams.schedule_id')
      .orderBy('schedule_teams.position'),
);

export const unlinkTeams = statement((q, p: ScheduleKey) =>
  q.deleteFrom('schedule_teams').where('organization_id', '=', p.organizationId).where('schedule_id', '=', p.id),
);

export const linkTeam = statement((q, p: ScheduleKey & { teamId: TeamId; position: number }) =>
  q
    .insertInto('schedule_teams')
    .values({ organization_id: p.organizationId, schedule_id: p.id, team_id: p.teamId, position: p.position }),
);

/** Nobody stands in the layers from now on; what they did until now stays. */
export const endScheduleUsers = statement((q, p: ScheduleKey & { now: number }) =>
  q
    .updateTable('schedule_users')
    .set({ until_at: p.now })
    .where('organization_id', '=', p.organizationId)
    .where('schedule_id', '=', p.id)
    .where('until_at', '>', p.now),
);

export const putScheduleUsers = statement(
  (q, p: ScheduleKey & { userIds: readonly UserId[]; untilAt: number }, { among, listed }) =>
    q
      .insertInto('schedule_users')
      .columns(['organization_id', 'schedule_id', 'user_id', 'until_at'])
      .expression((eb) =>
        eb
          .selectFrom('users')
          .innerJoin('schedules', 'schedules.organization_id', 'users.organization_id')
          .select((select) => [
            'users.organization_id',
            'schedules.id as schedule_id',
            'users.id as user_id',
            select.cast<number>(select.val(p.untilAt), 'bigint').as('until_at'),
          ])
          .where('users.organization_id', '=', p.organizationId)
          .where('schedules.id', '=', p.id)
          .where('users.id', among, listed(p.userIds)),
      )
      .onConflict((conflict) =>
        conflict.columns(['schedule_id', 'user_id']).doUpdateSet((eb) => ({ until_at: eb.ref('excluded.until_at') })),
      ),
);

/** Whether the user rotates in the schedule, created it, or is in one of its teams. */
export const scheduleIsOf = statement((q, p: ScheduleKey & { userId: UserId; now: number }) =>
  q
    .selectFrom('schedules')
    .select('id')
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.id)
    .where((eb) =>
      eb.or([
        eb('created_by', '=', p.userId),
        eb.exists(
          eb
            .selectFrom('schedule_users')
            .select('user_id')
            .where('schedule_id', '=', p.id)
            .where('user_id', '=', p.userId)
            .where('until_at', '>', p.now),
        ),
        eb.exists(
          eb
            .selectFrom('schedule_teams')
            .innerJoin('team_members', 'team_members.team_id', 'schedule_teams.team_id')
            .select('team_members.user_id')
            .where('schedule_teams.schedule_id', '=', p.id)
            .where('team_members.user_id', '=', p.userId),
        ),
      ]),
    ),
);
