import {
  NewTeam,
  TeamAnswer,
  TeamMembersQuery,
  TeamsAnswer,
  TeamsQuery,
  TeamUpdate,
} from '../../../schemas/people/teams.ts';
import { UsersAnswer } from '../../../schemas/people/users.ts';
import {
  addTeamMember,
  createTeam,
  deleteTeam,
  getTeam,
  listTeamMembers,
  listTeams,
  removeTeamMember,
  updateTeam,
} from '../../../services/people/teams.ts';
import { tagOf } from '../../../services/shared/entity-tags.ts';
import type { Services } from '../../../services/shared/services.ts';
import { PAGES } from '../../mcp/tools.ts';
import { operationsOf } from '../../operations.ts';
import type { App } from '../../typed-app.ts';

export function teamRoutes(app: App, services: Services): void {
  const { get, post, patch, del, put } = operationsOf(app, services, 'Teams');

  get('/teams/', {
    operationId: 'listTeams',
    summary: 'All teams',
    query: TeamsQuery,
    answer: TeamsAnswer,
    tool: {
      name: 'list_teams',
      title: 'Teams',
      description: `All teams, with the ids that other tools take as team_id. ${PAGES}`,
    },
    run: ({ caller, query }) => listTeams(services, caller, query),
  });

  post('/teams/', {
    operationId: 'createTeam',
    summary: 'Create a team',
    body: NewTeam,
    errors: ['duplicate_team_name', 'duplicate_external_id'],
    status: 201,
    answer: TeamAnswer,
    run: async ({ caller, body }) => ({ team: await createTeam(services, caller, body) }),
  });

  get('/teams/:team_id', {
    operationId: 'getTeam',
    summary: 'A team',
    answer: TeamAnswer,
    tagOf: ({ team }) => tagOf(team),
    run: async ({ caller, params }) => ({ team: await getTeam(services, caller, params.team_id) }),
  });

  patch('/teams/:team_id', {
    operationId: 'updateTeam',
    summary: 'Change a team',
    ifMatch: true,
    body: TeamUpdate,
    errors: ['duplicate_team_name', 'duplicate_external_id'],
    answer: TeamAnswer,
    tagOf: ({ team }) => tagOf(team),
    run: async ({ caller, params, body, expected }) => ({
      team: await updateTeam(services, caller, params.team_id, body, expected),
    }),
  });

  del('/teams/:team_id', {
    operationId: 'deleteTeam',
    summary: 'Delete a team; its schedules stay',
    ifMatch: true,
    run: ({ caller, params, expected }) => deleteTeam(services, caller, params.team_id, expected),
  });

  get('/teams/:team_id/members/', {
    operationId: 'listTeamMembers',
    summary: 'The members of a team',
    query: TeamMembersQuery,
    answer: UsersAnswer,
    run: ({ caller, params, query }) => listTeamMembers(services, caller, params.team_id, query),
  });

  put('/teams/:team_id/members/:user_id', {
    operationId: 'addTeamMember',
    summary: 'Add a user to a team',
    errors: ['unprocessable_entity'],
    run: ({ caller, params }) => addTeamMember(services, caller, params.team_id, params.user_id),
  });

  del('/teams/:team_id/members/:user_id', {
    operationId: 'removeTeamMember',
    summary: 'Remove a user from a team',
    run: ({ caller, params }) => removeTeamMember(services, caller, params.team_id, params.user_id),
  });
}
