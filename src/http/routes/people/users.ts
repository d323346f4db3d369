import { DeactivationAnswer } from '../../../schemas/people/deactivation.ts';
import { PermissionsAnswer, PermissionsQuery } from '../../../schemas/people/permissions.ts';
import {
  OwnUpdate,
  UserAnswer,
  UserBatch,
  UserBatchAnswer,
  UserCreation,
  UsersAnswer,
  UsersQuery,
  UserUpdate,
} from '../../../schemas/people/users.ts';
import { deleteUser, previewDeactivation } from '../../../services/departures/user-deactivation.ts';
import { createUsers, keptResults, readResultsAgain } from '../../../services/people/user-batch.ts';
import { createUser } from '../../../services/people/user-creation.ts';
import { getUser, listUsers, updateOwnUser, updateUser } from '../../../services/people/users.ts';
import { listPermissions } from '../../../services/schedules/caller-permissions.ts';
import { tagOf } from '../../../services/shared/entity-tags.ts';
import type { Services } from '../../../services/shared/services.ts';
import { LARGE_BODY_BYTES } from '../../access.ts';
import { operationsOf } from '../../operations.ts';
import type { App } from '../../typed-app.ts';

export function userRoutes(app: App, services: Services): void {
  const { get, patch, post, del } = operationsOf(app, services, 'Users');

  get('/user/', {
    operationId: 'getOwnUser',
    summary: 'The user of the API key',
    answer: UserAnswer,
    tagOf: ({ user }) => tagOf(user),
    run: async ({ authenticated }) => authenticated.me,
  });

  get('/user/permissions/', {
    operationId: 'listOwnPermissions',
    summary: 'Permissions of the caller',
    description:
      '`change schedule` and `change team` refer to the schedule and team in the query; callers who may change all of them have these actions without a query too.',
    query: PermissionsQuery,
    errors: ['not_found'],
    answer: PermissionsAnswer,
    run: async ({ caller, query }) => ({ actions: await listPermissions(services, caller, query) }),
  });

  patch('/user/', {
    operationId: 'updateOwnUser',
    summary: 'Change your own name or time zone',
    floor: 'viewer',
    ifMatch: true,
    body: OwnUpdate,
    errors: ['not_found', 'unprocessable_entity'],
    answer: UserAnswer,
    tagOf: ({ user }) => tagOf(user),
    run: async ({ caller, body, expected }) => ({ user: await updateOwnUser(services, caller, body, expected) }),
  });

  get('/users/', {
    operationId: 'listUsers',
    summary: 'All users',
    query: UsersQuery,
    answer: UsersAnswer,
    run: ({ caller, query }) => listUsers(services, caller, query),
  });

  post('/users/', {
    operationId: 'createUser',
    summary: 'Create a user',
    floor: 'change users',
    body: UserCreation,
    errors: ['unprocessable_entity'],
    status: 201,
    answer: UserAnswer,
    run: async ({ caller, body }) => ({ user: await createUser(services, caller, body) }),
  });

  post('/users/batch', {
    operationId: 'createUsers',
    summary: 'Create many users',
    description:
      'A line that cannot become a user is skipped, with the reason. All others are created together; if the request fails, none is. Roles are standard and admin.',
    floor: 'change users',
    // A hundred people, pasted from elsewhere.
    bodyBytes: LARGE_BODY_BYTES,
    isPreview: (body) => (body as UserBatch).dry_run === true,
    body: UserBatch,
    answer: UserBatchAnswer,
    run: async ({ caller, body }) => ({ results: await createUsers(services, caller, body) }),
    readAgain: {
      keep: ({ results }, { body }) => keptResults(results, body),
      read: async ({ caller, body }, kept) => ({ results: await readResultsAgain(services, caller, body, kept) }),
    },
  });

  get('/users/:user_id', {
    operationId: 'getUser',
    summary: 'A user',
    answer: UserAnswer,
    tagOf: ({ user }) => tagOf(user),
    run: async ({ caller, params }) => ({ user: await getUser(services, caller, params.user_id) }),
  });

  patch('/users/:user_id', {
    operationId: 'updateUser',
    summary: 'Change a user',
    floor: 'change users',
    ifMatch: true,
    body: UserUpdate,
    errors: ['unprocessable_entity'],
    answer: UserAnswer,
    tagOf: ({ user }) => tagOf(user),
    run: async ({ caller, params, body, expected }) => ({
      user: await updateUser(services, caller, params.user_id, body, expected),
    }),
  });

  get('/users/:user_id/deactivation', {
    operationId: 'previewDeactivation',
    summary: 'Preview of the deactivation of a user',
    floor: 'change users',
    errors: ['forbidden', 'unprocessable_entity'],
    answer: DeactivationAnswer,
    run: async ({ caller, params }) => ({
      deactivation: await previewDeactivation(services, caller, params.user_id),
    }),
  });

  del('/users/:user_id', {
    operationId: 'deleteUser',
    summary: 'Deactivate a user; past shifts keep the name',
    description:
      'From the response on, the user has no access and is not on call anywhere. A user of many schedules is removed from them in the following seconds; until then `GET /users/{user_id}` responds with `deactivating: true`.',
    floor: 'change users',
    ifMatch: true,
    errors: ['unprocessable_entity'],
    run: ({ caller, params, expected }) => deleteUser(services, caller, params.user_id, expected),
  });
}
