/** Who is on call now in every schedule, for monitoring: a few schedules at a time, since an organization may have tens of thousands. */
import { schedulesOfTeamSince, schedulesSince } from '../../db/reports.ts';
import { type ScheduleRow, teamsOfSchedules } from '../../db/schedules/schedules.ts';
import { onCallAt, unplannedGapsIn } from '../../engine/timeline.ts';
import type { UserId } from '../../ids.ts';
import type { Caller } from '../../permissions.ts';
import type { User } from '../../schemas/people/users.ts';
import { MAX_INSTANT } from '../../time/iso.ts';
import { getTeamRow } from '../people/teams.ts';
import { loadUsers } from '../people/users.ts';
import type { Services } from '../shared/services.ts';
import { waitForAll } from '../shared/wait-for-all.ts';
import { Work } from '../shared/work.ts';
import { pagesOfSchedules } from '../timelines/on-call-times.ts';
import { isBroken } from '../timelines/rotations.ts';
import { loadSchedules, type ScheduleLoad } from '../timelines/timelines.ts';

/** Loading, presenting and writing this many takes a few milliseconds. */
const SCHEDULES_PER_BATCH = 50;

export interface ScheduleNow {
  readonly row: ScheduleRow;
  readonly teams: readonly { readonly id: string; readonly name: string }[];
  /** Undefined: the schedule is broken, and nobody knows. */
  readonly people: readonly User[] | undefined;
  /** Nobody is on call, although the windows of the layer are open. */
  readonly isGap: boolean;
}

/** The schedules that `GET /oncall` lists for the caller, with the same people. */
export async function* eachScheduleNow(
  { db, clock }: Services,
  caller: Caller,
  { team_id }: { readonly team_id?: string | undefined },
): AsyncGenerator<readonly ScheduleNow[], void> {
  const { organizationId } = caller;
  using work = new Work(caller, { narrow: 'Choose a team with team_id.' });
  const teamId = team_id === undefined ? undefined : (await getTeamRow(db, caller, team_id)).id;
  const pages = pagesOfSchedules(work, (page) => {
    // Without those that were deleted: none was deleted after the end of time.
    const wanted = { organizationId, since: MAX_INSTANT, ...page };
    return teamId === undefined ? db.all(schedulesSince, wanted) : db.all(schedulesOfTeamSince, { ...wanted, teamId });
  });
  const now = clock.now();
  const within = { start: now, end: now + 1 };
  const users = new Map<UserId, User>();
  let isLarge = false;
  for await (const rows of pages) {
    isLarge ||= rows.length > SCHEDULES_PER_BATCH;
    for (let i = 0; i < rows.length; i += SCHEDULES_PER_BATCH) {
      // A large load waits for its turn, also the first time: many may arrive at once.
      if (isLarge) await work.turn();
      yield await batchAt(rows.slice(i, i + SCHEDULES_PER_BATCH));
    }
  }

  async function batchAt(batch: readonly ScheduleRow[]): Promise<ScheduleNow[]> {
    const ids = batch.map(({ id }) => id);
    const [loads, teamsFound] = await waitForAll([
      loadSchedules(db, organizationId, batch, within),
      db.all(teamsOfSchedules, { organizationId, ids }),
    ]);
    const found = loads.map((load) => momentOf(load, now));
    work.isDue(found.length);
    // Most people are on call in many schedules.
    const unknown = found.flatMap(({ users: onCall = [] }) => onCall.filter((id) => !users.has(id)));
    if (unknown.length > 0) {
      const findUser = await loadUsers(db, organizationId, unknown);
      for (const id of unknown) users.set(id, findUser(id));
    }
    const teams = Map.groupBy(teamsFound, ({ schedule_id }) => schedule_id);
    return found.map(({ row, users: onCall, isGap }) => ({
      row,
      teams: teams.get(row.id) ?? [],
      people: onCall?.map((id) => users.get(id) as User),
      isGap,
    }));
  }
}

function momentOf(load: ScheduleLoad, now: number) {
  const { row } = load;
  if (isBroken(load)) return { row, users: undefined, isGap: false };
  const users: readonly UserId[] = onCallAt(load.timeline, now);
  const isGap = users.length === 0 && unplannedGapsIn(load.timeline, { start: now, end: now + 1 }).length > 0;
  return { row, users, isGap };
}
