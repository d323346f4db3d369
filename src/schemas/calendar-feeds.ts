import Type, { type Static } from 'typebox';
import { Body, Instant, PageQuery, PaginationMeta } from './fields.ts';

export const CALENDAR_FEED_KINDS = ['mine', 'schedule', 'team'] as const;

const Kind = Type.Enum([...CALENDAR_FEED_KINDS], {
  type: 'string',
  description:
    '`mine`: the owner’s shifts in all schedules. `schedule`: all shifts of a schedule. `team`: all shifts of the schedules of a team',
});

const Reference = Type.Object({ id: Type.String(), name: Type.String() });

export const CalendarFeed = Type.Object(
  {
    id: Type.String(),
    kind: Kind,
    schedule_reference: Type.Optional(Reference),
    team_reference: Type.Optional(Reference),
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

export const CalendarFeedAnswer = Type.Object({ calendar_feed: CalendarFeed });
export const CalendarFeedsAnswer = Type.Object({ calendar_feeds: Type.Array(CalendarFeed), meta: PaginationMeta });
export const CalendarFeedsQuery = Body({ ...PageQuery });
export const CalendarFeedParams = Type.Object({ calendar_feed_id: Type.String() });

export const NewCalendarFeed = Body({
  kind: Kind,
  schedule_id: Type.Optional(Type.String({ description: 'Only for the kind `schedule`' })),
  team_id: Type.Optional(Type.String({ description: 'Only for the kind `team`' })),
});
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
