/** Lists what the caller may do, by the same rules that services enforce, so that no button is shown that is then refused. */
import { ACTIONS, type Action, type Caller, hasPermission } from '../../permissions.ts';
import { areTheirTeams, getTeamRow } from '../people/teams.ts';
import { getScheduleRow, isTheirSchedule } from '../shared/schedule-access.ts';
import type { Services } from '../shared/services.ts';

/** In general, or for the given schedule and team. A new schedule is assumed to have no teams. */
export async function listPermissions(
  services: Services,
  caller: Caller,
  { schedule_id, team_id }: { readonly schedule_id?: string; readonly team_id?: string },
): Promise<Action[]> {
  const { db } = services;
  const schedule = schedule_id === undefined ? undefined : await getScheduleRow(db, caller, schedule_id);
  const team = team_id === undefined ? undefined : await getTeamRow(db, caller, team_id);
  const isTheirs: Partial<Record<Action, () => Promise<boolean>>> = {
    'create schedule': () => areTheirTeams(db, caller, []),
    ...(schedule && { 'change schedule': () => isTheirSchedule(services, db, caller, schedule.id) }),
    ...(team && { 'change team': () => areTheirTeams(db, caller, [team.id]) }),
  };
  const allowed: Action[] = [];
  for (const action of ACTIONS) if (await hasPermission(caller, action, isTheirs[action])) allowed.push(action);
  return allowed;
}
