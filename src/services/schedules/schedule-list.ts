/** The query behind all lists of schedules: all, of a team, of a user, or by name or external id. */
import type { Queryable } from '../../db/driver/database.ts';
import { type ScheduleFilters, type ScheduleRow, scheduleListBy } from '../../db/schedules/schedules.ts';
import { type OrganizationId, parseId, type TeamId, type UserId } from '../../ids.ts';
import type { Caller } from '../../permissions.ts';
import { getTeamRow, noTeam } from '../people/teams.ts';
import { type PageMeta, type PageRequest, readPage } from '../shared/paging.ts';
import { patternFor } from '../shared/searching.ts';
import { waitForAll } from '../shared/wait-for-all.ts';

interface SchedulesWanted {
  readonly organizationId: OrganizationId;
  readonly teamId?: TeamId | undefined;
  /** A part of the name; empty: any. */
  readonly query?: string | undefined;
  /** The whole name. */
  readonly name?: string | undefined;
  readonly external_id?: string | undefined;
  /** A user who is in a layer or an override at some time after `since`. */
  readonly of?: { readonly userId: UserId; readonly since: number } | undefined;
}

interface SchedulesPage {
  readonly rows: readonly ScheduleRow[];
  readonly meta: PageMeta;
}

export async function readSchedulesPage(
  db: Queryable,
  wanted: SchedulesWanted,
  request: PageRequest,
): Promise<SchedulesPage> {
  const filters = filtersOf(wanted);
  return readPage(db, scheduleListBy(filters), { organizationId: wanted.organizationId, ...filters }, request);
}

/** The same for a team that a request names, if it does. It must exist. */
export async function readSchedulesPageOf(
  db: Queryable,
  caller: Caller,
  team: string | undefined,
  wanted: Omit<SchedulesWanted, 'organizationId' | 'teamId'>,
  request: PageRequest,
): Promise<SchedulesPage> {
  const { organizationId } = caller;
  if (team === undefined) return readSchedulesPage(db, { organizationId, ...wanted }, request);
  const teamId = parseId('team', team);
  if (teamId === undefined) throw noTeam(team);
  const [, page] = await waitForAll<[unknown, SchedulesPage]>([
    getTeamRow(db, caller, team),
    readSchedulesPage(db, { organizationId, teamId, ...wanted }, request),
  ]);
  return page;
}

function filtersOf({ teamId, query = '', name, external_id, of }: SchedulesWanted): ScheduleFilters {
  return {
    ...(teamId !== undefined && { teamId }),
    ...(query !== '' && { pattern: patternFor(query) }),
    ...(name !== undefined && { name }),
    ...(external_id !== undefined && { externalId: external_id }),
    ...of,
  };
}
