import { OrganizationAnswer, OrganizationUpdate } from '../../schemas/organizations.ts';
import { getOrganization, updateOrganization } from '../../services/organizations.ts';
import type { Services } from '../../services/services.ts';
import { callerOf } from '../admission.ts';
import type { App } from '../app.ts';

export function organizationRoutes(app: App, services: Services): void {
  const tags = ['Organization'];

  app.get(
    '/organization/',
    { schema: { tags, summary: 'The organization that the user belongs to', response: { 200: OrganizationAnswer } } },
    async (request) => ({ organization: await getOrganization(services, callerOf(request)) }),
  );

  app.patch(
    '/organization/',
    {
      schema: {
        tags,
        summary: 'Change the organization',
        body: OrganizationUpdate,
        response: { 200: OrganizationAnswer },
      },
    },
    async (request) => ({ organization: await updateOrganization(services, callerOf(request), request.body) }),
  );
}
