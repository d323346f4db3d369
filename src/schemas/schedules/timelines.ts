import Type, { type Static } from 'typebox';
import { Body, Instant, PageQuery, PaginationMeta } from '../fields.ts';
import { Team } from '../people/teams.ts';
import { Broken, ScheduleShift } from './schedules.ts';
import { ScheduleReference } from './shifts.ts';

const Stretch = Type.Object({ start: Instant, end: Instant });

export const ScheduleTimeline = Type.Object(
  {
    schedule_reference: ScheduleReference,
    time_zone: Type.String(),
    created_at: Instant,
    teams: Type.Array(Team),
    shifts: Type.Array(ScheduleShift, { description: 'Clipped to from and to' }),
    gaps: Type.Array(Stretch, {
      description: 'Time without anybody on call, except off hours. A broken schedule has no gaps',
    }),
    off_hours: Type.Array(Stretch, {
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

export const TimelinesAnswer = Type.Object({ timelines: Type.Array(ScheduleTimeline), meta: PaginationMeta });

export const TimelinesQuery = Body({
  ...PageQuery,
  from: Type.Optional(Type.String({ ...Instant, description: 'Default: now' })),
  to: Type.Optional(Type.String({ ...Instant, description: 'Default: 7 days after from; at most 31 days after it' })),
  team_id: Type.Optional(Type.String()),
  mine: Type.Optional(
    Type.Boolean({ description: 'Only schedules with the caller in the rotation or an override, from `from` on' }),
  ),
  query: Type.Optional(Type.String({ maxLength: 60, description: 'Part of the name' })),
});
export type TimelinesQuery = Static<typeof TimelinesQuery>;
