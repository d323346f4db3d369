import Type, { type Static } from 'typebox';
import { Body, Instant } from './fields.ts';
import { ScheduleReference } from './shifts.ts';
import { User } from './users.ts';

const Milliseconds = (description?: string) =>
  Type.Integer({ minimum: 0, ...(description !== undefined && { description }) });

const TimeOnCall = Type.Object(
  {
    total_ms: Milliseconds('Each instant once, however many schedules hold the person then'),
    holiday_ms: Milliseconds('On public holidays'),
    weekend_ms: Milliseconds('On the weekend, holidays apart'),
    night_ms: Milliseconds('At night, holidays and weekends apart'),
    other_ms: Milliseconds(),
  },
  { title: 'TimeOnCall', description: 'By the clock and the calendar of the person' },
);
export type TimeOnCall = Static<typeof TimeOnCall>;

export const HoursOfPerson = Type.Object(
  {
    user: User,
    past: TimeOnCall,
    coming: TimeOnCall,
    share: Type.Number({ description: 'Their time, past and coming, divided by the mean of all in the report' }),
    schedules: Type.Array(
      Type.Object({
        schedule_reference: ScheduleReference,
        past_ms: Milliseconds(),
        coming_ms: Milliseconds(),
      }),
      { description: 'Time in two schedules at once counts in both' },
    ),
  },
  { title: 'HoursOfPerson' },
);
export type HoursOfPerson = Static<typeof HoursOfPerson>;

export const HoursReport = Type.Object(
  {
    from: Instant,
    to: Instant,
    now: Type.String({ ...Instant, description: 'What is past and what is coming' }),
    people: Type.Array(HoursOfPerson, { description: 'Those who are on call in the interval, by name' }),
    left_out: Type.Array(ScheduleReference, { description: 'Broken schedules, whose shifts cannot be computed' }),
  },
  { title: 'HoursReport' },
);
export type HoursReport = Static<typeof HoursReport>;

export const HoursAnswer = Type.Object({ hours: HoursReport });

export const HoursQuery = Body({
  from: Type.Optional(Type.String({ ...Instant, description: 'Default: 30 days ago' })),
  to: Type.Optional(Type.String({ ...Instant, description: 'Default: 60 days after from; at most 366 days after it' })),
  team_id: Type.Optional(Type.String({ description: 'Only schedules that are linked to this team now' })),
  schedule_id: Type.Optional(Type.String({ description: 'Only this schedule, which may be deleted' })),
});
export type HoursQuery = Static<typeof HoursQuery>;
