/** The query behind all lists of schedules: all, of a team, of a user, or by name or external id. */
import type { Queryable } from '../../db/driver/database.ts';
import { bindRead } from '../../db/driver/statement.ts';
import { teamById } from '../../db/people/teams.ts';
import { type ScheduleFilters, type ScheduleRow, scheduleListBy } from '../../db/schedules/schedules.ts';
import { type OrganizationId, parseId, type TeamId, type UserId } from '../../ids.ts';
import { type PageMeta, type PageRequest, readPage, readsOfPage } from '../shared/paging.ts';
import type { Prefetch } from '../shared/prefetch.ts';
import { patternFor } from '../shared/searching.ts';

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

function filtersOf({ teamId, query = '', name, external_id, of }: SchedulesWanted): ScheduleFilters {
  return {
    ...(teamId !== undefined && { teamId }),
    ...(query !== '' && { pattern: patternFor(query) }),
    ...(name !== undefined && { name }),
    ...(external_id !== undefined && { externalId: external_id }),
    ...of,
  };
}

type ListQuery = PageRequest & { readonly team_id?: string } & Pick<SchedulesWanted, 'query' | 'name' | 'external_id'>;

/** For lists of `readSchedulesPage`, except those of a user. */
export const prefetchSchedules: Prefetch<ListQuery> = (
  { organizationId },
  { team_id, query, name, external_id, ...request },
) => {
  const teamId = team_id === undefined ? undefined : parseId('team', team_id);
  if (team_id !== undefined && teamId === undefined) return [];
  const filters = filtersOf({ organizationId, teamId, query, name, external_id });
  return [
    ...readsOfPage(scheduleListBy(filters), { organizationId, ...filters }, request),
    ...(teamId === undefined ? [] : [bindRead(teamById, { organizationId, id: teamId })]),
  ];
};
