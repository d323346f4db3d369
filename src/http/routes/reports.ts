import Type from 'typebox';
import { HoursAnswer, HoursQuery } from '../../schemas/reports.ts';
import { reportHours } from '../../services/reports/hours.ts';
import { csvOf } from '../../services/reports/hours-csv.ts';
import type { Services } from '../../services/shared/services.ts';
import { requireRoom } from '../answers/large-answers.ts';
import { callerOf } from '../callers.ts';
import { operationsOf } from '../operations.ts';
import type { App } from '../typed-app.ts';

const CHAPTER = 'Reports';

export function reportRoutes(app: App, services: Services): void {
  const { get } = operationsOf(app, services, CHAPTER);

  get('/reports/hours', {
    operationId: 'getHoursReport',
    summary: 'Hours on call, past and future',
    description:
      'The time on call of each person by kind: public holidays, weekends, nights and other hours. Each instant counts in the first matching kind, by the time zone and holidays of the person. Deleted schedules count until they were deleted. Admins get everyone, others themselves.',
    floor: 'cover',
    mayBeLarge: true,
    query: HoursQuery,
    errors: ['forbidden', 'not_found', 'unprocessable_entity', 'too_much_work'],
    answer: HoursAnswer,
    run: async ({ caller, query }) => ({ hours: await reportHours(services, caller, query) }),
  });

  app.get(
    '/reports/hours.csv',
    {
      config: { access: { floor: 'cover' }, mayBeLarge: true },
      schema: {
        tags: [CHAPTER],
        operationId: 'getHoursReportCsv',
        summary: 'Hours on call as CSV',
        description: 'The same report with one line for each person, in hours.',
        querystring: HoursQuery,
        errors: ['forbidden', 'not_found', 'unprocessable_entity', 'too_much_work'],
        response: {
          200: {
            headers: { 'content-disposition': Type.String() },
            content: { 'text/csv': { schema: Type.String() } },
          },
        },
      },
    },
    async (request, reply) => {
      requireRoom(request);
      const csv = csvOf(await reportHours(services, callerOf(request), request.query));
      reply.header('content-disposition', 'attachment; filename="hours.csv"');
      return reply.type('text/csv; charset=utf-8').send(csv);
    },
  );
}
