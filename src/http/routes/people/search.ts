import { SearchAnswer, SearchQuery } from '../../../schemas/people/search.ts';
import { search } from '../../../services/people/search.ts';
import type { Services } from '../../../services/shared/services.ts';
import { callerOf } from '../../request-guard.ts';
import type { App } from '../../typed-app.ts';

export function searchRoutes(app: App, services: Services): void {
  app.get(
    '/search',
    {
      schema: {
        tags: ['Search'],
        operationId: 'searchOrganization',
        summary: 'Users, teams and schedules by a part of their name',
        querystring: SearchQuery,
        response: { 200: SearchAnswer },
      },
    },
    async (request) => ({ found: await search(services, callerOf(request), request.query) }),
  );
}
