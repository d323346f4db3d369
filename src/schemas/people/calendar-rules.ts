import Type, { type Static } from 'typebox';
import { Body, Instant, PageQuery, PaginationMeta, TimeOfDay } from '../fields.ts';

export const HolidayCalendar = Type.Object(
  {
    country: Type.String({ format: 'country-code', description: 'ISO 3166-1 code, such as DE' }),
    region: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 20,
        format: 'single-line',
        description: 'Region with its own holidays, or a part of one: BY, BY-A',
      }),
    ),
  },
  { title: 'HolidayCalendar', additionalProperties: false },
);
export type HolidayCalendar = Static<typeof HolidayCalendar>;

export const HolidayRegion = Type.Object({ code: Type.String(), name: Type.String() }, { title: 'HolidayRegion' });
export type HolidayRegion = Static<typeof HolidayRegion>;

export const HolidayCalendarsQuery = Type.Object(
  { country: Type.Optional(Type.String({ format: 'country-code', description: 'Lists the regions of this country' })) },
  { additionalProperties: false },
);
export const HolidayCalendarsAnswer = Type.Object(
  { holiday_calendars: Type.Array(HolidayRegion) },
  { title: 'HolidayCalendarsAnswer' },
);

export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

const Night = Type.Object(
  { from: TimeOfDay, to: TimeOfDay },
  {
    title: 'Night',
    additionalProperties: false,
    description: 'In the time zone of each person. Equal times: no night',
  },
);

const WeekendDays = Type.Array(Type.Enum(WEEKDAYS, { type: 'string', title: 'Weekday' }), {
  maxItems: 7,
  uniqueItems: true,
  description: 'The days of the weekend',
});

const Holidays = Type.Union([HolidayCalendar, Type.Null()], { description: 'null: no public holidays' });

/** The calendar rules of reports. */
export const CalendarRules = Type.Object(
  { holidays: Holidays, night: Night, weekend_days: WeekendDays },
  { title: 'CalendarRules' },
);
export type CalendarRules = Static<typeof CalendarRules>;

export const CalendarRulesAnswer = Type.Object({ calendar_rules: CalendarRules }, { title: 'CalendarRulesAnswer' });

export const CalendarRulesUpdate = Body(
  {
    holidays: Type.Optional(Holidays),
    night: Type.Optional(Night),
    weekend_days: Type.Optional(WeekendDays),
    valid_from: Type.Optional(
      Type.String({
        ...Instant,
        description:
          'When the change takes effect; not in the future. Default: now. The first holidays of the organization also apply to all time before',
      }),
    ),
  },
  { title: 'CalendarRulesUpdate' },
);
export type CalendarRulesUpdate = Static<typeof CalendarRulesUpdate>;

const OwnHolidays = Type.Union([HolidayCalendar, Type.Null()], { description: 'null: those of the organization' });

export const UserHolidays = Type.Object({ holidays: OwnHolidays }, { title: 'UserHolidays' });
export type UserHolidays = Static<typeof UserHolidays>;
export const UserHolidaysUpdate = Body(
  {
    holidays: OwnHolidays,
    valid_from: Type.Optional(
      Type.String({ ...Instant, description: 'When the change takes effect; not in the future. Default: now' }),
    ),
  },
  { title: 'UserHolidaysUpdate' },
);
export type UserHolidaysUpdate = Static<typeof UserHolidaysUpdate>;

export const HolidaysOfUsersQuery = Body({ ...PageQuery });
export const HolidaysOfUser = Type.Object(
  { user_id: Type.String(), holidays: HolidayCalendar },
  { title: 'HolidaysOfUser' },
);
export type HolidaysOfUser = Static<typeof HolidaysOfUser>;
export const HolidaysOfUsersAnswer = Type.Object(
  {
    user_holidays: Type.Array(HolidaysOfUser, {
      description: 'An entry for each active user with public holidays of their own',
    }),
    meta: PaginationMeta,
  },
  { title: 'HolidaysOfUsersAnswer' },
);
