import { NoContent } from '../../../schemas/fields.ts';
import { UserParams } from '../../../schemas/people/users.ts';
import { IdentitiesAnswer, IdentitiesQuery, IdentityParams } from '../../../schemas/sign-in/identities.ts';
import type { Services } from '../../../services/shared/services.ts';
import { listIdentities, unlinkIdentity } from '../../../services/sign-in/identities.ts';
import { callerOf } from '../../request-guard.ts';
import type { App } from '../../typed-app.ts';

export function identityRoutes(app: App, services: Services): void {
  app.get(
    '/users/:user_id/identities/',
    {
      schema: {
        tags: ['Signing in'],
        operationId: 'listIdentities',
        summary: 'Single sign-on identities of a user: accepted and refused',
        description: 'For admins.',
        params: UserParams,
        querystring: IdentitiesQuery,
        errors: ['forbidden'],
        response: { 200: IdentitiesAnswer },
      },
    },
    async (request) => listIdentities(services, callerOf(request), request.params.user_id, request.query),
  );

  app.delete(
    '/users/:user_id/identities/:identity_id',
    {
      schema: {
        tags: ['Signing in'],
        operationId: 'unlinkIdentity',
        summary: 'Unlink an identity from a user, who is signed out everywhere',
        description:
          'The next identity that signs in with the verified email of the user is linked. For admins; for an identity of an owner, for owners.',
        params: IdentityParams,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { user_id, identity_id } = request.params;
      await unlinkIdentity(services, callerOf(request), user_id, identity_id);
      return reply.code(204).send(null);
    },
  );
}
