/** The one list of schedules behind all the others: all of them, those of a team or of a user, those with something in their name. */
import type { Queryable } from '../db/database.ts';
import { type ScheduleFilters, type ScheduleRow, scheduleListBy } from '../db/schedules.ts';
import { question } from '../db/statement.ts';
import type { OrganizationId, TeamId, UserId } from '../ids.ts';
import { limitsOf, metaOf, type PageMeta, type PageRequest } from './pages.ts';
import { patternFor } from './searching.ts';

interface SchedulesWanted {
  readonly organizationId: OrganizationId;
  readonly teamId?: TeamId | undefined;
  /** A part of the name; empty for any. */
  readonly query?: string | undefined;
  /** Someone who stands in a layer or an override at some time after `since`. */
  readonly of?: { readonly userId: UserId; readonly since: number } | undefined;
}

interface SchedulesPage {
  readonly rows: readonly ScheduleRow[];
  readonly meta: PageMeta;
}

export async function readSchedulesPage(
  db: Queryable,
  { organizationId, teamId, query = '', of }: SchedulesWanted,
  request: PageRequest,
): Promise<SchedulesPage> {
  const filters: ScheduleFilters = {
    ...(teamId !== undefined && { teamId }),
    ...(query !== '' && { pattern: patternFor(query) }),
    ...of,
  };
  const { page, total } = scheduleListBy(filters);
  const ofPage = { organizationId, ...filters, ...limitsOf(request) };
  const ofAll = { organizationId, ...filters };
  db.askAhead?.(question(page, ofPage), () => [question(total, ofAll)]);
  const rows = await db.all(page, ofPage);
  return { rows, meta: metaOf(request, await db.first(total, ofAll)) };
}
