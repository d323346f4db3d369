import { type Queryable, type UnguardedReads, UniqueViolation } from '../../db/driver/database.ts';
import {
  deleteTeamMember,
  deleteTeam as deleteTeamRow,
  insertTeam,
  insertTeamMember,
  type TeamFilters,
  type TeamRow,
  teamByExternalId,
  teamById,
  teamListBy,
  teamMembersPage,
  teamMembersTotal,
  teamsByIds,
  teamsOfUser,
  updateTeam as updateTeamRow,
} from '../../db/people/teams.ts';
import { AppError, quoted } from '../../errors.ts';
import { type OrganizationId, parseId, type TeamId, type UserId } from '../../ids.ts';
import { type Caller, requirePermission } from '../../permissions.ts';
import type { NewTeam, Team, TeamsQuery, TeamUpdate } from '../../schemas/people/teams.ts';
import type { User } from '../../schemas/people/users.ts';
import { writeAuditEntry } from '../shared/audit-log.ts';
import { changeAs } from '../shared/callers.ts';
import { type ExpectedTags, requireTag, tagOf } from '../shared/entity-tags.ts';
import { type PageMeta, type PageRequest, readPage } from '../shared/paging.ts';
import { patternFor, searchKey } from '../shared/searching.ts';
import type { Services } from '../shared/services.ts';
import { waitForAll } from '../shared/wait-for-all.ts';
import { getUserRow, userOf } from './users.ts';

export async function getTeam({ db }: Services, caller: Caller, id: string): Promise<Team> {
  return teamOf(await getTeamRow(db, caller, id));
}

export async function listTeams(
  { db }: Services,
  { organizationId, userId }: Caller,
  { query = '', mine = false, name, external_id, ...request }: TeamsQuery,
): Promise<{ teams: Team[]; meta: PageMeta }> {
  const filters: TeamFilters = {
    ...(query !== '' && { pattern: patternFor(query) }),
    ...(name !== undefined && { name, nameKey: searchKey(name) }),
    ...(external_id !== undefined && { externalId: external_id }),
    ...(mine && { userId }),
  };
  const { rows, meta } = await readPage(db, teamListBy(filters), { organizationId, ...filters }, request);
  return { teams: rows.map(teamOf), meta };
}

/** The creator is the first member. Otherwise a creator with the role `standard` could add nobody. */
export async function createTeam(services: Services, caller: Caller, wanted: NewTeam): Promise<Team> {
  const { clock, newId } = services;
  return changeAs(services, caller, async (tx, caller) => {
    await requirePermission(caller, 'create team');
    const { organizationId, userId } = caller;
    const now = clock.now();
    const details = detailsOf({ external_id: null, managed_by: null, ...wanted });
    const row = { ...details, id: newId('team'), organization_id: organizationId, created_at: now };
    if ((await tx.run(insertTeam, row)) === 0) throw await taken(tx, organizationId, wanted);
    await tx.run(insertTeamMember, memberRow(row, userId, now));
    await writeAuditEntry(services, tx, caller, { action: 'team.created', targetId: row.id, detail: wanted });
    return teamOf(row);
  });
}

export async function updateTeam(
  services: Services,
  caller: Caller,
  id: string,
  wanted: TeamUpdate,
  expected?: ExpectedTags,
): Promise<Team> {
  const updated = changeAs(services, caller, async (tx, caller) => {
    const row = await getTeamToChange(tx, caller, id);
    requireTag(expected, tagOf(teamOf(row)));
    const team = { ...row, ...detailsOf({ ...row, ...wanted }) };
    await tx.run(updateTeamRow, team);
    await writeAuditEntry(services, tx, caller, { action: 'team.updated', targetId: row.id, detail: wanted });
    return teamOf(team);
  });
  return updated.catch((error) => {
    if (!(error instanceof UniqueViolation)) throw error;
    const isExternalId = error.columns.includes('teams.external_id');
    throw isExternalId ? duplicateExternalId('team', wanted.external_id) : duplicate(wanted.name ?? '');
  });
}

export async function deleteTeam(
  services: Services,
  caller: Caller,
  id: string,
  expected?: ExpectedTags,
): Promise<void> {
  await changeAs(services, caller, async (tx, caller) => {
    const row = await getTeamToChange(tx, caller, id);
    requireTag(expected, tagOf(teamOf(row)));
    await tx.run(deleteTeamRow, { organizationId: caller.organizationId, id: row.id });
    const detail = { name: row.name };
    await writeAuditEntry(services, tx, caller, { action: 'team.deleted', targetId: row.id, detail });
  });
}

export async function listTeamMembers(
  { db }: Services,
  caller: Caller,
  id: string,
  page: PageRequest,
): Promise<{ users: User[]; meta: PageMeta }> {
  const { organizationId } = caller;
  const list = { page: teamMembersPage, total: teamMembersTotal };
  const teamId = parseId('team', id);
  if (teamId === undefined) throw noTeam(id);
  const [, { rows, meta }] = await waitForAll([
    getTeamRow(db, caller, id),
    readPage(db, list, { organizationId, teamId }, page),
  ]);
  return { users: rows.map(userOf), meta };
}

