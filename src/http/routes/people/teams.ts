import { IfMatch, NoContent, Tagged } from '../../../schemas/fields.ts';
import {
  NewTeam,
  TeamAnswer,
  TeamMemberParams,
  TeamMembersQuery,
  TeamParams,
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
import { expectedTagsOf, sendTag } from '../../entity-tags.ts';
import { callerOf } from '../../request-guard.ts';
import type { App } from '../../typed-app.ts';

export function teamRoutes(app: App, services: Services): void {
  const tags = ['Teams'];

  app.get(
    '/teams/',
    {
      schema: {
        tags,
        operationId: 'listTeams',
        summary: 'All teams',
        querystring: TeamsQuery,
        response: { 200: TeamsAnswer },
      },
    },
    async (request) => listTeams(services, callerOf(request), request.query),
  );

  app.post(
    '/teams/',
    {
      schema: {
        tags,
        operationId: 'createTeam',
        summary: 'Create a team',
        body: NewTeam,
        errors: ['duplicate_team_name', 'duplicate_external_id'],
        response: { 201: TeamAnswer },
      },
    },
    async (request, reply) => {
      const team = await createTeam(services, callerOf(request), request.body);
      return reply.code(201).send({ team });
    },
  );

  app.get(
    '/teams/:team_id',
    {
      schema: {
        tags,
        operationId: 'getTeam',
        summary: 'A team',
        params: TeamParams,
        response: { 200: Tagged(TeamAnswer) },
      },
    },
    async (request, reply) => {
      const team = await getTeam(services, callerOf(request), request.params.team_id);
      sendTag(reply, tagOf(team));
      return { team };
    },
  );

  app.patch(
    '/teams/:team_id',
    {
      schema: {
        tags,
        operationId: 'updateTeam',
        summary: 'Change a team',
        params: TeamParams,
        headers: IfMatch,
        body: TeamUpdate,
        errors: ['duplicate_team_name', 'duplicate_external_id'],
        response: { 200: Tagged(TeamAnswer) },
      },
    },
    async (request, reply) => {
      const { params, body } = request;
      const team = await updateTeam(services, callerOf(request), params.team_id, body, expectedTagsOf(request));
      sendTag(reply, tagOf(team));
      return { team };
    },
  );

  app.delete(
    '/teams/:team_id',
    {
      schema: {
        tags,
        operationId: 'deleteTeam',
        summary: 'Delete a team; its schedules stay',
        params: TeamParams,
        headers: IfMatch,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await deleteTeam(services, callerOf(request), request.params.team_id, expectedTagsOf(request));
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/teams/:team_id/members/',
    {
      schema: {
        tags,
        operationId: 'listTeamMembers',
        summary: 'The members of a team',
        params: TeamParams,
        querystring: TeamMembersQuery,
        response: { 200: UsersAnswer },
      },
    },
    async (request) => listTeamMembers(services, callerOf(request), request.params.team_id, request.query),
  );

  app.put(
    '/teams/:team_id/members/:user_id',
    {
      schema: {
        tags,
        operationId: 'addTeamMember',
        summary: 'Add a user to a team',
        params: TeamMemberParams,
        errors: ['unprocessable_entity'],
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await addTeamMember(services, callerOf(request), request.params.team_id, request.params.user_id);
      return reply.code(204).send(null);
    },
  );

  app.delete(
    '/teams/:team_id/members/:user_id',
    {
      schema: {
        tags,
        operationId: 'removeTeamMember',
        summary: 'Remove a user from a team',
        params: TeamMemberParams,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await removeTeamMember(services, callerOf(request), request.params.team_id, request.params.user_id);
      return reply.code(204).send(null);
    },
  );
}
