import { type Selectable, sql } from 'kysely';
import type { OrganizationId, ScheduleId, TeamId, UserId } from '../ids.ts';
import { statement } from './statement.ts';
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

/** `pattern` is for LIKE, with `\` as its escape character. */
export const schedulesPage = statement(
  (q, p: { organizationId: OrganizationId; pattern: string; limit: number; offset: number }) =>
    q
      .selectFrom('schedules')
      .selectAll()
      .where('organization_id', '=', p.organizationId)
      .where(sql<boolean>`name_key like ${p.pattern} escape '\\'`)
      .orderBy('id')
      .limit(p.limit)
      .offset(p.offset),
);

export const schedulesTotal = statement((q, p: { organizationId: OrganizationId; pattern: string }) =>
  q
    .selectFrom('schedules')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('organization_id', '=', p.organizationId)
    .where(sql<boolean>`name_key like ${p.pattern} escape '\\'`),
);

export const schedulesOfTeamPage = statement(
  (q, p: { organizationId: OrganizationId; teamId: TeamId; pattern: string; limit: number; offset: number }) =>
    q
      .selectFrom('schedule_teams')
      .innerJoin('schedules', 'schedules.id', 'schedule_teams.schedule_id')
      .selectAll('schedules')
      .where('schedule_teams.organization_id', '=', p.organizationId)
      .where('schedule_teams.team_id', '=', p.teamId)
      .where(sql<boolean>`schedules.name_key like ${p.pattern} escape '\\'`)
      .orderBy('schedules.id')
      .limit(p.limit)
      .offset(p.offset),
);

export const schedulesOfTeamTotal = statement(
  (q, p: { organizationId: OrganizationId; teamId: TeamId; pattern: string }) =>
    q
      .selectFrom('schedule_teams')
      .innerJoin('schedules', 'schedules.id', 'schedule_teams.schedule_id')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('schedule_teams.organization_id', '=', p.organizationId)
      .where('schedule_teams.team_id', '=', p.teamId)
      .where(sql<boolean>`schedules.name_key like ${p.pattern} escape '\\'`),
);

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
  (q, p: { organizationId: OrganizationId; ids: readonly ScheduleId[] }, { listed }) =>
    q
      .selectFrom('schedule_teams')
      .innerJoin('teams', 'teams.id', 'schedule_teams.team_id')
      .selectAll('teams')
      .select('schedule_teams.schedule_id')
      .where('schedule_teams.organization_id', '=', p.organizationId)
      .where('schedule_teams.schedule_id', 'in', listed(p.ids))
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

export const removeScheduleUsers = statement((q, p: ScheduleKey) =>
  q.deleteFrom('schedule_users').where('organization_id', '=', p.organizationId).where('schedule_id', '=', p.id),
);

export const addScheduleUsers = statement(
  (q, p: ScheduleKey & { userIds: readonly UserId[]; untilAt: number }, { listed }) =>
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
          .where('users.id', 'in', listed(p.userIds)),
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
