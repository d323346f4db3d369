import type { Selectable } from 'kysely';
import type { OrganizationId, TeamId, UserId } from '../ids.ts';
import { statement } from './statement.ts';
import type { Tables } from './tables.ts';

export type TeamRow = Selectable<Tables['teams']>;

export const teamById = statement((q, p: { organizationId: OrganizationId; id: TeamId }) =>
  q.selectFrom('teams').selectAll().where('organization_id', '=', p.organizationId).where('id', '=', p.id),
);

export const teamsByIds = statement(
  (q, p: { organizationId: OrganizationId; ids: readonly TeamId[] }, { among, listed }) =>
    q
      .selectFrom('teams')
      .select('id')
      .where('organization_id', '=', p.organizationId)
      .where('id', among, listed(p.ids)),
);

/** Those of the teams that the user is in. */
export const teamsOfUser = statement(
  (q, p: { organizationId: OrganizationId; userId: UserId; ids: readonly TeamId[] }, { among, listed }) =>
    q
      .selectFrom('team_members')
      .select('team_id')
      .where('organization_id', '=', p.organizationId)
      .where('user_id', '=', p.userId)
      .where('team_id', among, listed(p.ids)),
);

export const teamsPage = statement((q, p: { organizationId: OrganizationId; limit: number; offset: number }) =>
  q
    .selectFrom('teams')
    .selectAll()
    .where('organization_id', '=', p.organizationId)
    .orderBy('id')
    .limit(p.limit)
    .offset(p.offset),
);

export const teamsTotal = statement((q, p: { organizationId: OrganizationId }) =>
  q
    .selectFrom('teams')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('organization_id', '=', p.organizationId),
);

/** Nothing happens when the name is taken. */
export const insertTeam = statement(
  (
    q,
    p: {
      id: TeamId;
      organizationId: OrganizationId;
      name: string;
      nameKey: string;
      description: string | null;
      createdAt: number;
    },
  ) =>
    q
      .insertInto('teams')
      .values({
        id: p.id,
        organization_id: p.organizationId,
        name: p.name,
        name_key: p.nameKey,
        description: p.description,
        created_at: p.createdAt,
      })
      .onConflict((conflict) => conflict.doNothing()),
);

/** Takes the row until the end of the transaction: of two changes at once, neither undoes the other. */
export const lockTeam = statement((q, p: { organizationId: OrganizationId; id: TeamId }, { locking }) =>
  locking(q.selectFrom('teams').selectAll().where('organization_id', '=', p.organizationId).where('id', '=', p.id)),
);

/** Throws `UniqueViolation` when another team has the name. */
export const updateTeam = statement(
  (q, p: { id: TeamId; organizationId: OrganizationId; name: string; nameKey: string; description: string | null }) =>
    q
      .updateTable('teams')
      .set({ name: p.name, name_key: p.nameKey, description: p.description })
      .where('organization_id', '=', p.organizationId)
      .where('id', '=', p.id),
);

export const deleteTeam = statement((q, p: { organizationId: OrganizationId; id: TeamId }) =>
  q.deleteFrom('teams').where('organization_id', '=', p.organizationId).where('id', '=', p.id),
);

export const insertTeamMember = statement(
  (q, p: { organizationId: OrganizationId; teamId: TeamId; userId: UserId; createdAt: number }) =>
    q
      .insertInto('team_members')
      .values({ organization_id: p.organizationId, team_id: p.teamId, user_id: p.userId, created_at: p.createdAt })
      .onConflict((conflict) => conflict.doNothing()),
);

export const deleteTeamMember = statement((q, p: { organizationId: OrganizationId; teamId: TeamId; userId: UserId }) =>
  q
    .deleteFrom('team_members')
    .where('organization_id', '=', p.organizationId)
    .where('team_id', '=', p.teamId)
    .where('user_id', '=', p.userId),
);

export const teamMembersPage = statement(
  (q, p: { organizationId: OrganizationId; teamId: TeamId; limit: number; offset: number }) =>
    q
      .selectFrom('team_members')
      .innerJoin('users', 'users.id', 'team_members.user_id')
      .selectAll('users')
      .where('team_members.organization_id', '=', p.organizationId)
      .where('team_members.team_id', '=', p.teamId)
      .where('users.deactivated_at', 'is', null)
      .orderBy('users.id')
      .limit(p.limit)
      .offset(p.offset),
);

export const teamMembersTotal = statement((q, p: { organizationId: OrganizationId; teamId: TeamId }) =>
  q
    .selectFrom('team_members')
    .innerJoin('users', 'users.id', 'team_members.user_id')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('team_members.organization_id', '=', p.organizationId)
    .where('team_members.team_id', '=', p.teamId)
    .where('users.deactivated_at', 'is', null),
);
