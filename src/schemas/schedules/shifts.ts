import Type, { type Static } from 'typebox';
import { Body, ExactQuery, Instant, InstantInQuery, PageQuery, PaginationMeta } from '../fields.ts';
import { OfTeam, Team } from '../people/teams.ts';
import { User } from '../people/users.ts';
import { Broken, ScheduleShift } from './schedules.ts';

export const ScheduleReference = Type.Object(
  { id: Type.String(), name: Type.String() },
  { title: 'ScheduleReference' },
);

export const UserShift = Type.Object(
  {
    users: Type.Array(User),
    start: Instant,
    end: Instant,
    schedule_reference: ScheduleReference,
  },
  { title: 'UserShift' },
);
export type UserShift = Static<typeof UserShift>;
export const UserShiftsAnswer = Type.Object(
  { shifts: Type.Array(UserShift), meta: PaginationMeta },
  { title: 'UserShiftsAnswer' },
);

export const OnCall = Type.Object(
  {
    schedule_reference: ScheduleReference,
    users: Type.Array(User, { description: 'Empty if nobody is on call, or the schedule is broken' }),
    shift: Type.Optional(ScheduleShift),
    broken: Type.Optional(Broken),
  },
  { title: 'OnCall' },
);
export type OnCall = Static<typeof OnCall>;
export const OnCallAnswer = Type.Object(
  { oncall: Type.Array(OnCall), meta: PaginationMeta },
  { title: 'OnCallAnswer' },
);
export const OnCallQuery = Body({
  ...PageQuery,
  ...ExactQuery,
  at: Type.Optional(InstantInQuery('Default: now')),
  team_id: Type.Optional(OfTeam),
});
export type OnCallQuery = Static<typeof OnCallQuery>;

export const OnCallMetricsQuery = Body({
  include: Type.Optional(
    Type.String({
      pattern: '^(names|email)(,(names|email))*$',
      maxLength: 40,
      description: 'What else to tell of people: `names`, `email`, or both with a comma between them',
      examples: ['names,email'],
    }),
  ),
  team_id: Type.Optional(OfTeam),
});
export type OnCallMetricsQuery = Static<typeof OnCallMetricsQuery>;
export const OnCallMetricsText = {
  description: 'The text format of Prometheus',
  content: { 'text/plain': { schema: Type.String() } },
};

export const UserOnCall = Type.Object(
  {
    current_shifts: Type.Array(UserShift, { description: 'Shifts that contain now' }),
    next_shifts: Type.Array(UserShift, {
      maxItems: 5,
      description: 'The next shifts within 366 days, by start',
    }),
    schedules: Type.Array(ScheduleReference, {
      maxItems: 100,
      description: 'Schedules in which the user is on call, or will be within 366 days',
    }),
    teams: Type.Array(Team, { maxItems: 100 }),
    hours: Type.Optional(
      Type.Object(
        {
          last_30_days: Type.Number({ description: 'From 30 days ago until now' }),
          next_30_days: Type.Number({ description: 'From now until 30 days from now' }),
        },
        {
          title: 'HoursOnCall',
          description:
            'Hours on call; time on call in several schedules at once counts once. Only for the user, owners and admins',
        },
      ),
    ),
    has_more: Type.Optional(
      Type.Boolean({
        description: 'True if the user is in more than 100 schedules or teams: the others are not counted',
      }),
    ),
  },
  { title: 'UserOnCall' },
);
export type UserOnCall = Static<typeof UserOnCall>;
export const UserOnCallAnswer = Type.Object({ on_call: UserOnCall }, { title: 'UserOnCallAnswer' });
