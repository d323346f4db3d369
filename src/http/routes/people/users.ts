import { IfMatch, NoContent, Tagged } from '../../../schemas/fields.ts';
import { DeactivationAnswer } from '../../../schemas/people/deactivation.ts';
import { PermissionsAnswer, PermissionsQuery } from '../../../schemas/people/permissions.ts';
import {
  OwnUpdate,
  UserAnswer,
  UserBatch,
  UserBatchAnswer,
  UserCreation,
  UserParams,
  UsersAnswer,
  UsersQuery,
  UserUpdate,
} from '../../../schemas/people/users.ts';
import { deleteUser, previewDeactivation } from '../../../services/departures/user-deactivation.ts';
import { createUsers } from '../../../services/people/user-batch.ts';
import { createUser } from '../../../services/people/user-creation.ts';
import { getUser, listUsers, updateOwnUser, updateUser } from '../../../services/people/users.ts';
import { listPermissions } from '../../../services/schedules/caller-permissions.ts';
import { tagOf } from '../../../services/shared/entity-tags.ts';
import type { Services } from '../../../services/shared/services.ts';
import { expectedTagsOf, sendTag } from '../../entity-tags.ts';
import { authenticatedOf, callerOf } from '../../request-guard.ts';
import type { App } from '../../typed-app.ts';

export function userRoutes(app: App, services: Services): void {
  app.get(
    '/user/',
    {
      schema: {
        tags: ['Users'],
        operationId: 'getOwnUser',
        summary: 'The user of the API key',
        response: { 200: Tagged(UserAnswer) },
      },
    },
    async (request, reply) => {
      const { me } = authenticatedOf(request);
      sendTag(reply, tagOf(me.user));
      return me;
    },
  );

  app.get(
    '/user/permissions/',
    {
      schema: {
        tags: ['Users'],
        operationId: 'listOwnPermissions',
        summary: 'Permissions of the caller',
        description:
          '`change schedule` and `change team` refer to the schedule and team in the query; callers who may change all of them have these actions without a query too.',
        querystring: PermissionsQuery,
        errors: ['not_found'],
        response: { 200: PermissionsAnswer },
      },
    },
    async (request) => ({ actions: await listPermissions(services, callerOf(request), request.query) }),
  );

  app.patch(
    '/user/',
    {
      schema: {
        tags: ['Users'],
        operationId: 'updateOwnUser',
        summary: 'Change your own name or time zone',
        headers: IfMatch,
        body: OwnUpdate,
        errors: ['not_found', 'unprocessable_entity'],
        response: { 200: Tagged(UserAnswer) },
      },
    },
    async (request, reply) => {
      const user = await updateOwnUser(services, callerOf(request), request.body, expectedTagsOf(request));
      sendTag(reply, tagOf(user));
      return { user };
    },
  );

  app.get(
    '/users/',
    {
      schema: {
        tags: ['Users'],
        operationId: 'listUsers',
        summary: 'All users',
        querystring: UsersQuery,
        response: { 200: UsersAnswer },
      },
    },
    async (request) => listUsers(services, callerOf(request), request.query),
  );

  app.post(
    '/users/',
    {
      schema: {
        tags: ['Users'],
        operationId: 'createUser',
        summary: 'Create a user',
        body: UserCreation,
        errors: ['unprocessable_entity'],
        response: { 201: UserAnswer },
      },
    },
    async (request, reply) => {
      const user = await createUser(services, callerOf(request), request.body);
      return reply.code(201).send({ user });
    },
  );

  app.post(
    '/users/batch',
    {
      schema: {
        tags: ['Users'],
        operationId: 'createUsers',
        summary: 'Create many users',
        description:
          'A line that cannot become a user is skipped, with the reason. All others are created together; if the request fails, none is. Roles are standard and admin.',
        body: UserBatch,
        response: { 200: UserBatchAnswer },
      },
      config: { isPreview: (body) => (body as UserBatch).dry_run === true },
    },
    async (request) => ({ results: await createUsers(services, callerOf(request), request.body) }),
  );

  app.get(
    '/users/:user_id',
    {
      schema: {
        tags: ['Users'],
        operationId: 'getUser',
        summary: 'A user',
        params: UserParams,
        response: { 200: Tagged(UserAnswer) },
      },
    },
    async (request, reply) => {
      const user = await getUser(services, callerOf(request), request.params.user_id);
      sendTag(reply, tagOf(user));
      return { user };
    },
  );

  app.patch(
    '/users/:user_id',
    {
      schema: {
        tags: ['Users'],
        operationId: 'updateUser',
        summary: 'Change a user',
        params: UserParams,
        headers: IfMatch,
        body: UserUpdate,
        errors: ['unprocessable_entity'],
        response: { 200: Tagged(UserAnswer) },
      },
    },
    async (request, reply) => {
      const { params, body } = request;
      const user = await updateUser(services, callerOf(request), params.user_id, body, expectedTagsOf(request));
      sendTag(reply, tagOf(user));
      return { user };
    },
  );

  app.get(
    '/users/:user_id/deactivation',
    {
      schema: {
        tags: ['Users'],
        operationId: 'previewDeactivation',
        summary: 'Preview of the deactivation of a user',
        params: UserParams,
        errors: ['forbidden', 'unprocessable_entity'],
        response: { 200: DeactivationAnswer },
      },
    },
    async (request) => ({
      deactivation: await previewDeactivation(services, callerOf(request), request.params.user_id),
    }),
  );

  app.delete(
    '/users/:user_id',
    {
      schema: {
        tags: ['Users'],
        operationId: 'deleteUser',
        summary: 'Deactivate a user; past shifts keep the name',
        description:
          'From the response on, the user has no access and is not on call anywhere. A user of many schedules is removed from them in the following seconds; until then `GET /users/{user_id}` responds with `deactivating: true`.',
        params: UserParams,
        headers: IfMatch,
        errors: ['unprocessable_entity'],
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await deleteUser(services, callerOf(request), request.params.user_id, expectedTagsOf(request));
      return reply.code(204).send(null);
    },
  );
}
