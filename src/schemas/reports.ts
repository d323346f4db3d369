import Type, { type Static } from 'typebox';
import { Body, Instant, InstantInQuery, Milliseconds } from './fields.ts';
import { User } from './people/users.ts';
import { ScheduleReference } from './schedules/shifts.ts';

const TimeOnCall = Type.Object(
  {
    total_ms: Milliseconds('Each instant once, however many schedules hold the person then'),
    holiday_ms: Milliseconds('On public holidays'),
    weekend_ms: Milliseconds('On the weekend, holidays apart'),
    night_ms: Milliseconds('At night, holidays and weekends apart'),
    other_ms: Milliseconds(),
  },
  { title: 'TimeOnCall', description: 'By the time zone and the holidays of the person' },
);
export type TimeOnCall = Static<typeof TimeOnCall>;

const CoverTime = Type.Object({ past_ms: Milliseconds(), coming_ms: Milliseconds() }, { title: 'CoverTime' });

export const HoursOfPerson = Type.Object(
  {
    user: User,
    past: TimeOnCall,
    coming: TimeOnCall,
    share: Type.Number({
      minimum: 0,
      description: 'Time of the person, past and future, divided by the mean of everyone in the report',
    }),
    schedules: Type.Array(
      Type.Object(
        {
          schedule_reference: ScheduleReference,
          past_ms: Milliseconds(),
          coming_ms: Milliseconds(),
        },
        { title: 'HoursInSchedule' },
      ),
      { description: 'Time in two schedules at once counts in both' },
    ),
    cover: Type.Object(
      { taken: CoverTime, given: CoverTime },
      {
        title: 'CoverBalance',
        description:
          'Shifts that they took from others by coverage requests, and that others took from them, in the schedules of the report. It counts where the one who took it is on call then, or has passed it on',
      },
    ),
  },
  { title: 'HoursOfPerson' },
);
export type HoursOfPerson = Static<typeof HoursOfPerson>;

export const HoursReport = Type.Object(
  {
    from: Instant,
    to: Instant,
    now: Type.String({ ...Instant, description: 'The instant that separates past and future' }),
    people: Type.Array(HoursOfPerson, {
      description: 'People who are on call in the interval, or whose shifts others cover, by name',
    }),
    left_out: Type.Array(ScheduleReference, { description: 'Broken schedules, whose shifts cannot be computed' }),
  },
  { title: 'HoursReport' },
);
export type HoursReport = Static<typeof HoursReport>;

export const HoursAnswer = Type.Object({ hours: HoursReport }, { title: 'HoursAnswer' });

export const HoursQuery = Body({
  from: Type.Optional(InstantInQuery('Default: 30 days ago')),
  to: Type.Optional(InstantInQuery('Default: 60 days after from; at most 366 days after it')),
  team_id: Type.Optional(
    Type.String({ description: 'Only schedules that are linked to this team now; a deleted one is linked to none' }),
  ),
  schedule_id: Type.Optional(Type.String({ description: 'Only this schedule; it may be a deleted one' })),
});
export type HoursQuery = Static<typeof HoursQuery>;