export async function addTeamMember(services: Services, caller: Caller, id: string, user: string): Promise<void> {
  await changeAs(services, caller, async (tx, caller) => {
    const team = await getTeamToChange(tx, caller, id);
    const { id: userId, seat } = await getUserRow(tx, caller, user);
    if (seat === 'viewer') {
      throw new AppError('unprocessable_entity', `${userId} has a viewer seat; members of a team need a member seat.`);
    }
    const added = await tx.run(insertTeamMember, memberRow(team, userId, services.clock.now()));
    if (added === 0) return;
    await writeAuditEntry(services, tx, caller, {
      action: 'team.member_added',
      targetId: team.id,
      detail: { user: userId },
    });
  });
}

export async function removeTeamMember(services: Services, caller: Caller, id: string, user: string): Promise<void> {
  await changeAs(services, caller, async (tx, caller) => {
    const { organizationId } = caller;
    const { id: teamId } = await getTeamToChange(tx, caller, id);
    const { id: userId } = await getUserRow(tx, caller, user);
    if ((await tx.run(deleteTeamMember, { organizationId, teamId, userId })) === 0) {
      throw new AppError('not_found', `${userId} is not a member of ${teamId}.`);
    }
    await writeAuditEntry(services, tx, caller, {
      action: 'team.member_removed',
      targetId: teamId,
      detail: { user: userId },
    });
  });
}

export function teamOf({ id, name, description, external_id, managed_by }: TeamRow): Team {
  return {
    id,
    name,
    ...(description !== null && { description }),
    ...(external_id !== null && { external_id }),
    ...(managed_by !== null && { managed_by }),
  };
}

export async function getTeamRow(db: Queryable, { organizationId }: Caller, id: string): Promise<TeamRow> {
  const teamId = parseId('team', id);
  const row = teamId && (await db.first(teamById, { organizationId, id: teamId }));
  if (row === undefined) throw noTeam(id);
  return row;
}

async function getTeamToChange(db: Queryable, caller: Caller, id: string): Promise<TeamRow> {
  const row = await getTeamRow(db, caller, id);
  await requirePermission(caller, 'change team', () => areTheirTeams(db, caller, [row.id]));
  return row;
}

/** Whether the caller is in every one of the teams. */
export async function areTheirTeams(
  db: UnguardedReads,
  { organizationId, userId }: Caller,
  ids: readonly TeamId[],
): Promise<boolean> {
  return (await db.all(teamsOfUser, { organizationId, userId, ids })).length === ids.length;
}

/** The teams of a request, without duplicates; an unknown one is 404. */
export async function resolveTeams(
  db: UnguardedReads,
  { organizationId }: Caller,
  ids: readonly string[],
): Promise<TeamId[]> {
  const wanted = [...new Set(ids)].map((id) => parseId('team', id) ?? id);
  const found = await db.all(teamsByIds, { organizationId, ids: wanted as TeamId[] });
  const known = new Set<string>(found.map(({ id }) => id));
  const unknown = wanted.find((id) => !known.has(id));
  if (unknown !== undefined) throw noTeam(unknown);
  return wanted as TeamId[];
}

function memberRow({ id, organization_id }: TeamRow, userId: UserId, now: number) {
  return { organization_id, team_id: id, user_id: userId, created_at: now };
}

type Details = Pick<TeamRow, 'name' | 'external_id' | 'managed_by'> & { readonly description?: string | null };

/** What people choose of a team or a schedule, as it is stored. Names are compared ignoring case and the encoding of accents. */
export function detailsOf({ name, description, external_id, managed_by }: Details) {
  const trimmed = name.trim();
  return { name: trimmed, name_key: searchKey(trimmed), description: description || null, external_id, managed_by };
}

export function noTeam(id: string): AppError {
  return new AppError('not_found', `There is no team ${quoted(id)}.`);
}

/** Which unique field of a new team is already taken. */
async function taken(db: Queryable, organizationId: OrganizationId, { name, external_id }: NewTeam): Promise<AppError> {
  const holder =
    external_id === undefined
      ? undefined
      : await db.first(teamByExternalId, { organizationId, externalId: external_id });
  return holder === undefined ? duplicate(name) : duplicateExternalId('team', external_id);
}

export function duplicateExternalId(
  noun: 'team' | 'schedule' | 'webhook',
  externalId: string | null | undefined,
): AppError {
  return new AppError(
    'duplicate_external_id',
    `Another ${noun} has the external_id ${JSON.stringify(externalId ?? '')} already.`,
  );
}

function duplicate(name: string): AppError {
  return new AppError('duplicate_team_name', `A team named ${JSON.stringify(name.trim())} already exists.`);
}
