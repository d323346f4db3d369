/** Searches users, teams and schedules by a part of their name, in one request. */

import { teamListBy } from '../../db/people/teams.ts';
import { usersNamedPage } from '../../db/people/users.ts';
import { scheduleListBy } from '../../db/schedules/schedules.ts';
import type { Caller } from '../../permissions.ts';
import type { Found, SearchQuery } from '../../schemas/people/search.ts';
import { patternFor, searchKey } from '../shared/searching.ts';
import type { Services } from '../shared/services.ts';
import { waitForAll } from '../shared/wait-for-all.ts';
import { teamOf } from './teams.ts';
import { userOf } from './users.ts';

/** Read of each kind, to choose the best from. */
const READ = 50;

export async function search({ db }: Services, { organizationId }: Caller, wanted: SearchQuery): Promise<Found> {
  const query = wanted.query.trim();
  if (query === '') return { users: [], teams: [], schedules: [] };
  const pattern = patternFor(query);
  const asked = { organizationId, pattern, limit: READ, offset: 0 };
  const [users, teams, schedules] = await waitForAll([
    db.all(usersNamedPage, asked),
    db.all(teamListBy({ pattern }).page, asked),
    db.all(scheduleListBy({ pattern }).page, asked),
  ]);
  return {
    users: bestOf(users, query, wanted.per_kind).map(userOf),
    teams: bestOf(teams, query, wanted.per_kind).map(teamOf),
    schedules: bestOf(schedules, query, wanted.per_kind).map(({ id, name }) => ({ id, name })),
  };
}

function bestOf<Row extends { readonly name_key: string }>(rows: readonly Row[], query: string, most: number): Row[] {
  const key = searchKey(query);
  return rows.toSorted((one, other) => rankOf(one.name_key, key) - rankOf(other.name_key, key)).slice(0, most);
}

/** Lower is better. */
function rankOf(name: string, key: string): number {
  if (name.startsWith(key)) return 0;
  if (name.includes(` ${key}`)) return 1;
  return name.includes(key) ? 2 : 3;
}
