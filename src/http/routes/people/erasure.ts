import { NoContent } from '../../../schemas/fields.ts';
import { DeactivatedUsersAnswer, DeactivatedUsersQuery, UserParams } from '../../../schemas/people/users.ts';
import { eraseUser, listDeactivatedUsers } from '../../../services/people/erasure.ts';
import type { Services } from '../../../services/shared/services.ts';
import { callerOf } from '../../request-guard.ts';
import type { App } from '../../typed-app.ts';

export function erasureRoutes(app: App, services: Services): void {
  const tags = ['Users'];

  app.get(
    '/deactivated_users/',
    {
      schema: {
        tags,
        operationId: 'listDeactivatedUsers',
        summary: 'Deactivated users whose personal data is not erased',
        description: 'For owners.',
        querystring: DeactivatedUsersQuery,
        errors: ['forbidden'],
        response: { 200: DeactivatedUsersAnswer },
      },
    },
    async (request) => listDeactivatedUsers(services, callerOf(request), request.query),
  );

  app.post(
    '/users/:user_id/erase',
    {
      config: { idempotency: 'afterwards' },
      schema: {
        tags,
        operationId: 'eraseUser',
        summary: 'Erase the personal data of a deactivated user',
        description:
          'For owners. Name, emails, chat account, time zone, settings, time off, password, keys, identities and sessions are deleted, and names and emails in the audit log and in messages are replaced. Past shifts show "Former member". This cannot be undone. The email can be used for a new user. Nothing happens for a user who was erased before.',
        params: UserParams,
        errors: ['unprocessable_entity'],
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await eraseUser(services, callerOf(request), request.params.user_id);
      return reply.code(204).send(null);
    },
  );
}
