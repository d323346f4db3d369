import { TimelinesAnswer, TimelinesQuery } from '../../../schemas/schedules/timelines.ts';
import { listTimelines } from '../../../services/schedules/timeline-list.ts';
import type { Services } from '../../../services/shared/services.ts';
import { PAGES } from '../../mcp/tools.ts';
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
    tool: {
      name: 'list_gaps',
      title: 'Gaps',
      description: `Where nobody is on call although somebody should be, for each schedule, in the next 7 days or in another interval of up to 31 days. ${PAGES}`,
      part: ({ timelines, meta }) => ({ schedules: timelines.map(({ shifts: _, ...timeline }) => timeline), meta }),
    },
    run: ({ caller, query }) => listTimelines(services, caller, query),
  });
}
