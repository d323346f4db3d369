import Type, { type Static } from 'typebox';
import { Body, Instant, PageQuery, PaginationMeta } from './fields.ts';

export const CALENDAR_FEED_KINDS = ['mine', 'schedule', 'team'] as const;

const Kind = Type.Enum([...CALENDAR_FEED_KINDS], {
  type: 'string',
  description:
    '`mine`: the shifts of its owner in all schedules. `schedule`, `team`: all shifts of that schedule, or of all schedules of that team',
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
          'Where a calendar reads it. A secret: everyone who has the address can read the feed. Absent when the secret of the installation with which it was stored is gone; the address still works',
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
  schedule_id: Type.Optional(Type.String({ description: 'For the kind `schedule`, and no other' })),
  team_id: Type.Optional(Type.String({ description: 'For the kind `team`, and no other' })),
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

export const NotModified = Type.Null({ description: 'The calendar is still the one with the tag in `if-none-match`' });
