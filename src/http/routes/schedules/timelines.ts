import { TimelinesAnswer, TimelinesQuery } from '../../../schemas/schedules/timelines.ts';
import { listTimelines } from '../../../services/schedules/timeline-list.ts';
import type { Services } from '../../../services/shared/services.ts';
import { waitingCallerOf } from '../../request-guard.ts';
import type { App } from '../../typed-app.ts';

export function timelineRoutes(app: App, services: Services): void {
  app.get(
    '/timelines/',
    {
      config: { mayBeLarge: true },
      schema: {
        tags: ['On call'],
        operationId: 'listTimelines',
        summary: 'Who is on call over an interval, schedule by schedule',
        querystring: TimelinesQuery,
        errors: ['not_found', 'unprocessable_entity', 'too_much_work'],
        response: { 200: TimelinesAnswer },
      },
    },
    async (request) => listTimelines(services, waitingCallerOf(request), request.query),
  );
}
