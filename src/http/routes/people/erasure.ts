import { DeactivatedUsersAnswer, DeactivatedUsersQuery } from '../../../schemas/people/users.ts';
import { eraseUser, listDeactivatedUsers } from '../../../services/people/erasure.ts';
import type { Services } from '../../../services/shared/services.ts';
import { operationsOf } from '../../operations.ts';
import type { App } from '../../typed-app.ts';

export function erasureRoutes(app: App, services: Services): void {
  const { get, post } = operationsOf(app, services, 'Users');

  get('/deactivated_users/', {
    operationId: 'listDeactivatedUsers',
    summary: 'Deactivated users whose personal data is not erased',
    description: 'For owners.',
    floor: 'change owners',
    query: DeactivatedUsersQuery,
    errors: ['forbidden'],
    answer: DeactivatedUsersAnswer,
    run: ({ caller, query }) => listDeactivatedUsers(services, caller, query),
  });

  post('/users/:user_id/erase', {
    operationId: 'eraseUser',
    summary: 'Erase the personal data of a deactivated user',
    description:
      'For owners. Name, emails, chat account, time zone, settings, time off, password, keys, identities and sessions are deleted, and names and emails in the audit log and in messages are replaced. Past shifts show "Former member". This cannot be undone. The email can be used for a new user. Nothing happens for a user who was erased before.',
    floor: 'change owners',
    idempotency: 'afterwards',
    errors: ['unprocessable_entity'],
    run: ({ caller, params }) => eraseUser(services, caller, params.user_id),
  });
}
