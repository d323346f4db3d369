import Type, { type Static } from 'typebox';
import { Body, Instant, InstantInQuery, Interval, PageQuery, PaginationMeta } from '../fields.ts';
import { OfTeam, Team } from '../people/teams.ts';
import { User } from '../people/users.ts';
import { Broken } from './schedules.ts';
import { ScheduleReference } from './shifts.ts';

const TimelineShift = Type.Object(
  {
    user_ids: Type.Array(Type.String(), {
      description: 'Who is on call; the people are in `users`, beside the timelines',
    }),
    start: Instant,
    end: Instant,
  },
  { title: 'TimelineShift' },
);
export type TimelineShift = Static<typeof TimelineShift>;

export const ScheduleTimeline = Type.Object(
  {
    schedule_reference: ScheduleReference,
    time_zone: Type.String(),
    created_at: Instant,
    teams: Type.Array(Team),
    shifts: Type.Array(TimelineShift, { description: 'Clipped to from and to' }),
    gaps: Type.Array(Interval, {
      description: 'Time without anybody on call, except off hours. A broken schedule has no gaps',
    }),
    off_hours: Type.Array(Interval, {
      description: 'Time outside the windows of the layer, when nobody should be on call',
    }),
    is_cut: Type.Optional(
      Type.Boolean({
        description: 'True if there are more shifts: those that start later are left out',
      }),
    ),
    broken: Type.Optional(Broken),
  },
  { title: 'ScheduleTimeline' },
);
export type ScheduleTimeline = Static<typeof ScheduleTimeline>;

export const TimelinesAnswer = Type.Object(
  {
    timelines: Type.Array(ScheduleTimeline),
    users: Type.Array(User, { description: 'Each person who is on call in one of the shifts, once' }),
    meta: PaginationMeta,
  },
  { title: 'TimelinesAnswer' },
);
export type TimelinesAnswer = Static<typeof TimelinesAnswer>;

export const TimelinesQuery = Body({
  ...PageQuery,
  from: Type.Optional(InstantInQuery('Default: now')),
  to: Type.Optional(InstantInQuery('Default: 7 days after from; at most 31 days after it')),
  team_id: Type.Optional(OfTeam),
  mine: Type.Optional(
    Type.Boolean({ description: 'Only schedules with the caller in the rotation or an override, from `from` on' }),
  ),
  query: Type.Optional(Type.String({ maxLength: 60, description: 'Part of the name' })),
});
export type TimelinesQuery = Static<typeof TimelinesQuery>;
