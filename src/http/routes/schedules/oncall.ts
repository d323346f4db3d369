import { ShiftsQuery } from '../../../schemas/schedules/schedules.ts';
import {
  OnCallAnswer,
  OnCallMetricsQuery,
  OnCallMetricsText,
  OnCallQuery,
  UserOnCallAnswer,
  UserShiftsAnswer,
} from '../../../schemas/schedules/shifts.ts';
import { eachScheduleNow } from '../../../services/schedules/on-call-now.ts';
import { listOnCall, listUserShifts } from '../../../services/schedules/shifts.ts';
import { getUserOnCall } from '../../../services/schedules/user-on-call.ts';
import type { Services } from '../../../services/shared/services.ts';
import { beginLazyBody } from '../../answers/counted-body.ts';
import { requireRoom } from '../../answers/large-answers.ts';
import { callerOf } from '../../callers.ts';
import { PAGES } from '../../mcp/tools.ts';
import { EXPOSITION_TYPE } from '../../metrics/exposition.ts';
import { OnCallMetrics } from '../../metrics/on-call-metrics.ts';
import { operationsOf } from '../../operations.ts';
import type { App } from '../../typed-app.ts';

const METRICS_DESCRIPTION = `For scrapers that send an API key as a bearer token, so that rules can join who is on call and alerts reach that person.

- \`watchbill_oncall{schedule_id,schedule,external_id,person_id}\` is 1 for each person on call; \`include\` adds \`name\` and \`email\`.
- \`watchbill_oncall_people\` is how many they are, \`watchbill_oncall_gap\` 1 if nobody is on call although somebody should be, and
  \`watchbill_oncall_broken\` 1 if the schedule is broken, each with the labels of the schedule.
- \`watchbill_oncall_team{schedule_id,team_id,team}\` is 1 for each team of a schedule.

\`external_id\` is that of the schedule, absent if it has none.`;

const CHAPTER = 'On call';

export function onCallRoutes(app: App, services: Services): void {
  const { get } = operationsOf(app, services, CHAPTER);

  get('/oncall', {
    operationId: 'listOnCall',
    summary: 'Who is on call in every schedule at an instant',
    query: OnCallQuery,
    errors: ['not_found'],
    answer: OnCallAnswer,
    tool: {
      name: 'who_is_on_call',
      title: 'Who is on call',
      description: `Who is on call in every schedule, or in those of a team, now or at another instant, and until when. ${PAGES}`,
    },
    run: ({ caller, query }) => listOnCall(services, caller, query),
  });

  app.get(
    '/metrics/oncall',
    {
      config: { mayBeLarge: true },
      schema: {
        tags: [CHAPTER],
        operationId: 'getOnCallMetrics',
        summary: 'Who is on call in every schedule now, as metrics for Prometheus',
        description: METRICS_DESCRIPTION,
        querystring: OnCallMetricsQuery,
        errors: ['not_found', 'too_much_work'],
        response: { 200: OnCallMetricsText },
      },
    },
    async (request, reply) => {
      requireRoom(request);
      const { include = '', team_id } = request.query;
      const included = include.split(',');
      const metrics = new OnCallMetrics({ names: included.includes('names'), email: included.includes('email') });
      const body = beginLazyBody(app.largeAnswers, request, reply, ['team_id']);
      try {
        for await (const schedules of eachScheduleNow(services, callerOf(request), { team_id })) {
          body.keep(schedules.reduce((sum, schedule) => sum + metrics.add(schedule), 0));
        }
      } catch (error) {
        body.drop();
        throw error;
      }
      // The schema is that of the text, which the stream sends.
      return reply.type(EXPOSITION_TYPE).send(body.send(metrics.slices(), metrics.bytes) as unknown as string);
    },
  );

  get('/user/shifts', {
    operationId: 'listOwnShifts',
    summary: 'The on-call shifts of the user of the API key',
    query: ShiftsQuery,
    errors: ['unprocessable_entity', 'too_much_work'],
    answer: UserShiftsAnswer,
    tool: {
      name: 'list_my_shifts',
      title: 'Own shifts',
      description: `The shifts of the owner of the API key in all schedules, by start. ${PAGES}`,
    },
    run: ({ caller, query }) => listUserShifts(services, caller, query),
  });

  get('/users/:user_id/on_call', {
    operationId: 'getUserOnCall',
    summary: 'When and in which schedules a user is on call',
    description: 'Current and next shifts, schedules and teams, and the hours in the last and the next 30 days.',
    errors: ['too_much_work'],
    answer: UserOnCallAnswer,
    run: async ({ caller, params }) => ({
      on_call: await getUserOnCall(services, caller, params.user_id),
    }),
  });
}
