/** The one list of schedules behind all the others: all of them, those of a team, those with something in their name. */
import type { Queryable } from '../db/database.ts';
import {
  allSchedules,
  type ScheduleList,
  type ScheduleRow,
  schedulesNamed,
  schedulesOfTeam,
  schedulesOfTeamNamed,
} from '../db/schedules.ts';
import type { Parameters } from '../db/statement.ts';
import type { OrganizationId, TeamId } from '../ids.ts';
import { limitsOf, metaOf, type PageMeta, type PageRequest } from './pages.ts';

interface SchedulesWanted {
  readonly organizationId: OrganizationId;
  readonly teamId?: TeamId | undefined;
  /** A part of the name; empty for any. */
  readonly query?: string | undefined;
}

interface SchedulesPage {
  readonly rows: readonly ScheduleRow[];
  readonly meta: PageMeta;
}

export function readSchedulesPage(
  db: Queryable,
  { organizationId, teamId, query = '' }: SchedulesWanted,
  page: PageRequest,
): Promise<SchedulesPage> {
  const pattern = patternFor(query);
  if (teamId === undefined) {
    return query === ''
      ? readPage(db, allSchedules, { organizationId }, page)
      : readPage(db, schedulesNamed, { organizationId, pattern }, page);
  }
  return query === ''
    ? readPage(db, schedulesOfTeam, { organizationId, teamId }, page)
    : readPage(db, schedulesOfTeamNamed, { organizationId, teamId, pattern }, page);
}

/** How names are searched: without case, and however their accents are encoded. */
export function searchKey(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

async function readPage<P extends Parameters>(
  db: Queryable,
  { page, total }: ScheduleList<P>,
  which: P,
  request: PageRequest,
): Promise<SchedulesPage> {
  const rows = await db.all(page, { ...which, ...limitsOf(request) });
  return { rows, meta: metaOf(request, await db.first(total, which)) };
}

/** For LIKE, with `\` as its escape character. */
function patternFor(part: string): string {
  return `%${searchKey(part).replaceAll(/[\\%_]/g, '\\$&')}%`;
}
