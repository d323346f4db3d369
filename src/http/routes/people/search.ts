import { SearchAnswer, SearchQuery } from '../../../schemas/people/search.ts';
import { search } from '../../../services/people/search.ts';
import type { Services } from '../../../services/shared/services.ts';
import { operationsOf } from '../../operations.ts';
import type { App } from '../../typed-app.ts';

export function searchRoutes(app: App, services: Services): void {
  const { get } = operationsOf(app, services, 'Search');

  get('/search', {
    operationId: 'searchOrganization',
    summary: 'Users, teams and schedules by a part of their name',
    query: SearchQuery,
    answer: SearchAnswer,
    run: async ({ caller, query }) => ({ found: await search(services, caller, query) }),
  });
}
