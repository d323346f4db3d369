import { UserParams } from '../../../schemas/people/users.ts';
import { ShiftsQuery } from '../../../schemas/schedules/schedules.ts';
import { OnCallAnswer, OnCallQuery, UserOnCallAnswer, UserShiftsAnswer } from '../../../schemas/schedules/shifts.ts';
import { listOnCall, listUserShifts } from '../../../services/schedules/shifts.ts';
import { getUserOnCall } from '../../../services/schedules/user-on-call.ts';
import type { Services } from '../../../services/shared/services.ts';
import { callerOf, waitingCallerOf } from '../../request-guard.ts';
import type { App } from '../../typed-app.ts';

export function onCallRoutes(app: App, services: Services): void {
  const tags = ['On call'];

  app.get(
    '/oncall',
    {
      schema: {
        tags,
        operationId: 'listOnCall',
        summary: 'Who is on call in every schedule at an instant',
        querystring: OnCallQuery,
        errors: ['not_found'],
        response: { 200: OnCallAnswer },
      },
    },
    async (request) => listOnCall(services, callerOf(request), request.query),
  );

  app.get(
    '/user/shifts',
    {
      schema: {
        tags,
        operationId: 'listOwnShifts',
        summary: 'The on-call shifts of the user of the API key',
        querystring: ShiftsQuery,
        errors: ['unprocessable_entity', 'too_much_work'],
        response: { 200: UserShiftsAnswer },
      },
    },
    async (request) => listUserShifts(services, waitingCallerOf(request), request.query),
  );

  app.get(
    '/users/:user_id/on_call',
    {
      schema: {
        tags,
        operationId: 'getUserOnCall',
        summary: 'When and in which schedules a user is on call',
        description: 'Current and next shifts, schedules and teams, and the hours in the last and the next 30 days.',
        params: UserParams,
        errors: ['too_much_work'],
        response: { 200: UserOnCallAnswer },
      },
    },
    async (request) => ({
      on_call: await getUserOnCall(services, waitingCallerOf(request), request.params.user_id),
    }),
  );
}
