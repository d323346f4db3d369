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
import { operationsOf } from '../../operations.ts';
import type { App } from '../../typed-app.ts';

export function calendarRuleRoutes(app: App, services: Services): void {
  const { get, patch, put } = operationsOf(app, services, 'Reports');

  get('/holiday_calendars/', {
    operationId: 'listHolidayCalendars',
    summary: 'Countries, or regions of one, with public holidays',
    query: HolidayCalendarsQuery,
    errors: ['not_found'],
    answer: HolidayCalendarsAnswer,
    run: async ({ query: { country } }) => ({
      holiday_calendars: country === undefined ? await listCountries() : await listRegions(country),
    }),
  });

  get('/organization/calendar_rules/', {
    operationId: 'getCalendarRules',
    summary: 'Rules for nights, weekends and public holidays in reports',
    answer: CalendarRulesAnswer,
    tagOf: ({ calendar_rules }) => tagOfRules(calendar_rules),
    run: async ({ caller }) => ({ calendar_rules: await getCalendarRules(services, caller) }),
  });

  patch('/organization/calendar_rules/', {
    operationId: 'updateCalendarRules',
    summary: 'Change the rules for nights, weekends and public holidays',
    description: 'For admins. Earlier rules are kept, so reports about earlier time do not change.',
    floor: 'change organization',
    ifMatch: true,
    body: CalendarRulesUpdate,
    errors: ['unprocessable_entity'],
    answer: CalendarRulesAnswer,
    tagOf: ({ calendar_rules }) => tagOfRules(calendar_rules),
    run: async ({ caller, body, expected }) => ({
      calendar_rules: await updateCalendarRules(services, caller, body, expected),
    }),
  });

  get('/user_holidays/', {
    operationId: 'listUserHolidays',
    summary: 'The public holidays of users that differ from the organization’s',
    query: HolidaysOfUsersQuery,
    answer: HolidaysOfUsersAnswer,
    run: ({ caller, query }) => listUserHolidays(services, caller, query),
  });

  get('/users/:user_id/holidays/', {
    operationId: 'getUserHolidays',
    summary: 'The public holidays of a user, if they differ from the organization’s',
    answer: UserHolidays,
    tagOf: (holidays) => tagOfRules(holidays),
    run: ({ caller, params }) => getUserHolidays(services, caller, params.user_id),
  });

  put('/users/:user_id/holidays/', {
    operationId: 'updateUserHolidays',
    summary: 'Set the public holidays of a user',
    description: 'For admins.',
    floor: 'change users',
    ifMatch: true,
    body: UserHolidaysUpdate,
    errors: ['unprocessable_entity'],
    answer: UserHolidays,
    tagOf: (holidays) => tagOfRules(holidays),
    run: ({ caller, params, body, expected }) => updateUserHolidays(services, caller, params.user_id, body, expected),
  });
}
