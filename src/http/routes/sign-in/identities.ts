import { IdentitiesAnswer, IdentitiesQuery } from '../../../schemas/sign-in/identities.ts';
import type { Services } from '../../../services/shared/services.ts';
import { listIdentities, unlinkIdentity } from '../../../services/sign-in/identities.ts';
import { operationsOf } from '../../operations.ts';
import type { App } from '../../typed-app.ts';

export function identityRoutes(app: App, services: Services): void {
  const { get, del } = operationsOf(app, services, 'Signing in');

  get('/users/:user_id/identities/', {
    operationId: 'listIdentities',
    summary: 'Single sign-on identities of a user: accepted and refused',
    description: 'For admins.',
    floor: 'change users',
    query: IdentitiesQuery,
    errors: ['forbidden'],
    answer: IdentitiesAnswer,
    run: ({ caller, params, query }) => listIdentities(services, caller, params.user_id, query),
  });

  del('/users/:user_id/identities/:identity_id', {
    operationId: 'unlinkIdentity',
    summary: 'Unlink an identity from a user, who is signed out everywhere',
    description:
      'The next identity that signs in with the verified email of the user is linked. For admins; for an identity of an owner, for owners.',
    floor: 'change users',
    run: ({ caller, params }) => {
      const { user_id, identity_id } = params;
      return unlinkIdentity(services, caller, user_id, identity_id);
    },
  });
}
