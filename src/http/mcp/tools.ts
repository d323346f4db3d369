/** Rule MCP-1: the tools for agents. Each returns the same as a route of the HTTP API, with the same fields. */
import Type, { type TSchema } from 'typebox';
import type { Caller } from '../../permissions.ts';
import { CandidatesQuery } from '../../schemas/coverage/coverage-candidates.ts';
import { CoverageRequestsQuery } from '../../schemas/coverage/coverage-requests.ts';
import { Body } from '../../schemas/fields.ts';
import { TeamsQuery } from '../../schemas/people/teams.ts';
import { SchedulesQuery, ShiftsQuery } from '../../schemas/schedules/schedules.ts';
import { OnCallQuery } from '../../schemas/schedules/shifts.ts';
import { TimelinesQuery } from '../../schemas/schedules/timelines.ts';
import { listCandidates } from '../../services/coverage/coverage-candidates.ts';
import { listCoverageRequests } from '../../services/coverage/coverage-reads.ts';
import { listTeams } from '../../services/people/teams.ts';
import { listSchedules } from '../../services/schedules/schedules.ts';
import { listOnCall, listShifts, listUserShifts } from '../../services/schedules/shifts.ts';
import { listTimelines } from '../../services/schedules/timeline-list.ts';
import type { Services } from '../../services/shared/services.ts';

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: TSchema;
  /** `input` is already validated. */
  readonly answer: (services: Services, caller: Caller, input: never) => Promise<object>;
}

const PAGES = 'Lists come in pages: meta.total says how many there are.';

function tool<S extends TSchema>(
  name: string,
  title: string,
  description: string,
  input: S,
  answer: (services: Services, caller: Caller, input: Type.Static<S>) => Promise<object>,
): Tool {
  return { name, title, description, input, answer };
}

const ScheduleShiftsQuery = Body({
  ...ShiftsQuery.properties,
  schedule_id: Type.String({ description: 'From list_schedules' }),
});

export const TOOLS: readonly Tool[] = [
  tool(
    'who_is_on_call',
    'Who is on call',
    `Who is on call in every schedule, or in those of a team, now or at another instant, and until when. ${PAGES}`,
    OnCallQuery,
    listOnCall,
  ),
  tool(
    'list_schedules',
    'Schedules',
    `Schedules with their rotation, who is on call now and who is next; by team or by a part of the name. ${PAGES}`,
    SchedulesQuery,
    listSchedules,
  ),
  tool(
    'list_teams',
    'Teams',
    `All teams, with the ids that other tools take as team_id. ${PAGES}`,
    TeamsQuery,
    listTeams,
  ),
  tool(
    'list_shifts',
    'Shifts of a schedule',
    `The shifts of a schedule in an interval, overrides included, by start. ${PAGES}`,
    ScheduleShiftsQuery,
    (services, caller, { schedule_id, ...query }) => listShifts(services, caller, schedule_id, query),
  ),
  tool(
    'list_my_shifts',
    'Own shifts',
    `The shifts of the owner of the API key in all schedules, by start. ${PAGES}`,
    ShiftsQuery,
    listUserShifts,
  ),
  tool(
    'list_gaps',
    'Gaps',
    `Where nobody is on call although somebody should be, for each schedule, in the next 7 days or in another interval of up to 31 days. ${PAGES}`,
    TimelinesQuery,
    async (services, caller, query) => {
      const { timelines, meta } = await listTimelines(services, caller, query);
      return { schedules: timelines.map(({ shifts: _, ...timeline }) => timeline), meta };
    },
  ),
  tool(
    'list_coverage_requests',
    'Coverage requests',
    `Who has asked for cover, for which shifts, and who has taken them; by status. ${PAGES}`,
    CoverageRequestsQuery,
    listCoverageRequests,
  ),
  tool(
    'who_could_cover',
    'Who could cover',
    'Who could cover what remains of a coverage request, or the shifts of a user in an interval: the best first, each with the reasons.',
    CandidatesQuery,
    listCandidates,
  ),
];
