/** Teams and their members. */
import { type Kysely, type Selectable, sql } from 'kysely';
import type { OrganizationId, TeamId, UserId } from '../../ids.ts';
import { type ReadStatement, statement, writeStatement } from '../driver/statement.ts';
import { columns } from '../schema/columns.ts';
import { insertRow, updateRow } from '../schema/row-writes.ts';
import type { Tables } from '../schema/tables.ts';

export type TeamRow = Selectable<Tables['teams']>;

export const teamById = statement((q, p: { organizationId: OrganizationId; id: TeamId }) =>
  q.selectFrom('teams').select(columns.teams).where('organization_id', '=', p.organizationId).where('id', '=', p.id),
);

export const teamsByIds = statement((q, p: { organizationId: OrganizationId; ids: readonly TeamId[] }, { listed }) =>
  q
    .selectFrom('teams')
    .select(['id', 'name'])
    .where('organization_id', '=', p.organizationId)
    .where('id', ...listed(p.ids)),
);

export const teamByExternalId = statement((q, p: { organizationId: OrganizationId; externalId: string }) =>
  q
    .selectFrom('teams')
    .select('id')
    .where('organization_id', '=', p.organizationId)
    .where('external_id', '=', p.externalId),
);

/** The given teams that the user is in. */
export const teamsOfUser = statement(
  (q, p: { organizationId: OrganizationId; userId: UserId; ids: readonly TeamId[] }, { listed }) =>
    q
      .selectFrom('team_members')
      .select('team_id')
      .where('organization_id', '=', p.organizationId)
      .where('user_id', '=', p.userId)
      .where('team_id', ...listed(p.ids)),
);

/** Filters; `pattern` is for LIKE, with `\\` as its escape character. The index is on `nameKey`, the filter on `name` too. */
export type TeamFilters = {
  readonly pattern?: string;
  readonly name?: string;
  readonly nameKey?: string;
  readonly externalId?: string;
  /** Teams of the user. */
  readonly userId?: UserId;
};

type Wanted = { readonly organizationId: OrganizationId } & TeamFilters;

/** A list of teams in order of creation: a page, and the total. */
interface TeamList {
  readonly page: ReadStatement<Wanted & { limit: number; offset: number }, TeamRow>;
  readonly total: ReadStatement<Wanted, { total: number }>;
}

const lists = new Map<string, TeamList>();

/** One statement for each combination of filters, so that each uses its index. */
export function teamListBy(filters: TeamFilters): TeamList {
  const key = Object.keys(filters).sort().join();
  const list = lists.get(key) ?? buildList(filters);
  lists.set(key, list);
  return list;
}

function buildList(filters: TeamFilters): TeamList {
  const matching = (q: Kysely<Tables>, wanted: Wanted) => {
    const p = wanted as Required<Wanted>;
    return q
      .selectFrom('teams')
      .where('organization_id', '=', p.organizationId)
      .$if('pattern' in filters, (query) => query.where(sql<boolean>`name_key like ${p.pattern} escape '\\'`))
      .$if('name' in filters, (query) => query.where('name_key', '=', p.nameKey).where('name', '=', p.name))
      .$if('externalId' in filters, (query) => query.where('external_id', '=', p.externalId))
      .$if('userId' in filters, (query) =>
        query.where('id', 'in', (eb) =>
          eb
            .selectFrom('team_members')
            .select('team_id')
            .where('organization_id', '=', p.organizationId)
            .where('user_id', '=', p.userId),
        ),
      );
  };
  const isOneAtMost = 'name' in filters || 'externalId' in filters;
  return {
    page: statement((q, p: Wanted & { limit: number; offset: number }) =>
      matching(q, p)
        .select(columns.teams)
        .$if(!isOneAtMost, (query) => query.orderBy('id'))
        .limit(p.limit)
        .offset(p.offset),
    ),
    total: statement((q, p: Wanted) => matching(q, p).select((eb) => eb.fn.countAll<number>().as('total'))),
  };
}

/** Inserts nothing if the name or the external id is taken. */
export const insertTeam = insertRow('teams', 'skip');

/** Throws `UniqueViolation` if another team has the name or the external id. */
export const updateTeam = updateRow('teams', ['name', 'name_key', 'description', 'external_id', 'managed_by']);

export const deleteTeam = writeStatement((q, p: { organizationId: OrganizationId; id: TeamId }) =>
  q.deleteFrom('teams').where('organization_id', '=', p.organizationId).where('id', '=', p.id),
);

export const insertTeamMember = insertRow('team_members', 'skip');

export const deleteTeamMember = writeStatement(
  (q, p: { organizationId: OrganizationId; teamId: TeamId; userId: UserId }) =>
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
      .select(columns.users)
      .where('team_members.organization_id', '=', p.organizationId)
      .where('team_members.team_id', '=', p.teamId)
      .where('users.deactivated_at', 'is', null)
      .orderBy('team_members.user_id')
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
