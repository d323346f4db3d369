import { TimelinesAnswer, TimelinesQuery } from '../../../schemas/schedules/timelines.ts';
import { listTimelines } from '../../../services/schedules/timeline-list.ts';
import type { Services } from '../../../services/shared/services.ts';
import { operationsOf } from '../../operations.ts';
import type { App } from '../../typed-app.ts';

export function timelineRoutes(app: App, services: Services): void {
  const { get } = operationsOf(app, services, 'On call');

  get('/timelines/', {
    operationId: 'listTimelines',
    summary: 'Who is on call over an interval, schedule by schedule',
    mayBeLarge: true,
    query: TimelinesQuery,
    errors: ['not_found', 'unprocessable_entity', 'too_much_work'],
    answer: TimelinesAnswer,
    run: ({ waiting, query }) => listTimelines(services, waiting, query),
  });
}
