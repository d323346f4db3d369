import { IfMatch, Tagged } from '../../../schemas/fields.ts';
import { OrganizationAnswer, OrganizationUpdate } from '../../../schemas/people/organizations.ts';
import { getOrganization, updateOrganization } from '../../../services/people/organizations.ts';
import { tagOf } from '../../../services/shared/entity-tags.ts';
import type { Services } from '../../../services/shared/services.ts';
import { expectedTagsOf, sendTag } from '../../entity-tags.ts';
import { callerOf } from '../../request-guard.ts';
import type { App } from '../../typed-app.ts';

export function organizationRoutes(app: App, services: Services): void {
  const tags = ['Organization'];

  app.get(
    '/organization/',
    {
      schema: {
        tags,
        operationId: 'getOrganization',
        summary: 'The organization of the user',
        response: { 200: Tagged(OrganizationAnswer) },
      },
    },
    async (request, reply) => {
      const organization = await getOrganization(services, callerOf(request));
      sendTag(reply, tagOf(organization));
      return { organization };
    },
  );

  app.patch(
    '/organization/',
    {
      schema: {
        tags,
        operationId: 'updateOrganization',
        summary: 'Change the organization',
        headers: IfMatch,
        body: OrganizationUpdate,
        response: { 200: Tagged(OrganizationAnswer) },
      },
    },
    async (request, reply) => {
      const expected = expectedTagsOf(request);
      const organization = await updateOrganization(services, callerOf(request), request.body, expected);
      sendTag(reply, tagOf(organization));
      return { organization };
    },
  );
}
