import { IfMatch, Tagged } from '../../../schemas/fields.ts';
import {
  CalendarRulesAnswer,
  CalendarRulesUpdate,
  HolidayCalendarsAnswer,
  HolidayCalendarsQuery,
  HolidaysOfUsersAnswer,
  HolidaysOfUsersQuery,
  UserHolidays,
  UserHolidaysUpdate,
} from '../../../schemas/people/calendar-rules.ts';
import { UserParams } from '../../../schemas/people/users.ts';
import {
  getCalendarRules,
  getUserHolidays,
  listUserHolidays,
  updateCalendarRules,
  updateUserHolidays,
} from '../../../services/people/calendar-rules.ts';
import { listCountries, listRegions } from '../../../services/people/holidays.ts';
import { tagOfRules } from '../../../services/shared/entity-tags.ts';
import type { Services } from '../../../services/shared/services.ts';
import { expectedTagsOf, sendTag } from '../../entity-tags.ts';
import { callerOf } from '../../request-guard.ts';
import type { App } from '../../typed-app.ts';

export function calendarRuleRoutes(app: App, services: Services): void {
  const tags = ['Reports'];

  app.get(
    '/holiday_calendars/',
    {
      schema: {
        tags,
        operationId: 'listHolidayCalendars',
        summary: 'Countries, or regions of one, with public holidays',
        querystring: HolidayCalendarsQuery,
        errors: ['not_found'],
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
        operationId: 'getCalendarRules',
        summary: 'Rules for nights, weekends and public holidays in reports',
        response: { 200: Tagged(CalendarRulesAnswer) },
      },
    },
    async (request, reply) => {
      const calendarRules = await getCalendarRules(services, callerOf(request));
      sendTag(reply, tagOfRules(calendarRules));
      return { calendar_rules: calendarRules };
    },
  );

  app.patch(
    '/organization/calendar_rules/',
    {
      schema: {
        tags,
        operationId: 'updateCalendarRules',
        summary: 'Change the rules for nights, weekends and public holidays',
        description: 'For admins. Earlier rules are kept, so reports about earlier time do not change.',
        headers: IfMatch,
        body: CalendarRulesUpdate,
        errors: ['unprocessable_entity'],
        response: { 200: Tagged(CalendarRulesAnswer) },
      },
    },
    async (request, reply) => {
      const expected = expectedTagsOf(request);
      const calendarRules = await updateCalendarRules(services, callerOf(request), request.body, expected);
      sendTag(reply, tagOfRules(calendarRules));
      return { calendar_rules: calendarRules };
    },
  );

  app.get(
    '/user_holidays/',
    {
      schema: {
        tags,
        operationId: 'listUserHolidays',
        summary: 'The public holidays of users that differ from the organization’s',
        querystring: HolidaysOfUsersQuery,
        response: { 200: HolidaysOfUsersAnswer },
      },
    },
    async (request) => listUserHolidays(services, callerOf(request), request.query),
  );

  app.get(
    '/users/:user_id/holidays/',
    {
      schema: {
        tags,
        operationId: 'getUserHolidays',
        summary: 'The public holidays of a user, if they differ from the organization’s',
        params: UserParams,
        response: { 200: Tagged(UserHolidays) },
      },
    },
    async (request, reply) => {
      const holidays = await getUserHolidays(services, callerOf(request), request.params.user_id);
      sendTag(reply, tagOfRules(holidays));
      return holidays;
    },
  );

  app.put(
    '/users/:user_id/holidays/',
    {
      schema: {
        tags,
        operationId: 'updateUserHolidays',
        summary: 'Set the public holidays of a user',
        description: 'For admins.',
        params: UserParams,
        headers: IfMatch,
        body: UserHolidaysUpdate,
        errors: ['unprocessable_entity'],
        response: { 200: Tagged(UserHolidays) },
      },
    },
    async (request, reply) => {
      const { params, body } = request;
      const expected = expectedTagsOf(request);
      const holidays = await updateUserHolidays(services, callerOf(request), params.user_id, body, expected);
      sendTag(reply, tagOfRules(holidays));
      return holidays;
    },
  );
}
