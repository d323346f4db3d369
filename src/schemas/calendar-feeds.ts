import Type, { type Static } from 'typebox';
import { Body, Instant, PageQuery, PaginationMeta } from './fields.ts';
import { ScheduleReference } from './schedules/shifts.ts';

export const CALENDAR_FEED_KINDS = ['mine', 'schedule', 'team'] as const;

const Kind = Type.Enum([...CALENDAR_FEED_KINDS], {
  type: 'string',
  title: 'CalendarFeedKind',
  description:
    '`mine`: the owner’s shifts in all schedules. `schedule`: all shifts of a schedule. `team`: all shifts of the schedules of a team',
});

const TeamReference = Type.Object({ id: Type.String(), name: Type.String() }, { title: 'TeamReference' });

export const CalendarFeed = Type.Object(
  {
    id: Type.String(),
    kind: Kind,
    schedule_reference: Type.Optional(ScheduleReference),
    team_reference: Type.Optional(TeamReference),
    url: Type.Optional(
      Type.String({
        description:
          'Address for the calendar. It is a secret: everyone who has it can read the feed. Absent if it was encrypted with a secret of the installation that is no longer configured; the address still works',
      }),
    ),
    created_at: Instant,
  },
  { title: 'CalendarFeed' },
);
export type CalendarFeed = Static<typeof CalendarFeed>;

export const CalendarFeedAnswer = Type.Object({ calendar_feed: CalendarFeed }, { title: 'CalendarFeedAnswer' });
export const CalendarFeedsAnswer = Type.Object(
  { calendar_feeds: Type.Array(CalendarFeed), meta: PaginationMeta },
  { title: 'CalendarFeedsAnswer' },
);
export const CalendarFeedsQuery = Body({ ...PageQuery });

export const NewCalendarFeed = Body(
  {
    kind: Kind,
    schedule_id: Type.Optional(Type.String({ description: 'Only for the kind `schedule`' })),
    team_id: Type.Optional(Type.String({ description: 'Only for the kind `team`' })),
  },
  { title: 'CalendarFeedCreation' },
);
export type NewCalendarFeed = Static<typeof NewCalendarFeed>;

export const CalendarParams = Type.Object({
  token: Type.String({ description: 'From the `url` of a calendar feed' }),
});

export const Calendar = {
  description:
    'An iCalendar file (RFC 5545): shifts from 30 days ago to 366 days ahead, one event for each person and shift',
  headers: { etag: Type.String() },
  content: { 'text/calendar': { schema: Type.String() } },
};

export const NotModified = Type.Null({ description: 'The calendar still has the tag in `if-none-match`' });
