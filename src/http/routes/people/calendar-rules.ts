import {
  CalendarRulesAnswer,
  CalendarRulesUpdate,
  HolidayCalendarsAnswer,
  HolidayCalendarsQuery,
  UserHolidays,
  UserHolidaysUpdate,
} from '../../../schemas/people/calendar-rules.ts';
import { UserParams } from '../../../schemas/people/users.ts';
import {
  getCalendarRules,
  getUserHolidays,
  updateCalendarRules,
  updateUserHolidays,
} from '../../../services/people/calendar-rules.ts';
import { listCountries, listRegions } from '../../../services/reports/holidays.ts';
import type { Services } from '../../../services/shared/services.ts';
import { callerOf } from '../../request-guard.ts';
import type { App } from '../../typed-app.ts';

export function calendarRuleRoutes(app: App, services: Services): void {
  const tags = ['Reports'];

  app.get(
    '/holiday_calendars/',
    {
      schema: {
        tags,
        summary: 'Countries, or regions of one, with public holidays',
        querystring: HolidayCalendarsQuery,
        response: { 200: HolidayCalendarsAnswer },
      },
    },
    async ({ query: { country } }) => ({
      holiday_calendars: country === undefined ? await listCountries() : await listRegions(country),
    }),
  );

  app.get(
    '/organization/calendar_rules/',
    {
      schema: {
        tags,
        summary: 'Rules for nights, weekends and public holidays in reports',
        response: { 200: CalendarRulesAnswer },
      },
    },
    async (request) => ({ calendar_rules: await getCalendarRules(services, callerOf(request)) }),
  );

  app.patch(
    '/organization/calendar_rules/',
    {
      schema: {
        tags,
        summary: 'Change the rules for nights, weekends and public holidays',
        description: 'For admins. Earlier rules are kept, so reports about earlier time do not change.',
        body: CalendarRulesUpdate,
        response: { 200: CalendarRulesAnswer },
      },
    },
    async (request) => ({
      calendar_rules: await updateCalendarRules(services, callerOf(request), request.body),
    }),
  );

  app.get(
    '/users/:user_id/holidays/',
    {
      schema: {
        tags,
        summary: 'The public holidays of a user, if they differ from the organization’s',
        params: UserParams,
        response: { 200: UserHolidays },
      },
    },
    async (request) => getUserHolidays(services, callerOf(request), request.params.user_id),
  );

  app.put(
    '/users/:user_id/holidays/',
    {
      schema: {
        tags,
        summary: 'Set the public holidays of a user',
        description: 'For admins.',
        params: UserParams,
        body: UserHolidaysUpdate,
        response: { 200: UserHolidays },
      },
    },
    async (request) => updateUserHolidays(services, callerOf(request), request.params.user_id, request.body),
  );
}
