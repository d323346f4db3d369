import { IfMatch, PreconditionFailed, Tagged } from '../../schemas/fields.ts';
import { OrganizationAnswer, OrganizationUpdate } from '../../schemas/organizations.ts';
import { tagOf } from '../../services/entity-tags.ts';
import { getOrganization, updateOrganization } from '../../services/organizations.ts';
import type { Services } from '../../services/services.ts';
import { callerOf } from '../admission.ts';
import type { App } from '../app.ts';
import { expectedTagsOf, sendTag } from '../entity-tags.ts';

export function organizationRoutes(app: App, services: Services): void {
  const tags = ['Organization'];

  app.get(
    '/organization/',
    {
      schema: {
        tags,
        summary: 'The organization that the user belongs to',
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
        summary: 'Change the organization',
        headers: IfMatch,
        body: OrganizationUpdate,
        response: { 200: Tagged(OrganizationAnswer), 412: PreconditionFailed },
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
