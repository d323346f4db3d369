import { OrganizationAnswer, OrganizationUpdate } from '../../../schemas/people/organizations.ts';
import { getOrganization, updateOrganization } from '../../../services/people/organizations.ts';
import { tagOf } from '../../../services/shared/entity-tags.ts';
import type { Services } from '../../../services/shared/services.ts';
import { operationsOf } from '../../operations.ts';
import type { App } from '../../typed-app.ts';

export function organizationRoutes(app: App, services: Services): void {
  const { get, patch } = operationsOf(app, services, 'Organization');

  get('/organization/', {
    operationId: 'getOrganization',
    summary: 'The organization of the user',
    answer: OrganizationAnswer,
    tagOf: ({ organization }) => tagOf(organization),
    run: async ({ caller }) => ({ organization: await getOrganization(services, caller) }),
  });

  patch('/organization/', {
    operationId: 'updateOrganization',
    summary: 'Change the organization',
    floor: 'change organization',
    ifMatch: true,
    body: OrganizationUpdate,
    answer: OrganizationAnswer,
    tagOf: ({ organization }) => tagOf(organization),
    run: async ({ caller, body, expected }) => ({
      organization: await updateOrganization(services, caller, body, expected),
    }),
  });
}
